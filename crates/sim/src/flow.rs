//! How flits share links and buffers: what only the flit engine knows.

use crate::Time;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use wormcast_plan::Reservation;

/// How flits share links and buffers. By default as the rules of time say; anything else only the flit engine knows.
///
/// With n virtual channels a link is n channels in the rules of time, each with its buffer, and takes a flit of one of
/// them at a time. A flit that could leave lines up for all the links that it needs, and crosses them when it is first
/// in line everywhere and all are free; since a virtual channel has one flit in line at most, they take turns
/// (round-robin). Ties go to the lower worm. Which virtual channel a hop takes, its plan may name
/// ([`VIRTUAL_CHANNELS_KEY`](crate::VIRTUAL_CHANNELS_KEY)); if not, then a worm keeps to one of them, and worms take
/// turns, but on grids with wrap-around the lower half is for hops before the worm crosses the wrap-around of the line
/// that it moves along, and the upper half from there on (the dateline of Dally and Seitz): so dimension-order routes
/// do not deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowControl {
    /// Virtual channels a link, each with a buffer of its own. Flits take turns on the link.
    pub virtual_channels: NonZeroU32,
    /// Credit delay: how long after a flit has left a buffer the router before knows that there is a place.
    pub credit: Time,
    /// When a channel is handed over to the next worm.
    pub handover: Handover,
    /// How a head gets what it asks for. With incremental reservation it asks for one channel after another, in the
    /// order of its route, for a consumption channel last, and keeps what it has while it waits for the next. It asks
    /// for the next one when all others that asked at the same time have been served: so two worms can each get one of
    /// the channels that both need, and wait for ever.
    pub reservation: Reservation,
}

impl Default for FlowControl {
    fn default() -> Self {
        Self {
            virtual_channels: NonZeroU32::MIN,
            credit: Time::ZERO,
            handover: Handover::Empty,
            reservation: Reservation::Atomic,
        }
    }
}

/// When a channel is handed over to the next worm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handover {
    /// When its buffer is empty: the tail has left the router at its end.
    #[default]
    Empty,
    /// When the tail has crossed the link: the next worm's flits queue up behind it in the same buffer. Its router
    /// delay begins when its head is in the buffer and the tail before it leaves; it is a flit time at least.
    Tail,
}

impl FromStr for Handover {
    type Err = crate::WordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "empty" => Ok(Self::Empty),
            "tail" => Ok(Self::Tail),
            _ => Err(crate::WordError { text: text.to_owned(), expected: "`empty` or `tail`" }),
        }
    }
}

impl fmt::Display for Handover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Empty => "empty",
            Self::Tail => "tail",
        })
    }
}
