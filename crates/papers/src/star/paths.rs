//! Section 3.2: "in the worst case" a path of simple multipath has ¾N channels. A broadcast is the worst case: its
//! paths go through whole node classes.

use super::super::lone::Bench;
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_plan::MulticastSet;
use wormcast_schemes::Options;
use wormcast_topology::{NodeId, StarGraph, Topology};

const ID: &str = "star-paths";

/// The longest path of broadcasts on one star, by phase, over all sources that were tried.
struct Worst {
    dimension: usize,
    nodes: usize,
    sources: usize,
    simple: u32,
    second_phase: u32,
}

/// The longest worm of each of two phases.
fn longest(bench: &mut Bench<'_>, source: NodeId, nodes: usize) -> [u32; 2] {
    let destinations: Vec<NodeId> = (0..nodes).map(NodeId::new).filter(|&node| node != source).collect();
    let plan = bench.plan(MulticastSet { source, destinations: &destinations });
    let of = |round: u32| plan.worms.iter().filter(move |worm| worm.round == round).map(|worm| worm.hops.len() as u32);
    [0, 1].map(|round| of(round).max().unwrap_or(0))
}

impl Worst {
    /// Over every source, or every `stride`-th one.
    fn of(dimension: usize, stride: usize) -> Self {
        let star = StarGraph::new(dimension).expect("it fits");
        let nodes = star.graph().node_count();
        let sources: Vec<usize> = (0..nodes).step_by(stride).collect();
        let run = |(simple, two_phase): &mut (Bench<'_>, Bench<'_>), &source: &usize| {
            let source = NodeId::new(source);
            (longest(simple, source, nodes)[0], longest(two_phase, source, nodes)[1])
        };
        let benches = || {
            let bench = |scheme: &str| Bench::new(&star, scheme, &Options::default());
            (bench("multi-path"), bench("two-phase-multi-path"))
        };
        let most = |(a, b): (u32, u32), (c, d): (u32, u32)| (a.max(c), b.max(d));
        let (simple, second_phase) = sources.par_iter().map_init(benches, run).reduce(|| (0, 0), most);
        Self { dimension, nodes, sources: sources.len(), simple, second_phase }
    }
}

pub(super) fn paths(context: &Context<'_>) -> FigureReport {
    // From every source, but for the largest: a broadcast there visits 40,320 nodes.
    let strides: &[(usize, usize)] = if context.effort == Effort::Full {
        &[(3, 1), (4, 1), (5, 1), (6, 1), (7, 9), (8, 2521)]
    } else {
        &[(4, 1), (5, 1)]
    };
    let all: Vec<Worst> = strides.iter().map(|&(dimension, stride)| Worst::of(dimension, stride)).collect();
    let columns = ["dimension", "nodes", "sources", "longest_multi_path", "three_quarters", "longest_second_phase"];
    let mut table = Table::new(ID, &columns);
    for worst in &all {
        let numbers = [worst.dimension, worst.nodes, worst.sources, worst.simple as usize, 3 * worst.nodes / 4];
        let mut row: Vec<String> = numbers.map(|number| number.to_string()).into();
        row.push(worst.second_phase.to_string());
        table.rows.push(row);
    }
    let within = |length: u32, nodes: usize| 4 * length as usize <= 3 * nodes;
    let words = |of: &dyn Fn(&Worst) -> (u32, usize)| {
        let parts = all.iter().map(|worst| (of(worst), worst.dimension));
        parts.map(|((length, nodes), n)| format!("n = {n}: {length} of {nodes}")).collect::<Vec<_>>().join("; ")
    };
    let simple = |worst: &Worst| (worst.simple, worst.nodes);
    let second = |worst: &Worst| (worst.second_phase, worst.nodes / worst.dimension);
    let holds = |of: &dyn Fn(&Worst) -> (u32, usize)| all.iter().map(of).all(|(length, nodes)| within(length, nodes));
    let rule = "exact: one source that takes more refutes it; every source to n = 6, every 9th and 2521st beyond";
    let claims = vec![
        PaperClaim::new(ID, "a path of simple multipath has at most ¾N channels", "¾N", words(&simple), holds(&simple))
            .by(rule),
        PaperClaim::new(
            ID,
            "a path of the second phase of two-phase has at most ¾(n − 1)! channels",
            "¾(n − 1)!",
            words(&second),
            holds(&second),
        )
        .said_in("3.2.2")
        .by(rule),
        linear(&all),
    ];
    FigureReport::plain(claims, table)
}

/// As an order of growth, O(¾N) is O(N), which holds: no path visits a node twice.
fn linear(all: &[Worst]) -> PaperClaim {
    let claim =
        "as orders of growth, O(¾n! + d log d) and O(n! + d log d) are the same, and hold: labels only rise or fall";
    let fits = all.iter().all(|worst| (worst.simple as usize) < worst.nodes);
    PaperClaim::new(ID, claim, "O(¾n! + d log d)", "no path has N channels or more", fits)
}
