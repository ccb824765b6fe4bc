//! Networks as graphs: nodes and directed channels in compact arrays, with typed ids, and searches on them. Names,
//! coordinates and all else that a network has stand on the floor above.

mod build;
mod components;
mod diameter;
mod graph;
mod id;
mod incoming;
mod node_set;
mod search;

pub use build::{GraphError, MAX_CHANNELS, MAX_NODES, check_size};
pub use components::{components, disconnected_pair};
pub use diameter::{Diameter, diameter};
pub use graph::Graph;
pub use id::{ChannelId, NodeId};
pub use node_set::NodeSet;
pub use search::BreadthFirst;
