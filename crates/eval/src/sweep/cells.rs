//! The cells of a sweep: which there are, and running those that are not finished.

use super::failed::Failed;
use super::identity::{CellIdentity, ExperimentIdentity};
use super::{Kept, Key, Shard, Store};
use crate::experiment::{Experiment, Loads, SchemeConfig};
use crate::run::{Cell, Figures, RunError, StopRule};
use rayon::prelude::*;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// One cell: a scheme at a load with a seed.
#[derive(Clone, Debug)]
pub struct CellId {
    /// The scheme, with its options.
    pub scheme: SchemeConfig,
    /// Offered load, in messages per node per µs.
    pub load: f64,
    /// The same in the unit in which the loads of the experiment are.
    pub load_in_unit: f64,
    /// The seed.
    pub seed: u64,
    /// When its run ends.
    pub stop: StopRule,
    /// The name under which its result is kept.
    pub key: Key,
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} with seed {}", self.scheme.label, self.load_in_unit, self.seed)
    }
}

/// Why a sweep cannot go on. What was finished before is kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A cell cannot be run.
    #[error("{cell}: {source}")]
    Run {
        /// The cell, in words.
        cell: String,
        /// Why.
        source: RunError,
    },
    /// A result cannot be kept.
    #[error("the result of a cell cannot be kept: {0}")]
    Io(#[from] io::Error),
}

/// The cells of an experiment, scheme by scheme, load by load, seed by seed.
pub fn cells(experiment: &Experiment) -> Vec<CellId> {
    cells_at(experiment, &experiment.loads)
}

/// The same with other loads.
pub fn cells_at(experiment: &Experiment, loads: &Loads) -> Vec<CellId> {
    let stop = experiment.stop;
    let common = Key::of(&ExperimentIdentity::of(experiment, stop));
    let mut cells = Vec::new();
    for (number, scheme) in experiment.schemes.iter().enumerate() {
        for &load in loads.of(number) {
            for &seed in &experiment.seeds {
                let key = Key::of(&CellIdentity::new(&common, scheme, load, seed));
                let load_in_unit = experiment.in_unit(load);
                cells.push(CellId { scheme: scheme.clone(), load, load_in_unit, seed, stop, key });
            }
        }
    }
    cells
}

/// The cell of a scheme, by its number, at any load with any seed. O(network): the identity of the experiment is made.
pub fn cell_at(experiment: &Experiment, scheme: usize, load: f64, seed: u64) -> CellId {
    cell_of(experiment, &experiment.schemes[scheme], load, seed, experiment.stop)
}

/// The cell of a scheme at any load with any seed, whose run ends by this rule.
pub(super) fn cell_of(experiment: &Experiment, scheme: &SchemeConfig, load: f64, seed: u64, stop: StopRule) -> CellId {
    let common = Key::of(&ExperimentIdentity::of(experiment, stop));
    let key = Key::of(&CellIdentity::new(&common, scheme, load, seed));
    CellId { scheme: scheme.clone(), load, load_in_unit: experiment.in_unit(load), seed, stop, key }
}

/// What is kept of a cell. Figures that do not fit the network count as damaged.
pub fn kept(experiment: &Experiment, store: &Store, cell: &CellId) -> Kept<Figures> {
    let channels = experiment.topology.graph().channel_count();
    match store.load::<Figures>(&cell.key) {
        Kept::Whole(figures) if figures.utilisation.len() != channels => Kept::Damaged,
        other => other,
    }
}

/// Runs the cells of a part that the store does not have yet: [`run_cells`].
///
/// # Errors
/// As [`run_cells`].
pub fn run_missing(
    experiment: &Experiment,
    store: &Store,
    shard: Shard,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<Vec<CellId>, SweepError> {
    let cells = cells(experiment).into_iter().enumerate();
    let own = cells.filter(|(number, _)| shard.has(*number)).map(|(_, cell)| cell).collect();
    run_cells(experiment, store, own, progress)
}

/// Runs those of these cells that the store does not have yet, on the threads of the current rayon pool, and keeps each
/// as soon as it is finished. If there are more threads than cells, each runs on several ([`Cell::run_on`]). `progress`
/// is told how many of how many are finished. Returns those whose file was damaged: they were run again.
///
/// # Errors
/// A cell cannot be kept; others may have been finished. Or the first cell that cannot be run: then all cells of the
/// schemes that can be run are finished.
pub fn run_cells(
    experiment: &Experiment,
    store: &Store,
    cells: Vec<CellId>,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<Vec<CellId>, SweepError> {
    let count = cells.len();
    let (mut missing, mut damaged) = (Vec::new(), Vec::new());
    for cell in cells {
        match kept(experiment, store, &cell) {
            Kept::Whole(_) => {}
            Kept::Missing => missing.push(cell),
            Kept::Damaged => damaged.push(cell),
        }
    }
    let finished = AtomicUsize::new(count - missing.len() - damaged.len());
    progress(finished.load(Ordering::Relaxed), count);
    let (threads, failed) = (threads_each(experiment, missing.len() + damaged.len()), Failed::default());
    missing.par_iter().chain(&damaged).enumerate().try_for_each(|(place, cell)| {
        if failed.is_behind(place, cell) {
            return Ok(());
        }
        match run_cell_on(experiment, cell, threads) {
            Ok(figures) => store.save(&cell.key, &figures)?,
            Err(error) => {
                failed.note(place, cell, error);
                return Ok(());
            }
        }
        progress(finished.fetch_add(1, Ordering::Relaxed) + 1, count);
        Ok::<_, SweepError>(())
    })?;
    failed.first().map_or(Ok(damaged), Err)
}

/// With fewer nodes than this for each thread, threads wait for each other more than they work: a run on mesh:64x64 is
/// no faster on two, one on mesh:4x4 fifteen times slower.
const NODES_A_THREAD: usize = 2048;

/// How many threads of the current rayon pool each has of so many cells that run at once.
pub(super) fn threads_each(experiment: &Experiment, cells: usize) -> NonZeroUsize {
    let useful = experiment.topology.graph().node_count() / NODES_A_THREAD;
    NonZeroUsize::new(useful.min(rayon::current_num_threads() / cells.max(1))).unwrap_or(NonZeroUsize::MIN)
}

/// The result of a cell, which is run on so many threads and kept if the store does not have it.
pub(super) fn run_or_load(
    experiment: &Experiment,
    store: &Store,
    cell: &CellId,
    threads: NonZeroUsize,
) -> Result<Figures, SweepError> {
    if let Kept::Whole(figures) = kept(experiment, store, cell) {
        return Ok(figures);
    }
    let figures = run_cell_on(experiment, cell, threads)?;
    store.save(&cell.key, &figures)?;
    Ok(figures)
}

/// Runs one cell.
///
/// # Errors
/// It cannot be run.
pub fn run_cell(experiment: &Experiment, cell: &CellId) -> Result<Figures, SweepError> {
    run_cell_on(experiment, cell, NonZeroUsize::MIN)
}

fn run_cell_on(experiment: &Experiment, cell: &CellId, threads: NonZeroUsize) -> Result<Figures, SweepError> {
    let run = Cell {
        topology: &*experiment.topology,
        scheme: cell.scheme.scheme,
        options: &cell.scheme.options,
        unicast: experiment.unicast_scheme.as_ref().map(|unicast| (unicast.scheme, &unicast.options)),
        traffic: &experiment.traffic,
        engine: experiment.engine,
        timing: &experiment.timing,
        stop: cell.stop,
        load: cell.load,
        seed: cell.seed,
    };
    run.run_on(threads).map_err(|source| SweepError::Run { cell: cell.to_string(), source })
}

/// The results of all cells, in their order; or how many are missing.
///
/// # Errors
/// The number of cells that the store does not have.
pub fn collect(experiment: &Experiment, store: &Store) -> Result<Vec<(CellId, Figures)>, usize> {
    let cells = cells(experiment);
    let count = cells.len();
    let found = finished(experiment, store, cells);
    if found.len() == count { Ok(found) } else { Err(count - found.len()) }
}

/// The results of those of these cells that are finished, in their order.
pub fn finished(experiment: &Experiment, store: &Store, cells: Vec<CellId>) -> Vec<(CellId, Figures)> {
    let whole = |cell: CellId| kept(experiment, store, &cell).whole().map(|figures| (cell, figures));
    cells.into_iter().filter_map(whole).collect()
}
