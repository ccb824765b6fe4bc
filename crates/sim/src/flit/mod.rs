//! The reference engine: every flit is moved.
//!
//! A run goes from instant to instant. The steps of an instant are those of the crate's page, one after another, until
//! the instant has no more consequences for itself.

mod buffers;
mod desk;
mod lines;
mod links;
mod moves;
mod numbers;
mod places;
mod queue;

use crate::fleet::{Fleet, WormIx};
use crate::simulation::Log;
use crate::timeline::VisitTimes;
use crate::{Handover, Time, Timing};
use buffers::Buffers;
use desk::Desk;
use lines::Lines;
use links::Links;
use numbers::{BufferIx, NONE, Numbers};
use places::{Place, Places, Progress};
use queue::{Due, NEVER, Queue};

/// Runs the worms until nothing happens any more.
pub(crate) fn run(fleet: &Fleet, timing: &Timing) -> Log {
    let mut run = Run::new(fleet, timing);
    run.other = run.next_other();
    loop {
        run.now = run.flits.next_time().min(run.other);
        if run.now == NEVER {
            break;
        }
        // At most instants a flit moves and nothing else happens; it can only start a worm at once.
        if run.now < run.other {
            run.move_flits();
        }
        if run.now == run.other {
            run.work_off_now();
            run.other = run.next_other();
        }
    }
    let visit = |place: Place| run.places[place].visit;
    let blocked = run.lines.waiting().into_iter().map(visit).collect();
    let reserved = run.lines.reserved().map(|(place, has)| (visit(place), has)).collect();
    Log { blocked, reserved, visits: run.times }
}

struct Run<'a> {
    fleet: &'a Fleet,
    timing: &'a Timing,
    now: Time,
    /// When the next thing happens that is not the move of a flit.
    other: Time,
    numbers: Numbers,
    places: Places<'a>,
    lines: Lines,
    buffers: Buffers,
    /// Only if virtual channels share links.
    links: Option<Links>,
    desk: Desk,
    times: Vec<VisitTimes>,
    /// Worms that start with their plan, the last one first.
    first: Vec<(WormIx, Time)>,
    /// Worms that start after others.
    followers: Queue<WormIx>,
    paid: Queue<WormIx>,
    heads: Due,
    flits: Due,
    credits: Queue<BufferIx>,
    /// Virtual channels that can be taken again, but for those that are free with the tail.
    handovers: Queue<BufferIx>,
    /// Tails that have left a visit.
    tails: Queue<Place>,
    /// What happens now, of one kind.
    batch: Vec<u32>,
    /// Whether the channel into a visit is free when the tail has left that visit, and no sooner or later.
    free_with_tail: bool,
}

impl<'a> Run<'a> {
    fn new(fleet: &'a Fleet, timing: &'a Timing) -> Self {
        let visits = fleet.visits.len();
        let numbers = Numbers::new(fleet, timing);
        let mut first = fleet.first.clone();
        first.sort_by_key(|&(worm, at)| std::cmp::Reverse((at, worm)));
        // An empty buffer is handed over when the credits of all its places are back.
        let handover = match timing.flow.handover {
            Handover::Empty => timing.flit.max(timing.flow.credit),
            Handover::Tail => timing.flit,
        };
        Self {
            fleet,
            timing,
            now: Time::ZERO,
            other: Time::ZERO,
            places: Places::new(fleet),
            lines: Lines::new(&numbers, timing),
            buffers: Buffers::new(numbers.buffers(), timing),
            links: (timing.flow.virtual_channels.get() > 1).then(|| Links::new(fleet, &numbers, timing)),
            numbers,
            desk: Desk::new(fleet, timing),
            times: vec![VisitTimes::default(); visits],
            first,
            followers: Queue::after(timing.receive),
            paid: Queue::after(timing.send),
            heads: Due::after(timing.flit + timing.router),
            flits: Due::after(timing.flit),
            credits: Queue::after(timing.flow.credit),
            handovers: Queue::after(handover),
            tails: Queue::after(timing.flit),
            batch: Vec::new(),
            free_with_tail: timing.flow.handover == Handover::Empty && timing.flow.credit <= timing.flit,
        }
    }

    /// When the next worm is due to start, or to have paid.
    fn next_worm(&self) -> Time {
        let first = self.first.last().map_or(NEVER, |&(_, at)| at);
        first.min(self.followers.next_time()).min(self.paid.next_time())
    }

    /// When the next thing happens that is not the move of a flit.
    fn next_other(&self) -> Time {
        let ends = self.heads.next_time().min(self.tails.next_time()).min(self.handovers.next_time());
        let links = self.links.as_ref().map_or(NEVER, Links::next_time);
        self.next_worm().min(ends).min(self.credits.next_time()).min(links)
    }

    /// The steps of one instant, again and again until it has no more consequences for itself.
    fn work_off_now(&mut self) {
        loop {
            self.free_channels();
            self.move_flits();
            if self.next_worm() == self.now {
                self.start_worms();
                self.pay_and_enter();
            }
            self.serve_heads();
            if !self.grant() {
                return;
            }
            // All that a grant can bring about at once: flits leave, and a tail among them starts a worm.
            self.move_flits();
            if self.followers.next_time() > self.now {
                return;
            }
        }
    }

    fn free_channels(&mut self) {
        while let Some(buffer) = self.handovers.pop(self.now) {
            self.lines.release(buffer);
        }
        while let Some(place) = self.tails.pop(self.now) {
            self.tail_has_left(place);
        }
    }

    fn tail_has_left(&mut self, place: Place) {
        let Progress { visit, buffer, consumption, .. } = self.places[place];
        self.times[visit as usize].released = Some(self.now);
        if consumption != NONE {
            self.lines.release(consumption);
        }
        match buffer {
            NONE => self.desk.release_injection(self.fleet.visit(visit).node),
            buffer if self.free_with_tail => self.lines.release(buffer),
            _ => {}
        }
        self.places.leave(place);
    }

    /// Worms whose message has come line up to pay their send overheads.
    fn start_worms(&mut self) {
        let mut batch = std::mem::take(&mut self.batch);
        while let Some((worm, _)) = self.first.pop_if(|(_, at)| *at == self.now) {
            batch.push(worm);
        }
        while let Some(worm) = self.followers.pop(self.now) {
            batch.push(worm);
        }
        for worm in batch.drain(..) {
            let worm_at = &self.fleet.worms[worm as usize];
            self.times[worm_at.visits.start as usize].arrived = Some(self.now);
            self.desk.line_up(worm_at.origin, worm);
        }
        self.batch = batch;
    }

    /// Send overheads that end now are paid, injection channels taken, and the next worms begin to pay; again, as long
    /// as they pay nothing.
    fn pay_and_enter(&mut self) {
        loop {
            while let Some(worm) = self.paid.pop(self.now) {
                self.batch.push(worm);
            }
            self.batch.sort_unstable();
            for worm in self.batch.drain(..) {
                self.desk.paid(self.fleet.worms[worm as usize].origin, worm);
            }
            while let Some(worm) = self.desk.next_payer() {
                self.paid.add(self.now, worm);
            }
            if self.paid.next_time() != self.now {
                return;
            }
        }
    }

    /// All heads that are ready now request what they need, in the order of worms and of their visits.
    fn serve_heads(&mut self) {
        if self.heads.next_time() != self.now && !self.desk.has_entered() {
            return;
        }
        let mut batch = std::mem::take(&mut self.batch);
        while let Some(place) = self.heads.pop(self.now) {
            batch.push(place);
        }
        while let Some(worm) = self.desk.next_entered() {
            batch.push(self.places.enter(worm, &self.numbers));
        }
        batch.sort_unstable_by_key(|&place| self.places[place].visit);
        for place in batch.drain(..) {
            self.times[self.places[place].visit as usize].requested = Some(self.now);
            self.lines.join(place, &self.places);
        }
        self.batch = batch;
    }

    /// Grants what can be granted; whether there was anything.
    fn grant(&mut self) -> bool {
        let mut any = false;
        while let Some(place) = self.lines.grant(&self.places) {
            any = true;
            self.times[self.places[place].visit as usize].granted = Some(self.now);
            for buffer in self.places.ahead(place) {
                self.buffers.feed(buffer, place);
            }
            self.settle(place);
        }
        any
    }
}
