//! Theorem 5.3: the computations of the header encoding, counted.

use super::super::judge::Interval;
use super::super::lone::{Bench, RandomSets};
use super::{CONSTRUCTIONS, square, trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_plan::headers::{TableBits, WordLayout};
use wormcast_plan::random_destinations;
use wormcast_schemes::trees::{RootedTree, dstm_1};
use wormcast_schemes::{HeaderEncoder, Options, SpanningTree};
use wormcast_topology::{Graph, NodeId, Topology};

/// Figure 2: the complete binary tree of eight nodes, numbered level by level from 1; node 7 sends to 1, 5, 6 and 8.
fn figure_2() -> (Vec<usize>, bool) {
    let links: Vec<(NodeId, NodeId)> = (2..=8).map(|node| (NodeId::new(node / 2 - 1), NodeId::new(node - 1))).collect();
    let graph = Graph::from_links(8, &links).expect("it is a tree");
    let tree = SpanningTree::breadth_first(&graph, Some(NodeId::new(0)));
    let mut flits = Vec::new();
    let mut encoder = HeaderEncoder::new(&graph).expect("nodes have few ports");
    encoder.encode(&tree, &[1, 5, 6, 8].map(|node| NodeId::new(node - 1)), &mut flits);
    let node_of = |number: u32| (0..8).find(|&at| tree.post_order(NodeId::new(at)) == number).map_or(0, |at| at + 1);
    let order: Vec<usize> = flits.iter().map(|flit| node_of(flit.number)).collect();
    let place = |node: usize| order.iter().position(|&other| other == node);
    let kept = [[1, 2], [2, 8], [2, 5], [1, 6]].iter().all(|&[first, then]| place(first) < place(then));
    let mut sorted = order.clone();
    sorted.sort_unstable();
    (order, kept && sorted == [1, 2, 5, 6, 8])
}

/// Section 3.1.1 and 3.2.2: headers and tables.
pub(super) fn example(context: &Context<'_>) -> FigureReport {
    let id = "dstm-headers";
    let (order, is_right) = figure_2();
    let mut table =
        Table::new(id, &["nodes", "flit_bits", "table_bits_one_tree", "table_bits_two_trees", "log2_nodes"]);
    let mut linear = true;
    for side in [4_u32, 8, 16, 32, 64] {
        let nodes = (side * side) as usize;
        let log = nodes.ilog2();
        let layout = WordLayout::new(nodes, 4, 2).expect("routers have few ports");
        let [one, two] = [1, 2].map(|trees| TableBits::new(nodes, 2, trees, 4).intervals);
        linear &= one == 4 * log && two == 8 * log && layout.number_bits == log;
        table.push([nodes, layout.width() as usize, one as usize, two as usize, log as usize].map(|n| n.to_string()));
    }
    let order = order.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let claims = vec![
        PaperClaim::new(
            id,
            "7 → {1, 5, 6, 8} takes header flits for 1, 2, 5, 6, 8, in an order that keeps 1, 2, 8; 1, 2, 5; 1, 6",
            "five flits",
            order,
            is_right,
        )
        .said_in("3.1.1, figure 2"),
        PaperClaim::new(
            id,
            "a router stores 4 log N bits for one binary tree and 8 log N for two, a flit log N bits for its address",
            "4 log N, 8 log N",
            "so on 4 x 4 to 64 x 64; which port is what takes 12 bits more for two trees",
            linear,
        )
        .said_in("3.2.2"),
        flits_of_multicasts(context, id),
    ];
    FigureReport::plain(claims, table)
}

/// How many header flits a multicast to 48 nodes takes. The paper's simulations have 128 flits a message and are
/// silent on headers.
fn flits_of_multicasts(context: &Context<'_>, id: &str) -> PaperClaim {
    let torus = square(16);
    let mut sets = RandomSets::new(&torus, 48, context.seed);
    let mut bench = Bench::new(&torus, "dstm-1", &Options::default());
    let count = if context.effort == Effort::Full { 2000 } else { 100 };
    let flits: Vec<f64> = (0..count)
        .map(|_| bench.plan(sets.next()).worms.iter().map(|worm| f64::from(worm.header_flits())).sum())
        .collect();
    let mean = Interval::mean_of(&flits);
    let measured = format!("{:.1} flits on the mean", mean.mean);
    let claim = "the header of a multicast to 48 nodes by dstm-1 is about half as long as a message of 128 flits";
    PaperClaim::new(id, claim, "not simulated", measured, mean.is_within(54.0, 74.0))
        .ours()
        .by("54 to 74 flits; 99 % interval over random multicasts on 16 x 16")
}

/// Which child's part of a list is moved where a list is divided between two.
#[derive(Clone, Copy)]
enum Moved {
    /// As in Appendix C: that at the front of the list, which is the child in the same row.
    Front,
    /// The shorter one of the two subtrees.
    Smaller,
}

/// Counts as Appendix C does, without the sort: one computation at every router that a list comes to; where it is
/// divided between two children, one more for each destination that is moved, and one for the rest that is handed on
/// whole. A list of one takes one computation altogether.
struct Counting<'t> {
    tree: &'t RootedTree,
    /// Columns of the torus: nodes of one row have consecutive numbers.
    columns: usize,
    moved: Moved,
}

impl Counting<'_> {
    fn computations(&self, destinations: &[NodeId]) -> u64 {
        let order = self.tree.order();
        let mut wanted = vec![0_u64; order.len()];
        destinations.iter().for_each(|node| wanted[node.index()] = 1);
        let mut size = vec![1_u64; order.len()];
        // What the children of each node hold: nodes below, destinations, and whether it is in the row of the parent.
        let mut parts: Vec<Vec<Part>> = vec![Vec::new(); order.len()];
        let mut count = 0;
        for &node in order.iter().rev() {
            let at = node.index();
            wanted[at] += parts[at].iter().map(|part| part.wanted).sum::<u64>();
            if wanted[at] > 1 {
                count += 1 + self.divided(&parts[at]) + parts[at].iter().filter(|part| part.wanted == 1).count() as u64;
            }
            let Some(parent) = self.tree.parent(node) else { continue };
            let up = parent.index();
            size[up] += size[at];
            if wanted[at] > 0 {
                let in_row = at / self.columns == up / self.columns;
                parts[up].push(Part { size: size[at], wanted: wanted[at], in_row });
            }
        }
        // A list of one at the root; below, those were counted where they came from.
        count + u64::from(destinations.len() == 1)
    }

    /// The computations that divide a list between children: none if there is one child, which gets it whole.
    fn divided(&self, parts: &[Part]) -> u64 {
        let stays = match self.moved {
            Moved::Front => parts.iter().find(|part| !part.in_row),
            Moved::Smaller => parts.iter().max_by_key(|part| part.size),
        };
        match parts {
            [] | [_] => 0,
            several => several.iter().map(|part| part.wanted).sum::<u64>() - stays.map_or(0, |part| part.wanted) + 1,
        }
    }
}

/// A child's part of a list.
#[derive(Clone, Copy)]
struct Part {
    size: u64,
    wanted: u64,
    in_row: bool,
}

/// Broadcasts on T2 of DSTM-1 on one torus, counted from R2, as in the paper.
struct Broadcast {
    side: u64,
    front: u64,
    smaller: u64,
}

impl Broadcast {
    fn of(side: u32) -> Self {
        let torus = square(side);
        let [_, mut second] = trees(dstm_1, &torus);
        second.reroot(torus.grid().expect("a torus is a grid").node(&[side / 2; 2]));
        let all: Vec<_> = torus.graph().nodes().collect();
        let count = |moved| Counting { tree: &second, columns: side as usize, moved }.computations(&all);
        Self { side: side.into(), front: count(Moved::Front), smaller: count(Moved::Smaller) }
    }

    /// What the sum of Appendix C gives.
    fn printed(&self) -> u64 {
        3 * self.side * self.side - self.side
    }
}

pub(super) fn theorem_5_3(context: &Context<'_>) -> FigureReport {
    let id = "dstm-theorem-5.3";
    let last = if context.effort == Effort::Full { 65 } else { 17 };
    let broadcasts: Vec<_> = (5..=last).map(Broadcast::of).collect();
    let mut table = Table::new(id, &["side", "nodes", "from_the_front", "smaller_list_moved", "paper_3n_minus_root"]);
    for one in &broadcasts {
        let row = [one.side, one.side * one.side, one.front, one.smaller, one.printed()];
        table.push(row.map(|number| number.to_string()));
    }
    let equal = |form: &str, counted: fn(&Broadcast) -> u64, closed: fn(u64) -> u64| {
        equality(id, &broadcasts, form, counted, closed)
    };
    let claims = vec![
        equal("divided from the front takes exactly 3N − √N computations", |b| b.front, |n| 3 * n * n - n),
        equal("divided from the front takes exactly 3N − 3√N − 1", |b| b.front, |n| 3 * n * n - 3 * n - 1).ours(),
        equal("of which the smaller part is moved takes exactly 2N + √N − 5", |b| b.smaller, |n| 2 * n * n + n - 5)
            .ours(),
        bound(id, &broadcasts),
        multicasts(context, id, last),
        unicasts(id),
    ];
    FigureReport::plain(claims, table)
}

/// A broadcast as a closed form in the side.
fn equality(
    id: &str,
    broadcasts: &[Broadcast],
    form: &str,
    counted: fn(&Broadcast) -> u64,
    closed: fn(u64) -> u64,
) -> PaperClaim {
    let equal = broadcasts.iter().filter(|one| counted(one) == closed(one.side)).count();
    let last = broadcasts.last().expect("there are sides");
    let text = format!("after the sort, a broadcast on T2 of DSTM-1 with a list {form}");
    let measured = format!(
        "equal on {equal} of {} sides from 5; on side {}: {}, formula {}",
        broadcasts.len(),
        last.side,
        counted(last),
        closed(last.side)
    );
    PaperClaim::new(id, text, "3N − √N", measured, equal == broadcasts.len())
        .said_in("Appendix C")
        .by("exact: counted as Appendix C does, 1 at a router with one child")
}

fn bound(id: &str, broadcasts: &[Broadcast]) -> PaperClaim {
    let within = broadcasts.iter().filter(|one| one.front <= one.printed()).count();
    let text = "a broadcast on T2 of DSTM-1 takes at most 3N − √N computations after the sort, so O(N)";
    let measured = format!("on {within} of {} sides", broadcasts.len());
    PaperClaim::new(id, text, "3N − √N", measured, within == broadcasts.len()).said_in("Appendix C")
}

/// Appendix A: the header of a unicast is one flit, whatever the tree.
fn unicasts(id: &str) -> PaperClaim {
    let torus = square(9);
    let trees = trees(dstm_1, &torus);
    let one = |node: NodeId| {
        trees.iter().map(move |tree| Counting { tree, columns: 9, moved: Moved::Front }.computations(&[node]))
    };
    let right = torus.graph().nodes().flat_map(one).filter(|&count| count == 1).count();
    let measured = format!("one computation in {right} of {} cases (9 x 9, both trees)", 2 * 81);
    PaperClaim::new(id, "a unicast has a header encoding complexity of O(1)", "O(1)", measured, right == 2 * 81)
        .said_in("Appendix A")
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
                let counting = Counting { tree: &tree, columns: side as usize, moved: Moved::Smaller };
                let count = counting.computations(&set) as f64;
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
        .said_in("5.2, theorem 5.3")
        .by("at most 3 (D log2 D + N) in every case tried")
}
