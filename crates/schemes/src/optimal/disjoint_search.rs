//! Stars of any number of paths that share no channel: branch and bound.

use super::duals::Duals;
use super::flow::fewest_channels_by_flow;
use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar, StarCost, StarPath};
use super::least::Least;
use super::routes::Routes;

/// How many steps a search with more than two ports may try: a second or two.
const MAX_TRIES: usize = 1 << 22;

/// Branch and bound: destination after destination, each path in turn takes it, if its way is free.
pub(super) struct DisjointSearch<'s> {
    problem: &'s HalfProblem,
    routes: &'s Routes<'s>,
    least: Least,
    limit: u64,
    /// Duals of the channels, and their sums over the destinations from each one on.
    duals: Duals,
    rest: Vec<i64>,
    paths: Vec<StarPath>,
    lengths: Vec<u64>,
    taken: Vec<bool>,
    tries: usize,
    best: (StarCost, MulticastStar),
}

impl<'s> DisjointSearch<'s> {
    /// A search for a star that is better than this one, and has no path above `limit`.
    pub(super) fn new(
        problem: &'s HalfProblem,
        routes: &'s Routes<'s>,
        least: Least,
        limit: u64,
        best: (StarCost, MulticastStar),
    ) -> Self {
        let (_, duals) = fewest_channels_by_flow(problem).expect("there is a destination");
        Self {
            problem,
            routes,
            least,
            limit,
            rest: duals.rest(),
            duals,
            paths: Vec::new(),
            lengths: Vec::new(),
            taken: vec![false; routes.channel_count()],
            tries: 0,
            best,
        }
    }

    /// The best star, and whether all that could be better were tried.
    pub(super) fn run(mut self) -> ((StarCost, MulticastStar), bool) {
        let complete = self.extend(0);
        (self.best, complete)
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

    /// Whether the limit and the duals leave room for something better than the best.
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
        longest <= self.limit && self.least.key(cost) < self.least.key(self.best.0)
    }

    fn finish(&mut self) {
        let star = MulticastStar { paths: self.paths.clone() };
        let cost = self.problem.measure(&star);
        if self.least.key(cost) < self.least.key(self.best.0) {
            self.best = (cost, star);
        }
    }
}
