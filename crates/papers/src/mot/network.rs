//! The mesh of trees itself: section 1.2, and what section 2.1 says of one port.

use super::broadcast::{label, level, mesh_of_trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use std::num::NonZeroU32;
use wormcast_plan::{Cost, MulticastSet, Worms};
use wormcast_schemes::option::PORTS;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{BreadthFirst, MeshOfTrees, NodeId, Topology};

const ID: &str = "mot-network";

/// The distances from a node, and in how many shortest ways each node is reached.
fn ways_from(mesh: &MeshOfTrees, source: NodeId) -> (Vec<u32>, Vec<u64>) {
    let graph = mesh.graph();
    let mut search = BreadthFirst::new(graph);
    search.run(source);
    let distance: Vec<u32> = graph.nodes().map(|node| search.distance(node).unwrap_or(u32::MAX)).collect();
    let mut ways = vec![0_u64; graph.node_count()];
    ways[source.index()] = 1;
    for &node in search.order() {
        for &next in graph.neighbours(node) {
            if distance[next.index()] == distance[node.index()] + 1 {
                ways[next.index()] += ways[node.index()];
            }
        }
    }
    (distance, ways)
}

/// What was counted on one network.
#[derive(Clone, Copy, Default)]
struct Counts {
    diameter: u32,
    /// Pairs of a row-tree node and a column-tree node, and those with one shortest way.
    crossed: (usize, usize),
    /// Pairs of nodes of different row trees, or of different column trees: those at different levels, and those at one
    /// level; each with how many have as many ways as the paper says.
    levels: (usize, usize),
    same_level: (usize, usize),
}

impl Counts {
    fn of(height: u32) -> Self {
        let mesh = mesh_of_trees(height);
        let from = |source: NodeId| Self::from(&mesh, source);
        mesh.graph().nodes().collect::<Vec<_>>().into_par_iter().map(from).reduce(Self::default, Self::plus)
    }

    fn plus(self, other: Self) -> Self {
        let add = |(a, b): (usize, usize), (c, d): (usize, usize)| (a + c, b + d);
        Self {
            diameter: self.diameter.max(other.diameter),
            crossed: add(self.crossed, other.crossed),
            levels: add(self.levels, other.levels),
            same_level: add(self.same_level, other.same_level),
        }
    }

    fn from(mesh: &MeshOfTrees, source: NodeId) -> Self {
        let (distance, ways) = ways_from(mesh, source);
        let mut counts = Self { diameter: distance.iter().copied().max().unwrap_or(0), ..Self::default() };
        let here = level(mesh, source);
        // The dimension along which the tree of a node runs; leaves are in trees of both.
        let along = |node: NodeId| mesh.tree_dimension(node);
        for node in mesh.graph().nodes().filter(|&node| node != source) {
            let there = level(mesh, node);
            let tally = |(all, right): &mut (usize, usize), expected: u64| {
                *all += 1;
                *right += usize::from(ways[node.index()] == expected);
            };
            match (along(source), along(node)) {
                (Some(a), Some(b)) if a != b => tally(&mut counts.crossed, 1),
                (Some(a), Some(b)) if a == b && here >= there && !share_tree(mesh, source, node, a) => {
                    let of_levels = if here == there { &mut counts.same_level } else { &mut counts.levels };
                    tally(of_levels, 1 << there);
                }
                _ => {}
            }
        }
        counts
    }
}

/// Whether two nodes of trees along one dimension are in one tree.
fn share_tree(mesh: &MeshOfTrees, a: NodeId, b: NodeId, along: usize) -> bool {
    label(mesh, a)[1 - along] == label(mesh, b)[1 - along]
}

/// Rounds of a broadcast from a leaf over one port of every node.
fn rounds_of_one_port(height: u32) -> u32 {
    let mesh = mesh_of_trees(height);
    let one = NonZeroU32::MIN;
    let scheme = scheme_named("round-greedy").expect("the scheme exists");
    let mut planner = scheme.prepare(&mesh, &Options::default().with(&PORTS, one)).expect("it serves every network");
    let source = mesh.graph().nodes().next().expect("there are nodes");
    let destinations: Vec<_> = mesh.graph().nodes().filter(|&node| node != source).collect();
    let mut worms = Worms::new();
    planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).expect("it is connected");
    Cost::of(&worms).rounds
}

pub(super) fn network(context: &Context<'_>) -> FigureReport {
    let (last, one_port) = if context.effort == Effort::Full { (5, 4) } else { (3, 2) };
    let all: Vec<(u32, Counts)> = (2..=last).map(|height| (height, Counts::of(height))).collect();
    let columns = ["height", "diameter", "pairs", "number_of_pairs", "as_many_ways_as_stated"];
    let mut table = Table::new(ID, &columns);
    for (height, counts) in &all {
        for (name, _, of) in WAYS {
            let (pairs, right) = of(counts);
            let [height, diameter] = [height, &counts.diameter].map(u32::to_string);
            table.push([height, diameter, name.to_owned(), pairs.to_string(), right.to_string()]);
        }
    }
    let diameters = all.iter().all(|(height, counts)| counts.diameter == 4 * height);
    let four = PaperClaim::new(ID, "the diameter is 4n", "4n", format!("n = 2 to {last}"), diameters).said_in("2.1");
    let mut claims = vec![four];
    claims.extend(WAYS.map(|(_, claim, of)| {
        let (pairs, right) = all.iter().fold((0, 0), |(a, b), (_, counts)| (a + of(counts).0, b + of(counts).1));
        let measured = format!("in {right} of {pairs} ordered pairs, n = 2 to {last}");
        PaperClaim::new(ID, claim, "as stated", measured, pairs == right)
    }));
    claims.extend([ring(), one_port_rounds(one_port)]);
    FigureReport::plain(claims, table)
}

/// Pairs of nodes, what the paper says of their shortest ways, and how many of how many pairs bear it out. At one
/// level in different columns, a way may go by the leaves below either node: there are twice as many.
type Ways = (&'static str, &'static str, fn(&Counts) -> (usize, usize));

const WAYS: [Ways; 3] = [
    ("row tree to column tree", "the shortest way from a row-tree node to a column-tree node is unique", |counts| {
        counts.crossed
    }),
    (
        "two row trees, l(u) > l(v)",
        "between row trees (column trees) there are 2^l(v) shortest ways, for l(u) > l(v)",
        |counts| counts.levels,
    ),
    ("two row trees, l(u) = l(v)", "the same for l(u) = l(v)", |counts| counts.same_level),
];

fn ring() -> PaperClaim {
    let mesh = mesh_of_trees(1);
    let graph = mesh.graph();
    let is_ring = graph.node_count() == 8 && graph.nodes().all(|node| graph.degree(node) == 2);
    let mut search = BreadthFirst::new(graph);
    search.run(NodeId::new(0));
    let whole = search.order().len() == 8;
    PaperClaim::new(ID, "MT_1 is a ring of 8 nodes", "a ring", "8 nodes of degree 2, connected", is_ring && whole)
}

/// The counting bound for one port is ⌈log2 of the nodes⌉; plans that reach it.
fn one_port_rounds(last: u32) -> PaperClaim {
    let bound = |n: u32| (3 * (1_u64 << (2 * n)) - (1 << (n + 1))).next_power_of_two().ilog2();
    let bounds = (2..=10).all(|n| bound(n) == 2 * n + 2);
    let found: Vec<_> = (2..=last).map(|n| (n, rounds_of_one_port(n))).collect();
    let reached = found.iter().all(|&(n, rounds)| rounds == 2 * n + 2);
    let words: Vec<_> = found.iter().map(|(n, rounds)| format!("{rounds} for n = {n}")).collect();
    let measured = format!("⌈log2 N⌉ = 2n + 2 for n = 2 to 10: {bounds}; plans with one port: {}", words.join(", "));
    PaperClaim::new(
        ID,
        "with one port a broadcast takes 2n + 2 rounds, exactly the lower bound",
        "2n + 2",
        measured,
        bounds && reached,
    )
    .said_in("2.1")
}
