//! What an optimal multicast star is best in.

use crate::OptionValue;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What to make as little as can be.
///
/// ```
/// use wormcast_schemes::Minimize;
/// let both: Minimize = "longest,channels".parse()?;
/// assert_eq!(both, Minimize::LongestThenChannels);
/// assert_eq!(both.to_string(), "longest,channels");
/// # Ok::<(), wormcast_schemes::UnknownMinimize>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimize {
    /// The channels.
    Channels,
    /// The channels of the longest path.
    Longest,
    /// The channels, and then the longest path.
    ChannelsThenLongest,
    /// The longest path, and then the channels.
    LongestThenChannels,
}

/// Not something to minimize.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("cannot minimize `{0}`; expected `channels`, `longest`, `channels,longest` or `longest,channels`")]
pub struct UnknownMinimize(String);

impl OptionValue for Minimize {}

impl Minimize {
    const ALL: [Self; 4] = [Self::Channels, Self::Longest, Self::ChannelsThenLongest, Self::LongestThenChannels];

    const fn name(self) -> &'static str {
        match self {
            Self::Channels => "channels",
            Self::Longest => "longest",
            Self::ChannelsThenLongest => "channels,longest",
            Self::LongestThenChannels => "longest,channels",
        }
    }
}

impl fmt::Display for Minimize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Minimize {
    type Err = UnknownMinimize;

    fn from_str(name: &str) -> Result<Self, UnknownMinimize> {
        let found = Self::ALL.into_iter().find(|minimize| minimize.name() == name);
        found.ok_or_else(|| UnknownMinimize(name.to_owned()))
    }
}
