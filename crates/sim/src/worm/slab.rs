//! Worms in flight, in flat arrays whose places are used again.

use super::Completed;
use crate::Time;
use crate::runs::Runs;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// No place.
pub(super) const NONE: u32 = u32::MAX;
/// A time that is not yet known.
pub(super) const UNKNOWN: Time = Time::from_ps(u64::MAX);

/// The place of a visit in the slab; those of one worm follow each other in the order of its hops.
pub(super) type VisitAt = u32;
/// The place of a worm in the slab.
pub(super) type WormAt = u32;
/// The place of a message in the slab.
pub(super) type MessageAt = u32;

/// A router that a worm comes to. One cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    /// When its request is granted; `UNKNOWN` before.
    pub grant: Time,
    /// While its request waits: when all is free that it is first in line for. Once it is granted: when the last flit
    /// leaves, as far as the grants so far tell.
    pub latest: Time,
    /// The channel that leads here; at the origin it means nothing.
    pub channel: ChannelId,
    pub worm: WormAt,
    /// The visit before; `NONE` at the origin.
    pub parent: VisitAt,
    pub first_child: VisitAt,
    pub next_sibling: VisitAt,
    /// Who stands behind this one in the line for `channel`.
    pub next_in_line: VisitAt,
    /// Who stands behind this one in the line for a consumption channel.
    pub next_consumer: VisitAt,
    /// For how many of its resources the request is not first in line, or does not know when they are free.
    pub unmet: u32,
    /// The first worm that starts when the message has been delivered here.
    pub first_follower: WormAt,
    /// For the rule of tails that the worm follows.
    pub scratch: u32,
    pub delivers: bool,
    /// Whether it is certain when the tail leaves.
    pub gone: bool,
    /// The pool of consumption channels that it delivers through.
    pub pool: u8,
}

/// How it is found out when the tail of a worm leaves its visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TailRule {
    /// The buffers between any two visits are smaller than the message: all is known at the last grant.
    AtOnce,
    /// A path: a window slides along it.
    Window,
    /// A tree: every grant looks back along its branch.
    Branches,
}

/// A worm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worm {
    /// The number of its first visit among those of all worms that there ever were: orders worms, and their visits.
    pub rank: u64,
    pub message: MessageAt,
    pub id: WormId,
    pub origin: NodeId,
    pub first_visit: VisitAt,
    pub visits: u32,
    /// Visits that have not been granted.
    pub ungranted: u32,
    /// Visits whose tail has not left for certain.
    pub unfinished: u32,
    /// Which places of `scratch` hold the window.
    pub window: (u32, u32),
    pub tail_rule: TailRule,
    /// The next worm in its node's line of starters, or in that for injection channels.
    pub next: WormAt,
    /// The next worm that starts by the same delivery as this one.
    pub next_follower: WormAt,
}

/// A message in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub id: u64,
    pub generated: Time,
    /// When its first head leaves an origin.
    pub injected: Time,
    /// When its last delivery so far is done.
    pub last_delivery: Time,
    /// Deliveries that are still to come.
    pub deliveries: u32,
    /// Worms that are still to go.
    pub worms: u32,
}

impl Message {
    pub(super) fn completed(&self) -> Completed {
        let Self { id, generated, injected, last_delivery, .. } = *self;
        Completed { message: id, generated, injected, at: last_delivery }
    }
}

/// Values at places that are used again.
#[derive(Debug)]
pub(super) struct Slab<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }

    pub(super) fn add(&mut self, item: T) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.items[at as usize] = item;
                at
            }
            None => {
                self.items.push(item);
                self.items.len() as u32 - 1
            }
        }
    }

    /// All values with their places, and what is left of those that were removed.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.items)
    }

    pub(super) fn remove(&mut self, at: u32) {
        self.free.push(at);
    }

    pub(super) fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }
}

impl<T> std::ops::Index<u32> for Slab<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        &self.items[at as usize]
    }
}

impl<T> std::ops::IndexMut<u32> for Slab<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.items[at as usize]
    }
}

/// The visits: those of a worm in a run of places.
#[derive(Debug, Default)]
pub(super) struct Visits {
    items: Vec<Visit>,
    runs: Runs,
}

impl Visits {
    /// A run of at least so many places, none if places run out.
    pub(super) fn take(&mut self, count: u32) -> Option<VisitAt> {
        let first = self.runs.take(count);
        self.items.resize(self.runs.end(), Visit::at_origin(NONE));
        first
    }

    /// All visits of a worm.
    #[inline]
    pub(super) fn of(&mut self, worm: &Worm) -> &mut [Visit] {
        &mut self.items[worm.first_visit as usize..][..worm.visits as usize]
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.items.len()
    }

    pub(super) fn give_back(&mut self, first: VisitAt, count: u32) {
        self.runs.give_back(first, count);
    }
}

impl std::ops::Index<VisitAt> for Visits {
    type Output = Visit;

    #[inline]
    fn index(&self, at: VisitAt) -> &Visit {
        &self.items[at as usize]
    }
}

impl std::ops::IndexMut<VisitAt> for Visits {
    #[inline]
    fn index_mut(&mut self, at: VisitAt) -> &mut Visit {
        &mut self.items[at as usize]
    }
}

impl Visit {
    /// The first visit of a worm.
    pub(super) fn at_origin(worm: WormAt) -> Self {
        Self {
            grant: UNKNOWN,
            latest: Time::ZERO,
            channel: ChannelId::new(0),
            worm,
            parent: NONE,
            first_child: NONE,
            next_sibling: NONE,
            next_in_line: NONE,
            next_consumer: NONE,
            unmet: 0,
            first_follower: NONE,
            scratch: 0,
            delivers: false,
            gone: false,
            pool: 0,
        }
    }

    /// The visit at the end of a hop.
    pub(super) fn after(parent: VisitAt, channel: ChannelId, worm: WormAt) -> Self {
        Self { parent, channel, ..Self::at_origin(worm) }
    }
}
