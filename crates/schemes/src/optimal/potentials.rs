//! Lower bounds on weighted sums of the two lengths: the Lagrangian of the shortest longest path.

use super::half_problem::GridPlace;
use super::nearest::Nearest;
use super::opening::{Opening, Who};

/// Weights of the two paths' lengths; not both 0.
pub type Weights = [u32; 2];

/// For every switch state, the least weighted length that is still to come: the weight of the first path times what
/// it will grow by, plus the same of the second.
///
/// As the longest path is at least the weighted mean of the two, the least weighted sum of a whole star, divided by the
/// sum of the weights, is a lower bound on the longest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potentials {
    /// The weights.
    pub weights: Weights,
    /// For each destination j, the least that is to come in state (j, first) and in state (j, second).
    pub to_come: Vec<[u64; 2]>,
}

/// Marks a state in which the best is to run to the end.
const TO_THE_END: u32 = u32::MAX;

impl Potentials {
    /// The potentials of an opening, and the switches of a star with the least weighted sum. On grids O(k log columns)
    /// by range minima, else O(k²).
    pub fn compute(opening: &Opening<'_>, weights: Weights) -> (Self, Vec<u32>) {
        match opening.problem().points() {
            Some(points) => backwards(opening, weights, GridJumps::new(opening, points, weights)),
            None => backwards(opening, weights, TableJumps { opening, weights }),
        }
    }

    /// The least weighted sum of a star.
    pub fn least(&self, opening: &Opening<'_>) -> u64 {
        u64::from(self.weights[0]) * opening.first_start() + self.to_come[0][0]
    }

    /// The longest path of any star is at least this.
    pub fn bound(&self, opening: &Opening<'_>) -> u64 {
        self.least(opening).div_ceil(self.weights.iter().map(|&weight| u64::from(weight)).sum())
    }
}

/// Finds the best state to go on to.
trait Jumps {
    /// The least, over all m > j, of what the step from (j, who) to (m, other) adds and what is to come there; and
    /// the m. None if there is no step.
    fn best(&self, j: usize, who: Who, to_come: &[[u64; 2]]) -> Option<(u64, u32)>;

    /// Tells that what is to come at j is known.
    fn settle(&mut self, j: usize, to_come: [u64; 2]);
}

fn backwards(opening: &Opening<'_>, weights: Weights, mut jumps: impl Jumps) -> (Potentials, Vec<u32>) {
    let last = opening.len() - 1;
    let mut to_come = vec![[0; 2]; opening.len()];
    let mut next = vec![[TO_THE_END; 2]; opening.len()];
    // Bellman's equation, from the last destination back to the first. Invariant: what is to come is known for all
    // states beyond j. From (j, who) the walk runs to the end, or steps to the best later state of the other path.
    for j in (0..=last).rev() {
        for who in Who::BOTH {
            let end = u64::from(weights[who as usize]) * opening.run(j, last);
            let (best, m) = jumps.best(j, who, &to_come).filter(|&(best, _)| best < end).unwrap_or((end, TO_THE_END));
            to_come[j][who as usize] = best;
            next[j][who as usize] = m;
        }
        jumps.settle(j, to_come[j]);
    }
    (Potentials { weights, to_come }, follow(&next))
}

/// The switches from the opening on.
fn follow(next: &[[u32; 2]]) -> Vec<u32> {
    let mut switches = Vec::new();
    let (mut at, mut who) = (0, Who::First);
    // Each step is a switch, and hands over to the other path.
    while next[at][who as usize] != TO_THE_END {
        at = next[at][who as usize] as usize;
        who = who.other();
        switches.push(at as u32);
    }
    switches
}

/// Tries all steps.
struct TableJumps<'o, 's> {
    opening: &'o Opening<'s>,
    weights: Weights,
}

impl Jumps for TableJumps<'_, '_> {
    fn best(&self, j: usize, who: Who, to_come: &[[u64; 2]]) -> Option<(u64, u32)> {
        best_of_all(self.opening, self.weights, j, who, to_come)
    }

    fn settle(&mut self, _: usize, _: [u64; 2]) {}
}

fn best_of_all(
    opening: &Opening<'_>,
    weights: Weights,
    j: usize,
    who: Who,
    to_come: &[[u64; 2]],
) -> Option<(u64, u32)> {
    let other = who.other();
    let [run_weight, jump_weight] = [who, other].map(|who| u64::from(weights[who as usize]));
    let step = |m: usize| {
        let jump = opening.jump(j, m)?;
        Some((run_weight * opening.run(j, m - 1) + jump_weight * jump + to_come[m][other as usize], m as u32))
    };
    (j + 1..opening.len()).filter_map(step).min()
}

/// Range minima: the jump from point j − 1 to point m costs y(m) − y(j − 1) + |x(m) − x(j − 1)|, so that its parts
/// at m are known when m is settled.
struct GridJumps<'o, 's> {
    opening: &'o Opening<'s>,
    points: &'o [GridPlace],
    weights: Weights,
    /// For each path that may run, the states that the other one may jump to.
    targets: [Nearest; 2],
}

impl<'o, 's> GridJumps<'o, 's> {
    fn new(opening: &'o Opening<'s>, points: &'o [GridPlace], weights: Weights) -> Self {
        let columns = points.iter().map(|point| point.x as usize + 1).max().unwrap_or(0);
        let targets = Who::BOTH.map(|who| Nearest::new(columns, weights[who.other() as usize].into()));
        Self { opening, points, weights, targets }
    }
}

impl Jumps for GridJumps<'_, '_> {
    fn best(&self, j: usize, who: Who, to_come: &[[u64; 2]]) -> Option<(u64, u32)> {
        if j == 0 {
            return best_of_all(self.opening, self.weights, j, who, to_come);
        }
        // The step from (j, who) to (m, other) weighs run(j, m − 1) and the jump from point j − 1 to point m. The parts
        // at m are in the key, the gap in x is added by the query, and the parts at j are taken off.
        let from = self.points[j - 1];
        let nearest = self.targets[who as usize].query(from.x)?;
        let [run_weight, jump_weight] = [who, who.other()].map(|who| u64::from(self.weights[who as usize]));
        let behind = run_weight * self.opening.run(0, j) + jump_weight * u64::from(from.y);
        Some(((nearest.key - behind as i64) as u64, nearest.by))
    }

    fn settle(&mut self, m: usize, to_come: [u64; 2]) {
        if m == 0 {
            return;
        }
        for who in Who::BOTH {
            let other = who.other();
            let [run_weight, jump_weight] = [who, other].map(|who| u64::from(self.weights[who as usize]));
            let run = run_weight * self.opening.run(0, m - 1);
            let key = run + jump_weight * u64::from(self.points[m].y) + to_come[other as usize];
            self.targets[who as usize].insert(self.points[m].x, key as i64, m as u32);
        }
    }
}
