//! Theorem 5.3: the computations of the header encoding, counted.

use super::{CONSTRUCTIONS, square, trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_plan::random_destinations;
use wormcast_schemes::trees::{RootedTree, dstm_1};
use wormcast_topology::{NodeId, Topology};

/// Which child's part of a list stays where it is, so that it need not be moved.
#[derive(Clone, Copy)]
enum Stays {
    /// That of the child with the most nodes below it.
    Largest,
    /// That of the child with the fewest: the worst order.
    Smallest,
}

/// Counts as Appendix C does, without the sort: at every router that a list comes to, one for its own entry, one for
/// each destination that is moved to the list of a child, and one for the rest that is handed on whole. A list of one
/// takes one computation altogether.
fn computations(tree: &RootedTree, destinations: &[NodeId], stays: Stays) -> u64 {
    let order = tree.order();
    let nodes = order.len();
    let mut is_destination = vec![false; nodes];
    destinations.iter().for_each(|node| is_destination[node.index()] = true);
    // Destinations and nodes below each node, and what its children hold: the sum, and the part that stays.
    let mut wanted = vec![0_u64; nodes];
    let mut size = vec![1_u64; nodes];
    let mut kept = vec![None; nodes];
    let mut count = 0;
    for &node in order.iter().rev() {
        let at = node.index();
        let below = wanted[at];
        wanted[at] += u64::from(is_destination[at]);
        if wanted[at] > 1 {
            let stay = kept[at].map_or(0, |(_, wanted)| wanted);
            count += u64::from(is_destination[at]) + (below - stay) + u64::from(below > 0);
        }
        let Some(parent) = tree.parent(node) else { continue };
        let up = parent.index();
        wanted[up] += wanted[at];
        size[up] += size[at];
        if wanted[at] > 0 {
            let key = match stays {
                Stays::Largest => size[at],
                Stays::Smallest => u64::MAX - size[at],
            };
            if kept[up].is_none_or(|(best, _)| key > best) {
                kept[up] = Some((key, wanted[at]));
            }
        }
    }
    // Lists of one: each child that gets one from a list of more.
    let single = |node: NodeId| {
        let alone = wanted[node.index()] == 1;
        alone && tree.parent(node).is_none_or(|parent| wanted[parent.index()] > 1)
    };
    count + order.iter().filter(|&&node| single(node)).count() as u64
}

pub(super) fn theorem_5_3(context: &Context<'_>) -> FigureReport {
    let id = "dstm-theorem-5.3";
    let last = if context.effort == Effort::Full { 65 } else { 17 };
    let mut table = Table::new(id, &["side", "nodes", "t2_computations", "t2_worst_order", "paper_3n_minus_root"]);
    let mut broadcasts = Vec::new();
    for side in (5..=last).step_by(4) {
        let torus = square(side);
        let [_, mut second] = trees(dstm_1, &torus);
        // The paper counts from R2.
        second.reroot(torus.grid().expect("a torus is a grid").node(&[side / 2; 2]));
        let all: Vec<_> = torus.graph().nodes().collect();
        let [best, worst] = [Stays::Largest, Stays::Smallest].map(|stays| computations(&second, &all, stays));
        let nodes = all.len() as u64;
        let paper = 3 * nodes - u64::from(side);
        table.push([side.into(), nodes, best, worst, paper].map(|number: u64| number.to_string()));
        broadcasts.push((side, nodes, best, paper));
    }
    let claims = vec![
        equality(id, &broadcasts, "3N - sqrt(N)", |nodes, side| 3 * nodes - side),
        equality(id, &broadcasts, "3N - 3 sqrt(N) + 2 (ours)", |nodes, side| 3 * nodes - 3 * side + 2),
        bound(id, &broadcasts),
        multicasts(context, id, last),
    ];
    FigureReport { claims, tables: vec![table], pictures: Vec::new() }
}

/// A broadcast as a closed form in the nodes and the side.
fn equality(id: &str, broadcasts: &[(u32, u64, u64, u64)], form: &str, closed: fn(u64, u64) -> u64) -> PaperClaim {
    let equal = broadcasts.iter().filter(|&&(side, nodes, counted, _)| counted == closed(nodes, side.into())).count();
    let &(side, nodes, counted, _) = broadcasts.last().expect("there are sides");
    let text = format!("a broadcast on T2 of DSTM-1 takes exactly {form} computations after the sort");
    let measured = format!(
        "equal on {equal} of {} sides; on side {side}: {counted}, formula {}",
        broadcasts.len(),
        closed(nodes, side.into())
    );
    PaperClaim::new(id, text, "3N - sqrt(N)", measured, equal == broadcasts.len())
}

fn bound(id: &str, broadcasts: &[(u32, u64, u64, u64)]) -> PaperClaim {
    let within = broadcasts.iter().filter(|&&(_, _, counted, paper)| counted <= paper).count();
    let text = "a broadcast on T2 of DSTM-1 takes at most 3N - sqrt(N) computations after the sort";
    let measured = format!("on {within} of {} sides", broadcasts.len());
    PaperClaim::new(id, text, "3N - sqrt(N)", measured, within == broadcasts.len())
}

/// The greatest count in units of D log2 D + N, over random sets of all sizes in both trees of both constructions.
fn multicasts(context: &Context<'_>, id: &str, last: u32) -> PaperClaim {
    let mut most = 0.0_f64;
    for side in (5..=last).step_by(12) {
        let torus = square(side);
        for tree in CONSTRUCTIONS.iter().flat_map(|(_, construct)| trees(*construct, &torus)) {
            for size in (1..torus.graph().node_count()).step_by(1 + torus.graph().node_count() / 40) {
                let seed = context.seed.wrapping_add(size as u64);
                let set = random_destinations(&torus, tree.root(), size, seed).expect("so many nodes there are");
                let count = computations(&tree, &set, Stays::Largest) as f64;
                let (d, n) = (size as f64, torus.graph().node_count() as f64);
                most = most.max(count / (d * d.log2() + n));
            }
        }
    }
    let text = "the header of D destinations takes O(D log D + N)";
    let measured = format!(
        "at most {:.2} (D log2 D + N) computations after the sort; random sets of all sizes on sides 5 to {last}",
        most
    );
    PaperClaim::new(id, text, "O(D log D + N)", measured, most <= 3.0)
}
