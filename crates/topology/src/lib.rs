//! Networks: nodes and directed channels in compact arrays with typed ids, the names of the nodes, and the abilities
//! that some networks have: coordinates, a shortest routing by arithmetic, a labelling along a Hamiltonian path.
//!
//! [`build`] turns a description into a [`Topology`]:
//!
//! ```
//! let mesh = wormcast_topology::build("mesh:8x8")?;
//! assert_eq!(mesh.graph().node_count(), 64);
//! # Ok::<(), wormcast_topology::TopologyError>(())
//! ```
//!
//! One file holds one family of networks; [`FAMILIES`] lists them.

mod bits;
mod channel;
mod channel_name;
mod described;
mod error;
mod family;
mod faults;
mod grid;
mod hamiltonian;
mod hypercube;
mod labelling;
mod link_name;
mod mesh;
mod mesh_of_trees;
mod one_way_torus;
mod parameters;
mod registry;
mod ring;
mod routes;
mod star;
mod topology;
mod torus;
mod tree;

pub use bits::BitString;
pub use channel::{ChannelProperties, NoWeight, Weight};
pub use channel_name::{find_channel, split_number};
pub use described::{DescribedNetwork, Description};
pub use error::{TopologyError, UnknownNode, nearest, shortened};
pub use family::Family;
pub use faults::{Faulty, Losses};
pub use grid::Grid;
pub use hamiltonian::hamiltonian_path;
pub use hypercube::Hypercube;
pub use labelling::{Labelling, NoLabelling};
pub use link_name::find_link;
pub use mesh::Mesh;
pub use mesh_of_trees::MeshOfTrees;
pub use one_way_torus::OneWayTorus;
pub use registry::{FAMILIES, build, build_among};
pub use ring::Ring;
pub use routes::{ShortestRoutes, Unreachable};
pub use star::{Permutation, PermutationError, StarGraph};
pub use topology::{OwnRouting, Topology};
pub use torus::Torus;
pub use tree::Tree;
pub use wormcast_graph::{
    BreadthFirst, ChannelId, Diameter, Graph, GraphError, MAX_CHANNELS, MAX_NODES, NodeId, NodeSet, check_size,
    components, diameter, disconnected_pair,
};
