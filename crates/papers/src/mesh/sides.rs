//! Sides of random multicasts, and all their stars.

use super::super::lone::RandomSets;
use wormcast_plan::FirstHop;
use wormcast_schemes::LabelRouting;
use wormcast_schemes::optimal::{FORBIDDEN, Half, HalfProblem, Halves, StarCost};
use wormcast_topology::Topology;

/// Sides of random multicasts on one network, by the paper's rule for the first hop.
pub(super) struct Sides<'t> {
    topology: &'t dyn Topology,
    halves: Halves<'t>,
}

/// A side, and the label of its source.
pub(super) struct Side {
    pub(super) source: u32,
    pub(super) half: Half,
}

impl<'t> Sides<'t> {
    /// # Panics
    /// If the network has no labelling.
    pub(super) fn new(topology: &'t dyn Topology) -> Self {
        let routing = LabelRouting::new(topology).expect("the figure's networks have labels");
        Self { topology, halves: Halves::new(topology, routing, FirstHop::Routing) }
    }

    pub(super) fn halves(&self) -> &Halves<'t> {
        &self.halves
    }

    /// The sides, with at least one destination each, of so many random multicasts of one size.
    pub(super) fn random(&self, size: usize, count: usize, seed: u64) -> Vec<Side> {
        let mut sets = RandomSets::new(self.topology, size, seed);
        let mut sides = Vec::new();
        for _ in 0..count {
            let set = sets.next();
            let routing = self.halves.routing();
            let source = routing.label(set.source);
            let labels: Vec<u32> = set.destinations.iter().map(|&node| routing.label(node)).collect();
            for above in [true, false] {
                let mut own: Vec<u32> = labels.iter().copied().filter(|&label| (label > source) == above).collect();
                own.sort_unstable_by_key(|label| label.abs_diff(source));
                if !own.is_empty() {
                    sides.push(Side { source, half: self.halves.half(source, own) });
                }
            }
        }
        sides
    }
}

/// What all stars of a side come to.
pub(super) struct All {
    pub(super) stars: u64,
    /// The least of each, over all stars.
    pub(super) least: StarCost,
}

impl All {
    /// Every way to share out the destinations among the ports. O(portsᵏ).
    pub(super) fn of(problem: &HalfProblem) -> Self {
        let mut all = Self { stars: 0, least: StarCost { channels: u64::MAX, longest: u64::MAX } };
        let ports = vec![None; problem.ports()];
        all.share_out(problem, 0, ports);
        all
    }

    /// Invariant: the destinations before `next` are shared out; `paths` are the last stop and the length by port.
    fn share_out(&mut self, problem: &HalfProblem, next: usize, paths: Vec<Option<(usize, u64)>>) {
        if next == problem.len() {
            let lengths = paths.iter().flatten().map(|&(_, length)| length);
            self.stars += 1;
            self.least.channels = self.least.channels.min(lengths.clone().sum());
            self.least.longest = self.least.longest.min(lengths.max().unwrap_or(0));
            return;
        }
        for port in 0..paths.len() {
            let step = match paths[port] {
                Some((last, length)) => Some(length + u64::from(problem.cost(last, next))),
                None => Some(problem.start(port, next)).filter(|&start| start != FORBIDDEN).map(u64::from),
            };
            if let Some(length) = step {
                let mut paths = paths.clone();
                paths[port] = Some((next, length));
                self.share_out(problem, next + 1, paths);
            }
        }
    }
}

/// The perfect matchings of the paper's bipartite graph that have a finite weight, those alike that differ in the
/// ends of paths alone. O(number of them).
pub(super) fn matchings(problem: &HalfProblem) -> u64 {
    // On the left the ports, then the destinations; `free` are those without a partner.
    fn from(problem: &HalfProblem, next: usize, free: &mut Vec<bool>) -> u64 {
        if next == problem.len() {
            return 1;
        }
        let ports = problem.ports();
        let mut count = 0;
        for left in 0..ports + next {
            let edge = left >= ports || problem.start(left, next) != FORBIDDEN;
            if free[left] && edge {
                free[left] = false;
                count += from(problem, next + 1, free);
                free[left] = true;
            }
        }
        count
    }
    from(problem, 0, &mut vec![true; problem.ports() + problem.len()])
}
