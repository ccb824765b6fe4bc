//! Stars of two paths as walks from switch to switch.

use super::crossings::Crossings;
use super::half_problem::{FORBIDDEN, HalfProblem, MulticastStar};
use super::routes::Routes;

/// Which of the two paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The one that serves the first destination.
    First = 0,
    /// The other one, which may stay unused.
    Second = 1,
}

impl Who {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other one.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A side, and the ports of its two paths.
///
/// A star of two paths is a walk over *switch states*. In state (j, who), the path `who` ends at destination j and the
/// other one ends at destination j − 1; in state (0, first) the other one has not started. From (j, who) the walk
/// either ends: `who` *runs* from destination to destination to the last one. Or it goes on to (m, the other), m > j:
/// `who` runs to m − 1, and the other one *jumps* to m. Where the two paths must not share a channel, a state also has
/// a *tail*, which tells in which way the last jump arrived.
#[derive(Clone, Debug)]
pub struct Opening<'s> {
    problem: &'s HalfProblem,
    ports: [usize; 2],
    /// The length of the run from the first destination to each one.
    run: Vec<u64>,
    /// What the paths must not share.
    crossings: Option<Crossings>,
}

impl<'s> Opening<'s> {
    /// All ways to open a star on this side: one for each port through which the first destination can be reached.
    ///
    /// # Panics
    /// If there are more than two ports.
    pub fn all(problem: &'s HalfProblem) -> Vec<Self> {
        assert!(problem.ports() <= 2, "two paths leave through two ports");
        let first_ports =
            (0..problem.ports()).filter(|&port| !problem.is_empty() && problem.start(port, 0) != FORBIDDEN);
        first_ports.map(|port| Self::new(problem, [port, 1 - port])).collect()
    }

    fn new(problem: &'s HalfProblem, ports: [usize; 2]) -> Self {
        let steps = (1..problem.len()).map(|j| u64::from(problem.cost(j - 1, j)));
        let run = std::iter::once(0).chain(steps.scan(0, |sum, step| {
            *sum += step;
            Some(*sum)
        }));
        Self { problem, ports, run: run.collect(), crossings: None }
    }

    /// The same, of stars whose paths share no channel. O(k²) memory.
    ///
    /// # Panics
    /// If there are more than two ports.
    pub fn all_disjoint(problem: &'s HalfProblem, routes: &Routes<'_>) -> Vec<Self> {
        let mut openings = Self::all(problem);
        for opening in &mut openings {
            let reaches = |m: usize| opening.jump(0, m).is_some();
            opening.crossings = Some(Crossings::find(routes, opening.ports, problem.len(), reaches));
        }
        openings
    }

    /// The side.
    pub fn problem(&self) -> &'s HalfProblem {
        self.problem
    }

    /// The port of each path; the second one need not exist.
    pub fn ports(&self) -> [usize; 2] {
        self.ports
    }

    /// How many destinations there are.
    pub fn len(&self) -> usize {
        self.run.len()
    }

    /// Never: every opening has a first destination.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The length of the first path at the start: from the source to destination 0.
    pub fn first_start(&self) -> u64 {
        self.problem.start(self.ports[0], 0).into()
    }

    /// The length of the run from destination `from` to destination `to`.
    #[inline]
    pub fn run(&self, from: usize, to: usize) -> u64 {
        self.run[to] - self.run[from]
    }

    /// The length of the jump from switch `j` to switch `m` > `j`: from destination j − 1, or from the second port.
    /// None where the second port does not lead.
    #[inline]
    pub fn jump(&self, j: usize, m: usize) -> Option<u64> {
        let cost = match j {
            0 if self.ports[1] >= self.problem.ports() => FORBIDDEN,
            0 => self.problem.start(self.ports[1], m),
            _ => self.problem.cost(j - 1, m),
        };
        (cost != FORBIDDEN).then_some(cost.into())
    }

    /// How many tails there are at a destination.
    pub(crate) fn tails(&self, j: usize) -> usize {
        self.crossings.as_ref().filter(|_| j > 0).map_or(1, |crossings| crossings.tails(j))
    }

    /// The tail with which the jump from switch `j`, reached with a tail, arrives at switch `m`; none if the two paths
    /// would share a channel.
    #[inline]
    pub(crate) fn arrive(&self, j: usize, tail: usize, m: usize) -> Option<usize> {
        match &self.crossings {
            None => Some(0),
            Some(crossings) => crossings.tail(j, m).filter(|_| crossings.are_apart(j, tail, m)),
        }
    }

    /// Whether the star with these switches keeps its paths apart, as far as it must.
    pub fn allows(&self, switches: &[u32]) -> bool {
        let last = switches.iter().try_fold((0, 0), |(j, tail), &m| {
            let m = m as usize;
            Some((m, self.arrive(j, tail, m)?))
        });
        last.is_some()
    }

    /// The star with these switches.
    pub fn star(&self, switches: &[u32]) -> MulticastStar {
        MulticastStar::switching(self.ports, switches, self.len())
    }

    /// The lengths of the two paths with these switches. O(switches).
    pub fn lengths(&self, switches: &[u32]) -> [u64; 2] {
        let mut lengths = [self.first_start(), 0];
        let (mut who, mut at) = (Who::First, 0);
        for &m in switches {
            let m = m as usize;
            lengths[who as usize] += self.run(at, m - 1);
            lengths[who.other() as usize] += self.jump(at, m).expect("a star jumps where its ports lead");
            (who, at) = (who.other(), m);
        }
        lengths[who as usize] += self.run(at, self.len() - 1);
        lengths
    }
}
