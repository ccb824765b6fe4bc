//! Runs of places in flat arrays, used again.

/// Runs of consecutive places, each a power of two long, used again by their length.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    end: u32,
    free: [Vec<u32>; 32],
}

impl Runs {
    /// A run of at least so many places, from the one that is returned; none if places run out.
    pub(crate) fn take(&mut self, count: u32) -> Option<u32> {
        let class = count.next_power_of_two().trailing_zeros();
        if let Some(first) = self.free[class as usize].pop() {
            return Some(first);
        }
        let first = self.end;
        self.end = first.checked_add(1 << class)?;
        Some(first)
    }

    /// The run that begins here, and was taken for so many, can be taken again.
    pub(crate) fn give_back(&mut self, first: u32, count: u32) {
        self.free[count.next_power_of_two().trailing_zeros() as usize].push(first);
    }

    /// After the last place that was ever taken.
    pub(crate) fn end(&self) -> usize {
        self.end as usize
    }
}
