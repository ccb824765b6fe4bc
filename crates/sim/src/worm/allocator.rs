//! The channel allocator: channels and ejection channels, and the lines of requests in front of them.

use super::visits::{Visit, VisitAt, Visits};
use crate::ejection::Pools;
use crate::slab::{NONE, UNKNOWN};
use crate::{Resource, Time};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A channel: 16 bytes. Its line is a chain of the visits that it would lead to.
#[derive(Clone, Copy, Debug)]
struct Channel {
    /// When it is free; `UNKNOWN` while it is held and nobody can tell yet.
    free_at: Time,
    first: VisitAt,
    last: VisitAt,
}

/// The ejection channels of a pool of a node. Their line is a chain of the visits that want to deliver.
#[derive(Clone, Copy, Debug)]
struct Ejectors {
    free: u32,
    first: VisitAt,
    last: VisitAt,
}

/// All lines. A request keeps count of the lines in which it is not first, or does not know when it will be served
/// (`unmet`), and of the latest time of those in which it does (`latest`).
#[derive(Debug)]
pub(super) struct ChannelAllocator {
    channels: Vec<Channel>,
    /// By node, and by pool; empty when nobody ever waits for one.
    ejectors: Vec<Ejectors>,
    pools: Pools,
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// All is free now.
    Now,
    /// All will be free at this time, and nobody can come before.
    At(Time),
    /// That cannot be told yet.
    Wait,
}

impl ChannelAllocator {
    pub(super) fn new(graph: &Graph, pools: Pools) -> Self {
        let channel = Channel { free_at: Time::ZERO, first: NONE, last: NONE };
        let a_node = (0..pools.count()).filter_map(|pool| pools.channels(pool));
        let a_node: Vec<_> = a_node.map(|free| Ejectors { free, first: NONE, last: NONE }).collect();
        let ejectors = a_node.repeat(graph.node_count());
        Self { channels: vec![channel; graph.channel_count()], ejectors, pools }
    }

    pub(super) fn pools(&self) -> Pools {
        self.pools
    }

    fn ejectors(&mut self, node: NodeId, pool: u8) -> &mut Ejectors {
        &mut self.ejectors[node.index() * usize::from(self.pools.count()) + usize::from(pool)]
    }

    /// The ejection channels that a visit delivers through.
    fn ejectors_of(&mut self, graph: &Graph, visit: &Visit) -> &mut Ejectors {
        self.ejectors(graph.target(visit.channel), visit.pool)
    }

    /// Whether a worm may have to wait for an ejection channel.
    pub(super) fn ejection_is_limited(&self) -> bool {
        !self.ejectors.is_empty()
    }

    /// Grants a request for one channel, or for nothing, if it is free and nobody is in line: the frequent case.
    #[inline]
    pub(super) fn take_at_once(&mut self, visits: &Visits, at: VisitAt, now: Time) -> bool {
        let Visit { first_child, delivers, .. } = visits[at];
        if delivers && !self.ejectors.is_empty() {
            return false;
        }
        if first_child == NONE {
            return true;
        }
        let Visit { next_sibling, channel, .. } = visits[first_child];
        let channel = &mut self.channels[channel.index()];
        if next_sibling != NONE || channel.first != NONE || channel.free_at > now {
            return false;
        }
        channel.free_at = UNKNOWN;
        true
    }

    /// A request joins all its lines.
    #[inline]
    pub(super) fn join(&mut self, visits: &mut Visits, graph: &Graph, at: VisitAt, now: Time) -> Answer {
        let (mut unmet, mut free_at) = (0, now);
        let mut child = visits[at].first_child;
        while child != NONE {
            match self.join_channel(visits, child) {
                UNKNOWN => unmet += 1,
                time => free_at = free_at.max(time),
            }
            child = visits[child].next_sibling;
        }
        if visits[at].delivers && !self.ejectors.is_empty() {
            unmet += u32::from(!self.join_ejectors(visits, graph, at));
        }
        visits[at].unmet = unmet;
        visits[at].latest = free_at;
        if unmet > 0 {
            Answer::Wait
        } else if free_at > now {
            Answer::At(free_at)
        } else {
            Answer::Now
        }
    }

    /// Joins the line for the channel to a visit. When it will be free, if this is first in line.
    #[inline]
    fn join_channel(&mut self, visits: &mut Visits, child: VisitAt) -> Time {
        let channel = &mut self.channels[visits[child].channel.index()];
        visits[child].next_in_line = NONE;
        let last = std::mem::replace(&mut channel.last, child);
        if channel.first == NONE {
            channel.first = child;
            return channel.free_at;
        }
        visits[last].next_in_line = child;
        UNKNOWN
    }

    /// Whether this is first in line and something is free.
    fn join_ejectors(&mut self, visits: &mut Visits, graph: &Graph, at: VisitAt) -> bool {
        let ejectors = self.ejectors_of(graph, &visits[at]);
        visits[at].next_ejecting = NONE;
        let last = std::mem::replace(&mut ejectors.last, at);
        if ejectors.first == NONE {
            ejectors.first = at;
            return ejectors.free > 0;
        }
        visits[last].next_ejecting = at;
        false
    }

    /// Every place in every line: what it is for, and the request; the first in each line first.
    pub(super) fn for_each(&self, visits: &Visits, mut told: impl FnMut(Resource, VisitAt)) {
        for (channel, line) in (0..).map(ChannelId::new).zip(&self.channels) {
            let mut at = line.first;
            while at != NONE {
                told(Resource::Channel(channel), visits[at].parent);
                at = visits[at].next_in_line;
            }
        }
        let pools = self.pools;
        let names =
            (0..).map(NodeId::new).flat_map(|node| (0..pools.count()).map(move |pool| pools.resource(node, pool)));
        for (resource, line) in names.zip(&self.ejectors) {
            let mut at = line.first;
            while at != NONE {
                told(resource, at);
                at = visits[at].next_ejecting;
            }
        }
    }

    /// A request that is first in all its lines takes what it asked for. If another one is first now at a
    /// ejection channel that is free, that one is returned.
    #[inline]
    pub(super) fn take(&mut self, visits: &mut Visits, graph: &Graph, at: VisitAt) -> Option<VisitAt> {
        let mut child = visits[at].first_child;
        while child != NONE {
            let channel = &mut self.channels[visits[child].channel.index()];
            channel.free_at = UNKNOWN;
            channel.first = visits[child].next_in_line;
            child = visits[child].next_sibling;
        }
        if !visits[at].delivers || self.ejectors.is_empty() {
            return None;
        }
        let ejectors = self.ejectors_of(graph, &visits[at]);
        ejectors.free -= 1;
        ejectors.first = visits[at].next_ejecting;
        (ejectors.first != NONE && ejectors.free > 0).then_some(ejectors.first)
    }

    /// It is known when a channel is free. The request that is first in its line, if any.
    #[inline]
    pub(super) fn free_channel(&mut self, visits: &Visits, channel: ChannelId, free_at: Time) -> Option<VisitAt> {
        let channel = &mut self.channels[channel.index()];
        channel.free_at = free_at;
        (channel.first != NONE).then(|| visits[channel.first].parent)
    }

    /// An ejection channel is free. The request that gets it, if one waits.
    pub(super) fn free_ejection(&mut self, node: NodeId, pool: u8) -> Option<VisitAt> {
        let ejectors = self.ejectors(node, pool);
        ejectors.free += 1;
        (ejectors.free == 1 && ejectors.first != NONE).then_some(ejectors.first)
    }
}

/// One of the things that a request waits for is, or will be, free at this time. When all of them are, if that is
/// known.
#[inline]
pub(super) fn meet(visits: &mut Visits, request: VisitAt, free_at: Time) -> Option<Time> {
    let visit = &mut visits[request];
    visit.unmet -= 1;
    visit.latest = visit.latest.max(free_at);
    (visit.unmet == 0).then_some(visit.latest)
}
