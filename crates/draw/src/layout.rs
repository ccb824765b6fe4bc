//! Where the nodes of a network stand and which way its links go. One file a family.

mod arrangement;
mod faults;
mod graph;
mod grid;
mod hypercube;
mod mesh_of_trees;
mod nested;
mod spread;
mod star;
mod stress;
mod tree;

pub(crate) use arrangement::{Circle, Layout, LinkKind, Shape, links};

use wormcast_topology::Topology;

/// The layouts, each for networks of one ability: the first that has one is taken.
const LAYOUTS: &[fn(&dyn Topology) -> Option<Layout>] =
    &[grid::arrange, hypercube::arrange, star::arrange, tree::arrange, mesh_of_trees::arrange];

/// The layout for a network.
pub(crate) fn arrange(topology: &dyn Topology) -> Layout {
    if let Some(faulty) = topology.faults() {
        return faults::arrange_rest(faulty, arrange(faulty.inner()));
    }
    let own = LAYOUTS.iter().find_map(|layout| layout(topology));
    own.unwrap_or_else(|| graph::arrange(topology))
}
