//! The shortest longest path of stars of two paths, exact.

use super::fronts::{Cuts, End, Fronts, TooWide};
use super::opening::Opening;
use super::potentials::{Potentials, Weights};
use super::side::{Side, Star};

/// The sum of the two weights.
const WEIGHT_SUM: u32 = 1 << 10;

/// A star of two paths with a short longest path, and what was proved about it.
#[derive(Clone, Debug)]
pub struct TwoPaths {
    /// The star.
    pub star: Star,
    /// The length of its longest path.
    pub longest: u64,
    /// No star has a shorter longest path than this; it is `longest` unless memory ran out.
    pub bound: u64,
    /// For each way to open a star, the potentials that the proof uses.
    pub potentials: Vec<Potentials>,
}

/// An optimal time multicast star of a side with at most two ports; none if there is no destination.
///
/// The Lagrangian first: the potentials of the best weights give a lower bound, and the stars found on the way an
/// upper one. If they meet, done. Else the fronts of undominated pairs are searched for stars with a longest path
/// at the bound, then a little above it, and so on; the first that succeeds has an optimum.
///
/// # Panics
/// If there are more than two ports.
pub fn shortest_longest(side: &Side) -> Option<TwoPaths> {
    let openings = Opening::all(side);
    let searches: Vec<_> = openings.iter().map(Search::begin).collect();
    let best = searches.iter().min_by_key(|search| search.longest)?;
    let mut found = Found { longest: best.longest, star: best.opening.star(&best.switches) };
    let bound = searches.iter().map(|search| search.finish(&mut found)).min().unwrap_or(0);
    Some(TwoPaths {
        bound: bound.min(found.longest),
        star: found.star,
        longest: found.longest,
        potentials: searches.into_iter().map(|search| search.potentials).collect(),
    })
}

struct Found {
    longest: u64,
    star: Star,
}

/// What the Lagrangian says about one opening.
struct Search<'o> {
    opening: &'o Opening<'o>,
    /// The potentials with the best bound.
    potentials: Potentials,
    /// The best star on the way, and its longest path.
    switches: Vec<u32>,
    longest: u64,
}

impl<'o> Search<'o> {
    /// Looks for the weights with the best bound by halving: if the first path is the longer one in a star of least
    /// weighted sum, its weight must rise.
    fn begin(opening: &'o Opening<'o>) -> Self {
        let (mut low, mut high) = (0, WEIGHT_SUM);
        let mut search = Self::at(opening, [WEIGHT_SUM / 2; 2]).0;
        while high - low > 1 {
            let first = (low + high) / 2;
            let (other, lengths) = Self::at(opening, [first, WEIGHT_SUM - first]);
            if lengths[0] > lengths[1] {
                low = first
            } else {
                high = first
            }
            search.improve(other);
        }
        search
    }

    fn at(opening: &'o Opening<'o>, weights: Weights) -> (Self, [u64; 2]) {
        let (potentials, switches) = Potentials::compute(opening, weights);
        let lengths = opening.lengths(&switches);
        (Self { opening, potentials, switches, longest: lengths[0].max(lengths[1]) }, lengths)
    }

    fn improve(&mut self, other: Self) {
        if other.potentials.bound(self.opening) > self.potentials.bound(self.opening) {
            self.potentials = other.potentials;
        }
        if other.longest < self.longest {
            (self.longest, self.switches) = (other.longest, other.switches);
        }
    }

    /// Searches this opening for something better than what was found so far. Returns a lower bound for the opening.
    fn finish(&self, found: &mut Found) -> u64 {
        let mut bound = self.potentials.bound(self.opening);
        let mut slack = 0;
        while bound < found.longest {
            let longest = (bound + slack).min(found.longest - 1);
            match self.best_within(longest) {
                Err(TooWide) => return bound,
                Ok(None) => bound = longest + 1,
                Ok(Some((end, switches))) => {
                    let longest = end.lengths[0].max(end.lengths[1]);
                    *found = Found { longest, star: self.opening.star(&switches) };
                    return longest;
                }
            }
            slack = 2 * slack + 1;
        }
        bound
    }

    /// The star with the shortest longest path, if that is at most `longest`.
    fn best_within(&self, longest: u64) -> Result<Option<(End, Vec<u32>)>, TooWide> {
        let potentials = &self.potentials;
        let weighted = longest * u64::from(WEIGHT_SUM);
        let fronts = Fronts::fill(self.opening, Cuts { longest, potentials, weighted })?;
        let best = fronts.ends().min_by_key(|end| end.lengths[0].max(end.lengths[1]));
        Ok(best.map(|end| (end, fronts.switches(&end))))
    }
}
