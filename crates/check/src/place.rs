//! Names for the parts of a plan.

use serde::Serialize;
use std::fmt;

/// Where a name stands in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum Place {
    /// `source`.
    Source,
    /// An entry of `destinations`.
    Destination {
        /// Which, from 0.
        index: usize,
    },
    /// The `origin` of a worm.
    Origin {
        /// The worm's place.
        worm: usize,
    },
    /// The node that a hop leaves.
    HopFrom {
        /// The worm's place.
        worm: usize,
        /// The hop's place.
        hop: usize,
    },
    /// The node that a hop enters.
    HopTo {
        /// The worm's place.
        worm: usize,
        /// The hop's place.
        hop: usize,
    },
    /// The node of a delivery.
    Delivery {
        /// The worm's place.
        worm: usize,
        /// The delivery's place.
        delivery: usize,
    },
}

/// The costs that a plan states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CostName {
    /// Hops, summed over the worms.
    Channels,
    /// The greatest depth of a delivery in each round, summed over the rounds.
    LongestPath,
    /// The number of rounds.
    Rounds,
    /// The number of worms.
    Worms,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source => write!(f, "the source"),
            Self::Destination { index } => write!(f, "the destination at place {index}"),
            Self::Origin { worm } => write!(f, "the origin of worm {worm}"),
            Self::HopFrom { worm, hop } => write!(f, "the node that hop {hop} of worm {worm} leaves"),
            Self::HopTo { worm, hop } => write!(f, "the node that hop {hop} of worm {worm} enters"),
            Self::Delivery { worm, delivery } => write!(f, "the node of delivery {delivery} of worm {worm}"),
        }
    }
}

impl fmt::Display for CostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Channels => "channels",
            Self::LongestPath => "channels on the longest path",
            Self::Rounds => "rounds",
            Self::Worms => "worms",
        })
    }
}
