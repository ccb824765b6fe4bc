//! Why a picture is not drawn.

use crate::options::{MAX_CHANNELS, MAX_HOPS, MAX_NODES};
use crate::timeline::{MAX_ROWS, MAX_SPANS};
use thiserror::Error;

/// Why a network or a plan is not drawn.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawError {
    /// A picture of so many nodes would be a blot.
    #[error(
        "{network} has {nodes} nodes; pictures show at most {MAX_NODES}. Draw a smaller network of the same kind, or \
         read the plan as a table or as JSON"
    )]
    TooManyNodes {
        /// The network.
        network: String,
        /// How many nodes it has.
        nodes: usize,
    },
    /// A picture of so many hops would be a blot.
    #[error(
        "the plan has {hops} hops; pictures show at most {MAX_HOPS}. Draw fewer destinations, or read the plan as a \
         table or as JSON"
    )]
    TooManyHops {
        /// How many hops the worms have together.
        hops: usize,
    },
    /// A heat map of so many channels would be a blot.
    #[error(
        "{network} has {channels} channels; heat maps show at most {MAX_CHANNELS}. Draw a smaller network of the same kind, \
         or read the shares as a table"
    )]
    TooManyChannels {
        /// The network.
        network: String,
        /// How many channels it has.
        channels: usize,
    },
    /// Not one share for each channel.
    #[error("{network} has {channels} channels, but {shares} shares are given; give one for each channel")]
    WrongShares {
        /// The network.
        network: String,
        /// How many channels it has.
        channels: usize,
        /// How many shares there are.
        shares: usize,
    },
    /// A share is not from 0 to 1.
    #[error("the share {share} of channel {channel} is not a number from 0 to 1")]
    BadShare {
        /// The number of the channel.
        channel: usize,
        /// Its share, in words, as it may be no number.
        share: String,
    },
    /// The plan was made for another network.
    #[error(
        "{}does not fit {network}: {problem}; draw the plan on the network that it was made for",
        .worm.map_or("the plan ".to_owned(), |worm| format!("worm {worm} "))
    )]
    Foreign {
        /// The network.
        network: String,
        /// The worm, where the problem is in one.
        worm: Option<u32>,
        /// What does not fit.
        problem: &'static str,
    },
    /// A picture of so much would be a blot.
    #[error(
        "the timeline has {rows} rows and {spans} bars and marks; pictures show at most {MAX_ROWS} and {MAX_SPANS}. Draw fewer \
         worms, or read the timeline as a table or as JSON"
    )]
    TooLongTimeline {
        /// How many rows and headings there are.
        rows: usize,
        /// How many bars and marks there are.
        spans: usize,
    },
    /// A time is no number, or an end is before its start.
    #[error("`{row}` of the timeline has a time that is not a number, or ends before it starts")]
    BadTime {
        /// The row, or what the time is of.
        row: String,
    },
}
