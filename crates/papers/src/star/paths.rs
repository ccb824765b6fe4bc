//! Section 3.2: "in the worst case" a path of simple multipath has ¾N channels. A broadcast is the worst case: each
//! of its paths goes through a whole node class, label by label.

use super::super::lone::Bench;
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use std::ops::Range;
use wormcast_plan::MulticastSet;
use wormcast_schemes::{LabelRouting, Options};
use wormcast_topology::{NodeId, StarGraph, Topology};

const ID: &str = "star-paths";

/// The size of the largest node class of a source, by labels, among the labels of a range.
fn largest_class(routing: &LabelRouting<'_>, source: u32, range: &Range<u32>) -> u32 {
    let steps = routing.steps(source).iter().map(|step| step.label).filter(|label| range.contains(label));
    let mut bounds: Vec<u32> = steps.collect();
    bounds.sort_unstable();
    let split = bounds.partition_point(|&label| label < source);
    let (below, above) = bounds.split_at(split);
    // Upwards a class runs to before the next neighbour, downwards to after the one before.
    let up = above.iter().zip(above.iter().skip(1).copied().chain([range.end])).map(|(&from, to)| to - from);
    let down = below.iter().zip([range.start].into_iter().chain(below.iter().map(|&label| label + 1)));
    up.chain(down.map(|(&from, to)| from + 1 - to)).max().unwrap_or(0)
}

/// The longest paths of broadcasts on one star, over all sources.
struct Worst {
    dimension: usize,
    nodes: u32,
    simple: u32,
    /// Of the second phase of two-phase: from the relays, each in its own substar.
    second_phase: u32,
}

impl Worst {
    fn of(dimension: usize) -> Self {
        let star = StarGraph::new(dimension).expect("it fits");
        let routing = LabelRouting::new(&star).expect("stars have labels");
        let nodes = star.graph().node_count() as u32;
        let simple = (0..nodes).into_par_iter().map(|source| largest_class(&routing, source, &(0..nodes))).max();
        let substar = nodes / dimension as u32;
        let relays = (0..dimension as u32).map(|at| at * substar);
        let second_phase = relays.map(|relay| largest_class(&routing, relay, &(relay..relay + substar))).max();
        Self { dimension, nodes, simple: simple.unwrap_or(0), second_phase: second_phase.unwrap_or(0) }
    }
}

/// From how many sources of how many the longest path of a broadcast is as long as the largest class.
fn confirmed(dimension: usize) -> (usize, usize) {
    let star = StarGraph::new(dimension).expect("it fits");
    let routing = LabelRouting::new(&star).expect("stars have labels");
    let nodes: Vec<NodeId> = star.graph().nodes().collect();
    let mut bench = Bench::new(&star, "multi-path", &Options::default());
    let is_so = |source: &NodeId| {
        let destinations: Vec<NodeId> = nodes.iter().copied().filter(|node| node != source).collect();
        let plan = bench.plan(MulticastSet { source: *source, destinations: &destinations });
        let longest = plan.worms.iter().map(|worm| worm.hops.len() as u32).max();
        longest == Some(largest_class(&routing, routing.label(*source), &(0..nodes.len() as u32)))
    };
    (nodes.iter().copied().filter(is_so).count(), nodes.len())
}

pub(super) fn paths(context: &Context<'_>) -> FigureReport {
    let (last, planned) = if context.effort == Effort::Full { (8, 6) } else { (6, 4) };
    let all: Vec<Worst> = (3..=last).map(Worst::of).collect();
    let mut table =
        Table::new(ID, &["dimension", "nodes", "longest_multi_path", "three_quarters", "longest_second_phase"]);
    for worst in &all {
        let row = [worst.dimension as u32, worst.nodes, worst.simple, 3 * worst.nodes / 4, worst.second_phase];
        table.push(row.map(|number| number.to_string()));
    }
    let (same, sources) = confirmed(planned);
    let rule = format!(
        "exact: the largest node class over all sources; the plans of broadcasts from {same} of {sources} sources of n = {planned} have just that path"
    );
    let simple = |worst: &Worst| (worst.simple, worst.nodes);
    let second = |worst: &Worst| (worst.second_phase, worst.nodes / worst.dimension as u32);
    let claims = vec![
        bounded("a path of simple multipath has at most ¾N channels", "¾N", &all, simple).by(rule.as_str()),
        bounded("a path of the second phase of two-phase has at most ¾(n − 1)! channels", "¾(n − 1)!", &all, second)
            .said_in("3.2.2")
            .by(rule.as_str()),
        linear(&all),
    ];
    FigureReport::plain(claims, table)
}

/// Whether paths stay within three quarters of the nodes of a network.
fn bounded(text: &str, paper: &str, all: &[Worst], of: fn(&Worst) -> (u32, u32)) -> PaperClaim {
    let words: Vec<_> =
        all.iter().map(|worst| format!("n = {}: {} of {}", worst.dimension, of(worst).0, of(worst).1)).collect();
    let holds = all.iter().map(of).all(|(length, nodes)| 4 * length <= 3 * nodes);
    PaperClaim::new(ID, text, paper, words.join("; "), holds)
}

/// As an order of growth, O(¾N) is O(N), which holds: no path visits a node twice.
fn linear(all: &[Worst]) -> PaperClaim {
    let claim =
        "as orders of growth, O(¾n! + d log d) and O(n! + d log d) are the same, and hold: labels only rise or fall";
    let fits = all.iter().all(|worst| worst.simple < worst.nodes);
    PaperClaim::new(ID, claim, "O(¾n! + d log d)", "no path has N channels or more", fits)
}
