//! How schemes differ.

use super::CellId;
use super::apart::{Apart, apart};
use super::points::points;
use crate::experiment::Experiment;
use crate::run::Figures;
use crate::stats::Estimate;

/// How much longer messages take by a scheme than by the first one, at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The label of the scheme.
    pub scheme: String,
    /// The label of the first scheme.
    pub first: String,
    /// In messages per node per µs.
    pub load: f64,
    /// The difference of the mean latencies in nanoseconds, over the seeds.
    pub latency_ns: Apart,
}

/// The differences of all schemes from the first, at the loads that they have in common and at which both have a mean
/// latency with every seed. Runs with one seed have the same messages, so that a difference is known better than either
/// mean, as long as enough of them are in both runs. Given the results of all cells in their order.
pub fn differences(experiment: &Experiment, results: &[(CellId, Figures)]) -> Vec<Difference> {
    let of_first = points(experiment, results, 0);
    let of_scheme = |scheme: usize| {
        let pairs = points(experiment, results, scheme).into_iter().filter_map(|(load, own)| {
            let (_, first) = of_first.iter().find(|(other, _)| *other == load)?;
            Some((load, own, *first))
        });
        let difference = |(load, own, first)| {
            Some(Difference {
                scheme: experiment.schemes[scheme].label.clone(),
                first: experiment.schemes[0].label.clone(),
                load,
                latency_ns: over_seeds(own, first)?,
            })
        };
        pairs.filter_map(difference).collect::<Vec<_>>()
    };
    (1..experiment.schemes.len()).flat_map(of_scheme).collect()
}

/// The difference over all seeds; none if a run has no mean latency.
fn over_seeds(own: &[(CellId, Figures)], first: &[(CellId, Figures)]) -> Option<Apart> {
    let means = |runs: &[(CellId, Figures)]| runs.iter().map(|(_, run)| mean(run)).collect::<Option<Vec<_>>>();
    let paired: Vec<_> = own.iter().zip(first).map(|((_, own), (_, first))| in_common(own, first)).collect();
    apart(&means(own)?, &means(first)?, &paired)
}

/// The mean latency of all messages of a run that knows where its steady state begins.
fn mean(run: &Figures) -> Option<Estimate> {
    let all = run.classes.iter().find(|class| class.of.is_none())?;
    Some(all.latency.as_ref().filter(|_| run.warm_up.is_some())?.latency)
}

/// The difference over the messages that both runs have behind their warm-ups.
fn in_common(own: &Figures, first: &Figures) -> Option<Estimate> {
    let warm_up = own.warm_up?.max(first.warm_up?);
    own.blocks.as_ref()?.longer_than(first.blocks.as_ref()?, warm_up)
}
