//! Stars whose paths share no channel.

use super::cuts::TooWide;
use super::duals::Duals;
use super::flow::fewest_channels_by_flow;
use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar, StarCost, StarPath};
use super::opening::Opening;
use super::routes::Routes;
use super::solve::{fewest_channels, shortest_longest};
use super::two_paths;

/// How many destinations of two paths are searched exactly: the tables then take 64 MiB.
const MAX_EXACT: usize = 4096;

/// How many steps a search with more than two ports may try: a second or two.
const MAX_TRIES: usize = 1 << 22;

/// What a disjoint star is to be least in; ties are broken by the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// The channels of all paths.
    Channels,
    /// The channels of the longest path.
    Longest,
}

impl Least {
    /// The costs in the order of their weight.
    pub fn key(self, cost: StarCost) -> (u64, u64) {
        match self {
            Self::Channels => (cost.channels, cost.longest),
            Self::Longest => (cost.longest, cost.channels),
        }
    }
}

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

/// The best star whose paths share no channel; none if there is no destination. There always is such a star: a single
/// path serves all destinations, and takes no channel twice.
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
        _ => among_many_paths(problem, routes, least, best),
    })
}

/// Whether no two paths of a star share a channel. O(channels of the network + hops).
pub fn is_disjoint(star: &MulticastStar, routes: &Routes<'_>) -> bool {
    let mut taken = vec![false; routes.channel_count()];
    let ways = star.paths.iter().flat_map(|path| {
        let jumps = path.stops.windows(2).flat_map(|pair| routes.jump(pair[0] as usize, pair[1] as usize));
        routes.start(path.port, path.stops[0] as usize).chain(jumps)
    });
    ways.into_iter().all(|hop| !std::mem::replace(&mut taken[hop.channel.index()], true))
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

/// Every pair of ports exactly, and then all ports by branch and bound.
fn among_many_paths(problem: &HalfProblem, routes: &Routes<'_>, least: Least, mut best: Disjoint) -> Disjoint {
    // A good star to begin with lets the bounds rule out more.
    for (star, cost) in pairs_of_ports(problem, routes, least) {
        if least.key(cost) < least.key(best.cost) {
            (best.star, best.cost) = (star, cost);
        }
    }
    let mut search = Search::new(problem, routes, least, best);
    let complete = search.extend(0);
    let mut best = search.best;
    // Nothing better is left: what was found is its own bound. Else the bound of stars that may share channels stays.
    if complete {
        best.bound = least.key(best.cost).0;
    }
    best
}

/// The best stars that use two ports only, for all pairs of ports that can serve the first destination.
fn pairs_of_ports(problem: &HalfProblem, routes: &Routes<'_>, least: Least) -> Vec<(MulticastStar, StarCost)> {
    let pairs = (0..problem.ports()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let opens = |ports: &[usize; 2]| ports.iter().any(|&port| problem.start(port, 0) != FORBIDDEN);
    let best = |ports: [usize; 2]| {
        let pair = problem.with_ports(&ports);
        let among = routes.with_ports(&ports);
        let (cost, mut star) = exact_of_two(&pair, &among, least).ok()??;
        star.paths.iter_mut().for_each(|path| path.port = ports[path.port]);
        Some((star, cost))
    };
    let few = problem.len() <= MAX_EXACT / 8;
    pairs.filter(|ports| few && opens(ports)).filter_map(best).collect()
}

/// Branch and bound: destination after destination, each path in turn takes it, if its way is free.
struct Search<'s> {
    problem: &'s HalfProblem,
    routes: &'s Routes<'s>,
    least: Least,
    /// Duals of the channels, and their sums over the destinations from each one on.
    duals: Duals,
    rest: Vec<i64>,
    paths: Vec<StarPath>,
    lengths: Vec<u64>,
    taken: Vec<bool>,
    tries: usize,
    best: Disjoint,
}

impl<'s> Search<'s> {
    fn new(problem: &'s HalfProblem, routes: &'s Routes<'s>, least: Least, best: Disjoint) -> Self {
        let (_, duals) = fewest_channels_by_flow(problem).expect("there is a destination");
        Self {
            problem,
            routes,
            least,
            rest: duals.rest(),
            duals,
            paths: Vec::new(),
            lengths: Vec::new(),
            taken: vec![false; routes.channel_count()],
            tries: 0,
            best,
        }
    }

    /// Tries all ways to serve the destinations from `j` on. Returns whether that was within the tries.
    fn extend(&mut self, j: usize) -> bool {
        if j == self.problem.len() {
            self.finish();
            return true;
        }
        // Invariant, here and in what this calls: `paths` serve all destinations before j over channels that are
        // `taken`, none twice, and are as they were when a try returns. Every star is met once, as each destination is
        // given to a path that is there, or begins one at a port that no path has left by.
        for path in 0..self.paths.len() {
            if !self.try_jump(path, j) {
                return false;
            }
        }
        (0..self.problem.ports()).all(|port| self.try_start(port, j))
    }

    fn try_jump(&mut self, path: usize, j: usize) -> bool {
        let end = *self.paths[path].stops.last().expect("a path has a stop") as usize;
        let way: Vec<_> = self.routes.jump(end, j).map(|hop| hop.channel.index()).collect();
        self.paths[path].stops.push(j as u32);
        let within = self.try_way(path, &way, j);
        self.paths[path].stops.pop();
        within
    }

    fn try_start(&mut self, port: usize, j: usize) -> bool {
        if self.problem.start(port, j) == FORBIDDEN || self.paths.iter().any(|path| path.port == port) {
            return true;
        }
        let way: Vec<_> = self.routes.start(port, j).map(|hop| hop.channel.index()).collect();
        self.paths.push(StarPath { port, stops: vec![j as u32] });
        self.lengths.push(0);
        let within = self.try_way(self.paths.len() - 1, &way, j);
        self.paths.pop();
        self.lengths.pop();
        within
    }

    /// Goes on with a path that has just taken this way to `j`, if that is free and can still lead to something better.
    fn try_way(&mut self, path: usize, way: &[usize], j: usize) -> bool {
        self.tries += 1;
        if self.tries > MAX_TRIES {
            return false;
        }
        if way.iter().any(|&channel| self.taken[channel]) {
            return true;
        }
        self.lengths[path] += way.len() as u64;
        way.iter().for_each(|&channel| self.taken[channel] = true);
        let within = !self.is_promising(j) || self.extend(j + 1);
        way.iter().for_each(|&channel| self.taken[channel] = false);
        self.lengths[path] -= way.len() as u64;
        within
    }

    /// Whether the duals leave room for something better than the best.
    fn is_promising(&self, j: usize) -> bool {
        // Weak duality: each step of a star that is still to come is at least u of what comes before it and v of the
        // destination. Before may come what has nothing after it by now: the ends of the paths, the unused ports, and
        // the destinations that are left; all u are at most 0, so those that end up unused do no harm.
        let longest = self.lengths.iter().copied().max().unwrap_or(0);
        let ends = self.paths.iter().map(|path| self.duals.before[path.stops[path.stops.len() - 1] as usize]);
        let used = |port: &usize| self.paths.iter().any(|path| path.port == *port);
        let unused = (0..self.problem.ports()).filter(|port| !used(port)).map(|port| self.duals.ports[port]);
        let to_come = self.rest[j + 1] + ends.sum::<i64>() + unused.sum::<i64>();
        let channels = (self.lengths.iter().sum::<u64>() as i64 + to_come).max(0) as u64;
        // The longest path has at least the mean length.
        let ports = self.problem.ports() as u64;
        let cost = StarCost { channels, longest: longest.max(channels.div_ceil(ports)) };
        self.least.key(cost) < self.least.key(self.best.cost)
    }

    fn finish(&mut self) {
        let star = MulticastStar { paths: self.paths.clone() };
        let cost = self.problem.measure(&star);
        if self.least.key(cost) < self.least.key(self.best.cost) {
            (self.best.star, self.best.cost) = (star, cost);
        }
    }
}
