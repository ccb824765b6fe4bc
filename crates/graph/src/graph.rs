//! The network as compact arrays: nodes, and directed channels grouped by the node that they leave.

use crate::incoming::Incoming;
use crate::{ChannelId, NodeId, NodeSet};
use std::ops::Range;
use std::sync::OnceLock;

/// A directed multigraph in compressed rows: 4 bytes a node, 8 bytes a channel.
///
/// A channel leads one way; its opposite may be missing. Several may lead from a node to the same neighbour: they are
/// parallel, and numbered from 0. The channels that leave a node have consecutive ids, in ascending order of the node
/// that they enter, and then of their numbers. No channel leads from a node to itself.
///
/// A node is a router, or an endpoint, which sends and receives and forwards nothing: no search goes on through it.
///
/// ```
/// use wormcast_graph::{Graph, NodeId};
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let path = Graph::from_links(3, &[(a, b), (b, c)])?;
/// assert_eq!((path.node_count(), path.channel_count()), (3, 4));
/// assert_eq!(path.neighbours(b), &[a, c]);
/// let there = path.channel(a, b).unwrap();
/// assert_eq!(path.reverse(there), path.channel(b, a));
/// assert_eq!(path.channel(a, c), None);
///
/// let two_and_one = Graph::from_channels(2, &[(a, b), (b, a), (a, b)])?;
/// let second = two_and_one.channels_between(a, b).nth(1).unwrap();
/// assert_eq!(two_and_one.number(second), 1);
/// assert_eq!(two_and_one.reverse(second), None);
/// # Ok::<(), wormcast_graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// `first[v]` is the first channel that leaves v; one entry more than there are nodes.
    pub(crate) first: Box<[u32]>,
    /// The node that each channel enters.
    pub(crate) to: Box<[NodeId]>,
    /// The node that each channel leaves.
    pub(crate) from: Box<[NodeId]>,
    /// The number of each channel among parallel ones, where they are not counted from 0 without gaps.
    pub(crate) numbers: Option<Box<[u32]>>,
    pub(crate) endpoints: NodeSet,
    /// Whether every channel has its opposite, once somebody has asked.
    pub(crate) symmetric: OnceLock<bool>,
    /// The channels that enter each node, once somebody has asked and they are not the opposites of those that leave
    /// it.
    pub(crate) incoming: OnceLock<Incoming>,
}

/// The same nodes, channels, numbers and endpoints.
impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.first == other.first
            && self.to == other.to
            && self.numbers == other.numbers
            && self.endpoints == other.endpoints
    }
}

impl Eq for Graph {}

impl Graph {
    /// How many nodes there are.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.first.len() - 1
    }

    /// How many channels there are: twice the number of links where all of them go both ways.
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

    /// The channels that leave a node, in ascending order of the node that they enter, and then of their numbers.
    pub fn out_channels(&self, node: NodeId) -> impl ExactSizeIterator<Item = ChannelId> + use<> {
        self.row(node).map(ChannelId::new)
    }

    /// The channels that enter a node, in ascending order. O(log degree) each where every channel has its opposite;
    /// elsewhere the first call lists them all: O(channels), and 4 bytes a node and a channel from then on.
    pub fn in_channels(&self, node: NodeId) -> impl Iterator<Item = ChannelId> {
        let (opposites, listed) = match self.is_symmetric() {
            true => (self.row(node), &[][..]),
            false => (0..0, self.incoming.get_or_init(|| Incoming::of(self)).entering(node)),
        };
        let opposites = opposites.map(|channel| self.reverse(ChannelId::new(channel)));
        opposites.map(|opposite| opposite.expect("every channel has its opposite")).chain(listed.iter().copied())
    }

    /// The node that each channel out of a node enters, in ascending order: its neighbours, one as often as there are
    /// parallel channels to it.
    #[inline]
    pub fn neighbours(&self, node: NodeId) -> &[NodeId] {
        &self.to[self.row(node)]
    }

    /// How many channels leave a node.
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

    /// The first channel from one node to a neighbour; none if none leads there. O(log degree).
    #[inline]
    pub fn channel(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        let row = self.row(from);
        let place = row.start + self.to[row.clone()].partition_point(|&target| target < to);
        (place < row.end && self.to[place] == to).then(|| ChannelId::new(place))
    }

    /// How many channels leave all nodes before this one: the number of its first channel, if it has one.
    #[inline]
    pub fn channels_before(&self, node: NodeId) -> usize {
        self.first[node.index()] as usize
    }

    /// The parallel channels from one node to another, in the order of their numbers. O(log degree).
    pub fn channels_between(&self, from: NodeId, to: NodeId) -> impl ExactSizeIterator<Item = ChannelId> + use<> {
        self.places_between(from, to).map(ChannelId::new)
    }

    /// The channel of this number from one node to another. O(log degree).
    pub fn numbered(&self, from: NodeId, to: NodeId, number: u32) -> Option<ChannelId> {
        let places = self.places_between(from, to);
        let place = match &self.numbers {
            None => (number < places.len() as u32).then(|| places.start + number as usize),
            Some(numbers) => numbers[places.clone()].binary_search(&number).ok().map(|place| places.start + place),
        };
        place.map(ChannelId::new)
    }

    /// The number of a channel among those from the same node to the same neighbour. O(log degree).
    pub fn number(&self, channel: ChannelId) -> u32 {
        let place = channel.index();
        match &self.numbers {
            None => (place - self.places_between(self.from[place], self.to[place]).start) as u32,
            Some(numbers) => numbers[place],
        }
    }

    /// Whether channels have numbers of their own, and are not counted from 0 without gaps: where some of several
    /// parallel ones are missing.
    pub fn has_own_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// The opposite channel of the same link: the one of the same number that leads back, if there is one.
    /// O(log degree).
    #[inline]
    pub fn reverse(&self, channel: ChannelId) -> Option<ChannelId> {
        let (from, to) = (self.target(channel), self.source(channel));
        match self.number(channel) {
            0 if self.numbers.is_none() => self.channel(from, to),
            number => self.numbered(from, to, number),
        }
    }

    /// The link of a channel, as one of its channels: the lower one of it and its opposite; itself if it goes one way.
    /// O(log degree).
    #[inline]
    pub fn link(&self, channel: ChannelId) -> ChannelId {
        self.reverse(channel).map_or(channel, |opposite| channel.min(opposite))
    }

    /// The first channel from one node to another that has its opposite. O(log degree) for each parallel channel.
    pub fn two_way_channel(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        self.channels_between(from, to).find(|&channel| self.reverse(channel).is_some())
    }

    /// The channel by which a tree goes from a node to a neighbour, where none is named: the first that has its
    /// opposite, else the first. O(log degree) for each parallel channel.
    pub fn tree_channel(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        self.two_way_channel(from, to).or_else(|| self.channel(from, to))
    }

    /// Whether every channel has its opposite. O(channels · log degree) the first time, unless it follows from the
    /// way the network was made.
    pub fn is_symmetric(&self) -> bool {
        *self.symmetric.get_or_init(|| self.one_way_channel().is_none())
    }

    /// The first channel that has no opposite. O(channels · log degree).
    pub fn one_way_channel(&self) -> Option<ChannelId> {
        self.channels().find(|&channel| self.reverse(channel).is_none())
    }

    /// The first channel that is parallel to the one before it. O(channels).
    pub fn parallel_channel(&self) -> Option<ChannelId> {
        let same = |place: &usize| self.to[*place] == self.to[*place - 1] && self.from[*place] == self.from[*place - 1];
        (1..self.to.len()).find(same).map(ChannelId::new)
    }

    /// The nodes that are endpoints: they send and receive, and forward nothing.
    #[inline]
    pub fn endpoints(&self) -> &NodeSet {
        &self.endpoints
    }

    /// Whether a node is an endpoint.
    #[inline]
    pub fn is_endpoint(&self, node: NodeId) -> bool {
        self.endpoints.contains(node)
    }

    /// The nodes that messages come from and go to, where nobody names others: the endpoints, or all nodes if there are
    /// none. In ascending order.
    pub fn terminals(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.nodes().filter(|&node| self.endpoints.is_empty() || self.is_endpoint(node))
    }

    #[inline]
    pub(crate) fn row(&self, node: NodeId) -> Range<usize> {
        self.first[node.index()] as usize..self.first[node.index() + 1] as usize
    }

    fn places_between(&self, from: NodeId, to: NodeId) -> Range<usize> {
        let row = self.row(from);
        let start = row.start + self.to[row.clone()].partition_point(|&target| target < to);
        let end = start + self.to[start..row.end].partition_point(|&target| target == to);
        start..end
    }
}
