//! How flits move: when the next flit of a slot may leave it, and what follows when it does.

use super::FlitEngine;
use super::numbers::ResourceIx;
use super::slots::{Fork, SEVERAL, Slot, SlotIx};
use crate::Time;
use crate::open_loop::Observer;
use crate::slab::NONE;

impl<O: Observer> FlitEngine<'_, O> {
    /// All flits that can leave now do, and those that can because of them.
    pub(super) fn move_flits(&mut self) {
        if self.rules.tells_ahead {
            return self.deliver_ends();
        }
        while let Some(buffer) = self.credits.pop(self.now) {
            self.give_room(buffer);
        }
        if !self.rules.is_plain {
            self.flits_come();
        }
        if self.crossbars.is_some() {
            return self.line_up_at_routers();
        }
        if self.links.is_some() {
            self.take_turns();
            return self.deliver_ends();
        }
        while let Some(at) = self.flits.pop(self.now) {
            if !self.stalls.any || self.can_leave(at) {
                self.flit_leaves(at);
            }
        }
    }

    /// The flits that can leave now, in the order of worms and of their visits, into an empty batch; whether there are
    /// any.
    pub(super) fn next_flits(&mut self, batch: &mut Vec<SlotIx>) -> bool {
        while let Some(at) = self.flits.pop(self.now) {
            batch.push(at);
        }
        if batch.len() > 1 {
            batch.sort_unstable_by_key(|&at| (self.slots[at].rank, at));
        }
        !batch.is_empty()
    }

    /// The same when virtual channels share links: links that are free from now on are given to those first in line;
    /// then flits that can leave line up, in the order of worms and of their visits.
    fn take_turns(&mut self) {
        if self.links.as_ref().is_some_and(|links| links.next_time() > self.now)
            && let Some(at) = self.flits.pop(self.now)
        {
            if self.flits.is_due(self.now) {
                self.flits.add(self.now, self.now, at);
            } else {
                // The frequent case: one flit.
                self.line_up_for_links(at);
                if !self.flits.is_due(self.now) {
                    return;
                }
            }
        }
        while let Some(next) = self.links.as_mut().and_then(|links| links.next_at_free_link(self.now)) {
            next.into_iter().for_each(|at| self.try_cross(at));
        }
        let mut batch = std::mem::take(&mut self.batch);
        while self.next_flits(&mut batch) {
            batch.drain(..).for_each(|at| self.line_up_for_links(at));
        }
        self.batch = batch;
    }

    /// A flit that is free to leave lines up for the links that it needs, and crosses them if it can.
    #[inline]
    fn line_up_for_links(&mut self, at: SlotIx) {
        if self.rules.tells_while_alone && !self.is_due(at) {
            return;
        }
        let Some(links) = &mut self.links else { return };
        let (now, ahead) = (self.now, self.slots[at].ahead);
        if ahead == NONE || ahead < SEVERAL && links.cross_at_once(ahead, now) {
            return self.flit_leaves(at);
        }
        self.slots[at].waits = true;
        let awaited = self.slots.ahead(at).map(|buffer| links.join(buffer, at, now)).min();
        self.other = awaited.map_or(self.other, |awaited| awaited.min(self.other));
        self.try_cross(at);
    }

    fn try_cross(&mut self, at: SlotIx) {
        let Some(links) = &mut self.links else { return };
        let now = self.now;
        if self.slots.ahead(at).all(|buffer| links.may_cross(buffer, at, now)) {
            let awaited = self.slots.ahead(at).map(|buffer| links.cross(buffer, now)).min();
            self.other = awaited.map_or(self.other, |awaited| awaited.min(self.other));
            self.flit_leaves(at);
        }
    }

    #[inline]
    pub(super) fn flit_leaves(&mut self, at: SlotIx) {
        if self.rules.tells_while_alone {
            return self.flit_leaves_link(at);
        }
        let slot = &mut self.slots[at];
        debug_assert!(slot.left < slot.length, "a flit leaves that is not there");
        (slot.left, slot.last) = (slot.left + 1, self.now);
        let Slot { left, before, buffer, next, ahead, fork, length, .. } = *slot;
        if fork != NONE {
            return self.flit_leaves_branch(at);
        }
        let has_room = self.use_room(at, ahead);
        if left == 1 {
            self.head_leaves(at);
        }
        if left == length {
            self.tail_leaves(at, true);
        } else if self.channels.are_own() {
            self.settle(at);
        } else if has_room && self.slots[before].left > left {
            // The next one has left the slot before at the latest when this one left here: now.
            self.flits.add_next(self.now, at);
        }
        self.flit_has_left(buffer);
        self.flit_is_coming(at, next, left);
    }

    /// A flit has left one of several branches that go at their own pace.
    fn flit_leaves_branch(&mut self, at: SlotIx) {
        let Slot { left, before, buffer, next, ahead, fork, length, .. } = self.slots[at];
        let has_room = self.use_room(at, ahead);
        let gone_on_all = self.slots.has_left_all(fork);
        if left == 1 {
            self.head_leaves(at);
        }
        if left == length {
            self.tail_leaves(at, gone_on_all);
        } else if self.channels.are_own() {
            self.settle(at);
        } else if has_room && self.slots[before].left > left && self.may_lead(fork, left) {
            self.flits.add_next(self.now, at);
        }
        if gone_on_all {
            self.flit_has_left(buffer);
            self.others_follow(fork, at);
        }
        self.flit_is_coming(at, next, left);
    }

    /// The other branches of a visit may send the next flit when one has left on all.
    fn others_follow(&mut self, fork: u32, at: SlotIx) {
        let Fork { first, branches, left, .. } = self.slots.forks[fork];
        if self.rules.in_step && left < self.slots[at].length {
            (first..first + branches).filter(|&other| other != at).for_each(|other| self.settle(other));
        }
    }

    /// A flit has left a visit on all branches: its place in the buffer is free.
    #[inline(always)]
    fn flit_has_left(&mut self, buffer: ResourceIx) {
        if buffer == NONE {
        } else if self.timing.flow.credit > Time::ZERO {
            self.other = self.other.min(self.credits.add(self.now, buffer));
        } else {
            self.give_room(buffer);
        }
    }

    /// A slot has sent the last of so many flits to the next ones.
    #[inline(always)]
    fn flit_is_coming(&mut self, at: SlotIx, next: SlotIx, sent: u32) {
        match next {
            NONE => {}
            SEVERAL => self.each_follows(at, sent),
            child => self.follow(child, sent),
        }
    }

    /// Whether a branch that has sent so many flits may send the next one, before the others have sent as many.
    #[inline]
    fn may_lead(&self, fork: u32, left: u32) -> bool {
        fork == NONE || !self.rules.in_step || self.slots.forks[fork].left == left
    }

    /// A flit is sent to all buffers ahead. Whether they have room for another.
    #[inline]
    fn use_room(&mut self, at: SlotIx, ahead: ResourceIx) -> bool {
        match ahead {
            NONE => true,
            SEVERAL => self.use_rooms(at),
            buffer => self.buffers.use_room(buffer),
        }
    }

    #[cold]
    fn use_rooms(&mut self, at: SlotIx) -> bool {
        let mut has_room = true;
        for buffer in self.slots.ahead(at) {
            has_room &= self.buffers.use_room(buffer);
        }
        has_room
    }

    #[inline]
    fn has_room(&self, at: SlotIx, ahead: ResourceIx) -> bool {
        match ahead {
            NONE => true,
            SEVERAL => self.have_room(at),
            buffer => self.buffers.has_room(buffer),
        }
    }

    #[cold]
    fn have_room(&self, at: SlotIx) -> bool {
        self.slots.ahead(at).all(|buffer| self.buffers.has_room(buffer))
    }

    #[cold]
    fn each_follows(&mut self, at: SlotIx, sent: u32) {
        let mut child = self.slots.route(at).first_child;
        while child != NONE {
            self.follow(child, sent);
            child = self.slots.route(child).next_sibling;
        }
    }

    /// The slot before has just sent the last of so many flits. If this one has sent all that it had, it sends that
    /// flit as soon as it comes; but the head is granted first.
    #[inline(always)]
    fn follow(&mut self, at: SlotIx, sent: u32) {
        if self.channels.are_own() {
            return self.sends(at, sent);
        }
        let Slot { left, ahead, fork, .. } = self.slots[at];
        if left > 0 && left + 1 == sent && self.has_room(at, ahead) && self.may_lead(fork, left) {
            self.flits.add_next(self.now, at);
        }
    }

    #[inline]
    fn give_room(&mut self, buffer: ResourceIx) {
        if let Some(feeder) = self.buffers.give_room(buffer) {
            self.settle(feeder);
        }
        if self.rules.awaits_room {
            self.release_if_room(buffer);
        }
    }

    /// The next of the visits that a slot sends to, by their first slots; `NONE` after the last.
    pub(super) fn visit_beside(&self, visit: SlotIx) -> SlotIx {
        // Where visits have several slots, all that a slot sends to are those of one visit.
        if self.rules.by_branch { NONE } else { self.slots.route(visit).next_sibling }
    }

    /// A head is granted, or there is room again ahead of a slot, or the other branches have caught up. If its next
    /// flit waits for nothing else, it is settled when that flit leaves.
    #[inline]
    pub(super) fn settle(&mut self, at: SlotIx) {
        let Slot { left, ahead, last, fork, .. } = self.slots[at];
        if !self.has_room(at, ahead) || !self.may_lead(fork, left) {
            return;
        }
        let mut time = self.now;
        // The head is there when it is granted.
        if left > 0 {
            let Some(there) = self.next_is_there(at) else { return };
            time = time.max(last + self.spacing(at)).max(there);
        }
        self.flits.add(self.now, time, at);
    }
}
