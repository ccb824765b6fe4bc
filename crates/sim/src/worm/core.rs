//! The state of an engine.

use super::allocator::ChannelAllocator;
use super::event_queue::EventQueue;
use super::tails::{Gone, Tails};
use super::visits::{VisitAt, Visits, Worm};
use crate::channels::Channels;
use crate::ejection::Pools;
use crate::intake::Intake;
use crate::network_interface::NetworkInterfaces;
use crate::slab::{Slab, WormAt};
use crate::{Time, Timing};
use wormcast_topology::{Graph, NodeId};

/// Buffers that are written with every grant have so many places at least, so that they fill cache lines.
const ROOM: usize = 64;

/// All that an engine knows.
#[derive(Debug)]
pub(super) struct Core<'t, O> {
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
    /// Worms that have been generated and whose head has not left, by node.
    pub backlog: Vec<u32>,
    pub grants: u64,
    /// Heads that are ready now.
    pub ready: Vec<VisitAt>,
    /// Worms that start now, as a consequence of a grant of now: after all else that happens now.
    pub late_starts: Vec<WormAt>,
    /// Tails that leave for certain.
    pub gone: Vec<Gone>,
    pub intake: Intake,
    pub observer: O,
    /// The number of the next visit.
    pub next_rank: u64,
}

impl<'t, O> Core<'t, O> {
    /// At rest, at time 0. O(nodes · classes + channels).
    pub(super) fn new(graph: &'t Graph, timing: &Timing, channels: Channels, classes: u8, observer: O) -> Self {
        let nodes = 0..graph.node_count();
        Self {
            graph,
            timing: timing.clone(),
            tails: vec![Tails::new(timing, &channels, timing.length)],
            channels,
            now: Time::ZERO,
            events: EventQueue::default(),
            allocator: ChannelAllocator::new(graph, Pools::new(timing.consumption, classes)),
            interfaces: NetworkInterfaces::new(nodes.clone(), timing),
            visits: Visits::default(),
            worms: Slab::new(),
            backlog: vec![0; nodes.len()],
            grants: 0,
            ready: Vec::with_capacity(ROOM),
            late_starts: Vec::new(),
            gone: Vec::with_capacity(ROOM),
            intake: Intake::new(classes, timing),
            observer,
            next_rank: 0,
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
        &mut self.backlog[node.index()]
    }
}
