//! Trees of least weight in any network: what the schemes `steiner`, `shortest-path-tree` and `ner` share.
//!
//! A tree here leads channels away from the source (an arborescence), so networks may have one-way channels; endpoints
//! other than the source are leaves. Weights are whole numbers a channel: 1 (hops), its delay, or a number that the
//! network's description gives it.

mod ascent;
mod bounded;
mod exact;
mod exact_within;
mod exchange;
mod grow;
mod light;
mod planner;
mod search;
#[cfg(test)]
mod tests;
mod tree;
mod weighted;

pub(crate) use ascent::{Ascent, Cut, ascend};
pub(crate) use bounded::Limit;
pub use bounded::{MAX_DELAY, MAX_DEPTH};
pub(crate) use exact_within::gcd;
pub(crate) use grow::{Grower, Terminals};
pub(crate) use light::light;
pub(crate) use planner::{Grow, TreePlanner};
pub(crate) use search::Search;
pub(crate) use tree::Tree;
pub use weighted::WEIGHT;
pub(crate) use weighted::Weighted;
