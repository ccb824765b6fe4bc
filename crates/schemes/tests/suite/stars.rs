//! The solvers for optimal stars, each against another way to the same answer.

mod brute;
mod cases;
mod channels;
mod longest;
mod networks;
mod relations;
mod timed;
