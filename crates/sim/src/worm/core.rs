//! The state of an engine, for all nodes of a network or for a region of them.

use super::allocator::ChannelAllocator;
use super::event_queue::EventQueue;
use super::tails::{Gone, Tails};
use super::visits::{VisitAt, Visits, Worm};
use crate::channels::Channels;
use crate::ejection::Pools;
use crate::network_interface::NetworkInterfaces;
use crate::slab::{Slab, WormAt};
use crate::{Time, Timing};
use std::ops::Range;
use wormcast_topology::{Graph, NodeId};

/// Buffers that are written with every grant have so many places at least, so that they fill cache lines.
const ROOM: usize = 64;

/// An engine for the nodes of a site. Two of them share no cache lines, not even a pair that is fetched together: each
/// may be another thread's.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Core<'t, S> {
    pub graph: &'t Graph,
    pub timing: Timing,
    pub channels: Channels,
    /// The closed form for each length that worms have had; the first is that of the timing.
    pub tails: Vec<Tails>,
    pub now: Time,
    pub events: EventQueue,
    pub allocator: ChannelAllocator,
    pub interfaces: NetworkInterfaces,
    pub visits: Visits,
    pub worms: Slab<Worm>,
    /// Its nodes.
    pub nodes: Range<usize>,
    /// Worms that have been generated and whose head has not left, by node.
    pub backlog: Vec<u32>,
    pub grants: u64,
    /// Heads that are ready now.
    pub ready: Vec<VisitAt>,
    /// Worms that start now, as a consequence of a grant of now: after all else that happens now.
    pub late_starts: Vec<WormAt>,
    /// Tails that leave for certain.
    pub gone: Vec<Gone>,
    pub site: S,
}

impl<'t, S> Core<'t, S> {
    /// At rest, at time 0, for these nodes and the channels that leave them. O(nodes · classes + their channels).
    pub(super) fn new(
        graph: &'t Graph,
        nodes: Range<usize>,
        timing: &Timing,
        channels: Channels,
        classes: u8,
        site: S,
    ) -> Self {
        Self {
            graph,
            timing: timing.clone(),
            tails: vec![Tails::new(timing, &channels, timing.length)],
            channels,
            now: Time::ZERO,
            events: EventQueue::default(),
            allocator: ChannelAllocator::new(graph, nodes.clone(), Pools::new(timing.consumption, classes)),
            interfaces: NetworkInterfaces::new(nodes.clone(), timing),
            visits: Visits::default(),
            worms: Slab::new(),
            backlog: vec![0; nodes.len()],
            nodes,
            grants: 0,
            ready: Vec::with_capacity(ROOM),
            late_starts: Vec::new(),
            gone: Vec::with_capacity(ROOM),
            site,
        }
    }

    /// The closed form for worms of a length: one that is known, or a new one.
    pub(super) fn tails_of(&mut self, length: u32) -> u32 {
        let known = self.tails.iter().position(|tails| tails.length() == length);
        let place = known.unwrap_or_else(|| {
            self.tails.push(Tails::new(&self.timing, &self.channels, length));
            self.tails.len() - 1
        });
        place as u32
    }

    /// The worms of a node that wait at their source.
    pub(super) fn backlog(&mut self, node: NodeId) -> &mut u32 {
        &mut self.backlog[node.index() - self.nodes.start]
    }
}
