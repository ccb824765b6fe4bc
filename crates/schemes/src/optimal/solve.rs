//! The solver that fits a side: by its ports, and by what is known of its lengths.

use super::cuts::TooWide;
use super::duals::Duals;
use super::flow::fewest_channels_by_flow;
use super::grid_channels::fewest_channels_on_grid;
use super::half_problem::{HalfProblem, MulticastStar, StarCost};
use super::opening::Opening;
use super::potentials::Potentials;
use super::{many_paths, two_paths};

/// A star with a short longest path, and what was proved about it.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The star.
    pub star: MulticastStar,
    /// The length of its longest path.
    pub longest: u64,
    /// No star has a shorter longest path than this. The star is optimal if this is `longest`.
    pub bound: u64,
    /// What the proof of the bound rests on.
    pub proof: BoundProof,
}

/// What bounds the longest path of every star from below. Where that alone falls short of the bound that is stated, all
/// stars that it does not rule out were searched.
#[derive(Clone, Debug)]
pub enum BoundProof {
    /// For stars of two paths: for each way to open a star, the weighted lengths that are to come.
    Potentials(Vec<Potentials>),
    /// For stars of any number of paths.
    Duals {
        /// The weight of each port. A channel on the way to a destination weighs as much as the lightest port that
        /// leads to it or to an earlier one.
        weights: Vec<u32>,
        /// Feasible for these weighted lengths: the longest path is at least their bound over the sum of the weights.
        duals: Duals,
    },
}

/// An optimal channel multicast star with the duals that prove it; none if there is no destination.
///
/// On grids O(k log columns), else O(ports · k²).
pub fn fewest_channels(problem: &HalfProblem) -> Option<(MulticastStar, Duals)> {
    match problem.points() {
        Some(_) if problem.ports() <= 2 => fewest_channels_on_grid(problem),
        _ => fewest_channels_by_flow(problem),
    }
}

/// An optimal time multicast star, or with more than two ports the best that was found; none if there is no
/// destination.
pub fn shortest_longest(problem: &HalfProblem) -> Option<Shortest> {
    Some(if problem.ports() <= 2 {
        let two_paths::TwoPaths { star, longest, bound, potentials } =
            two_paths::shortest_longest(&Opening::all(problem))?;
        Shortest { star, longest, bound, proof: BoundProof::Potentials(potentials) }
    } else {
        let many_paths::ManyPaths { star, longest, bound, weights, duals } = many_paths::short_longest(problem)?;
        Shortest { star, longest, bound, proof: BoundProof::Duals { weights, duals } }
    })
}

/// A star with the fewest channels among those whose longest path is at most `longest`, and among these one with the
/// shortest longest path; none if there is no such star. With no limit: the fewest channels of all, and then the
/// shortest longest path.
///
/// # Errors
/// The search grew too wide.
pub fn fewest_channels_within(
    problem: &HalfProblem,
    longest: u64,
) -> Result<Option<(StarCost, MulticastStar)>, TooWide> {
    match problem.ports() {
        0..=2 => two_paths::fewest_channels_within(&Opening::all(problem), longest),
        _ => many_paths::fewest_channels_within(problem, longest),
    }
}

/// All undominated costs, each with a star: no star has fewer channels and no longer a longest path, or a shorter
/// longest path and no more channels. The fewest channels first.
///
/// # Errors
/// The search grew too wide.
pub fn trade_offs(problem: &HalfProblem) -> Result<Vec<(StarCost, MulticastStar)>, TooWide> {
    match problem.ports() {
        0..=2 => two_paths::trade_offs(&Opening::all(problem)),
        _ => many_paths::trade_offs(problem),
    }
}
