//! How schemes differ: paired intervals, over the messages that they have in common.

use super::CellId;
use super::points::points;
use crate::experiment::Experiment;
use crate::run::{Blocks, Figures};
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
    /// The difference of the mean latencies in nanoseconds, with its 95 % interval; over the seeds. None if, with some
    /// seed, the shorter run ended before the warm-up of the other was over: then no messages can be compared.
    pub latency_ns: Option<Estimate>,
}

/// The differences of all schemes from the first, at the loads that they have in common and at which both have a mean
/// latency with every seed. Runs with one seed have the same messages, so that a difference is known better than either
/// mean. Given the results of all cells in their order.
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
                latency_ns: over_seeds(&paired(own, first)?),
            })
        };
        pairs.filter_map(difference).collect::<Vec<_>>()
    };
    (1..experiment.schemes.len()).flat_map(of_scheme).collect()
}

/// A run, another one with the same messages, and how many of these are warm-up in either.
type Pair<'r> = (&'r Blocks, &'r Blocks, u64);

/// The runs of two schemes, seed by seed; none if one of them has no mean latency.
fn paired<'r>(own: &'r [(CellId, Figures)], first: &'r [(CellId, Figures)]) -> Option<Vec<Pair<'r>>> {
    let pair = |((_, own), (_, first)): (&'r (CellId, Figures), &'r (CellId, Figures))| {
        Some((own.blocks.as_ref()?, first.blocks.as_ref()?, own.warm_up?.max(first.warm_up?)))
    };
    own.iter().zip(first).map(pair).collect::<Option<Vec<_>>>().filter(|pairs| !pairs.is_empty())
}

/// The mean over independent seeds; their half-widths add like standard errors.
fn over_seeds(pairs: &[Pair<'_>]) -> Option<Estimate> {
    let found = pairs.iter().map(|(own, first, warm_up)| own.longer_than(first, *warm_up));
    let found = found.collect::<Option<Vec<_>>>()?;
    let count = found.len() as f64;
    let squares = found.iter().map(|one| one.half_width.map(|width| width * width)).sum::<Option<f64>>();
    Some(Estimate {
        mean: found.iter().map(|one| one.mean).sum::<f64>() / count,
        half_width: squares.map(|squares| squares.sqrt() / count),
        batches: None,
    })
}
