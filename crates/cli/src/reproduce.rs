//! `wormcast reproduce`.

use crate::failure::Failure;
use crate::output::{self, Format};
use crate::pictures::write_picture;
use crate::progress::Bar;
use crate::table::{self, Align};
use crate::threads::ThreadArgs;
use crate::verdict::Verdict;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use wormcast::eval::write_named;
use wormcast::papers::{Context, Effort, Figure, FigureReport, PaperClaim, figures, figures_named};

/// Measures figures and theorems of the papers against what they claim.
///
/// Each figure goes into the folder as CSV and SVG. The exit status is 1 when a claim does not hold.
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
    /// Also write every picture as PDF.
    #[arg(long)]
    pdf: bool,
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
        let mut claims = Vec::new();
        for figure in chosen {
            let report = pool.install(|| self.measure(figure));
            self.write(&report)?;
            claims.extend(report.claims);
        }
        match self.format {
            Format::Json => output::print_json(&claims)?,
            Format::Table => output::print_text(&in_words(&claims, self.quick, &self.out))?,
        }
        Ok(if claims.iter().all(|claim| claim.holds) { Verdict::Yes } else { Verdict::No })
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
        (figure.run)(&Context { effort, seed: self.seed, progress: &progress })
    }

    fn write(&self, report: &FigureReport) -> Result<(), Failure> {
        for table in &report.tables {
            write_named(&self.out.join(format!("{}.csv", table.name)), |file| table.write_csv(file))?;
        }
        for picture in &report.pictures {
            write_picture(&self.out.join(format!("{}.svg", picture.name)), &picture.svg, self.pdf)?;
        }
        Ok(())
    }
}

fn in_words(claims: &[PaperClaim], quick: bool, folder: &Path) -> String {
    let columns = [
        ("figure", Align::Left),
        ("holds", Align::Left),
        ("claim", Align::Left),
        ("paper", Align::Left),
        ("measured", Align::Left),
    ];
    let word = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let row = |claim: &PaperClaim| {
        let holds = if claim.holds { "yes" } else { "NO" };
        vec![claim.figure.clone(), holds.into(), claim.claim.clone(), word(&claim.paper), word(&claim.measured)]
    };
    let mut text = table::render(&columns, claims.iter().map(row));
    let held = claims.iter().filter(|claim| claim.holds).count();
    if quick {
        text.push_str("\nA quick run is no verdict: it takes smaller networks and fewer repetitions than the papers.");
    }
    text.push_str(&format!(
        "\n{held} of {} claims hold; tables and pictures are in {}\n",
        claims.len(),
        folder.display()
    ));
    text
}
