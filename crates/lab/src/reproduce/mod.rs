//! The papers' figures and theorems, measured against what they claim.
//!
//! A figure is a file of its own and a line in the list of its paper; [`figures`] gives all. Running it gives a [`Report`]: claims with what was measured,
//! tables, and pictures.

mod dstm;
mod lone;
mod mot;
mod report;
mod star;

pub use report::{Claim, Picture, Report, Table};

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
    /// What it shows.
    pub title: &'static str,
    /// Measures it.
    pub run: fn(&Context<'_>) -> Report,
}

impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Figure").field("id", &self.id).field("paper", &self.paper).finish_non_exhaustive()
    }
}

/// Every figure, paper by paper. A paper is a file of its own with its figures, and a line here.
const PAPERS: &[&[Figure]] = &[star::FIGURES, dstm::FIGURES, dstm::UNDER_LOAD, mot::FIGURES];

/// Every figure, in the order of the papers.
pub fn figures() -> impl Iterator<Item = &'static Figure> {
    PAPERS.iter().copied().flatten()
}

/// A name that no figure has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown figure `{name}`; `wormcast list` shows all{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct UnknownFigure {
    /// The name that was asked for.
    pub name: String,
    /// The nearest name.
    pub nearest: Option<String>,
}

/// The figure of this name.
///
/// # Errors
/// There is none.
pub fn figure_named(name: &str) -> Result<&'static Figure, UnknownFigure> {
    let found = figures().find(|figure| figure.id == name);
    found.ok_or_else(|| UnknownFigure {
        name: name.to_owned(),
        nearest: nearest(name, figures().map(|figure| figure.id)),
    })
}
