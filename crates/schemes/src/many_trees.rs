//! Planning on several edge-disjoint trees: what `dstm-1`, `dstm-2` and `disjoint-trees` share.

mod choice;
mod local;
mod planner;

pub use choice::{SPLIT_DESTINATIONS, TREE, TREE_SEED, TreeChoice, UnknownTreeChoice};
pub(crate) use local::LocalPlanner;
pub(crate) use planner::TreesPlanner;
