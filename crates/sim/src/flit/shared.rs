//! Flits on links that virtual channels share: told ahead while a worm is alone on a link.
//!
//! Where messages fit into buffers, which are empty when they are taken, no flit waits for room: only for the one
//! before, for its arrival, and for the link. While no other worm wants the link, it leaves as soon as it is there, and
//! is told ahead. When another one does, what has not happened yet is taken back, and all flits cross that link one by
//! one from then on, as they line up.

use super::FlitEngine;
use super::ahead::MOST;
use super::slots::{SEVERAL, SOURCE, Slot, SlotIx};
use crate::channels::Channels;
use crate::open_loop::Observer;
use crate::slab::NONE;
use crate::{Crossbar, FlowControl, Handover, Replication, Switching, Time, Timing};

/// Whether flits can be told ahead while a worm is alone on a link.
pub(super) fn is_possible(timing: &Timing, channels: &Channels) -> bool {
    let FlowControl { handover, replication, switching, crossbar, credit, turnaround, .. } = timing.flow;
    let of_worm =
        handover == Handover::Empty && switching == Switching::Wormhole && replication == Replication::LockStep;
    let fits = !timing.header_flits && timing.length <= timing.buffer.min(MOST);
    let shares = channels.most_virtual_channels() > 1 && crossbar == Crossbar::Full;
    let frees_with_tail = credit <= timing.flit && turnaround == Time::ZERO;
    of_worm && fits && shares && frees_with_tail && !channels.are_own()
}

impl<O: Observer> FlitEngine<'_, O> {
    /// The head of a slot is granted: from now on it wants the links ahead.
    pub(super) fn wants_links(&mut self, at: SlotIx) {
        if !self.rules.tells_while_alone {
            return;
        }
        let Slot { next, ahead, .. } = self.slots[at];
        let mut meets = next == SEVERAL;
        if next == SEVERAL {
            let mut child = self.slots.route(at).first_child;
            while child != NONE {
                self.wants_link(at, self.slots[child].buffer);
                child = self.slots.route(child).next_sibling;
            }
        } else if next != NONE {
            meets = self.wants_link(at, ahead);
        }
        self.slots[at].meets = meets;
    }

    /// Whether others want the link of a virtual channel, too.
    #[inline]
    pub(super) fn wants_link(&mut self, at: SlotIx, buffer: u32) -> bool {
        let Some(links) = &mut self.links else { return false };
        let users = links.users(buffer);
        if users.is_empty() {
            users.push(at);
            return false;
        }
        self.others_want_link(at, buffer)
    }

    fn others_want_link(&mut self, at: SlotIx, buffer: u32) -> bool {
        let Some(links) = &mut self.links else { return false };
        let users = std::mem::take(links.users(buffer));
        let mut meets = false;
        for &other in &users {
            let Slot { left, length, last, .. } = self.slots[other];
            if left < length || last > self.now {
                meets = true;
                self.is_met(other);
            }
        }
        if let Some(links) = &mut self.links {
            *links.users(buffer) = users;
            links.users(buffer).push(at);
        }
        meets
    }

    /// Another worm wants the link that a slot sends its flits over: those that have not left yet are told no more.
    fn is_met(&mut self, at: SlotIx) {
        if std::mem::replace(&mut self.slots[at].meets, true) {
            return;
        }
        let (mut slot, mut known) = (at, u32::MAX);
        while slot != NONE && self.takes_back(slot, known) {
            known = self.slots[slot].left;
            slot = self.slots[slot].next;
        }
        self.expect_next(at);
    }

    /// Takes back the flits of a slot that have not left yet, from this number on; whether there are any.
    fn takes_back(&mut self, at: SlotIx, from: u32) -> bool {
        let Slot { left: told, next, ahead, .. } = self.slots[at];
        let mut left = told;
        while left > 0 && (left > from || from == u32::MAX) && self.time_of(at, left - 1) > self.now {
            left -= 1;
        }
        if left == told {
            return false;
        }
        let last = self.time_of(at, left.saturating_sub(1));
        let slot = &mut self.slots[at];
        (slot.left, slot.last) = (left, last);
        if next != NONE
            && let Some(links) = &mut self.links
        {
            links.is_told(ahead, last + self.timing.flit);
        }
        true
    }

    /// When the next flit of a slot, which is not its head, can leave it but for the link, if that is known.
    fn next_at(&self, at: SlotIx) -> Option<Time> {
        let Slot { left, length, before, last, .. } = self.slots[at];
        let flit = self.timing.flit;
        if left == 0 || left == length || self.slots[before].left <= left {
            return None;
        }
        let arrives = if before == SOURCE { last } else { self.time_of(before, left) };
        Some(last.max(arrives) + flit)
    }

    /// The next flit of a slot lines up when it can leave but for the link, as soon as that is known.
    fn expect_next(&mut self, at: SlotIx) {
        if let Some(time) = self.next_at(at) {
            self.flits.add(self.now, time, at);
        }
    }

    /// Whether the flit that was to leave a slot now, or to line up, still is: others may have come in between.
    #[inline]
    pub(super) fn is_due(&self, at: SlotIx) -> bool {
        let Slot { left, waits, .. } = self.slots[at];
        !waits && (left == 0 || self.next_at(at).is_some_and(|time| time <= self.now))
    }

    /// The head leaves a slot over a link where nobody meets it, or is delivered. Those ahead have no flit of its yet.
    #[inline]
    pub(super) fn head_leaves_link(&mut self, at: SlotIx) {
        let slot = &mut self.slots[at];
        (slot.left, slot.last) = (1, self.now);
        let Slot { worm, buffer, next, length, .. } = *slot;
        if buffer == NONE {
            self.intake.head_leaves(self.worms[worm].message, self.now);
        }
        self.head_goes_on(at, next);
        if length == 1 {
            self.all_are_told(at);
        } else {
            self.tell_ahead(at);
        }
    }

    /// A flit crosses a link, or is delivered, which was not told before.
    #[inline]
    pub(super) fn flit_leaves_link(&mut self, at: SlotIx) {
        let Slot { left, last, ring, .. } = self.slots[at];
        if left > 0 && (ring != NONE || self.now > last + self.timing.flit) {
            let ring = self.ring_of(at);
            self.ahead.set(ring, left, self.now);
        }
        let slot = &mut self.slots[at];
        (slot.left, slot.last, slot.waits) = (left + 1, self.now, false);
        let Slot { left, buffer, next, length, meets, .. } = *slot;
        if left == 1 {
            if buffer == NONE {
                self.intake.head_leaves(self.worms[self.slots[at].worm].message, self.now);
            }
            self.head_goes_on(at, next);
        }
        if left == length {
            self.all_are_told(at);
        } else if meets {
            self.expect_next(at);
        } else {
            self.tell_ahead(at);
        }
        match next {
            NONE => {}
            SEVERAL => {
                let mut child = self.slots.route(at).first_child;
                while child != NONE {
                    self.follow_on(child, left - 1);
                    child = self.slots.route(child).next_sibling;
                }
            }
            child => self.follow_on(child, left - 1),
        }
    }

    /// The slot before has told of flits from this number on: what follows for this one, and for those ahead.
    fn follow_on(&mut self, at: SlotIx, told: u32) {
        let (mut at, mut told) = (at, told);
        while at != NONE {
            let Slot { left, next, meets, .. } = self.slots[at];
            if left == 0 {
                return;
            }
            if meets {
                // It has waited for the first of them, or knows when the next one comes.
                if left >= told {
                    self.expect_next(at);
                }
                return;
            }
            if !self.tell_ahead(at) {
                return;
            }
            (at, told) = (next, left);
        }
    }

    /// Tells of the next flits of a slot that is alone on its link; whether there are any.
    fn tell_ahead(&mut self, at: SlotIx) -> bool {
        let Slot { left, before, next, ahead, length, ring, mut last, .. } = self.slots[at];
        let Slot { left: told, last: newest, .. } = self.slots[before];
        let until = told.min(length);
        if left >= until {
            return false;
        }
        let flit = self.timing.flit;
        let steady = last + flit.times(until - left);
        // If the last of them is on time, then so are all: flits are a flit time apart everywhere, or more.
        if ring == NONE && (before == SOURCE || newest + flit <= steady) {
            last = steady;
        } else {
            let ring = self.ring_of(at);
            for number in left..until {
                let arrives = if before == SOURCE { last } else { self.time_of(before, number) };
                last = last.max(arrives) + flit;
                self.ahead.set(ring, number, last);
            }
        }
        let slot = &mut self.slots[at];
        (slot.left, slot.last) = (until, last);
        self.ahead.until = self.ahead.until.max(last);
        if next != NONE
            && let Some(links) = &mut self.links
        {
            links.is_told(ahead, last + flit);
        }
        if until == length {
            self.all_are_told(at);
        }
        true
    }

    /// All flits of a slot are told.
    #[inline(always)]
    fn all_are_told(&mut self, at: SlotIx) {
        let last = self.slots[at].last;
        self.tails.add(self.now, last + self.timing.flit, at);
        if self.slots[at].delivers {
            self.ends.add(self.now, last, at);
        }
    }

    /// Deliveries whose last flits leave now, if these have not been taken back.
    #[inline]
    pub(super) fn deliver_ends(&mut self) {
        while let Some(at) = self.ends.pop(self.now) {
            let Slot { left, length, last, .. } = self.slots[at];
            if left == length && last == self.now && std::mem::replace(&mut self.slots[at].delivers, false) {
                self.deliver(at);
            }
        }
    }

    /// The tail has left a slot, and crossed, if it has not been taken back: it wants its links no more.
    #[inline]
    pub(super) fn leaves_links(&mut self, at: SlotIx) -> bool {
        let Slot { left, length, last, next, before, ring, ahead, .. } = self.slots[at];
        let has_left = left == length && last + self.timing.flit == self.now;
        if !has_left || std::mem::replace(&mut self.slots[at].gone, true) {
            return false;
        }
        if let Some(links) = &mut self.links {
            match next {
                NONE => self.ahead.give_back(ring),
                SEVERAL => self.slots.ahead(at).for_each(|buffer| links.unuse(buffer, at)),
                _ => links.unuse(ahead, at),
            }
        }
        // Nobody asks any more when flits left the slot before, if the tail has left all that it sends to.
        let is_gone = |child| self.slots[child].gone;
        if before != SOURCE && (self.slots[before].next == at || self.slots.children(before).all(is_gone)) {
            self.ahead.give_back(self.slots[before].ring);
        }
        true
    }
}
