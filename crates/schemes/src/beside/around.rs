//! Routes to a node that many trees ask for.

use super::grow::Growth;
use super::routes::Routes;
use super::state::Beside;
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, NodeId};

/// How many nodes are kept, and how often the order is searched for one of them.
const MOST_KEPT: usize = 64;
const SEARCHES: usize = 4000;

/// For some nodes, what leads to them, whichever tree asks. Dependences are only added while trees are mended: what
/// leads nowhere does so for good, and where a route does not fit any more, all are searched for anew.
#[derive(Default)]
pub(super) struct Around(BTreeMap<(NodeId, u32), Ways>);

impl Around {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The channels from which turns lead to a node, the nearest first.
struct Ways {
    routes: Routes,
    /// Whether there are no others.
    are_all: bool,
}

/// Whether a node joins a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    Yes,
    /// No route leads to it.
    No,
    /// It takes a search of its own to know.
    Unknown,
}

impl Growth<'_, '_, '_> {
    /// Joins a node by a shortest route, as a search finds it that other trees share.
    pub(super) fn join_around(&mut self, node: NodeId, layer: u32) -> Joined {
        if self.demand.everyone_sends || !self.beside.is_even || !self.beside.lanes.is_fixed(layer) {
            return Joined::Unknown;
        }
        for _ in 0..2 {
            let ways = self.beside.around.0.remove(&(node, layer));
            let ways = ways.unwrap_or_else(|| search(self.beside, node, layer));
            let found = self.nearest(&ways);
            let Ok(route) = found else {
                let joined = if found == Err(true) && ways.are_all { Joined::No } else { Joined::Unknown };
                self.keep((node, layer), ways);
                return joined;
            };
            if self.insert(&route).is_ok() {
                self.keep((node, layer), ways);
                return Joined::Yes;
            }
        }
        Joined::Unknown
    }

    fn keep(&mut self, place: (NodeId, u32), ways: Ways) {
        if self.beside.around.0.len() >= MOST_KEPT {
            self.beside.around.clear();
        }
        self.beside.around.0.insert(place, ways);
    }

    /// The nearest route from the tree.
    ///
    /// # Errors
    /// There is none; whether that is known, or one leads through nodes that it may not enter.
    fn nearest(&mut self, ways: &Ways) -> Result<Vec<ChannelId>, bool> {
        let graph = self.beside.network.graph;
        self.searches = SEARCHES;
        for &first in ways.routes.met() {
            let from = graph.source(first);
            if self.is_in_tree(from)
                && self.beside.network.forwards(from, self.demand.set.source)
                && self.may_branch(from, first)
            {
                let route: Vec<_> = ways.routes.back(first).collect();
                let is_open = |&channel: &ChannelId| self.may_take(channel, &[]);
                return if route.iter().all(is_open) && self.is_simple(&route) { Ok(route) } else { Err(false) };
            }
        }
        Err(self.searches > 0)
    }
}

/// All channels from which turns lead to a node; as many as so many searches of the order tell.
fn search(beside: &mut Beside<'_>, node: NodeId, layer: u32) -> Ways {
    let graph = beside.network.graph;
    let mut routes = Routes::default();
    routes.clear(graph.channel_count(), true);
    let mut left = SEARCHES;
    for channel in graph.in_channels(node).filter(|channel| !beside.is_lost[channel.index()]) {
        routes.offer(channel, 1, None);
    }
    while let Some((first, cost)) = routes.next() {
        let from = graph.source(first);
        if graph.is_endpoint(from) {
            continue;
        }
        let back = beside.opposite[first.index()];
        for channel in graph.in_channels(from).filter(|&channel| Some(channel) != back) {
            let is_open = routes.is_better(channel, cost + 1) && !beside.is_lost[channel.index()];
            if is_open && beside.allows_within(channel, first, layer, &mut left) {
                routes.offer(channel, cost + 1, Some(first));
            }
        }
    }
    Ways { routes, are_all: left > 0 }
}
