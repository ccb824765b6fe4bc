//! The cells of one scheme at one load, found in the order of all cells.

use super::CellId;
use crate::experiment::Experiment;
use crate::run::{Figures, RunOutcome};

/// For one scheme of an experiment, by its number: each load in ascending order, with the results of all seeds there.
/// Given the results of all cells in their order. O(loads log loads).
pub(super) fn points<'r>(
    experiment: &Experiment,
    results: &'r [(CellId, Figures)],
    scheme: usize,
) -> Vec<(f64, &'r [(CellId, Figures)])> {
    let (loads, seeds) = (experiment.loads.of(scheme), experiment.seeds.len());
    let own = results.chunks(seeds.max(1)).skip(scheme * loads.len());
    let mut points: Vec<_> = loads.iter().copied().zip(own).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// How the network failed under a load: deadlocked with some seed, or else saturated with some; none if it did not.
pub(super) fn failure(seeds: &[(CellId, Figures)]) -> Option<RunOutcome> {
    let is_with_some = |outcome: &RunOutcome| seeds.iter().any(|(_, figures)| figures.outcome == *outcome);
    [RunOutcome::Deadlock, RunOutcome::Saturated].into_iter().find(is_with_some)
}
