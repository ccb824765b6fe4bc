//! A sweep in one line a scheme.

use super::cells::run_or_load;
use super::points::{failure, failures, points};
use super::throughput::{Throughput, throughput};
use super::{CellId, Store, SweepError, cell_at};
use crate::experiment::Experiment;
use crate::run::{Figures, RunOutcome};
use rayon::prelude::*;
use std::num::NonZeroUsize;

/// A load at which messages do not meet, in messages per µs in the whole network: one in a second.
const ALONE: f64 = 1e-6;

/// What a scheme is capable of on the network of an experiment, under its traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct SchemeSummary {
    /// The label of the scheme.
    pub scheme: String,
    /// The mean latency of a message that is alone in the network, in nanoseconds; none if that is not known.
    pub zero_load_latency_ns: Option<f64>,
    /// The greatest load up to which the runs with all seeds were steady, in messages per node per µs.
    pub steady_up_to: Option<f64>,
    /// The greatest load up to which no run was saturated or deadlocked: also over loads at which a run spent its
    /// budget before its mean latency was known.
    pub carried_up_to: Option<f64>,
    /// The least load at which the network was saturated, or deadlocked, with some seed, and which of both; none if it
    /// was at no load of the experiment.
    pub fails_at: Option<(f64, RunOutcome)>,
    /// With how many seeds it was, at that load.
    pub failed_seeds: usize,
    /// The most that the network takes in of this traffic; none if it carried no load, or stopped in a deadlock.
    pub throughput: Option<Throughput>,
}

impl SchemeSummary {
    /// The saturation load with these seeds, and how far that may be off: it is between the last load that is carried
    /// and the first one that is not. Other seeds have another one, which may be further away. None if there are not
    /// both, or if the network deadlocked there: that is where the first seed hung, and says nothing of what the
    /// network carries.
    ///
    /// ```
    /// use wormcast_eval::run::RunOutcome::Saturated;
    /// let found = wormcast_eval::sweep::SchemeSummary {
    ///     scheme: "ocms".into(), zero_load_latency_ns: None, steady_up_to: Some(0.5), carried_up_to: Some(1.0),
    ///     fails_at: Some((1.5, Saturated)), failed_seeds: 1, throughput: None,
    /// };
    /// assert_eq!(found.saturation_load(), Some((1.25, 0.25)));
    /// ```
    pub fn saturation_load(&self) -> Option<(f64, f64)> {
        let (carried, (fails, how)) = (self.carried_up_to?, self.fails_at?);
        if how == RunOutcome::Deadlock {
            return None;
        }
        Some((f64::midpoint(carried, fails), (fails - carried) / 2.0))
    }
}

/// The summary of each scheme, given the results of all cells in their order. Zero-load latencies are measured, at a
/// load at which a message is sent in a second, and so is what the network takes in at saturation where the runs there
/// were too short for that: on the threads of the current rayon pool, and kept in the store.
///
/// # Errors
/// A run cannot be made or kept.
pub fn summaries(
    experiment: &Experiment,
    store: &Store,
    results: &[(CellId, Figures)],
) -> Result<Vec<SchemeSummary>, SweepError> {
    let one = |scheme: usize| -> Result<SchemeSummary, SweepError> {
        let zero_load_latency_ns = zero_load_latency(experiment, store, scheme)?;
        Ok(SchemeSummary { zero_load_latency_ns, ..summary(experiment, Some(store), results, scheme)? })
    };
    (0..experiment.schemes.len()).into_par_iter().map(one).collect()
}

/// What the results of some cells, in their order, say of each scheme: up to the first load that is missing. Nothing is
/// run.
pub fn summaries_so_far(experiment: &Experiment, results: &[(CellId, Figures)]) -> Vec<SchemeSummary> {
    (0..experiment.schemes.len()).filter_map(|scheme| summary(experiment, None, results, scheme).ok()).collect()
}

/// All of a summary that the results say, and longer runs if there is a store for them.
fn summary(
    experiment: &Experiment,
    store: Option<&Store>,
    results: &[(CellId, Figures)],
    scheme: usize,
) -> Result<SchemeSummary, SweepError> {
    let points = points(experiment, results, scheme);
    let is_steady = |seeds: &[(CellId, Figures)]| seeds.iter().all(|(_, figures)| figures.outcome.is_carried());
    let steady = points.iter().take_while(|(_, seeds)| is_steady(seeds)).last();
    let carried = points.iter().take_while(|(_, seeds)| failure(seeds).is_none()).last();
    let failing = points.iter().find_map(|(load, seeds)| Some((*load, failure(seeds)?, failures(seeds))));
    Ok(SchemeSummary {
        scheme: experiment.schemes[scheme].label.clone(),
        zero_load_latency_ns: None,
        steady_up_to: steady.map(|point| point.0),
        carried_up_to: carried.map(|point| point.0),
        fails_at: failing.map(|(load, outcome, _)| (load, outcome)),
        failed_seeds: failing.map_or(0, |(.., seeds)| seeds),
        throughput: throughput(experiment, store, &points)?,
    })
}

/// The mean latency of messages that are alone; none if no run of them is steady.
fn zero_load_latency(experiment: &Experiment, store: &Store, scheme: usize) -> Result<Option<f64>, SweepError> {
    // The messages of one instant of a trace meet, however slowly it is played.
    if experiment.traffic.trace.is_some() {
        return Ok(None);
    }
    let load = ALONE / experiment.topology.graph().terminals().count() as f64;
    let Some(&seed) = experiment.seeds.first() else { return Ok(None) };
    let cell = cell_at(experiment, scheme, load, seed);
    let figures = run_or_load(experiment, store, &cell, NonZeroUsize::MIN)?;
    let all = figures.classes.iter().find(|class| class.of.is_none());
    Ok(all.and_then(|all| all.latency.as_ref()).map(|latency| latency.latency.mean))
}
