//! Heads on their way to the next router, in the order in which they are ready.

use super::events::NEVER;
use super::worms::Ps;
use crate::slab::WormAt;

/// A queue in a ring of a power of two of places; the first head stands outside, where it is looked at most.
#[derive(Debug)]
pub(super) struct Heads {
    first: (Ps, WormAt),
    /// Those behind it: from place `begin` on, counted round.
    items: Vec<(Ps, WormAt)>,
    begin: usize,
    count: usize,
}

impl Default for Heads {
    fn default() -> Self {
        Self { first: (NEVER, 0), items: vec![(NEVER, 0); 64], begin: 0, count: 0 }
    }
}

impl Heads {
    /// When the first one is ready.
    #[inline]
    pub(super) fn time(&self) -> Ps {
        self.first.0
    }

    /// The first one. There is one.
    #[inline]
    pub(super) fn pop(&mut self) -> WormAt {
        let (_, worm) = self.first;
        if self.count == 0 {
            self.first.0 = NEVER;
            return worm;
        }
        let mask = self.items.len() - 1;
        self.first = self.items[self.begin & mask];
        self.begin += 1;
        self.count -= 1;
        worm
    }

    /// One that is ready no sooner than all others.
    #[inline]
    pub(super) fn push(&mut self, time: Ps, worm: WormAt) {
        if self.first.0 == NEVER {
            self.first = (time, worm);
            return;
        }
        if self.count == self.items.len() {
            self.grow();
        }
        let mask = self.items.len() - 1;
        self.items[(self.begin + self.count) & mask] = (time, worm);
        self.count += 1;
    }

    /// One that is ready at any time: those that are ready later move on.
    pub(super) fn insert(&mut self, time: Ps, worm: WormAt) {
        if time < self.first.0 {
            let (later, other) = std::mem::replace(&mut self.first, (time, worm));
            if later < NEVER {
                self.insert_behind(later, other);
            }
        } else {
            self.insert_behind(time, worm);
        }
    }

    fn insert_behind(&mut self, time: Ps, worm: WormAt) {
        if self.count == self.items.len() {
            self.grow();
        }
        let mask = self.items.len() - 1;
        let mut place = self.begin + self.count;
        while place > self.begin && self.items[(place - 1) & mask].0 > time {
            self.items[place & mask] = self.items[(place - 1) & mask];
            place -= 1;
        }
        self.items[place & mask] = (time, worm);
        self.count += 1;
    }

    #[inline(never)]
    fn grow(&mut self) {
        let mask = self.items.len() - 1;
        self.items.rotate_left(self.begin & mask);
        self.begin = 0;
        self.items.resize(2 * self.items.len(), (NEVER, 0));
    }
}
