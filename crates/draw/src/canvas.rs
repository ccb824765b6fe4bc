//! A network on paper.

use crate::layout::Layout;
use crate::roles::Role;
use crate::style::Sizes;
use wormcast_topology::{Graph, NodeId, Topology};

/// A network on paper, in pixels.
pub(crate) struct Canvas<'a> {
    pub topology: &'a dyn Topology,
    pub layout: &'a Layout,
    pub roles: &'a [Role],
    pub sizes: Sizes,
}

impl Canvas<'_> {
    pub(crate) fn graph(&self) -> &Graph {
        self.topology.graph()
    }

    /// The part of a node in the plan.
    pub(crate) fn role(&self, node: NodeId) -> Role {
        self.roles[node.index()]
    }
}
