//! How fast the network is, and how long its messages are.

use crate::{FlowControl, Switching, Time};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use strum::{EnumString, VariantNames};
use thiserror::Error;
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, UnknownWord, refuse_word};

/// The longest message that is accepted, in flits: 2^24.
pub const MAX_LENGTH: u32 = 1 << 24;

/// The parameters of the time rules.
///
/// ```
/// use wormcast_sim::{Time, Timing};
/// let timing = Timing { length: 16, flit: "0.5".parse()?, ..Timing::default() };
/// assert_eq!(timing.router, Time::from_ns(40));
/// timing.validate()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Length of a message, in flits: 1 to [`MAX_LENGTH`].
    pub length: u32,
    /// Send overhead, paid at a worm's origin before its head is ready.
    pub send: Time,
    /// Receive overhead, from the last flit's delivery until the node has the message.
    pub receive: Time,
    /// Whether the worms of one node pay their send overheads one after another.
    pub startup: Startup,
    /// Router delay t_r, from a head's arrival at a router until it is ready there.
    pub router: Time,
    /// Flit time t_f, which a flit takes to cross a channel: more than 0.
    pub flit: Time,
    /// Flits that the buffer at the downstream end of a channel holds: at least 1.
    pub buffer: u32,
    /// Injection channels per node.
    pub injection: Ports,
    /// Ejection (consumption) channels per node.
    pub consumption: Ports,
    /// Whether worms are longer than their message by their header flits, of which each carries one address
    /// ([`Worm::header_flits`](wormcast_plan::Worm::header_flits)). All of them then take their time on all of the
    /// route, so the last flit is on time; that routers strip flits, and reserve what lies behind a stripped one a
    /// flit time later for each, is left out.
    pub header_flits: bool,
    /// How flits share links and buffers.
    pub flow: FlowControl,
}

/// 128 flits, no overheads, serial start-up, 40 ns a router, 10 ns a flit, buffers of one flit, all ports.
impl Default for Timing {
    fn default() -> Self {
        Self {
            length: 128,
            send: Time::ZERO,
            receive: Time::ZERO,
            startup: Startup::Serial,
            router: Time::from_ns(40),
            flit: Time::from_ns(10),
            buffer: 1,
            injection: Ports::All,
            consumption: Ports::All,
            header_flits: false,
            flow: FlowControl::default(),
        }
    }
}

/// How the worms of one node pay their send overheads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Startup>)]
pub enum Startup {
    /// One after another: of the worms that may start, the one with the lowest number first.
    #[default]
    Serial,
    /// All at once.
    Parallel,
}

/// How many worms a node injects, or consumes, at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ports {
    /// As many as there are channels: nobody ever waits for one.
    #[default]
    All,
    /// So many.
    Limited(NonZeroU32),
}

/// What is wrong with timing parameters.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TimingError {
    /// No flits, or too many.
    #[error("a message of {0} flits cannot be sent; its length is 1 to {MAX_LENGTH} flits")]
    Length(u32),
    /// Infinitely fast channels.
    #[error("the flit time is 0; it must be more")]
    FlitTime,
    /// Channels that hold nothing.
    #[error("a buffer of 0 flits lets nothing pass; it must hold at least 1")]
    Buffer,
    /// Header flits beside buffers for whole messages.
    #[error("header flits are counted with wormhole switching only: with {0} switching a buffer takes whole messages")]
    Headers(Switching),
    /// A buffer that does not hold a whole message, where it has to.
    #[error(
        "with {switching} switching a buffer takes whole messages: one of {buffer} does not hold a message of {length} \
         flits; expected a buffer of {length} at least"
    )]
    BufferForMessage {
        /// How messages are switched.
        switching: Switching,
        /// The buffer, in flits.
        buffer: u32,
        /// The length of a message, in flits.
        length: u32,
    },
    /// More virtual channels a link than [`MAX_VIRTUAL_CHANNELS`].
    #[error("{0} virtual channels a link are more than the {MAX_VIRTUAL_CHANNELS} that are accepted")]
    VirtualChannels(u32),
    /// A time beyond [`Time::LARGEST_INPUT`].
    #[error("the {what} of {value} ns is too long; at most {} ns are accepted", Time::LARGEST_INPUT)]
    TooLong {
        /// The name of the parameter.
        what: &'static str,
        /// Its value.
        value: Time,
    },
}

impl Timing {
    /// Whether the parameters make sense.
    ///
    /// # Errors
    /// The first parameter that does not.
    pub fn validate(&self) -> Result<(), TimingError> {
        if self.length == 0 || self.length > MAX_LENGTH {
            return Err(TimingError::Length(self.length));
        }
        if self.flit == Time::ZERO {
            return Err(TimingError::FlitTime);
        }
        if self.buffer == 0 {
            return Err(TimingError::Buffer);
        }
        let switching = self.flow.switching;
        if switching != Switching::Wormhole && self.buffer < self.length {
            return Err(TimingError::BufferForMessage { switching, buffer: self.buffer, length: self.length });
        }
        if self.header_flits && self.flow.switching != Switching::Wormhole {
            return Err(TimingError::Headers(self.flow.switching));
        }
        if self.flow.virtual_channels.get() > MAX_VIRTUAL_CHANNELS {
            return Err(TimingError::VirtualChannels(self.flow.virtual_channels.get()));
        }
        let times = [
            ("send overhead", self.send),
            ("receive overhead", self.receive),
            ("router delay", self.router),
            ("flit time", self.flit),
            ("credit delay", self.flow.credit),
            ("turnaround", self.flow.turnaround),
        ];
        match times.into_iter().find(|&(_, value)| value > Time::LARGEST_INPUT) {
            Some((what, value)) => Err(TimingError::TooLong { what, value }),
            None => Ok(()),
        }
    }
}

/// Neither a number of channels nor the word for all.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is not `all-port` or a number of at least 1")]
pub struct UnknownPorts(String);

impl Ports {
    /// How many there are, if they are limited.
    pub const fn limit(self) -> Option<NonZeroU32> {
        match self {
            Self::All => None,
            Self::Limited(count) => Some(count),
        }
    }
}

impl FromStr for Ports {
    type Err = UnknownPorts;

    fn from_str(text: &str) -> Result<Self, UnknownPorts> {
        let limited = || text.parse().ok().map(Self::Limited);
        let found = if text == "all-port" { Some(Self::All) } else { limited() };
        found.ok_or_else(|| UnknownPorts(text.to_owned()))
    }
}

impl fmt::Display for Ports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.pad("all-port"),
            Self::Limited(count) => count.fmt(f),
        }
    }
}
