//! Rectangular and three-dimensional meshes of trees. The paper reports algorithms for them and does not give them;
//! here `round-greedy` is set against the counting bound.

use super::grids::{Sample, random_sources, samples};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_topology::{Topology, build};

const ID: &str = "mot-beyond";

/// The networks, and how many random sources each has when there is little time; with more time, every node is a source
/// of networks of at most [`EVERY`] nodes, and eight times as many of the others.
const NETWORKS: [(&str, usize); 6] = [
    ("mesh-of-trees:3x2", 12),
    ("mesh-of-trees:4x3", 6),
    ("mesh-of-trees:5x3", 3),
    ("mesh-of-trees:2x2x2", 6),
    (BOX, 3),
    ("mesh-of-trees:3x3x3", 2),
];
const EVERY: usize = 400;
/// The one that is neither two-dimensional nor a cube.
const BOX: &str = "mesh-of-trees:3x3x2";

pub(super) fn beyond(context: &Context<'_>) -> FigureReport {
    let columns = ["network", "source", "degree", "rounds", "counting_bound", "gap", "channels"];
    let (mut claims, mut table) = (Vec::new(), Table::new(ID, &columns));
    for (index, (spec, few)) in NETWORKS.into_iter().enumerate() {
        let topology = build(spec).expect("the figure has networks that exist");
        let sources = match context.effort {
            Effort::Full if topology.graph().node_count() <= EVERY => topology.graph().nodes().collect(),
            Effort::Full => random_sources(&*topology, 8 * few, context.seed),
            Effort::Quick => random_sources(&*topology, few, context.seed),
        };
        let samples = samples(&*topology, "round-greedy", &sources);
        samples.iter().for_each(|sample| table.push(row(&*topology, spec, sample)));
        claims.push(claim(spec, &samples));
        (context.progress)((index + 1) as f64 / NETWORKS.len() as f64);
    }
    FigureReport { claims, tables: vec![table], pictures: Vec::new() }
}

fn row(topology: &dyn Topology, spec: &str, sample: &Sample) -> [String; 7] {
    let degree = topology.graph().degree(sample.source);
    let numbers = [sample.rounds, sample.bound, sample.rounds - sample.bound].map(|number| number.to_string());
    let [rounds, bound, gap] = numbers;
    let channels = sample.cost.channels.to_string();
    [spec.to_owned(), topology.node_name(sample.source), degree.to_string(), rounds, bound, gap, channels]
}

/// How far the plans are from the bound. The paper reports optimal algorithms for two dimensions and for cubes, and is
/// silent on other boxes: of those it is asked only whether they come within one round.
fn claim(spec: &str, samples: &[Sample]) -> PaperClaim {
    let largest = samples.iter().map(|sample| sample.rounds - sample.bound).max().unwrap_or(0);
    let at_bound = samples.iter().filter(|sample| sample.rounds == sample.bound).count();
    let is_right = samples.iter().all(|sample| sample.is_right);
    let measured = format!("at the bound from {at_bound} of {} sources; the largest gap is {largest}", samples.len());
    let (most, words, paper) = match spec == BOX {
        true => (1, "at most one round more than counting allows", "no statement"),
        false => (0, "as few rounds as counting allows", "an algorithm is reported, and not given"),
    };
    let claim =
        PaperClaim::new(ID, format!("{spec}: a broadcast takes {words}"), paper, measured, is_right && largest <= most);
    if spec == BOX { claim.ours() } else { claim }
}
