//! The steps of an instant, other than the moves of flits.

use super::FlitEngine;
use super::crossbar::Crossbars;
use super::event_queue::NEVER;
use super::inject::Worm;
use super::links::Links;
use super::numbers::ResourceIx;
use super::slots::{Slot, SlotIx};
use crate::open_loop::{Moment, Observer};
use crate::slab::{NONE, WormAt};
use crate::{Resource, Time};
use std::cmp::Reverse;

impl<O: Observer> FlitEngine<'_, O> {
    /// When the next worm is due to start, or to have paid.
    #[inline]
    pub(super) fn next_worm(&self) -> Time {
        let first = self.starts.peek().map_or(NEVER, |Reverse((at, ..))| *at);
        first.min(self.paid.next_time())
    }

    /// When the next thing happens that is not the move of a flit.
    pub(super) fn next_other(&self) -> Time {
        let ends = self.heads.next_time().min(self.tails.next_time()).min(self.handovers.next_time());
        let links = self.links.as_ref().map_or(NEVER, Links::next_time);
        let links = self.crossbars.as_ref().map_or(links, Crossbars::next_time);
        let ends = ends.min(self.stalls.next_time()).min(self.paces.next_time());
        self.next_worm().min(ends).min(self.credits.next_time()).min(links)
    }

    /// The steps of one instant, again and again until it has no more consequences for itself.
    pub(super) fn work_off_now(&mut self) {
        loop {
            self.free_channels();
            self.move_flits();
            if self.next_worm() == self.now {
                self.start_worms();
                self.pay_and_enter();
            }
            self.serve_heads();
            let granted = self.grant();
            if granted {
                // All that a grant can bring about at once: flits leave, and a tail among them starts a worm.
                self.move_flits();
            }
            if granted && (self.next_worm() == self.now || self.allocator.is_stirred()) {
                continue;
            }
            if !self.cross() {
                return;
            }
        }
    }

    pub(super) fn free_channels(&mut self) {
        self.begin_and_end_stalls();
        while let Some(buffer) = self.handovers.pop(self.now) {
            self.release_channel(buffer);
        }
        while let Some(at) = self.tails.pop(self.now) {
            self.tail_has_left(at);
        }
    }

    /// A channel can be taken again, as soon as its buffer has the room.
    fn release_channel(&mut self, buffer: ResourceIx) {
        let since = self.buffers.let_go(buffer);
        if O::HOLDS
            && let Resource::Channel(channel) | Resource::VirtualChannel(channel, _) = self.numbers.name(buffer)
        {
            self.observer.held(channel, since, self.now);
        }
        if !self.rules.awaits_room && !self.stalls.any {
            self.allocator.release(self.choice.line_of(buffer));
            return;
        }
        self.buffers.await_room(buffer);
        self.release_if_room(buffer);
    }

    /// A channel that nobody holds can be taken again, if its buffer has the room.
    pub(super) fn release_if_room(&mut self, buffer: ResourceIx) {
        let least = if self.rules.awaits_room { self.timing.length } else { 0 };
        if self.buffers.has_awaited_room(buffer, least) {
            // What waits for it is granted at this instant.
            self.other = self.now;
            self.allocator.release(self.choice.line_of(buffer));
        }
    }

    pub(super) fn tail_has_left(&mut self, at: SlotIx) {
        if self.rules.tells_while_alone && !self.leaves_links(at) {
            return;
        }
        let Slot { buffer, ejection, fork, .. } = self.slots[at];
        if fork == NONE || self.slots.is_last_gone(fork) {
            self.tell(at, Moment::Released, self.now);
            match buffer {
                NONE => self.leaves_origin(self.slots[at].worm),
                buffer if self.rules.free_with_tail => self.release_channel(buffer),
                _ => {}
            }
        }
        match ejection {
            NONE => self.slot_is_done(at),
            _ => self.delivery_ends(at),
        }
    }

    /// A worm needs a slot no longer.
    pub(super) fn slot_is_done(&mut self, at: SlotIx) {
        let Slot { worm: worm_at, next, simple, .. } = self.slots[at];
        if simple && next != NONE {
            return;
        }
        let worm = &mut self.worms[worm_at];
        worm.unfinished -= 1;
        if worm.unfinished == 0 {
            let Worm { message, first_slot, slots, .. } = *worm;
            if simple {
                self.slots.give_back_simple(first_slot, slots);
            } else {
                self.slots.give_back(first_slot, slots);
            }
            self.worms.remove(worm_at);
            self.intake.finish(message, self.now, &mut self.observer);
        }
    }

    /// The tail of a worm has left its origin: its injection channel is free.
    pub(super) fn leaves_origin(&mut self, worm: WormAt) {
        if self.interfaces.limited {
            let origin = self.worms[worm].origin;
            let next = self.interfaces.free_injection(&mut self.worms, origin);
            self.entered.extend(next.map(|worm| self.worms[worm].first_slot));
        }
        if self.has_dependencies() {
            self.has_sent(worm);
        }
    }

    /// The message has been delivered at a slot.
    pub(super) fn deliver(&mut self, at: SlotIx) {
        let Worm { message, id, .. } = self.worms[self.slots[at].worm];
        let node = self.topology.graph().target(self.slots.route(at).channel);
        let delivered = self.now + self.timing.receive;
        self.intake.deliver(message, id, node, delivered, &mut self.observer);
        let mut follower = self.slots.route(at).first_follower;
        while follower != NONE {
            let Worm { rank, next_follower, .. } = self.worms[follower];
            self.starts.push(Reverse((delivered, rank, follower)));
            self.other = self.other.min(delivered);
            follower = next_follower;
        }
    }

    /// Worms whose message has come line up to pay their send overheads.
    fn start_worms(&mut self) {
        while let Some(&Reverse((at, _, worm))) = self.starts.peek()
            && at == self.now
        {
            self.starts.pop();
            let Worm { origin, first_slot, .. } = self.worms[worm];
            self.backlog[origin.index()] += 1;
            self.tell(first_slot, Moment::Arrived, self.now);
            if self.interfaces.serial {
                self.interfaces.line_up(&mut self.worms, worm);
            } else {
                self.paid.add(self.now, worm);
            }
        }
    }

    /// Send overheads that end now are paid, injection channels taken, and the next worms begin to pay.
    fn pay_and_enter(&mut self) {
        while let Some(worm) = self.paid.pop(self.now) {
            self.batch.push(worm);
        }
        self.batch.sort_unstable_by_key(|&worm| self.worms[worm].rank);
        for worm in self.batch.drain(..) {
            if self.interfaces.serial {
                self.interfaces.paid(self.worms[worm].origin);
            }
            if !self.interfaces.limited || self.interfaces.take_injection(&mut self.worms, worm) {
                self.entered.push(self.worms[worm].first_slot);
            }
        }
        while let Some(worm) = self.interfaces.next_payer(&mut self.worms) {
            self.paid.add(self.now, worm);
        }
    }

    /// All heads that are ready now request what they need, in the order of worms and of their visits.
    fn serve_heads(&mut self) {
        if !self.heads.is_due(self.now) && self.entered.is_empty() {
            return;
        }
        let mut batch = std::mem::take(&mut self.batch);
        while let Some(at) = self.heads.pop(self.now) {
            batch.push(at);
        }
        if self.stalls.any {
            self.put_off_held_up(&mut batch);
        }
        batch.append(&mut self.entered);
        batch.sort_unstable_by_key(|&at| self.slots[at].rank);
        self.allocator.begin_batch();
        for at in batch.drain(..) {
            self.tell(at, Moment::Requested, self.now);
            self.slots[at].requested = true;
            self.allocator.join(at, &self.slots);
        }
        self.batch = batch;
    }

    #[inline]
    pub(super) fn tell(&mut self, at: SlotIx, moment: Moment, time: Time) {
        if O::MOMENTS {
            self.observer.moment(self.slots[at].rank, moment, time);
        }
    }
}
