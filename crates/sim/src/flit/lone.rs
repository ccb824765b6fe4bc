//! How time goes on where a single flit, head, tail or start is all that happens at most instants.

use super::event_queue::NEVER;
use super::links::Links;
use super::slots::SlotIx;
use super::{FlitEngine, Worm};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use std::cmp::Reverse;

impl<O: Observer> FlitEngine<'_, O> {
    /// Lets everything happen that happens before a time; whether anything is left. Where channels are alike and not
    /// held up, and flits cross routers as they come.
    pub(super) fn work_off_plain_before(&mut self, end: Time) -> bool {
        loop {
            let (head, tail) = (self.heads.next_time(), self.tails.next_time());
            let flit = self.flits.next_time().min(self.ends.next_time());
            let start = self.next_worm();
            let links = self.links.as_ref().map_or(NEVER, Links::next_time);
            let rest = self.handovers.next_time().min(self.credits.next_time()).min(links);
            let others = flit.min(start).min(rest);
            let next = head.min(tail).min(others);
            if next >= end {
                return next != NEVER || self.ahead.until >= end;
            }
            self.now = next;
            if head < others.min(tail) {
                self.serve_head();
            } else if tail < others.min(head) {
                self.serve_tail();
            } else if flit < head.min(tail).min(start).min(rest) {
                self.move_flits();
            } else if start < head.min(tail).min(flit).min(rest) && self.starts_at_once {
                self.start_worm();
            } else {
                self.work_off_now();
                continue;
            }
            self.work_off_what_follows();
        }
    }

    /// What a single flit, head, tail or start brings about now.
    #[inline]
    fn work_off_what_follows(&mut self) {
        if self.entered.is_empty() && self.next_worm() > self.now {
            if self.allocator.is_stirred() {
                self.grant();
            }
            if self.flits.is_due(self.now) || self.ends.is_due(self.now) {
                self.move_flits();
            }
            if !self.allocator.is_stirred() && self.next_worm() > self.now {
                return;
            }
        }
        self.work_off_now();
    }

    /// One head at least is ready now, and nothing comes before it.
    #[inline]
    fn serve_head(&mut self) {
        let Some(at) = self.heads.pop(self.now) else { return };
        if self.heads.is_due(self.now) {
            return self.entered.push(at);
        }
        self.request(at);
    }

    /// One tail at least has left a slot now, and crossed.
    #[inline]
    fn serve_tail(&mut self) {
        while let Some(at) = self.tails.pop(self.now) {
            self.tail_has_left(at);
        }
    }

    /// One worm at least starts now, which waits for nothing before its first request.
    fn start_worm(&mut self) {
        let Some(Reverse((_, _, worm))) = self.starts.pop() else { return };
        let Worm { origin, first_slot, .. } = self.worms[worm];
        self.backlog[origin.index()] += 1;
        self.tell(first_slot, Moment::Arrived, self.now);
        if self.next_worm() == self.now {
            return self.entered.push(first_slot);
        }
        self.request(first_slot);
    }

    /// A head requests what it needs, alone.
    #[inline]
    fn request(&mut self, at: SlotIx) {
        self.tell(at, Moment::Requested, self.now);
        self.slots.route_mut(at).requested = true;
        if self.allocator.take_at_once(at, &self.slots) {
            return self.grant_all(at);
        }
        self.allocator.begin_batch();
        self.allocator.join(at, &self.slots);
    }
}
