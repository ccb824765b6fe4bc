//! Rectangular and three-dimensional meshes of trees. The paper reports algorithms for them and does not give them; here
//! `round-greedy` is set against the counting bound.

use super::grids::{Sample, random_sources, samples};
use crate::reproduce::{Claim, Context, Effort, Report, Table};
use wormcast_topology::{Topology, build};

const ID: &str = "mot-beyond";

/// The networks, and how many sources each has when there is little time; with more time, every node is a source of the
/// first two, and sixteen times as many of the last ones.
const NETWORKS: [(&str, usize); 4] =
    [("mesh-of-trees:3x2", 12), ("mesh-of-trees:2x2x2", 6), ("mesh-of-trees:4x3", 6), ("mesh-of-trees:3x3x3", 1)];

pub(super) fn beyond(context: &Context<'_>) -> Report {
    let columns = ["network", "source", "degree", "rounds", "counting_bound", "gap", "channels"];
    let (mut claims, mut table) = (Vec::new(), Table::new(ID, &columns));
    for (index, (spec, few)) in NETWORKS.into_iter().enumerate() {
        let topology = build(spec).expect("the figure has networks that exist");
        let sources = match context.effort {
            Effort::Full if index < 2 => topology.graph().nodes().collect(),
            Effort::Full => random_sources(&*topology, 16 * few, context.seed),
            Effort::Quick => random_sources(&*topology, few, context.seed),
        };
        let samples = samples(&*topology, "round-greedy", &sources);
        samples.iter().for_each(|sample| table.push(row(&*topology, spec, sample)));
        claims.push(claim(spec, &samples));
        (context.progress)((index + 1) as f64 / NETWORKS.len() as f64);
    }
    Report { claims, tables: vec![table], pictures: Vec::new() }
}

fn row(topology: &dyn Topology, spec: &str, sample: &Sample) -> [String; 7] {
    let degree = topology.graph().degree(sample.source);
    let numbers = [sample.rounds, sample.bound, sample.rounds - sample.bound].map(|number| number.to_string());
    let [rounds, bound, gap] = numbers;
    let channels = sample.cost.channels.to_string();
    [spec.to_owned(), topology.node_name(sample.source), degree.to_string(), rounds, bound, gap, channels]
}

/// How far the plans are from the bound.
fn claim(spec: &str, samples: &[Sample]) -> Claim {
    let with_gap = |gap: u32| samples.iter().filter(|sample| sample.rounds - sample.bound == gap).count();
    let gaps: Vec<_> =
        (0..8).filter(|&gap| with_gap(gap) > 0).map(|gap| format!("{gap} from {}", with_gap(gap))).collect();
    let largest = samples.iter().map(|sample| sample.rounds - sample.bound).max().unwrap_or(0);
    let is_right = samples.iter().all(|sample| sample.is_right);
    let measured = format!("rounds above the bound: {} of {} sources", gaps.join(", "), samples.len());
    let words = format!("{spec}: a broadcast takes at most one round more than the counting bound");
    Claim::new(ID, words, "an algorithm is reported, and not given", measured, is_right && largest <= 1)
}
