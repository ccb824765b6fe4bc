//! Rings of numbered nodes.

use crate::family::Family;
use crate::numbered::{self, circle};
use crate::parameters::Parameters;
use crate::{Graph, Labelling, MAX_NODES, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `ring:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "ring",
    parameters: "NODES",
    summary: "ring of links that go both ways; nodes `0`, `1`, …",
    example: "ring:8",
    build: |parameters| Ok(Box::new(Ring::parse(parameters)?)),
};

/// Nodes in a circle, each linked to the next. Two nodes have one link, and one has none.
///
/// ```
/// use wormcast_topology::{Ring, Topology};
/// let ring = Ring::new(8)?;
/// assert_eq!((ring.graph().channel_count(), ring.diameter()), (16, Some(4)));
/// assert_eq!(ring.node_name(ring.find_node("7")?), "7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ring {
    graph: Graph,
}

impl Ring {
    /// The ring with so many nodes. O(nodes).
    ///
    /// # Errors
    /// No nodes, or more than are accepted.
    pub fn new(nodes: u32) -> Result<Self, TopologyError> {
        Self::parse(&nodes.to_string())
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = &format!("a number of nodes from 1 to {MAX_NODES}, such as `{}`", FAMILY.example);
        let parameters = Parameters { family: FAMILY.name, text: parameters, what: "number of nodes", expected };
        let nodes = parameters.number(1..=MAX_NODES as u32)? as usize;
        let ports = (nodes - 1).min(2);
        let graph = Graph::from_neighbours(nodes, nodes * ports, |node, neighbours| {
            let [next, last] = [node.index() + 1, node.index() + nodes - 1].map(|place| NodeId::new(place % nodes));
            neighbours.extend([next, last].into_iter().take(ports));
        });
        let graph = graph.map_err(|source| TopologyError::Size { spec: parameters.spec(), source })?;
        Ok(Self { graph })
    }

    /// How many steps lead from one node to another towards rising numbers.
    fn steps_ahead(&self, from: NodeId, to: NodeId) -> usize {
        let nodes = self.graph.node_count();
        (to.index() + nodes - from.index()) % nodes
    }
}

impl Topology for Ring {
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

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        Some(circle(node.index(), self.graph.node_count()))
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Half the way round.
    fn diameter(&self) -> Option<u32> {
        Some(self.graph.node_count() as u32 / 2)
    }

    /// From node 0 all the way round.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(Labelling::from_path(&self.graph, self.graph.nodes().collect()).expect("a ring is a closed path"))
    }
}

/// The shorter way round, towards rising numbers where both are equally long.
impl OwnRouting for Ring {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let (ahead, nodes) = (self.steps_ahead(at, to), self.graph.node_count());
        match ahead {
            0 => at,
            _ if 2 * ahead <= nodes => NodeId::new((at.index() + 1) % nodes),
            _ => NodeId::new((at.index() + nodes - 1) % nodes),
        }
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let ahead = self.steps_ahead(from, to);
        ahead.min(self.graph.node_count() - ahead) as u32
    }
}
