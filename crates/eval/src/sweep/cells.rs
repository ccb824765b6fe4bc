//! The cells of a sweep: which there are, and running those that are not finished.

use super::{Key, Shard, Store};
use crate::experiment::{Experiment, SchemeConfig};
use crate::run::{Cell, Figures, RunError};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// Changes when the same cell would give another result.
const GENERATION: u32 = 1;

/// One cell: a scheme at a load with a seed.
#[derive(Clone)]
pub struct CellId {
    /// The scheme, with its options.
    pub scheme: SchemeConfig,
    /// Offered load, in messages per node per µs.
    pub load: f64,
    /// The seed.
    pub seed: u64,
    /// The name under which its result is kept.
    pub key: Key,
}

impl std::fmt::Debug for CellId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {} with seed {}", self.scheme.label, self.load, self.seed)
    }
}

/// Why a sweep cannot go on. What was finished before is kept.
#[derive(Debug, Error)]
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
    #[error("the result of a cell cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// The cells of an experiment, scheme by scheme, load by load, seed by seed.
pub fn cells(experiment: &Experiment) -> Vec<CellId> {
    let common = common_key(experiment);
    let mut cells = Vec::new();
    for scheme in &experiment.schemes {
        for &load in &experiment.loads {
            for &seed in &experiment.seeds {
                let key = Key::of(&(common.as_str(), name_and_options(scheme), load.to_bits(), seed));
                cells.push(CellId { scheme: scheme.clone(), load, seed, key });
            }
        }
    }
    cells
}

/// The part of a scheme in what decides results; its label has none.
fn name_and_options(scheme: &SchemeConfig) -> String {
    [scheme.scheme.name().to_owned()].into_iter().chain(scheme.words.iter().cloned()).collect::<Vec<_>>().join(" ")
}

/// All that decides results and is the same in every cell. A network from a file goes in by its channels.
fn common_key(experiment: &Experiment) -> Key {
    let graph = experiment.topology.graph();
    let mut channels = Sha256::new();
    for channel in graph.channels() {
        channels.update((graph.source(channel).index() as u32).to_le_bytes());
        channels.update((graph.target(channel).index() as u32).to_le_bytes());
    }
    let traffic = format!("{:?}", experiment.traffic);
    let timing = format!("{:?}", experiment.timing);
    let common =
        Key::of(&(GENERATION, &experiment.network, channels.finalize().to_vec(), traffic, timing, experiment.stop));
    match &experiment.unicast_scheme {
        None => common,
        Some(scheme) => Key::of(&(common.as_str(), name_and_options(scheme))),
    }
}

/// Runs the cells of a part that the store does not have yet, on the threads of the current rayon pool, and keeps each
/// as soon as it is finished. `progress` is told how many of how many are finished.
///
/// # Errors
/// The first cell that cannot be run or kept; others may have been finished.
pub fn run_missing(
    experiment: &Experiment,
    store: &Store,
    shard: Shard,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<(), SweepError> {
    let own: Vec<CellId> = cells(experiment)
        .into_iter()
        .enumerate()
        .filter(|(number, _)| shard.has(*number))
        .map(|(_, cell)| cell)
        .collect();
    let missing: Vec<&CellId> = own.iter().filter(|cell| store.load::<Figures>(&cell.key).is_none()).collect();
    let finished = AtomicUsize::new(own.len() - missing.len());
    progress(finished.load(Ordering::Relaxed), own.len());
    missing.into_par_iter().try_for_each(|cell| {
        let figures = run(experiment, cell)?;
        store.save(&cell.key, &figures)?;
        progress(finished.fetch_add(1, Ordering::Relaxed) + 1, own.len());
        Ok(())
    })
}

fn run(experiment: &Experiment, cell: &CellId) -> Result<Figures, SweepError> {
    let run = Cell {
        topology: &*experiment.topology,
        scheme: cell.scheme.scheme,
        options: &cell.scheme.options,
        unicast: experiment.unicast_scheme.as_ref().map(|unicast| (unicast.scheme, &unicast.options)),
        traffic: &experiment.traffic,
        timing: &experiment.timing,
        stop: experiment.stop,
        load: cell.load,
        seed: cell.seed,
    };
    run.run().map_err(|source| SweepError::Run { cell: format!("{cell:?}"), source })
}

/// The results of all cells, in their order; or how many are missing.
///
/// # Errors
/// The number of cells that the store does not have.
pub fn collect(experiment: &Experiment, store: &Store) -> Result<Vec<(CellId, Figures)>, usize> {
    let cells = cells(experiment);
    let count = cells.len();
    let found: Vec<_> =
        cells.into_iter().filter_map(|cell| store.load::<Figures>(&cell.key).map(|figures| (cell, figures))).collect();
    if found.len() == count { Ok(found) } else { Err(count - found.len()) }
}
