//! The fast engine: the cost is paid a grant, and not a flit.
//!
//! The grants of a worm decide when all its flits move, by the closed form of the time rules (see `tails`); so the only
//! events are heads that become ready and requests that are granted after a wait. A channel does not need an event to
//! become free either: it knows when it will be, and the next request looks.

mod agenda;
mod desk;
mod inject;
mod lines;
mod observer;
mod record;
mod run;
mod slab;
mod standstill;
mod tails;

use crate::consumption::Pools;
use crate::fleet::{HORIZON, check_timing};
use crate::relay::Relays;
use crate::{FlowControl, SimError, Time, Timing};
use agenda::Agenda;
use desk::Desks;
use lines::Lines;
use slab::{Message, Slab, VisitAt, Visits, Worm, WormAt};
use tails::{Gone, Tails};
use wormcast_topology::{Graph, NodeId};

pub use observer::{Completed, Delivered, MessageId, Moment, Observer};
pub(crate) use record::run;

/// An engine that messages are injected into while time goes on.
#[derive(Debug)]
pub struct WormEngine<'t, O> {
    graph: &'t Graph,
    timing: Timing,
    tails: Tails,
    now: Time,
    agenda: Agenda,
    lines: Lines,
    desks: Desks,
    visits: Visits,
    worms: Slab<Worm>,
    messages: Slab<Message>,
    /// Worms that have been generated and whose head has not left, by node.
    backlog: Vec<u32>,
    next_message: MessageId,
    /// The number of the next visit.
    next_rank: u64,
    grants: u64,
    /// The worms of the message that is being injected, and which of them start others.
    built: Vec<WormAt>,
    relays: Relays,
    /// Heads that are ready now.
    ready: Vec<VisitAt>,
    /// Worms that start now, as a consequence of a grant of now: after all else that happens now.
    late_starts: Vec<WormAt>,
    /// Tails that leave for certain.
    gone: Vec<Gone>,
    /// The most that a message may have.
    consumption_classes: u8,
    observer: O,
}

impl<'t, O: Observer> WormEngine<'t, O> {
    /// An engine at rest, at time 0, for worms of one consumption class. O(nodes + channels).
    ///
    /// # Errors
    /// The timing makes no sense.
    pub fn new(graph: &'t Graph, timing: &Timing, observer: O) -> Result<Self, SimError> {
        Self::with_consumption_classes(graph, timing, 1, observer)
    }

    /// An engine at rest, at time 0, for worms of at most so many consumption classes. O(channels + nodes · classes).
    ///
    /// # Errors
    /// The timing makes no sense.
    pub fn with_consumption_classes(
        graph: &'t Graph,
        timing: &Timing,
        classes: u8,
        observer: O,
    ) -> Result<Self, SimError> {
        check_timing(timing)?;
        if timing.flow != FlowControl::default() {
            return Err(SimError::FlowControl);
        }
        Ok(Self {
            graph,
            timing: timing.clone(),
            tails: Tails::new(timing),
            now: Time::ZERO,
            agenda: Agenda::default(),
            lines: Lines::new(graph, Pools::new(timing.consumption, classes)),
            consumption_classes: classes,
            desks: Desks::new(graph.node_count(), timing),
            visits: Visits::default(),
            worms: Slab::new(),
            messages: Slab::new(),
            backlog: vec![0; graph.node_count()],
            next_message: 0,
            next_rank: 0,
            grants: 0,
            built: Vec::new(),
            relays: Relays::default(),
            ready: Vec::new(),
            late_starts: Vec::new(),
            gone: Vec::new(),
            observer,
        })
    }

    /// The time up to which everything has happened.
    pub fn now(&self) -> Time {
        self.now
    }

    /// How many messages are generated and not gone: in source queues or in the network. Messages injected for a later
    /// time count too.
    pub fn messages_in_flight(&self) -> usize {
        self.messages.len()
    }

    /// How many worms of a node have been generated and wait at the source: their heads have not left it.
    pub fn backlog(&self, node: NodeId) -> u32 {
        self.backlog[node.index()]
    }

    /// How many requests have been granted so far: the work done, in hops and starts of worms.
    pub fn grants(&self) -> u64 {
        self.grants
    }

    /// Who is told what happens.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Who is told what happens, to be changed.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Lets everything happen that happens before a time, at which the engine then is. What happens at that time waits,
    /// so that messages can be injected that are generated then. Returns whether anything is left to happen.
    pub fn run_before(&mut self, end: Time) -> bool {
        let end = end.min(HORIZON);
        let left = self.work_off_before(end);
        self.now = self.now.max(end);
        left
    }

    /// Lets everything happen that is left. The engine is then at the time of the last event. If messages are in flight
    /// still, that is a deadlock (or they last longer than 2^62 ps).
    pub fn drain(&mut self) {
        self.work_off_before(HORIZON);
    }
}
