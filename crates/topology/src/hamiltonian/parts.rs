//! A network whose blocks hang together in a row is searched block by block.

use super::blocks::Blocks;
use crate::{Graph, NodeId};

/// A block of a network with, for each cut node, one neighbour beyond it. That neighbour has no other link here, so a
/// Hamiltonian path of the part begins or ends there: just what a path of the whole network does in the part.
#[derive(Debug)]
pub(super) struct Part {
    pub graph: Graph,
    /// What the nodes of the part are in the network, in ascending order.
    pub nodes: Vec<NodeId>,
    /// The neighbours beyond, before and after this part in the row.
    beyond: [Option<NodeId>; 2],
}

/// The parts of a connected network in a row. Every node must be in two blocks at most, every block must have two cut
/// nodes at most. O(nodes + channels · log nodes).
pub(super) fn row(graph: &Graph, blocks: &Blocks) -> Vec<Part> {
    let mut places: Vec<_> = Vec::new();
    for (at, block) in blocks.blocks.iter().enumerate() {
        places.extend(blocks.cut_nodes(block).map(|node| (node, at)));
    }
    places.sort_unstable();
    let is_first = |block: &Vec<NodeId>| blocks.cut_nodes(block).count() < 2;
    let mut at = blocks.blocks.iter().position(is_first).expect("a row has a first block");
    let (mut parts, mut entry) = (Vec::new(), None);
    // Invariant: `entry` is the cut node between the last part and this block, none at the first one.
    loop {
        let block = &blocks.blocks[at];
        let exit = blocks.cut_nodes(block).find(|&node| Some(node) != entry);
        parts.push(Part::new(graph, block, [entry, exit]));
        let Some(exit) = exit else { return parts };
        let start = places.partition_point(|&place| place < (exit, 0));
        let next = places[start..].iter().find(|place| place.1 != at).expect("a cut node is in two blocks");
        (at, entry) = (next.1, Some(exit));
    }
}

impl Part {
    fn new(graph: &Graph, block: &[NodeId], cuts: [Option<NodeId>; 2]) -> Self {
        let outside =
            |cut: NodeId| graph.neighbours(cut).iter().copied().find(|node| block.binary_search(node).is_err());
        let beyond = cuts.map(|cut| cut.and_then(outside));
        let mut nodes = block.to_vec();
        nodes.extend(beyond.iter().flatten());
        nodes.sort_unstable();
        let local = |node| nodes.binary_search(node).ok().map(NodeId::new);
        let mut links = Vec::new();
        for (at, &node) in nodes.iter().enumerate() {
            let higher = graph.neighbours(node).iter().filter(|&&neighbour| neighbour > node);
            links.extend(higher.filter_map(local).map(|neighbour| (NodeId::new(at), neighbour)));
        }
        let graph = Graph::from_links(nodes.len(), &links).expect("a part is no larger than its network");
        Self { graph, nodes, beyond }
    }

    /// Appends the nodes of a path of this part to the path of the parts before, without the neighbours beyond.
    pub(super) fn append(&self, path: &[NodeId], whole: &mut Vec<NodeId>) {
        let mut nodes: Vec<_> = path.iter().map(|node| self.nodes[node.index()]).collect();
        let [before, after] = self.beyond;
        if (before.is_some() && nodes.first() != before.as_ref()) || (after.is_some() && nodes.last() != after.as_ref())
        {
            nodes.reverse();
        }
        nodes.retain(|&node| !self.beyond.contains(&Some(node)));
        // The first node is the last of the part before.
        let shared = usize::from(before.is_some());
        whole.extend(&nodes[shared..]);
    }
}
