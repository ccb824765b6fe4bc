//! Lemma, theorems and figures of the mesh-of-trees paper (Salinger, Tvrdík), measured on plans of `mot-broadcast`; and
//! what the paper leaves out: other networks beside it, other heights, three dimensions.
//!
//! Every plan is judged by [`check_rounds`](wormcast_check::check_rounds), with half-duplex links and all ports, which
//! knows no scheme.

mod algorithm_a;
mod beyond;
mod broadcast;
mod grids;
mod lemma;
mod network;
mod patterns;
mod rounds;
mod theorems;

use super::{Figure, Paper};

const PAPER: Paper = Paper("mesh-of-trees");

pub(super) const FIGURES: &[Figure] = &[
    PAPER.figure("mot-network", "1.2, 2.1", "the network: diameter, shortest ways, levels", network::network),
    PAPER.figure(
        "mot-lemma-1",
        "3, lemma 1",
        "the least number of rounds, n + 1 or n + 2 by the degree of the source",
        lemma::lemma_1,
    ),
    PAPER.figure("mot-theorem-1", "4, theorem 1", "broadcast from level 1 in n + 1 rounds", theorems::theorem_1),
    PAPER.figure("mot-theorem-2", "4, theorem 2", "broadcast from any node in n + 2 rounds", theorems::theorem_2),
    PAPER.figure("mot-4", "4, figure 4", "phase 1: a node in every quarter, again and again", rounds::figure_4),
    PAPER.figure("mot-5", "4, figure 5", "phase 2, first round, on a block of height 3", rounds::figure_5),
    PAPER.figure("mot-6", "4, figure 6", "phase 2, second round, on a block of height 3", rounds::figure_6),
    PAPER.figure("mot-7", "4, figure 7", "phase 3, both rounds, on a block of height 3", rounds::figure_7),
    PAPER.figure("mot-8", "4, figure 8", "phase 3, second round, in a row tree of height 6", rounds::figure_8),
    PAPER.figure(
        "mot-against-grids",
        "ours",
        "broadcast on meshes of trees, meshes and tori (beyond the paper)",
        grids::against_grids,
    ),
    PAPER.figure("mot-beyond", "5", "rectangular and 3-D meshes of trees", beyond::beyond),
];
