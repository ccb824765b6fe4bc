//! Values in flat arrays whose places are used again.

use crate::Time;

/// No place.
pub(crate) const NONE: u32 = u32::MAX;
/// A time that is not yet known: later than all others.
pub(crate) const UNKNOWN: Time = Time::from_ps(u64::MAX);

/// The place of a worm in its slab.
pub(crate) type WormAt = u32;
/// The place of a message in its slab.
pub(crate) type MessageAt = u32;

/// Values at places that are used again.
#[derive(Debug)]
pub(crate) struct Slab<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    pub(crate) fn new() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn add(&mut self, item: T) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.items[at as usize] = item;
                at
            }
            None => {
                self.items.push(item);
                self.items.len() as u32 - 1
            }
        }
    }

    /// All values with their places, and what is left of those that were removed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.items)
    }

    pub(crate) fn remove(&mut self, at: u32) {
        self.free.push(at);
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }
}

impl<T> std::ops::Index<u32> for Slab<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        &self.items[at as usize]
    }
}

impl<T> std::ops::IndexMut<u32> for Slab<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.items[at as usize]
    }
}
