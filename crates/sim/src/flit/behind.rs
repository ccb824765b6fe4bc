//! What follows for the flits behind a head, where their moves are told ahead.

use super::FlitEngine;
use super::slots::{SEVERAL, SOURCE, Slot, SlotIx};
use crate::Time;
use crate::open_loop::Observer;
use crate::slab::NONE;

impl<O: Observer> FlitEngine<'_, O> {
    /// A head has left a slot, so that there is room for flits behind it.
    pub(super) fn those_behind_move(&mut self, at: SlotIx) {
        // On a path each slot gets room for as many as a buffer holds, and those are there.
        let mut behind = self.slots[at].before;
        while self.may_move(behind) {
            let Slot { before, next, .. } = self.slots[behind];
            if next == SEVERAL {
                return self.those_around_move(at, behind);
            }
            if !self.advance(behind) {
                break;
            }
            behind = before;
        }
        if self.slots[at].next == NONE {
            self.run_out(at);
        }
    }

    /// Whether the moves of a slot are not all known.
    fn may_move(&self, at: SlotIx) -> bool {
        at != SOURCE && self.slots[at].left < self.slots[at].length
    }

    /// The same for a slot behind which the route branches.
    fn those_around_move(&mut self, at: SlotIx, fork: SlotIx) {
        let mut behind = at;
        while behind != fork {
            self.ahead.stirred.push(behind);
            behind = self.slots[behind].before;
        }
        self.ahead.stirred.push(fork);
        while let Some(at) = self.ahead.stirred.pop() {
            // A head leaves with its grant.
            if self.slots[at].left == 0 || !self.advance(at) {
                continue;
            }
            let Slot { before, next, .. } = self.slots[at];
            if before != SOURCE {
                self.ahead.stirred.push(before);
            }
            match next {
                NONE => {}
                SEVERAL => self.ahead.stirred.extend(self.slots.children(at)),
                child => self.ahead.stirred.push(child),
            }
        }
    }

    /// A head has left the last visit of a branch: nothing but the flits themselves holds others up there.
    fn run_out(&mut self, last: SlotIx) {
        let mut moves = true;
        while moves && self.may_move(last) {
            if let Some(first) = self.first_of_steady(last) {
                return self.run_out_steadily(first, last);
            }
            moves = false;
            let mut at = last;
            while self.is_in_line(self.slots[at].before) {
                at = self.slots[at].before;
                moves |= self.advance(at);
            }
            while at != last {
                moves |= self.advance(at);
                at = self.slots[at].next;
            }
            moves |= self.advance(last);
        }
    }

    /// Whether a slot has flits to send, to one other.
    fn is_in_line(&self, at: SlotIx) -> bool {
        self.may_move(at) && self.slots[at].next != SEVERAL
    }

    /// When the last flit leaves a slot, if all do a flit time after each other.
    fn steady_end(&self, at: SlotIx) -> Time {
        let Slot { left, last, length, .. } = self.slots[at];
        last + self.timing.flit.times(length - left)
    }

    /// The first slot that has flits to send, if all that have send them a flit time after each other from now on: it
    /// is so if it is in time for the last ones.
    fn first_of_steady(&self, last: SlotIx) -> Option<SlotIx> {
        let (flit, credit, room) = (self.timing.flit, self.timing.flow.credit, self.timing.buffer);
        let (mut at, mut end) = (last, self.steady_end(last));
        loop {
            let before = self.slots[at].before;
            if before == SOURCE {
                return Some(at);
            }
            let earlier = self.steady_end(before);
            if earlier + flit > end {
                return None;
            }
            if !self.may_move(before) {
                return Some(at);
            }
            if !self.is_in_line(before) || end + credit > earlier + flit.times(room) {
                return None;
            }
            (at, end) = (before, earlier);
        }
    }

    fn run_out_steadily(&mut self, first: SlotIx, last: SlotIx) {
        let mut at = first;
        loop {
            let end = self.steady_end(at);
            let slot = &mut self.slots[at];
            (slot.left, slot.last) = (slot.length, end);
            let next = slot.next;
            self.ahead.until = self.ahead.until.max(end);
            self.is_known(at);
            if at == last {
                return;
            }
            at = next;
        }
    }
}
