//! The schemes that the figures compare.

use super::super::super::Effort;
use rayon::prelude::*;
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::option::{LINK_ORDER, SPLIT_DESTINATIONS, TREE};
use wormcast_schemes::trees::{Distances, LinkOrder, RootedTree, TreeShape, most_trees};
use wormcast_schemes::{Options, TreeChoice, scheme_named};
use wormcast_topology::{Topology, Torus};

/// A scheme with its options, under a name of its own.
pub(super) struct SchemeConfig {
    pub(super) name: String,
    pub(super) scheme: &'static str,
    pub(super) options: Options,
}

impl SchemeConfig {
    pub(super) fn new(name: impl Into<String>, scheme: &'static str, options: Options) -> Self {
        Self { name: name.into(), scheme, options }
    }

    /// The mean way of a unicast over all pairs of nodes, in channels.
    pub(super) fn unicast_way(&self, topology: &dyn Topology) -> f64 {
        let scheme = scheme_named(self.scheme).expect("a figure names schemes that exist");
        let mut planner = scheme.prepare(topology, &self.options).expect("the scheme serves the torus");
        let nodes = || topology.graph().nodes();
        let (mut channels, mut pairs, mut worms) = (0, 0, Worms::new());
        for (source, destination) in nodes().flat_map(|a| nodes().map(move |b| (a, b))).filter(|(a, b)| a != b) {
            worms.clear();
            let set = MulticastSet { source, destinations: &[destination] };
            planner.plan(set, &mut worms).expect("the torus is connected");
            channels += worms.hop_count();
            pairs += 1;
        }
        channels as f64 / f64::from(pairs)
    }
}

/// How many random orders the paper's pairs are chosen from.
const ORDERS: u64 = 500;
const FEW_ORDERS: u64 = 40;

/// A pair is well balanced if the largest branch at either root holds at most this share of the nodes.
const BALANCED: f64 = 0.6;

pub(super) const SPAM: &str = "spam";
pub(super) const DSTM_1: &str = "dstm-1";
pub(super) const DSTM_2: &str = "dstm-2";
pub(super) const BEST: &str = "tarjan-best";
pub(super) const AVERAGE: &str = "tarjan-average";
pub(super) const PATHS: &str = "tarjan-paths";

/// The six curves of the paper, in the order in which they stand from the lowest latency to the highest, but for the
/// paths, which the paper calls pathological.
pub(super) fn papers(effort: Effort) -> Vec<SchemeConfig> {
    let (best, average) = pairs_of_random_orders(if effort == Effort::Full { ORDERS } else { FEW_ORDERS });
    let packed = |order| Options::default().with(&LINK_ORDER, order);
    vec![
        SchemeConfig::new(DSTM_1, "dstm-1", Options::default()),
        SchemeConfig::new(BEST, "disjoint-trees", packed(LinkOrder::Seeded(best))),
        SchemeConfig::new(DSTM_2, "dstm-2", Options::default()),
        SchemeConfig::new(AVERAGE, "disjoint-trees", packed(LinkOrder::Seeded(average))),
        SchemeConfig::new(SPAM, "spam", Options::default()),
        SchemeConfig::new(PATHS, "disjoint-trees", packed(LinkOrder::HamiltonianPaths)),
    ]
}

pub(super) const FEWEST: &str = "dstm-1 fewest-channels";
pub(super) const LEAST_LOADED: &str = "dstm-1 least-loaded";
pub(super) const SPLIT: &str = "dstm-1 split-destinations";
pub(super) const SINGLE: &str = "single-tree";
pub(super) const OPTIMISED: &str = "dstm-optimised";

/// What the paper leaves out: other choices of the tree, and one tree without cross links.
pub(super) fn ours() -> Vec<SchemeConfig> {
    let fewest = Options::default().with(&TREE, TreeChoice::FewestChannels);
    let least_loaded = Options::default().with(&TREE, TreeChoice::LeastLoaded);
    let split = Options::default().with_switch(&SPLIT_DESTINATIONS);
    vec![
        SchemeConfig::new(DSTM_1, "dstm-1", Options::default()),
        SchemeConfig::new(FEWEST, "dstm-1", fewest),
        SchemeConfig::new(LEAST_LOADED, "dstm-1", least_loaded),
        SchemeConfig::new(SPLIT, "dstm-1", split),
        SchemeConfig::new(SPAM, "spam", Options::default()),
        SchemeConfig::new(SINGLE, "single-tree", Options::default()),
        SchemeConfig::new(OPTIMISED, "dstm-optimised", Options::default()),
    ]
}

/// The torus of the paper's simulations.
pub(super) fn torus() -> Torus {
    Torus::new(&[16, 16]).expect("it fits")
}

/// What the paper chooses its pairs by.
pub(super) struct Shape {
    pub(super) diameter: f64,
    pub(super) average: f64,
    pub(super) largest_share: f64,
}

/// The seeds of two well balanced pairs among those of random orders: one with short ways, and one whose ways are as
/// long as those of the mean pair.
fn pairs_of_random_orders(orders: u64) -> (u64, u64) {
    let torus = torus();
    let measured: Vec<Shape> =
        (1..=orders).into_par_iter().map(|seed| Shape::of(&trees_of_random_order(&torus, seed))).collect();
    let mean = |value: fn(&Shape) -> f64| measured.iter().map(value).sum::<f64>() / measured.len() as f64;
    let (diameter, average) = (mean(|pair| pair.diameter), mean(|pair| pair.average));
    let relative = |pair: &Shape| (pair.diameter / diameter, pair.average / average);
    let length = |pair: &Shape| relative(pair).0 + relative(pair).1;
    let off = |pair: &Shape| (relative(pair).0 - 1.0).abs() + (relative(pair).1 - 1.0).abs();
    let balanced = || (1..).zip(&measured).filter(|(_, pair)| pair.largest_share <= BALANCED);
    let best = balanced().min_by(|a, b| length(a.1).total_cmp(&length(b.1)));
    let usual = balanced().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
    let seed = |pair: Option<(u64, &Shape)>| pair.expect("many of the pairs are balanced").0;
    (seed(best), seed(usual))
}

/// The trees that a random order packs, well rooted.
pub(super) fn trees_of_random_order(torus: &Torus, seed: u64) -> Vec<RootedTree> {
    let links = LinkOrder::Seeded(seed).links(torus).expect("any network has random orders");
    most_trees(torus.graph(), &links).trees
}

impl Shape {
    pub(super) fn of(trees: &[RootedTree]) -> Self {
        let spread = Distances::new(trees).spread();
        let shares = trees.iter().map(|tree| TreeShape::of(tree).largest_share());
        Self {
            diameter: f64::from(spread.diameter()),
            average: spread.average(),
            largest_share: shares.fold(0.0, f64::max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pair_has_shorter_ways_than_the_usual_one() {
        let torus = torus();
        let (best, usual) = pairs_of_random_orders(FEW_ORDERS);
        let [best, usual] = [best, usual].map(|seed| Shape::of(&trees_of_random_order(&torus, seed)));
        assert!(best.average < usual.average && best.diameter < usual.diameter);
        assert!(best.largest_share.max(usual.largest_share) <= BALANCED);
    }
}
