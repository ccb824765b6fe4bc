//! What a scheme claims of its plans, for the judge to verify.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A property that a plan claims, beyond being valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// Along every route the labels of the network's labelling rise all the way, or fall all the way.
    MonotoneLabels,
    /// Within a round no channel is used twice, by whichever worms.
    DisjointRounds,
    /// Within a round no link is used twice, in the same direction or in both, by whichever worms.
    HalfDuplexRounds,
}

impl Claim {
    /// Every claim that there is.
    pub const ALL: [Self; 3] = [Self::MonotoneLabels, Self::DisjointRounds, Self::HalfDuplexRounds];

    /// Its name in a plan file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MonotoneLabels => "monotone-labels",
            Self::DisjointRounds => "disjoint-rounds",
            Self::HalfDuplexRounds => "half-duplex-rounds",
        }
    }

    /// The claim of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|claim| claim.name() == name)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
