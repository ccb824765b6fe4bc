//! Shortest routes on any network: by its own arithmetic, or by a breadth-first search a source.

use crate::{ChannelId, Faulty, Graph, NodeId, Topology};
use std::fmt;

/// Answers shortest routes from one source after another: by the network's own [`Routing`](crate::Routing) where it
/// has one (under faults: where the way that it takes is left), else along the breadth-first tree of the source in which every node hangs from its first neighbour to be
/// reached. The tree of the last source is kept: O(nodes + channels) a new source, O(length) a route.
///
/// ```
/// use wormcast_topology::{build, ShortestRoutes};
/// let mesh = build("mesh:8x8")?;
/// let (a, b) = (mesh.find_node("1,1")?, mesh.find_node("3,2")?);
/// let mut route = Vec::new();
/// ShortestRoutes::new(&*mesh).append(a, b, &mut route).unwrap();
/// let names: Vec<_> = route.iter().map(|&c| mesh.node_name(mesh.graph().target(c))).collect();
/// assert_eq!(names, ["2,1", "3,1", "3,2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ShortestRoutes<'t> {
    topology: &'t dyn Topology,
    /// The source of the tree below.
    source: Option<NodeId>,
    /// The channel into each node in the tree; none at the source and where it does not reach.
    into: Vec<Option<ChannelId>>,
    /// The nodes of the tree in the order in which they were reached.
    queue: Vec<NodeId>,
}

/// No way leads from one node to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreachable;

impl<'t> ShortestRoutes<'t> {
    /// Routes on this network.
    pub fn new(topology: &'t dyn Topology) -> Self {
        Self { topology, source: None, into: Vec::new(), queue: Vec::new() }
    }

    /// Appends the channels of the way from one node to another; nothing if they are the same.
    ///
    /// # Errors
    /// There is no way; nothing is appended.
    pub fn append(&mut self, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) -> Result<(), Unreachable> {
        let graph = self.topology.graph();
        let Some(routing) = self.topology.routing() else {
            let faulty = self.topology.downcast::<Faulty>();
            if faulty.and_then(|faulty| faulty.append_inner_route(from, to, route)).is_some() {
                return Ok(());
            }
            self.grow_tree(from);
            return climb(graph, &self.into, from, to, route);
        };
        let mut at = from;
        while at != to {
            let next = routing.next(at, to);
            route.push(graph.channel(at, next).expect("a routing follows channels"));
            at = next;
        }
        Ok(())
    }

    /// Grows the breadth-first tree of a source; neighbours are tried in ascending order.
    fn grow_tree(&mut self, source: NodeId) {
        if self.source.replace(source) == Some(source) {
            return;
        }
        let graph = self.topology.graph();
        self.into.clear();
        self.into.resize(graph.node_count(), None);
        self.queue.clear();
        self.queue.push(source);
        let mut head = 0;
        while let Some(&node) = self.queue.get(head) {
            head += 1;
            for channel in graph.out_channels(node) {
                let target = graph.target(channel);
                if target != source && self.into[target.index()].is_none() {
                    self.into[target.index()] = Some(channel);
                    self.queue.push(target);
                }
            }
        }
    }
}

fn climb(
    graph: &Graph,
    into: &[Option<ChannelId>],
    from: NodeId,
    to: NodeId,
    route: &mut Vec<ChannelId>,
) -> Result<(), Unreachable> {
    let start = route.len();
    let mut at = to;
    while at != from {
        let Some(channel) = into[at.index()] else {
            route.truncate(start);
            return Err(Unreachable);
        };
        route.push(channel);
        at = graph.source(channel);
    }
    route[start..].reverse();
    Ok(())
}

impl fmt::Debug for ShortestRoutes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShortestRoutes").field("topology", &self.topology.spec()).finish_non_exhaustive()
    }
}
