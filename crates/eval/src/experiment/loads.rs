//! The loads of an experiment, and their unit.

use super::error::blame;
use super::values::{between, refuse_repeated};
use super::{ExperimentError, ExperimentFile, TimingTable};
use crate::traffic::TrafficSpec;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use toml::Spanned;
use wormcast_sim::Timing;

/// Loads as they stand in the file.
#[derive(Clone, Debug)]
pub enum LoadsEntry {
    /// These.
    Listed(Vec<Spanned<f64>>),
    /// `to-saturation`: they are found by bisection.
    ToSaturation,
}

impl<'de> Deserialize<'de> for LoadsEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = LoadsEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of loads, or \"to-saturation\"")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<LoadsEntry, E> {
                let is_known = word == "to-saturation";
                if is_known {
                    Ok(LoadsEntry::ToSaturation)
                } else {
                    Err(E::invalid_value(Unexpected::Str(word), &self))
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<LoadsEntry, A::Error> {
                let mut loads = Vec::new();
                while let Some(load) = items.next_element()? {
                    loads.push(load);
                }
                Ok(LoadsEntry::Listed(loads))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The loads of the schemes, in messages per node per µs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loads {
    /// Those of all schemes, or by scheme; empty until they are found.
    by_scheme: Vec<Vec<f64>>,
}

impl Loads {
    /// The same for all schemes; none: they are to be found.
    pub fn new(loads: Vec<f64>) -> Self {
        Self { by_scheme: if loads.is_empty() { Vec::new() } else { vec![loads] } }
    }

    /// Those of each scheme, as many for each.
    pub fn found(by_scheme: Vec<Vec<f64>>) -> Self {
        Self { by_scheme }
    }

    /// Whether they are still to be found.
    pub fn are_to_be_found(&self) -> bool {
        self.by_scheme.is_empty()
    }

    /// Those of a scheme, by its number.
    pub fn of(&self, scheme: usize) -> &[f64] {
        self.by_scheme.get(scheme).or(self.by_scheme.first()).map_or(&[], Vec::as_slice)
    }
}

/// In what loads stand in a file, and are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoadUnit {
    /// Messages per node per µs.
    #[default]
    MessagesPerUs,
    /// Flits that a node injects in a cycle. A multicast counts as one message.
    FlitsPerCycle,
    /// How much faster a trace is played than it was recorded.
    TraceSpeed,
}

impl LoadUnit {
    /// It in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::MessagesPerUs => "messages per node per µs",
            Self::FlitsPerCycle => "flits per node and cycle",
            Self::TraceSpeed => "times the speed of the trace",
        }
    }
}

/// What relates loads in messages to loads in flits: a load of one message per node per µs is so many flits per node
/// and cycle.
pub(super) fn flits_per_cycle(
    file: &ExperimentFile,
    traffic: &TrafficSpec,
    timing: &Timing,
) -> Result<f64, ExperimentError> {
    Ok(traffic.mean_flits(timing.length) * cycle_ns(&file.timing)? / 1000.0)
}

/// The cycle of loads in flits, by default the flit time.
pub(super) fn cycle_ns(timing: &TimingTable) -> Result<f64, ExperimentError> {
    between(timing.cycle_ns.as_ref().unwrap_or(&timing.flit_ns), 1e-3..1e12, "a cycle above 0, in ns")
}

/// In what the loads are: a trace has its speed, and nothing else.
pub(super) fn unit(file: &ExperimentFile) -> Result<LoadUnit, ExperimentError> {
    let usual = if file.traffic.trace.is_some() { LoadUnit::TraceSpeed } else { LoadUnit::default() };
    match &file.loads_in {
        None => Ok(usual),
        Some(unit) if (*unit.get_ref() == LoadUnit::TraceSpeed) == file.traffic.trace.is_some() => Ok(*unit.get_ref()),
        Some(unit) if file.traffic.trace.is_some() => {
            Err(blame(unit, "the loads of a trace are speeds; leave `loads_in` out, or say \"trace-speed\""))
        }
        Some(unit) => Err(blame(unit, "\"trace-speed\" is for messages from a file; name it as `traffic.trace`")),
    }
}

/// The loads in messages per node per µs, or the speeds of a trace; none if they are to be found.
pub(super) fn resolve(
    file: &ExperimentFile,
    unit: LoadUnit,
    flits_per_cycle: f64,
) -> Result<Vec<f64>, ExperimentError> {
    let LoadsEntry::Listed(listed) = file.loads.get_ref() else {
        return match unit {
            LoadUnit::TraceSpeed => Err(blame(&file.loads, "a trace has no saturation; list speeds, such as [1, 2]")),
            _ => Ok(Vec::new()),
        };
    };
    if listed.is_empty() {
        return Err(blame(&file.loads, "no loads are given; at least one is needed, or \"to-saturation\""));
    }
    let (unit, words) = match unit {
        LoadUnit::MessagesPerUs => (1.0, "a load above 0 and below 1000000, in messages per node per µs"),
        LoadUnit::FlitsPerCycle => (flits_per_cycle, "a load above 0 and below 1000000, in flits per node and cycle"),
        LoadUnit::TraceSpeed => (1.0, "a speed above 0 and below 1000000, such as 1 for that of the record"),
    };
    let load = |load: &Spanned<f64>| between(load, f64::MIN_POSITIVE..1e6, words).map(|load| load / unit);
    let loads = listed.iter().map(load).collect::<Result<Vec<_>, _>>()?;
    refuse_repeated(&loads, &file.loads)?;
    Ok(loads)
}
