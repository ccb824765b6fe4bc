//! Breadth-first search: distances, trees and components of any network.

use crate::{ChannelId, Graph, NodeId};

/// The distance of a node that was not reached. No network has so many nodes.
const FAR: u32 = u32::MAX;
/// The channel into a source, or into a node that was not reached. No network has so many.
const NO_CHANNEL: u32 = u32::MAX;

/// Breadth-first searches on one network, one after another in the same memory: 12 bytes a node.
///
/// The neighbours of a node are tried in ascending order, so that a search has one result: every node hangs from the
/// first of its neighbours to be reached.
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
    visits: Box<[Visit]>,
    order: Vec<NodeId>,
}

/// What a search knows of a node. Together in memory, as it is needed together.
#[derive(Clone, Copy, Debug)]
struct Visit {
    distance: u32,
    into: ChannelId,
}

impl Visit {
    fn none() -> Self {
        Self { distance: FAR, into: ChannelId::new(NO_CHANNEL as usize) }
    }
}

impl<'g> BreadthFirst<'g> {
    /// Nothing reached yet. O(nodes).
    pub fn new(graph: &'g Graph) -> Self {
        let nodes = graph.node_count();
        Self { graph, visits: vec![Visit::none(); nodes].into(), order: Vec::with_capacity(nodes) }
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
            let distance = self.visits[node.index()].distance + 1;
            for channel in self.graph.out_channels(node) {
                let target = self.graph.target(channel);
                let visit = &mut self.visits[target.index()];
                if visit.distance == FAR {
                    *visit = Visit { distance, into: channel };
                    self.order.push(target);
                }
            }
        }
        &self.order[start..]
    }

    /// The nodes that were reached, nearest first.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }

    /// How many channels lead from the source to a node; none if it was not reached.
    #[inline]
    pub fn distance(&self, node: NodeId) -> Option<u32> {
        let distance = self.visits[node.index()].distance;
        (distance != FAR).then_some(distance)
    }

    /// The channel into a node in the tree of the search; none at a source, and where it was not reached.
    #[inline]
    pub fn channel_into(&self, node: NodeId) -> Option<ChannelId> {
        let into = self.visits[node.index()].into;
        (into.index() != NO_CHANNEL as usize).then_some(into)
    }

    /// A node that was reached last, and its distance: one of the farthest from the source. None before any search.
    pub fn farthest(&self) -> Option<(NodeId, u32)> {
        let node = *self.order.last()?;
        Some((node, self.distance(node)?))
    }
}

/// Two nodes between which no way leads; none if the network is connected. O(nodes + channels).
///
/// ```
/// use wormcast_graph::{Graph, NodeId, disconnected_pair};
/// let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
/// assert_eq!(disconnected_pair(&Graph::from_links(4, &[(a, b), (c, d)])?), Some((a, c)));
/// # Ok::<(), wormcast_graph::GraphError>(())
/// ```
pub fn disconnected_pair(graph: &Graph) -> Option<(NodeId, NodeId)> {
    let first = NodeId::new(0);
    let mut search = BreadthFirst::new(graph);
    search.run(first);
    let other = graph.nodes().find(|&node| search.distance(node).is_none())?;
    Some((first, other))
}

/// Into how many components the network falls: 1 if it is connected. O(nodes + channels).
pub fn components(graph: &Graph) -> usize {
    let mut search = BreadthFirst::new(graph);
    let mut components = 0;
    for node in graph.nodes() {
        if search.distance(node).is_none() {
            search.extend(node);
            components += 1;
        }
    }
    components
}
