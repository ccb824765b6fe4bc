//! Shortest routes of which every turn is allowed.

use crate::dependencies::{Dependency, DependencyGraph, Flow};
use crate::routing::{Choices, RouteFlaw, Routing, Unrouted, all_pairs};
use crate::ways::{self, Ways};
use crate::{Lane, terminals};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

const NONE: u32 = u32::MAX;

/// Which channel may follow which: a message that came by the first may leave by the second.
pub(crate) type Turn<'t> = Box<dyn Fn(ChannelId, ChannelId) -> bool + Send + 't>;

/// Shortest routes among those whose turns are all allowed, on one virtual channel. If no cycle of channels is allowed
/// as a whole, they cannot deadlock. A turn back along the same link is never allowed.
///
/// A breadth-first search over channels, backward from a destination, finds the routes of all sources to it:
/// O(channels · degree) a destination, O(length) a route after that. 12 bytes a channel.
pub(crate) struct TurnRouting<'t> {
    graph: &'t Graph,
    allowed: Turn<'t>,
    /// The destination that the rest is about.
    to: Option<NodeId>,
    /// By channel: the hops from its start to the destination, and the channel that comes next.
    hops: Vec<u32>,
    next: Vec<u32>,
    queue: Vec<ChannelId>,
    /// Whether a router may choose among all that lead on by a shortest route.
    leaves_choices: bool,
}

impl<'t> TurnRouting<'t> {
    pub(crate) fn new(graph: &'t Graph, allowed: Turn<'t>) -> Self {
        let channels = graph.channel_count();
        let (hops, next) = (vec![NONE; channels], vec![NONE; channels]);
        Self { graph, allowed, to: None, hops, next, queue: Vec::new(), leaves_choices: false }
    }

    /// The same, where routers may choose among all shortest routes whose turns are allowed: all of them have the
    /// dependencies that are told. A planned route is always the same one.
    pub(crate) fn with_choices(self) -> Self {
        Self { leaves_choices: true, ..self }
    }

    /// Adds what messages to a destination wait for, one turn after another up to where a message before has been:
    /// routes that meet stay together. `met_for` tells by channel the last destination to which one has taken it.
    /// O(channels · degree).
    fn turns_to(
        &mut self,
        sources: &[NodeId],
        to: NodeId,
        met_for: &mut [Option<NodeId>],
        graph: &mut DependencyGraph,
    ) -> Vec<Unrouted> {
        let mut unrouted = Vec::new();
        for &from in sources.iter().filter(|&&from| from != to) {
            let Some(mut channel) = self.first(from, to) else {
                unrouted.push(Unrouted { from, to, flaw: RouteFlaw::NoRoute });
                continue;
            };
            graph.take(Lane::new(channel, 0));
            while met_for[channel.index()].replace(to) != Some(to) && self.next[channel.index()] != NONE {
                let next = ChannelId::new(self.next[channel.index()] as usize);
                graph.add_route(&[channel, next].map(|taken| Lane::new(taken, 0)), Flow::unicast(from, to));
                channel = next;
            }
        }
        unrouted
    }

    /// Finds the routes to a destination.
    fn search(&mut self, to: NodeId) {
        if self.to == Some(to) {
            return;
        }
        self.to = Some(to);
        self.hops.fill(NONE);
        self.next.fill(NONE);
        self.queue.clear();
        for last in self.graph.in_channels(to) {
            self.hops[last.index()] = 1;
            self.queue.push(last);
        }
        // Invariant: channels stand in the queue by their hops, which are final.
        let mut done = 0;
        while let Some(&channel) = self.queue.get(done) {
            done += 1;
            let (start, end) = (self.graph.source(channel), self.graph.target(channel));
            if self.graph.is_endpoint(start) {
                continue;
            }
            for before in self.graph.in_channels(start) {
                let is_turn = self.graph.source(before) != end && (self.allowed)(before, channel);
                if is_turn && self.hops[before.index()] == NONE {
                    self.hops[before.index()] = self.hops[channel.index()] + 1;
                    self.next[before.index()] = channel.index() as u32;
                    self.queue.push(before);
                }
            }
        }
    }

    /// The hops of the route from one node to another; none if there is none.
    pub(crate) fn distance(&mut self, from: NodeId, to: NodeId) -> Option<u32> {
        self.first(from, to).map(|first| self.hops[first.index()])
    }

    fn first(&mut self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        self.search(to);
        let first = self.graph.out_channels(from).min_by_key(|channel| self.hops[channel.index()])?;
        (self.hops[first.index()] != NONE).then_some(first)
    }
}

/// All shortest routes whose turns are allowed.
impl Ways for TurnRouting<'_> {
    fn lanes(&self) -> usize {
        self.hops.len()
    }

    fn number(&self, lane: Lane) -> usize {
        lane.channel.index()
    }

    fn firsts(&mut self, from: NodeId, to: NodeId) -> Result<Vec<Lane>, RouteFlaw> {
        let first = self.first(from, to).ok_or(RouteFlaw::NoRoute)?;
        let hops = self.hops[first.index()];
        let shortest = self.graph.out_channels(from).filter(|channel| self.hops[channel.index()] == hops);
        Ok(shortest.map(|channel| Lane::new(channel, 0)).collect())
    }

    fn nexts(&self, held: Lane) -> Vec<Lane> {
        let (start, end) = (self.graph.source(held.channel), self.graph.target(held.channel));
        let hops = self.hops[held.channel.index()];
        let leads_on = |&next: &ChannelId| {
            let left = self.hops[next.index()];
            left != NONE && left + 1 == hops && self.graph.target(next) != start && (self.allowed)(held.channel, next)
        };
        self.graph.out_channels(end).filter(leads_on).map(|next| Lane::new(next, 0)).collect()
    }

    fn onward(&self, held: Lane) -> Option<Lane> {
        let next = self.next[held.channel.index()];
        (next != NONE).then(|| Lane::new(ChannelId::new(next as usize), 0))
    }
}

impl Routing for TurnRouting<'_> {
    fn virtual_channels(&self) -> u32 {
        1
    }

    fn dependencies(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        if !self.leaves_choices {
            return all_pairs(self, topology, graph);
        }
        let nodes = terminals(topology);
        nodes.iter().flat_map(|&to| ways::add_dependencies(self, &nodes, to, graph)).collect()
    }

    fn turns(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        if self.leaves_choices {
            return self.dependencies(topology, graph);
        }
        let nodes = terminals(topology);
        let mut met_for = vec![None; self.hops.len()];
        nodes.iter().flat_map(|&to| self.turns_to(&nodes, to, &mut met_for, graph)).collect()
    }

    fn choices(&mut self, topology: &dyn Topology) -> Choices {
        match self.leaves_choices {
            true => Choices::Routes(ways::covering_routes(self, &terminals(topology))),
            false => Choices::None,
        }
    }

    fn may_take(&mut self, from: NodeId, to: NodeId, route: &[Lane]) -> bool {
        ways::may_take(self, from, to, route)
    }

    fn route_of(&mut self, wait: &Dependency) -> Option<(Vec<Lane>, usize)> {
        ways::route_of(self, wait)
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if from == to {
            return Ok(());
        }
        let mut channel = self.first(from, to).ok_or(RouteFlaw::NoRoute)?;
        loop {
            route.push(Lane::new(channel, 0));
            match self.next[channel.index()] {
                NONE => return Ok(()),
                next => channel = ChannelId::new(next as usize),
            }
        }
    }
}
