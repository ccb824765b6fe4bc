//! Breadth-first search: distances and trees of any network.

use crate::{ChannelId, Graph, NodeId};

/// The distance of a node that was not reached. No network has so many nodes.
const FAR: u32 = u32::MAX;
/// The channel into a source, or into a node that was not reached. No network has so many.
const NO_CHANNEL: u32 = u32::MAX;

/// Breadth-first searches on one network, one after another in the same memory: 12 bytes a node.
///
/// A search goes along the channels, away from its source; or against them, towards it. Endpoints are reached, and not
/// gone through. The neighbours of a node are tried in ascending order, so that a search has one result: every node
/// hangs from the first of its neighbours to be reached, by the first of parallel channels.
///
/// ```
/// use wormcast_graph::{BreadthFirst, Graph, NodeId};
/// let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
/// let ring = Graph::from_links(4, &[(a, b), (b, c), (c, d), (d, a)])?;
/// let mut search = BreadthFirst::new(&ring);
/// search.run(a);
/// assert_eq!(search.distance(c), Some(2));
/// assert_eq!(ring.source(search.channel_into(c).unwrap()), b);
/// assert_eq!(search.order(), [a, b, d, c]);
/// # Ok::<(), wormcast_graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BreadthFirst<'g> {
    graph: &'g Graph,
    direction: Direction,
    visits: Box<[Visit]>,
    order: Vec<NodeId>,
}

/// Along the channels or against them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Away,
    Towards,
}

/// What a search knows of a node. Together in memory, as it is needed together.
#[derive(Clone, Copy, Debug)]
struct Visit {
    distance: u32,
    /// The channel between it and the node that it hangs from.
    by: ChannelId,
}

impl Visit {
    fn none() -> Self {
        Self { distance: FAR, by: ChannelId::new(NO_CHANNEL as usize) }
    }
}

impl<'g> BreadthFirst<'g> {
    /// For searches away from their sources: distances are those to the other nodes. Nothing reached yet. O(nodes).
    pub fn new(graph: &'g Graph) -> Self {
        Self::in_direction(graph, Direction::Away)
    }

    /// For searches towards their sources: distances are those from the other nodes. Nothing reached yet. O(nodes).
    ///
    /// ```
    /// use wormcast_graph::{BreadthFirst, Graph, NodeId};
    /// let [a, b, c] = [0, 1, 2].map(NodeId::new);
    /// let ring = Graph::from_channels(3, &[(a, b), (b, c), (c, a)])?;
    /// let mut search = BreadthFirst::towards(&ring);
    /// search.run(a);
    /// assert_eq!(search.distance(b), Some(2));
    /// assert_eq!(search.channel_out(b), ring.channel(b, c));
    /// # Ok::<(), wormcast_graph::GraphError>(())
    /// ```
    pub fn towards(graph: &'g Graph) -> Self {
        Self::in_direction(graph, Direction::Towards)
    }

    fn in_direction(graph: &'g Graph, direction: Direction) -> Self {
        let nodes = graph.node_count();
        Self { graph, direction, visits: vec![Visit::none(); nodes].into(), order: Vec::with_capacity(nodes) }
    }

    /// Searches from a source, and forgets what was reached before. O(nodes + channels) of what is reached now and was
    /// before.
    pub fn run(&mut self, source: NodeId) {
        for node in self.order.drain(..) {
            self.visits[node.index()] = Visit::none();
        }
        self.extend(source);
    }

    /// Searches on from another source, which must not be reached yet: the nodes that it reaches come after the others
    /// in the order. Returns them. O(nodes + channels) of what is reached.
    pub fn extend(&mut self, source: NodeId) -> &[NodeId] {
        let start = self.order.len();
        debug_assert_eq!(self.distance(source), None, "the source is new");
        self.visits[source.index()].distance = 0;
        self.order.push(source);
        let mut head = start;
        while let Some(&node) = self.order.get(head) {
            head += 1;
            // A source may be an endpoint; else nothing goes through one.
            if self.graph.is_endpoint(node) && node != source {
                continue;
            }
            match self.direction {
                Direction::Away => {
                    for channel in self.graph.out_channels(node) {
                        self.reach(node, channel, self.graph.target(channel));
                    }
                }
                Direction::Towards => {
                    let graph = self.graph;
                    for channel in graph.in_channels(node) {
                        self.reach(node, channel, graph.source(channel));
                    }
                }
            }
        }
        &self.order[start..]
    }

    #[inline]
    fn reach(&mut self, from: NodeId, by: ChannelId, node: NodeId) {
        let distance = self.visits[from.index()].distance + 1;
        let visit = &mut self.visits[node.index()];
        if visit.distance == FAR {
            *visit = Visit { distance, by };
            self.order.push(node);
        }
    }

    /// The nodes that were reached, nearest first.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }

    /// How many channels lead from the source to a node (towards it: from the node to the source); none if it was not
    /// reached.
    #[inline]
    pub fn distance(&self, node: NodeId) -> Option<u32> {
        let distance = self.visits[node.index()].distance;
        (distance != FAR).then_some(distance)
    }

    /// In a search away from its source, the channel into a node in the tree of the search; none at a source, and where
    /// it was not reached.
    #[inline]
    pub fn channel_into(&self, node: NodeId) -> Option<ChannelId> {
        debug_assert_eq!(self.direction, Direction::Away, "the search is one away from its source");
        self.channel_by(node)
    }

    /// In a search towards its source, the channel by which a node goes there; none at a source, and where it was not
    /// reached.
    #[inline]
    pub fn channel_out(&self, node: NodeId) -> Option<ChannelId> {
        debug_assert_eq!(self.direction, Direction::Towards, "the search is one towards its source");
        self.channel_by(node)
    }

    #[inline]
    fn channel_by(&self, node: NodeId) -> Option<ChannelId> {
        let by = self.visits[node.index()].by;
        (by.index() != NO_CHANNEL as usize).then_some(by)
    }

    /// A node that was reached last, and its distance: one of the farthest from the source. None before any search.
    pub fn farthest(&self) -> Option<(NodeId, u32)> {
        let node = *self.order.last()?;
        Some((node, self.distance(node)?))
    }
}
