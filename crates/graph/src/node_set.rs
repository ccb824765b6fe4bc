//! Sets of nodes, one bit each; nothing where they are empty.

use crate::NodeId;

/// A set of nodes of one network: one bit a node, and no memory at all when it is empty.
///
/// ```
/// use wormcast_graph::{NodeId, NodeSet};
/// let set = NodeSet::new(100, [3, 70].map(NodeId::new));
/// assert!(set.contains(NodeId::new(70)) && !set.contains(NodeId::new(4)));
/// assert_eq!(set.iter().map(NodeId::index).collect::<Vec<_>>(), [3, 70]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    words: Box<[u64]>,
    len: usize,
}

impl NodeSet {
    /// The set of these nodes, of a network with `nodes` in all. O(nodes).
    ///
    /// # Panics
    /// If a node is not one of them.
    pub fn new(nodes: usize, members: impl IntoIterator<Item = NodeId>) -> Self {
        let mut words = Vec::new();
        let mut len = 0;
        for node in members {
            words.resize(nodes.div_ceil(64), 0);
            let word: &mut u64 = &mut words[node.index() / 64];
            len += usize::from(*word >> (node.index() % 64) & 1 == 0);
            *word |= 1 << (node.index() % 64);
        }
        Self { words: words.into(), len }
    }

    /// Whether a node is in the set.
    #[inline]
    pub fn contains(&self, node: NodeId) -> bool {
        let word = self.words.get(node.index() / 64);
        word.is_some_and(|word| word >> (node.index() % 64) & 1 == 1)
    }

    /// How many nodes are in the set.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no node is in the set.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The nodes of the set, in ascending order. O(nodes).
    pub fn iter(&self) -> impl Iterator<Item = NodeId> {
        (0..self.words.len() * 64).map(NodeId::new).filter(|&node| self.contains(node))
    }
}
