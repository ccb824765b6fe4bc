//! How graphs are made, and what is refused.

use crate::{ChannelId, Graph, NodeId, NodeSet};
use std::borrow::Cow;
use std::sync::OnceLock;
use thiserror::Error;

/// The largest number of nodes that a network may have: 2^24.
pub const MAX_NODES: usize = 1 << 24;
/// The largest number of directed channels that a network may have: 2^27 (1 GiB of arrays).
pub const MAX_CHANNELS: usize = 1 << 27;

/// Why a list of links or channels is not a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The network with these channels, each in one direction only. Those from the same node to the same neighbour are
    /// parallel, and numbered in the order of the list: so the ids follow from a stable sort of it.
    ///
    /// O(n + m log m) time for n nodes and m channels.
    ///
    /// # Errors
    /// A loop, a node out of range, or a network beyond the accepted size.
    pub fn from_channels(nodes: usize, channels: &[(NodeId, NodeId)]) -> Result<Self, GraphError> {
        check_size(nodes as u128, channels.len() as u128)?;
        check_ends(nodes, channels)?;
        let mut ends = channels.to_vec();
        ends.sort_unstable();
        Ok(Self::from_sorted(nodes, &ends))
    }

    /// The network with these links, each of them two opposite channels; a link named twice counts once.
    ///
    /// O(n + m log m) time for n nodes and m links.
    ///
    /// # Errors
    /// A loop, a node out of range, or a network beyond the accepted size.
    pub fn from_links(nodes: usize, links: &[(NodeId, NodeId)]) -> Result<Self, GraphError> {
        check_size(nodes as u128, 2 * links.len() as u128)?;
        check_ends(nodes, links)?;
        let mut ends: Vec<_> = links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        ends.sort_unstable();
        ends.dedup();
        Ok(Self { symmetric: OnceLock::from(true), ..Self::from_sorted(nodes, &ends) })
    }

    /// The network whose nodes have the neighbours that `fill` lists: called once a node, in ascending order, with an
    /// empty list. The lists must be symmetric, without loops; a neighbour that stands several times is linked by
    /// parallel channels. They need not be sorted. `channels` is their total length.
    ///
    /// O(n + m log d) time for n nodes, m channels and d neighbours a node.
    ///
    /// # Errors
    /// A network beyond the accepted size.
    pub fn from_neighbours(
        nodes: usize,
        channels: usize,
        fill: impl FnMut(NodeId, &mut Vec<NodeId>),
    ) -> Result<Self, GraphError> {
        let graph = Self::from_targets(nodes, channels, fill)?;
        debug_assert_eq!(graph.one_way_channel(), None, "every channel has its opposite");
        Ok(Self { symmetric: OnceLock::from(true), ..graph })
    }

    /// As [`from_neighbours`](Self::from_neighbours), with each channel in the listed direction only.
    ///
    /// # Errors
    /// A network beyond the accepted size.
    pub fn from_targets(
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
        Ok(Self {
            first: first.into(),
            to: to.into(),
            from: from.into(),
            numbers: None,
            endpoints: NodeSet::default(),
            symmetric: OnceLock::new(),
            incoming: OnceLock::new(),
        })
    }

    /// The same network, of which these nodes are endpoints.
    #[must_use]
    pub fn with_endpoints(self, endpoints: impl IntoIterator<Item = NodeId>) -> Self {
        let endpoints = NodeSet::new(self.node_count(), endpoints);
        Self { endpoints, ..self }
    }

    /// The same network with other numbers for parallel channels: one a channel, ascending among parallel ones. So
    /// channels keep their numbers where some of them are missing.
    ///
    /// # Panics
    /// If there is not one number a channel, or parallel ones do not ascend.
    #[must_use]
    pub fn with_numbers(mut self, numbers: Vec<u32>) -> Self {
        assert_eq!(numbers.len(), self.channel_count(), "one number a channel");
        self.numbers = None;
        let counted = |channel: ChannelId| self.number(channel) == numbers[channel.index()];
        let ascend =
            |channel: ChannelId| self.number(channel) == 0 || numbers[channel.index() - 1] < numbers[channel.index()];
        assert!(self.channels().all(ascend), "the numbers of parallel channels ascend");
        if !self.channels().all(counted) {
            self.numbers = Some(numbers.into());
            self.symmetric = OnceLock::new();
        }
        self
    }

    /// The same nodes with a single link between those that are linked both ways, and no other channels: itself, where
    /// there is nothing else. O(channels · log degree).
    ///
    /// ```
    /// use wormcast_graph::{Graph, NodeId};
    /// let [a, b, c] = [0, 1, 2].map(NodeId::new);
    /// let graph = Graph::from_channels(3, &[(a, b), (b, a), (a, b), (b, c)])?;
    /// assert_eq!(*graph.two_way_links(), Graph::from_links(3, &[(a, b)])?);
    /// # Ok::<(), wormcast_graph::GraphError>(())
    /// ```
    pub fn two_way_links(&self) -> Cow<'_, Self> {
        if self.is_symmetric() && self.parallel_channel().is_none() {
            return Cow::Borrowed(self);
        }
        let is_first =
            |&channel: &ChannelId| self.two_way_channel(self.source(channel), self.target(channel)) == Some(channel);
        let ends = self.channels().filter(is_first).map(|channel| (self.source(channel), self.target(channel)));
        let links = Self::from_sorted(self.node_count(), &ends.collect::<Vec<_>>());
        Cow::Owned(Self { endpoints: self.endpoints.clone(), symmetric: OnceLock::from(true), ..links })
    }

    /// `ends` is sorted, and its nodes exist.
    fn from_sorted(nodes: usize, ends: &[(NodeId, NodeId)]) -> Self {
        let mut at = 0;
        let graph = Self::from_targets(nodes, ends.len(), |node, neighbours| {
            while let Some(&(_, to)) = ends.get(at).filter(|(from, _)| *from == node) {
                neighbours.push(to);
                at += 1;
            }
        });
        graph.expect("its size was checked")
    }
}

fn check_ends(nodes: usize, ends: &[(NodeId, NodeId)]) -> Result<(), GraphError> {
    for &(a, b) in ends {
        if let Some(&node) = [a, b].iter().find(|node| node.index() >= nodes) {
            return Err(GraphError::NoSuchNode { node, nodes });
        }
        if a == b {
            return Err(GraphError::Loop(a));
        }
    }
    Ok(())
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
