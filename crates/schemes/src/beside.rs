//! Multicast trees that fit unicasts which are there already.
//!
//! A switch that gets a multicast keeps it in the buffer of the lane by which it came until it has gone out at all
//! channels of the tree, each by itself (as in InfiniBand, or with virtual cut-through). So a message that holds a lane
//! asks for each of the next ones, and nothing else: unicasts and trees together are free of deadlock if the graph of
//! these dependences has no cycle (Dally, Seitz 1987). [`Beside`] knows the dependences that are there, and finds trees
//! that close no cycle with them: the one with the least channels, or a proof that there is none, while the network is
//! small; else a good one, and a bound below which none can be.
//!
//! ```
//! use wormcast_plan::MulticastSet;
//! use wormcast_routing::{Routed, VirtualLayers, build};
//! use wormcast_schemes::beside::{Beside, Demand, Outcome};
//! let torus = wormcast_formats::build("torus:4x4")?;
//! let mut unicasts = build(&*torus, "dimension-order", 2)?;
//! let routed = Routed::of(&*torus, &mut *unicasts);
//! let mut beside = Beside::new(torus.graph(), &routed.dependencies, Box::new(VirtualLayers(3))).unwrap();
//! let nodes: Vec<_> = torus.graph().nodes().collect();
//! let set = MulticastSet { source: nodes[0], destinations: &[nodes[5], nodes[10]] };
//! let demand = Demand { set, everyone_sends: false };
//! let Outcome::Tree(tree) = beside.fit(demand, 0) else { panic!("some tree fits") };
//! assert_eq!((tree.channels.len(), tree.bound), (4, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod behind;
mod files;
mod fit;
mod groups;
mod grow;
mod options;
mod order;
mod planner;
mod program;
mod quick;
mod replan;
mod route;
mod routes;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod turns;
mod waits;

pub use files::dependences;
pub(crate) use files::held_in;
pub use fit::{FittedTree, Outcome};
pub use groups::{Grouped, NoGroups, fit_groups};
pub(crate) use grow::Form;
pub(crate) use options::safe_planner;
pub use options::{BESIDE, LAYERS, WITHIN};
use planner::BesidePlanner;
pub use replan::{PlannedTree, Replanner, TreeChange};
pub use search::Refutation;
pub use state::{Beside, Demand, Taken};
