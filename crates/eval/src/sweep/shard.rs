//! Parts of a sweep, for several machines.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of several equal parts: the cells whose number leaves this remainder.
///
/// ```
/// use wormcast_eval::sweep::Shard;
/// let second: Shard = "2/3".parse()?;
/// let cells: Vec<_> = (0..9).filter(|&cell| second.has(cell)).collect();
/// assert_eq!(cells, [1, 4, 7]);
/// assert!("0/3".parse::<Shard>().is_err());
/// # Ok::<(), wormcast_eval::sweep::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The part, from 1.
    part: usize,
    /// How many parts there are.
    of: usize,
}

/// A text that is not a part.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is not a part of a sweep; expected i/n with i from 1 to n, such as `1/4`")]
pub struct ShardError(String);

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// Whether a cell belongs to this part.
    pub fn has(self, cell: usize) -> bool {
        cell % self.of == self.part - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        let shard = numbers.map(|(part, of)| Self { part, of });
        shard.filter(|shard| (1..=shard.of).contains(&shard.part)).ok_or_else(|| ShardError(text.to_owned()))
    }
}
