//! Why a command cannot do what it was asked, and how that is told.

use crate::words::{harmless, one_line};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use std::error::Error;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::process::ExitCode;

/// How many bytes a line may have that is shown with a message.
const LONGEST_LINE: usize = 400;

/// The input or the usage is wrong. The message names the culprit and says what would be accepted.
#[derive(Debug)]
pub(crate) struct Failure(Report);

impl Failure {
    /// A failure with this message.
    pub(crate) fn new(message: impl AsRef<str>) -> Self {
        Self(Report::new(MietteDiagnostic::new(harmless(message.as_ref()))))
    }

    /// The same failure, with the file that it was found in before the message; unless it shows a file already.
    pub(crate) fn prefixed(self, file: &Path) -> Self {
        if self.0.source_code().is_some() {
            return self;
        }
        Self::new(format!("{}: {}", file.display(), self.0))
    }

    /// The same failure with its place in a text file: line and column from 1, the column in characters.
    pub(crate) fn in_line(self, file: &Path, text: String, line: usize, column: usize) -> Self {
        let rest = &text[start_of(&text, line)..];
        let bytes = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
        self.in_line_at_byte(file, text, line, bytes + 1)
    }

    /// The same, the column in bytes. Lines that are too long to be shown are only numbered.
    pub(crate) fn in_line_at_byte(self, file: &Path, text: String, line: usize, column: usize) -> Self {
        let offset = (start_of(&text, line) + column.saturating_sub(1)).min(text.len());
        let shown = text.lines().skip(line.saturating_sub(2)).take(3);
        if shown.map(str::len).max() > Some(LONGEST_LINE) {
            return Self::new(format!("{}:{line}:{column}: {}", file.display(), self.0));
        }
        let label = LabeledSpan::new(None, offset, 0);
        let diagnostic = MietteDiagnostic::new(self.0.to_string()).with_label(label);
        Self(
            Report::new(diagnostic)
                .with_source_code(NamedSource::new(one_line(&file.display().to_string()), harmless(&text))),
        )
    }

    /// The message alone.
    pub(crate) fn message(&self) -> String {
        self.0.to_string()
    }

    /// Prints it on standard error, and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let mut text = String::new();
        // Neither can fail in a way that anybody could still be told about.
        let _ = handler().render_report(&mut text, &*self.0);
        let _ = writeln!(stderr(), "{}", text.trim());
        ExitCode::from(2)
    }
}

/// On one line: an error may quote a text from a file, which must not look like lines of ours.
impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(one_line(&error.to_string()))
    }
}

/// On a terminal in colours and as wide as it is; elsewhere plain, with a message on one line.
fn handler() -> GraphicalReportHandler {
    if stderr().is_terminal() {
        return GraphicalReportHandler::new();
    }
    let mut theme = GraphicalTheme::none();
    theme.characters.error = "error:".into();
    GraphicalReportHandler::new_themed(theme).with_wrap_lines(false)
}

/// The byte at which a line starts; the end of the text if it has fewer lines.
fn start_of(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}
