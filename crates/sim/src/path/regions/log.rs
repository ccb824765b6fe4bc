//! What regions tell, written down so that it can be told in the order in which one core would tell it.

use crate::Time;
use crate::intake::Intake;
use crate::open_loop::{Moment, Observer};
use crate::slab::MessageAt;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// A grant, by its place among all grants: by time; then those that did not wait before those that did, each in the
/// order of their ranks, but for grants of a region that follow from one of a higher rank: these come right behind it,
/// by `follower`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Trigger {
    pub at: Time,
    pub order: u64,
    pub follower: u32,
    /// Its visit.
    pub rank: u64,
}

/// Set in the order of a grant that waited.
const WAITED: u64 = 1 << 63;

impl Trigger {
    pub(super) const FIRST: Self = Self { at: Time::ZERO, order: 0, follower: 0, rank: 0 };

    /// The grant after this one in a region.
    pub(super) fn next(self, at: Time, waited: bool, rank: u64) -> Self {
        let order = rank | if waited { WAITED } else { 0 };
        if at == self.at && order <= self.order {
            return Self { follower: self.follower + 1, rank, ..self };
        }
        Self { at, order, follower: 0, rank }
    }

    /// The place of what follows from it at a visit of the same worm.
    fn at_visit(self, rank: u64) -> Key {
        // A worm has fewer than 2^31 visits: the difference is shifted to be positive.
        self.key((rank.wrapping_sub(self.rank) as u32) ^ (1 << 31))
    }

    fn key(self, visit: u32) -> Key {
        (self.at, self.order, self.follower, visit)
    }
}

/// The place of something that is told: the grant that it follows from, and the visit that it is about.
pub(super) type Key = (Time, u64, u32, u32);

/// Something that is told, at its place.
pub(super) type Entry = (Key, Told);

/// Something that concerns a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    HeadLeaves(MessageAt),
    Delivered(MessageAt, WormId, NodeId, Time),
    Gone(MessageAt),
}

/// A channel was held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hold {
    key: Key,
    channel: ChannelId,
    from: Time,
    until: Time,
}

impl Hold {
    pub(super) fn new(trigger: Trigger, rank: u64, channel: ChannelId, from: Time, until: Time) -> Self {
        Self { key: trigger.at_visit(rank), channel, from, until }
    }
}

/// What a region tells in a span of time.
#[derive(Debug, Default)]
pub(super) struct Log {
    told: Vec<Entry>,
    holds: Vec<Hold>,
    moments: Vec<(u64, Moment, Time)>,
}

impl Log {
    pub(super) fn head_leaves(&mut self, trigger: Trigger, message: MessageAt) {
        self.told.push((trigger.key(0), Told::HeadLeaves(message)));
    }

    pub(super) fn gone(&mut self, trigger: Trigger, message: MessageAt) {
        self.told.push((trigger.key(u32::MAX), Told::Gone(message)));
    }

    pub(super) fn delivered(&mut self, trigger: Trigger, rank: u64, of: (MessageAt, WormId), node: NodeId, at: Time) {
        self.told.push((trigger.at_visit(rank), Told::Delivered(of.0, of.1, node, at)));
    }

    /// Of each channel, in the order of time.
    pub(super) fn held(&mut self, hold: Hold) {
        self.holds.push(hold);
    }

    pub(super) fn moment(&mut self, rank: u64, moment: Moment, at: Time) {
        self.moments.push((rank, moment, at));
    }
}

/// Tells what regions have written down, and forgets it. `told` is a buffer. What each region tells is in order but for
/// what follows from grants of others: O(n log regions) then.
pub(super) fn tell<'l, O: Observer>(
    logs: impl Iterator<Item = &'l mut Log>,
    told: &mut Vec<Entry>,
    intake: &mut Intake,
    observer: &mut O,
) {
    let mut holds = Vec::new();
    let in_order_from = observer.sorts_holds_from();
    for log in logs {
        told.append(&mut log.told);
        log.moments.drain(..).for_each(|(rank, moment, at)| observer.moment(rank, moment, at));
        holds.push(&mut log.holds);
    }
    // This sort is quick where long runs are sorted already.
    told.sort_by_key(|&(key, _)| key);
    for ((at, ..), told) in told.drain(..) {
        match told {
            Told::HeadLeaves(message) => intake.head_leaves(message, at),
            Told::Delivered(message, worm, node, at) => intake.deliver(message, worm, node, at, observer),
            Told::Gone(message) => intake.finish(message, at, observer),
        }
    }
    let is_late = |hold: &Hold| hold.from >= in_order_from;
    if holds.iter().any(|of_region| of_region.iter().any(is_late)) {
        let mut all: Vec<Hold> = holds.into_iter().flat_map(|of_region| of_region.drain(..)).collect();
        all.sort_unstable();
        all.iter().for_each(|hold| observer.held(hold.channel, hold.from, hold.until));
    } else {
        holds
            .into_iter()
            .flat_map(|of_region| of_region.drain(..))
            .for_each(|h| observer.held(h.channel, h.from, h.until));
    }
}
