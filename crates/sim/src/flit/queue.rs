//! What is going to happen, in order of time.

use crate::Time;
use std::collections::VecDeque;

/// Later than all times.
pub(super) const NEVER: Time = Time::from_ps(u64::MAX);

/// Things that happen a fixed time after they are added, and so in the order in which they are added.
#[derive(Debug)]
pub(super) struct Queue<T> {
    delay: Time,
    entries: VecDeque<(Time, T)>,
}

impl<T: Copy> Queue<T> {
    pub fn after(delay: Time) -> Self {
        Self { delay, entries: VecDeque::new() }
    }

    #[inline]
    pub fn add(&mut self, now: Time, item: T) {
        self.entries.push_back((now + self.delay, item));
    }

    /// When the next one happens; `NEVER` if there is none.
    #[inline]
    pub fn next_time(&self) -> Time {
        self.entries.front().map_or(NEVER, |&(time, _)| time)
    }

    /// The next one, if it happens now.
    #[inline]
    pub fn pop(&mut self, now: Time) -> Option<T> {
        self.entries.front().filter(|(time, _)| *time == now)?;
        self.entries.pop_front().map(|(_, item)| item)
    }
}
