//! What a channel may have of its own.

use crate::ChannelId;
use std::collections::BTreeMap;

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
}

impl ChannelProperties {
    /// Whether any of it decides when flits cross the channel: all but `latency_cycles`, which has no unit.
    pub fn decide_times(&self) -> bool {
        let Self { delay_ps, flit_ps, router_ps, virtual_channels, buffer_flits, latency_cycles: _ } = self;
        let has_times = delay_ps.is_some() || flit_ps.is_some() || router_ps.is_some();
        has_times || virtual_channels.is_some() || buffer_flits.is_some()
    }

    /// What is called so in files, in the unit of the name: `delay_ns`, `flit_ns`, `router_ns`, `virtual_channels`,
    /// `buffer_flits`, `latency_cycles`.
    ///
    /// ```
    /// use wormcast_topology::ChannelProperties;
    /// let own = ChannelProperties { delay_ps: Some(2500), ..ChannelProperties::default() };
    /// assert_eq!((own.value("delay_ns"), own.value("flit_ns"), own.value("cost")), (Some(2.5), None, None));
    /// ```
    pub fn value(&self, key: &str) -> Option<f64> {
        let time = |ps: Option<u64>| ps.map(|ps| ps as f64 / 1e3);
        match key {
            "delay_ns" => time(self.delay_ps),
            "flit_ns" => time(self.flit_ps),
            "router_ns" => time(self.router_ps),
            "virtual_channels" => self.virtual_channels.map(f64::from),
            "buffer_flits" => self.buffer_flits.map(f64::from),
            "latency_cycles" => self.latency_cycles.map(f64::from),
            _ => None,
        }
    }
}

/// Numbers that a description gives its channels, under names that it chooses: `weight`, `cost`, `length`. What they
/// mean is for those to say who name one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChannelValues {
    /// By name, in the order of the channels that have such a number.
    columns: BTreeMap<Box<str>, Box<[(ChannelId, f64)]>>,
}

impl ChannelValues {
    /// Columns by name, of numbers with their channels; the last one, where a channel has two. O(n log n) for n
    /// numbers.
    pub(crate) fn new(columns: impl Iterator<Item = (String, Vec<(ChannelId, f64)>)>) -> Self {
        let sorted = |(key, mut column): (String, Vec<(ChannelId, f64)>)| {
            column.reverse();
            column.sort_by_key(|&(channel, _)| channel);
            column.dedup_by_key(|&mut (channel, _)| channel);
            (key.into(), column.into())
        };
        Self { columns: columns.map(sorted).collect() }
    }

    /// The names, in their order.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.columns.keys().map(|key| &**key).collect()
    }

    /// The number that a channel has under a name. O(log channels).
    pub(crate) fn get(&self, key: &str, channel: ChannelId) -> Option<f64> {
        let column = self.columns.get(key)?;
        let place = column.binary_search_by_key(&channel, |&(channel, _)| channel).ok()?;
        Some(column[place].1)
    }
}
