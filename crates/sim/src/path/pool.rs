//! Runs of values in flat arrays whose places are used again.

use crate::runs::Runs;

/// So many places at first.
const FIRST: usize = 256;

/// Runs of values at consecutive places.
#[derive(Debug, Default)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    runs: Runs,
}

impl<T: Clone + Default> Pool<T> {
    /// So many places, none if places run out.
    #[inline]
    pub(super) fn take(&mut self, count: u32) -> Option<u32> {
        let first = self.runs.take(count)?;
        if self.items.len() < self.runs.end() {
            self.grow(self.runs.end());
        }
        Some(first)
    }

    /// By an eighth at least: these are most of what an engine takes, and twice as much as is needed would be much.
    #[inline(never)]
    fn grow(&mut self, end: usize) {
        let len = self.items.len();
        if end > self.items.capacity() {
            self.items.reserve_exact((end - len).max(len / 8).max(FIRST));
        }
        self.items.resize(end, T::default());
    }

    #[inline]
    pub(super) fn give_back(&mut self, first: u32, count: u32) {
        self.runs.give_back(first, count);
    }

    /// All places.
    #[inline]
    pub(super) fn all(&mut self) -> &mut [T] {
        &mut self.items
    }

    #[inline]
    pub(super) fn slice(&self, first: u32, count: u32) -> &[T] {
        &self.items[first as usize..][..count as usize]
    }

    #[inline]
    pub(super) fn slice_mut(&mut self, first: u32, count: u32) -> &mut [T] {
        &mut self.items[first as usize..][..count as usize]
    }
}

impl<T> std::ops::Index<u32> for Pool<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        &self.items[at as usize]
    }
}

impl<T> std::ops::IndexMut<u32> for Pool<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.items[at as usize]
    }
}
