//! The fast engine: the cost is paid a grant, and not a flit.
//!
//! The grants of a worm decide when all its flits move, by the closed form of the time rules (see `tails`); so the only
//! events are heads that become ready and requests that are granted after a wait. A channel does not need an event to
//! become free either: it knows when it will be, and the next request looks.

mod allocator;
mod event_queue;
mod inject;
mod run;
mod standstill;
mod tails;
mod visits;

use crate::channels::Channels;
use crate::ejection::Pools;
use crate::intake::{self, Intake};
use crate::network_interface::NetworkInterfaces;
use crate::open_loop::{MessageId, Observer, OpenLoop};
use crate::size::{HORIZON, check_timing};
use crate::slab::{Slab, WormAt};
use crate::{Blocked, Conditions, Engine, SimError, Time, Timing};
use allocator::ChannelAllocator;
use event_queue::EventQueue;
use tails::{Gone, Tails};
use visits::{VisitAt, Visits, Worm};
use wormcast_plan::Worms;
use wormcast_topology::{Graph, NodeId, Topology};

/// An engine that messages are injected into while time goes on.
#[derive(Debug)]
pub struct WormEngine<'t, O> {
    graph: &'t Graph,
    timing: Timing,
    channels: Channels,
    /// The closed form for each length that worms have had; the first is that of the timing.
    tails: Vec<Tails>,
    now: Time,
    events: EventQueue,
    allocator: ChannelAllocator,
    interfaces: NetworkInterfaces,
    visits: Visits,
    worms: Slab<Worm>,
    intake: Intake,
    /// Worms that have been generated and whose head has not left, by node.
    backlog: Vec<u32>,
    /// The number of the next visit.
    next_rank: u64,
    grants: u64,
    /// Heads that are ready now.
    ready: Vec<VisitAt>,
    /// Worms that start now, as a consequence of a grant of now: after all else that happens now.
    late_starts: Vec<WormAt>,
    /// Tails that leave for certain.
    gone: Vec<Gone>,
    observer: O,
}

impl<'t, O: Observer> WormEngine<'t, O> {
    /// An engine at rest, at time 0, for worms of one ejection class. O(nodes + channels).
    ///
    /// # Errors
    /// The timing makes no sense, or its closed form does not hold ([`Engine::serves`](crate::Engine::serves)).
    pub fn new(topology: &'t dyn Topology, timing: &Timing, observer: O) -> Result<Self, SimError> {
        Self::with_consumption_classes(topology, timing, 1, observer)
    }

    /// An engine at rest, at time 0, for worms of at most so many ejection (consumption) classes. O(channels + nodes ·
    /// classes).
    ///
    /// # Errors
    /// The timing makes no sense, or its closed form does not hold ([`Engine::serves`](crate::Engine::serves)).
    pub fn with_consumption_classes(
        topology: &'t dyn Topology,
        timing: &Timing,
        classes: u8,
        observer: O,
    ) -> Result<Self, SimError> {
        let (channels, graph) = (Channels::new(topology, timing)?, topology.graph());
        check_timing(timing, &channels)?;
        Engine::Worm.serves(topology, timing, &Conditions::default())?;
        Ok(Self {
            graph,
            timing: timing.clone(),
            tails: vec![Tails::new(timing, &channels, timing.length)],
            channels,
            now: Time::ZERO,
            events: EventQueue::default(),
            allocator: ChannelAllocator::new(graph, Pools::new(timing.consumption, classes)),
            interfaces: NetworkInterfaces::new(graph.node_count(), timing),
            visits: Visits::default(),
            worms: Slab::new(),
            intake: Intake::new(classes, timing),
            backlog: vec![0; graph.node_count()],
            next_rank: 0,
            grants: 0,
            ready: Vec::new(),
            late_starts: Vec::new(),
            gone: Vec::new(),
            observer,
        })
    }
}

impl<O: Observer> OpenLoop for WormEngine<'_, O> {
    type Observer = O;

    /// Nothing is allocated once the engine has seen its largest number of worms in flight.
    fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError> {
        let now = self.now;
        intake::inject(self, worms, lengths, at, now)
    }

    fn run_before(&mut self, end: Time) -> bool {
        let end = end.min(HORIZON);
        let left = self.work_off_before(end);
        self.now = self.now.max(end);
        left
    }

    fn drain(&mut self) {
        self.work_off_before(HORIZON);
    }

    fn now(&self) -> Time {
        self.now
    }

    fn messages_in_flight(&self) -> usize {
        self.intake.messages.len()
    }

    fn backlog(&self, node: NodeId) -> u32 {
        self.backlog[node.index()]
    }

    fn grants(&self) -> u64 {
        self.grants
    }

    fn observer(&self) -> &O {
        &self.observer
    }

    fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// The cycle of a deadlock, if there is one already, while other worms may still move. What has no cycle now may
    /// get into one later. O(channels + w²) at worst, for w requests that wait: not to be asked after every step.
    fn deadlock(&self) -> Option<Vec<Blocked>> {
        self.wait_for_graph().cycle()
    }
}
