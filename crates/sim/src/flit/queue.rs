//! What is going to happen, in order of time.

use super::places::Place;
use crate::Time;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Later than all times.
pub(super) const NEVER: Time = Time::from_ps(u64::MAX);

/// Things that happen a fixed time after they are added, and so in the order in which they are added.
#[derive(Debug)]
pub(super) struct Queue<T> {
    delay: Time,
    /// The time of the first entry; `NEVER` if there is none. It is asked for at every instant.
    next: Time,
    entries: VecDeque<(Time, T)>,
}

impl<T: Copy> Queue<T> {
    pub(super) fn after(delay: Time) -> Self {
        Self { delay, next: NEVER, entries: VecDeque::new() }
    }

    /// Returns when it will happen.
    #[inline]
    pub(super) fn add(&mut self, now: Time, item: T) -> Time {
        let time = now + self.delay;
        self.next = self.next.min(time);
        self.entries.push_back((time, item));
        time
    }

    /// When the next one happens; `NEVER` if there is none.
    #[inline]
    pub(super) fn next_time(&self) -> Time {
        self.next
    }

    /// The next one, if it happens now.
    #[inline]
    pub(super) fn pop(&mut self, now: Time) -> Option<T> {
        if self.next != now {
            return None;
        }
        let (_, item) = self.entries.pop_front()?;
        self.next = self.entries.front().map_or(NEVER, |&(time, _)| time);
        Some(item)
    }
}

/// What happens at places, by time: most of it at once, or a fixed time after it is added.
#[derive(Debug)]
pub(super) struct Due {
    now: Vec<Place>,
    next: Queue<Place>,
    others: BinaryHeap<Reverse<(Time, Place)>>,
}

impl Due {
    pub(super) fn after(delay: Time) -> Self {
        Self { now: Vec::new(), next: Queue::after(delay), others: BinaryHeap::new() }
    }

    /// Adds what happens the fixed time after now; returns when that is.
    #[inline]
    pub(super) fn add_next(&mut self, now: Time, place: Place) -> Time {
        self.next.add(now, place)
    }

    #[inline]
    pub(super) fn add(&mut self, now: Time, time: Time, place: Place) {
        if time == now {
            self.now.push(place);
        } else if time == now + self.next.delay {
            self.next.add(now, place);
        } else {
            self.others.push(Reverse((time, place)));
        }
    }

    /// When the next of it happens, after now.
    #[inline]
    pub(super) fn next_time(&self) -> Time {
        let other = self.others.peek().map_or(NEVER, |Reverse((time, _))| *time);
        self.next.next_time().min(other)
    }

    /// The next of it, if it happens now.
    #[inline]
    pub(super) fn pop(&mut self, now: Time) -> Option<Place> {
        self.now.pop().or_else(|| self.next.pop(now)).or_else(|| {
            let Reverse((time, _)) = self.others.peek()?;
            if *time == now { self.others.pop().map(|Reverse((_, place))| place) } else { None }
        })
    }
}
