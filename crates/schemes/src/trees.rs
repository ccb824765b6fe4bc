//! Edge-disjoint spanning trees: the torus paper's constructions, as many trees as any network has, and what they are
//! measured by.

mod arborescences;
mod augment;
mod distances;
mod dstm;
mod faults;
mod forests;
mod optimise;
mod order;
mod packing;
mod partition;
mod root;
mod rooted;
mod shape;
mod torus_product;
mod two_spines;
mod union_find;

pub use arborescences::{Arborescence, RootCut, least_root_cut, pack_arborescences};
pub use distances::{Distances, Spread};
pub use dstm::{Method, NoDisjointTrees, Sense, dstm, dstm_1, dstm_2, dstm_balanced};
pub use faults::{Knowledge, SingleFaults, UnknownKnowledge};
pub use optimise::optimise;
pub use order::{LinkOrder, NoSuchOrder, UnknownOrder};
pub use packing::{MostTrees, most_trees, most_trees_within, pack, pack_within};
pub use partition::Partition;
pub use root::best_root;
pub use rooted::{NotATree, RootedTree};
pub use shape::TreeShape;
pub use torus_product::torus_product;
pub use two_spines::two_spines;
