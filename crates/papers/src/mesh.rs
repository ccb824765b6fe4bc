//! Theorems, complexities and remarks of the mesh paper (Bouchitté, Cohen, Fleury), set against brute force, the
//! engines and the prover.

mod complexity;
mod deadlock;
mod equation;
mod labellings;
mod sides;
mod theorems;
mod timed;

use super::{Figure, Paper};

const PAPER: Paper = Paper("mesh");

pub(super) const FIGURES: &[Figure] = &[
    PAPER.figure(
        "mesh-labellings",
        "2.2, 5",
        "the routing function R on snakes and on other labellings",
        labellings::labellings,
    ),
    PAPER.figure("mesh-deadlock", "2.2", "what deadlocks and what does not", deadlock::deadlock),
    PAPER.figure("mesh-theorem-1", "3", "the fewest channels by a matching", theorems::theorem_1),
    PAPER.figure("mesh-theorem-2", "4", "the shortest longest path by a table", theorems::theorem_2),
    PAPER.figure("mesh-general", "5", "the same on other networks with a Hamiltonian path", theorems::general),
    PAPER.figure("mesh-equation-2", "2.3", "the time of a star against its longest path", equation::equation_2),
    PAPER.figure("mesh-disjoint", "6", "whether optimal stars can keep their paths apart", equation::disjoint),
    PAPER.figure("mesh-otms-timed", "ours", "stars that are planned for their time (beyond the paper)", timed::timed),
    PAPER.figure("mesh-complexity", "3.3, 4.2", "how the time of both methods grows", complexity::complexity),
];
