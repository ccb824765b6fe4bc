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

/// What stands below a picture that a quick run has made.
const QUICK_MARK: &str = "quick run: smaller and with fewer repetitions, no verdict";
/// How high it is, in pixels.
const MARK_HEIGHT: f64 = 20.0;

/// The picture with that below it, where nothing else stands; as it is if it has no size.
fn marked_as_quick(svg: &str) -> String {
    let size = |name: &str| {
        let (tag, _) = svg.strip_prefix("<svg")?.split_once('>')?;
        let (_, value) = tag.split_once(&format!(" {name}=\""))?;
        value.split('"').next()?.parse::<f64>().ok()
    };
    let (Some(width), Some(height)) = (size("width"), size("height")) else { return svg.to_owned() };
    let (whole, line) = (height + MARK_HEIGHT, height + 0.7 * MARK_HEIGHT);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{whole}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>{svg}\
         <text x=\"50%\" y=\"{line}\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"11\" \
         fill=\"#b00020\">{QUICK_MARK}</text></svg>"
    )
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
            picture.svg = marked_as_quick(&picture.svg);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FigureReport, Picture, QUICK_MARK};

    #[test]
    fn the_mark_of_a_quick_run_stands_below_the_picture() {
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"820\" height=\"520\"><text y=\"510\">N</text></svg>";
        let picture = Picture { name: "sides".into(), svg: svg.into() };
        let mut report = FigureReport { pictures: vec![picture], ..FigureReport::default() };
        report.mark_as_quick();
        let marked = &report.pictures[0];
        assert_eq!(marked.name, "sides-quick");
        assert!(marked.svg.contains("width=\"820\" height=\"540\"") && marked.svg.contains(svg), "{}", marked.svg);
        let mark = marked.svg.split_once(QUICK_MARK).unwrap().0.rsplit_once("<text").unwrap().1;
        assert!(mark.contains("y=\"534\""), "{mark}");
    }
}
