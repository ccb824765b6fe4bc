//! How schemes differ.

use super::CellId;
use super::apart::{Apart, apart};
use super::points::points;
use crate::experiment::Experiment;
use crate::run::{Figures, Unpaired};
use crate::stats::Estimate;
use crate::traffic::MessageClass;

/// How much longer messages take by a scheme than by another one, at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The label of the scheme.
    pub scheme: String,
    /// The label of the scheme that it is compared with.
    pub first: String,
    /// In messages per node per µs.
    pub load: f64,
    /// Whose latency that is; none for all messages together.
    pub class: Option<MessageClass>,
    /// The difference of the mean latencies in nanoseconds, over the seeds.
    pub latency_ns: Apart,
    /// The seeds whose runs are not compared message by message, and why.
    pub unpaired: Vec<(u64, Unpaired)>,
}

/// The results with all seeds at one load.
type Seeds<'r> = &'r [(CellId, Figures)];

/// The differences of the schemes from one of them, at the loads that they have in common and at which both have a mean
/// latency with every seed: from the base line of the experiment, or the first scheme, or where that has no mean the
/// first of the others that has one. Of all messages, and in mixed traffic of unicasts and of multicasts. Runs with one
/// seed have the same messages, so that a difference is known better than either mean, as long as enough of them are in
/// both runs. Given the results of all cells in their order.
pub fn differences(experiment: &Experiment, results: &[(CellId, Figures)]) -> Vec<Difference> {
    let curves: Vec<_> = (0..experiment.schemes.len()).map(|scheme| points(experiment, results, scheme)).collect();
    let bases: Vec<usize> = experiment.baseline.into_iter().chain(0..curves.len()).collect();
    let at = |scheme: usize, load: f64| {
        let seeds = curves[scheme].iter().find(|(own, _)| *own == load)?.1;
        means(seeds, None).map(|_| seeds)
    };
    let mut found = Vec::new();
    for (scheme, curve) in curves.iter().enumerate() {
        for &(load, _) in curve {
            let base = bases.iter().find_map(|&base| Some((base, at(base, load)?)));
            let (Some(own), Some((base, others))) = (at(scheme, load), base.filter(|&(base, _)| base != scheme)) else {
                continue;
            };
            let labels = [scheme, base].map(|scheme| experiment.schemes[scheme].label.clone());
            found.extend(classes(own, others).filter_map(|class| over_seeds(labels.clone(), load, class, own, others)));
        }
    }
    found
}

/// All messages, and the classes if there are several.
fn classes<'r>(own: Seeds<'r>, others: Seeds<'r>) -> impl Iterator<Item = Option<MessageClass>> + 'r {
    let has = move |class| own.iter().chain(others).all(|(_, run)| run.class(Some(class)).is_some());
    let is_mixed = [MessageClass::Unicast, MessageClass::Multicast].into_iter().all(has);
    let classes = [None, Some(MessageClass::Unicast), Some(MessageClass::Multicast)];
    classes.into_iter().take(if is_mixed { 3 } else { 1 })
}

/// The difference over all seeds; none if a run has no mean latency.
fn over_seeds(
    [scheme, first]: [String; 2],
    load: f64,
    class: Option<MessageClass>,
    own: Seeds<'_>,
    others: Seeds<'_>,
) -> Option<Difference> {
    let pairs: Vec<_> = own.iter().zip(others).map(|((_, own), (_, other))| own.longer_than(other, class)).collect();
    let seeds = own.iter().map(|(cell, _)| cell.seed);
    let unpaired = seeds.zip(&pairs).filter_map(|(seed, pair)| Some((seed, pair.err()?))).collect();
    let paired: Vec<_> = pairs.iter().map(|pair| pair.ok()).collect();
    let latency_ns = apart(&means(own, class)?, &means(others, class)?, &paired)?;
    Some(Difference { scheme, first, load, class, latency_ns, unpaired })
}

/// The mean latency of a class with every seed; none if one is not known.
fn means(seeds: Seeds<'_>, class: Option<MessageClass>) -> Option<Vec<Estimate>> {
    seeds.iter().map(|(_, run)| mean(run, class)).collect()
}

/// The mean latency of a class in a run that knows where its steady state begins.
fn mean(run: &Figures, class: Option<MessageClass>) -> Option<Estimate> {
    Some(run.class(class)?.latency.as_ref().filter(|_| run.warm_up.is_some())?.latency)
}
