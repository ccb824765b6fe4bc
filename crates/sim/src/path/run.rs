//! How time goes on: the steps of an instant, and what follows from a grant.

use super::core::{Comer, Core};
use super::events::{Early, NEVER};
use super::lines::meet;
use super::passed::{Passed, pass};
use super::site::{Free, Grant, Site};
use super::worms::{Held, Ps, channel_of};
use crate::open_loop::Moment;
use crate::slab::WormAt;
use wormcast_topology::NodeId;

impl<S: Site> Core<'_, S> {
    /// Lets everything happen that happens before a time; whether anything is left.
    pub(super) fn work_off_before(&mut self, end: Ps) -> bool {
        loop {
            let (head, other) = (self.events.heads.time(), self.events.others_at());
            if head < other && head < end {
                self.now = head;
                let worm = self.events.heads.pop();
                if self.events.heads.time() > head {
                    // Most instants are those of one head.
                    self.request(worm);
                } else {
                    self.ready.push(worm);
                    self.serve_heads();
                }
                continue;
            }
            let time = head.min(other);
            if time >= end {
                return time < NEVER;
            }
            self.now = time;
            self.work_off_others();
        }
    }

    /// What is first of all that happens now, and is not a head, or not a head alone.
    #[inline(never)]
    fn work_off_others(&mut self) {
        if self.events.early_at() == self.now {
            let at_once = self.starts_at_once && self.events.heads.time() > self.now;
            match at_once.then(|| self.events.pop_lone_start(self.now)).flatten() {
                Some(worm) => {
                    self.arrive(worm);
                    self.request(worm);
                }
                None => {
                    self.begin_instant();
                    self.serve_heads();
                }
            }
        } else if self.events.heads.time() == self.now {
            self.serve_heads();
        } else if let Some(worm) = self.events.pop_grant() {
            self.take_and_go(worm, true);
        }
    }

    /// What comes before the heads of an instant.
    fn begin_instant(&mut self) {
        while let Some(event) = self.events.pop_early(self.now) {
            self.handle(event);
        }
        while let Some(worm) = self.interfaces.next_payer(&mut self.worms) {
            let paid = self.now + self.timing.send.ps();
            self.events.add(paid, self.worms[worm].rank, Early::Paid(worm));
        }
    }

    fn handle(&mut self, event: Early) {
        match event {
            Early::FreeEjection(node, pool) => {
                if let Some(worm) = self.lines.free_ejection(node, pool) {
                    self.meet(worm, self.now);
                }
            }
            Early::FreeInjection(node) => {
                self.ready.extend(self.interfaces.free_injection(&mut self.worms, node));
            }
            Early::Start(worm) => self.start(worm),
            Early::Paid(worm) => {
                if self.interfaces.serial {
                    self.interfaces.paid(self.worms[worm].origin);
                }
                self.enter(worm);
            }
        }
    }

    /// The message is at the worm's origin.
    fn arrive(&mut self, at: WormAt) {
        let worm = &self.worms[at];
        let (rank, origin) = (worm.rank, worm.origin);
        *self.backlog(origin) += 1;
        self.tell(rank, Moment::Arrived, self.now);
    }

    /// The message is there, and the worm pays its overhead.
    fn start(&mut self, at: WormAt) {
        self.arrive(at);
        let rank = self.worms[at].rank;
        if self.interfaces.serial {
            self.interfaces.line_up(&mut self.worms, at);
        } else if self.timing.send.ps() > 0 {
            self.events.add(self.now + self.timing.send.ps(), rank, Early::Paid(at));
        } else {
            self.enter(at);
        }
    }

    /// The send overhead is paid: the worm takes an injection channel, or waits for one.
    fn enter(&mut self, worm: WormAt) {
        if !self.interfaces.limited || self.interfaces.take_injection(&mut self.worms, worm) {
            self.ready.push(worm);
        }
    }

    /// All heads that are ready now request what they need, in the order of worms and of their visits.
    #[inline(never)]
    fn serve_heads(&mut self) {
        while self.events.heads.time() == self.now {
            let worm = self.events.heads.pop();
            self.ready.push(worm);
        }
        if self.ready.len() > 1 {
            self.ready.sort_unstable_by_key(|&worm| self.worms[worm].rank);
        }
        // Requests make no others ready now.
        for place in 0..self.ready.len() {
            self.request(self.ready[place]);
        }
        self.ready.clear();
    }

    #[inline]
    fn tell(&mut self, rank: u64, moment: Moment, at: Ps) {
        if S::MOMENTS {
            self.site.moment(rank, moment, at);
        }
    }

    /// The head of a worm is ready.
    #[inline(always)]
    fn request(&mut self, at: WormAt) {
        if S::MOMENTS {
            let worm = &self.worms[at];
            self.site.moment(worm.rank_of(worm.at), Moment::Requested, self.now);
        }
        let now = self.now;
        let Self { worms, lines, rings, runs, tails, .. } = self;
        let worm = &mut worms[at];
        let ends = worm.at == worm.last;
        if worm.delivers && lines.ejection_is_limited() || !ends && !lines.take_at_once(worm.channel, now) {
            self.wait(at);
        } else if ends {
            self.end(at, false);
        } else {
            let passed = pass(worm, rings, runs, tails, now);
            self.go_on(at, passed, false);
        }
    }

    #[inline(never)]
    fn wait(&mut self, at: WormAt) {
        let worm = &self.worms[at];
        let (ejects, rank) = (self.ejects(worm), worm.rank_of(worm.at));
        match self.lines.join(&mut self.worms, at, ejects, self.now) {
            Some(time) if time > self.now => self.events.add_grant(time, rank, at),
            Some(_) => self.take_and_go(at, false),
            None => {}
        }
    }

    /// Something that a worm waits for is free at a time that is now known.
    #[inline(never)]
    pub(super) fn meet(&mut self, at: WormAt, free_at: Ps) {
        let worm = &mut self.worms[at];
        if let Some(time) = meet(worm, free_at) {
            self.events.add_grant(time, worm.rank_of(worm.at), at);
        }
    }

    /// The request of a worm, which is first in all its lines, is granted.
    #[inline(never)]
    fn take_and_go(&mut self, at: WormAt, waited: bool) {
        let worm = &self.worms[at];
        let (ejects, ends) = (self.ejects(worm), worm.at == worm.last);
        if let Some(next) = self.lines.take(&mut self.worms, at, ejects) {
            self.meet(next, self.now);
        }
        if ends {
            return self.end(at, waited);
        }
        let Self { worms, rings, runs, tails, .. } = self;
        let passed = pass(&mut worms[at], rings, runs, tails, self.now);
        self.go_on(at, passed, waited);
    }

    /// A request of this visit is granted.
    #[inline(always)]
    fn granted(&mut self, at: WormAt, visit: u32, waited: bool) -> Grant {
        self.grants += 1;
        let grant = Grant { at: self.now, rank: self.worms[at].rank_of(visit), waited };
        self.tell(grant.rank, Moment::Granted, self.now);
        if !S::ALONE && waited {
            self.site.granted_late(grant);
        }
        grant
    }

    /// What follows where a head goes on.
    #[inline(always)]
    fn go_on(&mut self, at: WormAt, passed: Passed, waited: bool) {
        let Passed { visit, reach, channel, left, tail } = passed;
        let grant = self.granted(at, visit, waited);
        let now = self.now;
        self.tell(grant.rank + 1, Moment::Arrived, now + self.flit);
        if visit == 0 {
            self.leave_origin(at, grant);
        }
        if visit >= reach {
            self.tail_leaves(at, grant, visit - reach, left, tail);
        }
        let ready = now + self.hop;
        if S::ALONE || !self.lines.is_exit(channel) {
            self.events.heads.push(ready, at);
        } else {
            self.cross(at, channel, ready);
        }
    }

    /// The head of a worm goes on by a channel to a node that is not its own.
    fn cross(&mut self, at: WormAt, channel: u32, ready: Ps) {
        let node = self.graph.target(channel_of(channel));
        let worm = &self.worms[at];
        let comer = Comer::of(worm, self.tails[worm.tails as usize].length());
        let runs = self.runs.slice(worm.next_run, worm.runs_left());
        let ring = self.rings.slice(worm.ring, worm.places());
        self.site.cross(node, ready, comer, runs, ring);
        self.discard(at);
    }

    #[inline(never)]
    fn leave_origin(&mut self, at: WormAt, grant: Grant) {
        let worm = &self.worms[at];
        let (origin, message) = (worm.origin, worm.message);
        *self.backlog(origin) -= 1;
        self.site.head_leaves(grant, message);
    }

    /// The request of the last visit is granted: all tails are known.
    #[inline(never)]
    fn end(&mut self, at: WormAt, waited: bool) {
        let worm = &mut self.worms[at];
        let (last, message, newest) = (worm.last, worm.message, worm.newest);
        if !newest {
            self.tails[worm.tails as usize].take_in(worm, &mut self.rings, self.now);
        }
        let grant = self.granted(at, last, waited);
        let worm = &self.worms[at];
        let first = last.saturating_sub(worm.reach);
        if last == 0 {
            self.leave_origin(at, grant);
        }
        let tails = &self.tails[self.worms[at].tails as usize];
        let (mut tail, step) = (tails.newest_at_end(last - first, self.now), tails.step());
        for visit in first..=last {
            let (worm, rings) = (&mut self.worms[at], &self.rings);
            if !newest {
                tail = self.tails[worm.tails as usize].at_end(worm, rings, visit, self.now);
            }
            let held = rings[worm.place(visit)];
            self.tail_leaves(at, grant, visit, held, tail);
            tail += step;
        }
        self.site.finish(grant, message);
        self.discard(at);
    }

    /// The last flit of a worm leaves a visit at this time, now or later.
    #[inline(always)]
    fn tail_leaves(&mut self, at: WormAt, grant: Grant, visit: u32, held: Held, tail: Ps) {
        let released = tail + self.flit;
        let rank = self.worms[at].rank_of(visit);
        self.tell(rank, Moment::Released, released);
        if visit > 0 {
            let channel = held.channel();
            self.site.held(grant, rank, channel, held.from, released);
            let number = channel.index() as u32;
            if S::ALONE || self.lines.has(number) {
                self.free_channel(number, released);
            } else {
                self.site.free_beyond(self.graph.source(channel), Free::Channel(number), released);
            }
            if held.delivers() {
                self.deliver(at, grant, rank, held, tail);
            }
        } else if self.interfaces.limited {
            let origin = self.worms[at].origin;
            self.let_go(origin, Free::Injection, released);
        }
    }

    #[inline(never)]
    fn deliver(&mut self, at: WormAt, grant: Grant, rank: u64, held: Held, tail: Ps) {
        let (node, worm) = (self.node_of(held), &self.worms[at]);
        let (message, id, pool) = (worm.message, worm.id, worm.pool);
        if self.lines.ejection_is_limited() {
            self.let_go(node, Free::Ejection(pool), tail + self.flit);
        }
        self.site.deliver(grant, rank, (message, id), node, tail + self.timing.receive.ps());
    }

    /// A channel of its own is free from this time on.
    #[inline(always)]
    pub(super) fn free_channel(&mut self, channel: u32, at: Ps) {
        if let Some(first) = self.lines.free_channel(channel, at) {
            self.meet(first, at);
        }
    }

    /// Something at a node is free from this time on.
    fn let_go(&mut self, node: NodeId, free: Free, at: Ps) {
        if S::ALONE || self.nodes.contains(&node.index()) {
            self.free(node, free, at);
        } else {
            self.site.free_beyond(node, free, at);
        }
    }

    /// The same at a node of its own.
    pub(super) fn free(&mut self, node: NodeId, free: Free, at: Ps) {
        match free {
            Free::Channel(channel) => self.free_channel(channel, at),
            Free::Injection => self.events.add(at, 0, Early::FreeInjection(node)),
            Free::Ejection(pool) => self.events.add(at, 0, Early::FreeEjection(node, pool)),
        }
    }
}
