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
pub(super) const MOST: u32 = 256;

/// When flits leave the slots that may send some, as far as it is known.
#[derive(Debug)]
pub(super) struct Ahead {
    /// In rings, the times of the newest flits of a slot: as many as a buffer holds. A slot whose flits have all left a
    /// flit time after each other has none.
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

/// How long after the grant that makes it known the last flit leaves a slot whose flits nothing else holds up.
pub(super) fn rest(timing: &Timing) -> Time {
    let before = timing.length - 1;
    timing.flit.times(before - before / timing.buffer * timing.buffer)
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

    /// A flit of this number leaves a slot at this time.
    #[inline]
    pub(super) fn set(&mut self, ring: u32, number: u32, time: Time) {
        let place = self.place(ring, number);
        self.times[place] = time;
    }

    /// The place in a ring of the flit with this number.
    #[inline]
    fn place(&self, ring: u32, number: u32) -> usize {
        ring as usize * (self.mask as usize + 1) + (number & self.mask) as usize
    }

    /// A ring is used no longer, if there is one.
    #[inline]
    pub(super) fn give_back(&mut self, ring: u32) {
        if ring != NONE {
            self.free.push(ring);
        }
    }
}

impl<O: Observer> FlitEngine<'_, O> {
    /// A head leaves a slot now, and other flits follow it as far as that is known.
    pub(super) fn set_out(&mut self, at: SlotIx) {
        let slot = &mut self.slots[at];
        (slot.left, slot.last) = (1, self.now);
        let Slot { before, buffer, next, length, worm, .. } = *slot;
        if buffer == NONE {
            self.intake.head_leaves(self.worms[worm].message, self.now);
        }
        self.head_goes_on(at, next);
        if length == 1 {
            self.is_known(at);
        } else {
            self.advance(at);
        }
        if before != SOURCE && self.slots[before].left < length {
            self.those_behind_move(at);
        }
    }

    /// When a flit leaves a slot, of those that are asked for: the newest, as many as a buffer holds.
    #[inline]
    pub(super) fn time_of(&self, at: SlotIx, number: u32) -> Time {
        let Slot { ring, left, last, .. } = self.slots[at];
        match ring {
            NONE => last - self.timing.flit.times(left - 1 - number),
            ring => self.ahead.times[self.ahead.place(ring, number)],
        }
    }

    /// The ring of a slot whose flits do not leave a flit time after each other any more.
    #[inline]
    pub(super) fn ring_of(&mut self, at: SlotIx) -> u32 {
        let ring = self.slots[at].ring;
        if ring != NONE { ring } else { self.new_ring(at) }
    }

    fn new_ring(&mut self, at: SlotIx) -> u32 {
        let left = self.slots[at].left;
        let ring = self.ahead.take();
        for number in left.saturating_sub(self.ahead.mask + 1)..left {
            let time = self.time_of(at, number);
            self.ahead.set(ring, number, time);
        }
        self.slots[at].ring = ring;
        ring
    }

    /// A head has left a slot for the next ones.
    #[inline(always)]
    pub(super) fn head_goes_on(&mut self, at: SlotIx, next: SlotIx) {
        match next {
            NONE => {}
            SEVERAL => {
                let mut child = self.slots.route(at).first_child;
                while child != NONE {
                    self.head_goes(child);
                    child = self.slots.route(child).next_sibling;
                }
            }
            child => self.head_goes(child),
        }
    }

    #[inline]
    pub(super) fn head_goes(&mut self, to: SlotIx) {
        self.tell(to, Moment::Arrived, self.now + self.timing.flit);
        self.heads.add_next(self.now, to);
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
        let is_there = before == SOURCE || self.time_of(before, until - 1) + flit <= steady;
        if is_there && (until <= room || self.has_steady_room(next, until - 1 - room, steady)) {
            if ring != NONE {
                (left..until).fold(last, |last, number| {
                    self.ahead.set(ring, number, last + flit);
                    last + flit
                });
            }
            self.slots[at].last = steady;
        } else if until == left + 1 && next < SEVERAL {
            self.move_one_ahead(at);
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
            child => self.time_of(child, number) + self.timing.flow.credit <= steady,
        }
    }

    /// The same as below for one flit, with one slot ahead.
    #[inline]
    fn move_one_ahead(&mut self, at: SlotIx) {
        let Slot { left, before, next, last, .. } = self.slots[at];
        let (flit, room) = (self.timing.flit, self.timing.buffer);
        let mut time = last + flit;
        if before != SOURCE {
            time = time.max(self.time_of(before, left) + flit);
        }
        if left >= room {
            time = time.max(self.time_of(next, left - room) + self.timing.flow.credit);
        }
        let ring = self.ring_of(at);
        self.ahead.set(ring, left, time);
        self.slots[at].last = time;
    }

    /// When the next flits of a slot leave, up to this one: no sooner than a flit time after each other, when they are
    /// there, and when there is room.
    #[inline(never)]
    fn move_ahead(&mut self, at: SlotIx, until: u32) {
        let ring = self.ring_of(at);
        let Slot { left, before, next, mut last, .. } = self.slots[at];
        let (flit, credit, room) = (self.timing.flit, self.timing.flow.credit, self.timing.buffer);
        for number in left..until {
            let mut time = last + flit;
            if before != SOURCE {
                time = time.max(self.time_of(before, number) + flit);
            }
            if number >= room && next != NONE {
                let room_at = |child| self.time_of(child, number - room) + credit;
                let only = (next < SEVERAL).then(|| room_at(next));
                let there_is_room = only.or_else(|| self.slots.children(at).map(room_at).max());
                time = there_is_room.map_or(time, |there_is_room| time.max(there_is_room));
            }
            self.ahead.set(ring, number, time);
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
        if self.slots[at].delivers {
            self.ends.add(self.now, last, at);
        }
        // Nobody asks any more when flits leave a slot, if those of the slots ahead are known.
        if next == NONE {
            self.ahead.give_back(ring);
        }
        let is_known = |child| self.slots[child].left == self.slots[child].length;
        if before != SOURCE && (self.slots[before].next == at || self.slots.children(before).all(is_known)) {
            self.ahead.give_back(self.slots[before].ring);
        }
    }
}
