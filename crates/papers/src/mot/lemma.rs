//! Lemma 1.

use super::broadcast::{MODEL, mesh_of_trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_schemes::mesh_of_trees_bound;
use wormcast_topology::{MeshOfTrees, Topology};

const ID: &str = "mot-lemma-1";

/// The bounds on a mesh of trees.
struct Bounds {
    height: u32,
    /// For the degrees 2 and 3: how many nodes have it, and the bound by counting.
    of_degree: [(usize, u32); 2],
    /// Whether all links are between a node of degree 2 and one of degree 3.
    alternates: bool,
    /// Whether there are as many nodes and links as the paper says.
    size_is_right: bool,
}

impl Bounds {
    fn of(mesh: &MeshOfTrees) -> Self {
        let (graph, height) = (mesh.graph(), mesh.heights()[0]);
        let of_degree = [2, 3].map(|degree| {
            let mut nodes = graph.nodes().filter(|&node| graph.degree(node) == degree);
            let source = nodes.next().expect("a mesh of trees has both degrees");
            let bound = MODEL.lower_bound(graph, source, graph.node_count() - 1);
            (nodes.count() + 1, bound.expect("every node can send"))
        });
        let alternates =
            |node| graph.neighbours(node).iter().all(|&other| graph.degree(node) + graph.degree(other) == 5);
        let (nodes, links) = (3 * (1 << (2 * height)) - (2 << height), (4 << height) * ((1 << height) - 1));
        Self {
            height,
            of_degree,
            alternates: graph.nodes().all(alternates),
            size_is_right: (graph.node_count(), graph.channel_count()) == (nodes, 2 * links),
        }
    }
}

pub(super) fn lemma_1(context: &Context<'_>) -> FigureReport {
    let last = if context.effort == Effort::Full { 10 } else { 7 };
    let all: Vec<_> = (2..=last).map(|height| Bounds::of(&mesh_of_trees(height))).collect();
    let mut table = Table::new(ID, &["height", "degree", "nodes", "bound_by_counting", "lemma"]);
    for bounds in &all {
        for (degree, (nodes, counted)) in [2, 3].into_iter().zip(bounds.of_degree) {
            let lemma = mesh_of_trees_bound(bounds.height, degree).expect("the lemma is for these degrees");
            let cells = [bounds.height as usize, degree, nodes, counted as usize, lemma as usize];
            table.push(cells.map(|cell| cell.to_string()));
        }
    }
    FigureReport { claims: claims(&all, last), tables: vec![table], pictures: Vec::new() }
}

fn claims(all: &[Bounds], last: u32) -> Vec<PaperClaim> {
    let (small, larger) = all.split_first().expect("there are heights");
    let is = |bounds: &Bounds, degree: usize, more: u32| bounds.of_degree[degree - 2].1 == bounds.height + more;
    let counted = |holds: bool, what: &str, from: u32| match holds {
        true => format!("{what} by counting, n = {from} to {last}"),
        false => "another number for some n".to_owned(),
    };
    let [three, two] = [all.iter().all(|b| is(b, 3, 1)), larger.iter().all(|b| is(b, 2, 2))];
    let sizes = all.iter().all(|bounds| bounds.size_is_right);
    let counted_sizes = counted(sizes, "as stated", 2);
    let [(even, by_counting), (odd, _)] = small.of_degree;
    let facts =
        format!("counting gives {by_counting}; {even} nodes of degree 2, {odd} of degree 3, links only between them");
    vec![
        PaperClaim::new(ID, "3·4^n − 2^(n+1) nodes and 2^(n+2)(2^n − 1) links", "as stated", counted_sizes, sizes),
        PaperClaim::new(ID, "b3(n) = n + 1", "n + 1", counted(three, "n + 1", 2), three),
        PaperClaim::new(ID, "b2(n) = n + 2 for n ≥ 3", "n + 2", counted(two, "n + 2", 3), two),
        PaperClaim::new(
            ID,
            "b2(2) = 4: counting alone does not give it, and what the paper's argument rests on is so",
            "24 of degree 2, 16 of degree 3, bipartite",
            facts,
            (even, odd, small.alternates) == (24, 16, true),
        ),
    ]
}
