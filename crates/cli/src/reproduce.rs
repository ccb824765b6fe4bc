//! `wormcast reproduce`.

mod page;

use crate::failure::Failure;
use crate::html;
use crate::output::{self, Format};
use crate::pictures::write_picture;
use crate::progress::{self, Bar};
use crate::table::{self, Align};
use crate::threads::ThreadArgs;
use crate::verdict::Verdict;
use clap::Args;
use std::fs;
use std::path::PathBuf;
use wormcast::draw::PaperWidth;
use wormcast::eval::write_named;
use wormcast::papers::{Context, Effort, Figure, FigureReport, Outcome, PaperClaim, Table, figures, figures_named};
use wormcast_page::{FigureDocument, Page, TableDocument};

/// Measures figures and theorems of the papers against what they claim.
///
/// Each figure goes into the folder as CSV and SVG. A claim holds, does not hold, or is not decided at this precision;
/// by what rule stands with it (`--rules`, `--format json`). The exit status is 1 when a claim does not hold; a quick
/// run is no verdict, and ends with 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast reproduce star-11a\n  wormcast reproduce --all --out figures")]
pub(crate) struct Reproduce {
    /// The figures; `wormcast list` shows them. The beginning of a name will do if it is that of one figure alone, and
    /// `'dstm-*'` are all that begin so.
    #[arg(value_name = "FIGURE", required_unless_present = "all", conflicts_with = "all")]
    figures: Vec<String>,
    /// All figures.
    #[arg(long)]
    all: bool,
    /// The folder that tables and pictures go into.
    #[arg(long, value_name = "FOLDER", default_value = "figures")]
    out: PathBuf,
    /// Fewer repetitions: a first look, in seconds.
    #[arg(long)]
    quick: bool,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Show where the paper says it, the rule of each judgement, and the command for it.
    #[arg(long)]
    rules: bool,
    /// Also write every picture as PDF.
    #[arg(long)]
    pdf: bool,
    /// Draw the pictures as wide as a paper needs them, without titles: `8.5cm` is a column, `17.5cm` a page.
    #[arg(long, value_name = "WIDTH")]
    picture_width: Option<PaperWidth>,
    /// Also write a page into this file, as HTML: the claims, the pictures and the tables of all these figures.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// How to print the claims.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Reproduce {
    /// Measures the figures, writes them, and prints the claims.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let chosen = self.chosen()?;
        let pool = self.threads.pool()?;
        fs::create_dir_all(&self.out)
            .map_err(|error| Failure::new(format!("cannot use the folder {}: {error}", self.out.display())))?;
        let html = self.html.as_deref().map(html::target).transpose()?;
        let how = if self.quick { "in a quick run, which is no verdict" } else { "measured" };
        let mut page = Page::without_network(format!("Figures of the papers, {how}"));
        let (mut claims, mut pictures) = (Vec::new(), 0);
        for figure in chosen {
            let report = pool.install(|| self.measure(figure));
            self.write(&report)?;
            if html.is_some() {
                page.add_figure(on_page(figure, &report, self.quick)?);
            }
            pictures += report.pictures.len();
            claims.extend(report.claims);
        }
        if self.all {
            let name = if self.quick { "claims-quick.md" } else { "claims.md" };
            write_named(&self.out.join(name), |file| file.write_all(page::page(&claims).as_bytes()))?;
        }
        if let Some(target) = html {
            html::write(&target, page)?;
        }
        match self.format {
            Format::Json => output::print_json(&claims)?,
            Format::Table => output::print_text(&self.in_words(&claims, pictures))?,
        }
        let fails = claims.iter().any(|claim| claim.holds == Outcome::Fails);
        Ok(if fails && !self.quick { Verdict::No } else { Verdict::Yes })
    }

    /// The figures that are meant, each once, in the order in which they are named.
    fn chosen(&self) -> Result<Vec<&'static Figure>, Failure> {
        if self.all {
            return Ok(figures().collect());
        }
        let mut chosen: Vec<&Figure> = Vec::new();
        for name in &self.figures {
            for figure in figures_named(name)? {
                if chosen.iter().all(|known| known.id != figure.id) {
                    chosen.push(figure);
                }
            }
        }
        Ok(chosen)
    }

    fn measure(&self, figure: &Figure) -> FigureReport {
        let bar = Bar::new(figure.id);
        let progress = |share: f64| bar.set((share * 100.0) as usize, 100);
        let effort = if self.quick { Effort::Quick } else { Effort::Full };
        let measure = || figure.measure(&Context { effort, seed: self.seed, progress: &progress });
        progress::each_minute(|| bar.in_words(), measure)
    }

    fn in_words(&self, claims: &[PaperClaim], pictures: usize) -> String {
        let mut columns = vec![
            ("figure", Align::Left),
            ("holds", Align::Left),
            ("claim", Align::Left),
            ("paper", Align::Left),
            ("measured", Align::Left),
        ];
        if self.rules {
            columns.extend([("section", Align::Left), ("rule", Align::Left), ("command", Align::Left)]);
        }
        let row = |claim: &PaperClaim| {
            let mut row = vec![claim.figure.clone(), claim.holds.name().into(), claim.claim.clone()];
            row.extend([page::word(&claim.paper), page::word(&claim.measured)]);
            if self.rules {
                row.extend([claim.section.clone(), claim.rule.clone(), claim.command.clone()]);
            }
            row
        };
        let mut text = table::render(&columns, claims.iter().map(row));
        if self.quick {
            text.push_str(
                "\nA quick run is no verdict: it takes smaller networks and fewer repetitions than the papers.",
            );
        }
        let written = match pictures {
            0 => "tables are",
            _ => "tables and pictures are",
        };
        text.push_str(&format!("\n{}; {written} in {}\n", page::tally(claims), self.out.display()));
        if self.pdf && pictures == 0 {
            text.push_str("no PDF is written: these figures have no picture\n");
        }
        text
    }

    fn write(&self, report: &FigureReport) -> Result<(), Failure> {
        for table in &report.tables {
            write_named(&self.out.join(format!("{}.csv", table.name)), |file| table.write_csv(file))?;
        }
        for picture in &report.pictures {
            let svg = self.picture_width.map(|width| picture.on_paper(width));
            let path = self.out.join(format!("{}.svg", picture.name));
            write_picture(&path, svg.as_deref().unwrap_or(&picture.svg), self.pdf)?;
        }
        Ok(())
    }
}

/// A figure as a part of a page, which says so where its claims are judged by a quick run.
fn on_page(figure: &Figure, report: &FigureReport, is_quick: bool) -> Result<FigureDocument, Failure> {
    let table = |table: &Table| {
        let Table { name, columns, rows } = table.clone();
        TableDocument { name, columns, rows }
    };
    Ok(FigureDocument {
        name: figure.id.into(),
        title: if is_quick { format!("{} (quick run, no verdict)", figure.title) } else { figure.title.into() },
        claims: report.claims.iter().map(serde_json::to_value).collect::<Result<_, _>>()?,
        tables: report.tables.iter().map(table).collect(),
        pictures: report.pictures.iter().map(|picture| (picture.name.clone(), picture.svg.clone())).collect(),
    })
}
