//! What follows when the first or the last flit of a worm leaves a slot.

use super::FlitEngine;
use super::numbers::ResourceIx;
use super::slots::SlotIx;
use crate::open_loop::{Moment, Observer};
use crate::slab::{NONE, UNKNOWN};
use crate::{Handover, Switching, Time};

impl<O: Observer> FlitEngine<'_, O> {
    pub(super) fn head_leaves(&mut self, at: SlotIx) {
        if self.slots[at].buffer == NONE {
            self.intake.head_leaves(self.worms[self.slots[at].worm].message, self.now);
        }
        let mut visit = self.slots.route(at).first_child;
        while visit != NONE {
            let arrival = self.now + self.entry(visit).latency;
            self.tell(visit, Moment::Arrived, arrival);
            let buffer = self.slots[visit].buffer;
            let in_front = self.timing.flow.handover == Handover::Empty || self.buffers.enter(buffer, visit);
            if self.timing.flow.switching != Switching::StoreAndForward {
                self.is_coming(visit, arrival, in_front);
            }
            visit = self.visit_beside(visit);
        }
    }

    /// It is known when a head is there, or the whole message if that is waited for. Its router looks at it if it is in
    /// front of its buffer.
    #[inline]
    pub(super) fn is_coming(&mut self, visit: SlotIx, arrival: Time, in_front: bool) {
        self.slots.route_mut(visit).there = arrival;
        if in_front {
            let ready = self.buffers.ready(self.slots[visit].buffer, arrival, self.entry(visit).router);
            self.heads.add(self.now, ready, visit);
            self.other = self.other.min(ready);
        }
    }

    pub(super) fn tail_leaves(&mut self, at: SlotIx, gone_on_all: bool) {
        let crossed = self.now + self.spacing(at);
        self.tails.add(self.now, crossed, at);
        self.other = self.other.min(crossed);
        let mut visit = self.slots.route(at).first_child;
        while visit != NONE {
            self.tail_is_coming(visit);
            visit = self.visit_beside(visit);
        }
        if gone_on_all {
            self.message_leaves(at);
        }
        if self.slots[at].delivers {
            self.deliver(at);
        }
    }

    /// The tail is sent to a visit.
    pub(super) fn tail_is_coming(&mut self, visit: SlotIx) {
        let buffer = self.slots[visit].buffer;
        self.buffers.feed(buffer, NONE);
        let empty = self.timing.flow.handover == Handover::Empty;
        if !empty {
            self.hand_over(buffer, self.now + self.entry(visit).flit);
        }
        if self.timing.flow.switching == Switching::StoreAndForward {
            let in_front = empty || self.buffers.front(buffer) == Some(visit);
            self.is_coming(visit, self.now + self.entry(visit).latency, in_front);
        }
    }

    /// The tail has left a visit on all its branches.
    pub(super) fn message_leaves(&mut self, at: SlotIx) {
        let buffer = self.slots[at].buffer;
        if buffer == NONE {
            return;
        }
        match self.timing.flow.handover {
            Handover::Empty if self.rules.free_with_tail => {}
            // An empty buffer is handed over when the credits of all its places are back.
            Handover::Empty => self.hand_over(buffer, self.has_crossed(at).max(self.now + self.timing.flow.credit)),
            Handover::Tail => self.next_comes_to_front(buffer, self.has_crossed(at)),
        }
    }

    /// A channel can be taken again at this time and the turnaround.
    pub(super) fn hand_over(&mut self, buffer: ResourceIx, at: Time) {
        let at = at + self.timing.flow.turnaround;
        self.handovers.add(self.now, at, buffer);
        self.other = self.other.min(at);
    }

    /// The worm behind comes to the front of a buffer, which the tail before it has left, and crossed at this time.
    pub(super) fn next_comes_to_front(&mut self, buffer: ResourceIx, crossed: Time) {
        let turned = self.now + self.timing.flow.turnaround;
        let Some(next) = self.buffers.leave(buffer, crossed, turned) else { return };
        let there = self.slots.route(next).there;
        if there != UNKNOWN {
            // It is looked at when it is there and the tail before it is on its way.
            let ready = self.buffers.ready(buffer, there.max(self.now), self.entry(next).router);
            self.heads.add(self.now, ready, next);
            self.other = self.other.min(ready);
        }
    }
}
