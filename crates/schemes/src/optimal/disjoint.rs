//! Stars whose paths share no channel.

use super::cuts::TooWide;
use super::disjoint_search::DisjointSearch;
use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar, StarCost};
use super::least::Least;
use super::opening::Opening;
use super::routes::Routes;
use super::solve::{fewest_channels, shortest_longest};
use super::two_paths;

/// How many destinations of two paths are searched exactly: the tables then take 64 MiB.
const MAX_EXACT: usize = 4096;

/// A star whose paths share no channel.
#[derive(Clone, Debug)]
pub struct Disjoint {
    /// The star.
    pub star: MulticastStar,
    /// Its cost.
    pub cost: StarCost,
    /// No star without shared channels has less, in what was to be least. The star is the best if this is its own.
    pub bound: u64,
}

/// The best star whose paths share no channel, in this criterion alone; none if there is no destination. There always
/// is such a star: a single path serves all destinations, and takes no channel twice.
///
/// If the best star of all is one, it is taken. Otherwise stars of two paths are searched exactly, O(k³) time at most
/// for their number of channels. With more than two ports the search is a branch and bound, which is exact for few
/// destinations; beyond, the best that was found is beside the bound of stars that may share channels.
pub fn best_disjoint(problem: &HalfProblem, routes: &Routes<'_>, least: Least) -> Option<Disjoint> {
    let (star, bound) = match least {
        Least::Channels => fewest_channels(problem).map(|(star, duals)| (star, duals.bound() as u64))?,
        Least::Longest => shortest_longest(problem).map(|shortest| (shortest.star, shortest.bound))?,
    };
    // The best of all stars, if it keeps its paths apart, is the best of those that do.
    if is_disjoint(&star, routes) {
        return Some(Disjoint { cost: problem.measure(&star), star, bound });
    }
    // What is there in any case: one path, whose labels only rise (or fall), and which so takes no channel twice.
    let single = MulticastStar::single(problem.nearest_port()?, problem.len());
    let best = Disjoint { cost: problem.measure(&single), star: single, bound };
    Some(match problem.ports() {
        0..=2 => among_two_paths(problem, routes, least, best),
        _ => {
            let known = (best.cost, best.star);
            let ((cost, star), complete) = among_many_paths(problem, routes, least, u64::MAX, known);
            // If nothing better is left, what was found is its own bound.
            Disjoint { bound: if complete { least.key(cost).0 } else { bound }, star, cost }
        }
    })
}

/// Whether no two paths of a star share a channel. O(channels of the network + hops).
pub fn is_disjoint(star: &MulticastStar, routes: &Routes<'_>) -> bool {
    let mut taken = vec![false; routes.channel_count()];
    let mut ways = star.paths.iter().flat_map(|path| routes.way(path));
    ways.all(|hop| !std::mem::replace(&mut taken[hop.channel.index()], true))
}

/// Among the stars whose paths share no channel, and whose longest path is at most `limit`, one with the fewest
/// channels, and among these one with the shortest longest path. `known` is such a star, to begin with.
///
/// # Errors
/// The search grew too wide.
pub fn fewest_channels_disjoint(
    problem: &HalfProblem,
    routes: &Routes<'_>,
    limit: u64,
    known: (StarCost, MulticastStar),
) -> Result<(StarCost, MulticastStar), TooWide> {
    match problem.ports() {
        0..=2 if problem.len() > MAX_EXACT => Err(TooWide),
        0..=2 => {
            let openings = Opening::all_disjoint(problem, routes);
            Ok(two_paths::fewest_channels_within(&openings, limit)?.unwrap_or(known))
        }
        _ => {
            let (found, complete) = among_many_paths(problem, routes, Least::Channels, limit, known);
            if complete { Ok(found) } else { Err(TooWide) }
        }
    }
}

fn among_two_paths(problem: &HalfProblem, routes: &Routes<'_>, least: Least, fallback: Disjoint) -> Disjoint {
    if problem.len() > MAX_EXACT {
        return fallback;
    }
    match exact_of_two(problem, routes, least) {
        Ok(Some((cost, star))) => Disjoint { bound: least.key(cost).0, star, cost },
        _ => fallback,
    }
}

fn exact_of_two(
    problem: &HalfProblem,
    routes: &Routes<'_>,
    least: Least,
) -> Result<Option<(StarCost, MulticastStar)>, TooWide> {
    let openings = Opening::all_disjoint(problem, routes);
    // Least in the longest path and then in channels: the first is settled alone, and is then a limit for the second.
    let longest = match least {
        Least::Channels => u64::MAX,
        Least::Longest => match two_paths::shortest_longest(&openings) {
            Some(shortest) if shortest.bound == shortest.longest => shortest.longest,
            _ => return Err(TooWide),
        },
    };
    two_paths::fewest_channels_within(&openings, longest)
}

/// Every pair of ports exactly, and then all ports by branch and bound. Also whether nothing better is left, with no
/// path above `limit`.
fn among_many_paths(
    problem: &HalfProblem,
    routes: &Routes<'_>,
    least: Least,
    limit: u64,
    known: (StarCost, MulticastStar),
) -> ((StarCost, MulticastStar), bool) {
    // A good star to begin with lets the bounds rule out more.
    let pairs = pairs_of_ports(problem, routes, least).into_iter().filter(|(cost, _)| cost.longest <= limit);
    let best = std::iter::once(known).chain(pairs).min_by_key(|(cost, _)| least.key(*cost)).expect("one is known");
    DisjointSearch::new(problem, routes, least, limit, best).run()
}

/// The best stars that use two ports only, for all pairs of ports that can serve the first destination.
fn pairs_of_ports(problem: &HalfProblem, routes: &Routes<'_>, least: Least) -> Vec<(StarCost, MulticastStar)> {
    let pairs = (0..problem.ports()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let opens = |ports: &[usize; 2]| ports.iter().any(|&port| problem.start(port, 0) != FORBIDDEN);
    let best = |ports: [usize; 2]| {
        let pair = problem.with_ports(&ports);
        let among = routes.with_ports(&ports);
        let (cost, mut star) = exact_of_two(&pair, &among, least).ok()??;
        star.paths.iter_mut().for_each(|path| path.port = ports[path.port]);
        Some((cost, star))
    };
    let few = problem.len() <= MAX_EXACT / 8;
    pairs.filter(|ports| few && opens(ports)).filter_map(best).collect()
}
