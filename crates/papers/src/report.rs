//! What the measurement of a figure gives.

use serde::Serialize;
use serde_json::Value;
use std::io;

/// One claim of a paper, and what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PaperClaim {
    /// The figure that it belongs to.
    pub figure: String,
    /// The claim in words.
    pub claim: String,
    /// What the paper says: a number, or words.
    pub paper: Value,
    /// What was measured: a number, or words.
    pub measured: Value,
    /// Whether what was measured bears the claim out.
    pub holds: bool,
}

impl PaperClaim {
    /// A claim of a figure.
    pub fn new(
        figure: &str,
        claim: impl Into<String>,
        paper: impl Into<Value>,
        measured: impl Into<Value>,
        holds: bool,
    ) -> Self {
        Self { figure: figure.to_owned(), claim: claim.into(), paper: paper.into(), measured: measured.into(), holds }
    }
}

/// A table of a figure, to be written as CSV.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The name of its file, without ending.
    pub name: String,
    /// The heads of its columns, with units.
    pub columns: Vec<String>,
    /// Its rows, each with a value a column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new(name: &str, columns: &[&str]) -> Self {
        Self { name: name.to_owned(), columns: columns.iter().map(|&c| c.to_owned()).collect(), rows: Vec::new() }
    }

    /// Appends a row.
    pub fn push<const N: usize>(&mut self, row: [String; N]) {
        self.rows.push(row.into());
    }

    /// The table as CSV.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_csv(&self, to: impl io::Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(&self.columns).map_err(io::Error::other)?;
        for row in &self.rows {
            writer.write_record(row).map_err(io::Error::other)?;
        }
        writer.flush()
    }
}

/// A picture of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of its file, without ending.
    pub name: String,
    /// The SVG document.
    pub svg: String,
}

/// What the measurement of a figure gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureReport {
    /// The paper's claims, judged.
    pub claims: Vec<PaperClaim>,
    /// The numbers.
    pub tables: Vec<Table>,
    /// The pictures.
    pub pictures: Vec<Picture>,
}
