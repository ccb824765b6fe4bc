//! What is going to happen, in order of time.

use crate::Time;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Later than all times.
pub(super) const NEVER: Time = Time::from_ps(u64::MAX);

/// Things that happen a fixed time after they are added, and so in the order in which they are added. They are in a
/// ring of a power of two of places; the first one stands outside, as it is looked at most.
#[derive(Debug)]
pub(super) struct FixedDelayQueue<T> {
    delay: Time,
    /// The first entry; at `NEVER` if there is none.
    first: (Time, T),
    /// Those behind it: so many from place `begin` on, counted round.
    entries: Vec<(Time, T)>,
    begin: usize,
    count: usize,
}

impl<T: Copy + Default> FixedDelayQueue<T> {
    pub(super) fn after(delay: Time) -> Self {
        let none = (NEVER, T::default());
        Self { delay, first: none, entries: vec![none; 16], begin: 0, count: 0 }
    }

    /// Returns when it will happen.
    #[inline]
    pub(super) fn add(&mut self, now: Time, item: T) -> Time {
        let time = now + self.delay;
        if self.first.0 == NEVER {
            self.first = (time, item);
            return time;
        }
        if self.count == self.entries.len() {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        self.entries[(self.begin + self.count) & mask] = (time, item);
        self.count += 1;
        time
    }

    #[inline(never)]
    fn grow(&mut self) {
        let mask = self.entries.len() - 1;
        self.entries.rotate_left(self.begin & mask);
        self.begin = 0;
        self.entries.resize(2 * self.entries.len(), self.first);
    }

    /// When the next one happens; `NEVER` if there is none.
    #[inline]
    pub(super) fn next_time(&self) -> Time {
        self.first.0
    }

    /// The next one, if it happens now.
    #[inline]
    pub(super) fn pop(&mut self, now: Time) -> Option<T> {
        let (time, item) = self.first;
        if time != now {
            return None;
        }
        if self.count == 0 {
            self.first.0 = NEVER;
        } else {
            self.first = self.entries[self.begin & (self.entries.len() - 1)];
            self.begin += 1;
            self.count -= 1;
        }
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

impl<T: Copy + Default + Ord> EventQueue<T> {
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
        self.now.pop().or_else(|| self.pop_later(now))
    }

    /// The same of what was added at an earlier time.
    #[inline]
    pub(super) fn pop_later(&mut self, now: Time) -> Option<T> {
        if self.first != now {
            return None;
        }
        let item = self.next.pop(now);
        if self.others.is_empty() {
            self.first = self.next.next_time();
            return item;
        }
        let item = item.or_else(|| self.others.pop().map(|Reverse((_, item))| item));
        let other = self.others.peek().map_or(NEVER, |Reverse((time, _))| *time);
        self.first = self.next.next_time().min(other);
        item
    }
}
