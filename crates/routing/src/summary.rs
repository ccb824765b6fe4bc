//! What a routing does, in figures.

use crate::{DependencyGraph, RouteFlaw, Routing, Unrouted, pairs, terminals};
use std::collections::HashSet;
use wormcast_topology::{ChannelId, Topology};

/// All routes of a routing, looked at once.
#[derive(Clone, Debug)]
pub struct Routed {
    /// Which lane is asked for while which other is held.
    pub dependencies: DependencyGraph,
    /// The pairs without a route.
    pub unrouted: Vec<Unrouted>,
    /// How many entries of tables leave a choice.
    pub choices: usize,
}

impl Routed {
    /// The dependencies of a routing. O(pairs · length).
    pub fn of(topology: &dyn Topology, routing: &mut dyn Routing) -> Self {
        let mut dependencies = DependencyGraph::new(topology.graph(), routing.virtual_channels());
        let unrouted = routing.dependencies(topology, &mut dependencies);
        Self { dependencies, unrouted, choices: routing.entries_with_choices() }
    }

    /// The dependencies of several routings whose messages are in flight together. A pair is without a route if none of
    /// them has one for it; then the flaw is that of the last. O(pairs · length) for each.
    pub fn together(topology: &dyn Topology, routings: &mut [&mut dyn Routing]) -> Self {
        let virtual_channels = routings.iter().map(|routing| routing.virtual_channels()).max().unwrap_or(1);
        let mut dependencies = DependencyGraph::new(topology.graph(), virtual_channels);
        let mut each = routings.iter_mut().map(|routing| routing.dependencies(topology, &mut dependencies));
        let first = each.next().unwrap_or_default();
        let unrouted = each.fold(first, |common, next| {
            let pairs: HashSet<_> = common.iter().map(|pair| (pair.from, pair.to)).collect();
            let failed = common.iter().filter(|pair| pair.flaw.failure().is_some()).cloned();
            let both = |pair: &Unrouted| pair.flaw.failure().is_some() || pairs.contains(&(pair.from, pair.to));
            failed.chain(next.into_iter().filter(both)).collect()
        });
        let choices = routings.iter().map(|routing| routing.entries_with_choices()).sum();
        Self { dependencies, unrouted, choices }
    }

    /// How many pairs have a route that runs in a loop: a message that is long enough waits there for what it holds
    /// itself.
    pub fn loops(&self) -> usize {
        self.unrouted.iter().filter(|pair| matches!(pair.flaw, RouteFlaw::Loop { .. })).count()
    }

    /// How a user's own routing failed, if it did: then the graph does not have all routes.
    pub fn failure(&self) -> Option<&str> {
        self.unrouted.iter().find_map(|pair| pair.flaw.failure())
    }
}

/// The figures of a routing between all pairs of sources and destinations.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Pairs of different nodes between which messages go.
    pub pairs: u64,
    /// Those that have no route.
    pub unrouted: Vec<Unrouted>,
    /// The hops of the longest route.
    pub longest: u32,
    /// The hops of all routes together.
    pub total: u64,
    /// How many virtual channels the routes take.
    pub virtual_channels: u32,
    /// The channel that most routes take, and how many; none if there is no route of a hop.
    pub busiest: Option<(ChannelId, u64)>,
}

impl Summary {
    /// Looks at all pairs, up to the first one at which a user's own routing fails. O(pairs · length) time, 8 bytes a
    /// channel.
    pub fn of(topology: &dyn Topology, routing: &mut dyn Routing) -> Self {
        let terminals = terminals(topology);
        let mut load = vec![0_u64; topology.graph().channel_count()];
        let mut summary = Self {
            pairs: (terminals.len() * terminals.len().saturating_sub(1)) as u64,
            unrouted: Vec::new(),
            longest: 0,
            total: 0,
            virtual_channels: routing.virtual_channels(),
            busiest: None,
        };
        let mut route = Vec::new();
        for (from, to) in pairs(&terminals, routing.goes_by_source()) {
            route.clear();
            if let Err(flaw) = routing.append_route(from, to, &mut route) {
                let is_failure = flaw.failure().is_some();
                summary.unrouted.push(Unrouted { from, to, flaw });
                if is_failure {
                    break;
                }
            }
            summary.longest = summary.longest.max(route.len() as u32);
            summary.total += route.len() as u64;
            route.iter().for_each(|lane| load[lane.channel.index()] += 1);
        }
        let busiest = load.iter().enumerate().max_by_key(|&(channel, &load)| (load, std::cmp::Reverse(channel)));
        summary.busiest =
            busiest.filter(|(_, load)| **load > 0).map(|(channel, &load)| (ChannelId::new(channel), load));
        summary
    }

    /// How a user's own routing failed, if it did: then the figures are not those of all pairs.
    pub fn failure(&self) -> Option<&str> {
        self.unrouted.iter().find_map(|pair| pair.flaw.failure())
    }

    /// The hops of a route on the mean; none if there is none.
    pub fn mean(&self) -> Option<f64> {
        let routed = self.pairs - self.unrouted.len() as u64;
        (routed > 0).then(|| self.total as f64 / routed as f64)
    }
}
