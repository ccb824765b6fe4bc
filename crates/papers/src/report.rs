//! What the measurement of a figure gives.

mod claim;
mod outcome;

pub use claim::PaperClaim;
pub use outcome::Outcome;

use std::io;

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

/// What stands across the foot of a picture that a quick run has made.
const QUICK_MARK: &str = "<text x=\"50%\" y=\"99%\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"11\" \
    fill=\"#b00020\">quick run: smaller and with fewer repetitions, no verdict</text>";

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

impl FigureReport {
    /// A report of claims and a table alone.
    pub(super) fn plain(claims: Vec<PaperClaim>, table: Table) -> Self {
        Self { claims, tables: vec![table], pictures: Vec::new() }
    }

    /// Names and pictures say that the run was quick: nothing replaces the result of a full one, or is taken for it.
    pub(super) fn mark_as_quick(&mut self) {
        self.tables.iter_mut().for_each(|table| table.name.push_str("-quick"));
        for picture in &mut self.pictures {
            picture.name.push_str("-quick");
            if let Some(end) = picture.svg.rfind("</svg>") {
                picture.svg.insert_str(end, QUICK_MARK);
            }
        }
    }
}
