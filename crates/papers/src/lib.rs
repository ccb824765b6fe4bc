//! The papers' figures and theorems, measured against what they claim.
//!
//! A figure is a file of its own and a line in the list of its paper; [`figures`] gives all. Running it gives a
//! [`FigureReport`]: claims with what was measured, tables, and pictures.

mod dstm;
mod judge;
mod lone;
mod mesh;
mod mot;
mod report;
mod star;
mod theorems;

pub use report::{FigureReport, Outcome, PaperClaim, Picture, Table};

use std::fmt;
use thiserror::Error;
use wormcast_topology::nearest;

/// How much work a figure may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Fewer repetitions, for a first look and for tests: seconds.
    Quick,
    /// The paper's parameters.
    #[default]
    Full,
}

/// What a figure is run with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How much work to do.
    pub effort: Effort,
    /// The seed of everything random.
    pub seed: u64,
    /// Told the share that is done, from 0 to 1, now and then, from any thread.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("effort", &self.effort).field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// A figure, table or theorem of a paper.
#[derive(Clone, Copy)]
pub struct Figure {
    /// Its name on the command line, such as `dstm-9`.
    pub id: &'static str,
    /// The paper, by its short name.
    pub paper: &'static str,
    /// Where the paper says it; claims may name a place of their own.
    pub section: &'static str,
    /// What it shows.
    pub title: &'static str,
    run: fn(&Context<'_>) -> FigureReport,
}

impl Figure {
    /// Measures it. Claims get the figure's section and the rule for exact ones where they have none of their own;
    /// what a quick run makes is marked as such.
    pub fn measure(&self, context: &Context<'_>) -> FigureReport {
        let mut report = (self.run)(context);
        for claim in &mut report.claims {
            claim.complete(self.section);
        }
        if context.effort == Effort::Quick {
            report.mark_as_quick();
        }
        report
    }
}

impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Figure").field("id", &self.id).field("paper", &self.paper).finish_non_exhaustive()
    }
}

/// A paper, by its short name.
#[derive(Clone, Copy, Debug)]
struct Paper(&'static str);

impl Paper {
    /// A figure of the paper: its name, where the paper has it, what it shows, and what measures it.
    const fn figure(
        self,
        id: &'static str,
        section: &'static str,
        title: &'static str,
        run: fn(&Context<'_>) -> FigureReport,
    ) -> Figure {
        Figure { id, paper: self.0, section, title, run }
    }
}

/// Every figure, paper by paper. A paper is a file of its own with its figures, and a line here.
const PAPERS: &[&[Figure]] = &[mesh::FIGURES, dstm::FIGURES, dstm::UNDER_LOAD, mot::FIGURES, star::FIGURES];

/// Every figure, in the order of the papers.
pub fn figures() -> impl Iterator<Item = &'static Figure> {
    PAPERS.iter().copied().flatten()
}

/// A name that no figure has, or that several may be meant by.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum UnknownFigure {
    /// None is meant.
    #[error("unknown figure `{name}`; `wormcast list` shows all{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    None {
        /// The name that was asked for.
        name: String,
        /// The nearest name.
        nearest: Option<String>,
    },
    /// Several begin so.
    #[error("`{name}` may be {}; add to it, or take all with `{name}*`", .candidates.join(", "))]
    Several {
        /// The beginning that was given.
        name: String,
        /// Those that begin so.
        candidates: Vec<&'static str>,
    },
}

/// The figures that are meant: the one of this name, or the only one whose name begins so; `dstm-*` are all that begin
/// so.
///
/// ```
/// use wormcast_papers::figures_named;
/// assert_eq!(figures_named("star-11a")?[0].id, "star-11a");
/// assert_eq!(figures_named("dstm-rep")?[0].id, "dstm-repacking");
/// assert!(figures_named("mot-*")?.len() > 1);
/// assert!(figures_named("dstm-").is_err());
/// # Ok::<(), wormcast_papers::UnknownFigure>(())
/// ```
///
/// # Errors
/// None is meant, or a beginning without a star is that of several.
pub fn figures_named(name: &str) -> Result<Vec<&'static Figure>, UnknownFigure> {
    if let Some(exact) = figures().find(|figure| figure.id == name) {
        return Ok(vec![exact]);
    }
    let beginning = name.strip_suffix('*');
    let meant: Vec<_> = figures().filter(|figure| figure.id.starts_with(beginning.unwrap_or(name))).collect();
    match meant.len() {
        0 => {
            let nearest = nearest(name, figures().map(|figure| figure.id));
            Err(UnknownFigure::None { name: name.to_owned(), nearest })
        }
        2.. if beginning.is_none() && !name.is_empty() => {
            let candidates = meant.iter().map(|figure| figure.id).collect();
            Err(UnknownFigure::Several { name: name.to_owned(), candidates })
        }
        _ if name.is_empty() => Err(UnknownFigure::None { name: String::new(), nearest: None }),
        _ => Ok(meant),
    }
}
