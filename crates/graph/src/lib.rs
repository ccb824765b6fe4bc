//! Networks as graphs: nodes and directed channels in compact arrays, with typed ids, and searches on them. Names,
//! coordinates and all else that a network has stand on the floor above.

mod diameter;
mod graph;
mod id;
mod search;

pub use diameter::{Diameter, diameter};
pub use graph::{Graph, GraphError, MAX_CHANNELS, MAX_NODES, check_size};
pub use id::{ChannelId, NodeId};
pub use search::{BreadthFirst, components, disconnected_pair};
