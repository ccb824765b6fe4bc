//! Stars that are done soon: equation (2) where it can hold, and the least that worms hold each other up where not.

use super::disjoint::best_disjoint;
use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar};
use super::least::Least;
use super::routes::Routes;
use super::solve::{BoundProof, fewest_channels, fewest_channels_within, shortest_longest};
use super::star_clock::{Pace, StarClock};

/// How many channels the stars that the descent tries may have together.
const MAX_HOPS: u64 = 1 << 23;

/// A star that is done soon, and what was proved about it.
#[derive(Clone, Debug)]
pub struct Soonest {
    /// The star.
    pub star: MulticastStar,
    /// Until it is done when it is alone in the network, in nanoseconds after the start-up.
    pub time: u64,
    /// No star is done sooner. The star is optimal if this is its time.
    pub bound: u64,
    /// No star has a shorter longest path than this: what the bound rests on.
    pub longest: u64,
    /// Why.
    pub proof: BoundProof,
}

/// A star that is done as soon as could be found; none if there is no destination.
///
/// No star is done before the head of its longest path has come to the end, so the shortest longest path bounds the
/// time from below. The stars of the other searches are run: that with the shortest longest path, the one of these
/// with the fewest channels, that with the fewest channels, and the best whose paths share none. Unless one meets the
/// bound, the soonest of them is the beginning of a descent: a destination goes to another path, or two paths change
/// what they serve from a destination on, as long as that makes the star sooner.
///
/// Time and memory of these searches, and at most 2²³ channels of stars that are run.
pub fn soonest(problem: &HalfProblem, routes: &Routes<'_>, pace: Pace) -> Option<Soonest> {
    let shortest = shortest_longest(problem)?;
    let bound = pace.unhindered(shortest.bound);
    let mut clock = StarClock::new(routes, pace);
    let mut best = (clock.time(&shortest.star), shortest.star);
    let others: [&dyn Fn() -> Option<MulticastStar>; 3] = [
        &|| best_disjoint(problem, routes, Least::Longest).map(|disjoint| disjoint.star),
        &|| Some(fewest_channels_within(problem, shortest.longest).ok()??.1),
        &|| fewest_channels(problem).map(|(star, _)| star),
    ];
    for other in others {
        let found = if best.0 > bound { other() } else { None };
        best = found.into_iter().map(|star| (clock.time(&star), star)).fold(best, sooner);
    }
    let (time, star) = descend(problem, &mut clock, bound, best);
    Some(Soonest { star, time, bound, longest: shortest.bound, proof: shortest.proof })
}

type Timed = (u64, MulticastStar);

/// The sooner one; the first if they take as long.
fn sooner(one: Timed, other: Timed) -> Timed {
    if other.0 < one.0 { other } else { one }
}

/// Invariant: `best` is the soonest star so far. Ends when no neighbour is sooner, at the bound, or out of budget.
fn descend(problem: &HalfProblem, clock: &mut StarClock<'_>, bound: u64, mut best: Timed) -> Timed {
    let (mut hops, mut from, mut tried) = (0, 0, 0);
    let moves = 2 * problem.len() * problem.ports() * problem.ports();
    while best.0 > bound && tried < moves && hops < MAX_HOPS {
        if let Some(star) = neighbour(problem, &best.1, from) {
            hops += problem.measure(&star).channels;
            let time = clock.time(&star);
            if time < best.0 {
                (best, tried) = ((time, star), 0);
            }
        }
        (from, tried) = ((from + 1) % moves, tried + 1);
    }
    best
}

/// The star after the move of this number; none if that is none, or not allowed.
fn neighbour(problem: &HalfProblem, star: &MulticastStar, number: usize) -> Option<MulticastStar> {
    let ports = problem.ports();
    let (from, to) = (number % ports, number / ports % ports);
    let (whole_tail, stop) = (number / (ports * ports) % 2 == 1, number / (2 * ports * ports));
    let mut stops = vec![Vec::new(); ports];
    star.paths.iter().for_each(|path| stops[path.port].clone_from(&path.stops));
    let at = stops[from].binary_search(&(stop as u32)).ok().filter(|_| from != to)?;
    let place = stops[to].partition_point(|&other| other < stop as u32);
    if whole_tail {
        let [one, other] = [stops[from].split_off(at), stops[to].split_off(place)];
        stops[to].extend(one);
        stops[from].extend(other);
    } else {
        stops[from].remove(at);
        stops[to].insert(place, stop as u32);
    }
    let star = MulticastStar::of_ports(stops);
    star.paths.iter().all(|path| problem.start(path.port, path.stops[0] as usize) != FORBIDDEN).then_some(star)
}
