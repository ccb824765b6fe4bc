//! What is going to happen, in order of time.

use super::heads::Heads;
use super::worms::Ps;
use crate::slab::WormAt;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use wormcast_topology::NodeId;

/// What happens before heads become ready; at equal times in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Early {
    /// An ejection channel of a node is free again, of this pool.
    FreeEjection(NodeId, u8),
    /// An injection channel of a node is free again.
    FreeInjection(NodeId),
    /// A worm may start.
    Start(WormAt),
    /// A worm has paid its send overhead.
    Paid(WormAt),
}

/// An event by its time, its kind, and the rank of its worm where that matters.
type Entry = (Ps, u8, u64, Early);

/// Never.
pub(super) const NEVER: Ps = Ps::MAX;

/// Heads become ready a fixed time after they leave the router before: they line up by themselves, and so do worms that
/// are injected in the order of their starts. Only the rest needs heaps.
#[derive(Debug)]
pub(super) struct Events {
    pub heads: Heads,
    starts: VecDeque<(Ps, WormAt)>,
    early: BinaryHeap<Reverse<Entry>>,
    /// Requests that find all free, by time and rank.
    grants: BinaryHeap<Reverse<(Ps, u64, WormAt)>>,
    /// When the first start or other early event happens, and the first of all that is not a head.
    early_at: Ps,
    others_at: Ps,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            heads: Heads::default(),
            starts: VecDeque::new(),
            early: BinaryHeap::new(),
            grants: BinaryHeap::new(),
            early_at: NEVER,
            others_at: NEVER,
        }
    }
}

impl Events {
    /// A worm starts; its rank is above those of all that were added before.
    #[inline]
    pub(super) fn add_start(&mut self, time: Ps, rank: u64, worm: WormAt) {
        if self.starts.back().is_some_and(|&(last, _)| last > time) {
            return self.add(time, rank, Early::Start(worm));
        }
        self.starts.push_back((time, worm));
        self.early_at = self.early_at.min(time);
        self.others_at = self.others_at.min(time);
    }

    /// An event; `rank` orders those of one kind at one time.
    pub(super) fn add(&mut self, time: Ps, rank: u64, event: Early) {
        self.early.push(Reverse((time, event.kind(), rank, event)));
        self.early_at = self.early_at.min(time);
        self.others_at = self.others_at.min(time);
    }

    /// A request is granted at this time.
    #[inline]
    pub(super) fn add_grant(&mut self, time: Ps, rank: u64, worm: WormAt) {
        self.grants.push(Reverse((time, rank, worm)));
        self.others_at = self.others_at.min(time);
    }

    /// When the first event happens that comes before heads.
    #[inline]
    pub(super) fn early_at(&self) -> Ps {
        self.early_at
    }

    /// When the first of all happens that is not a head.
    #[inline]
    pub(super) fn others_at(&self) -> Ps {
        self.others_at
    }

    /// The worm that starts now, if nothing else happens now before heads: most of those that start.
    #[inline]
    pub(super) fn pop_lone_start(&mut self, now: Ps) -> Option<WormAt> {
        let &(time, worm) = self.starts.front()?;
        let then = self.starts.get(1).map_or(NEVER, |&(then, _)| then);
        let early = self.early.peek().map_or(then, |Reverse((early, ..))| then.min(*early));
        if time != now || early == now {
            return None;
        }
        self.starts.pop_front();
        self.early_at = early;
        self.look();
        Some(worm)
    }

    /// The next event of now that comes before heads.
    pub(super) fn pop_early(&mut self, now: Ps) -> Option<Early> {
        if self.early_at > now {
            return None;
        }
        let start = self.starts.front().filter(|&&(time, _)| time == now).map(|&(_, worm)| worm);
        let early = self.early.peek().filter(|Reverse((time, ..))| *time == now).map(|Reverse((.., event))| *event);
        // Of those that start at one time, whoever is in the heap was added later: later starts stood in line already.
        let next = match (start, early) {
            (None, None) => return None,
            (Some(worm), early) if early.is_none_or(|early| early.kind() >= 2) => {
                self.starts.pop_front();
                Early::Start(worm)
            }
            (_, early) => {
                self.early.pop();
                early?
            }
        };
        let start = self.starts.front().map_or(NEVER, |&(time, _)| time);
        self.early_at = self.early.peek().map_or(start, |Reverse((time, ..))| start.min(*time));
        self.look();
        Some(next)
    }

    /// The first request that finds all free, and of those of one time the one of the lowest rank.
    #[inline]
    pub(super) fn pop_grant(&mut self) -> Option<WormAt> {
        let Reverse((_, _, worm)) = self.grants.pop()?;
        self.look();
        Some(worm)
    }

    #[inline]
    fn look(&mut self) {
        self.others_at = self.grants.peek().map_or(self.early_at, |Reverse((time, ..))| self.early_at.min(*time));
    }
}

impl Early {
    const fn kind(self) -> u8 {
        match self {
            Self::FreeEjection(..) => 0,
            Self::FreeInjection(_) => 1,
            Self::Start(_) => 2,
            Self::Paid(_) => 3,
        }
    }
}
