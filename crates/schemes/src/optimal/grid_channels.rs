//! The fewest channels on a two-dimensional mesh, in O(k log columns).

use super::duals::Duals;
use super::half_problem::{FORBIDDEN, GridPlace, HalfProblem, MulticastStar};
use super::nearest::Nearest;

/// An optimal channel multicast star of a side of a two-dimensional mesh, with the duals that prove it; none if there
/// is no destination.
///
/// Begin with one path through all destinations. To *switch at m* is to let the path end at destination m − 1 and to
/// let another one, which stopped earlier, go on at m. Let d(m) be the least that a star whose last switch is at m
/// costs beyond the single path. The other path stopped right before an earlier switch j, or comes fresh from its port:
///
/// ```text
/// d(m) = min { start(m), min over j < m of d(j) + c(j − 1, m) } − c(m − 1, m)
/// ```
///
/// No other terms: between two switches both stars go from destination to destination. As y never falls along the
/// labels, c(j − 1, m) = y(m) − y(j − 1) + |x(m) − x(j − 1)|, and the inner minimum is one of d(j) − y(j − 1) by the
/// distance from x(m): range minima. O(k log columns) time, O(k + columns) memory.
///
/// d is also the price of letting the path end at m − 1, and gives the duals.
///
/// # Panics
/// If the side is not of a grid, or has more than two ports.
pub fn fewest_channels_on_grid(problem: &HalfProblem) -> Option<(MulticastStar, Duals)> {
    assert!(problem.ports() <= 2, "a problem of a two-dimensional mesh has at most two ports");
    let points = problem.points().expect("a problem of a grid");
    let port = problem.nearest_port()?;
    let seconds = SecondStarts::new(problem, port);
    let gains = Gains::compute(problem, points, &seconds);
    Some((gains.star(problem, port, &seconds), gains.duals(problem, port, &seconds)))
}

/// How the second path may come from the source.
struct SecondStarts {
    /// The other port, if there is one.
    other: Option<usize>,
    /// What it costs to let the first destination have the other port.
    swap: Option<u32>,
    /// Stands for no way: more than any star costs.
    never: i64,
}

impl SecondStarts {
    fn new(problem: &HalfProblem, port: usize) -> Self {
        let other = (problem.ports() == 2).then_some(1 - port);
        let swap = other.map(|other| problem.start(other, 0)).filter(|&start| start != FORBIDDEN);
        let chain: u64 = (1..problem.len()).map(|j| u64::from(problem.cost(j - 1, j))).sum();
        let single = u64::from(problem.start(port, 0)) + chain;
        Self { other, swap: swap.map(|start| start - problem.start(port, 0)), never: single as i64 + 1 }
    }

    /// The least cost of starting a second path at destination `m`, and whether the ports change hands.
    fn cost(&self, problem: &HalfProblem, port: usize, m: usize) -> (i64, bool) {
        let start = |port: usize| Some(problem.start(port, m)).filter(|&start| start != FORBIDDEN).map(i64::from);
        let straight = self.other.and_then(start).unwrap_or(self.never);
        let swapped = self.swap.and_then(|swap| Some(start(port)? + i64::from(swap))).unwrap_or(self.never);
        if swapped < straight { (swapped, true) } else { (straight.min(self.never), false) }
    }
}

/// Stands for a second path that comes from its port.
const FRESH: u32 = u32::MAX;

/// d(m), and the switch before the one at m.
struct Gains {
    change: Vec<i64>,
    previous: Vec<u32>,
}

impl Gains {
    fn compute(problem: &HalfProblem, points: &[GridPlace], seconds: &SecondStarts) -> Self {
        let port = problem.nearest_port().expect("there is a destination");
        let columns = points.iter().map(|point| point.x as usize + 1).max().unwrap_or(0);
        let mut stopped = Nearest::new(columns, 1);
        // Invariant: `change` and `previous` are known before m, and `stopped` holds d(j) − y(j − 1) at x(j − 1) for
        // every switch j before m. (A switch at 0 is no switch.)
        let mut gains = Self { change: vec![0; points.len()], previous: vec![FRESH; points.len()] };
        for m in 1..points.len() {
            let y = i64::from(points[m].y);
            // The recurrence: from the source, or from where the other path stopped at an earlier switch.
            let (mut best, mut previous) = (seconds.cost(problem, port, m).0, FRESH);
            if let Some(jump) = stopped.query(points[m].x).filter(|jump| jump.key + y < best) {
                (best, previous) = (jump.key + y, jump.by);
            }
            gains.change[m] = best - i64::from(problem.cost(m - 1, m));
            gains.previous[m] = previous;
            stopped.insert(points[m - 1].x, gains.change[m] - i64::from(points[m - 1].y), m as u32);
        }
        gains
    }

    /// The last switch of the best star; none if a single path is best.
    fn last_switch(&self) -> Option<usize> {
        (1..self.change.len()).min_by_key(|&m| self.change[m]).filter(|&m| self.change[m] < 0)
    }

    fn star(&self, problem: &HalfProblem, port: usize, seconds: &SecondStarts) -> MulticastStar {
        let Some(last) = self.last_switch() else {
            return MulticastStar::single(port, self.change.len());
        };
        // Back from the last switch to the one at which the second path comes from its port.
        let mut switches = vec![last as u32];
        while let Some(&m) = switches.last().filter(|&&m| self.previous[m as usize] != FRESH) {
            switches.push(self.previous[m as usize]);
        }
        switches.reverse();
        let (_, swapped) = seconds.cost(problem, port, switches[0] as usize);
        let other = seconds.other.expect("the second path has a port");
        MulticastStar::switching(if swapped { [other, port] } else { [port, other] }, &switches, self.change.len())
    }

    /// u(m − 1) = gain − d(m), and v(m) makes the step from m − 1 to m tight. The recurrence of d is their
    /// feasibility.
    fn duals(&self, problem: &HalfProblem, port: usize, seconds: &SecondStarts) -> Duals {
        let count = self.change.len();
        let gain = self.last_switch().map_or(0, |m| self.change[m]);
        let mut before: Vec<_> = self.change[1..].iter().map(|change| gain - change).collect();
        before.push(0);
        let tight = |m: usize| i64::from(problem.cost(m - 1, m)) - before[m - 1];
        let mut after: Vec<_> = std::iter::once(0).chain((1..count).map(tight)).collect();
        // Of the ports, that of the second path is used if there is a gain: its u is the gain. The first one's makes up
        // for an exchange of the two, or is as great as the later destinations allow.
        let mut ports = vec![gain; problem.ports()];
        ports[port] = match seconds.swap {
            Some(swap) => gain - i64::from(swap),
            None => room(problem, port, &after),
        };
        after[0] = i64::from(problem.start(port, 0)) - ports[port];
        Duals { ports, before, after }
    }
}

/// The greatest u that a port can have beside the later destinations, at most 0. The first destination, which nothing
/// else can precede, makes up for it.
fn room(problem: &HalfProblem, port: usize, after: &[i64]) -> i64 {
    let starts = (1..after.len()).filter(|&j| problem.start(port, j) != FORBIDDEN);
    starts.map(|j| i64::from(problem.start(port, j)) - after[j]).min().unwrap_or(0).min(0)
}
