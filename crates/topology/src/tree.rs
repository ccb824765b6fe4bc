//! Complete binary trees.

use crate::family::Family;
use crate::parameters::Parameters;
use crate::{BitString, Graph, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `tree:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "tree",
    parameters: "HEIGHT",
    summary: "complete binary tree; nodes `r`, `r0`, `r01`",
    example: "tree:3",
    build: |parameters| Ok(Box::new(Tree::parse(parameters)?)),
};

/// The largest height whose nodes are accepted.
const MAX_HEIGHT: u32 = 23;

/// The complete binary tree: its nodes are the bit strings up to a length, each linked to those of one bit more.
/// Mesh-of-trees paper, section 1.2. A name is `r` and the bits; numbers are in breadth-first order.
///
/// ```
/// use wormcast_topology::{Topology, Tree};
/// let tree = Tree::new(3)?;
/// assert_eq!(tree.graph().node_count(), 15);
/// let neighbours = tree.graph().neighbours(tree.find_node("r01")?);
/// let names: Vec<_> = neighbours.iter().map(|&node| tree.node_name(node)).collect();
/// assert_eq!(names, ["r0", "r010", "r011"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    height: u32,
    graph: Graph,
}

impl Tree {
    /// The tree with 2^(height + 1) − 1 nodes. O(nodes).
    ///
    /// # Errors
    /// A height that is not from 1 to 23.
    pub fn new(height: u32) -> Result<Self, TopologyError> {
        Self::parse(&height.to_string())
    }

    fn parse(text: &str) -> Result<Self, TopologyError> {
        let expected = &format!("a height from 1 to {MAX_HEIGHT}, such as `tree:3`");
        let parameters = Parameters { family: FAMILY.name, text, what: "height", expected };
        let height = parameters.number(1..=MAX_HEIGHT)?;
        let nodes = (2 << height) - 1;
        let graph = Graph::from_neighbours(nodes, 2 * (nodes - 1), |node, neighbours| {
            let bits = BitString::from_index(node.index());
            let children = [false, true].map(|bit| bits.child(bit)).into_iter();
            let family = bits.parent().into_iter().chain(children.filter(|child| child.length() <= height));
            neighbours.extend(family.map(|bits| NodeId::new(bits.index())));
        });
        let graph = graph.map_err(|source| TopologyError::Size { spec: parameters.spec(), source })?;
        Ok(Self { height, graph })
    }

    /// The depth of the leaves.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bits in the name of a node: the way to it from the root.
    #[inline]
    pub fn bits(&self, node: NodeId) -> BitString {
        BitString::from_index(node.index())
    }

    /// The node with these bits; none if there are more of them than the height.
    #[inline]
    pub fn node(&self, bits: BitString) -> Option<NodeId> {
        (bits.length() <= self.height).then(|| NodeId::new(bits.index()))
    }
}

impl Topology for Tree {
    fn spec(&self) -> String {
        format!("tree:{}", self.height)
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        format!("r{}", self.bits(node))
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let bits = name.strip_prefix('r').and_then(BitString::parse);
        bits.and_then(|bits| self.node(bits)).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: format!("its nodes are `r` and up to {} bits, such as `r`, `r0` or `r1`", self.height),
            nearest: None,
        })
    }

    fn tree_height(&self) -> Option<u32> {
        Some(self.height)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// From leaf to leaf by the root.
    fn diameter(&self) -> Option<u32> {
        Some(2 * self.height)
    }

    /// Only the tree of height 1 is a path; the others have more than two leaves.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        crate::hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}

/// The one way: up to the lowest common ancestor, and down.
impl OwnRouting for Tree {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        NodeId::new(self.bits(at).towards(self.bits(to)).index())
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.bits(from).distance(self.bits(to))
    }
}
