//! How time goes on: the steps of an instant, and what follows from a grant.

use super::allocator::{Answer, meet};
use super::core::Core;
use super::event_queue::Event;
use super::visits::{Visit, VisitAt, Worm};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use crate::slab::{NONE, WormAt};
use wormcast_topology::NodeId;

impl<O: Observer> Core<'_, O> {
    /// Lets everything happen that happens before a time; whether anything is left.
    pub(super) fn work_off_before(&mut self, end: Time) -> bool {
        while let Some(time) = self.events.next_time() {
            if time >= end {
                return true;
            }
            self.now = time;
            // Most instants are those of one head, and have no consequences for themselves.
            if let Some(head) = self.events.pop_only_head(time) {
                self.request(head);
                if self.events.next_time() != Some(time) && self.late_starts.is_empty() {
                    continue;
                }
            }
            self.work_off_now();
        }
        false
    }

    /// The steps of one instant, again and again until it has no more consequences for itself.
    fn work_off_now(&mut self) {
        loop {
            while let Some(event) = self.events.pop(self.now, false) {
                self.handle(event);
            }
            while let Some(worm) = self.interfaces.next_payer(&mut self.worms) {
                self.events.add(self.now + self.timing.send, self.worms[worm].rank, Event::Paid(worm));
            }
            self.serve_heads();
            while let Some(event) = self.events.pop(self.now, true) {
                self.handle(event);
            }
            if self.late_starts.is_empty() {
                return;
            }
            for worm in self.late_starts.drain(..) {
                self.events.add(self.now, self.worms[worm].rank, Event::Start(worm));
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::FreeEjection(node, pool) => {
                if let Some(request) = self.allocator.free_ejection(node, pool) {
                    self.meet(request, self.now);
                }
            }
            Event::FreeInjection(node) => {
                if let Some(worm) = self.interfaces.free_injection(&mut self.worms, node) {
                    self.ready.push(self.worms[worm].first_visit);
                }
            }
            Event::Start(worm) => self.start(worm),
            Event::Paid(worm) => self.paid(worm),
            Event::Grant(visit) => self.take_and_go(visit),
        }
    }

    /// The message is at the worm's origin.
    fn start(&mut self, worm: WormAt) {
        let Worm { rank, origin, first_visit, .. } = self.worms[worm];
        *self.backlog(origin) += 1;
        self.tell(first_visit, Moment::Arrived, self.now);
        if self.interfaces.serial {
            self.interfaces.line_up(&mut self.worms, worm);
        } else if self.timing.send > Time::ZERO {
            self.events.add(self.now + self.timing.send, rank, Event::Paid(worm));
        } else {
            self.enter(worm);
        }
    }

    fn paid(&mut self, worm: WormAt) {
        if self.interfaces.serial {
            self.interfaces.paid(self.worms[worm].origin);
        }
        self.enter(worm);
    }

    /// The send overhead is paid: the worm takes an injection channel, or waits for one.
    fn enter(&mut self, worm: WormAt) {
        if !self.interfaces.limited || self.interfaces.take_injection(&mut self.worms, worm) {
            self.ready.push(self.worms[worm].first_visit);
        }
    }

    /// All heads that are ready now request what they need, in the order of worms and of their visits.
    fn serve_heads(&mut self) {
        let mut ready = std::mem::take(&mut self.ready);
        while let Some(visit) = self.events.pop_head(self.now) {
            ready.push(visit);
        }
        if ready.len() > 1 {
            ready.sort_unstable_by_key(|&visit| self.rank(visit));
        }
        for visit in ready.drain(..) {
            self.request(visit);
        }
        self.ready = ready;
    }

    #[inline]
    fn rank(&self, visit: VisitAt) -> u64 {
        let worm = &self.worms[self.visits[visit].worm];
        worm.rank + u64::from(visit - worm.first_visit)
    }

    #[inline]
    fn tell(&mut self, visit: VisitAt, moment: Moment, at: Time) {
        if O::MOMENTS {
            let rank = self.rank(visit);
            self.observer.moment(rank, moment, at);
        }
    }

    #[inline]
    fn request(&mut self, visit: VisitAt) {
        self.tell(visit, Moment::Requested, self.now);
        if self.allocator.take_at_once(&self.visits, visit, self.now) {
            return self.go(visit);
        }
        match self.allocator.join(&mut self.visits, self.graph, visit, self.now) {
            Answer::Now => self.take_and_go(visit),
            Answer::At(time) => self.events.add(time, self.rank(visit), Event::Grant(visit)),
            Answer::Wait => {}
        }
    }

    /// Something that a request waits for is free at a time that is now known.
    fn meet(&mut self, request: VisitAt, free_at: Time) {
        if let Some(time) = meet(&mut self.visits, request, free_at) {
            self.events.add(time, self.rank(request), Event::Grant(request));
        }
    }

    /// The request at a visit, which is first in all its lines, is granted.
    fn take_and_go(&mut self, visit: VisitAt) {
        if let Some(next) = self.allocator.take(&mut self.visits, self.graph, visit) {
            self.meet(next, self.now);
        }
        self.go(visit);
    }

    /// The head leaves a visit on all its branches.
    #[inline]
    fn go(&mut self, visit: VisitAt) {
        self.grants += 1;
        self.tell(visit, Moment::Granted, self.now);
        self.visits[visit].grant = self.now;
        self.send_heads(visit);
        let at = self.visits[visit].worm;
        let worm = &self.worms[at];
        if visit == worm.first_visit {
            self.backlog[worm.origin.index()] -= 1;
            self.intake.head_leaves(worm.message, self.now);
        }
        self.settle(at, visit);
    }

    /// What a grant tells of the tails of its worm.
    #[inline]
    fn settle(&mut self, at: WormAt, visit: VisitAt) {
        let worm = &mut self.worms[at];
        let one = self.tails[worm.tails as usize].granted(worm, &mut self.visits, visit, &mut self.gone);
        worm.unfinished -= self.gone.len() as u32 + u32::from(one.is_some());
        let finished = worm.unfinished == 0;
        if let Some((visit, tail)) = one {
            self.tail_leaves(visit, tail);
        }
        for place in 0..self.gone.len() {
            let (visit, tail) = self.gone[place];
            self.tail_leaves(visit, tail);
        }
        self.gone.clear();
        if finished {
            self.finish(at);
        }
    }

    /// Sends the head on.
    #[inline]
    fn send_heads(&mut self, visit: VisitAt) {
        let mut child = self.visits[visit].first_child;
        while child != NONE {
            let Visit { channel, next_sibling, .. } = self.visits[child];
            let arrival = self.now + self.channels.at(channel).latency;
            self.tell(child, Moment::Arrived, arrival);
            self.events.add_head(arrival + self.timing.router, child);
            child = next_sibling;
        }
    }

    /// The last flit of a worm leaves a visit at this time, now or later.
    #[inline]
    fn tail_leaves(&mut self, visit: VisitAt, tail: Time) {
        let released = tail + self.timing.flit;
        let Visit { parent, channel, delivers, worm, .. } = self.visits[visit];
        self.tell(visit, Moment::Released, released);
        if parent != NONE {
            self.observer.held(channel, self.visits[parent].grant, released);
            if let Some(request) = self.allocator.free_channel(&self.visits, channel, released) {
                self.meet(request, released);
            }
        } else if self.interfaces.limited {
            self.events.add(released, 0, Event::FreeInjection(self.worms[worm].origin));
        }
        if delivers {
            self.deliver(visit, worm, self.graph.target(channel), tail);
        }
    }

    fn deliver(&mut self, visit: VisitAt, worm: WormAt, node: NodeId, tail: Time) {
        if self.allocator.ejection_is_limited() {
            let pool = self.visits[visit].pool;
            self.events.add(tail + self.timing.flit, 0, Event::FreeEjection(node, pool));
        }
        let at = tail + self.timing.receive;
        let Worm { id, message, .. } = self.worms[worm];
        self.intake.deliver(message, id, node, at, &mut self.observer);
        let mut follower = self.visits[visit].first_follower;
        while follower != NONE {
            let Worm { rank, next_follower, .. } = self.worms[follower];
            if at == self.now {
                self.late_starts.push(follower);
            } else {
                self.events.add(at, rank, Event::Start(follower));
            }
            follower = next_follower;
        }
    }

    /// A worm has gone: its places, and those of its message if that is done too, are free.
    fn finish(&mut self, at: WormAt) {
        let Worm { message, first_visit, visits, .. } = self.worms[at];
        self.intake.finish(message, self.now, &mut self.observer);
        self.visits.give_back(first_visit, visits);
        self.worms.remove(at);
    }
}
