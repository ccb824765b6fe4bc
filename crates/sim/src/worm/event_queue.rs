//! What is going to happen, in order of time.

use super::visits::VisitAt;
use crate::Time;
use crate::slab::WormAt;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use wormcast_topology::NodeId;

/// What happens, other than heads that become ready; at equal times in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// An ejection channel of a node is free again, of this pool.
    FreeEjection(NodeId, u8),
    /// An injection channel of a node is free again.
    FreeInjection(NodeId),
    /// A worm may start.
    Start(WormAt),
    /// A worm has paid its send overhead.
    Paid(WormAt),
    /// A request that is first in all its lines finds all of it free.
    Grant(VisitAt),
}

/// The order of an event: its time, its kind, and the rank of its worm where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    time: Time,
    kind: u8,
    rank: u64,
    event: Event,
}

/// Heads become ready a fixed time after they leave the router before: they line up by themselves. Only the rest
/// needs a heap, and heads that overtake others, where channels have delays of their own.
#[derive(Debug, Default)]
pub(super) struct EventQueue {
    heads: VecDeque<(Time, VisitAt)>,
    overtaking: BinaryHeap<Reverse<(Time, VisitAt)>>,
    others: BinaryHeap<Reverse<Entry>>,
}

impl EventQueue {
    /// A head that is ready at this time.
    #[inline]
    pub(super) fn add_head(&mut self, time: Time, visit: VisitAt) {
        if self.heads.back().is_some_and(|&(last, _)| last > time) {
            self.overtaking.push(Reverse((time, visit)));
        } else {
            self.heads.push_back((time, visit));
        }
    }

    /// An event; `rank` orders those of one kind at one time.
    pub(super) fn add(&mut self, time: Time, rank: u64, event: Event) {
        self.others.push(Reverse(Entry { time, kind: event.kind(), rank, event }));
    }

    #[inline]
    pub(super) fn next_time(&self) -> Option<Time> {
        let head = self.heads.front().map(|&(time, _)| time);
        let other = self.next_other();
        match (head, other) {
            (Some(head), Some(other)) => Some(head.min(other)),
            (head, other) => head.or(other),
        }
    }

    /// When the next of all happens that is not a head in line.
    #[inline]
    fn next_other(&self) -> Option<Time> {
        let other = self.others.peek().map(|Reverse(entry)| entry.time);
        match self.overtaking.peek() {
            None => other,
            Some(&Reverse((time, _))) => Some(other.map_or(time, |other| other.min(time))),
        }
    }

    /// The next head, if it is ready now.
    #[inline]
    pub(super) fn pop_head(&mut self, now: Time) -> Option<VisitAt> {
        if self.overtaking.peek().is_some_and(|Reverse((time, _))| *time == now) {
            return self.overtaking.pop().map(|Reverse((_, visit))| visit);
        }
        self.heads.front().filter(|(time, _)| *time == now)?;
        self.heads.pop_front().map(|(_, visit)| visit)
    }

    /// The head that is ready now, if that is all that happens now so far.
    #[inline]
    pub(super) fn pop_only_head(&mut self, now: Time) -> Option<VisitAt> {
        let &(_, head) = self.heads.front().filter(|(time, _)| *time == now)?;
        let another = self.heads.get(1).is_some_and(|(time, _)| *time == now);
        if another || self.next_other() == Some(now) {
            return None;
        }
        self.heads.pop_front();
        Some(head)
    }

    /// The next other event of now: only those before heads become ready, or also the grants after that.
    #[inline]
    pub(super) fn pop(&mut self, now: Time, grants: bool) -> Option<Event> {
        let Reverse(next) = self.others.peek()?;
        let due = next.time == now && (grants || !matches!(next.event, Event::Grant(_)));
        if due { self.others.pop().map(|Reverse(entry)| entry.event) } else { None }
    }
}

impl Event {
    const fn kind(self) -> u8 {
        match self {
            Self::FreeEjection(..) => 0,
            Self::FreeInjection(_) => 1,
            Self::Start(_) => 2,
            Self::Paid(_) => 3,
            Self::Grant(_) => 4,
        }
    }
}
