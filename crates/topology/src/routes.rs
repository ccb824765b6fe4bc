//! Shortest routes on any network: by its own arithmetic, or by a breadth-first search a source.

use crate::line::append_lines_of;
use crate::{BreadthFirst, ChannelId, Line, NodeId, Topology};
use std::fmt;

/// Answers shortest routes from one source after another: by the network's own arithmetic where that gives one
/// ([`Topology::append_own_route`]), else along the breadth-first tree of the source in which every node hangs from its
/// first neighbour to be reached. The tree of the last source is kept: O(nodes + channels) a new source,
/// O(length) a route.
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
    /// The search from the last source, once there was one.
    search: Option<BreadthFirst<'t>>,
    /// A route that is asked for by its lines.
    route: Vec<ChannelId>,
}

/// No way leads from one node to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreachable;

impl<'t> ShortestRoutes<'t> {
    /// Routes on this network.
    pub fn new(topology: &'t dyn Topology) -> Self {
        Self { topology, search: None, route: Vec::new() }
    }

    /// Appends the channels of the way from one node to another; nothing if they are the same.
    ///
    /// # Errors
    /// There is no way; nothing is appended.
    pub fn append(&mut self, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) -> Result<(), Unreachable> {
        match self.topology.append_own_route(from, to, route) {
            true => Ok(()),
            false => self.append_searched(from, to, route),
        }
    }

    /// Appends the same way by its lines: on meshes in a time that does not depend on its length.
    ///
    /// # Errors
    /// There is no way; nothing is appended.
    pub fn append_lines(&mut self, from: NodeId, to: NodeId, lines: &mut Vec<Line>) -> Result<(), Unreachable> {
        if self.topology.append_own_lines(from, to, lines) {
            return Ok(());
        }
        let mut route = std::mem::take(&mut self.route);
        route.clear();
        let found = self.append(from, to, &mut route);
        append_lines_of(&route, lines);
        self.route = route;
        found
    }

    fn append_searched(&mut self, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) -> Result<(), Unreachable> {
        let graph = self.topology.graph();
        let search = self.search.get_or_insert_with(|| BreadthFirst::new(graph));
        if search.order().first() != Some(&from) {
            search.run(from);
        }
        search.distance(to).ok_or(Unreachable)?;
        let start = route.len();
        let mut at = to;
        while let Some(channel) = search.channel_into(at) {
            route.push(channel);
            at = graph.source(channel);
        }
        route[start..].reverse();
        Ok(())
    }
}

impl fmt::Debug for ShortestRoutes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShortestRoutes").field("topology", &self.topology.spec()).finish_non_exhaustive()
    }
}
