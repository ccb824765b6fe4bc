//! The lines of a table, and the fields of a line.

use super::RowFlaw;
use std::io::{BufRead, BufReader, Read};

/// What may stand between columns.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The longest line that is read, in bytes: 16 MiB.
const LONGEST: usize = 16 << 20;

/// The lines of a file that say something, one after another.
#[derive(Debug)]
pub(super) struct Lines<R> {
    from: BufReader<R>,
    line: Vec<u8>,
    number: u64,
    /// Whether the last line ended with a carriage return, to which a line feed may belong.
    ended_with_return: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn of(from: R) -> Self {
        Self { from: BufReader::new(from), line: Vec::new(), number: 0, ended_with_return: false }
    }

    /// The next line that is neither empty, nor made of separators alone, nor a comment, with its number from 1.
    pub(super) fn next_line(&mut self) -> Result<Option<(u64, &str)>, RowFlaw> {
        loop {
            if !self.read_line()? {
                return Ok(None);
            }
            self.number += 1;
            if self.number == 1 && self.line.starts_with(b"\xEF\xBB\xBF") {
                self.line.drain(..3);
            }
            let says = self.line.iter().find(|&&byte| !b" \t,;".contains(&byte));
            if says.is_some_and(|&first| first != b'#' || !self.line.trim_ascii_start().starts_with(b"#")) {
                break;
            }
        }
        let line = self.number;
        let text = std::str::from_utf8(&self.line);
        text.map(|text| Some((line, text))).map_err(|_| RowFlaw { line, problem: "it is not UTF-8 text".into() })
    }

    /// Reads a line without its end; whether there is one.
    fn read_line(&mut self) -> Result<bool, RowFlaw> {
        self.line.clear();
        let number = self.number + 1;
        let flaw = |problem: String| RowFlaw { line: number, problem };
        let mut is_there = false;
        loop {
            let buffer = self.from.fill_buf().map_err(|error| flaw(error.to_string()))?;
            if buffer.is_empty() {
                return Ok(is_there);
            }
            // The second half of the end of the line before.
            if std::mem::take(&mut self.ended_with_return) && buffer[0] == b'\n' {
                self.from.consume(1);
                continue;
            }
            is_there = true;
            let end = buffer.iter().position(|byte| b"\r\n".contains(byte));
            let length = end.unwrap_or(buffer.len());
            if self.line.len() + length > LONGEST {
                return Err(flaw(format!("it is longer than the {LONGEST} bytes that are read")));
            }
            self.line.extend_from_slice(&buffer[..length]);
            self.ended_with_return = end.is_some_and(|end| buffer[end] == b'\r');
            self.from.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

/// The fields of a line, without white space around them. One in quotation marks may have separators in it, and
/// quotation marks that are doubled.
///
/// # Errors
/// A quotation mark is never closed, or something follows where one is.
pub(crate) fn split(line: &str, separator: char, fields: &mut Vec<String>) -> Result<(), String> {
    let mut count = 0;
    let mut put = |text: &str| {
        // The texts of the line before give their memory.
        match fields.get_mut(count) {
            Some(field) => {
                field.clear();
                field.push_str(text);
            }
            None => fields.push(text.to_owned()),
        }
        count += 1;
    };
    let mut rest = line;
    loop {
        let start = rest.trim_start_matches(|c: char| c != separator && c.is_whitespace());
        let Some(quoted) = start.strip_prefix('"') else {
            let (field, behind) = rest.split_once(separator).map_or((rest, None), |(field, more)| (field, Some(more)));
            put(field.trim());
            match behind {
                Some(more) => rest = more,
                None => break,
            }
            continue;
        };
        let (field, behind) =
            unquote(quoted).ok_or("a quotation mark is never closed; expected another one behind it")?;
        put(field.trim());
        let behind = behind.trim_start_matches(|c: char| c != separator && c.is_whitespace());
        match behind.strip_prefix(separator) {
            Some(more) => rest = more,
            None if behind.is_empty() => break,
            None => {
                return Err(format!(
                    "{} stands behind a quotation mark; expected a separator",
                    crate::text::shown(behind)
                ));
            }
        }
    }
    fields.truncate(count);
    Ok(())
}

/// What stands in quotation marks, of which the first is passed already, and what is behind them.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut from = 0;
    loop {
        let end = from + text[from..].find('"')?;
        if !text[end + 1..].starts_with('"') {
            return Some((text[..end].replace("\"\"", "\""), &text[end + 1..]));
        }
        from = end + 2;
    }
}
