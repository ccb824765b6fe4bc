//! Worms in flight, in flat arrays whose places are used again.

use crate::Time;
use crate::network_interface::Starter;
use crate::runs::Runs;
use crate::slab::{MessageAt, NONE, UNKNOWN, WormAt};
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// The place of a visit in the slab; those of one worm follow each other in the order of its hops.
pub(super) type VisitAt = u32;

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
    /// Who stands behind this one in the line for an ejection channel.
    pub next_ejecting: VisitAt,
    /// For how many of its resources the request is not first in line, or does not know when they are free.
    pub unmet: u32,
    /// The first worm that starts when the message has been delivered here.
    pub first_follower: WormAt,
    /// For the rule of tails that the worm follows.
    pub scratch: u32,
    pub delivers: bool,
    /// Whether it is certain when the tail leaves.
    pub gone: bool,
    /// The pool of ejection channels that it delivers through.
    pub pool: u8,
}

/// How it is found out when the tail of a worm leaves its visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TailRule {
    /// The buffers between any two visits are smaller than the message: all is known at the last grant.
    AtOnce,
    /// A path with a short reach: the grants within it are looked at anew each time.
    Near,
    /// A path with a long one: a window slides along it.
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
    /// Which closed form is that of its length.
    pub tails: u32,
    pub tail_rule: TailRule,
    /// The next worm in its node's line of starters, or in that for injection channels.
    pub next: WormAt,
    /// The next worm that starts by the same delivery as this one.
    pub next_follower: WormAt,
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

    /// The visits that come next, the last one first.
    #[inline]
    pub(super) fn children(&self, at: VisitAt) -> impl Iterator<Item = VisitAt> {
        let is_one = |&at: &VisitAt| at != NONE;
        let next = move |&at: &VisitAt| Some(self[at].next_sibling).filter(is_one);
        std::iter::successors(Some(self[at].first_child).filter(is_one), next)
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
            next_ejecting: NONE,
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
