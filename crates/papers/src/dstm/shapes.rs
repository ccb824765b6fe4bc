//! What the trees look like: figure 5, levels, balance, rectangular tori, and networks that have no two trees.

use super::{square, trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_schemes::trees::{
    Distances, LinkOrder, Method, RootedTree, TreeShape, dstm, dstm_1, dstm_2, dstm_balanced, most_trees,
};
use wormcast_topology::{NodeId, Topology, Torus, build};

const ID: &str = "dstm-shapes";

/// The 16 methods.
fn methods() -> impl Iterator<Item = [Method; 2]> {
    Method::ALL.into_iter().flat_map(|first| Method::ALL.map(|second| [first, second]))
}

pub(super) fn shapes(context: &Context<'_>) -> FigureReport {
    let last = if context.effort == Effort::Full { 24 } else { 10 };
    let rectangles = rectangles(if context.effort == Effort::Full { 16 } else { 8 });
    let mut table = Table::new(ID, &["columns", "rows", "least_combined_diameter", "greatest_combined_diameter"]);
    for &(sides, (least, most)) in &rectangles {
        let row = [sides[0], sides[1], least, most];
        table.push(row.map(|number| number.to_string()));
    }
    let claims = vec![
        half_branches(last),
        levels(last),
        balance(context),
        of_rectangles(&rectangles),
        of_bound(&rectangles),
        meshes(last),
    ];
    FigureReport::plain(claims, table)
}

/// Figure 5: starts in one row or one column.
fn half_branches(last: u32) -> PaperClaim {
    let (mut right, mut all, mut moved_down) = (0, 0, true);
    for side in 3..=last {
        let torus = square(side);
        let grid = torus.grid().expect("a torus is a grid");
        for starts in
            [[[0, 0], [side / 2, 0]], [[0, 0], [0, side / 2]]].map(|starts| starts.map(|place| grid.node(&place)))
        {
            for methods in methods() {
                let plain = dstm(&torus, starts, methods).expect("the side is at least 3");
                let balanced = dstm_balanced(&torus, starts, methods).expect("the side is at least 3");
                all += 1;
                right += usize::from(balanced.iter().all(|tree| TreeShape::of(tree).branches.len() == 2));
                let changed = |(old, new): (&RootedTree, &RootedTree)| {
                    torus.graph().nodes().filter(|&node| old.parent(node) != new.parent(node)).count()
                };
                moved_down &= plain.iter().zip(&balanced).all(|pair| [0, side as usize / 2].contains(&changed(pair)));
            }
        }
    }
    let measured = format!(
        "for {right} of {all} pairs, sides 3 to {last}; nodes with another parent: {}",
        if moved_down {
            "⌊K/2⌋ (the paper says ⌈K/2⌉; for an even K both are the same)"
        } else {
            "another number"
        }
    );
    let text =
        "with both starts in one row or column, half a branch moved over the unused link gives each root two branches";
    PaperClaim::new(ID, text, "figure 5", measured, right == all && moved_down).said_in("4, figure 5")
}

/// Section 5 and Appendix A: T2 of DSTM-1 seen from R2.
fn levels(last: u32) -> PaperClaim {
    let levels = |side: u32| {
        let torus = square(side);
        let [_, mut second] = trees(dstm_1, &torus);
        second.reroot(torus.grid().expect("a torus is a grid").node(&[side / 2; 2]));
        TreeShape::of(&second).depth + 1
    };
    let right = (4..=last).filter(|&side| levels(side) == 2 * side - 1).count();
    let measured = format!("on {right} of the sides 4 to {last}, T2 from R2");
    let text = "the construction produces binary trees with 2√N − 1 levels";
    PaperClaim::new(ID, text, "2√N − 1", measured, right as u32 == last - 3).said_in("Appendix A")
}

/// The larger of the shares of the nodes that the largest branch at a root holds.
fn share(trees: &[RootedTree]) -> f64 {
    trees.iter().map(|tree| TreeShape::of(tree).largest_share()).fold(0.0, f64::max)
}

/// Sections 5.1 and 6: how evenly the branches at the roots share the nodes.
fn balance(context: &Context<'_>) -> PaperClaim {
    let torus = square(16);
    let [one, two] = [dstm_1, dstm_2].map(|construct| share(&trees(construct, &torus)));
    let orders = if context.effort == Effort::Full { 500 } else { 40 };
    let of_order = |seed: u64| {
        let links = LinkOrder::Seeded(seed).links(&torus).expect("any network has random orders");
        share(&most_trees(torus.graph(), &links).trees)
    };
    let better = (1..=orders).into_par_iter().filter(|&seed| of_order(seed) < one).count();
    let measured = format!(
        "the largest branch at a root has {:.0} % of the nodes in DSTM-1, {:.0} % in DSTM-2; less than DSTM-1 in {better} of {orders} random pairs (16 x 16)",
        100.0 * one,
        100.0 * two
    );
    let text =
        "DSTM-1 is extremely well balanced, DSTM-2 less; there are pairs from random orders that are more balanced";
    PaperClaim::new(ID, text, "more balanced", measured, one < 0.6 && two > one && better > 0)
        .said_in("5.1, 6")
        .by("exact: well balanced is a largest branch of at most 60 %, for all pairs")
}

/// By sides: the least and the greatest combined diameter over all second starts and all methods.
type Rectangle = ([u32; 2], (u32, u32));

fn rectangles(last: u32) -> Vec<Rectangle> {
    let sides: Vec<[u32; 2]> = (3..=last).flat_map(|k| (3..=last).map(move |m| [k, m])).collect();
    let diameters = |sides: [u32; 2]| {
        let torus = Torus::new(&sides).expect("the sides are accepted");
        let nodes = torus.graph().node_count();
        let stride = if nodes > 64 { 7 } else { 1 };
        let of = |second: usize| {
            methods().map(move |methods| {
                let trees = dstm(&Torus::new(&sides).expect("as before"), [0, second].map(NodeId::new), methods);
                Distances::new(&trees.expect("the sides are at least 3")).spread().diameter()
            })
        };
        let all: Vec<u32> = (0..nodes).step_by(stride).flat_map(of).collect();
        (sides, (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0)))
    };
    sides.into_par_iter().map(diameters).collect()
}

/// The combined diameter that DSTM-1, displaced by half of each side, has on a rectangle.
fn of_dstm_1([columns, rows]: [u32; 2]) -> u32 {
    let torus = Torus::new(&[columns, rows]).expect("the sides are accepted");
    Distances::new(&trees(dstm_1, &torus)).spread().diameter()
}

fn of_rectangles(rectangles: &[Rectangle]) -> PaperClaim {
    let expected = |[k, m]: [u32; 2]| if k % 2 == 1 && m % 2 == 1 { k + m - 1 } else { k + m - 2 };
    let right = rectangles.iter().filter(|&&(sides, _)| of_dstm_1(sides) == expected(sides)).count();
    let measured =
        format!("on {right} of {} tori, sides 3 to {}", rectangles.len(), rectangles[rectangles.len() - 1].0[0]);
    let text = "on a K x M torus DSTM-1 has combined diameter K + M − 1 for two odd sides, else K + M − 2";
    PaperClaim::new(ID, text, "no statement", measured, right == rectangles.len()).ours()
}

/// No pair of the construction is below twice the shorter side less 2: two nodes in the last two rows of the first
/// tree and the last two columns of the second are so far apart in both.
fn of_bound(rectangles: &[Rectangle]) -> PaperClaim {
    let bound = |[k, m]: [u32; 2]| 2 * k.min(m) - 2;
    let kept = rectangles.iter().filter(|&&(sides, (least, _))| least >= bound(sides)).count();
    let squares = rectangles.iter().filter(|([k, m], _)| k == m);
    let reached = squares.clone().filter(|&&(sides, (least, _))| least == bound(sides)).count();
    let measured = format!(
        "not below on {kept} of {} tori, reached on {reached} of {} squares; docs/torus.md has a proof",
        rectangles.len(),
        squares.clone().count()
    );
    let text =
        "no starts and methods give a combined diameter below 2n − 2, n the shorter side; on n x n some pair has it";
    let holds = kept == rectangles.len() && reached == squares.count();
    PaperClaim::new(ID, text, "no statement", measured, holds)
        .ours()
        .by("exact: every second start up to 64 nodes, every 7th beyond, all 16 methods; and a proof")
}

/// Section 8.
fn meshes(last: u32) -> PaperClaim {
    let sides = || (2..=last).flat_map(|k| (2..=last).map(move |m| (k, m)));
    let too_few = |&(k, m): &(u32, u32)| {
        let mesh = build(&format!("mesh:{k}x{m}")).expect("the sides are accepted");
        mesh.graph().channel_count() / 2 < 2 * (mesh.graph().node_count() - 1)
    };
    let right = sides().filter(too_few).count();
    let measured = format!("on {right} of {} meshes, sides 2 to {last}", sides().count());
    let text = "two-dimensional meshes have too few links for two edge-disjoint spanning trees";
    PaperClaim::new(ID, text, "fewer than 2(N − 1)", measured, right == sides().count()).said_in("8")
}
