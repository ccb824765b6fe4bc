//! Figures and theorems of the torus paper (Wang, Blough), on the trees themselves, and in `load` under traffic.

mod deadlock;
mod distances;
mod faults;
mod headers;
mod load;
mod means;
mod optimised;
mod packings;
mod shapes;
mod starts;
mod theorems;

pub(super) use load::FIGURES as UNDER_LOAD;

use super::{Figure, Paper};
use wormcast_schemes::trees::{RootedTree, dstm_1, dstm_2};
use wormcast_topology::{NodeId, Topology, Torus};

const PAPER: Paper = Paper("dstm");

pub(super) const FIGURES: &[Figure] = &[
    PAPER.figure("dstm-headers", "3.1", "the header of figure 2, and the bits of headers and tables", headers::example),
    PAPER.figure("dstm-deadlock", "2, 3.2", "what deadlocks and what does not; figure 1", deadlock::deadlock),
    PAPER.figure(
        "dstm-theorem-4.1",
        "4, theorem 4.1",
        "two edge-disjoint binary spanning trees in every torus",
        theorems::theorem_4_1,
    ),
    PAPER.figure("dstm-shapes", "4, 5", "half branches, levels, balance, rectangular tori", shapes::shapes),
    PAPER.figure("dstm-starts", "5.1", "which starting nodes and methods give short routes", starts::starts),
    PAPER.figure("dstm-theorem-5.1", "5.2, theorem 5.1", "the combined diameter of DSTM-1", theorems::theorem_5_1),
    PAPER.figure("dstm-theorem-5.2", "5.2, theorem 5.2", "the combined diameter of DSTM-2", theorems::theorem_5_2),
    PAPER.figure("dstm-theorem-5.3", "5.2, theorem 5.3", "computations of the header encoding", headers::theorem_5_3),
    PAPER.figure("dstm-7", "5.3, figure 7", "the special order that gives two Hamiltonian paths", packings::figure_7),
    PAPER.figure("dstm-8a", "5.3, figure 8 (a)", "combined diameter on N x N tori", |c| {
        distances::figure_8(c, "dstm-8a")
    }),
    PAPER.figure("dstm-8b", "5.3, figure 8 (b)", "average distance on N x N tori", |c| {
        distances::figure_8(c, "dstm-8b")
    }),
    PAPER.figure("dstm-11a", "7, figure 11 (a)", "combined diameter with a link fault that all know", |c| {
        faults::figure(c, "dstm-11a")
    }),
    PAPER.figure("dstm-11b", "7, figure 11 (b)", "average distance with a link fault that all know", |c| {
        faults::figure(c, "dstm-11b")
    }),
    PAPER.figure("dstm-12a", "7, figure 12 (a)", "combined diameter with a link fault known beside it", |c| {
        faults::figure(c, "dstm-12a")
    }),
    PAPER.figure("dstm-12b", "7, figure 12 (b)", "average distance with a link fault known beside it", |c| {
        faults::figure(c, "dstm-12b")
    }),
    PAPER.figure("dstm-cubes", "8", "trees in k-ary n-cubes and hypercubes", packings::cubes),
    PAPER.figure("dstm-repacking", "ours", "trees packed anew after link faults (beyond section 7)", packings::faults),
    PAPER.figure("dstm-means", "ours", "the least mean distance of two trees (beyond the paper)", means::means),
    PAPER.figure("dstm-optimised", "ours", "shorter trees by search (beyond the paper)", optimised::optimised),
];

/// The paper's two constructions, by name.
const CONSTRUCTIONS: [(&str, Construct); 2] = [("DSTM-1", dstm_1), ("DSTM-2", dstm_2)];

type Construct = fn(&dyn Topology, NodeId) -> Result<[RootedTree; 2], wormcast_schemes::trees::NoDisjointTrees>;

/// The torus with this many columns and as many rows.
fn square(side: u32) -> Torus {
    Torus::new(&[side, side]).expect("the side is accepted")
}

/// The trees of a construction, from node 0: all nodes of a torus are alike.
fn trees(construct: Construct, torus: &Torus) -> [RootedTree; 2] {
    construct(torus, NodeId::new(0)).expect("the sides are at least 3")
}

/// How much greater one number is than another, in percent.
fn excess(this: f64, than: f64) -> f64 {
    100.0 * (this / than - 1.0)
}
