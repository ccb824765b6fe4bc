//! A front: the undominated pairs of lengths of one state, as an array.

use super::fronts::Cuts;

/// Stands for no pair; twice this does not overflow.
pub(super) const NONE: u32 = u32::MAX / 2;

/// At the length of the first path, the least length of the second.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    /// The length of the first path that the first entry is for.
    pub low: u32,
    /// The least length of the second path, or [`NONE`].
    pub second: Vec<u32>,
    /// The least weighted sum among the pairs.
    pub least: u64,
}

impl Front {
    /// One more than the greatest length of the first path.
    pub(super) fn high(&self) -> u32 {
        self.low + self.second.len() as u32
    }

    /// The least length of the second path beside this length of the first.
    pub(super) fn at(&self, first: u32) -> u32 {
        first.checked_sub(self.low).and_then(|place| self.second.get(place as usize)).copied().unwrap_or(NONE)
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let pairs = self.second.iter().enumerate().map(|(place, &second)| (self.low + place as u32, second));
        pairs.filter(|&(_, second)| second < NONE)
    }

    /// Takes out the pairs that are dominated or beyond the cuts.
    pub(super) fn prune(&mut self, cuts: &Cuts<'_>, to_come: u64) {
        let weights = cuts.potentials.weights.map(u64::from);
        let mut best = cuts.longest.min(u64::from(NONE) - 1) as u32 + 1;
        self.least = u64::MAX;
        let mut kept = 0..0;
        for place in 0..self.second.len() {
            let second = self.second[place];
            let first = self.low + place as u32;
            let weighted = weights[0] * u64::from(first) + weights[1] * u64::from(second);
            if second >= best || weighted + to_come > cuts.weighted || u64::from(first) > cuts.longest {
                self.second[place] = NONE;
                continue;
            }
            best = second;
            self.least = self.least.min(weighted);
            kept = if kept.is_empty() { place..place + 1 } else { kept.start..place + 1 };
        }
        self.second.truncate(kept.end);
        self.second.drain(..kept.start);
        self.second.shrink_to_fit();
        self.low += kept.start as u32;
    }
}
