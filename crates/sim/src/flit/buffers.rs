//! Buffers of virtual channels: places, credits, and whose flits are in front.

use super::allocator::HELD_UP;
use super::numbers::ResourceIx;
use super::slots::SlotIx;
use crate::Time;
use crate::slab::NONE;
use std::collections::VecDeque;

/// A buffer, and who holds the virtual channel that leads to it: what is not looked at with every flit.
#[derive(Debug)]
struct Buffer {
    /// Since when the channel is held.
    since: Time,
    /// The visit that holds the channel, which leads to it; `NONE` if there is none.
    holder: SlotIx,
    /// The channel is to be taken again when there is room for a whole message.
    awaits_room: bool,
    /// The visits whose heads are in the buffer or on the link to it, the first one in front; only kept where several
    /// worms share a buffer.
    occupants: VecDeque<SlotIx>,
    /// When the last tail that left the buffer has crossed, on all its branches; only kept there, too.
    crossed: Time,
    /// From when on its router looks at the next head; only kept there, too.
    turned: Time,
}

#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// How many more flits the router before knows to have room; far below 0 while it is held up.
    credits: Vec<i64>,
    /// The slot whose flits go into the buffer; `NONE` if there is none.
    feeders: Vec<SlotIx>,
    items: Vec<Buffer>,
}

impl Buffers {
    /// Another buffer, which is empty.
    pub(super) fn add(&mut self, places: u32) {
        self.credits.push(places.into());
        self.feeders.push(NONE);
        let (occupants, start) = (VecDeque::new(), Time::ZERO);
        self.items.push(Buffer {
            since: start,
            holder: NONE,
            awaits_room: false,
            occupants,
            crossed: start,
            turned: start,
        });
    }

    fn at(&mut self, buffer: ResourceIx) -> &mut Buffer {
        &mut self.items[buffer as usize]
    }

    /// The channel to a buffer is held from now on by the worm of this visit, to which it leads.
    #[inline]
    pub(super) fn hold(&mut self, buffer: ResourceIx, visit: SlotIx, now: Time) {
        let buffer = self.at(buffer);
        (buffer.holder, buffer.since) = (visit, now);
    }

    /// The channel to a buffer is free. Since when it was held.
    pub(super) fn let_go(&mut self, buffer: ResourceIx) -> Time {
        let buffer = self.at(buffer);
        buffer.holder = NONE;
        buffer.since
    }

    /// The visit that holds the channel to a buffer, which leads to it; `NONE` if there is none.
    pub(super) fn holder(&self, buffer: ResourceIx) -> SlotIx {
        self.items[buffer as usize].holder
    }

    /// Whether the channel to a buffer can be taken.
    pub(super) fn is_free(&self, buffer: ResourceIx) -> bool {
        let Buffer { awaits_room, holder, .. } = self.items[buffer as usize];
        holder == NONE && !awaits_room
    }

    /// Whether nobody holds the channel to a buffer, and no worm can have it before this visit has left more room.
    pub(super) fn fills(&self, buffer: ResourceIx, visit: SlotIx) -> bool {
        let Buffer { awaits_room, occupants, .. } = &self.items[buffer as usize];
        *awaits_room && occupants.front() == Some(&visit)
    }

    /// From now on the flits of a slot go into a buffer; or of none.
    #[inline]
    pub(super) fn feed(&mut self, buffer: ResourceIx, feeder: SlotIx) {
        self.feeders[buffer as usize] = feeder;
    }

    #[inline]
    pub(super) fn has_room(&self, buffer: ResourceIx) -> bool {
        self.credits[buffer as usize] > 0
    }

    /// The channel to a buffer is to be taken again when there is the room.
    pub(super) fn await_room(&mut self, buffer: ResourceIx) {
        self.at(buffer).awaits_room = true;
    }

    /// Whether that was waited for, and there is room for so many flits now; then it is waited for no more.
    pub(super) fn has_awaited_room(&mut self, buffer: ResourceIx, flits: u32) -> bool {
        let credits = self.credits[buffer as usize];
        let buffer = self.at(buffer);
        let found = buffer.awaits_room && credits >= flits.into();
        buffer.awaits_room &= !found;
        found
    }

    /// No flit is sent to a buffer from now on, or again. The slot that can send one again, if any.
    pub(super) fn hold_up(&mut self, buffer: ResourceIx, begins: bool) -> Option<SlotIx> {
        let credits = &mut self.credits[buffer as usize];
        *credits += if begins { -HELD_UP } else { HELD_UP };
        let feeder = self.feeders[buffer as usize];
        (*credits > 0 && feeder != NONE).then_some(feeder)
    }

    /// A flit is sent to a buffer. Whether there is room for another.
    #[inline]
    pub(super) fn use_room(&mut self, buffer: ResourceIx) -> bool {
        let credits = &mut self.credits[buffer as usize];
        *credits -= 1;
        *credits > 0
    }

    /// There is room for one more flit. The slot that may have waited for it, if there was none before.
    #[inline]
    pub(super) fn give_room(&mut self, buffer: ResourceIx) -> Option<SlotIx> {
        let credits = &mut self.credits[buffer as usize];
        *credits += 1;
        if *credits != 1 {
            return None;
        }
        let feeder = self.feeders[buffer as usize];
        (feeder != NONE).then_some(feeder)
    }

    /// The head of a visit is sent to a buffer. Whether it will be in front.
    pub(super) fn enter(&mut self, buffer: ResourceIx, visit: SlotIx) -> bool {
        let occupants = &mut self.at(buffer).occupants;
        occupants.push_back(visit);
        occupants.len() == 1
    }

    /// The visit in front of a buffer, if any.
    pub(super) fn front(&self, buffer: ResourceIx) -> Option<SlotIx> {
        self.items[buffer as usize].occupants.front().copied()
    }

    /// The tail of the worm in front leaves a buffer, and will have crossed at this time; its router looks at the next
    /// head from another time on. The visit that comes to the front, if any.
    pub(super) fn leave(&mut self, buffer: ResourceIx, crossed: Time, turned: Time) -> Option<SlotIx> {
        let buffer = self.at(buffer);
        (buffer.crossed, buffer.turned) = (crossed, turned);
        buffer.occupants.pop_front();
        buffer.occupants.front().copied()
    }

    /// When the head in front of a buffer, which was there at this time, is ready after a router delay.
    pub(super) fn ready(&self, buffer: ResourceIx, there: Time, router: Time) -> Time {
        let Buffer { crossed, turned, .. } = self.items[buffer as usize];
        (there.max(turned) + router).max(crossed)
    }
}
