//! Flits that wait for nobody but their own worm, whose moves are told ahead of their time.
//!
//! Where a link is one channel, which is free again when its buffer is empty, what holds a granted worm up is its own
//! flits alone: the one before, the same one at the visit before, and the one that has to leave the next buffer first.
//! So with each grant all moves are known that it brings about, and no queue has to find them one by one. By rule 3 a
//! flit leaves a visit at the greatest of these three times; that of the first flit is the grant.

use super::FlitEngine;
use super::slots::{SEVERAL, SOURCE, Slot, SlotIx};
use crate::channels::Channels;
use crate::open_loop::{Moment, Observer};
use crate::slab::NONE;
use crate::{FlowControl, Handover, Replication, Switching, Time, Timing};

/// With more flits in a buffer than these, the times of one slot would take too much memory.
const MOST: u32 = 256;

/// When flits leave the slots that may send some, as far as it is known.
#[derive(Debug)]
pub(super) struct Ahead {
    /// In rings, the times of the newest flits of a slot: as many as a buffer holds.
    times: Vec<Time>,
    /// The size of a ring is a power of two; this is one less.
    mask: u32,
    /// Rings that can be used again.
    free: Vec<u32>,
    /// Slots of which more may be known now.
    pub stirred: Vec<SlotIx>,
    /// When the last flit leaves of which that is known.
    pub until: Time,
}

/// Whether flits wait for nobody but their own worm.
pub(super) fn is_possible(timing: &Timing, channels: &Channels) -> bool {
    let FlowControl { handover, replication, switching, .. } = timing.flow;
    let of_worm =
        handover == Handover::Empty && switching == Switching::Wormhole && replication == Replication::LockStep;
    of_worm && !channels.are_own() && channels.most_virtual_channels() == 1 && window(timing) <= MOST
}

/// How many flits a slot may be ahead of the next one.
fn window(timing: &Timing) -> u32 {
    if timing.header_flits { timing.buffer } else { timing.buffer.min(timing.length) }
}

impl Ahead {
    pub(super) fn new(timing: &Timing) -> Self {
        let mask = window(timing).min(MOST).next_power_of_two() - 1;
        Self { times: Vec::new(), mask, free: Vec::new(), stirred: Vec::new(), until: Time::ZERO }
    }

    /// A ring that nobody uses.
    #[inline]
    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let size = self.mask as usize + 1;
            self.times.resize(self.times.len() + size, Time::ZERO);
            (self.times.len() / size - 1) as u32
        })
    }

    /// The place in a ring of the flit with this number.
    #[inline]
    fn place(&self, ring: u32, number: u32) -> usize {
        ring as usize * (self.mask as usize + 1) + (number & self.mask) as usize
    }

    #[inline]
    fn time(&self, ring: u32, number: u32) -> Time {
        self.times[self.place(ring, number)]
    }

    /// The next flits leave a slot a flit time after each other, from the one of this number on up to another.
    #[inline]
    fn stream(&mut self, ring: u32, from: u32, until: u32, mut time: Time, flit: Time) {
        for number in from..until {
            time = time + flit;
            let place = self.place(ring, number);
            self.times[place] = time;
        }
    }
}

impl<O: Observer> FlitEngine<'_, O> {
    /// A head leaves a slot now, and other flits follow it as far as that is known.
    #[inline]
    pub(super) fn set_out(&mut self, at: SlotIx) {
        let ring = self.ahead.take();
        let place = self.ahead.place(ring, 0);
        self.ahead.times[place] = self.now;
        let slot = &mut self.slots[at];
        (slot.ring, slot.left, slot.last) = (ring, 1, self.now);
        let Slot { before, buffer, next, length, .. } = *slot;
        if buffer == NONE {
            self.intake.head_leaves(self.worms[self.slots.route(at).worm].message, self.now);
        }
        match next {
            NONE => {}
            SEVERAL => self.heads_go(at),
            child => self.head_goes(child),
        }
        if length == 1 {
            self.is_known(at);
        } else {
            self.advance(at);
        }
        if before != SOURCE && self.slots[before].left < length {
            self.those_behind_move(at);
        }
    }

    #[inline]
    fn head_goes(&mut self, to: SlotIx) {
        self.tell(to, Moment::Arrived, self.now + self.timing.flit);
        self.heads.add_next(self.now, to);
    }

    fn heads_go(&mut self, at: SlotIx) {
        let mut child = self.slots.route(at).first_child;
        while child != NONE {
            self.head_goes(child);
            child = self.slots.route(child).next_sibling;
        }
    }

    /// Finds the moves of a slot that follow from those of the slots around it; whether there are any.
    #[inline(always)]
    pub(super) fn advance(&mut self, at: SlotIx) -> bool {
        let Slot { left, before, next, length, last, ring, .. } = self.slots[at];
        let room = self.timing.buffer;
        let until = match next {
            NONE => length,
            SEVERAL => self.fewest_ahead(at).saturating_add(room),
            child => self.slots[child].left.saturating_add(room),
        };
        let until = until.min(self.slots[before].left).min(length);
        if left >= until {
            return false;
        }
        let flit = self.timing.flit;
        let steady = last + flit.times(until - left);
        // If the last of them is on time, then so are all: flits are a flit time apart everywhere, or more.
        let is_there = before == SOURCE || self.ahead.time(self.slots[before].ring, until - 1) + flit <= steady;
        if is_there && (until <= room || self.has_steady_room(next, until - 1 - room, steady)) {
            self.ahead.stream(ring, left, until, last, flit);
            self.slots[at].last = steady;
        } else {
            self.move_ahead(at, until);
        }
        let slot = &mut self.slots[at];
        slot.left = until;
        self.ahead.until = self.ahead.until.max(slot.last);
        if until == length {
            self.is_known(at);
        }
        true
    }

    fn fewest_ahead(&self, at: SlotIx) -> u32 {
        self.slots.children(at).map(|child| self.slots[child].left).min().unwrap_or(0)
    }

    /// Whether the one slot ahead has sent the flit of this number in time for another to take its place.
    #[inline]
    fn has_steady_room(&self, next: SlotIx, number: u32, steady: Time) -> bool {
        match next {
            NONE => true,
            SEVERAL => false,
            child => self.ahead.time(self.slots[child].ring, number) + self.timing.flow.credit <= steady,
        }
    }

    /// When the next flits of a slot leave, up to this one: no sooner than a flit time after each other, when they are
    /// there, and when there is room.
    #[inline(never)]
    fn move_ahead(&mut self, at: SlotIx, until: u32) {
        let Slot { left, before, next, ring, mut last, .. } = self.slots[at];
        let (flit, credit, room) = (self.timing.flit, self.timing.flow.credit, self.timing.buffer);
        for number in left..until {
            let mut time = last + flit;
            if before != SOURCE {
                time = time.max(self.ahead.time(self.slots[before].ring, number) + flit);
            }
            if number >= room && next != NONE {
                let room_at = |child| self.ahead.time(self.slots[child].ring, number - room) + credit;
                let only = (next < SEVERAL).then(|| room_at(next));
                let there_is_room = only.or_else(|| self.slots.children(at).map(room_at).max());
                time = there_is_room.map_or(time, |there_is_room| time.max(there_is_room));
            }
            let place = self.ahead.place(ring, number);
            self.ahead.times[place] = time;
            last = time;
        }
        self.slots[at].last = last;
    }

    /// All moves of a slot are known.
    #[inline]
    pub(super) fn is_known(&mut self, at: SlotIx) {
        let Slot { before, next, last, buffer, ring, .. } = self.slots[at];
        let crossed = last + self.timing.flit;
        self.tails.add(self.now, crossed, at);
        if buffer != NONE && !self.rules.free_with_tail {
            self.hand_over(buffer, crossed.max(last + self.timing.flow.credit));
        }
        if self.slots.route(at).delivers {
            self.flits.add(self.now, last, at);
        }
        // Nobody asks any more when flits leave a slot, if those of the slots ahead are known.
        if next == NONE {
            self.ahead.free.push(ring);
        }
        let is_known = |child| self.slots[child].left == self.slots[child].length;
        if before != SOURCE && (self.slots[before].next == at || self.slots.children(before).all(is_known)) {
            self.ahead.free.push(self.slots[before].ring);
        }
    }
}
