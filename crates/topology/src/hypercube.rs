//! Binary hypercubes.

use crate::family::Family;
use crate::parameters::Parameters;
use crate::{Graph, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `hypercube:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "hypercube",
    parameters: "DIMENSION",
    summary: "binary hypercube; nodes `010110`, bit 0 last",
    example: "hypercube:4",
    build: |parameters| Ok(Box::new(Hypercube::parse(parameters)?)),
};

/// The largest dimension whose channels are accepted.
const MAX_DIMENSION: u32 = 22;

/// Nodes named by bit strings; neighbours differ in one bit.
///
/// A name is the node's number in binary: its last character is bit 0, and its first is the highest bit. Dimension i
/// is the direction in which bit i changes.
///
/// ```
/// use wormcast_topology::{Hypercube, NodeId, Topology};
/// let cube = Hypercube::new(3)?;
/// assert_eq!(cube.node_name(NodeId::new(6)), "110");
/// assert_eq!(cube.graph().neighbours(NodeId::new(6)), [2, 4, 7].map(NodeId::new));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hypercube {
    dimension: u32,
    graph: Graph,
}

impl Hypercube {
    /// The hypercube with 2^dimension nodes. O(nodes · dimension).
    ///
    /// # Errors
    /// A dimension that is not from 1 to 22.
    pub fn new(dimension: u32) -> Result<Self, TopologyError> {
        Self::parse(&dimension.to_string())
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = &format!("a dimension from 1 to {MAX_DIMENSION}, such as `hypercube:6`");
        let parameters = Parameters { family: FAMILY.name, text: parameters, what: "dimension", expected };
        let dimension = parameters.number(1..=MAX_DIMENSION)?;
        let nodes = 1 << dimension;
        let graph = Graph::from_neighbours(nodes, nodes * dimension as usize, |node, neighbours| {
            neighbours.extend((0..dimension).map(|bit| NodeId::new(node.index() ^ 1 << bit)));
        });
        let graph = graph.map_err(|source| TopologyError::Size { spec: parameters.spec(), source })?;
        Ok(Self { dimension, graph })
    }

    /// How many bits a name has.
    pub fn dimension(&self) -> u32 {
        self.dimension
    }
}

impl Topology for Hypercube {
    fn spec(&self) -> String {
        format!("hypercube:{}", self.dimension)
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        format!("{:0width$b}", node.index(), width = self.dimension as usize)
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let bits = name.len() == self.dimension as usize && name.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        let number = bits.then(|| usize::from_str_radix(name, 2).ok()).flatten();
        number.map(NodeId::new).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: format!("its nodes are strings of {} bits, such as `{}`", self.dimension, self.example()),
            nearest: None,
        })
    }

    fn bits(&self) -> Option<u32> {
        Some(self.dimension)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Every bit differs.
    fn diameter(&self) -> Option<u32> {
        Some(self.dimension)
    }

    /// The reflected Gray code: the node with label l has number l XOR ⌊l/2⌋.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        let path = (0..self.graph.node_count()).map(|label| NodeId::new(label ^ label >> 1)).collect();
        Ok(Labelling::from_path(&self.graph, path).expect("consecutive Gray codes differ in one bit"))
    }
}

impl Hypercube {
    fn example(&self) -> String {
        self.node_name(NodeId::new(1))
    }
}

/// Dimension order: the lowest bit that differs is mended first.
impl OwnRouting for Hypercube {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let differing = at.index() ^ to.index();
        let lowest = differing & differing.wrapping_neg();
        NodeId::new(at.index() ^ lowest)
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        (from.index() ^ to.index()).count_ones()
    }
}
