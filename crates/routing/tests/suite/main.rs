//! All tests of the crate in one program.

mod acyclic;
mod choices;
mod routings;
