//! Undominated pairs of lengths: the exact search for stars of two paths.

use super::opening::{Opening, Who};
use super::potentials::Potentials;

/// Stands for no pair; twice this does not overflow.
const NONE: u32 = u32::MAX / 2;

/// How many entries the fronts may hold together: 512 MiB.
const MAX_ENTRIES: usize = 1 << 27;

/// What the search may leave out: stars with a path longer than `longest`, and stars whose weighted sum of lengths is
/// above a limit.
#[derive(Clone, Copy, Debug)]
pub struct Cuts<'p> {
    /// The greatest length of either path.
    pub longest: u64,
    /// What is to come at least, from every state on.
    pub potentials: &'p Potentials,
    /// The greatest weighted sum of the two lengths of a whole star, by the weights of the potentials.
    pub weighted: u64,
}

impl Cuts<'_> {
    fn allow(&self, lengths: [u64; 2]) -> bool {
        let weights = self.potentials.weights.map(u64::from);
        let weighted = weights[0] * lengths[0] + weights[1] * lengths[1];
        lengths.iter().all(|&length| length <= self.longest) && weighted <= self.weighted
    }
}

/// The fronts would not fit in the memory that is granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide;

/// For every switch state the undominated pairs of lengths with which it can be reached, as far as a star within the
/// cuts may still come of them.
///
/// A front is an array: at the length of the first path, the least length of the second. A step from state to state
/// shifts the array by what the first path grows and adds what the second one grows, so fronts are merged by a plain
/// loop of minima over arrays. States, steps and pairs are left out when the potentials show that no star within the
/// cuts comes of them. O(k² · longest) time at most, O(k · longest) memory; in practice a small part of it.
#[derive(Debug)]
pub struct Fronts<'a> {
    opening: &'a Opening<'a>,
    cuts: Cuts<'a>,
    /// The front of (j, who) at 2j + who.
    fronts: Vec<Front>,
}

/// A complete star: its two lengths, and the state of its last switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The length of the first path and of the second.
    pub lengths: [u64; 2],
    state: (usize, Who),
    /// The length of the first path at that state.
    first: u32,
}

#[derive(Clone, Debug, Default)]
struct Front {
    /// The length of the first path that the first entry is for.
    low: u32,
    /// The least length of the second path, or [`NONE`].
    second: Vec<u32>,
    /// The least weighted sum among the pairs.
    least: u64,
}

/// A step between states: the growth of the two paths.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    grow: [u32; 2],
}

impl<'a> Fronts<'a> {
    /// Searches all stars of an opening within the cuts.
    ///
    /// # Errors
    /// The fronts grow too large for memory.
    pub fn fill(opening: &'a Opening<'a>, cuts: Cuts<'a>) -> Result<Self, TooWide> {
        let mut fronts = Self { opening, cuts, fronts: vec![Front::default(); 2 * opening.len()] };
        fronts.begin();
        let mut live = vec![0];
        let (mut steps, mut entries) = (Vec::new(), 0);
        for m in 1..opening.len() {
            for who in Who::BOTH {
                fronts.steps_into(m, who, &live, &mut steps);
                let front = fronts.merge(m, who, &steps);
                entries += front.second.len();
                fronts.fronts[2 * m + who as usize] = front;
            }
            if entries > MAX_ENTRIES {
                return Err(TooWide);
            }
            live.retain(|&j| fronts.can_run(j, m));
            if Who::BOTH.iter().any(|&who| !fronts.front(m, who).second.is_empty()) {
                live.push(m);
            }
        }
        Ok(fronts)
    }

    /// The complete stars within the cuts, undominated among those with the same last switch.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let last = self.opening.len() - 1;
        let states = (0..=last).flat_map(|j| Who::BOTH.map(|who| (j, who)));
        let ends = states.flat_map(move |(j, who)| {
            let run = self.opening.run(j, last);
            self.front(j, who).pairs().map(move |(first, second)| {
                let mut lengths = [first, second].map(u64::from);
                lengths[who as usize] += run;
                End { lengths, state: (j, who), first }
            })
        });
        ends.filter(|end| self.cuts.allow(end.lengths))
    }

    /// The switches of a star: found backwards, by asking which step leads to each pair. O(k · switches).
    pub fn switches(&self, end: &End) -> Vec<u32> {
        let (mut at, mut first) = (end.state, end.first);
        let mut switches = Vec::new();
        while at.0 > 0 {
            switches.push(at.0 as u32);
            (at, first) = self.before(at, first);
        }
        switches.reverse();
        switches
    }

    fn before(&self, (m, who): (usize, Who), first: u32) -> ((usize, Who), u32) {
        let second = self.front(m, who).at(first);
        let from = who.other();
        let comes_from = |j: usize| {
            let grow = self.growth(j, from, m)?;
            let earlier = first.checked_sub(grow[0])?;
            (self.front(j, from).at(earlier) + grow[1] == second).then_some(((j, from), earlier))
        };
        (0..m).find_map(comes_from).expect("a pair comes from another")
    }

    fn front(&self, j: usize, who: Who) -> &Front {
        &self.fronts[2 * j + who as usize]
    }

    fn begin(&mut self) {
        let start = self.opening.first_start() as u32;
        let weight = u64::from(self.cuts.potentials.weights[0]);
        self.fronts[0] = Front { low: start, second: vec![0], least: weight * u64::from(start) };
        self.prune(0, Who::First);
    }

    /// What the paths grow by from (j, who) to (m, the other).
    fn growth(&self, j: usize, who: Who, m: usize) -> Option<[u32; 2]> {
        let (run, jump) = (self.opening.run(j, m - 1) as u32, self.opening.jump(j, m)? as u32);
        Some(match who {
            Who::First => [run, jump],
            Who::Second => [jump, run],
        })
    }

    /// Whether a state can still go on to a switch beyond `m`: its run must not be too long.
    fn can_run(&self, j: usize, m: usize) -> bool {
        let run = self.opening.run(j, m);
        Who::BOTH.iter().any(|&who| {
            let front = self.front(j, who);
            !front.second.is_empty()
                && run + if who == Who::First { u64::from(front.low) } else { 0 } <= self.cuts.longest
        })
    }

    /// The steps into (m, who) that the potentials do not rule out.
    fn steps_into(&self, m: usize, who: Who, live: &[usize], steps: &mut Vec<Step>) {
        let weights = self.cuts.potentials.weights.map(u64::from);
        let to_come = self.cuts.potentials.to_come[m][who as usize];
        let from = who.other();
        steps.clear();
        for &j in live {
            let front = self.front(j, from);
            if front.second.is_empty() {
                continue;
            }
            let Some(grow) = self.growth(j, from, m) else { continue };
            let weighted = weights[0] * u64::from(grow[0]) + weights[1] * u64::from(grow[1]);
            if front.least + weighted + to_come <= self.cuts.weighted {
                steps.push(Step { from: 2 * j + from as usize, grow });
            }
        }
    }

    /// The front of (m, who) out of those that lead to it.
    fn merge(&mut self, m: usize, who: Who, steps: &[Step]) -> Front {
        let low = steps.iter().map(|step| self.fronts[step.from].low + step.grow[0]).min();
        let high = steps.iter().map(|step| self.fronts[step.from].high() + step.grow[0]).max();
        let (Some(low), Some(high)) = (low, high) else { return Front::default() };
        let high = high.min(self.cuts.longest as u32 + 1).max(low);
        let mut second = vec![NONE; (high - low) as usize];
        for step in steps {
            let from = &self.fronts[step.from];
            let offset = (from.low + step.grow[0] - low) as usize;
            let target = second.get_mut(offset..).unwrap_or_default();
            for (target, source) in target.iter_mut().zip(&from.second) {
                *target = (*target).min(source + step.grow[1]);
            }
        }
        let mut front = Front { low, second, least: 0 };
        front.prune(&self.cuts, self.cuts.potentials.to_come[m][who as usize]);
        front
    }

    fn prune(&mut self, j: usize, who: Who) {
        let to_come = self.cuts.potentials.to_come[j][who as usize];
        self.fronts[2 * j + who as usize].prune(&self.cuts, to_come);
    }
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
        let mut best = cuts.longest.min(u64::from(NONE) - 1) as u32 + 1;
        self.least = u64::MAX;
        let mut kept = 0..0;
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
        self.second.truncate(kept.end);
        self.second.drain(..kept.start);
        self.second.shrink_to_fit();
        self.low += kept.start as u32;
    }
}
