//! Tables of values under a heading (CSV), as spreadsheets and people write them: the same for every kind of table.

mod heading;
mod lines;

pub use heading::begins_with_heading;
pub(crate) use heading::is_heading;
pub(crate) use heading::unknown_name;
use heading::{places, separator_of};
use lines::Lines;
pub(crate) use lines::split;
use std::io::Read;
use std::str::FromStr;
use thiserror::Error;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What it is called, in lower case with `_` between words; in files other capitals, blanks and `-` do as well.
    pub name: &'static str,
    /// What others call it.
    pub others: &'static [&'static str],
    /// Whether every table must have it.
    pub is_needed: bool,
}

impl Column {
    /// A column that every table has.
    pub const fn needed(name: &'static str) -> Self {
        Self { name, others: &[], is_needed: true }
    }

    /// A column that a table may have.
    pub const fn optional(name: &'static str) -> Self {
        Self { name, others: &[], is_needed: false }
    }

    /// The same, which others call by one of these names.
    pub const fn or(self, others: &'static [&'static str]) -> Self {
        Self { others, ..self }
    }

    /// Whether this is written for it.
    pub(crate) fn is(&self, written: &str) -> bool {
        let plain = written.trim().to_ascii_lowercase().replace([' ', '-'], "_");
        self.name == plain || self.others.contains(&&*plain)
    }
}

/// What is wrong with a table, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RowFlaw {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, and what would be accepted.
    pub problem: String,
}

/// A table that is read row by row. Its heading tells which columns stand where, and what parts them: commas,
/// semicolons or tabs. Empty lines and lines that begin with `#` are passed over; what has the separator in it stands
/// in quotation marks; lines end with a line feed, a carriage return, or both.
///
/// ```
/// use wormcast_formats::{Column, Rows};
/// let columns = [Column::needed("source"), Column::optional("flits")];
/// let mut rows = Rows::of("# mine\nSource;Flits\n0,0;4\n".as_bytes(), &columns)?;
/// let row = rows.next_row()?.expect("one");
/// assert_eq!((row.line(), row.text(0), row.number(1, "a whole number")?), (3, "0,0", Some(4)));
/// assert!(rows.next_row()?.is_none());
/// # Ok::<(), wormcast_formats::RowFlaw>(())
/// ```
#[derive(Debug)]
pub struct Rows<'c, R> {
    lines: Lines<R>,
    columns: &'c [Column],
    separator: char,
    /// Where each column stands.
    places: Vec<Option<usize>>,
    width: usize,
    fields: Vec<String>,
    /// Whether rows may have more fields than the heading.
    is_flexible: bool,
}

impl<'c, R: Read> Rows<'c, R> {
    /// The table with these columns. It has no rows where there is no line at all.
    ///
    /// # Errors
    /// The heading lacks a column, or has another one.
    pub fn of(from: R, columns: &'c [Column]) -> Result<Self, RowFlaw> {
        let mut lines = Lines::of(from);
        let Some((line, heading)) = lines.next_line()? else {
            let (places, fields) = (vec![None; columns.len()], Vec::new());
            return Ok(Self { lines, columns, separator: ',', places, width: 0, fields, is_flexible: false });
        };
        let separator = separator_of(heading, columns);
        let mut fields = Vec::new();
        split(heading, separator, &mut fields).map_err(|problem| RowFlaw { line, problem })?;
        // Spreadsheets put separators behind a heading, too.
        while fields.last().is_some_and(String::is_empty) {
            fields.pop();
        }
        let places = places(&fields, columns).map_err(|problem| RowFlaw { line, problem })?;
        Ok(Self { lines, columns, separator, places, width: fields.len(), fields, is_flexible: false })
    }

    /// The same, where rows may have more fields than the heading.
    pub(crate) fn flexible(self) -> Self {
        Self { is_flexible: true, ..self }
    }

    /// How many columns the heading has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// What parts the columns.
    pub(crate) fn separator(&self) -> char {
        self.separator
    }

    /// The next row, if there is one.
    ///
    /// # Errors
    /// The line cannot be read, or has another number of fields than the heading.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, RowFlaw> {
        let Some((line, text)) = self.lines.next_line()? else { return Ok(None) };
        split(text, self.separator, &mut self.fields).map_err(|problem| RowFlaw { line, problem })?;
        // Spreadsheets put separators behind short rows.
        while self.fields.len() > self.width && self.fields.last().is_some_and(String::is_empty) {
            self.fields.pop();
        }
        let count = self.fields.len();
        if count < self.width || count > self.width && !self.is_flexible {
            let problem = format!(
                "there are {count} columns, and the heading has {}; what has {} in it stands in quotation marks, \
                 `\"0{}0\"`",
                self.width,
                in_words(self.separator),
                if self.separator == '\t' { ' ' } else { self.separator }
            );
            return Err(RowFlaw { line, problem });
        }
        Ok(Some(Row { line, fields: &self.fields, places: &self.places, columns: self.columns }))
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    line: u64,
    fields: &'r [String],
    places: &'r [Option<usize>],
    columns: &'r [Column],
}

impl<'r> Row<'r> {
    /// Its line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// All that stands in it, in the order of the file.
    pub(crate) fn fields(&self) -> &'r [String] {
        self.fields
    }

    /// Where each column stands that was asked for.
    pub(crate) fn places(&self) -> &'r [Option<usize>] {
        self.places
    }

    /// What stands in a column, by its place among the columns that were asked for; nothing where there is none.
    pub fn text(&self, column: usize) -> &'r str {
        self.places[column].map_or("", |place| &self.fields[place])
    }

    /// The number in a column, if there is one.
    ///
    /// # Errors
    /// Something else stands there than what is `expected`, in words.
    pub fn number<T: FromStr>(&self, column: usize, expected: &str) -> Result<Option<T>, RowFlaw> {
        let text = self.text(column);
        match text.parse() {
            _ if text.is_empty() => Ok(None),
            Ok(number) => Ok(Some(number)),
            Err(_) => {
                let point = if is_decimal_comma(text) { ", with a point in it" } else { "" };
                let shown = crate::text::shown(text);
                Err(self.flaw(format!("`{}` is {shown}; expected {expected}{point}", self.columns[column].name)))
            }
        }
    }

    /// The number in a column in which one must stand.
    ///
    /// # Errors
    /// Nothing or something else stands there than what is `expected`, in words.
    pub fn needed_number<T: FromStr>(&self, column: usize, expected: &str) -> Result<T, RowFlaw> {
        let missing = || self.flaw(format!("`{}` is empty; expected {expected}", self.columns[column].name));
        self.number(column, expected)?.ok_or_else(missing)
    }

    /// That something is wrong in this row.
    pub fn flaw(&self, problem: impl ToString) -> RowFlaw {
        RowFlaw { line: self.line, problem: problem.to_string() }
    }
}

fn is_decimal_comma(text: &str) -> bool {
    text.matches(',').count() == 1 && text.replace(',', ".").parse::<f64>().is_ok()
}

fn in_words(separator: char) -> &'static str {
    match separator {
        ',' => "a comma",
        ';' => "a semicolon",
        _ => "a tab",
    }
}
