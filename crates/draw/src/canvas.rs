//! A network on paper.

use crate::layout::{Layout, Shape};
use crate::marks;
use crate::roles::Role;
use crate::style::{CROWDED, Names, Sizes};
use wormcast_topology::{Graph, NodeId, Topology};

/// How much further than other signs a box reaches.
const BOX_REACH: f64 = 1.9;

/// A network on paper, in pixels.
pub(crate) struct Canvas<'a> {
    pub topology: &'a dyn Topology,
    pub layout: &'a Layout,
    pub roles: &'a [Role],
    /// Nodes that are named in any case.
    pub named: &'a [NodeId],
    pub sizes: Sizes,
}

impl Canvas<'_> {
    pub(crate) fn graph(&self) -> &Graph {
        self.topology.graph()
    }

    /// How far the sign of a node reaches.
    pub(crate) fn reach(&self, node: NodeId) -> f64 {
        let usual = marks::reach(self.role(node), self.sizes);
        if self.layout.shape(node) == Shape::Box { BOX_REACH * usual } else { usual }
    }

    /// Whether a node has its name in the picture before others.
    pub(crate) fn is_named(&self, node: NodeId) -> bool {
        self.role(node).is_marked() && self.sizes.names != Names::None || self.named.contains(&node)
    }

    /// Whether neighbours are so near each other that there is no room for the names of all.
    pub(crate) fn is_crowded(&self) -> bool {
        self.sizes.unit < CROWDED
    }

    /// The part of a node in the plan.
    pub(crate) fn role(&self, node: NodeId) -> Role {
        self.roles[node.index()]
    }
}
