//! Which of several trees carries a multicast.

use crate::{OptionSpec, OptionValue, Switch};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use wormcast_plan::MulticastSet;

/// Which of several edge-disjoint trees carries a multicast (torus paper, section 3.2.1). A unicast goes by the tree
/// with the shorter way, whatever is chosen here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeChoice {
    /// One drawn at random. The draw follows from the seed and the set: the same set goes by the same tree.
    #[default]
    Random,
    /// The one in which the worm takes the fewest channels; of several, one drawn at random.
    FewestChannels,
    /// The one in which the planner has put the fewest channels so far; of several, the first. What is planned depends
    /// on what was planned before.
    LeastLoaded,
    /// Always this one, from 0.
    Fixed(u32),
}

/// Which tree carries a multicast.
pub const TREE: OptionSpec<TreeChoice> = OptionSpec::new(
    "tree",
    "TREE",
    "Which of several trees carries a multicast: `random` (drawn from the seed and the set), `fewest-channels`, \
     `least-loaded` (by the channels taken so far), or its number, from 0",
)
.expects("`random`, `fewest-channels`, `least-loaded` or the number of a tree, from 0")
.default("random");

/// The seed by which trees are drawn.
pub const TREE_SEED: OptionSpec<u64> =
    OptionSpec::new("tree-seed", "SEED", "The seed by which trees are drawn").expects("a seed, such as 1").default("0");

/// Whether every destination goes by the tree in which it is nearest.
pub const SPLIT_DESTINATIONS: Switch = Switch::new(
    "split-destinations",
    "Send every destination by the tree in which it is nearest: one worm for each tree",
)
.conflicts_with(&["tree"]);

impl OptionValue for TreeChoice {}

/// A name that no choice has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` chooses no tree; expected `random`, `fewest-channels`, `least-loaded` or the number of a tree, from 0")]
pub struct UnknownTreeChoice(pub String);

impl fmt::Display for TreeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.pad("random"),
            Self::FewestChannels => f.pad("fewest-channels"),
            Self::LeastLoaded => f.pad("least-loaded"),
            Self::Fixed(tree) => tree.fmt(f),
        }
    }
}

impl FromStr for TreeChoice {
    type Err = UnknownTreeChoice;

    fn from_str(name: &str) -> Result<Self, UnknownTreeChoice> {
        match name {
            "random" => Ok(Self::Random),
            "fewest-channels" => Ok(Self::FewestChannels),
            "least-loaded" => Ok(Self::LeastLoaded),
            _ => name.parse().map(Self::Fixed).map_err(|_| UnknownTreeChoice(name.to_owned())),
        }
    }
}

/// A number below `count` that follows from the seed and the set, in whatever order its destinations stand: near enough
/// to uniform and independent from set to set. O(destinations).
pub(super) fn draw(seed: u64, set: MulticastSet, count: usize) -> usize {
    let start = mix(seed ^ mix(set.source.index() as u64));
    let each = set.destinations.iter().map(|node| mix(start.wrapping_add(node.index() as u64)));
    let drawn = mix(each.fold(start, u64::wrapping_add));
    ((u128::from(drawn) * count as u128) >> 64) as usize
}

fn mix(value: u64) -> u64 {
    SplitMix64::seed_from_u64(value).next_u64()
}
