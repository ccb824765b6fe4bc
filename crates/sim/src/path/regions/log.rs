//! What regions tell, written down so that it can be told in the order in which one core would tell it.

use crate::Time;
use crate::intake::Intake;
use crate::open_loop::{Moment, Observer};
use crate::path::site::Grant;
use crate::path::worms::Ps;
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

    /// A grant that did not wait. Of an instant these come first in each region, in the order of their ranks.
    pub(super) fn at_once(grant: Grant) -> Self {
        Self { at: Time::from_ps(grant.at), order: grant.rank, follower: 0, rank: grant.rank }
    }

    /// A grant that waited, the next such one after this one in a region.
    pub(super) fn next(self, grant: Grant) -> Self {
        let (at, order, rank) = (Time::from_ps(grant.at), grant.rank | WAITED, grant.rank);
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

/// What a region tells of a round of windows.
#[derive(Debug, Default)]
pub(super) struct Log {
    told: Vec<Entry>,
    holds: Vec<Hold>,
    /// How long channels were held in windows before.
    sums: Vec<(ChannelId, Ps)>,
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

    pub(super) fn held(&mut self, hold: Hold) {
        self.holds.push(hold);
    }

    /// Tells sums of holds, by channel from this one on, and forgets them.
    pub(super) fn held_in_all(&mut self, first: usize, sums: &mut [Ps]) {
        for (channel, sum) in (first..).map(ChannelId::new).zip(sums).filter(|(_, sum)| **sum > 0) {
            self.sums.push((channel, std::mem::take(sum)));
        }
    }

    pub(super) fn moment(&mut self, rank: u64, moment: Moment, at: Time) {
        self.moments.push((rank, moment, at));
    }
}

/// Tells what regions have written down of a round, and forgets it.
#[derive(Debug, Default)]
pub(super) struct Teller {
    told: Vec<Entry>,
    holds: Vec<Hold>,
}

impl Teller {
    /// Takes in what a region has told of a round.
    pub(super) fn take_in<O: Observer>(&mut self, log: &mut Log, observer: &mut O) {
        self.told.append(&mut log.told);
        self.holds.append(&mut log.holds);
        log.sums.drain(..).for_each(|(channel, sum)| observer.held_in_all(channel, Time::from_ps(sum)));
        log.moments.drain(..).for_each(|(rank, moment, at)| observer.moment(rank, moment, at));
    }

    /// Tells what all of them have told of a round; whether there were holds.
    pub(super) fn tell<O: Observer>(&mut self, intake: &mut Intake, observer: &mut O) -> bool {
        // What each region tells is in order: this sort is quick then.
        self.told.sort_by_key(|&(key, _)| key);
        for ((at, ..), told) in self.told.drain(..) {
            match told {
                Told::HeadLeaves(message) => intake.head_leaves(message, at),
                Told::Delivered(message, worm, node, at) => intake.deliver(message, worm, node, at, observer),
                Told::Gone(message) => intake.finish(message, at, observer),
            }
        }
        self.holds.sort();
        let has_holds = !self.holds.is_empty();
        self.holds.drain(..).for_each(|hold| observer.held(hold.channel, hold.from, hold.until));
        has_holds
    }
}
