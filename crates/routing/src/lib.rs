//! Routings: how unicasts go through a network, and on which virtual channels.
//!
//! A [`Routing`] answers with a route of [`Lane`]s for a pair of nodes. One file holds one routing; [`ROUTINGS`] lists
//! them. The [`DependencyGraph`] of a routing says whether its messages can wait for each other in a cycle: if it has
//! none, they cannot deadlock (Dally, Seitz: Deadlock-free message routing in multiprocessor interconnection networks,
//! 1987).
//!
//! ```
//! use wormcast_routing::{Routed, build};
//! let torus = wormcast_topology::build("torus:5x5")?;
//! let mut routing = build(&*torus, "dimension-order", 2)?;
//! let routed = Routed::of(&*torus, &mut *routing);
//! assert!(routed.unrouted.is_empty());
//! assert!(routed.dependencies.numbering().is_ok());
//! // With one virtual channel the rings of the torus wait in cycles.
//! let mut routing = build(&*torus, "dimension-order", 1)?;
//! assert!(Routed::of(&*torus, &mut *routing).dependencies.numbering().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod acyclic;
mod cycle;
mod declaration;
mod dependencies;
mod detours;
mod dimension_order;
mod lane;
mod layered;
mod minimal;
mod minimal_adaptive;
mod multicast_lanes;
mod registry;
mod routing;
mod shortest;
mod summary;
mod tables;
mod terminals;
mod turn_model;
mod turns;
mod up_down;
mod valiant;
mod ways;
mod whole_grid;

pub use acyclic::{AcyclicOrder, Reach};
pub use cycle::CompactGraph;
pub use declaration::{AddedRouting, Builder, Declaration, RoutingError};
pub use dependencies::{Dependency, DependencyGraph, Flow};
pub use lane::{Lane, visited};
pub use layered::in_layers;
pub use multicast_lanes::{MulticastLanes, VirtualLayers};
pub use registry::{ROUTINGS, add_routing, build, definition_of, is_known};
pub use routing::{Choices, ChosenRoute, RouteFlaw, Routing, Unrouted, all_pairs, pairs};
pub use shortest::Shortest;
pub use summary::{Routed, Summary};
pub use tables::{ChoiceTables, Paths, TableEntry, TableError, Tables};
pub use terminals::terminals;
pub use up_down::UpDownOrder;
