//! Packings of trees: figure 7, and section 8's networks of more dimensions.

use super::square;
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use std::collections::BTreeSet;
use wormcast_schemes::trees::{LinkOrder, MostTrees, most_trees, pack, torus_product};
use wormcast_topology::{Topology, build};

pub(super) fn figure_7(context: &Context<'_>) -> FigureReport {
    let id = "dstm-7";
    let last = if context.effort == Effort::Full { 40 } else { 12 };
    let mut table = Table::new(id, &["side", "trees", "most_links_of_a_node_in_a_tree"]);
    let mut paths = 0;
    for side in 3..=last {
        let torus = square(side);
        let links = LinkOrder::HamiltonianPaths.links(&torus).expect("the torus is square");
        let trees = most_trees(torus.graph(), &links).trees;
        let most = trees.iter().flat_map(|tree| tree.degrees()).max().unwrap_or(0);
        paths += u32::from(trees.len() == 2 && most == 2);
        table.push([side, trees.len() as u32, most].map(|number| number.to_string()));
    }
    let text = "the special order gives two Hamiltonian paths on N x N tori (its first part read with the row first)";
    let measured = format!("on {paths} of the sides 3 to {last}");
    let claims = vec![PaperClaim::new(id, text, "two paths", measured, paths == last - 2)];
    FigureReport { claims, tables: vec![table], pictures: Vec::new() }
}

/// A network, how many trees are conjectured or known, and how many there are.
struct Cube {
    spec: String,
    nodes: usize,
    expected: usize,
    packing: MostTrees,
    /// Whether the partition that comes with the trees allows no more.
    proven: bool,
}

impl Cube {
    fn measure(spec: String, expected: usize) -> Self {
        let network = build(&spec).expect("the description is right");
        let links = LinkOrder::Seeded(1).links(&*network).expect("every network can be shuffled");
        let packing = most_trees(network.graph(), &links);
        let bound = packing.bound.as_ref().map(|bound| bound.tree_bound(network.graph()));
        let proven = bound == Some(packing.trees.len());
        Self { spec, nodes: network.graph().node_count(), expected, packing, proven }
    }
}

pub(super) fn cubes(context: &Context<'_>) -> FigureReport {
    let id = "dstm-cubes";
    let nodes = if context.effort == Effort::Full { 5000 } else { 300 };
    let cubes = |expected: fn(usize) -> usize, spec: &dyn Fn(usize) -> String, last: usize| {
        let wanted: Vec<_> = (1..=last).map(|n| (spec(n), expected(n))).collect();
        wanted.into_par_iter().map(|(spec, expected)| Cube::measure(spec, expected)).collect::<Vec<_>>()
    };
    let mut tori = Vec::new();
    for side in 3..=16_usize {
        let last = (1..).take_while(|&n| side.pow(n as u32) <= nodes).count();
        tori.extend(cubes(|n| n, &|n| format!("torus:{}", vec![side.to_string(); n].join("x")), last));
    }
    let last = nodes.ilog2() as usize;
    let binary = cubes(|n| (n / 2).max(1), &|n| format!("hypercube:{n}"), last);
    let claims = vec![
        claim(
            id,
            "a k-ary n-cube has n edge-disjoint spanning trees, for k from 3 on",
            "conjectured; shown for n = 3",
            &tori,
        ),
        claim(id, "a hypercube of n dimensions has n/2, rounded down (1 for n = 1)", "known", &binary),
        doubled(id, last.min(9)),
        closed(id, &tori),
    ];
    let mut table = Table::new(id, &["network", "nodes", "expected", "trees", "no_more_fit"]);
    for cube in tori.iter().chain(&binary) {
        let [nodes, expected, trees] = [cube.nodes, cube.expected, cube.packing.trees.len()].map(|n| n.to_string());
        table.push([cube.spec.clone(), nodes, expected, trees, cube.proven.to_string()]);
    }
    FigureReport { claims, tables: vec![table], pictures: Vec::new() }
}

/// A side of 2 with both of its links: each link of a hypercube twice.
fn doubled(id: &str, last: usize) -> PaperClaim {
    let has_n = |n: &usize| {
        let cube = build(&format!("hypercube:{n}")).expect("the description is right");
        let links = LinkOrder::Given.links(&*cube).expect("every network has its own order");
        pack(cube.graph().node_count(), &[links.clone(), links].concat(), *n).is_ok()
    };
    let right = (1..=last).filter(has_n).count();
    let text = "for k = 2, with both wrap-around links, n trees fit too (the paper shows it for even n)";
    let measured = format!("for {right} of the n from 1 to {last}");
    PaperClaim::new(id, text, "n for even n", measured, right == last)
}

fn claim(id: &str, text: &str, paper: &str, cubes: &[Cube]) -> PaperClaim {
    let right = cubes.iter().filter(|cube| cube.packing.trees.len() == cube.expected && cube.proven).count();
    let largest = cubes.iter().map(|cube| cube.nodes).max().unwrap_or(0);
    let measured = format!("so on {right} of {} networks of up to {largest} nodes, and no more fit", cubes.len());
    PaperClaim::new(id, text, paper, measured, right == cubes.len())
}

/// Trees without a search, on the same tori.
fn closed(id: &str, tori: &[Cube]) -> PaperClaim {
    let has_all = |cube: &&Cube| {
        let torus = build(&cube.spec).expect("the description is right");
        let trees = torus_product(&*torus).expect("the sides are at least 3");
        let links: Vec<_> = trees.iter().flat_map(|tree| tree.links().map(|(a, b)| (a.min(b), a.max(b)))).collect();
        let different = links.iter().collect::<BTreeSet<_>>().len() == links.len();
        trees.len() == cube.expected && different
    };
    let right = tori.iter().filter(has_all).count();
    let text = "a closed construction has n trees on k-ary n-cubes, by induction over n (proved with torus_product)";
    let measured = format!("on {right} of {}: no two trees share a link", tori.len());
    PaperClaim::new(id, text, "conjectured", measured, right == tori.len()).ours()
}

/// Beyond section 7: two faults, and trees packed anew in what is left. By symmetry the first fault is any fixed link.
pub(super) fn faults(context: &Context<'_>) -> FigureReport {
    let id = "dstm-repacking";
    let sides: &[u32] = if context.effort == Effort::Full { &[4, 8, 16] } else { &[4, 6] };
    let mut table = Table::new(id, &["side", "links", "needed_for_two_trees", "pairs_of_faults", "two_trees_left"]);
    let (mut pairs, mut whole) = (0, 0);
    for &side in sides {
        let torus = square(side);
        let nodes = torus.graph().node_count();
        let links = LinkOrder::Seeded(context.seed).links(&torus).expect("every network can be shuffled");
        let survives = |second: &usize| {
            let left: Vec<_> = (1..links.len()).filter(|link| link != second).map(|link| links[link]).collect();
            pack(nodes, &left, 2).is_ok()
        };
        let survived = (1..links.len()).into_par_iter().filter(survives).count();
        pairs += links.len() - 1;
        whole += survived;
        let row = [side as usize, links.len(), 2 * (nodes - 1), links.len() - 1, survived];
        table.push(row.map(|number| number.to_string()));
    }
    let text = "two trees can be packed anew after any two link faults, and after no third (beyond the paper)";
    let measured = format!(
        "after {whole} of {pairs} pairs of faults on N x N tori, N = {sides:?}; a third leaves fewer links than two trees need"
    );
    let claims = vec![PaperClaim::new(id, text, "one fault", measured, whole == pairs)];
    FigureReport { claims, tables: vec![table], pictures: Vec::new() }
}
