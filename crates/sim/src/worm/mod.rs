//! The fast engine: the cost is paid a grant, and not a flit.
//!
//! The grants of a worm decide when all its flits move, by the closed form of the time rules (see `tails`); so the only events
//! are heads that become ready and requests that are granted after a wait. A channel does not need an event to
//! become free either: it knows when it will be, and the next request looks.

mod agenda;
mod desk;
mod inject;
mod lines;
mod observer;
mod record;
mod slab;
mod standstill;
mod tails;

use crate::fleet::{HORIZON, check_timing};
use crate::{FlowControl, SimError, Time, Timing};
use agenda::{Agenda, Event};
use desk::Desks;
use lines::{Answer, Lines, meet};
use slab::{Message, NONE, Slab, VisitAt, Visits, Worm, WormAt};
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
    /// The worms of the message that is being injected.
    built: Vec<WormAt>,
    /// Heads that are ready now.
    ready: Vec<VisitAt>,
    /// Worms that start now, as a consequence of a grant of now: after all else that happens now.
    late_starts: Vec<WormAt>,
    /// Tails that leave for certain.
    gone: Vec<Gone>,
    observer: O,
}

impl<'t, O: Observer> WormEngine<'t, O> {
    /// An engine at rest, at time 0. O(nodes + channels).
    ///
    /// # Errors
    /// The timing makes no sense.
    pub fn new(graph: &'t Graph, timing: &Timing, observer: O) -> Result<Self, SimError> {
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
            lines: Lines::new(graph, timing),
            desks: Desks::new(graph.node_count(), timing),
            visits: Visits::new(),
            worms: Slab::new(),
            messages: Slab::new(),
            backlog: vec![0; graph.node_count()],
            next_message: 0,
            next_rank: 0,
            grants: 0,
            built: Vec::new(),
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

    fn work_off_before(&mut self, end: Time) -> bool {
        while let Some(time) = self.agenda.next_time() {
            if time >= end {
                return true;
            }
            self.now = time;
            self.work_off_now();
        }
        false
    }

    /// The steps of one instant, again and again until it has no more consequences for itself.
    fn work_off_now(&mut self) {
        loop {
            while let Some(event) = self.agenda.pop(self.now, false) {
                self.handle(event);
            }
            while let Some(worm) = self.desks.next_payer(&self.worms) {
                self.agenda.add(self.now + self.timing.send, self.worms[worm].rank, Event::Paid(worm));
            }
            self.serve_heads();
            while let Some(event) = self.agenda.pop(self.now, true) {
                self.handle(event);
            }
            if self.late_starts.is_empty() {
                return;
            }
            for worm in self.late_starts.drain(..) {
                self.agenda.add(self.now, self.worms[worm].rank, Event::Start(worm));
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::FreeConsumption(node) => {
                if let Some(request) = self.lines.free_consumption(node.index()) {
                    self.meet(request, self.now);
                }
            }
            Event::FreeInjection(node) => {
                if let Some(worm) = self.desks.free_injection(&self.worms, node) {
                    self.ready.push(self.worms[worm].first_visit);
                }
            }
            Event::Start(worm) => self.start(worm),
            Event::Paid(worm) => self.paid(worm),
            Event::Grant(visit) => self.grant(visit),
        }
    }

    /// The message is at the worm's origin.
    fn start(&mut self, worm: WormAt) {
        let Worm { rank, origin, .. } = self.worms[worm];
        self.backlog[origin.index()] += 1;
        self.observer.moment(rank, Moment::Arrived, self.now);
        if self.desks.serial {
            self.desks.line_up(&mut self.worms, worm);
        } else if self.timing.send > Time::ZERO {
            self.agenda.add(self.now + self.timing.send, rank, Event::Paid(worm));
        } else {
            self.enter(worm);
        }
    }

    fn paid(&mut self, worm: WormAt) {
        if self.desks.serial {
            self.desks.paid(self.worms[worm].origin);
        }
        self.enter(worm);
    }

    /// The send overhead is paid: the worm takes an injection channel, or waits for one.
    fn enter(&mut self, worm: WormAt) {
        if !self.desks.limited || self.desks.take_injection(&mut self.worms, worm) {
            self.ready.push(self.worms[worm].first_visit);
        }
    }

    /// All heads that are ready now request what they need, in the order of worms and of their visits.
    fn serve_heads(&mut self) {
        while let Some(visit) = self.agenda.pop_head(self.now) {
            self.ready.push(visit);
        }
        let mut ready = std::mem::take(&mut self.ready);
        if ready.len() > 1 {
            ready.sort_unstable_by_key(|&visit| self.rank(visit));
        }
        for visit in ready.drain(..) {
            self.request(visit);
        }
        self.ready = ready;
    }

    fn rank(&self, visit: VisitAt) -> u64 {
        let worm = &self.worms[self.visits[visit].worm];
        worm.rank + u64::from(visit - worm.first_visit)
    }

    #[inline]
    fn tell(&mut self, visit: VisitAt, moment: Moment, at: Time) {
        let rank = self.rank(visit);
        self.observer.moment(rank, moment, at);
    }

    fn request(&mut self, visit: VisitAt) {
        self.tell(visit, Moment::Requested, self.now);
        match self.lines.join(&mut self.visits, self.graph, visit, self.now) {
            Answer::Now => self.grant(visit),
            Answer::At(time) => self.agenda.add(time, 0, Event::Grant(visit)),
            Answer::Wait => {}
        }
    }

    /// Something that a request waits for is free at a time that is now known.
    fn meet(&mut self, request: VisitAt, free_at: Time) {
        if let Some(time) = meet(&mut self.visits, request, free_at) {
            self.agenda.add(time, 0, Event::Grant(request));
        }
    }

    fn grant(&mut self, visit: VisitAt) {
        self.grants += 1;
        self.tell(visit, Moment::Granted, self.now);
        self.visits[visit].grant = self.now;
        if let Some(next) = self.lines.take(&mut self.visits, self.graph, visit) {
            self.meet(next, self.now);
        }
        self.send_heads(visit);
        let worm = &mut self.worms[self.visits[visit].worm];
        if visit == worm.first_visit {
            self.backlog[worm.origin.index()] -= 1;
            let message = &mut self.messages[worm.message];
            message.injected = message.injected.min(self.now);
        }
        self.tails.granted(worm, &mut self.visits, visit, &mut self.gone);
        while let Some((visit, tail)) = self.gone.pop() {
            self.tail_leaves(visit, tail);
        }
    }

    #[inline]
    fn send_heads(&mut self, visit: VisitAt) {
        let arrival = self.now + self.timing.flit;
        let mut child = self.visits[visit].first_child;
        while child != NONE {
            self.tell(child, Moment::Arrived, arrival);
            self.agenda.add_head(arrival + self.timing.router, child);
            child = self.visits[child].next_sibling;
        }
    }

    /// The last flit of a worm leaves a visit at this time, now or later.
    fn tail_leaves(&mut self, visit: VisitAt, tail: Time) {
        let released = tail + self.timing.flit;
        self.tell(visit, Moment::Released, released);
        self.visits[visit].gone = true;
        let slab::Visit { parent, channel, delivers, worm, .. } = self.visits[visit];
        if parent != NONE {
            self.observer.held(channel, self.visits[parent].grant, released);
            if let Some(request) = self.lines.free_channel(&self.visits, visit, released) {
                self.meet(request, released);
            }
        } else if self.desks.limited {
            self.agenda.add(released, 0, Event::FreeInjection(self.worms[worm].origin));
        }
        if delivers {
            self.deliver(worm, self.graph.target(channel), tail);
        }
        self.finish_visit(worm);
    }

    fn deliver(&mut self, worm: WormAt, node: NodeId, tail: Time) {
        if self.lines.consumption_is_limited() {
            self.agenda.add(tail + self.timing.flit, 0, Event::FreeConsumption(node));
        }
        let at = tail + self.timing.receive;
        let Worm { id, message, .. } = self.worms[worm];
        let message = &mut self.messages[message];
        message.deliveries -= 1;
        message.last_delivery = message.last_delivery.max(at);
        self.observer.delivered(Delivered { message: message.id, worm: id, node, at });
        if message.deliveries == 0 {
            self.observer.completed(message.completed());
        }
        self.start_followers(worm, node, at);
    }

    /// Starts the worms that were waiting for a delivery at this node.
    fn start_followers(&mut self, leader: WormAt, node: NodeId, at: Time) {
        let mut follower = std::mem::replace(&mut self.worms[leader].first_follower, NONE);
        while follower != NONE {
            let Worm { origin, rank, next_follower, .. } = self.worms[follower];
            if origin != node {
                // It waits for another delivery.
                self.worms[follower].next_follower = self.worms[leader].first_follower;
                self.worms[leader].first_follower = follower;
            } else if at == self.now {
                self.late_starts.push(follower);
            } else {
                self.agenda.add(at, rank, Event::Start(follower));
            }
            follower = next_follower;
        }
    }

    /// One visit less; the places of a worm and of a message that are done are free.
    fn finish_visit(&mut self, at: WormAt) {
        let worm = &mut self.worms[at];
        worm.unfinished -= 1;
        if worm.unfinished > 0 {
            return;
        }
        let Worm { message: message_at, first_visit, visits, .. } = *worm;
        self.visits.give_back(first_visit, visits);
        self.worms.remove(at);
        let message = &mut self.messages[message_at];
        message.worms -= 1;
        if message.worms == 0 {
            self.messages.remove(message_at);
        }
    }
}
