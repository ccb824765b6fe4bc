//! What channels weigh.

use crate::Worms;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use wormcast_topology::{ChannelId, Topology};

/// What trees shall have little of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum ChannelWeight {
    /// Channels: each weighs 1.
    #[default]
    Hops,
    /// The delays of channels, as the network's description tells them, in ns: `delay_ns`, or else `delay`.
    Delay,
    /// The numbers that the description gives channels under this name, such as `weight`, the third column of an edge
    /// list.
    Key(Box<str>),
}

/// The weights of all channels of a network, as whole numbers of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelWeights {
    /// By channel.
    pub parts: Box<[u64]>,
    /// A weight of 1 has 10 to the power of this many parts.
    pub decimals: u32,
    /// Whether some weight has more decimals than that, and was rounded.
    pub is_rounded: bool,
}

/// Why channels have no such weights.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoChannelWeight {
    /// The description gives no channel a number of this name.
    #[error("the description gives no channel `{key}`{}", there_are(.keys))]
    NoSuchKey {
        /// The name.
        key: String,
        /// The names that it does give.
        keys: Vec<String>,
    },
    /// It gives one to some channels only.
    #[error("the description gives {channel} none")]
    Missing {
        /// A channel without one.
        channel: String,
    },
    /// A number below 0.
    #[error("{channel} has {value}, which is below 0")]
    Negative {
        /// The channel.
        channel: String,
        /// Its number.
        value: String,
    },
    /// The sum of all does not fit into 63 bits, even as whole numbers.
    #[error("those of all channels sum to {sum}, which is more than the {LARGEST_SUM} that are counted")]
    TooLarge {
        /// About what they sum to.
        sum: String,
    },
}

/// What all weights of a network sum to at most, in parts.
const LARGEST_SUM: u64 = i64::MAX as u64;

/// The most decimals that are counted.
const MOST_DECIMALS: u32 = 18;

fn there_are(keys: &[String]) -> String {
    match keys {
        [] => ", nor any other number; `hops` needs none".to_owned(),
        keys => format!("; there are `hops`, `{}`", keys.join("`, `")),
    }
}

impl ChannelWeight {
    /// The weights of all channels, in parts that are as small as all of them need, or as small as their sum allows.
    /// O(channels).
    ///
    /// ```
    /// use wormcast_plan::ChannelWeight;
    /// use wormcast_topology::{DescribedNetwork, Description, NodeId};
    /// let mut description = Description { names: vec!["a".into(), "b".into()], ..Default::default() };
    /// description.add_link(NodeId::new(0), NodeId::new(1));
    /// description.values = [("cost".to_owned(), vec![(0, 2.5), (1, 1e6)])].into();
    /// let network = DescribedNetwork::new("file:x".into(), "test", description)?;
    /// let weights = "cost".parse::<ChannelWeight>()?.of_all(&network)?;
    /// assert_eq!((weights.decimals, &*weights.parts), (6, &[2_500_000, 1_000_000_000_000][..]));
    /// assert_eq!(weights.told(1_000_002_500_000).to_string(), "1000002.5");
    /// let error = "weight".parse::<ChannelWeight>()?.of_all(&network).unwrap_err();
    /// assert_eq!(error.to_string(), "the description gives no channel `weight`; there are `hops`, `cost`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A channel without such a weight, a weight below 0, or weights that sum to too much.
    pub fn of_all(&self, topology: &dyn Topology) -> Result<ChannelWeights, NoChannelWeight> {
        let values = self.values(topology)?;
        let sum: f64 = values.iter().sum();
        let possible = (0..=MOST_DECIMALS).rev().find(|&decimals| sum * 10_f64.powi(decimals as i32) < 9e18);
        let most = possible.ok_or_else(|| NoChannelWeight::TooLarge { sum: format!("{sum:e}") })?;
        let needed = values.iter().map(|&value| Decimal::of(value).decimals()).max().unwrap_or(0);
        let decimals = needed.max(self.usual_decimals()).min(most);
        let parts = values.iter().map(|&value| Decimal::of(value).parts(decimals)).collect();
        Ok(ChannelWeights { parts, decimals, is_rounded: needed > decimals })
    }

    /// The same in parts of this size, as documents tell it.
    ///
    /// # Errors
    /// As above.
    pub fn with_decimals(&self, topology: &dyn Topology, decimals: u32) -> Result<ChannelWeights, NoChannelWeight> {
        let values = self.values(topology)?;
        let sum: f64 = values.iter().sum();
        if decimals > MOST_DECIMALS || sum * 10_f64.powi(decimals as i32) >= 9e18 {
            return Err(NoChannelWeight::TooLarge { sum: format!("{sum:e}") });
        }
        let all = values.iter().map(|&value| Decimal::of(value));
        let is_rounded = all.clone().any(|value| value.decimals() > decimals);
        Ok(ChannelWeights { parts: all.map(|value| value.parts(decimals)).collect(), decimals, is_rounded })
    }

    /// The decimals that are counted where no weight needs more, and that documents mean where they tell none.
    pub fn usual_decimals(&self) -> u32 {
        match self {
            Self::Hops => 0,
            Self::Delay => 3,
            Self::Key(_) => 6,
        }
    }

    /// What sums count.
    pub fn unit(&self) -> String {
        match self {
            Self::Hops => "hops".into(),
            Self::Delay => "ns".into(),
            Self::Key(key) => format!("of {key}"),
        }
    }

    /// The weight of a channel; none if the description gives it none.
    pub fn of(&self, topology: &dyn Topology, channel: ChannelId) -> Option<f64> {
        let value = |key: &str| {
            topology.channel_properties(channel).value(key).or_else(|| topology.channel_value(key, channel))
        };
        match self {
            Self::Hops => Some(1.0),
            Self::Delay => value("delay_ns").or_else(|| value("delay")),
            Self::Key(key) => value(key),
        }
    }

    fn values(&self, topology: &dyn Topology) -> Result<Vec<f64>, NoChannelWeight> {
        let name = |channel| topology.channel_name(channel);
        let value = |channel| match self.of(topology, channel) {
            None if self.is_unknown(topology) => {
                Err(NoChannelWeight::NoSuchKey { key: self.to_string(), keys: channel_numbers(topology) })
            }
            None => Err(NoChannelWeight::Missing { channel: name(channel) }),
            Some(value) if value < 0.0 => {
                Err(NoChannelWeight::Negative { channel: name(channel), value: value.to_string() })
            }
            Some(value) => Ok(value),
        };
        topology.graph().channels().map(value).collect()
    }

    fn is_unknown(&self, topology: &dyn Topology) -> bool {
        topology.graph().channels().all(|channel| self.of(topology, channel).is_none())
    }
}

/// The names under which channels of a network have numbers: any may be a weight. O(channels).
///
/// ```
/// assert!(wormcast_plan::channel_numbers(&*wormcast_topology::build("mesh:3x3")?).is_empty());
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
pub fn channel_numbers(topology: &dyn Topology) -> Vec<String> {
    let own = ["delay_ns", "flit_ns", "router_ns", "virtual_channels", "buffer_flits", "latency_cycles"];
    let has = |key: &&str| {
        topology.graph().channels().any(|channel| topology.channel_properties(channel).value(key).is_some())
    };
    own.into_iter().filter(has).chain(topology.channel_keys()).map(str::to_owned).collect()
}

impl ChannelWeights {
    /// A sum of parts as a number in the unit of the description.
    pub fn told(&self, sum: u64) -> Value {
        let parts = 10_u64.pow(self.decimals);
        if sum.is_multiple_of(parts) { (sum / parts).into() } else { (sum as f64 / parts as f64).into() }
    }

    /// The most parts that are not more than a number in the unit of the description.
    pub fn bound(&self, most: f64) -> u64 {
        Decimal::of(most.max(0.0)).parts_within(self.decimals)
    }

    /// What the channels of worms weigh, each as often as it is taken, in the unit of the description.
    pub fn of(&self, worms: &Worms) -> f64 {
        let hops = worms.iter().flat_map(|worm| worm.hops);
        let sum: u128 = hops.map(|hop| u128::from(self.parts[hop.channel.index()])).sum();
        sum as f64 / 10_f64.powi(self.decimals as i32)
    }

    /// How little a tree has of a weight, and that none has less than a bound, as plans tell it under `optimality`.
    pub fn optimality(&self, what: &ChannelWeight, value: u64, bound: u64, is_exact: bool) -> Value {
        let mut told = json!({
            "minimizes": what, "value": self.told(value), "lower_bound": self.told(bound), "exact": is_exact,
        });
        if self.is_rounded {
            told["rounded_to_decimals"] = self.decimals.into();
        }
        told
    }
}

impl fmt::Display for ChannelWeight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Hops => "hops",
            Self::Delay => "delay",
            Self::Key(key) => key,
        })
    }
}

impl From<String> for ChannelWeight {
    fn from(name: String) -> Self {
        match &*name {
            "hops" => Self::Hops,
            "delay" => Self::Delay,
            _ => Self::Key(name.into()),
        }
    }
}

impl From<ChannelWeight> for String {
    fn from(weight: ChannelWeight) -> Self {
        weight.to_string()
    }
}

impl FromStr for ChannelWeight {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(name.to_owned().into())
    }
}

/// A number of at least 0 as it is written: its digits, times 10 to the power of an exponent.
#[derive(Clone, Copy, Debug)]
struct Decimal {
    digits: u128,
    exponent: i32,
}

impl Decimal {
    /// The shortest number that reads back the same.
    fn of(value: f64) -> Self {
        let written = format!("{value:e}");
        let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent = exponent.parse::<i32>().unwrap_or(0) - fraction.len() as i32;
        Self { digits: format!("{whole}{fraction}").parse().unwrap_or(0), exponent }
    }

    /// How many decimals it has.
    fn decimals(self) -> u32 {
        if self.digits == 0 { 0 } else { (-self.exponent).max(0) as u32 }
    }

    /// It in parts of so many decimals, to the nearest one.
    fn parts(self, decimals: u32) -> u64 {
        self.divided(decimals, |digits, divisor| (digits + divisor / 2) / divisor)
    }

    /// The whole parts of so many decimals in it.
    fn parts_within(self, decimals: u32) -> u64 {
        self.divided(decimals, |digits, divisor| digits / divisor)
    }

    fn divided(self, decimals: u32, divide: impl Fn(u128, u128) -> u128) -> u64 {
        let power = self.exponent + decimals as i32;
        let ten = |power: i32| 10_u128.checked_pow(power.unsigned_abs());
        let parts = match (power >= 0, ten(power)) {
            (true, Some(factor)) => self.digits.saturating_mul(factor),
            (true, None) => u128::MAX,
            (false, Some(divisor)) => divide(self.digits, divisor),
            (false, None) => 0,
        };
        // What is too much in all was refused.
        u64::try_from(parts).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parts_as_they_are_written() {
        let parts = |value: f64, decimals| Decimal::of(value).parts(decimals);
        assert_eq!((parts(0.1, 6), parts(1.5, 0), parts(2.4, 0)), (100_000, 2, 2));
        assert_eq!((parts(1e15, 3), parts(123_456_789.25, 2)), (1_000_000_000_000_000_000, 12_345_678_925));
        assert_eq!((parts(0.0, 18), parts(1e-30, 18), parts(5e-324, 18)), (0, 0, 0));
        let within = |value: f64, decimals| Decimal::of(value).parts_within(decimals);
        assert_eq!((within(3.5, 3), within(2.9999, 3), within(0.3, 1), within(1e30, 3)), (3500, 2999, 3, u64::MAX));
        let decimals = |value: f64| Decimal::of(value).decimals();
        assert_eq!((decimals(0.1), decimals(250_000.0), decimals(1e-9), decimals(0.0)), (1, 0, 9, 0));
    }
}
