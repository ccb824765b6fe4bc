//! Figure 15 with unicasts by the routing function RF. The paper does not say how its unicasts are routed; in the
//! figures here they take shortest ways.

use super::super::judge::Interval;
use super::super::lone::{Bench, RandomSets};
use super::SIZES;
use super::claims::{PAIRED, places, span};
use crate::{Context, Effort, Outcome, PaperClaim};
use rayon::prelude::*;
use wormcast_plan::MulticastSet;
use wormcast_schemes::{LabelRouting, Options};
use wormcast_topology::{NodeId, StarGraph};

/// The proposed schemes.
const PROPOSED: [&str; 2] = ["multi-path", "two-phase-multi-path"];
/// From how many destinations on each is asked about: two phases begin with a path to the relays.
const FROM: [f64; 2] = [5.0, 20.0];

/// Channels of both schemes in units of those of the tree of unicasts by RF, over random sets of one size.
fn ratios(star: &StarGraph, size: usize, repetitions: usize, seed: u64) -> [Interval; 2] {
    let routing = LabelRouting::new(star).expect("stars have labels");
    let mut sets = RandomSets::new(star, size, seed ^ (size as u64) << 40);
    let sets: Vec<(NodeId, Vec<NodeId>)> = (0..repetitions)
        .map(|_| {
            let set = sets.next();
            (set.source, set.destinations.to_vec())
        })
        .collect();
    let channels = |scheme: &str, of: &dyn Fn(&wormcast_plan::Plan) -> u64| {
        let mut bench = Bench::new(star, scheme, &Options::default());
        let plan = |(source, to): &(NodeId, Vec<NodeId>)| {
            of(bench.plan(MulticastSet { source: *source, destinations: to })) as f64
        };
        sets.iter().map(plan).collect::<Vec<f64>>()
    };
    let by_labels = |plan: &wormcast_plan::Plan| {
        let ways = plan.worms.iter().flat_map(|worm| worm.deliveries.iter().map(move |end| (worm.origin, end.node)));
        ways.map(|(from, to)| u64::from(routing.distance(from, to))).sum()
    };
    let unicasts = channels("unicast-tree", &by_labels);
    PROPOSED.map(|scheme| Interval::ratio(&channels(scheme, &|plan| plan.cost().channels), &unicasts))
}

/// Whether each scheme would take fewer channels than unicasts by RF: at all sizes, and where two phases pay.
pub(super) fn would_take_fewer(context: &Context<'_>, id: &str) -> Vec<PaperClaim> {
    let star = StarGraph::new(6).expect("a 6-star fits");
    let repetitions = if context.effort == Effort::Full { 240 } else { 32 };
    let of_size = |&size: &f64| (size, ratios(&star, size as usize, repetitions, context.seed));
    let all: Vec<(f64, [Interval; 2])> = SIZES.par_iter().map(of_size).collect();
    let claim = |(scheme, name): (usize, &&str)| {
        let from = FROM[scheme];
        let points = all.iter().filter(|(size, _)| *size >= from).map(|&(size, ratios)| (size, ratios[scheme]));
        let points: Vec<_> = points.collect();
        let outcomes: Vec<_> = points.iter().map(|&(size, ratio)| (size, ratio.is_below(1.0))).collect();
        let (least, most) = span(&points);
        let measured = format!("ratio {least:.2} to {most:.2}; so{}", places(&outcomes));
        let claim = format!(
            "if unicasts went by RF too, which the paper does not rule out, {name} would take fewer channels than unicast-tree \
             from {from} destinations on"
        );
        let holds = Outcome::all(outcomes.iter().map(|&(_, outcome)| outcome));
        PaperClaim::new(id, claim, "no statement", measured, holds).ours().by(PAIRED)
    };
    PROPOSED.iter().enumerate().map(claim).collect()
}
