//! The blocks of a connected network: its largest parts that no single node can cut in two.

use crate::{Graph, NodeId};

/// The blocks, and how many of them each node is in. A node in more than one is a cut node.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The nodes of each block, its cut nodes among them.
    pub blocks: Vec<Vec<NodeId>>,
    /// In how many blocks each node is: the number of pieces that the network falls into without it.
    pub pieces: Vec<u32>,
}

impl Blocks {
    /// The blocks of a connected network of at least two nodes, by depth-first search (Hopcroft and Tarjan 1973).
    /// O(nodes + channels) time, without recursion.
    pub fn of(graph: &Graph) -> Self {
        let mut search = Search::new(graph.node_count());
        search.enter(NodeId::new(0));
        while let Some(&node) = search.way.last() {
            match graph.neighbours(node).get(search.next[node.index()] as usize) {
                Some(&neighbour) => {
                    search.next[node.index()] += 1;
                    search.look(node, neighbour);
                }
                None => search.leave(node),
            }
        }
        search.found
    }

    /// The cut nodes of a block.
    pub fn cut_nodes(&self, block: &[NodeId]) -> impl Iterator<Item = NodeId> {
        block.iter().copied().filter(|node| self.pieces[node.index()] > 1)
    }
}

struct Search {
    /// When each node was entered, from 1; 0 if it was not.
    entered: Vec<u32>,
    /// The earliest node that each node's subtree is linked to.
    low: Vec<u32>,
    /// The neighbour of each node to look at next.
    next: Vec<u32>,
    /// The nodes between the root and where the search is.
    way: Vec<NodeId>,
    /// The nodes entered whose blocks are not closed yet.
    open: Vec<NodeId>,
    clock: u32,
    found: Blocks,
}

impl Search {
    fn new(nodes: usize) -> Self {
        let found = Blocks { blocks: Vec::new(), pieces: vec![0; nodes] };
        let zeros = || vec![0; nodes];
        Self { entered: zeros(), low: zeros(), next: zeros(), way: vec![], open: vec![], clock: 0, found }
    }

    fn enter(&mut self, node: NodeId) {
        self.clock += 1;
        self.entered[node.index()] = self.clock;
        self.low[node.index()] = self.clock;
        self.way.push(node);
        self.open.push(node);
    }

    fn look(&mut self, node: NodeId, neighbour: NodeId) {
        match self.entered[neighbour.index()] {
            0 => self.enter(neighbour),
            time => self.low[node.index()] = self.low[node.index()].min(time),
        }
    }

    fn leave(&mut self, node: NodeId) {
        self.way.pop();
        let Some(&parent) = self.way.last() else { return };
        let low = self.low[node.index()];
        self.low[parent.index()] = self.low[parent.index()].min(low);
        if low >= self.entered[parent.index()] {
            self.close(parent, node);
        }
    }

    /// Everything entered since `node` makes one block with its parent.
    fn close(&mut self, parent: NodeId, node: NodeId) {
        let start = self.open.iter().rposition(|&open| open == node).expect("a node is open until its block closes");
        let mut block = self.open.split_off(start);
        block.push(parent);
        block.sort_unstable();
        for node in &block {
            self.found.pieces[node.index()] += 1;
        }
        self.found.blocks.push(block);
    }
}
