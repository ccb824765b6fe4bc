//! The figures of a run.

use super::watch::Watch;
use super::{ClassFigures, Outcome, Record};
use crate::traffic::Kind;
use serde::{Deserialize, Serialize};

/// What a run found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// How the run ended.
    pub outcome: Outcome,
    /// Messages left out at the start; none if there was no telling where the steady state begins.
    pub warm_up: Option<u64>,
    /// Simulated time until the last message, in nanoseconds.
    pub end_ns: f64,
    /// The classes of traffic that had messages.
    pub classes: Vec<Class>,
    /// The share of time that each channel was held, in the later half or more of the run, by channel.
    pub utilisation: Vec<f64>,
}

/// The figures of one class of traffic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// Unicast or multicast; none for all messages together.
    pub kind: Option<Kind>,
    /// Messages completed after the warm-up.
    pub messages: u64,
    /// Messages generated and completed in the measured time, in messages per node per µs.
    pub offered: f64,
    /// See `offered`.
    pub accepted: f64,
    /// Latencies; none when the network has no steady state.
    pub latency: Option<ClassFigures>,
}

/// Reads the figures of a run that ended at this time.
pub(super) fn read(watch: &Watch, outcome: Outcome, end: f64, utilisation: Vec<f64>, nodes: usize) -> Figures {
    let records = watch.recorder.records();
    let in_time: Vec<Record> = records.iter().copied().filter(|record| record.completed < end).collect();
    let warm_up = watch.recorder.steady_estimate().map(|(cut, _)| cut);
    // Without a steady state, the later half says what the network takes.
    let start = match warm_up.filter(|_| outcome == Outcome::Steady) {
        Some(cut) => records.get(cut).map_or(0.0, |record| record.completed),
        None => end / 2.0,
    };
    let rate = |count: usize| count as f64 / (nodes as f64 * (end - start) / 1000.0);
    let class = |kind: Option<Kind>| {
        let of_class = |record: &&Record| kind.is_none_or(|kind| record.kind == kind) && record.completed >= start;
        let accepted = in_time.iter().filter(of_class).count();
        let latency = match outcome {
            Outcome::Steady | Outcome::Budget => watch.recorder.figures(kind, warm_up.unwrap_or(records.len() / 2)),
            Outcome::Saturated | Outcome::Deadlock => None,
        };
        let messages = latency.as_ref().map_or(accepted as u64, |figures| figures.messages);
        let offered = rate(watch.generated(kind, start, end));
        Class { kind, messages, offered, accepted: rate(accepted), latency }
    };
    let kinds = [Some(Kind::Unicast), Some(Kind::Multicast), None];
    let classes = kinds.into_iter().filter(|&kind| watch.generated(kind, 0.0, f64::INFINITY) > 0).map(class).collect();
    Figures { outcome, warm_up: warm_up.map(|cut| cut as u64), end_ns: end, classes, utilisation }
}
