//! What a channel may have of its own.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What one channel has of its own; what is none is the same for all channels, and told elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelProperties {
    /// What is added to the flit time on the way, in picoseconds.
    pub delay_ps: Option<u64>,
    /// The time from one flit to the next, in picoseconds.
    pub flit_ps: Option<u64>,
    /// The router delay of heads at its end, in picoseconds.
    pub router_ps: Option<u64>,
    /// How many virtual channels share it.
    pub virtual_channels: Option<u32>,
    /// The room at its downstream end, in flits.
    pub buffer_flits: Option<u32>,
    /// Its latency in cycles of the tool that wrote the description; how long a cycle is, that did not say.
    pub latency_cycles: Option<u32>,
    /// What it weighs, in whatever the description counts.
    pub weight: Option<Weight>,
}

/// A weight that is not negative, to six decimals.
///
/// ```
/// use wormcast_topology::Weight;
/// assert_eq!("2.5".parse::<Weight>()?.millionths(), 2_500_000);
/// assert_eq!("21".parse::<Weight>()?.to_string(), "21");
/// assert!("-1".parse::<Weight>().is_err());
/// # Ok::<(), wormcast_topology::NoWeight>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u64);

/// A text that is no weight.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected a weight from 0 to {}, such as 2.5", Weight::LARGEST)]
pub struct NoWeight;

impl Weight {
    /// Into how many parts a weight of 1 is divided.
    pub const PARTS: u64 = 1_000_000;
    /// The largest weight: sums over all channels of a network fit into 64 bits.
    pub const LARGEST: u64 = 100_000;

    /// The weight nearest to a number.
    ///
    /// # Errors
    /// The number is negative, too large, or none.
    pub fn new(weight: f64) -> Result<Self, NoWeight> {
        let is_possible = (0.0..=Self::LARGEST as f64).contains(&weight);
        if is_possible { Ok(Self((weight * Self::PARTS as f64).round() as u64)) } else { Err(NoWeight) }
    }

    /// The weight in millionths.
    pub const fn millionths(self) -> u64 {
        self.0
    }

    /// The weight as a number.
    pub fn value(self) -> f64 {
        self.0 as f64 / Self::PARTS as f64
    }
}

impl FromStr for Weight {
    type Err = NoWeight;

    fn from_str(text: &str) -> Result<Self, NoWeight> {
        Self::new(text.parse().map_err(|_| NoWeight)?)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl ChannelProperties {
    /// Whether any of it decides when flits cross the channel: all but `latency_cycles`, which has no unit.
    pub fn decide_times(&self) -> bool {
        let Self { delay_ps, flit_ps, router_ps, virtual_channels, buffer_flits, latency_cycles: _, weight: _ } = self;
        let has_times = delay_ps.is_some() || flit_ps.is_some() || router_ps.is_some();
        has_times || virtual_channels.is_some() || buffer_flits.is_some()
    }
}
