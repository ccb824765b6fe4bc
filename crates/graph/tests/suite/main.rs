//! The tests of graphs, in one program: it is built and linked once.

mod directed;
mod listed;
mod search;
