//! Star graphs: permutations, whose neighbours swap the first symbol with another.

mod label_step;
mod labelling;
mod permutation;
mod routing;

pub use permutation::{Permutation, PermutationError};

use crate::family::Family;
use crate::parameters::Parameters;
use crate::{Graph, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `star:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "star",
    parameters: "DIMENSION",
    summary: "star graph; nodes `2143`, from 10 symbols on `2.1.….10`",
    example: "star:4",
    build: |parameters| Ok(Box::new(StarGraph::parse(parameters)?)),
};

/// The permutations of the symbols 1 to n; neighbours differ by a swap of the first symbol with another one.
///
/// The number of a node is the rank of its permutation in lexicographic order: node 0 is the identity. Star paper,
/// section 2.1.
///
/// ```
/// use wormcast_topology::{StarGraph, Topology};
/// let star = StarGraph::new(4)?;
/// let node = star.find_node("2143")?;
/// let names: Vec<_> = star.graph().neighbours(node).iter().map(|&v| star.node_name(v)).collect();
/// assert_eq!(names, ["1243", "3142", "4123"]);
/// assert_eq!(star.permutation(node).label(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StarGraph {
    dimension: usize,
    graph: Graph,
}

impl StarGraph {
    /// The star graph of the permutations of `dimension` symbols. O(nodes · dimension) swaps and ranks.
    ///
    /// # Errors
    /// A dimension that is not from 2 to 10.
    pub fn new(dimension: usize) -> Result<Self, TopologyError> {
        Self::parse(&dimension.to_string())
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = &format!("a dimension from 2 to {}, such as `star:5`", Permutation::MAX_SYMBOLS);
        let parameters = Parameters { family: FAMILY.name, text: parameters, what: "dimension", expected };
        let dimension = parameters.number(2..=Permutation::MAX_SYMBOLS as u32)? as usize;
        let nodes = permutation::factorial(dimension);
        let graph = Graph::from_neighbours(nodes, nodes * (dimension - 1), |node, neighbours| {
            let permutation = Permutation::from_rank(dimension, node.index());
            // By their first symbols, and so in ascending order.
            let places = permutation.inverse().into_iter().take(dimension).filter(|&place| place > 0);
            neighbours.extend(places.map(|place| NodeId::new(permutation.swapped(usize::from(place) + 1).rank())));
        });
        let graph = graph.map_err(|source| TopologyError::Size { spec: parameters.spec(), source })?;
        Ok(Self { dimension, graph })
    }

    /// How many symbols a permutation has.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The permutation that a node stands for. O(dimension).
    pub fn permutation(&self, node: NodeId) -> Permutation {
        Permutation::from_rank(self.dimension, node.index())
    }

    /// The node that stands for a permutation of this dimension. O(dimension).
    pub fn node(&self, permutation: &Permutation) -> NodeId {
        NodeId::new(permutation.rank())
    }
}

impl Topology for StarGraph {
    fn spec(&self) -> String {
        format!("star:{}", self.dimension)
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        self.permutation(node).to_string()
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let permutation = Permutation::parse(self.dimension, name);
        permutation.map(|permutation| self.node(&permutation)).map_err(|error| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: format!("{error}; its nodes are permutations such as `{}`", self.node_name(NodeId::new(1))),
            nearest: None,
        })
    }

    fn symbols(&self) -> Option<usize> {
        Some(self.dimension)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// ⌊3(n − 1)/2⌋ for n symbols (Akers, Harel, Krishnamurthy 1987).
    fn diameter(&self) -> Option<u32> {
        Some(3 * (self.dimension as u32 - 1) / 2)
    }

    /// The labels of [`Permutation::label`]. O(nodes · dimension²).
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        let node = |label| self.node(&Permutation::from_label(self.dimension, label));
        let path = (0..self.graph.node_count()).map(node).collect();
        Ok(Labelling::from_path(&self.graph, path).expect("the labels follow a Hamiltonian path"))
    }
}
