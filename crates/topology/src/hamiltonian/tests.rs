//! The search against dynamic programming over subsets, and a check of every proof by its definition.

use super::obstacle::Obstacle;
use super::scatter::Scattered;
use super::shortage::{self, Shortage};
use super::steps::Steps;
use super::{Failure, Outcome, exact, rotations, scatter, search};
use crate::{Graph, Labelling, NodeId};
use proptest::prelude::*;

fn graph(nodes: usize, links: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    let links: Vec<_> = links.into_iter().map(|(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
    Graph::from_links(nodes, &links).unwrap()
}

/// The links of a complete graph, as many bits of a number choose them.
fn chosen(nodes: usize, bits: u64) -> Graph {
    let pairs = (0..nodes).flat_map(|b| (0..b).map(move |a| (a, b)));
    graph(nodes, pairs.enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, pair)| pair))
}

/// For each set of nodes, at which of them a path through the set can end: O(2^n · n).
fn has_path(graph: &Graph) -> bool {
    let nodes = graph.node_count();
    let near: Vec<u32> =
        graph.nodes().map(|node| graph.neighbours(node).iter().map(|n| 1 << n.index()).sum()).collect();
    let mut ends = vec![0_u32; 1 << nodes];
    for set in 1..1_usize << nodes {
        let inside = |node: &usize| set >> node & 1 == 1;
        let can_end = |node: &usize| set == 1 << node || ends[set & !(1 << node)] & near[*node] != 0;
        ends[set] = (0..nodes).filter(inside).filter(can_end).map(|node| 1 << node).sum();
    }
    ends[(1 << nodes) - 1] != 0
}

/// How many components are left without some nodes.
fn components_without(graph: &Graph, removed: &[NodeId]) -> usize {
    let mut seen: Vec<_> = graph.nodes().map(|node| removed.contains(&node)).collect();
    let mut components = 0;
    while let Some(root) = seen.iter().position(|seen| !seen) {
        components += 1;
        let mut waiting = vec![NodeId::new(root)];
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut seen[node.index()], true) {
                waiting.extend(graph.neighbours(node));
            }
        }
    }
    components
}

/// Whether two nodes are in one component when a third is removed.
fn are_apart_without(graph: &Graph, a: NodeId, b: NodeId, removed: NodeId) -> bool {
    let mut seen: Vec<_> = graph.nodes().map(|node| node == removed).collect();
    let mut waiting = vec![a];
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            waiting.extend(graph.neighbours(node));
        }
    }
    !seen[b.index()]
}

/// Whether the proof is one, by the words that it is put in.
fn holds(obstacle: &Obstacle, graph: &Graph) -> bool {
    match obstacle {
        Obstacle::Disconnected(a, b) => are_apart_without(graph, *a, *b, NodeId::new(graph.node_count())),
        Obstacle::Leaves([a, b, c]) => a < b && b < c && [a, b, c].iter().all(|&&leaf| graph.degree(leaf) == 1),
        Obstacle::Hanging(parts) => parts.iter().enumerate().all(|(this, &(at, node))| {
            // The part is cut off from the two others by one node.
            let others = parts.iter().enumerate().filter(|&(other, _)| other != this).map(|(_, &(_, other))| other);
            others.into_iter().all(|other| node != at && other != at && are_apart_without(graph, node, other, at))
        }),
        Obstacle::Sides(near, far) => near.abs_diff(*far) > 1 && two_sides(graph) == Some([*near, *far]),
        Obstacle::Shortage(Shortage { needy, helpers, others }) => {
            let helps = |node: &&NodeId| helpers.contains(node);
            let other_links = |&node: &NodeId| graph.neighbours(node).iter().filter(|node| !helps(node)).count();
            needy.iter().map(other_links).sum::<usize>() == *others
                && 2 * needy.len() > 2 + 2 * helpers.len() + others
                && needy.is_sorted_by(|a, b| a < b)
        }
        Obstacle::Scattered(Scattered { removed, components }) => {
            components_without(graph, removed) == *components
                && *components > removed.len() + 1
                && removed.is_sorted_by(|a, b| a < b)
        }
        Obstacle::Exhausted(steps) => *steps > 0 && (graph.node_count() > 16 || !has_path(graph)),
        Obstacle::InPart(nodes, inner) => {
            let local = |node: &NodeId| nodes.binary_search(node).map(NodeId::new).unwrap();
            let all = |nodes: &[NodeId]| nodes.iter().map(local).collect::<Vec<_>>();
            let inner = match &**inner {
                Obstacle::Shortage(shortage) => Obstacle::Shortage(Shortage {
                    needy: all(&shortage.needy),
                    helpers: all(&shortage.helpers),
                    others: shortage.others,
                }),
                Obstacle::Scattered(Scattered { removed, components }) => {
                    Obstacle::Scattered(Scattered { removed: all(removed), components: *components })
                }
                same => same.clone(),
            };
            passes_in_one_go(graph, nodes) && holds(&inner, &induced(graph, nodes))
        }
    }
}

fn two_sides(graph: &Graph) -> Option<[usize; 2]> {
    let mut side = vec![usize::MAX; graph.node_count()];
    side[0] = 0;
    // Slow and sure: colours spread until nothing changes.
    for _ in graph.nodes() {
        for channel in graph.channels() {
            let [from, to] = [graph.source(channel), graph.target(channel)].map(NodeId::index);
            if side[from] < 2 {
                side[to] = 1 - side[from];
            }
        }
    }
    let sound = graph.channels().all(|c| side[graph.source(c).index()] + side[graph.target(c).index()] == 1);
    sound.then(|| [0, 1].map(|colour| side.iter().filter(|&&side| side == colour).count()))
}

fn induced(graph: &Graph, nodes: &[NodeId]) -> Graph {
    let links = graph.channels().filter_map(|channel| {
        let ends = [graph.source(channel), graph.target(channel)];
        let [a, b] = ends.map(|end| nodes.binary_search(&end).ok());
        Some((a?, b?))
    });
    Graph::from_links(nodes.len(), &links.map(|(a, b)| (NodeId::new(a), NodeId::new(b))).collect::<Vec<_>>()).unwrap()
}

/// Whether every Hamiltonian path meets these nodes one after another: what is outside hangs on at one node each, which
/// has only one way out of the part, or at a leaf of the part.
fn passes_in_one_go(graph: &Graph, nodes: &[NodeId]) -> bool {
    let part = induced(graph, nodes);
    let inner: Vec<_> = nodes.iter().enumerate().filter(|&(at, _)| part.degree(NodeId::new(at)) > 1).collect();
    // Without the part's inner nodes, the two outer sides are disconnected: one component for each leaf of the part.
    let inner: Vec<_> = inner.into_iter().map(|(_, &node)| node).collect();
    let leaves = nodes.len() - inner.len();
    components_without(graph, &inner) <= leaves && leaves <= 2
}

/// Checks the outcome of the search by itself; returns whether a path was found.
fn check(graph: &Graph) -> bool {
    match search(graph) {
        Ok(path) => {
            Labelling::from_path(graph, path).unwrap();
            true
        }
        Err(Failure::Impossible(obstacle)) => {
            assert!(holds(&obstacle, graph), "{obstacle:?} in {graph:?}");
            false
        }
        Err(Failure::GaveUp(steps)) => panic!("gave up after {steps} steps: {graph:?}"),
    }
}

#[test]
fn all_graphs_of_six_nodes() {
    for nodes in 1..=6 {
        for bits in 0..1 << (nodes * (nodes - 1) / 2) {
            let graph = chosen(nodes, bits);
            assert_eq!(check(&graph), has_path(&graph), "{nodes} nodes, links {bits:b}");
        }
    }
}

/// Connected graphs: a random tree, and more links.
fn connected(nodes: std::ops::Range<usize>, more: usize) -> impl Strategy<Value = Graph> {
    nodes.prop_flat_map(move |nodes| {
        let tree = (1..nodes).map(|node| (0..node).prop_map(move |above| (above, node))).collect::<Vec<_>>();
        let more = prop::collection::vec((0..nodes, 0..nodes), 0..more);
        (tree, more).prop_map(move |(tree, more)| {
            graph(nodes, tree.into_iter().chain(more.into_iter().filter(|(a, b)| a != b)))
        })
    })
}

/// Blocks in a row: each of them a random graph whose last node is the first of the next.
fn rows() -> impl Strategy<Value = Graph> {
    prop::collection::vec(connected(2..6, 12), 1..4).prop_map(|blocks| {
        let (mut nodes, mut links) = (1, Vec::new());
        for block in blocks {
            let shift = nodes - 1;
            let ends = |c| (block.source(c).index() + shift, block.target(c).index() + shift);
            links.extend(block.channels().map(ends));
            nodes = shift + block.node_count();
        }
        graph(nodes, links)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_graph(nodes in 7_usize..9, bits in any::<u64>(), mask in any::<u64>()) {
        let graph = chosen(nodes, bits & mask);
        prop_assert_eq!(check(&graph), has_path(&graph));
    }

    #[test]
    fn connected_graphs(graph in connected(7..13, 16)) {
        prop_assert_eq!(check(&graph), has_path(&graph));
    }

    #[test]
    fn blocks_in_a_row(graph in rows()) {
        prop_assert_eq!(check(&graph), has_path(&graph));
    }

    /// Each method alone never contradicts the truth.
    #[test]
    fn each_method_alone(graph in connected(2..12, 20)) {
        let truth = has_path(&graph);
        let steps = || Steps::new(1_000_000);
        match exact::search(&graph, &mut steps()) {
            Outcome::Found(path) => drop(Labelling::from_path(&graph, path).unwrap()),
            Outcome::None => prop_assert!(!truth),
            Outcome::GaveUp => prop_assert!(false, "gave up"),
        }
        // Rotations are a heuristic: they miss a path now and then, and never make one up.
        if let Some(path) = rotations::search(&graph, 7, &mut Steps::new(10_000)) {
            prop_assert!(truth);
            Labelling::from_path(&graph, path).unwrap();
        }
        let shortage = shortage::find(&graph, &mut steps()).map(Obstacle::Shortage);
        let scattered = scatter::find(&graph, &mut steps()).map(Obstacle::Scattered);
        for obstacle in [shortage, scattered].into_iter().flatten() {
            prop_assert!(!truth && holds(&obstacle, &graph), "{:?}", obstacle);
        }
    }

    /// A shortage is found whenever there is one: against all sets of needy nodes and helpers.
    #[test]
    fn shortages_are_found(graph in connected(2..8, 8)) {
        let sets = |bits: usize| graph.nodes().filter(|node| bits >> node.index() & 1 == 1).collect::<Vec<_>>();
        let all = 1 << graph.node_count();
        let exists = (0..all * all).any(|bits| {
            let (needy, helpers) = (sets(bits % all), sets(bits / all));
            let around = needy.iter().flat_map(|&node| graph.neighbours(node));
            let others = around.filter(|node| !helpers.contains(node)).count();
            2 * needy.len() > 2 + 2 * helpers.len() + others
        });
        prop_assert_eq!(shortage::find(&graph, &mut Steps::new(1_000_000)).is_some(), exists);
    }
}

#[test]
fn no_search_exceeds_its_steps() {
    // The complete graph of 60 nodes, with 62 more that hang on three of them each: no path, but no short search.
    let core = (0..60).flat_map(|b| (0..b).map(move |a| (a, b)));
    let more = (60..122).flat_map(|node| [0, 7, 23].map(|shift| ((node + shift) % 60, node)));
    let graph = graph(122, core.chain(more));
    for budget in [1, 1000, 50_000] {
        let mut steps = Steps::new(budget);
        assert!(!matches!(exact::search(&graph, &mut steps), Outcome::Found(_)));
        assert!(steps.taken() < budget + 20_000, "{}", steps.taken());
        let mut steps = Steps::new(budget);
        assert!(rotations::search(&graph, 0, &mut steps).is_none());
        assert!(steps.taken() < budget + 20_000, "{}", steps.taken());
    }
    assert!(matches!(search(&graph), Err(Failure::Impossible(Obstacle::Scattered(_) | Obstacle::Shortage(_)))));
}
