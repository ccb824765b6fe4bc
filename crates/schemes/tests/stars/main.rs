//! The solvers for optimal stars, each against another way to the same answer.

mod cases;
mod channels;
mod two_paths;
