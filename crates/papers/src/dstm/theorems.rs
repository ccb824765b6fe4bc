//! Theorems 4.1, 5.1 and 5.2.

use super::{CONSTRUCTIONS, square, trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_schemes::trees::{Distances, Method, dstm, pack};
use wormcast_topology::{NodeId, Topology, Torus};

/// What is wrong with all pairs of trees on one torus, over starting nodes and methods.
struct Survey {
    sides: [u32; 2],
    pairs: usize,
    /// Pairs that share a link, or leave other than two links unused.
    shared: usize,
    /// Pairs with a node that has more than three links in a tree.
    wide: usize,
}

impl Survey {
    /// The first start is node 0: all nodes of a torus are alike. Every `stride`-th node is a second start.
    fn of(sides: [u32; 2], stride: usize) -> Self {
        let torus = Torus::new(&sides).expect("the sides are accepted");
        let graph = torus.graph();
        let mut survey = Self { sides, pairs: 0, shared: 0, wide: 0 };
        for second in (0..graph.node_count()).step_by(stride) {
            for methods in Method::ALL.iter().flat_map(|&first| Method::ALL.map(|second| [first, second])) {
                let starts = [0, second].map(NodeId::new);
                let trees = dstm(&torus, starts, methods).expect("the sides are at least 3");
                let own = trees[0].links().filter(|&(a, b)| graph.channel(a, b).is_some() && !trees[1].has_link(a, b));
                let all = own.count() + trees[1].links().filter(|&(a, b)| graph.channel(a, b).is_some()).count();
                survey.pairs += 1;
                survey.shared += usize::from(all + 2 != graph.channel_count() / 2);
                survey.wide += usize::from(trees.iter().any(|tree| tree.degrees().iter().any(|&links| links > 3)));
            }
        }
        survey
    }
}

pub(super) fn theorem_4_1(context: &Context<'_>) -> FigureReport {
    let id = "dstm-theorem-4.1";
    let last = if context.effort == Effort::Full { 12 } else { 6 };
    let small = (3..=last).flat_map(|k| (3..=last).map(move |m| ([k, m], 1)));
    let large = [([33, 20], 97), ([64, 64], 997), ([3, 200], 101), ([201, 5], 97)];
    let cases: Vec<_> = small.chain(large).collect();
    let surveys: Vec<Survey> = cases.into_par_iter().map(|(sides, stride)| Survey::of(sides, stride)).collect();
    let sum = |of: fn(&Survey) -> usize| surveys.iter().map(of).sum::<usize>();
    let pairs = sum(|survey| survey.pairs);
    let shared = format!("{} of {pairs} pairs are not so", sum(|survey| survey.shared));
    let wide = format!("{} of {pairs} pairs are not so", sum(|survey| survey.wide));
    let text = "two spanning trees without a common link, two links unused: any sides from 3, any starts, 16 methods";
    let claims = vec![
        PaperClaim::new(id, text, "always", shared, sum(|survey| survey.shared) == 0),
        PaperClaim::new(
            id,
            "no node has more than three links in a tree",
            "always",
            wide,
            sum(|survey| survey.wide) == 0,
        ),
        sides_of_two(id),
    ];
    let mut table = Table::new(id, &["columns", "rows", "pairs", "not_disjoint", "not_binary"]);
    for survey in &surveys {
        let [columns, rows] = survey.sides.map(|side| side.to_string());
        let counts = [survey.pairs, survey.shared, survey.wide].map(|count| count.to_string());
        let [pairs, shared, wide] = counts;
        table.push([columns, rows, pairs, shared, wide]);
    }
    FigureReport { claims, tables: vec![table], pictures: Vec::new() }
}

/// By the paper's names of links, a side of 2 has two links between neighbours; a torus here has one.
fn sides_of_two(id: &str) -> PaperClaim {
    let (mut single, mut double) = (true, true);
    for rows in 2..=12_u32 {
        let torus = Torus::new(&[2, rows]).expect("the sides are accepted");
        let (grid, nodes) = (torus.grid().expect("a torus is a grid"), torus.graph().node_count());
        let places = (0..rows).flat_map(|y| [(0, y), (1, y)]);
        let both = places.flat_map(|(x, y)| {
            let at = grid.node(&[x, y]);
            [(at, grid.node(&[1 - x, y])), (at, grid.node(&[x, (y + 1) % rows]))]
        });
        let both: Vec<_> = both.collect();
        double &= pack(nodes, &both, 2).is_ok();
        single &= torus.graph().channel_count() / 2 < 2 * (nodes - 1);
    }
    let text = "a side of 2 allows two trees if it has two links, as in the paper; with one link it has too few";
    let measured = format!("two links: {double}; one link: {single} (2 x 2 to 2 x 12)");
    PaperClaim::new(id, text, "any torus", measured, single && double).said_in("4, 8")
}

/// Combined diameters of a construction, by side.
fn diameters(context: &Context<'_>, construction: usize) -> Vec<(u32, u32)> {
    let last = if context.effort == Effort::Full { 40 } else { 12 };
    let of = |side| {
        let trees = trees(CONSTRUCTIONS[construction].1, &square(side));
        (side, Distances::new(&trees).spread().diameter())
    };
    (3..=last).into_par_iter().map(of).collect()
}

fn diameter_table(id: &str, diameters: &[(u32, u32)]) -> Table {
    let mut table = Table::new(id, &["side", "combined_diameter", "torus_diameter"]);
    for (side, diameter) in diameters {
        table.push([side, diameter, &(2 * (side / 2))].map(u32::to_string));
    }
    table
}

/// A claim on all sides: how many keep it, and the first that does not.
fn on_all(id: &str, text: &str, paper: &str, diameters: &[(u32, u32)], keeps: impl Fn(u32, u32) -> bool) -> PaperClaim {
    let broken: Vec<_> = diameters.iter().filter(|&&(side, diameter)| !keeps(side, diameter)).collect();
    let (first, last) = (diameters[0].0, diameters[diameters.len() - 1].0);
    let measured = match broken.first() {
        None => format!("on all sides from {first} to {last}"),
        Some((side, diameter)) => {
            format!("not on {} of {} sides, the first {side}: {diameter}", broken.len(), diameters.len())
        }
    };
    PaperClaim::new(id, text, paper, measured, broken.is_empty())
}

pub(super) fn theorem_5_1(context: &Context<'_>) -> FigureReport {
    let id = "dstm-theorem-5.1";
    let all = diameters(context, 0);
    let (even, odd): (Vec<_>, Vec<_>) = all.iter().copied().partition(|(side, _)| side % 2 == 0);
    let equal = |n: u32, diameter: u32| diameter == 2 * n - 1;
    let claims = [
        on_all(id, "the combined diameter is at most 2n - 1", "2n - 1", &all, |n, diameter| diameter < 2 * n),
        on_all(id, "it is 2n - 1 for odd n", "2n - 1", &odd, equal),
        on_all(
            id,
            "it is 2n - 1 for even n (4 x 4, the base of the proof's induction, has 6 and not 7)",
            "2n - 1",
            &even,
            equal,
        ),
        on_all(id, "it is 2n - 2 for even n", "2n - 1", &even, |n, diameter| diameter == 2 * n - 2).ours(),
    ];
    let claims = claims.into_iter().chain(twice(id, &all)).collect();
    FigureReport { claims, tables: vec![diameter_table(id, &all)], pictures: Vec::new() }
}

pub(super) fn theorem_5_2(context: &Context<'_>) -> FigureReport {
    let id = "dstm-theorem-5.2";
    let all = diameters(context, 1);
    let text = "the combined diameter is 2n - 2";
    let exact = on_all(id, text, "2n - 2", &all, |n, diameter| diameter == 2 * n - 2);
    let claims = std::iter::once(exact).chain(twice(id, &all)).collect();
    FigureReport { claims, tables: vec![diameter_table(id, &all)], pictures: Vec::new() }
}

/// Section 5.2 takes n for the diameter of the torus, which for odd n is n - 1.
fn twice(id: &str, all: &[(u32, u32)]) -> [PaperClaim; 2] {
    let as_taken = "the combined diameter is at most twice n, which the paper takes for the diameter of the torus";
    let as_it_is = "it is at most twice the diameter that the torus has, which is n - 1 for odd n";
    [
        on_all(id, as_taken, "at most 2n", all, |n, diameter| diameter <= 2 * n),
        on_all(id, as_it_is, "at most twice", all, |n, diameter| diameter <= 4 * (n / 2)).said_in("abstract"),
    ]
}
