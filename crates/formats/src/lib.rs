//! Networks as files describe them: one file a format, and one place that tells formats apart.
//!
//! [`build`] makes a network from any description, `file:PATH` among them:
//!
//! ```
//! # std::env::set_current_dir("../..").unwrap();
//! let campus = wormcast_formats::build("file:examples/networks/campus.gml")?;
//! assert_eq!(campus.described().unwrap().format(), "GML");
//! let mesh = wormcast_formats::build("mesh:8x8")?;
//! assert!(mesh.described().is_none());
//! # Ok::<(), wormcast_topology::TopologyError>(())
//! ```
//!
//! [`FORMATS`] lists the formats, in the order in which they are tried on the content of a file.

mod adjacency;
mod anynet;
#[cfg(feature = "yaml")]
mod cluster_descriptor;
mod dimacs;
mod dot;
mod draft;
mod edge_list;
mod fabric;
#[cfg(feature = "yaml")]
mod floogen;
mod foreign;
mod format;
mod gexf;
mod gml;
mod graphml;
mod hwloc;
mod ibnetdiscover;
mod json;
mod matrix;
mod matrix_market;
mod mesh_graph;
mod msccl;
mod multicast_tables;
mod named_routing;
mod network;
mod node_link;
mod nodes;
mod numbered;
mod nvidia_topo;
mod own;
mod pajek;
mod pipes;
mod place;
mod registry;
mod repeats;
mod routes;
mod rows;
mod separator;
mod sndlib;
#[cfg(feature = "yaml")]
mod soc_descriptor;
mod spinnaker;
mod steinlib;
mod text;
mod textproto;
mod wormcast;
mod xml;
#[cfg(feature = "yaml")]
mod yaml;

pub use fabric::{CutGroup, Fabric, FabricRouting};
pub use format::Format;
pub use msccl::{Schedule, ScheduledHop, Transfer, holds_schedule, read_msccl, write_msccl};
pub use multicast_tables::{
    RouterRow, TableTree, holds_tables, read_spinnaker_tables, write_mcfdbs, write_router_rows, write_spinnaker_tables,
};
pub use named_routing::{
    NoRouting, check_pairs, check_virtual_channels, is_named, layered_file, named_routing, routes_file,
};
pub use network::{FILE, build, families, from_bytes, open};
pub use pipes::{accept_pipes, is_accepted_pipe};
pub use registry::{FORMATS, format_to_write};
pub use routes::{
    ForeignRoutes, MalformedRoute, WrittenPath, WrittenTable, read_paths, read_routes, write_path, write_path_of_plan,
};
pub use rows::{Column, Row, RowFlaw, Rows, begins_with_heading};
pub use text::read_regular;
