//! What nodes and channels have of their own, as files write it: the same words in every format that is written.

use crate::text::{Flaw, shown};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use wormcast_topology::{ChannelProperties, Weight};

/// The key of what a node is, and its value for endpoints; whatever else it says, the node is a router.
pub(crate) const KIND: &str = "kind";
pub(crate) const ENDPOINT: &str = "endpoint";
/// What a node is that is no endpoint.
pub(crate) const ROUTER: &str = "router";

/// The keys of what a channel has of its own.
pub(crate) const KEYS: [&str; 7] =
    ["delay_ns", "flit_ns", "router_ns", "virtual_channels", "buffer_flits", "latency_cycles", "weight"];

/// Longer times than this, in ns, are refused: 1000 s.
const LONGEST: f64 = 1e12;

/// What a channel has of its own, in the units of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Own {
    #[serde(skip_serializing_if = "Option::is_none")]
    delay_ns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flit_ns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    router_ns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    virtual_channels: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer_flits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latency_cycles: Option<u32>,
    /// Other programs write all kinds of weights: what is none of ours is skipped.
    #[serde(deserialize_with = "weight_or_none", skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

impl Own {
    /// The same in the units of files.
    pub(crate) fn of(own: ChannelProperties) -> Self {
        Self {
            delay_ns: own.delay_ps.map(nanoseconds),
            flit_ns: own.flit_ps.map(nanoseconds),
            router_ns: own.router_ps.map(nanoseconds),
            virtual_channels: own.virtual_channels,
            buffer_flits: own.buffer_flits,
            latency_cycles: own.latency_cycles,
            weight: own.weight.map(Weight::value),
        }
    }

    /// Takes an attribute in, if its key is one of [`KEYS`]; others are skipped.
    pub(crate) fn set(&mut self, key: &str, value: &str, at: usize) -> Result<(), Flaw> {
        match key {
            "delay_ns" => self.delay_ns = Some(number(key, value, at)?),
            "flit_ns" => self.flit_ns = Some(number(key, value, at)?),
            "router_ns" => self.router_ns = Some(number(key, value, at)?),
            "virtual_channels" => self.virtual_channels = Some(number(key, value, at)?),
            "buffer_flits" => self.buffer_flits = Some(number(key, value, at)?),
            "latency_cycles" => self.latency_cycles = Some(number(key, value, at)?),
            "weight" => self.weight = value.trim().parse().ok(),
            _ => {}
        }
        Ok(())
    }

    /// Its attributes, keys with values, in the order of [`KEYS`].
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'static str, String)> {
        let real = |number: Option<f64>| number.map(|number| number.to_string());
        let whole = |number: Option<u32>| number.map(|number| number.to_string());
        let values = [
            real(self.delay_ns),
            real(self.flit_ns),
            real(self.router_ns),
            whole(self.virtual_channels),
            whole(self.buffer_flits),
            whole(self.latency_cycles),
            real(self.weight),
        ];
        KEYS.into_iter().zip(values).filter_map(|(key, value)| Some((key, value?)))
    }

    /// The same in the units of networks; `at` is where the file declares the channel.
    pub(crate) fn properties(&self, at: usize) -> Result<ChannelProperties, Flaw> {
        Ok(ChannelProperties {
            delay_ps: picoseconds(self.delay_ns, at)?,
            flit_ps: picoseconds(self.flit_ns, at)?,
            router_ps: picoseconds(self.router_ns, at)?,
            virtual_channels: positive("virtual_channels", self.virtual_channels, at)?,
            buffer_flits: positive("buffer_flits", self.buffer_flits, at)?,
            latency_cycles: self.latency_cycles,
            weight: self.weight.and_then(|weight| Weight::new(weight).ok()),
        })
    }
}

fn weight_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Ok(Value::deserialize(deserializer)?.as_f64())
}

fn number<T: std::str::FromStr>(key: &str, value: &str, at: usize) -> Result<T, Flaw> {
    let problem = || format!("`{key}` is {}; expected a number", shown(value));
    value.trim().parse().map_err(|_| Flaw::new(at, problem()))
}

fn positive(key: &str, value: Option<u32>, at: usize) -> Result<Option<u32>, Flaw> {
    match value {
        Some(0) => Err(Flaw::new(at, format!("`{key}` is 0; expected at least 1"))),
        value => Ok(value),
    }
}

/// Nanoseconds with at most three decimals, in whole picoseconds.
fn picoseconds(time: Option<f64>, at: usize) -> Result<Option<u64>, Flaw> {
    let exact = |time: &f64| (0.0..=LONGEST).contains(time) && (time * 1e3 - (time * 1e3).round()).abs() < 1e-4;
    match time {
        Some(time) if !exact(&time) => {
            let expected = "a time in ns, at least 0 and below 1000 s, with three decimals at most";
            Err(Flaw::new(at, format!("{time} ns; expected {expected}")))
        }
        time => Ok(time.map(|time| (time * 1e3).round() as u64)),
    }
}

fn nanoseconds(time: u64) -> f64 {
    time as f64 / 1e3
}
