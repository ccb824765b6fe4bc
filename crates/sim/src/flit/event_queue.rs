//! What is going to happen, in order of time.

use crate::Time;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Later than all times.
pub(super) const NEVER: Time = Time::from_ps(u64::MAX);

/// Things that happen a fixed time after they are added, and so in the order in which they are added.
#[derive(Debug)]
pub(super) struct FixedDelayQueue<T> {
    delay: Time,
    /// The time of the first entry; `NEVER` if there is none. It is asked for at every instant.
    next: Time,
    entries: VecDeque<(Time, T)>,
}

impl<T: Copy> FixedDelayQueue<T> {
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

/// What happens by time: most of it at once, or a fixed time after it is added.
#[derive(Debug)]
pub(super) struct EventQueue<T> {
    now: Vec<T>,
    /// When the first of those happens that do not happen now; `NEVER` if there is none.
    first: Time,
    next: FixedDelayQueue<T>,
    others: BinaryHeap<Reverse<(Time, T)>>,
}

impl<T: Copy + Ord> EventQueue<T> {
    pub(super) fn after(delay: Time) -> Self {
        Self { now: Vec::new(), first: NEVER, next: FixedDelayQueue::after(delay), others: BinaryHeap::new() }
    }

    /// Adds what happens the fixed time after now; returns when that is.
    #[inline]
    pub(super) fn add_next(&mut self, now: Time, item: T) -> Time {
        let time = self.next.add(now, item);
        self.first = self.first.min(time);
        time
    }

    #[inline]
    pub(super) fn add(&mut self, now: Time, time: Time, item: T) {
        if time == now {
            return self.now.push(item);
        }
        self.first = self.first.min(time);
        if time == now + self.next.delay {
            self.next.add(now, item);
        } else {
            self.others.push(Reverse((time, item)));
        }
    }

    /// When the next of it happens, after now.
    #[inline]
    pub(super) fn next_time(&self) -> Time {
        self.first
    }

    /// Whether something happens now.
    #[inline]
    pub(super) fn is_due(&self, now: Time) -> bool {
        self.first == now || !self.now.is_empty()
    }

    /// The next of it, if it happens now.
    #[inline]
    pub(super) fn pop(&mut self, now: Time) -> Option<T> {
        if !self.now.is_empty() {
            return self.now.pop();
        }
        if self.first != now {
            return None;
        }
        let item = self.next.pop(now).or_else(|| self.others.pop().map(|Reverse((_, item))| item));
        let other = self.others.peek().map_or(NEVER, |Reverse((time, _))| *time);
        self.first = self.next.next_time().min(other);
        item
    }
}
