//! Routes that can be added to others without closing a cycle of waiting.

use crate::{AcyclicOrder, Lane};
use std::collections::{HashSet, VecDeque};
use wormcast_topology::{Graph, NodeId};

/// Routes that close a cycle are tried again without the wait that closed it, so often.
const TRIES: usize = 32;

const NONE: u32 = u32::MAX;

/// Adds routes to a set of routes whose channel dependency graph has no cycle, so that it gets none.
pub(crate) struct SafeRoutes<'g> {
    graph: &'g Graph,
    virtual_channels: u32,
    order: AcyclicOrder,
    /// By lane: the lane before it in the search that is under way.
    parent: Vec<u32>,
}

impl<'g> SafeRoutes<'g> {
    /// No routes.
    pub(crate) fn new(graph: &'g Graph, virtual_channels: u32) -> Self {
        let lanes = graph.channel_count() * virtual_channels as usize;
        Self { graph, virtual_channels, order: AcyclicOrder::new(lanes), parent: vec![NONE; lanes] }
    }

    /// Adds a route, if it closes no cycle: else nothing is added, and the answer is the wait that closes one.
    pub(crate) fn add(&mut self, route: &[Lane]) -> Result<(), (u32, u32)> {
        let mut added = Vec::new();
        for pair in route.windows(2) {
            let (held, asked) = (pair[0].index(self.virtual_channels), pair[1].index(self.virtual_channels));
            match self.order.insert(held, asked) {
                Some(true) => added.push((held, asked)),
                Some(false) => {}
                None => {
                    added.iter().for_each(|&(held, asked)| self.order.remove(held, asked));
                    return Err((held, asked));
                }
            }
        }
        Ok(())
    }

    /// Finds and adds a route that closes no cycle, as short as the search finds one; none if it finds none.
    ///
    /// Each wait of the route alone would close none; if several together do, the one that does is left out and the
    /// search begins anew.
    pub(crate) fn find(&mut self, from: NodeId, to: NodeId) -> Option<Vec<Lane>> {
        let mut banned = HashSet::new();
        for _ in 0..TRIES {
            let route = self.search(from, to, &banned)?;
            match self.add(&route) {
                Ok(()) => return Some(route),
                Err(wait) => banned.insert(wait),
            };
        }
        None
    }

    /// A shortest route of waits that may be added one by one.
    fn search(&mut self, from: NodeId, to: NodeId, banned: &HashSet<(u32, u32)>) -> Option<Vec<Lane>> {
        self.parent.fill(NONE);
        let mut queue: VecDeque<u32> = self.lanes_of(from).collect();
        queue.iter().for_each(|&first| self.parent[first as usize] = first);
        while let Some(at) = queue.pop_front() {
            let channel = Lane::of_index(at, self.virtual_channels).channel;
            let end = self.graph.target(channel);
            if end == to {
                return Some(self.walk_back(at));
            }
            if self.graph.is_endpoint(end) {
                continue;
            }
            let source = self.graph.source(channel);
            for next in self.lanes_of(end) {
                let turns_back = self.graph.target(Lane::of_index(next, self.virtual_channels).channel) == source;
                let is_open = !turns_back && self.parent[next as usize] == NONE && !banned.contains(&(at, next));
                if is_open && self.order.allows(at, next) {
                    self.parent[next as usize] = at;
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn walk_back(&self, last: u32) -> Vec<Lane> {
        let before = |&at: &u32| Some(self.parent[at as usize]).filter(|&parent| parent != at);
        let lanes = std::iter::successors(Some(last), before);
        let mut route: Vec<_> = lanes.map(|at| Lane::of_index(at, self.virtual_channels)).collect();
        route.reverse();
        route
    }

    /// The lanes that leave a node.
    fn lanes_of(&self, node: NodeId) -> impl Iterator<Item = u32> + use<> {
        let count = self.virtual_channels;
        self.graph
            .out_channels(node)
            .flat_map(move |channel| (0..count).map(move |vc| Lane::new(channel, vc).index(count)))
    }
}
