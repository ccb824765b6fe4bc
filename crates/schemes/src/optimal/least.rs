//! In what a star is to be least.

use super::half_problem::StarCost;

/// What a disjoint star is to be least in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// The channels of all paths.
    Channels,
    /// The channels of the longest path.
    Longest,
}

impl Least {
    /// The costs in the order of their weight.
    pub fn key(self, cost: StarCost) -> (u64, u64) {
        match self {
            Self::Channels => (cost.channels, cost.longest),
            Self::Longest => (cost.longest, cost.channels),
        }
    }
}
