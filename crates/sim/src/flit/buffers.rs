//! Virtual channels and their buffers: places, credits, and whose flits are in front.

use crate::Timing;
use crate::fleet::{Fleet, Visit, VisitIx};
use std::collections::{HashMap, VecDeque};

/// The number of a virtual channel, and of its buffer, among those that worms take.
pub(super) type BufferIx = u32;

/// No buffer: a worm's origin has all its flits.
pub(super) const NONE: BufferIx = BufferIx::MAX;

#[derive(Debug)]
pub(super) struct Buffers {
    /// The buffer of the hop that leads to each visit.
    into: Vec<BufferIx>,
    /// Places that the router before knows to be free.
    credits: Vec<u32>,
    /// The visit whose flits go into the buffer.
    feeders: Vec<VisitIx>,
    /// The visits whose heads are in the buffer or on the link to it, the first one in front.
    occupants: Vec<VecDeque<VisitIx>>,
}

impl Buffers {
    /// Numbers the virtual channels that worms take.
    pub fn new(fleet: &Fleet, timing: &Timing) -> Self {
        let mut numbers = HashMap::new();
        let mut number = |key| {
            let next = numbers.len() as BufferIx;
            *numbers.entry(key).or_insert(next)
        };
        let key = |visit: &Visit| visit.entry.map(|(_, channel)| (channel, visit.virtual_channel));
        let into = fleet.visits.iter().map(|visit| key(visit).map_or(NONE, &mut number)).collect();
        let count = numbers.len();
        let occupants = (0..count).map(|_| VecDeque::new()).collect();
        Self { into, credits: vec![timing.buffer; count], feeders: vec![0; count], occupants }
    }

    pub fn count(&self) -> usize {
        self.credits.len()
    }

    /// The buffer of the hop that leads to a visit.
    #[inline]
    pub fn of(&self, visit: VisitIx) -> BufferIx {
        self.into[visit as usize]
    }

    /// From now on the flits of a visit go into a buffer.
    pub fn feed(&mut self, buffer: BufferIx, feeder: VisitIx) {
        self.feeders[buffer as usize] = feeder;
    }

    #[inline]
    pub fn has_room(&self, buffer: BufferIx) -> bool {
        self.credits[buffer as usize] > 0
    }

    /// A flit is sent to a buffer.
    #[inline]
    pub fn use_place(&mut self, buffer: BufferIx) {
        self.credits[buffer as usize] -= 1;
    }

    /// A place is known to be free. The visit that may have waited for it.
    #[inline]
    pub fn give_place(&mut self, buffer: BufferIx) -> VisitIx {
        self.credits[buffer as usize] += 1;
        self.feeders[buffer as usize]
    }

    /// A head is sent to the buffer of a visit. Whether it will be in front.
    pub fn enter(&mut self, visit: VisitIx) -> bool {
        let occupants = &mut self.occupants[self.into[visit as usize] as usize];
        occupants.push_back(visit);
        occupants.len() == 1
    }

    /// The tail of the worm in front leaves this visit. The visit that comes to the front, if any.
    pub fn leave(&mut self, visit: VisitIx) -> Option<VisitIx> {
        let occupants = self.occupants.get_mut(self.into[visit as usize] as usize)?;
        occupants.pop_front();
        occupants.front().copied()
    }
}
