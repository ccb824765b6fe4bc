//! The network as compact arrays: nodes, and directed channels grouped by the node that they leave.

use crate::{ChannelId, NodeId};
use std::ops::Range;
use thiserror::Error;

/// The largest number of nodes that a network may have: 2^24.
pub const MAX_NODES: usize = 1 << 24;
/// The largest number of directed channels that a network may have: 2^27 (1 GiB of arrays).
pub const MAX_CHANNELS: usize = 1 << 27;

/// Nodes and directed channels in compressed rows: 4 bytes a node, 8 bytes a channel.
///
/// The channels that leave a node have consecutive ids, in ascending order of the node that they enter. Every link is
/// two opposite channels; there are no loops and no parallel links.
///
/// ```
/// use wormcast_graph::{Graph, NodeId};
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let path = Graph::from_links(3, &[(a, b), (b, c)])?;
/// assert_eq!((path.node_count(), path.channel_count()), (3, 4));
/// assert_eq!(path.neighbours(b), &[a, c]);
/// let there = path.channel(a, b).unwrap();
/// assert_eq!(path.reverse(there), path.channel(b, a).unwrap());
/// assert_eq!(path.channel(a, c), None);
/// # Ok::<(), wormcast_graph::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// `first[v]` is the first channel that leaves v; one entry more than there are nodes.
    first: Box<[u32]>,
    /// The node that each channel enters.
    to: Box<[NodeId]>,
    /// The node that each channel leaves.
    from: Box<[NodeId]>,
}

/// Why a list of links is not a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GraphError {
    /// There is nothing to route on.
    #[error("a network needs at least one node")]
    Empty,
    /// More nodes than [`MAX_NODES`].
    #[error("{0} nodes are more than the {MAX_NODES} that are accepted")]
    TooManyNodes(u128),
    /// More channels than [`MAX_CHANNELS`].
    #[error("{0} channels are more than the {MAX_CHANNELS} that are accepted")]
    TooManyChannels(u128),
    /// A link from a node to itself.
    #[error("node number {} is linked to itself", .0.index())]
    Loop(NodeId),
    /// A link to a node that does not exist.
    #[error("a link names node number {}, but there are only {nodes}", .node.index())]
    NoSuchNode {
        /// The node that the link names.
        node: NodeId,
        /// How many nodes there are.
        nodes: usize,
    },
}

impl Graph {
    /// The network with these links, each of them two opposite channels; a link named twice counts once.
    ///
    /// O(n + m log m) time for n nodes and m links.
    ///
    /// # Errors
    /// A loop, a node out of range, or a network beyond the accepted size.
    pub fn from_links(nodes: usize, links: &[(NodeId, NodeId)]) -> Result<Self, GraphError> {
        check_size(nodes as u128, 2 * links.len() as u128)?;
        let mut ends = Vec::with_capacity(2 * links.len());
        for &(a, b) in links {
            if let Some(&node) = [a, b].iter().find(|node| node.index() >= nodes) {
                return Err(GraphError::NoSuchNode { node, nodes });
            }
            if a == b {
                return Err(GraphError::Loop(a));
            }
            ends.extend([(a, b), (b, a)]);
        }
        ends.sort_unstable();
        ends.dedup();
        let mut at = 0;
        Self::from_neighbours(nodes, ends.len(), |node, neighbours| {
            while let Some(&(_, to)) = ends.get(at).filter(|(from, _)| *from == node) {
                neighbours.push(to);
                at += 1;
            }
        })
    }

    /// The network whose nodes have the neighbours that `fill` lists: called once a node, in ascending order, with an
    /// empty list. The lists must be symmetric, without loops or repetitions; they need not be sorted.
    /// `channels` is their total length.
    ///
    /// O(n + m log d) time for n nodes, m channels and d neighbours a node.
    ///
    /// # Errors
    /// A network beyond the accepted size.
    pub fn from_neighbours(
        nodes: usize,
        channels: usize,
        mut fill: impl FnMut(NodeId, &mut Vec<NodeId>),
    ) -> Result<Self, GraphError> {
        check_size(nodes as u128, channels as u128)?;
        let mut first = Vec::with_capacity(nodes + 1);
        let mut to = Vec::with_capacity(channels);
        let mut from = Vec::with_capacity(channels);
        let mut neighbours = Vec::new();
        for node in (0..nodes).map(NodeId::new) {
            first.push(to.len() as u32);
            neighbours.clear();
            fill(node, &mut neighbours);
            neighbours.sort_unstable();
            to.extend_from_slice(&neighbours);
            from.extend(std::iter::repeat_n(node, neighbours.len()));
        }
        first.push(to.len() as u32);
        debug_assert_eq!(to.len(), channels, "the neighbour lists have the announced length");
        let graph = Self { first: first.into(), to: to.into(), from: from.into() };
        debug_assert!(graph.is_symmetric(), "every channel has its opposite");
        Ok(graph)
    }

    /// How many nodes there are.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.first.len() - 1
    }

    /// How many directed channels there are: twice the number of links.
    #[inline]
    pub fn channel_count(&self) -> usize {
        self.to.len()
    }

    /// All nodes, in ascending order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        (0..self.node_count()).map(NodeId::new)
    }

    /// All channels, in ascending order.
    pub fn channels(&self) -> impl ExactSizeIterator<Item = ChannelId> + DoubleEndedIterator + use<> {
        (0..self.channel_count()).map(ChannelId::new)
    }

    /// The channels that leave a node, in ascending order of the node that they enter.
    pub fn out_channels(&self, node: NodeId) -> impl ExactSizeIterator<Item = ChannelId> + use<> {
        self.row(node).map(ChannelId::new)
    }

    /// The neighbours of a node, in ascending order.
    #[inline]
    pub fn neighbours(&self, node: NodeId) -> &[NodeId] {
        &self.to[self.row(node)]
    }

    /// How many neighbours a node has.
    #[inline]
    pub fn degree(&self, node: NodeId) -> usize {
        self.row(node).len()
    }

    /// The node that a channel leaves.
    #[inline]
    pub fn source(&self, channel: ChannelId) -> NodeId {
        self.from[channel.index()]
    }

    /// The node that a channel enters.
    #[inline]
    pub fn target(&self, channel: ChannelId) -> NodeId {
        self.to[channel.index()]
    }

    /// The channel from one node to a neighbour; none if they are not neighbours. O(log degree).
    #[inline]
    pub fn channel(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        let row = self.row(from);
        let port = self.to[row.clone()].binary_search(&to).ok()?;
        Some(ChannelId::new(row.start + port))
    }

    /// The opposite channel of the same link. O(log degree).
    #[inline]
    pub fn reverse(&self, channel: ChannelId) -> ChannelId {
        self.channel(self.target(channel), self.source(channel)).expect("every channel has its opposite")
    }

    #[inline]
    fn row(&self, node: NodeId) -> Range<usize> {
        self.first[node.index()] as usize..self.first[node.index() + 1] as usize
    }

    fn is_symmetric(&self) -> bool {
        self.channels().all(|channel| self.channel(self.target(channel), self.source(channel)).is_some())
    }
}

/// Refuses a network that would not fit, before anything is allocated for it.
///
/// # Errors
/// No node, or more nodes or channels than are accepted.
pub fn check_size(nodes: u128, channels: u128) -> Result<(), GraphError> {
    match () {
        () if nodes == 0 => Err(GraphError::Empty),
        () if nodes > MAX_NODES as u128 => Err(GraphError::TooManyNodes(nodes)),
        () if channels > MAX_CHANNELS as u128 => Err(GraphError::TooManyChannels(channels)),
        () => Ok(()),
    }
}
