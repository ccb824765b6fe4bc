//! Potentials of stars of two paths: `SideProof::Potentials`.

use super::side::Side;
use super::{Refusal, Verdict, require};
use wormcast_plan::OpeningProof;

/// How many pairs of lengths may be looked at.
const MAX_PAIRS: usize = 1 << 28;

/// Verifies that no star has its longest path below `bound`: every way to begin has potentials that prove it.
pub(crate) fn verify(side: &Side<'_>, openings: &[OpeningProof], bound: u64) -> Verdict {
    require(side.port_count() <= 2, || "potentials are for two ports".to_owned())?;
    let lengths = Lengths::of(side)?;
    for first in (0..side.port_count()).filter(|&port| side.start(port, 0).is_some()) {
        let begins = |opening: &&OpeningProof| side.port_named(&opening.ports.0) == Some(first);
        let Some(proof) = openings.iter().find(begins) else {
            return Err(Refusal::Wrong("a port that leads to the first stop has no potentials".to_owned()));
        };
        Opening::new(side, &lengths, first, proof)?.verify(bound)?;
    }
    Ok(())
}

/// All lengths between stops, and of the run along them.
struct Lengths {
    rows: Vec<u32>,
    run: Vec<u64>,
}

/// How many stops are accepted: their lengths take 512 MiB.
const MAX_STOPS: usize = 1 << 14;

impl Lengths {
    fn of(side: &Side<'_>) -> Result<Self, Refusal> {
        if side.len() > MAX_STOPS {
            return Err(Refusal::TooLarge);
        }
        let (mut rows, mut run) = (Vec::with_capacity(side.len() * side.len() / 2), Vec::new());
        side.each_row(|_, row| {
            rows.extend(row.stops.iter().map(|&length| length as u32));
            let so_far = run.last().copied().unwrap_or(0);
            run.push(so_far + row.stops.last().copied().unwrap_or(0));
            Ok(())
        })?;
        Ok(Self { rows, run })
    }

    fn between(&self, i: usize, j: usize) -> u64 {
        self.rows[j * (j - 1) / 2 + i].into()
    }
}

/// The stars whose first stop is reached by a certain port. In state (j, who), path `who` (0 is the one with the first
/// stop) ends at stop j, and the other one at the stop before, or it has not left yet.
struct Opening<'p> {
    lengths: &'p Lengths,
    start: u64,
    /// The lengths of the other path to its first stop.
    other: Vec<Option<u64>>,
    weights: [u64; 2],
    to_come: &'p [[u64; 2]],
}

impl<'p> Opening<'p> {
    fn new(side: &Side<'_>, lengths: &'p Lengths, first: usize, proof: &'p OpeningProof) -> Result<Self, Refusal> {
        let weights = proof.weights.map(u64::from);
        require(proof.to_come.len() == side.len(), || "it must have potentials for each stop".to_owned())?;
        require((1..=1 << 20).contains(&(weights[0] + weights[1])), || "its weights are 0 or too great".to_owned())?;
        let second = (0..side.port_count()).find(|&port| port != first);
        let other = (0..side.len()).map(|j| side.start(second?, j)).collect();
        let start = side.start(first, 0).expect("the port leads to the first stop");
        Ok(Self { lengths, start, other, weights, to_come: &proof.to_come })
    }

    fn run(&self, from: usize, to: usize) -> u64 {
        self.lengths.run[to] - self.lengths.run[from]
    }

    fn jump(&self, j: usize, m: usize) -> Option<u64> {
        if j == 0 { self.other[m] } else { Some(self.lengths.between(j - 1, m)) }
    }

    /// By how much the two paths grow from (j, who) to (m, the other one).
    fn step(&self, j: usize, who: usize, m: usize) -> Option<[u64; 2]> {
        let (run, jump) = (self.run(j, m - 1), self.jump(j, m)?);
        Some(if who == 0 { [run, jump] } else { [jump, run] })
    }

    fn weigh(&self, lengths: [u64; 2]) -> u64 {
        self.weights[0] * lengths[0] + self.weights[1] * lengths[1]
    }

    /// Verifies the potentials, and then that no star stays below the bound.
    fn verify(&self, bound: u64) -> Verdict {
        let last = self.to_come.len() - 1;
        for j in 0..=last {
            for who in 0..2 {
                let claimed = self.to_come[j][who];
                let ends = claimed <= self.weights[who] * self.run(j, last);
                let goes_on = (j + 1..=last).all(|m| {
                    let step = self.step(j, who, m);
                    step.is_none_or(|step| claimed <= self.weigh(step).saturating_add(self.to_come[m][1 - who]))
                });
                require(ends && goes_on, || format!("the potentials of stop number {j} are too great"))?;
            }
        }
        let Some(longest) = bound.checked_sub(1) else { return Ok(()) };
        match self.allows([self.start, 0], 0, 0, longest) {
            true => self.refute(longest),
            false => Ok(()),
        }
    }

    /// Whether a star with no path above `longest` may come of these lengths in state (j, who), for all that the
    /// potentials say.
    fn allows(&self, lengths: [u64; 2], j: usize, who: usize, longest: u64) -> bool {
        let room = (self.weights[0] + self.weights[1]) * longest;
        lengths.iter().all(|&length| length <= longest)
            && self.weigh(lengths).saturating_add(self.to_come[j][who]) <= room
    }

    /// Looks at all stars that the potentials do not rule out: state after state, the pairs of lengths with which it
    /// can be reached and that no other pair beats.
    fn refute(&self, longest: u64) -> Verdict {
        let count = self.to_come.len();
        let mut reached = vec![[Vec::new(), Vec::new()]; count];
        reached[0][0].push([self.start, 0]);
        let mut looked_at = 0;
        for j in 0..count {
            for who in 0..2 {
                let pairs = unbeaten(std::mem::take(&mut reached[j][who]));
                looked_at += pairs.len() * (count - j);
                if looked_at > MAX_PAIRS {
                    return Err(Refusal::TooLarge);
                }
                for pair in pairs {
                    self.refuse_end(pair, j, who, longest)?;
                    self.steps_on(pair, j, who, longest).for_each(|(m, grown)| reached[m][1 - who].push(grown));
                }
            }
        }
        Ok(())
    }

    /// Verifies that the star which ends here, with a run along all stops that are left, has a longer path.
    fn refuse_end(&self, pair: [u64; 2], j: usize, who: usize, longest: u64) -> Verdict {
        let mut ended = pair;
        ended[who] += self.run(j, self.to_come.len() - 1);
        let is_long = ended.iter().any(|&length| length > longest);
        require(is_long, || format!("there is a star whose paths have {} and {} channels", ended[0], ended[1]))
    }

    /// The next states, and the lengths there, as far as the potentials allow them.
    fn steps_on(&self, pair: [u64; 2], j: usize, who: usize, longest: u64) -> impl Iterator<Item = (usize, [u64; 2])> {
        (j + 1..self.to_come.len()).filter_map(move |m| {
            let step = self.step(j, who, m)?;
            let grown = [pair[0] + step[0], pair[1] + step[1]];
            self.allows(grown, m, 1 - who, longest).then_some((m, grown))
        })
    }
}

fn unbeaten(mut pairs: Vec<[u64; 2]>) -> Vec<[u64; 2]> {
    pairs.sort_unstable();
    let mut least = u64::MAX;
    pairs.retain(|pair| {
        let kept = pair[1] < least;
        least = least.min(pair[1]);
        kept
    });
    pairs
}
