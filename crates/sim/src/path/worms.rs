//! Worms that are paths.
//!
//! Of such a worm one head is under way, and behind it lie at most so many visits whose tails are not known as its
//! reach is long. So a worm keeps a ring of what it holds there, and what is left of its route.

use super::pool::Pool;
use super::routes::Run;
use crate::network_interface::Starter;
use crate::slab::{MessageAt, WormAt};
use std::hint::select_unpredictable;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// A time in ps, as the inner loop counts.
pub(super) type Ps = u64;

/// Set in a count of steps, or in a channel, if the message is delivered at the end. Networks have fewer than 2^31
/// channels, and worms fewer steps.
pub(super) const DELIVERS: u32 = 1 << 31;

/// Where the head of a worm is that is not here any more.
pub(super) const GONE: u32 = u32::MAX;

/// What a worm holds at a visit. 12 bytes: of a network under load these are most of what is kept.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, packed(4))]
pub(super) struct Held {
    /// The grant of the visit before: since when the channel that leads here is held.
    pub from: Ps,
    /// That channel; `DELIVERS` is set if the message is delivered here.
    pub channel: u32,
}

/// A worm, from its head's point of view. Visits are numbered from 0, the origin. What every hop needs is in the first
/// of two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Worm {
    /// The visit that its head is at, or goes to.
    pub at: u32,
    /// Its last visit.
    pub last: u32,
    /// The channel that it takes next, and what leads from it to those behind.
    pub channel: u32,
    pub stride: u32,
    /// How many steps of this run are left, with `DELIVERS`.
    pub steps: u32,
    /// The place of the run after this one; the last one is followed by [`Run::END`].
    pub next_run: u32,
    /// Its ring, and the number of its places less one. Behind it lies another one for the window of grants that decide
    /// about tails, unless the newest does.
    pub ring: u32,
    pub mask: u32,
    /// These three as in the closed form of its length.
    pub reach: u32,
    pub newest: bool,
    /// Whether the message is delivered at the visit that the head is at.
    pub delivers: bool,
    /// For how many of its resources the request is not first in line, or does not know when they are free.
    pub unmet: u8,
    /// The pool of ejection channels that it delivers through.
    pub pool: u8,
    pub rest: Ps,
    /// The number of its first visit among those of all worms that there ever were: orders worms, and their visits.
    pub rank: u64,
    /// The next worm in a line: for a channel, or of its node's starters.
    pub next: WormAt,
    /// The next worm in the line for an ejection channel.
    pub next_ejecting: WormAt,
    /// While its request waits: when all is free that it is first in line for.
    pub latest: Ps,
    /// The closed form of its length.
    pub tails: u32,
    pub message: MessageAt,
    pub id: WormId,
    pub origin: NodeId,
    /// Which places of the ring hold candidates.
    pub window: (u32, u32),
    /// The first of its runs, and how many there are.
    pub runs: (u32, u32),
}

impl Worm {
    /// The rank of a visit.
    #[inline]
    pub(super) fn rank_of(&self, visit: u32) -> u64 {
        self.rank + u64::from(visit)
    }

    /// The place of a visit in its ring.
    #[inline]
    pub(super) fn place(&self, visit: u32) -> u32 {
        self.ring + (visit & self.mask)
    }

    /// The place of a candidate of its window, which is kept as the channel there.
    #[inline]
    pub(super) fn candidate_place(&self, place: u32) -> u32 {
        self.place(place) + self.mask + 1
    }

    /// How many places it has for what it holds and for its window.
    pub(super) fn places(&self) -> u32 {
        let room = self.mask + 1;
        if self.newest { room } else { 2 * room }
    }

    /// How many runs it has after this one, the end included.
    pub(super) fn runs_left(&self) -> u32 {
        self.runs.0 + self.runs.1 - self.next_run
    }

    /// The channel that it takes next, if it goes on.
    #[inline]
    pub(super) fn wants(&self) -> Option<u32> {
        (self.at < self.last).then_some(self.channel)
    }

    /// Goes one step; returns the channel that it takes, with `DELIVERS` if it delivers at its end.
    ///
    /// Whether a run ends is another thing for each worm in turn, so that no processor guesses it: the next run is read
    /// in any case, and taken or not without a branch.
    #[inline]
    pub(super) fn step(&mut self, runs: &Pool<Run>) -> u32 {
        let (channel, steps) = (self.channel, self.steps - 1);
        self.at += 1;
        let is_over = steps & !DELIVERS == 0;
        let delivers = select_unpredictable(is_over, steps, 0);
        self.delivers = delivers != 0;
        let next = runs[self.next_run];
        self.channel = select_unpredictable(is_over, next.channel, channel.wrapping_add(self.stride));
        self.stride = select_unpredictable(is_over, next.stride, self.stride);
        self.steps = select_unpredictable(is_over, next.steps, steps);
        self.next_run += u32::from(is_over);
        channel | delivers
    }

    /// The next run begins.
    #[inline]
    pub(super) fn turn(&mut self, run: Run) {
        (self.channel, self.stride, self.steps) = (run.channel, run.stride, run.steps);
        self.next_run += 1;
    }
}

impl Starter for Worm {
    #[inline]
    fn origin(&self) -> NodeId {
        self.origin
    }

    #[inline]
    fn rank(&self) -> u64 {
        self.rank
    }

    #[inline]
    fn next(&mut self) -> &mut WormAt {
        &mut self.next
    }
}

/// The channel of this number, which may have `DELIVERS`.
#[inline]
pub(super) fn channel_of(number: u32) -> ChannelId {
    ChannelId::new((number & !DELIVERS) as usize)
}

impl Held {
    #[inline]
    pub(super) fn channel(self) -> ChannelId {
        channel_of(self.channel)
    }

    #[inline]
    pub(super) fn delivers(self) -> bool {
        self.channel & DELIVERS != 0
    }
}
