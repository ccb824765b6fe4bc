//! The cells of one scheme at one load, found in the order of all cells.

use super::CellId;
use crate::experiment::Experiment;
use crate::run::{Figures, RunOutcome};

/// For one scheme of an experiment, by its number: each load in ascending order, with the results of all seeds there,
/// up to the first load at which some are missing. Given the results of cells in their order. O(cells + loads²).
pub(super) fn points<'r>(
    experiment: &Experiment,
    results: &'r [(CellId, Figures)],
    scheme: usize,
) -> Vec<(f64, &'r [(CellId, Figures)])> {
    let label = &experiment.schemes[scheme].label;
    let is_of_one_load =
        |(a, _): &(CellId, Figures), (b, _): &(CellId, Figures)| (&a.scheme.label, a.load) == (&b.scheme.label, b.load);
    let own: Vec<_> = results.chunk_by(is_of_one_load).filter(|runs| runs[0].0.scheme.label == *label).collect();
    let mut loads = experiment.loads.of(scheme).to_vec();
    loads.sort_by(f64::total_cmp);
    let whole = |load: &f64| own.iter().find(|runs| runs[0].0.load == *load && runs.len() == experiment.seeds.len());
    loads.iter().map_while(|load| Some((*load, *whole(load)?))).collect()
}

/// How the network failed under a load: deadlocked with some seed, or else saturated with some; none if it did not.
pub(super) fn failure(seeds: &[(CellId, Figures)]) -> Option<RunOutcome> {
    let is_with_some = |outcome: &RunOutcome| seeds.iter().any(|(_, figures)| figures.outcome == *outcome);
    [RunOutcome::Deadlock, RunOutcome::Saturated].into_iter().find(is_with_some)
}

/// With how many seeds it fails.
pub(super) fn failures(seeds: &[(CellId, Figures)]) -> usize {
    seeds.iter().filter(|one| failure(std::slice::from_ref(one)).is_some()).count()
}
