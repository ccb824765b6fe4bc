//! The blocks of a network: its largest parts that no single node can cut in two.

use crate::{Graph, NodeId};

/// The blocks, and how many of them each node is in. A node in more than one is a cut node.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The nodes of each block in ascending order, its cut nodes among them.
    pub blocks: Vec<Vec<NodeId>>,
    /// In how many blocks each node is: the number of components that its own one falls into without it.
    pub blocks_at: Vec<u32>,
    /// How many components there are.
    pub components: usize,
    /// The component of each node, from 0; `u32::MAX` for nodes that are removed.
    pub component: Vec<u32>,
}

impl Blocks {
    /// The blocks of a network, by depth-first search (Hopcroft and Tarjan 1973). A node without links is in none.
    /// O(nodes + channels) time, without recursion.
    pub(super) fn of(graph: &Graph) -> Self {
        Self::without(graph, &vec![false; graph.node_count()])
    }

    /// The blocks of what is left when some nodes are removed.
    pub(super) fn without(graph: &Graph, removed: &[bool]) -> Self {
        let mut search = Search::new(removed);
        // Each search enters one component; nodes that are removed count as entered.
        for root in graph.nodes() {
            if search.entered[root.index()] == 0 {
                search.explore(graph, root);
            }
        }
        search.found
    }

    /// The cut nodes of a block.
    pub(super) fn cut_nodes(&self, block: &[NodeId]) -> impl Iterator<Item = NodeId> {
        block.iter().copied().filter(|node| self.blocks_at[node.index()] > 1)
    }
}

/// What removed nodes are entered at: later than all others, so that no low point comes from them.
const NEVER: u32 = u32::MAX;

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
    fn new(removed: &[bool]) -> Self {
        let zeros = || vec![0; removed.len()];
        Self {
            entered: removed.iter().map(|&removed| if removed { NEVER } else { 0 }).collect(),
            low: zeros(),
            next: zeros(),
            way: Vec::new(),
            open: Vec::new(),
            clock: 0,
            found: Blocks {
                blocks: Vec::new(),
                blocks_at: zeros(),
                components: 0,
                component: vec![NEVER; removed.len()],
            },
        }
    }

    fn explore(&mut self, graph: &Graph, root: NodeId) {
        self.found.components += 1;
        self.open.clear();
        self.enter(root);
        // Invariant: `way` is the path of the search tree from the root to `node`; `low` of a node is the earliest
        // entered neighbour of the part of its subtree that has been looked at; `open` holds, in the order of entry,
        // the nodes whose block with their parent is not closed yet.
        while let Some(&node) = self.way.last() {
            match graph.neighbours(node).get(self.next[node.index()] as usize) {
                Some(&neighbour) => {
                    self.next[node.index()] += 1;
                    self.look(node, neighbour);
                }
                None => self.leave(node),
            }
        }
    }

    fn enter(&mut self, node: NodeId) {
        self.clock += 1;
        self.entered[node.index()] = self.clock;
        self.low[node.index()] = self.clock;
        self.found.component[node.index()] = self.found.components as u32 - 1;
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
        // Nothing below `node` is linked above its parent: the parent cuts this subtree off, and with it makes a block.
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
            self.found.blocks_at[node.index()] += 1;
        }
        self.found.blocks.push(block);
    }
}
