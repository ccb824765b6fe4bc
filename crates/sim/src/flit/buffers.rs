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
    /// Places that the router before knows to be free.
    credits: Vec<u32>,
    /// The visit whose flits go into the buffer.
    feeders: Vec<VisitIx>,
    /// The visits whose heads are in the buffer or on the link to it, the first one in front.
    occupants: Vec<VecDeque<VisitIx>>,
}

impl Buffers {
    /// So many buffers, all empty.
    pub fn new(count: usize, timing: &Timing) -> Self {
        let occupants = (0..count).map(|_| VecDeque::new()).collect();
        Self { credits: vec![timing.buffer; count], feeders: vec![0; count], occupants }
    }

    /// From now on the flits of a visit go into a buffer.
    pub fn feed(&mut self, buffer: BufferIx, feeder: VisitIx) {
        self.feeders[buffer as usize] = feeder;
    }

    #[inline]
    pub fn has_room(&self, buffer: BufferIx) -> bool {
        self.credits[buffer as usize] > 0
    }

    /// A flit is sent to a buffer. Whether there is another place.
    #[inline]
    pub fn use_place(&mut self, buffer: BufferIx) -> bool {
        let credits = &mut self.credits[buffer as usize];
        *credits -= 1;
        *credits > 0
    }

    /// A place is known to be free. The visit that may have waited for it, if there was none before.
    #[inline]
    pub fn give_place(&mut self, buffer: BufferIx) -> Option<VisitIx> {
        let credits = &mut self.credits[buffer as usize];
        *credits += 1;
        (*credits == 1).then(|| self.feeders[buffer as usize])
    }

    /// The head of a visit is sent to a buffer. Whether it will be in front.
    pub fn enter(&mut self, buffer: BufferIx, visit: VisitIx) -> bool {
        let occupants = &mut self.occupants[buffer as usize];
        occupants.push_back(visit);
        occupants.len() == 1
    }

    /// The tail of the worm in front leaves this buffer, if it is one. The visit that comes to the front, if any.
    pub fn leave(&mut self, buffer: BufferIx) -> Option<VisitIx> {
        let occupants = self.occupants.get_mut(buffer as usize)?;
        occupants.pop_front();
        occupants.front().copied()
    }
}

/// The buffer of the hop that leads to each visit, `NONE` at origins, and how many buffers there are: one for each virtual
/// channel that worms take.
pub(super) fn number(fleet: &Fleet, timing: &Timing) -> (Vec<BufferIx>, usize) {
    match timing.flow.virtual_channels.get() {
        1 => number_channels(fleet),
        _ => number_virtual_channels(fleet),
    }
}

fn number_channels(fleet: &Fleet) -> (Vec<BufferIx>, usize) {
    let channel = |visit: &Visit| visit.entry.map(|(_, channel)| channel.index());
    let channels = fleet.visits.iter().filter_map(channel).max().map_or(0, |last| last + 1);
    let (mut numbers, mut count) = (vec![NONE; channels], 0);
    let mut number = |channel: usize| {
        if numbers[channel] == NONE {
            (numbers[channel], count) = (count, count + 1);
        }
        numbers[channel]
    };
    let into = fleet.visits.iter().map(|visit| channel(visit).map_or(NONE, &mut number)).collect();
    (into, count as usize)
}

/// A table of all virtual channels would be mostly empty.
fn number_virtual_channels(fleet: &Fleet) -> (Vec<BufferIx>, usize) {
    let mut numbers = HashMap::new();
    let mut number = |key| {
        let next = numbers.len() as BufferIx;
        *numbers.entry(key).or_insert(next)
    };
    let key = |visit: &Visit| visit.entry.map(|(_, channel)| (channel, visit.virtual_channel));
    let into = fleet.visits.iter().map(|visit| key(visit).map_or(NONE, &mut number)).collect();
    (into, numbers.len())
}
