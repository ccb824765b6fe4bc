//! Why a command cannot do what it was asked, and how that is told.

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use std::error::Error;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::process::ExitCode;

/// The input or the usage is wrong. The message names the culprit and says what would be accepted.
#[derive(Debug)]
pub struct Failure(Report);

impl Failure {
    /// A failure with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Report::new(MietteDiagnostic::new(message)))
    }

    /// The same failure with its place in a text file: line and column from 1, the column in characters.
    pub fn at(self, file: &Path, text: String, line: usize, column: usize) -> Self {
        let label = LabeledSpan::at_offset(offset_of(&text, line, column), "here");
        let diagnostic = MietteDiagnostic::new(self.0.to_string()).with_label(label);
        Self(Report::new(diagnostic).with_source_code(NamedSource::new(file.display().to_string(), text)))
    }

    /// Prints it on standard error, and gives the exit status.
    pub fn report(self) -> ExitCode {
        let mut text = String::new();
        // Neither can fail in a way that anybody could still be told about.
        let _ = handler().render_report(&mut text, &*self.0);
        let _ = writeln!(stderr(), "{}", text.trim());
        ExitCode::from(2)
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
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

/// The byte at which a line and column start; the end of the text if it is shorter.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let before: usize = text[start..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    start + before
}
