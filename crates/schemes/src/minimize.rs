//! What an optimal multicast star is best in.

use crate::OptionValue;
use strum::EnumString;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, EnumString)]
#[strum(parse_err_ty = UnknownMinimize, parse_err_fn = UnknownMinimize::of)]
pub enum Minimize {
    /// The channels.
    #[strum(serialize = "channels")]
    Channels,
    /// The channels of the longest path.
    #[strum(serialize = "longest")]
    Longest,
    /// The channels, and then the longest path.
    #[strum(serialize = "channels,longest")]
    ChannelsThenLongest,
    /// The longest path, and then the channels.
    #[strum(serialize = "longest,channels")]
    LongestThenChannels,
}

/// Not something to minimize.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("cannot minimize `{0}`; expected `channels`, `longest`, `channels,longest` or `longest,channels`")]
pub struct UnknownMinimize(String);

impl UnknownMinimize {
    fn of(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl OptionValue for Minimize {}
