//! Edge-disjoint spanning trees: the torus paper's constructions, and what they are measured by.

mod dstm;
mod root;
mod rooted;

pub use dstm::{Method, NoDisjointTrees, Sense, dstm, dstm_1, dstm_2};
pub use root::best_root;
pub use rooted::{NotATree, RootedTree};
