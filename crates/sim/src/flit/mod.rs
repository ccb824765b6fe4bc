//! The reference engine: every flit is moved, one event for each flit and visit.

mod agenda;
mod desk;
mod lines;

use crate::fleet::{Fleet, VisitIx, WormIx};
use crate::simulation::Log;
use crate::timeline::VisitTimes;
use crate::{Time, Timing};
use agenda::{Agenda, Event};
use desk::Desk;
use lines::Lines;

/// Runs the worms until nothing happens any more.
pub(crate) fn run(fleet: &Fleet, timing: &Timing) -> Log {
    let mut run = Run::new(fleet, timing);
    for &(worm, at) in &fleet.first {
        run.agenda.add(at, Event::Start(worm));
    }
    while let Some(event) = run.next_event() {
        run.handle(event);
    }
    Log { blocked: run.lines.waiting(), visits: run.times }
}

/// How far the flits are at one visit.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// How many flits have left: the number of the next one.
    left: u32,
    /// When the last one left.
    last: Time,
    /// Whether it is settled when the next one leaves.
    settled: bool,
}

struct Run<'a> {
    fleet: &'a Fleet,
    timing: &'a Timing,
    now: Time,
    agenda: Agenda,
    lines: Lines,
    desk: Desk,
    progress: Vec<Progress>,
    times: Vec<VisitTimes>,
}

impl<'a> Run<'a> {
    fn new(fleet: &'a Fleet, timing: &'a Timing) -> Self {
        let visits = fleet.visits.len();
        Self {
            fleet,
            timing,
            now: Time::ZERO,
            agenda: Agenda::default(),
            lines: Lines::new(fleet, timing),
            desk: Desk::new(fleet, timing),
            progress: vec![Progress::default(); visits],
            times: vec![VisitTimes::default(); visits],
        }
    }

    /// The next event. Requests are granted when nothing else is left to do at this time.
    fn next_event(&mut self) -> Option<Event> {
        if self.agenda.next_time() != Some(self.now) {
            self.grant();
        }
        let (time, event) = self.agenda.pop()?;
        self.now = time;
        Some(event)
    }

    fn grant(&mut self) {
        while let Some(visit) = self.lines.grant() {
            self.times[visit as usize].granted = Some(self.now);
            self.progress[visit as usize].settled = true;
            self.agenda.add(self.now, Event::Flit(visit));
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Release(visit) => self.release(visit),
            Event::Flit(visit) => self.flit_leaves(visit),
            Event::Start(worm) => self.start(worm),
            Event::Paid(worm) => self.paid(worm),
            Event::NextAtDesk(node) => self.pay_next(node),
            Event::Request(visit) => self.request(visit),
        }
    }

    /// The message is at the worm's origin.
    fn start(&mut self, worm: WormIx) {
        let worm_at = &self.fleet.worms[worm as usize];
        let origin = &mut self.times[worm_at.visits.start as usize];
        // Only a plan that delivers twice at a node starts a worm twice.
        if origin.arrived.is_none() {
            origin.arrived = Some(self.now);
            self.desk.line_up(worm_at.origin, worm);
            self.agenda.add(self.now, Event::NextAtDesk(worm_at.origin));
        }
    }

    /// The next worms of a node begin to pay their send overheads.
    fn pay_next(&mut self, node: wormcast_topology::NodeId) {
        while let Some(worm) = self.desk.next(node) {
            self.agenda.add(self.now + self.timing.send, Event::Paid(worm));
        }
    }

    /// The send overhead is paid: the worm takes an injection channel, or waits for one.
    fn paid(&mut self, worm: WormIx) {
        let node = self.fleet.worms[worm as usize].origin;
        self.desk.paid(node);
        self.agenda.add(self.now, Event::NextAtDesk(node));
        if self.desk.take_injection(node, worm) {
            self.ready_at_origin(worm);
        }
    }

    fn ready_at_origin(&mut self, worm: WormIx) {
        self.agenda.add(self.now, Event::Request(self.fleet.worms[worm as usize].visits.start));
    }

    /// A head is ready, and asks for all that it needs here.
    fn request(&mut self, visit: VisitIx) {
        self.times[visit as usize].requested = Some(self.now);
        self.lines.join(visit);
    }

    fn flit_leaves(&mut self, visit: VisitIx) {
        let progress = &mut self.progress[visit as usize];
        let flit = progress.left;
        *progress = Progress { left: flit + 1, last: self.now, settled: false };
        if flit == 0 {
            self.head_leaves(visit);
        }
        if flit + 1 == self.timing.length {
            self.tail_leaves(visit);
        }
        self.settle(visit);
        for &child in self.fleet.children(visit) {
            self.settle(child);
        }
        if let Some((before, _)) = self.fleet.visit(visit).entry {
            self.settle(before);
        }
    }

    fn head_leaves(&mut self, visit: VisitIx) {
        let arrival = self.now + self.timing.flit;
        for &child in self.fleet.children(visit) {
            self.times[child as usize].arrived = Some(arrival);
            self.agenda.add(arrival + self.timing.router, Event::Request(child));
        }
    }

    fn tail_leaves(&mut self, visit: VisitIx) {
        self.agenda.add(self.now + self.timing.flit, Event::Release(visit));
        if self.fleet.visit(visit).delivers {
            for worm in self.fleet.started_by(visit) {
                self.agenda.add(self.now + self.timing.receive, Event::Start(worm));
            }
        }
    }

    /// If all that the next flit of a visit waits for has happened, it is settled when that flit leaves.
    fn settle(&mut self, visit: VisitIx) {
        let Progress { left, last, settled } = self.progress[visit as usize];
        if settled || left == 0 || left == self.timing.length || !self.has_room(visit, left) {
            return;
        }
        let Some(arrival) = self.arrival(visit, left) else { return };
        let time = self.now.max(last + self.timing.flit).max(arrival);
        self.progress[visit as usize].settled = true;
        self.agenda.add(time, Event::Flit(visit));
    }

    /// Whether the buffers at the ends of all branches have room for a flit.
    fn has_room(&self, visit: VisitIx, flit: u32) -> bool {
        let room = |child: &VisitIx| self.progress[*child as usize].left.saturating_add(self.timing.buffer) > flit;
        self.fleet.children(visit).iter().all(room)
    }

    /// When a flit is at a visit, or a time before now if it is there; none if it is not yet on its way.
    fn arrival(&self, visit: VisitIx, flit: u32) -> Option<Time> {
        let Some((before, _)) = self.fleet.visit(visit).entry else { return Some(Time::ZERO) };
        let Progress { left, last, .. } = self.progress[before as usize];
        // Flits are a flit time apart: all but the last one that left the visit before have arrived.
        (left > flit).then_some(if left == flit + 1 { last + self.timing.flit } else { Time::ZERO })
    }

    /// The tail has gone: the channel that led here, and the node's own channel, are free.
    fn release(&mut self, visit: VisitIx) {
        self.times[visit as usize].released = Some(self.now);
        self.lines.release(visit);
        let what = self.fleet.visit(visit);
        if what.entry.is_none()
            && let Some(worm) = self.desk.release_injection(what.node)
        {
            self.ready_at_origin(worm);
        }
    }
}
