//! The star graph itself, the labels that the text quotes, node classes, and that routing completes.

use super::super::lone::Bench;
use super::super::theorems::{Theorem, prove};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_plan::{Cost, MulticastSet, Worms};
use wormcast_schemes::{LabelRouting, Options, scheme_named};
use wormcast_topology::{NodeId, StarGraph, Topology};

/// The labels of the 4-star that the text quotes.
const QUOTED: [(&str, u32); 12] = [
    ("1234", 0),
    ("3124", 2),
    ("4213", 6),
    ("1243", 7),
    ("2143", 8),
    ("3412", 12),
    ("4312", 13),
    ("1342", 14),
    ("2431", 18),
    ("2341", 21),
    ("3241", 22),
    ("4231", 23),
];

fn star(dimension: usize) -> StarGraph {
    StarGraph::new(dimension).expect("figures have dimensions that fit")
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// Whether a star has the size that the paper says, and whether its labels are a Hamiltonian path.
fn is_as_stated(n: usize) -> (bool, bool) {
    let star = star(n);
    let graph = star.graph();
    let regular = graph.nodes().all(|node| graph.degree(node) == n - 1);
    let links = graph.channel_count() / 2;
    let size = regular && graph.node_count() == factorial(n) && links == (n - 1) * factorial(n) / 2;
    let path = star.labelling().is_ok_and(|labels| {
        let whole = labels.path().len() == graph.node_count();
        whole && labels.path().windows(2).all(|pair| graph.channel(pair[0], pair[1]).is_some())
    });
    (size, path)
}

/// How many of the quoted labels are those of the labelling here.
fn quoted() -> usize {
    let four = star(4);
    let routing = LabelRouting::new(&four).expect("stars have labels");
    let label = |name: &str| routing.label(four.find_node(name).expect("it is a permutation"));
    QUOTED.iter().filter(|(name, quoted)| label(name) == *quoted).count()
}

pub(super) fn graph(context: &Context<'_>) -> FigureReport {
    let id = "star-graph";
    let last = if context.effort == Effort::Full { 8 } else { 6 };
    let mut table = Table::new(id, &["dimension", "size_as_stated", "labels_are_a_path"]);
    let found: Vec<_> = (3..=last).map(is_as_stated).collect();
    for (n, (size, path)) in (3..).zip(&found) {
        table.push([n.to_string(), size.to_string(), path.to_string()]);
    }
    let (size, path) = (found.iter().all(|found| found.0), found.iter().all(|found| found.1));
    let (right, all, range) = (quoted(), QUOTED.len(), format!("n = 3 to {last}"));
    let labels = "the labels of the 4-star that the text quotes";
    let claims = vec![
        PaperClaim::new(id, "degree n − 1, n! nodes, (n − 1)n!/2 links", "as stated", range.as_str(), size),
        PaperClaim::new(id, "the labelling is a Hamiltonian path", "as stated", range.as_str(), path).said_in("2.2.1"),
        PaperClaim::new(id, labels, "as quoted", format!("{right} of {all} labels"), right == all)
            .said_in("2.2.1, 3.2.2"),
        classes(id, context),
    ];
    FigureReport::plain(claims, table)
}

/// Whether the worms of a broadcast by simple multipath are the node classes: each node once, and each class the labels
/// from one neighbour of the source to before the next.
fn classes(id: &str, context: &Context<'_>) -> PaperClaim {
    let last = if context.effort == Effort::Full { 6 } else { 5 };
    let (mut right, mut all) = (0, 0);
    for n in 3..=last {
        let star = star(n);
        let mut bench = Bench::new(&star, "multi-path", &Options::default());
        for source in star.graph().nodes() {
            all += 1;
            right += usize::from(are_classes(&mut bench, &star, source));
        }
    }
    let claim = "the n − 1 node classes share out all nodes but the source (the last one runs to N − 1, not n − 1)";
    PaperClaim::new(id, claim, "as stated", format!("from {right} of {all} sources, n = 3 to {last}"), right == all)
        .said_in("3.1")
}

fn are_classes(bench: &mut Bench<'_>, star: &StarGraph, source: NodeId) -> bool {
    let routing = LabelRouting::new(star).expect("stars have labels");
    let graph = star.graph();
    let destinations: Vec<NodeId> = graph.nodes().filter(|&node| node != source).collect();
    let plan = bench.plan(MulticastSet { source, destinations: &destinations });
    let own = routing.label(source);
    let mut served = 0;
    let is_class = plan.worms.iter().all(|worm| {
        served += worm.deliveries.len();
        let first = worm.deliveries[0].node;
        let labels = worm.deliveries.iter().map(|delivery| routing.label(delivery.node));
        let far = |label: u32| label.abs_diff(own);
        let consecutive = labels.clone().zip(labels.clone().skip(1)).all(|(a, b)| far(b) == far(a) + 1);
        let others = graph.neighbours(source).iter().filter(|&&node| node != first);
        consecutive
            && graph.channel(source, first).is_some()
            && others.clone().all(|&node| labels.clone().all(|label| label != routing.label(node)))
    });
    is_class && served == destinations.len()
}

pub(super) fn theorems(context: &Context<'_>) -> FigureReport {
    let id = "star-theorems";
    let last = if context.effort == Effort::Full { 6 } else { 4 };
    let mut table =
        Table::new(id, &["dimension", "ordered_pairs", "reached", "broadcasts_of_both_schemes", "complete"]);
    let (mut pairs_right, mut broadcasts_right) = (true, true);
    for n in 3..=last {
        let star = star(n);
        let nodes = star.graph().node_count();
        let reached = reached_pairs(&star);
        let complete = complete_broadcasts(&star);
        pairs_right &= reached == nodes * (nodes - 1);
        broadcasts_right &= complete == 2 * nodes;
        let row = [n, nodes * (nodes - 1), reached, 2 * nodes, complete];
        table.push(row.map(|number| number.to_string()));
    }
    let measured = format!("all ordered pairs, n = 3 to {last}");
    let claims = vec![
        PaperClaim::new(
            id,
            "RF has a path between any two nodes, up and down (lemmas 1 to 3)",
            "always",
            measured,
            pairs_right,
        ),
        PaperClaim::new(
            id,
            "simple and two-phase multipath complete (theorems 1 and 3)",
            "always",
            format!("broadcasts from every node, n = 3 to {last}: each node has the message once"),
            broadcasts_right,
        ),
    ];
    FigureReport::plain(claims, table)
}

/// The ordered pairs between which RF leads by labels that only rise, or only fall.
fn reached_pairs(star: &StarGraph) -> usize {
    let routing = LabelRouting::new(star).expect("stars have labels");
    let nodes = star.graph().node_count() as u32;
    let reaches = |from: u32, to: u32| {
        let mut at = from;
        while at != to {
            let Some(step) = routing.step(at, to) else { return false };
            if (step.label < at) != (to < at) {
                return false;
            }
            at = step.label;
        }
        true
    };
    let from = |from: u32| (0..nodes).filter(|&to| to != from && reaches(from, to)).count();
    (0..nodes).into_par_iter().map(from).sum()
}

/// How many broadcasts of the two schemes, from every node, deliver to each node once. In the second one the relays
/// have the message from the first phase.
fn complete_broadcasts(star: &StarGraph) -> usize {
    let nodes = star.graph().node_count();
    let run = |scheme: &str, source: usize| {
        let source = NodeId::new(source);
        let destinations: Vec<NodeId> = star.graph().nodes().filter(|&node| node != source).collect();
        let mut bench = Bench::new(star, scheme, &Options::default());
        let plan = bench.plan(MulticastSet { source, destinations: &destinations });
        let mut times = vec![0_u32; nodes];
        plan.worms.iter().flat_map(|worm| worm.deliveries).for_each(|delivery| times[delivery.node.index()] += 1);
        destinations.iter().all(|node| times[node.index()] == 1)
    };
    let both =
        |source: usize| usize::from(run("multi-path", source)) + usize::from(run("two-phase-multi-path", source));
    (0..nodes).into_par_iter().map(both).sum()
}

const THEOREMS: [Theorem; 4] = [
    Theorem::of("3.2.1, theorem 2", "simple multipath is free of deadlock", "star:6", "multi-path"),
    Theorem::of("3.2.2, theorem 4", "two-phase multipath is free of deadlock", "star:6", "two-phase-multi-path"),
    Theorem::of("2.2.2", "dual-path routing is free of deadlock", "star:6", "dual-path"),
    Theorem::of("2.2.2", "Hamiltonian-path routing is free of deadlock", "star:6", "hamiltonian-path"),
];

pub(super) fn deadlock(_: &Context<'_>) -> FigureReport {
    let id = "star-deadlock";
    let mut table = Table::new(id, &["network", "scheme", "answer", "proof"]);
    let claims = THEOREMS.iter().map(|theorem| prove(id, theorem, &mut table)).collect();
    FigureReport::plain(claims, table)
}

/// Rounds of a `unicast-tree` from the first node of a 6-star to the 120 after it.
pub(super) fn rounds_of_unicast_tree() -> u32 {
    let star = star(6);
    let destinations: Vec<NodeId> = (1..=120).map(NodeId::new).collect();
    let set = MulticastSet { source: NodeId::new(0), destinations: &destinations };
    let mut worms = Worms::new();
    let scheme = scheme_named("unicast-tree").expect("the scheme exists");
    let planner = scheme.prepare(&star, &Options::default());
    planner.expect("it serves every network").plan(set, &mut worms).expect("the star is connected");
    Cost::of(&worms).rounds
}
