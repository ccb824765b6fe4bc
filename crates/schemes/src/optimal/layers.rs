//! The exact search for stars of any number of paths: for few destinations.

use super::cuts::TooWide;
use super::duals::Duals;
use super::half_problem::{Before, FORBIDDEN, HalfProblem, MulticastStar, StarCost};
use super::two_paths::keep_undominated;

/// How many states a search may visit: some 50 MiB, and a fraction of a second.
const MAX_STATES: usize = 1 << 18;

/// What the search may leave out: stars with a path longer than `longest`, and stars of more weighted channels than
/// a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<'d> {
    /// The greatest length of a path.
    pub longest: u64,
    /// What a channel on the way to each destination weighs.
    pub weights: &'d [u32],
    /// Duals of the weighted lengths: they bound what is still to come.
    pub duals: &'d Duals,
    /// The greatest weighted sum of channels.
    pub weighted: u64,
}

/// All undominated costs of stars within the limits, each with a star; the fewest channels first.
///
/// Destination after destination, every state is extended by every path that may take the next one. A state is
/// what matters for the rest: where the paths end, how long they are, and which ports are unused. States that the duals
/// rule out go, and so do those that another one with the same ends beats in every length. Exponential in the worst
/// case.
///
/// # Errors
/// More than [`MAX_STATES`] states.
pub(crate) fn stars_within(
    problem: &HalfProblem,
    limits: Limits<'_>,
) -> Result<Vec<(StarCost, MulticastStar)>, TooWide> {
    let mut search = Search { problem, limits, rest: limits.duals.rest(), trace: Vec::new() };
    // Invariant: of every partial star of the destinations before j that can become a star within the limits, the layer
    // has it, or one with the same ends and unused ports and no longer a path: what completes one completes the other.
    let mut layer = vec![State { unused: (0..problem.ports()).collect(), ends: Vec::new(), weighted: 0, born: 0 }];
    for j in 0..problem.len() {
        layer = search.next_layer(&layer, j)?;
    }
    // Complete stars: nothing is to come any more.
    layer.retain(|state| state.weighted <= limits.weighted);
    let mut found: Vec<_> = layer.iter().map(|state| (state.cost(), state.born)).collect();
    found.sort_unstable();
    keep_undominated(&mut found);
    Ok(found.into_iter().map(|(cost, born)| (cost, search.star(born))).collect())
}

/// A partial star.
#[derive(Clone, Debug)]
struct State {
    /// The ports that no path has left by, ascending.
    unused: Vec<usize>,
    /// The last destination and the length of each path, ascending.
    ends: Vec<(u32, u64)>,
    weighted: u64,
    /// Its number in the trace, plus one; 0 for the empty star.
    born: usize,
}

/// The state before, and what comes before the destination that was added to it.
struct Trace {
    parent: usize,
    before: Before,
}

struct Search<'s> {
    problem: &'s HalfProblem,
    limits: Limits<'s>,
    /// What the duals of the destinations from each one on sum to.
    rest: Vec<i64>,
    trace: Vec<Trace>,
}

impl Search<'_> {
    fn next_layer(&mut self, layer: &[State], j: usize) -> Result<Vec<State>, TooWide> {
        let mut next = Vec::new();
        for state in layer {
            let ports = (0..state.unused.len()).filter_map(|place| state.start(self.problem, place, j));
            let jumps = (0..state.ends.len()).map(|place| state.jump(self.problem, place, j));
            // Destination j starts a path at an unused port, or goes on with a path.
            for (mut grown, before, length) in ports.chain(jumps) {
                grown.weighted += u64::from(self.limits.weights[j]) * length;
                if self.allows(&grown, j) {
                    self.trace.push(Trace { parent: state.born, before });
                    grown.born = self.trace.len();
                    next.push(grown);
                }
            }
            if self.trace.len() > MAX_STATES {
                return Err(TooWide);
            }
        }
        Ok(unbeaten(next))
    }

    fn allows(&self, state: &State, j: usize) -> bool {
        let duals = self.limits.duals;
        let ports: i64 = state.unused.iter().map(|&port| duals.ports[port]).sum();
        let ends: i64 = state.ends.iter().map(|&(end, _)| duals.before[end as usize]).sum();
        // Destination j is among the ends, and not part of what is to come.
        let to_come = self.rest[j + 1] + ports + ends;
        let short = state.ends.iter().all(|&(_, length)| length <= self.limits.longest);
        short && state.weighted as i64 + to_come <= self.limits.weighted.min(i64::MAX as u64) as i64
    }

    fn star(&self, mut born: usize) -> MulticastStar {
        let mut links = Vec::with_capacity(self.problem.len());
        // From the last destination back to the first: each entry of the trace added one.
        while let Some(place) = born.checked_sub(1) {
            links.push(self.trace[place].before);
            born = self.trace[place].parent;
        }
        links.reverse();
        MulticastStar::from_links(&links)
    }
}

impl State {
    fn cost(&self) -> StarCost {
        let lengths = || self.ends.iter().map(|&(_, length)| length);
        StarCost { channels: lengths().sum(), longest: lengths().max().unwrap_or(0) }
    }

    /// With a new path from an unused port to destination `j`.
    fn start(&self, problem: &HalfProblem, place: usize, j: usize) -> Option<(Self, Before, u64)> {
        let port = self.unused[place];
        let length = Some(problem.start(port, j)).filter(|&length| length != FORBIDDEN)?;
        let mut grown = self.clone();
        grown.unused.remove(place);
        // j is greater than all other ends: they stay in order.
        grown.ends.push((j as u32, length.into()));
        Some((grown, Before::Port(port), length.into()))
    }

    /// With destination `j` on the path at this place.
    fn jump(&self, problem: &HalfProblem, place: usize, j: usize) -> (Self, Before, u64) {
        let (end, so_far) = self.ends[place];
        let length = u64::from(problem.cost(end as usize, j));
        let mut grown = self.clone();
        grown.ends.remove(place);
        grown.ends.push((j as u32, so_far + length));
        (grown, Before::Stop(end as usize), length)
    }

    /// Its ends and its unused ports.
    fn group(&self) -> impl Iterator<Item = usize> {
        self.ends.iter().map(|end| end.0 as usize).chain(self.unused.iter().copied())
    }

    fn beats(&self, other: &Self) -> bool {
        self.ends.iter().zip(&other.ends).all(|(a, b)| a.1 <= b.1)
    }
}

/// The states that no other one beats: with the same unused ports and the same ends, no path longer.
fn unbeaten(mut states: Vec<State>) -> Vec<State> {
    // Those that can beat each other stand together, and what beats a state stands before it.
    states.sort_by(|a, b| a.group().cmp(b.group()).then_with(|| a.ends.cmp(&b.ends)).then(a.born.cmp(&b.born)));
    let mut kept: Vec<State> = Vec::with_capacity(states.len());
    for state in states {
        // Invariant: no state of `kept` is beaten by another. Rivals are the states of the same group, at its end.
        let mut rivals = kept.iter().rev().take_while(|rival| rival.group().eq(state.group()));
        if !rivals.any(|rival| rival.beats(&state)) {
            kept.push(state);
        }
    }
    kept
}
