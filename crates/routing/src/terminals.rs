//! Between which nodes messages go.

use wormcast_topology::{NodeId, Topology};

/// The sources and destinations of a network: its endpoints where it has some, else all its nodes.
pub fn terminals(topology: &dyn Topology) -> Vec<NodeId> {
    let graph = topology.graph();
    let routers_only = graph.endpoints().is_empty();
    graph.nodes().filter(|&node| routers_only || graph.is_endpoint(node)).collect()
}
