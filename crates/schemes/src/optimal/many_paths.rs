//! Stars of any number of paths: the best that is found, with a proven lower bound; exact where that is possible.

use super::cuts::TooWide;
use super::deepen::deepen;
use super::duals::Duals;
use super::flow::least_weighted_channels;
use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar, StarCost, StarPath};
use super::layers::{Limits, stars_within};
use super::opening::Opening;
use super::two_paths;

/// A star with a short longest path, and what was proved about it.
#[derive(Clone, Debug)]
pub(crate) struct ManyPaths {
    /// The star.
    pub star: MulticastStar,
    /// The length of its longest path.
    pub longest: u64,
    /// No star has a shorter longest path than this.
    pub bound: u64,
    /// The weights of the ports, and the duals, that prove the bound.
    pub weights: Vec<u32>,
    /// See `weights`.
    pub duals: Duals,
}

/// A star of any number of paths with a short longest path; none if there is no destination.
///
/// *Bound.* The longest path is at least the weighted mean of the lengths. A path that serves destination j has left
/// through a port that leads to j or to an earlier destination, so a channel on the way to j weighs at least as much
/// as the lightest of these ports. The least weighted channels of a star, over the sum of the weights, are a bound.
/// Tried are the weights that count the first ports alike and the others nothing.
///
/// *Star.* From one with the fewest channels, the longest path and another are taken together again and again, and
/// their destinations shared out anew, exactly, between their two ports.
pub(crate) fn short_longest(problem: &HalfProblem) -> Option<ManyPaths> {
    let mut best = bound_with(problem, vec![1; problem.ports()])?;
    // The best bound counts, with its weights; the star stays that of equal weights.
    for count in 1..problem.ports() {
        let other = bound_with(problem, first_ports(problem, count))?;
        if other.bound > best.bound {
            best = ManyPaths { star: best.star, longest: best.longest, ..other };
        }
    }
    improve(problem, &mut best);
    finish(problem, &mut best);
    Some(best)
}

/// Closes the gap between bound and star, as far as the exact search goes.
fn finish(problem: &HalfProblem, best: &mut ManyPaths) {
    let entry = entry_weights(problem, &best.weights);
    let sum: u64 = best.weights.iter().map(|&weight| u64::from(weight)).sum();
    let deepened = deepen(best.bound, best.longest - 1, |longest| {
        let limits = Limits { longest, weights: &entry, duals: &best.duals, weighted: longest * sum };
        Ok(stars_within(problem, limits)?.pop())
    });
    best.bound = deepened.refuted;
    if let Some((cost, star)) = deepened.found {
        (best.star, best.longest, best.bound) = (star, cost.longest, cost.longest);
    }
}

/// The stars with the fewest channels among those whose longest path is at most `longest`, and among them one with the
/// shortest longest path; none if there is no such star.
///
/// # Errors
/// The search grew too wide.
pub(crate) fn fewest_channels_within(
    problem: &HalfProblem,
    longest: u64,
) -> Result<Option<(StarCost, MulticastStar)>, TooWide> {
    let weights = vec![1; problem.len()];
    let Some((_, duals)) = least_weighted_channels(problem, &weights) else { return Ok(None) };
    let most = longest.saturating_mul(problem.ports() as u64);
    let deepened = deepen(duals.bound() as u64, most, |weighted| {
        let found = stars_within(problem, Limits { longest, weights: &weights, duals: &duals, weighted })?;
        Ok(found.into_iter().next())
    });
    if deepened.wide { Err(TooWide) } else { Ok(deepened.found) }
}

/// All undominated costs, each with a star; the fewest channels first.
///
/// # Errors
/// The search grew too wide.
pub(crate) fn trade_offs(problem: &HalfProblem) -> Result<Vec<(StarCost, MulticastStar)>, TooWide> {
    let Some(shortest) = short_longest(problem) else { return Ok(Vec::new()) };
    if shortest.bound < shortest.longest {
        return Err(TooWide);
    }
    // The two ends of the front: the fewest channels, and the shortest longest path. All else lies between.
    let cheap = fewest_channels_within(problem, u64::MAX)?.expect("there is a star").0;
    let short = fewest_channels_within(problem, shortest.longest)?.expect("there is a star this short").0;
    let weights = vec![1; problem.len()];
    let (_, duals) = least_weighted_channels(problem, &weights).expect("there is a star");
    let limits = Limits { longest: cheap.longest, weights: &weights, duals: &duals, weighted: short.channels };
    stars_within(problem, limits)
}

fn bound_with(problem: &HalfProblem, weights: Vec<u32>) -> Option<ManyPaths> {
    let (star, duals) = least_weighted_channels(problem, &entry_weights(problem, &weights))?;
    let longest = problem.measure(&star).longest;
    let sum = weights.iter().map(|&weight| u64::from(weight)).sum();
    let bound = (duals.bound() as u64).div_ceil(sum);
    Some(ManyPaths { star, longest, bound, weights, duals })
}

/// Where each port leads first.
fn opens_at(problem: &HalfProblem, port: usize) -> usize {
    (0..problem.len()).find(|&j| problem.start(port, j) != FORBIDDEN).unwrap_or(problem.len())
}

fn first_ports(problem: &HalfProblem, count: usize) -> Vec<u32> {
    let mut order: Vec<_> = (0..problem.ports()).collect();
    order.sort_by_key(|&port| opens_at(problem, port));
    let mut weights = vec![0; problem.ports()];
    order[..count].iter().for_each(|&port| weights[port] = 1);
    weights
}

/// The least weight of a port through which a path to each destination may have left.
fn entry_weights(problem: &HalfProblem, weights: &[u32]) -> Vec<u32> {
    let mut entry = vec![u32::MAX; problem.len()];
    for (port, &weight) in weights.iter().enumerate() {
        entry[opens_at(problem, port)..].iter_mut().for_each(|entry| *entry = weight.min(*entry));
    }
    entry
}

fn improve(problem: &HalfProblem, best: &mut ManyPaths) {
    let mut paths = best.star.paths.clone();
    for port in 0..problem.ports() {
        if paths.iter().all(|path| path.port != port) {
            paths.push(StarPath { port, stops: Vec::new() });
        }
    }
    let length = |path: &StarPath| if path.stops.is_empty() { 0 } else { problem.length(path) };
    // Invariant: the paths are a star. Each turn makes the longest path and another shorter than the longest was, so
    // the lengths in descending order fall lexicographically, and the loop ends.
    'again: loop {
        paths.sort_by_key(|path| std::cmp::Reverse(length(path)));
        let longest = length(&paths[0]);
        // The shortest path has most room to take over.
        for other in (1..paths.len()).rev() {
            if let Some(pair) = share_anew(problem, &paths[0], &paths[other], longest) {
                [paths[0], paths[other]] = pair;
                continue 'again;
            }
        }
        best.longest = longest;
        break;
    }
    paths.retain(|path| !path.stops.is_empty());
    paths.sort_by_key(|path| path.stops[0]);
    best.star = MulticastStar { paths };
}

fn share_anew(problem: &HalfProblem, a: &StarPath, b: &StarPath, longest: u64) -> Option<[StarPath; 2]> {
    let mut stops: Vec<_> = a.stops.iter().chain(&b.stops).copied().collect();
    stops.sort_unstable();
    let starts = [a.port, b.port].map(|port| stops.iter().map(|&j| problem.start(port, j as usize)).collect());
    let pair = HalfProblem::from_table(starts.to_vec(), |i, j| problem.cost(stops[i] as usize, stops[j] as usize));
    let openings = Opening::all(&pair);
    let found = two_paths::shortest_longest(&openings)?;
    if found.longest >= longest {
        return None;
    }
    let (_, star) = two_paths::fewest_channels_within(&openings, found.longest).ok()??;
    let mut shared = [a.port, b.port].map(|port| StarPath { port, stops: Vec::new() });
    for path in star.paths {
        shared[path.port].stops = path.stops.iter().map(|&stop| stops[stop as usize]).collect();
    }
    Some(shared)
}
