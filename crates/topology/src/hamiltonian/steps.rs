//! The budget of a search.

/// Steps that a search may still take. A step is about one look at a neighbour, so that a budget means much the same
/// time in each part of the search.
#[derive(Debug)]
pub(super) struct Steps {
    left: u64,
    taken: u64,
}

impl Steps {
    pub(super) fn new(budget: u64) -> Self {
        Self { left: budget, taken: 0 }
    }

    pub(super) fn take(&mut self, steps: usize) {
        self.taken += steps as u64;
        self.left = self.left.saturating_sub(steps as u64);
    }

    pub(super) fn are_out(&self) -> bool {
        self.left == 0
    }

    pub(super) fn taken(&self) -> u64 {
        self.taken
    }
}
