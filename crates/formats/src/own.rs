//! What nodes and channels have of their own, as files write it: the same words in every format that is written.

use crate::draft::{Draft, MOST_KEYS};
use crate::json::parse;
use crate::text::{Flaw, name_problem, offset, shown};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, ChannelProperties, Topology};

/// The key of what a node is, and its value for endpoints.
pub(crate) const KIND: &str = "kind";
pub(crate) const ENDPOINT: &str = "endpoint";
/// What a node is that is no endpoint.
pub(crate) const ROUTER: &str = "router";

/// Whether a node of this kind is an endpoint, in whatever capitals; none if the kind is not known.
pub(crate) fn is_endpoint(kind: &str) -> Option<bool> {
    let is = |known: &str| kind.trim().eq_ignore_ascii_case(known);
    if is(ENDPOINT) { Some(true) } else { (is(ROUTER) || is("switch") || is("")).then_some(false) }
}

/// Whether a key of a node that nothing reads says what the node is.
pub(crate) fn is_unread_role(key: &str, role: &str) -> bool {
    const KEYS: [&str; 5] = ["role", "type", "node_type", "nodetype", "class"];
    const ROLES: [&str; 14] = [
        "core", "endpoint", "host", "terminal", "router", "switch", "pe", "cpu", "memory", "nic", "npu", "gpu", "leaf",
        "spine",
    ];
    let is_one_of = |known: &[&str], word: &str| known.iter().any(|known| known.eq_ignore_ascii_case(word.trim()));
    is_one_of(&KEYS, key) && is_one_of(&ROLES, role)
}

/// Whether a channel has one of [`KEYS`] of its own.
pub(crate) fn has(own: &ChannelProperties, key: &str) -> bool {
    match key {
        "delay_ns" => own.delay_ps.is_some(),
        "flit_ns" => own.flit_ps.is_some(),
        "router_ns" => own.router_ps.is_some(),
        "virtual_channels" => own.virtual_channels.is_some(),
        "buffer_flits" => own.buffer_flits.is_some(),
        "latency_cycles" => own.latency_cycles.is_some(),
        _ => false,
    }
}

/// Whether a key looks like that of a time.
fn is_time(key: &str) -> bool {
    let key = key.to_lowercase();
    let words = key.split(|c: char| !c.is_alphanumeric());
    ["_ns", "_ps", "_us"].iter().any(|unit| key.ends_with(unit))
        || ["delay", "latenc", "time"].iter().any(|word| key.contains(word))
        || words.clone().any(|word| ["lat", "latns", "latps"].contains(&word))
}

/// The keys of what a channel has of its own that means the same everywhere.
pub(crate) const KEYS: [&str; 6] =
    ["delay_ns", "flit_ns", "router_ns", "virtual_channels", "buffer_flits", "latency_cycles"];

/// The key that edge lists give their third column, and most programs a weight. It may not be less than 0.
pub(crate) const WEIGHT: &str = "weight";

/// The key as it is known here, where a file writes it in other capitals: `Delay_ns`.
pub(crate) fn known_key(key: &str) -> &str {
    KEYS.into_iter().chain([WEIGHT]).find(|known| known.eq_ignore_ascii_case(key)).unwrap_or(key)
}

/// What to know of a key under which channels have numbers, where its name may be taken for one of [`KEYS`] or for what
/// counts channels, or looks like a time. `has_delays`: some have delays; `all_have` tells whether all channels have
/// one of these keys, and there is nothing to be told then.
pub(crate) fn misread(key: &str, has_delays: bool, all_have: &dyn Fn(&str) -> bool) -> Option<String> {
    let plain = |key: &str| key.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let name = plain(key);
    let is_delay = is_time(key);
    let near = KEYS.into_iter().find(|known| {
        let unitless = known.trim_end_matches("_ns").trim_end_matches("_flits").trim_end_matches("_cycles");
        [plain(known), plain(known) + "s", plain(unitless), plain(unitless) + "s"].contains(&name)
    });
    match near {
        _ if name == "hops" => Some(format!(
            "channels have a number {}, which nothing reads: as a weight, `hops` counts channels",
            shown(key)
        )),
        None if !is_delay => None,
        Some("delay_ns" | "latency_cycles") | None if has_delays => None,
        Some("delay_ns" | "latency_cycles") | None => Some(format!(
            "channels have a number {}: it can weigh and bound trees, but the times of simulations come from `delay_ns`",
            shown(key)
        )),
        Some(known) if all_have(known) => None,
        Some(known) => Some(format!(
            "channels have a number {}: it can weigh and bound trees, but simulations go by `{known}`",
            shown(key)
        )),
    }
}

/// The keys of channels whose numbers are names.
const NAMES: [&str; 9] = ["source", "target", "from", "to", "number", "key", "id", "label", KIND];

/// Longer times than this, in ns, are refused: 1000 s.
const LONGEST: f64 = 1e12;

/// What a channel has of its own, in the units of files.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    /// The numbers under other keys.
    #[serde(flatten)]
    values: BTreeMap<String, f64>,
}

impl Own {
    /// What a channel of a network has, in the units of files.
    pub(crate) fn of(network: &dyn Topology, channel: ChannelId) -> Self {
        let own = network.channel_properties(channel);
        let value = |key: &str| Some((key.to_owned(), network.channel_value(key, channel)?));
        Self {
            delay_ns: own.delay_ps.map(nanoseconds),
            flit_ns: own.flit_ps.map(nanoseconds),
            router_ns: own.router_ps.map(nanoseconds),
            virtual_channels: own.virtual_channels,
            buffer_flits: own.buffer_flits,
            latency_cycles: own.latency_cycles,
            values: network.channel_keys().into_iter().filter_map(value).collect(),
        }
    }

    /// Takes the attributes of a JSON object in: [`set`](Self::set), where values that are no numbers are skipped.
    pub(crate) fn of_json<'t>(text: &'t str, object: &'t str) -> Result<Self, Flaw> {
        let mut own = Self::default();
        let written: BTreeMap<String, &'t RawValue> = parse(text, object, "numbers of its own")?;
        for (key, value) in written {
            let is_number = value.get().starts_with(|first: char| first == '-' || first.is_ascii_digit());
            let is_known = KEYS.iter().any(|known| known.eq_ignore_ascii_case(&key));
            if is_number || is_known && value.get() != "null" {
                own.set(&key, value.get(), offset(text, value.get()))?;
            }
        }
        Ok(own)
    }

    /// Takes an attribute in: one of [`KEYS`], or a number under a key of its own, such as a weight; others are
    /// skipped. `at` is where it stands.
    pub(crate) fn set(&mut self, key: &str, value: &str, at: usize) -> Result<(), Flaw> {
        let known = KEYS.into_iter().find(|known| known.eq_ignore_ascii_case(key));
        match known.unwrap_or(key) {
            "delay_ns" => self.delay_ns = Some(number(key, value, at)?),
            "flit_ns" => self.flit_ns = Some(number(key, value, at)?),
            "router_ns" => self.router_ns = Some(number(key, value, at)?),
            "virtual_channels" => self.virtual_channels = Some(number(key, value, at)?),
            "buffer_flits" => self.buffer_flits = Some(number(key, value, at)?),
            "latency_cycles" => self.latency_cycles = Some(number(key, value, at)?),
            _ => self.set_value(key, value, at)?,
        }
        Ok(())
    }

    /// Takes a number in under a key of its own. Other programs write all kinds of attributes: what is no number is
    /// skipped.
    pub(crate) fn set_value(&mut self, key: &str, value: &str, at: usize) -> Result<(), Flaw> {
        let Ok(number) = value.trim().parse::<f64>() else { return Ok(()) };
        if key == WEIGHT && !(number >= 0.0 && number.is_finite()) {
            return Err(Flaw::new(at, format!("a weight of {}; expected a number of at least 0", shown(value))));
        }
        // One more than are kept is enough to tell that there are more.
        let has_room = self.values.len() <= MOST_KEYS || self.values.contains_key(key);
        if has_room && number.is_finite() && !NAMES.contains(&key) && name_problem(key).is_none() {
            // What is less than nothing by its sign alone is nothing.
            self.values.insert(key.to_owned(), number + 0.0);
        }
        Ok(())
    }

    /// Its attributes, keys with values: in the order of [`KEYS`], and then in that of the others.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, String)> {
        let real = |number: Option<f64>| number.map(|number| number.to_string());
        let whole = |number: Option<u32>| number.map(|number| number.to_string());
        let values = [
            real(self.delay_ns),
            real(self.flit_ns),
            real(self.router_ns),
            whole(self.virtual_channels),
            whole(self.buffer_flits),
            whole(self.latency_cycles),
        ];
        let others = self.values.iter().map(|(key, value)| (&**key, value.to_string()));
        KEYS.into_iter().zip(values).filter_map(|(key, value)| Some((key, value?))).chain(others)
    }

    /// Says that each channel from this place on has this of its own: the one that was added last, or both of a link;
    /// `at` is where the file declares it.
    pub(crate) fn give(&self, draft: &mut Draft<'_>, first: usize, at: usize) -> Result<(), Flaw> {
        draft.set_properties(first, self.properties(at)?);
        self.values.iter().for_each(|(key, &value)| draft.set_value(first, key, value));
        Ok(())
    }

    /// The same in the units of networks, without the numbers under other keys.
    fn properties(&self, at: usize) -> Result<ChannelProperties, Flaw> {
        Ok(ChannelProperties {
            delay_ps: picoseconds(self.delay_ns, at)?,
            flit_ps: picoseconds(self.flit_ns, at)?,
            router_ps: picoseconds(self.router_ns, at)?,
            virtual_channels: positive("virtual_channels", self.virtual_channels, at)?,
            buffer_flits: positive("buffer_flits", self.buffer_flits, at)?,
            latency_cycles: self.latency_cycles,
        })
    }
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
