//! Dual values: why no star can have fewer channels.

use super::half_problem::{FORBIDDEN, HalfProblem};

/// Prices that prove a lower bound on the channels of all stars of a side.
///
/// In a star, every destination j comes right after a port or after another destination i, and nothing comes before
/// two destinations. So if every u is at most 0, and u(i) + v(j) is at most the length from i to j for all i and j,
/// then the lengths of any star sum to at least Σu + Σv: the bound. This is the dual of the mesh paper's matching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duals {
    /// u of each port.
    pub ports: Vec<i64>,
    /// u of each destination: as what comes before another.
    pub before: Vec<i64>,
    /// v of each destination: as what comes after something.
    pub after: Vec<i64>,
}

impl Duals {
    /// The number of channels that every star has at least, if these duals are feasible.
    pub fn bound(&self) -> i64 {
        [&self.ports, &self.before, &self.after].into_iter().flatten().sum()
    }

    /// For each destination, what the duals of those from it on sum to; one entry more than there are destinations.
    pub(crate) fn rest(&self) -> Vec<i64> {
        let mut rest = vec![0; self.after.len() + 1];
        for j in (0..self.after.len()).rev() {
            rest[j] = rest[j + 1] + self.before[j] + self.after[j];
        }
        rest
    }

    /// Whether they prove their bound. O(k² + k · ports).
    pub fn are_feasible(&self, problem: &HalfProblem) -> bool {
        let fits = |u: i64, v: i64, cost: u32| cost == FORBIDDEN || u + v <= i64::from(cost);
        let shaped =
            (self.ports.len(), self.before.len(), self.after.len()) == (problem.ports(), problem.len(), problem.len());
        shaped
            && self.ports.iter().chain(&self.before).all(|&u| u <= 0)
            && self.after.iter().enumerate().all(|(j, &v)| {
                (0..j).all(|i| fits(self.before[i], v, problem.cost(i, j)))
                    && (0..problem.ports()).all(|port| fits(self.ports[port], v, problem.start(port, j)))
            })
    }
}
