//! What the measurement of a figure gives.

mod claim;
mod outcome;

pub use claim::PaperClaim;
pub use outcome::Outcome;

use std::io;
use wormcast_draw::{DrawOptions, PaperWidth, plan_svg};
use wormcast_eval::chart::{self, Chart};
use wormcast_plan::Plan;
use wormcast_topology::build;

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
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name of its file, without ending.
    pub name: String,
    /// The SVG document.
    pub svg: String,
    /// What is drawn, to be drawn once more for a paper.
    subject: Subject,
    is_quick: bool,
}

/// The same subject gives the same document.
impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.svg) == (&other.name, &other.svg)
    }
}

/// What a picture shows.
#[derive(Clone, Debug)]
enum Subject {
    Chart(Chart),
    Plan(Box<Plan>, String),
}

impl Picture {
    /// Curves.
    pub(super) fn of_chart(name: &str, chart: Chart) -> Self {
        Self { name: name.to_owned(), svg: chart::svg(&chart), subject: Subject::Chart(chart), is_quick: false }
    }

    /// A plan on a network of a family.
    pub(super) fn of_plan(name: &str, plan: Plan, title: String) -> Self {
        let svg = plan_on(&plan, &title, None);
        Self { name: name.to_owned(), svg, subject: Subject::Plan(Box::new(plan), title), is_quick: false }
    }

    /// The SVG document as wide as a paper needs it, without a title.
    pub fn on_paper(&self, width: PaperWidth) -> String {
        let svg = match &self.subject {
            Subject::Chart(chart) => chart::panels_on_paper(std::slice::from_ref(chart), width),
            Subject::Plan(plan, title) => plan_on(plan, title, Some(width)),
        };
        if self.is_quick { marked_as_quick(&svg) } else { svg }
    }
}

fn plan_on(plan: &Plan, title: &str, width: Option<PaperWidth>) -> String {
    let network = build(&plan.network.topology).expect("the figures are of networks of families");
    let options = DrawOptions { title: Some(title.to_owned()), width, ..DrawOptions::default() };
    plan_svg(&*network, plan, &options).expect("the networks of the figures are small")
}

/// What stands below a picture that a quick run has made.
const QUICK_MARK: &str = "quick run: smaller and with fewer repetitions, no verdict";
/// How high it is, in pixels.
const MARK_HEIGHT: f64 = 20.0;
/// Pixels in a centimetre.
const PER_CM: f64 = 96.0 / 2.54;

/// The picture with that below it, where nothing else stands; as it is if it has no size.
fn marked_as_quick(svg: &str) -> String {
    let size = |name: &str| {
        let (tag, _) = svg.strip_prefix("<svg")?.split_once('>')?;
        let (_, value) = tag.split_once(&format!(" {name}=\""))?;
        let value = value.split('"').next()?;
        match value.strip_suffix("cm") {
            Some(number) => Some((number.parse::<f64>().ok()? * PER_CM, PER_CM, "cm")),
            None => Some((value.parse::<f64>().ok()?, 1.0, "")),
        }
    };
    let (Some((width, per, unit)), Some((height, ..))) = (size("width"), size("height")) else { return svg.to_owned() };
    let (whole, line, middle) = (height + MARK_HEIGHT, height + 0.7 * MARK_HEIGHT, width / 2.0);
    let [wide, tall] = [width, whole].map(|pixels| (pixels / per * 1000.0).round() / 1000.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}{unit}\" height=\"{tall}{unit}\" viewBox=\"0 0 {width} {whole}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>{svg}\
         <text x=\"{middle}\" y=\"{line}\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"11\" \
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
            picture.is_quick = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Chart, FigureReport, PaperWidth, Picture, QUICK_MARK};

    #[test]
    fn the_mark_of_a_quick_run_stands_below_the_picture() {
        let picture = Picture::of_chart("sides", Chart { x_label: "N".into(), ..Chart::default() });
        let svg = picture.svg.clone();
        let mut report = FigureReport { pictures: vec![picture], ..FigureReport::default() };
        report.mark_as_quick();
        let marked = &report.pictures[0];
        assert_eq!(marked.name, "sides-quick");
        assert!(marked.svg.contains("width=\"820\" height=\"540\"") && marked.svg.contains(&svg), "{}", marked.svg);
        let mark = marked.svg.split_once(QUICK_MARK).unwrap().0.rsplit_once("<text").unwrap().1;
        assert!(mark.contains("y=\"534\""), "{mark}");
        let on_paper = marked.on_paper(PaperWidth::COLUMN);
        assert!(on_paper.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8.5cm\""), "{on_paper}");
        assert!(on_paper.contains(QUICK_MARK), "{on_paper}");
    }
}
