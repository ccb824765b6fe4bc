//! The order in which `unicast-tree` lays out the nodes.

use crate::SpanningTree;
use wormcast_topology::{Grid, NodeId, Topology};

/// An order of the nodes such that unicasts between neighbours in it, and within intervals of it, keep apart. 4 bytes
/// a node.
pub(crate) struct Chain {
    place: Box<[u32]>,
    /// Whether the order is a cycle, to be opened at the source, so that all nodes come after it.
    circular: bool,
    disjoint: bool,
}

impl Chain {
    /// The order that fits the network's routes best: see [`crate::unicast_tree::UnicastTree`].
    pub(crate) fn new(topology: &dyn Topology) -> Self {
        let nodes = || topology.graph().nodes();
        if let Some(bits) = topology.bits() {
            let place = |node: NodeId| (node.index() as u32).reverse_bits() >> (u32::BITS - bits);
            return Self { place: nodes().map(place).collect(), circular: false, disjoint: true };
        }
        if let Some(grid) = topology.grid() {
            let disjoint = topology.mesh().is_some();
            return Self {
                place: nodes().map(|node| dimension_order(grid, node)).collect(),
                circular: false,
                disjoint,
            };
        }
        if let (Some(_), Ok(labels)) = (topology.symbols(), topology.labelling()) {
            return Self { place: nodes().map(|node| labels.label(node)).collect(), circular: false, disjoint: false };
        }
        let tree = SpanningTree::breadth_first(topology.graph(), None);
        let place = nodes().map(|node| tree.number(node)).collect();
        Self { place, circular: true, disjoint: tree.is_whole_network() }
    }

    /// Whether it is proved that no two unicasts of a round share a channel.
    pub(crate) fn keeps_rounds_disjoint(&self) -> bool {
        self.disjoint
    }

    /// Sorts nodes into the order, for a multicast from `source`.
    pub(crate) fn sort(&self, nodes: &mut [NodeId], source: NodeId) {
        let place = |node: NodeId| self.place[node.index()];
        match self.circular {
            false => nodes.sort_unstable_by_key(|&node| place(node)),
            true => {
                let start = place(source);
                let turn =
                    |node| place(node).checked_sub(start).unwrap_or(place(node) + (self.place.len() as u32 - start));
                nodes.sort_unstable_by_key(|&node| turn(node));
            }
        }
    }
}

/// The place of a node when the first coordinate, which a route mends first, counts most.
fn dimension_order(grid: &Grid, node: NodeId) -> u32 {
    let sides = grid.sides().iter().enumerate();
    sides.fold(0, |place, (dimension, &side)| place * side + grid.coordinate(node, dimension))
}
