//! Complete networks: every node is linked to every other.

use crate::family::Family;
use crate::numbered::{self, circle};
use crate::parameters::Parameters;
use crate::{
    Graph, Labelling, MAX_NODES, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode, check_size,
};

/// How `complete:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "complete",
    parameters: "NODES",
    summary: "a link between any two nodes; nodes `0`, `1`, …",
    example: "complete:8",
    build: |parameters| Ok(Box::new(Complete::parse(parameters)?)),
};

/// Numbered nodes, each linked to all others.
///
/// ```
/// use wormcast_topology::{Complete, Topology};
/// let network = Complete::new(8)?;
/// assert_eq!((network.graph().channel_count(), network.diameter()), (8 * 7, Some(1)));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Complete {
    graph: Graph,
}

impl Complete {
    /// The network with so many nodes. O(nodes²).
    ///
    /// # Errors
    /// No nodes, or more nodes or channels than are accepted.
    pub fn new(nodes: u32) -> Result<Self, TopologyError> {
        Self::parse(&nodes.to_string())
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = &format!("a number of nodes, such as `{}`", FAMILY.example);
        let parameters = Parameters { family: FAMILY.name, text: parameters, what: "number of nodes", expected };
        let nodes = parameters.number(1..=MAX_NODES as u32)? as usize;
        let size = |source| TopologyError::Size { spec: parameters.spec(), source };
        check_size(nodes as u128, nodes as u128 * (nodes as u128 - 1)).map_err(size)?;
        let graph = Graph::from_neighbours(nodes, nodes * (nodes - 1), |node, neighbours| {
            neighbours.extend((0..nodes).map(NodeId::new).filter(|&other| other != node));
        });
        Ok(Self { graph: graph.map_err(size)? })
    }
}

impl Topology for Complete {
    fn spec(&self) -> String {
        format!("{}:{}", FAMILY.name, self.graph.node_count())
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        node.index().to_string()
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        numbered::find(self, name)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    fn diameter(&self) -> Option<u32> {
        Some(u32::from(self.graph.node_count() > 1))
    }

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        Some(circle(node.index(), self.graph.node_count()))
    }

    /// In the order of the numbers.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(Labelling::from_path(&self.graph, self.graph.nodes().collect()).expect("any order is a path"))
    }
}

/// Straight to the goal.
impl OwnRouting for Complete {
    fn next(&self, _at: NodeId, to: NodeId) -> NodeId {
        to
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        u32::from(from != to)
    }
}
