//! Buffers of virtual channels: places, credits, and whose flits are in front.

use super::numbers::{BufferIx, NONE};
use super::places::Place;
use crate::Timing;
use std::collections::VecDeque;

#[derive(Debug)]
pub(super) struct Buffers {
    /// How many more flits the router before knows to have room.
    credits: Vec<u32>,
    /// The visit whose flits go into the buffer; `NONE` if there is none.
    feeders: Vec<Place>,
    /// The visits whose heads are in the buffer or on the link to it, the first one in front.
    occupants: Vec<VecDeque<Place>>,
}

impl Buffers {
    /// So many buffers, all empty.
    pub(super) fn new(count: usize, timing: &Timing) -> Self {
        let occupants = (0..count).map(|_| VecDeque::new()).collect();
        Self { credits: vec![timing.buffer; count], feeders: vec![NONE; count], occupants }
    }

    /// From now on the flits of a visit go into a buffer; or of none, as long as nobody holds the channel.
    #[inline]
    pub(super) fn feed(&mut self, buffer: BufferIx, feeder: Place) {
        self.feeders[buffer as usize] = feeder;
    }

    #[inline]
    pub(super) fn has_room(&self, buffer: BufferIx) -> bool {
        self.credits[buffer as usize] > 0
    }

    /// A flit is sent to a buffer. Whether there is room for another.
    #[inline]
    pub(super) fn use_room(&mut self, buffer: BufferIx) -> bool {
        let credits = &mut self.credits[buffer as usize];
        *credits -= 1;
        *credits > 0
    }

    /// There is room for one more flit. The visit that may have waited for it, if there was none before.
    #[inline]
    pub(super) fn give_room(&mut self, buffer: BufferIx) -> Option<Place> {
        let credits = &mut self.credits[buffer as usize];
        *credits += 1;
        let feeder = self.feeders[buffer as usize];
        (*credits == 1 && feeder != NONE).then_some(feeder)
    }

    /// The head of a visit is sent to a buffer. Whether it will be in front.
    pub(super) fn enter(&mut self, buffer: BufferIx, visit: Place) -> bool {
        let occupants = &mut self.occupants[buffer as usize];
        occupants.push_back(visit);
        occupants.len() == 1
    }

    /// The tail of the worm in front leaves this buffer, if it is one. The visit that comes to the front, if any.
    pub(super) fn leave(&mut self, buffer: BufferIx) -> Option<Place> {
        let occupants = self.occupants.get_mut(buffer as usize)?;
        occupants.pop_front();
        occupants.front().copied()
    }
}
