//! Stars of two paths, exact: the shortest longest path, the fewest channels, and all trade-offs between them.

use super::cuts::{Cuts, TooWide};
use super::deepen::deepen;
use super::half_problem::{MulticastStar, StarCost};
use super::opening::Opening;
use super::pareto_fronts::{End, ParetoFronts};
use super::potentials::{Potentials, Weights};

/// The sum of the two weights of a Lagrangian bound.
const WEIGHT_SUM: u32 = 1 << 10;

/// A star of two paths with a short longest path, and what was proved about it.
#[derive(Clone, Debug)]
pub(crate) struct TwoPaths {
    /// The star.
    pub star: MulticastStar,
    /// The length of its longest path.
    pub longest: u64,
    /// No star has a shorter longest path than this; it is `longest` unless the search grew too wide.
    pub bound: u64,
    /// For each way to open a star, the potentials that the proof uses.
    pub potentials: Vec<Potentials>,
}

/// The star with the shortest longest path of all that open like this; none if there is no opening.
///
/// The Lagrangian first: the potentials of the best weights give a lower bound, and the stars found on the way an
/// upper one. If they meet, done. Else the fronts of undominated pairs are searched for stars with a longest path
/// at the bound, then a little above it, and so on; the first search that succeeds has an optimum.
pub(crate) fn shortest_longest(openings: &[Opening<'_>]) -> Option<TwoPaths> {
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
    star: MulticastStar,
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
        let (mut search, mut lengths) = Self::at(opening, [WEIGHT_SUM / 2; 2]);
        let mut first = WEIGHT_SUM / 2;
        // The bound is concave in the weight. Invariant: its maximum lies between `low` and `high`, and `lengths` are
        // those of a star of least weighted sum at `first`: their difference is a slope there.
        while high - low > 2 {
            if lengths[0] > lengths[1] {
                low = first
            } else {
                high = first
            }
            first = (low + high) / 2;
            let other;
            (other, lengths) = Self::at(opening, [first, WEIGHT_SUM - first]);
            search.improve(other);
        }
        search
    }

    fn at(opening: &'o Opening<'o>, weights: Weights) -> (Self, [u64; 2]) {
        let (potentials, switches) = Potentials::compute(opening, weights);
        let lengths = opening.lengths(&switches);
        let mut search = Self { opening, potentials, switches, longest: lengths[0].max(lengths[1]) };
        if !opening.allows(&search.switches) {
            search.switches.clear();
            search.longest = opening.lengths(&[])[0];
        }
        (search, lengths)
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
        let from = self.potentials.bound(self.opening);
        // The longest path is at least the weighted mean of both: within a limit on it, so is the weighted sum.
        let deepened = deepen(from, found.longest - 1, |longest| {
            let weighted = longest * u64::from(WEIGHT_SUM);
            let cuts = Cuts { longest, potentials: &self.potentials, weighted };
            best_within(self.opening, cuts, |cost| cost.longest)
        });
        match deepened.found {
            None => deepened.refuted,
            Some((cost, star)) => {
                *found = Found { longest: cost.longest, star };
                cost.longest
            }
        }
    }
}

/// The star within the cuts that is least by this key.
fn best_within<K: Ord>(
    opening: &Opening<'_>,
    cuts: Cuts<'_>,
    key: impl Fn(StarCost) -> K,
) -> Result<Option<(StarCost, MulticastStar)>, TooWide> {
    let fronts = ParetoFronts::fill(opening, cuts)?;
    let best = fronts.ends().min_by_key(|end| key(cost_of(end)));
    Ok(best.map(|end| (cost_of(&end), opening.star(&fronts.switches(&end)))))
}

fn cost_of(end: &End) -> StarCost {
    StarCost { channels: end.lengths[0] + end.lengths[1], longest: end.lengths[0].max(end.lengths[1]) }
}

/// The stars with the fewest channels among those whose longest path is at most `longest`, and among them one with the
/// shortest longest path; none if there is no such star. With no limit on the longest path, the fewest channels of all.
///
/// # Errors
/// The search grew too wide.
pub(crate) fn fewest_channels_within(
    openings: &[Opening<'_>],
    longest: u64,
) -> Result<Option<(StarCost, MulticastStar)>, TooWide> {
    let mut best: Option<(StarCost, MulticastStar)> = None;
    for opening in openings {
        let (potentials, _) = Potentials::compute(opening, [1, 1]);
        let found = cheapest(opening, &potentials, longest, best.as_ref().map(|best| best.0.channels))?;
        best = best.into_iter().chain(found).min_by_key(|(cost, _)| *cost);
    }
    Ok(best)
}

/// The cheapest star of one opening within `longest`, if it has at most `most` channels: looked for at the least number
/// of channels, then a little above it, and so on.
fn cheapest(
    opening: &Opening<'_>,
    potentials: &Potentials,
    longest: u64,
    most: Option<u64>,
) -> Result<Option<(StarCost, MulticastStar)>, TooWide> {
    // The cheapest star has no more channels than one path through all destinations, and so no longer a path. And two
    // paths have at most twice the channels of the longest.
    let run: u64 = opening.first_start() + opening.run(0, opening.len() - 1);
    let longest = longest.min(run.max(potentials.least(opening)));
    let most = most.unwrap_or(2 * longest).min(2 * longest);
    let search = |weighted| best_within(opening, Cuts { longest, potentials, weighted }, |cost| cost);
    let deepened = deepen(potentials.least(opening), most, search);
    if deepened.wide { Err(TooWide) } else { Ok(deepened.found) }
}

/// All undominated costs, each with a star: no star has fewer channels and no longer a longest path, or a shorter
/// longest path and no more channels. The fewest channels first.
///
/// # Errors
/// The search grew too wide.
pub(crate) fn trade_offs(openings: &[Opening<'_>]) -> Result<Vec<(StarCost, MulticastStar)>, TooWide> {
    let Some(shortest) = shortest_longest(openings) else { return Ok(Vec::new()) };
    if shortest.bound < shortest.longest {
        return Err(TooWide);
    }
    let ends = [u64::MAX, shortest.longest].map(|longest| fewest_channels_within(openings, longest));
    let [Some((cheap, _)), Some((short, _))] = [ends[0].clone()?, ends[1].clone()?] else { return Ok(Vec::new()) };
    // Everything undominated is no longer than the cheapest star, and no dearer than the shortest.
    let mut found = Vec::new();
    for opening in openings {
        let (potentials, _) = Potentials::compute(opening, [1, 1]);
        let cuts = Cuts { longest: cheap.longest, potentials: &potentials, weighted: short.channels };
        let fronts = ParetoFronts::fill(opening, cuts)?;
        let mut ends: Vec<_> = fronts.ends().map(|end| (cost_of(&end), end)).collect();
        ends.sort_by_key(|(cost, _)| *cost);
        keep_undominated(&mut ends);
        found.extend(ends.iter().map(|(cost, end)| (*cost, opening.star(&fronts.switches(end)))));
    }
    found.sort_by_key(|(cost, _)| *cost);
    keep_undominated(&mut found);
    Ok(found)
}

/// Of pairs in ascending order, those whose longest path is shorter than all before.
pub(crate) fn keep_undominated<T>(pairs: &mut Vec<(StarCost, T)>) {
    let mut shortest = u64::MAX;
    pairs.retain(|(cost, _)| {
        let shorter = cost.longest < shortest;
        shortest = shortest.min(cost.longest);
        shorter
    });
}
