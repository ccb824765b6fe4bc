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

mod added;
mod bits;
mod channel;
mod channel_name;
mod complete;
mod concentrated_mesh;
mod described;
mod dragonfly;
mod error;
mod family;
mod fat_tree;
mod faults;
mod grid;
mod hamiltonian;
mod hex_grid;
mod hex_mesh;
mod hex_torus;
mod hypercube;
mod invisible;
mod labelling;
mod line;
mod link_name;
mod mesh;
mod mesh_of_trees;
mod numbered;
mod one_way_torus;
mod outline;
mod parameters;
mod registry;
mod ring;
mod routes;
mod star;
mod topology;
mod torus;
mod tree;
mod twisted_torus;
mod unknown_ends;

pub use added::{Added, TakenName};
pub use bits::BitString;
pub use channel::ChannelProperties;
use channel::ChannelValues;
pub use channel_name::{find_channel, split_number};
pub use complete::Complete;
pub use concentrated_mesh::ConcentratedMesh;
pub use described::{DescribedNetwork, Description};
pub use dragonfly::Dragonfly;
pub use error::{TopologyError, UnknownNode, nearest, shortened};
pub use family::{AddedFamily, Family};
pub use fat_tree::FatTree;
pub use faults::{Faulty, Losses};
pub use grid::Grid;
pub use hamiltonian::hamiltonian_path;
pub use hex_grid::{HexNetwork, HexShape};
pub use hex_mesh::{HexMesh, HexMeshShape};
pub use hex_torus::{HexTorus, HexTorusShape};
pub use hypercube::Hypercube;
pub use invisible::{escape_invisible, is_invisible};
pub use labelling::{Labelling, NoLabelling};
pub use line::Line;
pub use link_name::find_link;
pub use mesh::Mesh;
pub use mesh_of_trees::MeshOfTrees;
pub use one_way_torus::OneWayTorus;
pub use outline::Outline;
pub use registry::{FAMILIES, add_family, build, build_among};
pub use ring::Ring;
pub use routes::{ShortestRoutes, Unreachable};
pub use star::{Permutation, PermutationError, StarGraph};
pub use topology::{OwnRouting, Topology};
pub use torus::Torus;
pub use tree::Tree;
pub use twisted_torus::TwistedTorus;
pub use wormcast_graph::{
    BreadthFirst, ChannelId, Diameter, Graph, GraphError, MAX_CHANNELS, MAX_NODES, NodeId, NodeSet, check_size,
    components, diameter, disconnected_pair,
};
