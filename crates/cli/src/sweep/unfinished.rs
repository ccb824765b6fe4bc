//! What a sweep says that is not finished: the table of the cells that are.

use super::in_words;
use crate::failure::Failure;
use crate::output::{self, Format};
use crate::words::count;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::Figures;
use wormcast::eval::sweep::{
    CellId, Searched, Store, SweepDocument, cells, finished, rows, searched, summaries_so_far,
};

/// What is finished of a sweep.
struct Unfinished {
    /// The cells that are finished: those of the search for saturation, while it goes on.
    results: Vec<(CellId, Figures)>,
    /// How many there are, as far as is known.
    all: usize,
    /// Whether saturation is still searched.
    searches: bool,
}

impl Unfinished {
    fn of(experiment: &Experiment, store: &Store) -> Self {
        let searches = experiment.loads.are_to_be_found();
        let known = if searches { search(experiment, store) } else { cells(experiment) };
        let all = known.len();
        Self { results: finished(experiment, store, known), all, searches }
    }

    /// How much is kept.
    fn kept(&self) -> String {
        let done = self.results.len();
        let are = if done == 1 { "is" } else { "are" };
        match self.searches {
            true => format!("{} of the search for saturation {are} kept", count(done, "run")),
            false => format!("{done} of {} {are} finished and kept", count(self.all, "cell")),
        }
    }
}

/// The runs that the search for saturation has made, and those that come next.
fn search(experiment: &Experiment, store: &Store) -> Vec<CellId> {
    let Searched { cells, .. } = searched(experiment, Some(store));
    cells
}

/// Prints the table of the cells that are finished, and the summary as far as they tell; returns how much is kept.
pub(super) fn print(experiment: &Experiment, store: &Store, format: Format) -> String {
    let unfinished = Unfinished::of(experiment, store);
    // Whoever interrupts a command may have closed what it prints to.
    let _ = match format {
        Format::Json => json(experiment, &unfinished),
        Format::Table if unfinished.results.is_empty() => Ok(()),
        Format::Table => output::print_text(&table(experiment, &unfinished)),
    };
    unfinished.kept()
}

/// Prints the document of a sweep of which cells are missing.
pub(super) fn print_json(experiment: &Experiment, store: &Store) -> Result<(), Failure> {
    json(experiment, &Unfinished::of(experiment, store))
}

fn json(experiment: &Experiment, Unfinished { results, all, .. }: &Unfinished) -> Result<(), Failure> {
    let summaries = summaries_so_far(experiment, results);
    let rows = rows(results);
    let document = SweepDocument::new(experiment, results, &summaries).without_cells(all - results.len());
    output::print_json(&document.with_rows(&rows))
}

fn table(experiment: &Experiment, Unfinished { results, searches, .. }: &Unfinished) -> String {
    let table = in_words::table(experiment, &rows(results));
    match searches {
        true => table,
        false => format!("{table}{}", in_words::summary(experiment, &summaries_so_far(experiment, results))),
    }
}
