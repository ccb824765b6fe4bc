//! What an exact search leaves out, and when it is given up.

use super::potentials::Potentials;

/// How many entries the Pareto fronts may hold together: 512 MiB.
const MAX_ENTRIES: usize = 1 << 27;

/// How many steps a search may weigh, or eights of entries merge: some tens of seconds.
const MAX_WORK: usize = 1 << 31;

/// What the search may leave out: stars with a path longer than `longest`, and stars whose weighted sum of lengths is
/// above an upper bound.
#[derive(Clone, Copy, Debug)]
pub struct Cuts<'p> {
    /// The greatest length of either path.
    pub longest: u64,
    /// What is to come at least, from every state on.
    pub potentials: &'p Potentials,
    /// The greatest weighted sum of the two lengths of a whole star, by the weights of the potentials.
    pub weighted: u64,
}

impl Cuts<'_> {
    /// Whether a whole star with paths of these lengths is within the cuts.
    pub(super) fn allow(&self, lengths: [u64; 2]) -> bool {
        let weights = self.potentials.weights.map(u64::from);
        let weighted = weights[0] * lengths[0] + weights[1] * lengths[1];
        lengths.iter().all(|&length| length <= self.longest) && weighted <= self.weighted
    }
}

/// The Pareto fronts would not fit in the memory that is granted, or the search would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide;

/// What a search may still take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Entries of fronts.
    pub entries: usize,
    /// Steps to weigh.
    pub work: usize,
}

impl Effort {
    /// What is granted to a search.
    pub(super) const GRANTED: Self = Self { entries: MAX_ENTRIES, work: MAX_WORK };

    /// Takes the work of weighing so many steps.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), TooWide> {
        self.work = self.work.checked_sub(steps).ok_or(TooWide)?;
        Ok(())
    }

    /// Takes the room of a front of so many entries, and the work of merging it out of so many steps.
    pub(super) fn store(&mut self, entries: usize, steps: usize) -> Result<(), TooWide> {
        self.entries = self.entries.checked_sub(entries).ok_or(TooWide)?;
        self.spend(entries / 8 * steps)
    }
}
