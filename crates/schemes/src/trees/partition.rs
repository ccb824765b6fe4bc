//! Why there are no more trees.

use wormcast_topology::{Graph, NodeId};

/// A partition of the nodes of a network into at least two parts.
///
/// Every spanning tree takes at least one link less between the parts than there are parts: so no more trees fit than
/// the links between the parts allow. Tutte and Nash-Williams (1961): some partition gives exactly the greatest number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The part of each node, from 0.
    part: Box<[u32]>,
    parts: usize,
}

impl Partition {
    /// The nodes with the same key are one part.
    pub(super) fn of(nodes: usize, mut key: impl FnMut(usize) -> usize) -> Self {
        let mut name = vec![u32::MAX; nodes];
        let mut parts = 0;
        let part = (0..nodes).map(|node| {
            let name = &mut name[key(node)];
            if *name == u32::MAX {
                *name = parts;
                parts += 1;
            }
            *name
        });
        Self { part: part.collect(), parts: parts as usize }
    }

    /// Of the partition into single nodes and that which parts a node with the fewest links from all others, the one
    /// that allows fewer trees.
    pub(super) fn least_at_hand(graph: &Graph) -> Self {
        let nodes = graph.node_count();
        let fewest = graph.nodes().min_by_key(|&node| graph.degree(node)).expect("a network has a node");
        let all = Self::of(nodes, |node| node);
        let one = Self::of(nodes, |node| usize::from(node == fewest.index()));
        if all.tree_bound(graph) < one.tree_bound(graph) { all } else { one }
    }

    /// The part that a node is in, from 0.
    pub fn part(&self, node: NodeId) -> usize {
        self.part[node.index()] as usize
    }

    /// How many parts there are: at least 2.
    pub fn parts(&self) -> usize {
        self.parts
    }

    /// How many links lead from one part to another. O(channels).
    pub fn links_between(&self, graph: &Graph) -> usize {
        let between = |&channel: &_| self.part(graph.source(channel)) != self.part(graph.target(channel));
        graph.channels().filter(between).count() / 2
    }

    /// How many edge-disjoint spanning trees there can be at most, by the links between the parts. O(channels).
    pub fn tree_bound(&self, graph: &Graph) -> usize {
        self.links_between(graph) / (self.parts - 1)
    }
}
