//! How time goes on: the steps of an instant, and what follows from a grant.

use super::core::Core;
use super::events::{Early, NEVER};
use super::lines::meet;
use super::site::{Free, Site};
use super::worms::{self, Held, Ps, Worm};
use crate::open_loop::Moment;
use crate::slab::WormAt;
use wormcast_topology::NodeId;

impl<S: Site> Core<'_, S> {
    /// Lets everything happen that happens before a time; whether anything is left.
    pub(super) fn work_off_before(&mut self, end: Ps) -> bool {
        loop {
            let (head, other) = (self.events.heads.time(), self.events.others_at());
            let time = head.min(other);
            if time >= end {
                return time < NEVER;
            }
            self.now = time;
            if head < other {
                // Most instants are those of one head.
                let worm = self.events.heads.pop();
                if self.events.heads.time() > time {
                    self.request(worm);
                    continue;
                }
                self.ready.push(worm);
            }
            self.work_off_now();
        }
    }

    /// The steps of one instant.
    fn work_off_now(&mut self) {
        while let Some(event) = self.events.pop_early(self.now) {
            self.handle(event);
        }
        while let Some(worm) = self.interfaces.next_payer(&mut self.worms) {
            let paid = self.now + self.timing.send.ps();
            self.events.add(paid, self.worms[worm].rank, Early::Paid(worm));
        }
        self.serve_heads();
        while let Some(worm) = self.events.pop_grant(self.now) {
            self.take_and_go(worm, true);
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
    fn start(&mut self, at: WormAt) {
        let worm = &self.worms[at];
        let (rank, origin) = (worm.rank, worm.origin);
        *self.backlog(origin) += 1;
        self.tell(rank, Moment::Arrived, self.now);
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
    fn serve_heads(&mut self) {
        let mut ready = std::mem::take(&mut self.ready);
        while self.events.heads.time() == self.now {
            ready.push(self.events.heads.pop());
        }
        if ready.len() > 1 {
            ready.sort_unstable_by_key(|&worm| self.worms[worm].rank);
        }
        for worm in ready.drain(..) {
            self.request(worm);
        }
        self.ready = ready;
    }

    #[inline]
    fn tell(&mut self, rank: u64, moment: Moment, at: Ps) {
        if S::MOMENTS {
            self.site.moment(rank, moment, at);
        }
    }

    /// The head of a worm is ready.
    #[inline]
    fn request(&mut self, at: WormAt) {
        let worm = &self.worms[at];
        let (rank, wants) = (worm.rank_of(worm.at), worm.wants());
        let ejects = worm.delivers && self.lines.ejection_is_limited();
        self.tell(rank, Moment::Requested, self.now);
        if !ejects && wants.is_none_or(|channel| self.lines.take_at_once(channel, self.now)) {
            return self.go(at, false);
        }
        self.wait(at, rank);
    }

    #[inline(never)]
    fn wait(&mut self, at: WormAt, rank: u64) {
        let ejects = self.ejects(&self.worms[at]);
        match self.lines.join(&mut self.worms, at, ejects, self.now) {
            Some(time) if time > self.now => self.events.add_grant(time, rank, at),
            Some(_) => self.take_and_go(at, false),
            None => {}
        }
    }

    /// Something that a worm waits for is free at a time that is now known.
    #[inline]
    pub(super) fn meet(&mut self, at: WormAt, free_at: Ps) {
        let worm = &mut self.worms[at];
        if let Some(time) = meet(worm, free_at) {
            self.events.add_grant(time, worm.rank_of(worm.at), at);
        }
    }

    /// The request of a worm, which is first in all its lines, is granted.
    fn take_and_go(&mut self, at: WormAt, waited: bool) {
        let ejects = self.ejects(&self.worms[at]);
        if let Some(next) = self.lines.take(&mut self.worms, at, ejects) {
            self.meet(next, self.now);
        }
        self.go(at, waited);
    }

    /// A request is granted: the head goes on, or is at its end.
    #[inline]
    fn go(&mut self, at: WormAt, waited: bool) {
        let now = self.now;
        self.grants += 1;
        let worm = &mut self.worms[at];
        let (visit, rank) = (worm.at, worm.rank_of(worm.at));
        let leaves = visit.checked_sub(worm.reach);
        let mut tail = now + worm.rest;
        if !worm.newest {
            let tails = &self.tails[worm.tails as usize];
            tails.take_in(worm, &mut self.rings, now);
            tail = leaves.map_or(0, |leaves| tails.best(worm, &self.rings, leaves, now));
        }
        self.tell(rank, Moment::Granted, now);
        if !S::ALONE {
            self.site.granted(now, waited, rank);
        }
        if visit == 0 {
            self.leave_origin(at);
        }
        let worm = &mut self.worms[at];
        if visit == worm.last {
            return self.end(at);
        }
        let left = leaves.map(|leaves| (leaves, self.rings[worm.place(leaves)]));
        let channel = worm.step(&self.runs);
        let held = &mut self.rings[worm.place(visit + 1)];
        (held.from, held.channel) = (now, channel);
        self.tell(rank + 1, Moment::Arrived, now + self.flit);
        if let Some((leaves, held)) = left {
            self.tail_leaves(at, leaves, held, tail);
        }
        let ready = now + self.hop;
        if S::ALONE || self.stays(channel) {
            self.events.heads.push(ready, at);
        } else {
            self.cross(at, channel, ready);
        }
    }

    /// Whether a channel leads to a node of its own.
    #[inline]
    fn stays(&self, channel: u32) -> bool {
        self.nodes.contains(&self.graph.target(worms::channel_of(channel)).index())
    }

    /// The head of a worm goes on by a channel to a node that is not its own.
    fn cross(&mut self, at: WormAt, channel: u32, ready: Ps) {
        let worm = self.worms[at];
        let node = self.graph.target(worms::channel_of(channel));
        let runs = self.runs.slice(worm.next_run, worm.runs_left());
        let ring = self.rings.slice(worm.ring, worm.mask + 1);
        // Elsewhere its length may have another number.
        let tails = self.tails[worm.tails as usize].length();
        self.site.cross(node, ready, Worm { tails, ..worm }, runs, ring);
        self.discard(at);
    }

    #[inline(never)]
    fn leave_origin(&mut self, at: WormAt) {
        let worm = &self.worms[at];
        let (origin, message) = (worm.origin, worm.message);
        *self.backlog(origin) -= 1;
        self.site.head_leaves(message, self.now);
    }

    /// The last visit is granted: all tails are known.
    #[inline(never)]
    fn end(&mut self, at: WormAt) {
        let worm = self.worms[at];
        for visit in worm.last.saturating_sub(worm.reach)..=worm.last {
            let tails = &self.tails[worm.tails as usize];
            let tail = tails.at_end(&mut self.worms[at], &self.rings, visit, self.now);
            let held = self.rings[worm.place(visit)];
            self.tail_leaves(at, visit, held, tail);
        }
        self.site.finish(worm.message, self.now);
        self.discard(at);
    }

    /// The last flit of a worm leaves a visit at this time, now or later.
    #[inline(always)]
    fn tail_leaves(&mut self, at: WormAt, visit: u32, held: Held, tail: Ps) {
        let released = tail + self.flit;
        let rank = if S::MOMENTS || !S::ALONE { self.worms[at].rank_of(visit) } else { 0 };
        self.tell(rank, Moment::Released, released);
        if visit > 0 {
            let channel = held.channel();
            // On one core nobody asks where it comes from.
            let home = if S::ALONE { NodeId::new(0) } else { self.graph.source(channel) };
            self.site.held(channel, home, held.from, released, rank);
            self.let_go(home, Free::Channel(channel.index() as u32), released);
            if held.delivers() {
                self.deliver(at, held, tail, rank);
            }
        } else if self.interfaces.limited {
            let origin = self.worms[at].origin;
            self.let_go(origin, Free::Injection, released);
        }
    }

    fn deliver(&mut self, at: WormAt, held: Held, tail: Ps, rank: u64) {
        let (node, worm) = (self.node_of(held), &self.worms[at]);
        let (message, id, pool) = (worm.message, worm.id, worm.pool);
        if self.lines.ejection_is_limited() {
            self.let_go(node, Free::Ejection(pool), tail + self.flit);
        }
        self.site.deliver(message, id, node, tail + self.timing.receive.ps(), rank);
    }

    /// Something at a node is free from this time on.
    #[inline]
    fn let_go(&mut self, node: NodeId, free: Free, at: Ps) {
        if S::ALONE || self.nodes.contains(&node.index()) {
            self.free(node, free, at);
        } else {
            self.site.free_beyond(node, free, at);
        }
    }

    /// The same at a node of its own.
    #[inline]
    pub(super) fn free(&mut self, node: NodeId, free: Free, at: Ps) {
        match free {
            Free::Channel(channel) => {
                if let Some(first) = self.lines.free_channel(channel, at) {
                    self.meet(first, at);
                }
            }
            Free::Injection => self.events.add(at, 0, Early::FreeInjection(node)),
            Free::Ejection(pool) => self.events.add(at, 0, Early::FreeEjection(node, pool)),
        }
    }
}
