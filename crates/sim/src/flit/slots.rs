//! The visits of worms under way: all that the move of a flit looks at, close together in memory, in slots that are
//! used again when the tail of a worm has left its last visit.
//!
//! A visit has one slot if its flits leave on all branches at once. If each branch goes at its own pace, it has a slot
//! for each branch: the channels that it takes, in the order of the hops, and then its delivery.

use super::numbers::ResourceIx;
use crate::Time;
use crate::runs::Runs;
use crate::slab::{NONE, Slab, UNKNOWN, WormAt};
use std::ops::{Index, IndexMut};
use wormcast_topology::ChannelId;

/// The number of a slot. Those of a worm follow each other in the order of its visits.
pub(super) type SlotIx = u32;

/// How far the flits are at one visit, or on one branch of it. 64 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub worm: WormAt,
    /// How many flits have left, or are told ahead: the number of the next one.
    pub left: u32,
    /// The slot that sends flits here; at an origin the `SOURCE`.
    pub before: SlotIx,
    /// The buffer that flits leave; `NONE` at an origin.
    pub buffer: ResourceIx,
    /// The slot that flits are sent to, or `NONE`, or `SEVERAL`.
    pub next: SlotIx,
    /// The buffer that flits are sent to, or `NONE`, or `SEVERAL`.
    pub ahead: ResourceIx,
    /// The ejection channels that it delivers through; `NONE` if it never waits for one.
    pub ejection: ResourceIx,
    /// How many flits the worm has.
    pub length: u32,
    /// The branches of the visit, where each goes at its own pace and there are several; else `NONE`.
    pub fork: u32,
    /// Where the times of its newest flits are kept, if they are told ahead; else it means nothing.
    pub ring: u32,
    /// Whether its flits cross a link one by one, as others want it too; only where they are told ahead while nobody
    /// does.
    pub meets: bool,
    /// Whether its next flit is in line for a link; only kept there, too.
    pub waits: bool,
    /// It brings the message to its node.
    pub delivers: bool,
    /// The request of the visit was made, and all of it granted.
    pub requested: bool,
    pub granted: bool,
    /// The tail has left, and crossed; only kept where flits are told ahead while a worm is alone on a link.
    pub gone: bool,
    /// The worm is a path, and all that a request of its is for is the one channel ahead: see `Rules`.
    pub simple: bool,
    /// When the last flit left, or leaves, of those that have left or are told ahead.
    pub last: Time,
    /// The number of the visit among those of all worms that there ever were: orders worms, and their visits.
    pub rank: u64,
}

/// What is looked at once a message: the rest of a slot. 40 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// The channel that leads here; at an origin it means nothing.
    pub channel: ChannelId,
    /// The first of the slots that flits are sent to, and the next one of those that get theirs from the same slot.
    pub first_child: SlotIx,
    pub next_sibling: SlotIx,
    /// The first worm that starts when the message has been delivered here.
    pub first_follower: WormAt,
    /// For how many slots, from this one on, the request of the visit asks.
    pub asks: u32,
    /// When the head is there, or the whole message if that is waited for; `UNKNOWN` before it is on its way.
    pub there: Time,
    /// It has an ejection channel.
    pub ejects: bool,
}

/// A worm that is a path, while its slots are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    at: SlotIx,
    slot: Slot,
    route: Route,
}

impl Path {
    /// It begins with this slot.
    pub(super) fn from(first: SlotIx, origin: Slot) -> Self {
        Self { at: first, slot: origin, route: Route::empty() }
    }
}

/// The branches of a visit, where each goes at its own pace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    pub first: SlotIx,
    pub branches: u32,
    /// How many flits have left on all branches.
    pub left: u32,
    /// How many branches the tail has left, and crossed.
    pub gone: u32,
}

/// The route branches here.
pub(super) const SEVERAL: u32 = NONE - 1;

/// What all origins take their flits from: more than any worm has, and all there from the beginning.
pub(super) const SOURCE: SlotIx = 0;

#[derive(Debug)]
pub(super) struct Slots {
    items: Vec<Slot>,
    routes: Vec<Route>,
    pub forks: Slab<Fork>,
    runs: Runs,
}

impl Slot {
    pub(super) const EMPTY: Self = Self {
        worm: NONE,
        left: 0,
        before: SOURCE,
        buffer: NONE,
        next: NONE,
        ahead: NONE,
        ejection: NONE,
        length: 0,
        fork: NONE,
        ring: NONE,
        meets: false,
        waits: false,
        delivers: false,
        requested: false,
        granted: false,
        gone: false,
        simple: false,
        last: Time::ZERO,
        rank: 0,
    };
}

impl Route {
    /// Of a visit that nothing is known of.
    pub(super) fn empty() -> Self {
        let [first_child, next_sibling, first_follower] = [NONE; 3];
        let channel = ChannelId::new(0);
        Self { channel, first_child, next_sibling, first_follower, asks: 1, there: UNKNOWN, ejects: false }
    }
}

impl Slots {
    pub(super) fn new() -> Self {
        let mut runs = Runs::default();
        let source = runs.take(1);
        assert_eq!(source, Some(SOURCE), "it is the first");
        let (items, routes) = (vec![Slot { left: u32::MAX, ..Slot::EMPTY }], vec![Route::empty()]);
        Self { items, routes, forks: Slab::new(), runs }
    }

    /// So many slots in a row, with what was last in them; none if they run out.
    pub(super) fn take(&mut self, count: u32) -> Option<SlotIx> {
        let first = self.runs.take(count)?;
        self.items.resize(self.runs.end(), Slot::EMPTY);
        self.routes.resize(self.runs.end(), Route::empty());
        Some(first)
    }

    /// A path goes on over a channel into a buffer.
    #[inline]
    pub(super) fn go_on(&mut self, path: &mut Path, channel: ChannelId, ahead: ResourceIx) {
        let Path { at, slot, route } = path;
        (slot.next, slot.ahead, route.first_child) = (*at + 1, ahead, *at + 1);
        (self.items[*at as usize], self.routes[*at as usize]) = (*slot, *route);
        (slot.before, slot.buffer, route.channel) = (*at, ahead, channel);
        slot.rank += 1;
        *at += 1;
    }

    /// A path ends where it is. Its last slot.
    pub(super) fn end(&mut self, Path { at, slot, route }: Path) -> SlotIx {
        self.items[at as usize] = Slot { next: NONE, ahead: NONE, ..slot };
        self.routes[at as usize] = Route { first_child: NONE, ..route };
        at
    }

    /// These slots, which were taken together, can be taken again.
    pub(super) fn give_back(&mut self, first: SlotIx, count: u32) {
        for at in first..first + count {
            let fork = self[at].fork;
            if fork != NONE && self.forks[fork].first == at {
                self.forks.remove(fork);
            }
        }
        self.runs.give_back(first, count);
    }

    /// The same of those of a simple worm.
    #[inline]
    pub(super) fn give_back_simple(&mut self, first: SlotIx, count: u32) {
        self.runs.give_back(first, count);
    }

    /// How many slots there are.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    #[inline]
    pub(super) fn route(&self, at: SlotIx) -> &Route {
        &self.routes[at as usize]
    }

    #[inline]
    pub(super) fn route_mut(&mut self, at: SlotIx) -> &mut Route {
        &mut self.routes[at as usize]
    }

    /// The slots that flits are sent to.
    #[inline]
    pub(super) fn children(&self, at: SlotIx) -> impl Iterator<Item = SlotIx> {
        let first = self.route(at).first_child;
        let next = |&at: &SlotIx| Some(self.route(at).next_sibling).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&first| first != NONE), next)
    }

    /// The buffers that flits are sent to.
    #[inline]
    pub(super) fn ahead(&self, at: SlotIx) -> impl Iterator<Item = ResourceIx> {
        let ahead = self[at].ahead;
        let only = (ahead < SEVERAL).then_some(ahead);
        let several = (ahead == SEVERAL).then(|| self.children(at).map(|child| self[child].buffer));
        only.into_iter().chain(several.into_iter().flatten())
    }

    /// What flits need to leave a slot: the channels ahead, and an ejection channel if it delivers.
    #[inline]
    pub(super) fn wants(&self, at: SlotIx) -> impl Iterator<Item = ResourceIx> {
        let ejection = self[at].ejection;
        self.ahead(at).chain((ejection != NONE).then_some(ejection))
    }

    /// All that the request of a visit asks for.
    #[inline]
    pub(super) fn needs(&self, at: SlotIx) -> impl Iterator<Item = ResourceIx> {
        (at..at + self.route(at).asks).flat_map(|at| self.wants(at))
    }

    /// The slots of a visit, of which this is the first.
    #[inline]
    pub(super) fn branches(&self, at: SlotIx) -> std::ops::Range<SlotIx> {
        match self[at].fork {
            NONE => at..at + 1,
            fork => at..at + self.forks[fork].branches,
        }
    }

    /// The first slot of the visit that a slot is of.
    #[inline]
    pub(super) fn first_branch(&self, at: SlotIx) -> SlotIx {
        match self[at].fork {
            NONE => at,
            fork => self.forks[fork].first,
        }
    }

    /// Whether the tail has left a visit, of which this is the first slot, on all branches.
    pub(super) fn is_gone(&self, at: SlotIx) -> bool {
        self.branches(at).all(|branch| self[branch].left == self[branch].length)
    }

    /// The tail has left one more branch of a fork, and crossed. Whether it was the last.
    pub(super) fn is_last_gone(&mut self, fork: u32) -> bool {
        let fork = &mut self.forks[fork];
        fork.gone += 1;
        fork.gone == fork.branches
    }

    /// A flit has left one branch of a fork. Whether it has left on all now.
    pub(super) fn has_left_all(&mut self, fork: u32) -> bool {
        let Fork { first, branches, left, .. } = self.forks[fork];
        let fewest = (first..first + branches).map(|at| self[at].left).min().unwrap_or(left);
        self.forks[fork].left = fewest;
        fewest > left
    }
}

impl Index<SlotIx> for Slots {
    type Output = Slot;

    #[inline]
    fn index(&self, at: SlotIx) -> &Slot {
        &self.items[at as usize]
    }
}

impl IndexMut<SlotIx> for Slots {
    #[inline]
    fn index_mut(&mut self, at: SlotIx) -> &mut Slot {
        &mut self.items[at as usize]
    }
}
