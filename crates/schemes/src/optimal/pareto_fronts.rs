//! Pareto fronts of pairs of lengths: the exact search for stars of two paths.

use super::cuts::{Cuts, Effort, TooWide};
use super::opening::{Opening, Who};

/// Stands for no pair; twice this does not overflow.
const NONE: u32 = u32::MAX / 2;

/// For every switch state the Pareto front of the pairs of lengths with which it can be reached, as far as a star
/// within the cuts may still come of them.
///
/// A front is an array: at the length of the first path, the least length of the second. A step from state to state
/// shifts the array by what the first path grows and adds what the second one grows, so fronts are merged by a plain
/// loop of minima over arrays. States, steps and pairs are left out when the potentials show that no star within the
/// cuts comes of them. O(k² · longest) time at most, O(k · longest) memory; in practice a small part of it.
#[derive(Debug)]
pub struct ParetoFronts<'a> {
    opening: &'a Opening<'a>,
    cuts: Cuts<'a>,
    /// The first front of each destination.
    first: Vec<usize>,
    /// The front of (j, who, tail) at the first one of j, + 2 tail + who.
    fronts: Vec<Front>,
}

/// A switch state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    j: usize,
    who: Who,
    tail: usize,
}

/// A complete star: its two lengths, and the state of its last switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The length of the first path and of the second.
    pub lengths: [u64; 2],
    state: State,
    /// The length of the first path at that state.
    first: u32,
}

/// A step between states: the growth of the two paths.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    grow: [u32; 2],
}

impl<'a> ParetoFronts<'a> {
    /// Searches all stars of an opening within the cuts.
    ///
    /// # Errors
    /// The fronts grow too large for memory, or the search too long.
    pub fn fill(opening: &'a Opening<'a>, cuts: Cuts<'a>) -> Result<Self, TooWide> {
        Self::fill_with(opening, cuts, Effort::GRANTED)
    }

    fn fill_with(opening: &'a Opening<'a>, cuts: Cuts<'a>, mut effort: Effort) -> Result<Self, TooWide> {
        let first = (0..opening.len()).scan(0, |fronts, j| {
            let first = *fronts;
            *fronts += 2 * opening.tails(j);
            Some(first)
        });
        let mut fronts = Self { opening, cuts, first: first.collect(), fronts: Vec::new() };
        fronts.begin();
        // The destinations from which a path may still run to m − 1: only their states can lead to one at m.
        let mut live = vec![0];
        let mut steps = Vec::new();
        // Invariant: the fronts of all states at destinations before m are complete, as every step leads from a
        // smaller destination to a greater one.
        for m in 1..opening.len() {
            effort.spend(live.len())?;
            for tail in 0..opening.tails(m) {
                for who in Who::BOTH {
                    let to = State { j: m, who, tail };
                    fronts.steps_into(to, &live, &mut steps);
                    let front = fronts.merge(to, &steps);
                    effort.store(front.second.len(), steps.len())?;
                    fronts.fronts.push(front);
                }
            }
            // A run from j only gets longer: once it is beyond the cut, j is of no use for any later destination.
            live.retain(|&j| fronts.can_run(j, m));
            if fronts.states(m).any(|state| !fronts.front(state).second.is_empty()) {
                live.push(m);
            }
        }
        Ok(fronts)
    }

    /// The complete stars within the cuts, undominated among those with the same last switch.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let last = self.opening.len() - 1;
        let states = (0..=last).flat_map(|j| self.states(j));
        // A star ends with one path, the last that jumped, running through all destinations that are left.
        let ends = states.flat_map(move |state| {
            let run = self.opening.run(state.j, last);
            self.front(state).pairs().map(move |(first, second)| {
                let mut lengths = [first, second].map(u64::from);
                lengths[state.who as usize] += run;
                End { lengths, state, first }
            })
        });
        ends.filter(|end| self.cuts.allow(end.lengths))
    }

    /// The switches of a star: found backwards, by asking which step leads to each pair. O(k · switches).
    pub fn switches(&self, end: &End) -> Vec<u32> {
        let (mut at, mut first) = (end.state, end.first);
        let mut switches = Vec::new();
        // Invariant: the pair (first, front(at).at(first)) is reached by the star's switches up to `at`; those behind
        // it are in `switches`, the last one first.
        while at.j > 0 {
            switches.push(at.j as u32);
            (at, first) = self.before(at, first);
        }
        switches.reverse();
        switches
    }

    /// A state and a length of the first path from which a step leads to a pair.
    fn before(&self, to: State, first: u32) -> (State, u32) {
        let second = self.front(to).at(first);
        // No entry remembers where it came from. One of the steps that were merged gives exactly this pair.
        let comes_from = |from: State| {
            let grow = self.growth(from, to)?;
            let earlier = first.checked_sub(grow[0])?;
            (self.front(from).at(earlier) + grow[1] == second).then_some((from, earlier))
        };
        let mut from = (0..to.j).flat_map(|j| self.states_of(j, to.who.other()));
        from.find_map(comes_from).expect("a pair comes from another")
    }

    fn states(&self, j: usize) -> impl Iterator<Item = State> + use<> {
        let tails = self.opening.tails(j);
        (0..tails).flat_map(move |tail| Who::BOTH.map(|who| State { j, who, tail }))
    }

    /// The states at `j` in which this path was the last to jump.
    fn states_of(&self, j: usize, who: Who) -> impl Iterator<Item = State> + use<> {
        (0..self.opening.tails(j)).map(move |tail| State { j, who, tail })
    }

    fn place(&self, state: State) -> usize {
        self.first[state.j] + 2 * state.tail + state.who as usize
    }

    fn front(&self, state: State) -> &Front {
        &self.fronts[self.place(state)]
    }

    fn begin(&mut self) {
        // At destination 0 the first path has its start, and the second has none yet: it has length 0. There is no
        // state in which the second path serves destination 0: that is another opening.
        let start = self.opening.first_start() as u32;
        let weight = u64::from(self.cuts.potentials.weights[0]);
        let mut front = Front { low: start, second: vec![0], least: weight * u64::from(start) };
        front.prune(&self.cuts, self.cuts.potentials.to_come[0][0]);
        self.fronts.extend([front, Front::default()]);
    }

    /// What the two paths grow by from a state of one path to a later one of the other; none if there is no such step.
    fn growth(&self, from: State, to: State) -> Option<[u32; 2]> {
        if self.opening.arrive(from.j, from.tail, to.j) != Some(to.tail) {
            return None;
        }
        // While the other path jumps over them, the path that was the last to jump serves all destinations between.
        let (run, jump) = (self.opening.run(from.j, to.j - 1) as u32, self.opening.jump(from.j, to.j)? as u32);
        Some(match from.who {
            Who::First => [run, jump],
            Who::Second => [jump, run],
        })
    }

    /// Whether a state at `j` can still go on to a switch beyond `m`: its run must not be too long.
    fn can_run(&self, j: usize, m: usize) -> bool {
        let run = self.opening.run(j, m);
        self.states(j).any(|state| {
            let front = self.front(state);
            // The least that the running path has by now; of a second path only that it is not negative.
            let so_far = if state.who == Who::First { front.low.into() } else { 0 };
            !front.second.is_empty() && run + so_far <= self.cuts.longest
        })
    }

    /// The steps to a state that the potentials do not rule out.
    fn steps_into(&self, to: State, live: &[usize], steps: &mut Vec<Step>) {
        let weights = self.cuts.potentials.weights.map(u64::from);
        let to_come = self.cuts.potentials.to_come[to.j][to.who as usize];
        steps.clear();
        for from in live.iter().flat_map(|&j| self.states_of(j, to.who.other())) {
            let front = self.front(from);
            if front.second.is_empty() {
                continue;
            }
            let Some(grow) = self.growth(from, to) else { continue };
            // What the best pair of the front, this step and the least that is to come weigh together.
            let weighted = weights[0] * u64::from(grow[0]) + weights[1] * u64::from(grow[1]);
            if front.least + weighted + to_come <= self.cuts.weighted {
                steps.push(Step { from: self.place(from), grow });
            }
        }
    }

    /// The front of a state out of those that lead to it.
    fn merge(&self, to: State, steps: &[Step]) -> Front {
        let low = steps.iter().map(|step| self.fronts[step.from].low + step.grow[0]).min();
        let high = steps.iter().map(|step| self.fronts[step.from].high() + step.grow[0]).max();
        let (Some(low), Some(high)) = (low, high) else { return Front::default() };
        // No entry is made for first paths beyond the cut.
        let high = high.min(self.cuts.longest as u32 + 1).max(low);
        let mut second = vec![NONE; (high - low) as usize];
        // Invariant: each entry is the least length of the second path over the steps that were merged so far. A step
        // moves a front to the right by what the first path grows, and up by what the second one grows.
        for step in steps {
            let from = &self.fronts[step.from];
            let offset = (from.low + step.grow[0] - low) as usize;
            let target = second.get_mut(offset..).unwrap_or_default();
            for (target, source) in target.iter_mut().zip(&from.second) {
                *target = (*target).min(source + step.grow[1]);
            }
        }
        let mut front = Front { low, second, least: 0 };
        front.prune(&self.cuts, self.cuts.potentials.to_come[to.j][to.who as usize]);
        front
    }
}

/// The Pareto front of one state, as an array: at the length of the first path, the least length of the second.
#[derive(Clone, Debug, Default)]
struct Front {
    /// The length of the first path that the first entry is for.
    low: u32,
    /// The least length of the second path, or [`NONE`].
    second: Vec<u32>,
    /// The least weighted sum among the pairs.
    least: u64,
}

impl Front {
    /// One more than the greatest length of the first path.
    fn high(&self) -> u32 {
        self.low + self.second.len() as u32
    }

    /// The least length of the second path beside this length of the first.
    fn at(&self, first: u32) -> u32 {
        first.checked_sub(self.low).and_then(|place| self.second.get(place as usize)).copied().unwrap_or(NONE)
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let pairs = self.second.iter().enumerate().map(|(place, &second)| (self.low + place as u32, second));
        pairs.filter(|&(_, second)| second < NONE)
    }

    /// Takes out the pairs that are dominated or beyond the cuts.
    fn prune(&mut self, cuts: &Cuts<'_>, to_come: u64) {
        let weights = cuts.potentials.weights.map(u64::from);
        // One more than the greatest second length that is of use: at first by the cut on the longest path.
        let mut best = cuts.longest.min(u64::from(NONE) - 1) as u32 + 1;
        self.least = u64::MAX;
        let mut kept = 0..0;
        // Invariant: the pairs that were looked at have shorter first paths, and `best` is the shortest second path of
        // those that were kept. So a pair is dominated by one of them if and only if its second path is not shorter. A
        // pair that was cut dominates only pairs that weigh more, which are cut too.
        for place in 0..self.second.len() {
            let second = self.second[place];
            let first = self.low + place as u32;
            let weighted = weights[0] * u64::from(first) + weights[1] * u64::from(second);
            if second >= best || weighted + to_come > cuts.weighted || u64::from(first) > cuts.longest {
                self.second[place] = NONE;
                continue;
            }
            best = second;
            self.least = self.least.min(weighted);
            kept = if kept.is_empty() { place..place + 1 } else { kept.start..place + 1 };
        }
        // The array keeps the range from the first pair that is left to the last.
        self.second.truncate(kept.end);
        self.second.drain(..kept.start);
        self.second.shrink_to_fit();
        self.low += kept.start as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::{HalfProblem, Potentials};

    #[test]
    fn a_search_stops_when_it_grows_too_wide() {
        let starts = vec![(1..=20).collect(), (2..=21).collect()];
        let problem = HalfProblem::from_table(starts, |i, j| (7 * i + 3 * j) as u32 % 5 + 1);
        let opening = &Opening::all(&problem)[0];
        let (potentials, _) = Potentials::compute(opening, [1, 1]);
        let cuts = Cuts { longest: 100, potentials: &potentials, weighted: 100 };
        assert!(ParetoFronts::fill(opening, cuts).is_ok());
        for effort in [Effort { entries: 50, ..Effort::GRANTED }, Effort { work: 50, ..Effort::GRANTED }] {
            assert_eq!(ParetoFronts::fill_with(opening, cuts, effort).err(), Some(TooWide));
        }
    }
}
