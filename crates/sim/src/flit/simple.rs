//! Heads and tails of simple worms that come alone: nothing else happens at most instants, and nothing more follows
//! from them.

use super::FlitEngine;
use super::slots::{SOURCE, Slot, SlotIx};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use crate::slab::NONE;

impl<O: Observer> FlitEngine<'_, O> {
    /// Lets heads and tails come one by one before a time, at which other things may happen. Whether nothing more
    /// followed from any; the last one is the first from which something does.
    #[inline]
    pub(super) fn work_off_hops_before(&mut self, end: Time) -> bool {
        loop {
            let (head, tail) = (self.heads.next_time(), self.tails.next_time());
            let next = head.min(tail);
            if next >= end.min(self.ends.next_time()) {
                return true;
            }
            self.now = next;
            let is_quiet = if head < tail { self.serve_head(true) } else { self.serve_tail(head == tail) };
            if !is_quiet {
                return false;
            }
        }
    }

    /// One head at least is ready now. Whether nothing more follows at this instant, and later only heads, tails and
    /// deliveries; not if something has to be done before already.
    #[inline]
    fn serve_head(&mut self, is_quiet: bool) -> bool {
        let Some(at) = self.heads.pop_later(self.now) else { return is_quiet };
        if !is_quiet || self.heads.is_due(self.now) {
            self.entered.push(at);
            return false;
        }
        self.request(at)
    }

    /// The same of tails that have left slots now, and crossed, and of heads behind them, if there are any.
    #[inline]
    fn serve_tail(&mut self, heads_follow: bool) -> bool {
        let Some(at) = self.tails.pop_later(self.now) else { return true };
        if !heads_follow && !self.tails.is_due(self.now) {
            return self.lone_tail_has_left(at);
        }
        self.tail_has_left(at);
        while let Some(at) = self.tails.pop(self.now) {
            self.tail_has_left(at);
        }
        let is_quiet = self.entered.is_empty() && !self.allocator.is_stirred();
        if heads_follow { self.serve_head(is_quiet) } else { is_quiet }
    }

    /// A head requests what it needs, alone. Whether nothing more follows, as above.
    #[inline]
    pub(super) fn request(&mut self, at: SlotIx) -> bool {
        self.tell(at, Moment::Requested, self.now);
        let slot = &mut self.slots[at];
        slot.requested = true;
        let Slot { simple, ahead, next, .. } = *slot;
        if !simple {
            return self.request_any(at);
        }
        if next != NONE && !self.allocator.take_or_wait(ahead, at) {
            return true;
        }
        self.grant_simply(at)
    }

    /// The same of any worm.
    #[inline(never)]
    fn request_any(&mut self, at: SlotIx) -> bool {
        if self.allocator.take_at_once(at, &self.slots) {
            self.grant_all(at);
        } else {
            self.allocator.begin_batch();
            self.allocator.join(at, &self.slots);
        }
        false
    }

    /// A simple worm has what it asked for; whether nothing more follows.
    #[inline]
    fn grant_simply(&mut self, at: SlotIx) -> bool {
        let Slot { ahead, next, before, length, .. } = self.slots[at];
        if next != NONE {
            self.buffers.hold(ahead, next, self.now);
        }
        self.is_granted(at);
        let Slot { left: there, last: newest, .. } = self.slots[before];
        let (flit, now) = (self.timing.flit, self.now);
        let end = now + flit.times(length - 1);
        // If the last flit is there in time, then so are all: flits are a flit time apart everywhere, or more.
        let are_there = before == SOURCE || there >= length && newest + flit <= end;
        if self.rules.tells_ahead {
            if are_there && length <= self.timing.buffer {
                self.all_leave(at, end);
                self.ahead.give_back(self.slots[before].ring);
            } else {
                self.set_out(at);
            }
            return !self.ends.is_due(now);
        }
        let links = self.links.as_mut().filter(|_| self.rules.tells_while_alone && are_there);
        if links.is_some_and(|links| next == NONE || links.use_alone(ahead, at, end + flit)) {
            self.all_leave(at, end);
            return !self.ends.is_due(now);
        }
        self.go_simply(at)
    }

    /// All flits of a slot leave a flit time after each other from now on, the last one at this time: they are there,
    /// and there is room for them.
    #[inline(always)]
    fn all_leave(&mut self, at: SlotIx, end: Time) {
        let slot = &mut self.slots[at];
        (slot.left, slot.last) = (slot.length, end);
        let Slot { worm, buffer, next, delivers, .. } = *slot;
        self.ahead.until = self.ahead.until.max(end);
        if buffer == NONE {
            self.intake.head_leaves(self.worms[worm].message, self.now);
        }
        if next != NONE {
            self.head_goes(next);
        }
        self.tails.add(self.now, end + self.timing.flit, at);
        if delivers {
            self.ends.add(self.now, end, at);
        }
    }

    /// A head leaves, if there is room and the link ahead is free; whether nothing more follows.
    #[inline(never)]
    fn go_simply(&mut self, at: SlotIx) -> bool {
        let Slot { ahead, next, .. } = self.slots[at];
        if !self.rules.tells_while_alone {
            self.go(at);
            return false;
        }
        if next != NONE {
            let meets = self.wants_link(at, ahead);
            let now = self.now;
            if meets || !self.links.as_mut().is_some_and(|links| links.cross_at_once(ahead, now)) {
                self.slots[at].meets = meets;
                self.settle(at);
                return false;
            }
        }
        self.head_leaves_link(at);
        !self.ends.is_due(self.now)
    }

    /// A tail has left a slot, and crossed, and nothing else happens now; whether nothing more follows.
    #[inline]
    fn lone_tail_has_left(&mut self, at: SlotIx) -> bool {
        let tells = self.rules.tells_ahead || self.rules.tells_while_alone;
        let slot = &mut self.slots[at];
        let Slot { simple, buffer, next, before, ring, ahead, gone, left, length, last, .. } = *slot;
        if !simple || buffer == NONE || !tells {
            self.tail_has_left(at);
            return self.entered.is_empty() && !self.allocator.is_stirred();
        }
        if let Some(links) = &mut self.links {
            if gone || left < length || last + self.timing.flit != self.now {
                // It has been taken back.
                return true;
            }
            slot.gone = true;
            if next == NONE {
                self.ahead.give_back(ring);
            } else {
                links.unuse(ahead, at);
            }
            self.ahead.give_back(self.slots[before].ring);
        }
        self.tell(at, Moment::Released, self.now);
        let since = self.buffers.let_go(buffer);
        if O::HOLDS {
            self.observer.held(self.slots.route(at).channel, since, self.now);
        }
        let first = self.allocator.hand_over(buffer, &self.slots);
        if next == NONE {
            self.slot_is_done(at);
        }
        match first {
            Some(first) => self.grant_simply(first),
            None => !self.allocator.is_stirred(),
        }
    }
}
