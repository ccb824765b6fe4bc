//! When a run ends.

use super::Recorder;
use crate::traffic::MessageClass;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StopRule {
    /// It ends well when the half-width of the 95 % confidence interval of the mean latency is at most this share of
    /// the mean.
    pub half_width_share: f64,
    /// Whose mean latency that is.
    #[serde(default, skip_serializing_if = "MeanOf::is_all")]
    pub of: MeanOf,
    /// It ends over its budget after so many completed messages.
    pub max_messages: u64,
    /// It ends over its budget at this simulated time, in nanoseconds.
    pub max_time_ns: Option<f64>,
    /// A run that is found to be saturated goes on until so many messages were completed in the later half of its time,
    /// and [`MEASURED_OF_CLASS`] of each class, so that it is known what the network takes in; with 0 it ends there.
    #[serde(default, skip_serializing_if = "is_none")]
    pub saturated_messages: u64,
}

/// So many messages of each class tell in which shares a saturated network takes them in.
pub const MEASURED_OF_CLASS: u64 = 1000;

fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Default for StopRule {
    fn default() -> Self {
        Self {
            half_width_share: 0.01,
            of: MeanOf::All,
            max_messages: 1_000_000,
            max_time_ns: None,
            saturated_messages: 0,
        }
    }
}

/// The mean of one class says nothing of the queues of the other: that of all messages together must be known to this
/// share at least.
const ALL_TOGETHER: f64 = 0.1;

/// In the steady state, the messages of a class that are under way are at most this share of those completed since its
/// beginning. By Little's law the run has taken twenty times the mean latency of the class then, with what still waits
/// among it; where the network takes in a twentieth less of a class than it is offered, this is never so.
const UNDER_WAY: f64 = 0.05;

/// Whose mean latency must be known before a run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum MeanOf {
    /// That of all messages together.
    #[default]
    All,
    /// That of unicast messages.
    Unicast,
    /// That of multicast messages.
    Multicast,
    /// That of all messages, and that of each class that has had any.
    Each,
}

impl MeanOf {
    fn is_all(&self) -> bool {
        *self == Self::All
    }

    /// The classes; none is all messages.
    const fn classes(self) -> &'static [Option<MessageClass>] {
        match self {
            Self::All => &[None],
            Self::Unicast => &[Some(MessageClass::Unicast)],
            Self::Multicast => &[Some(MessageClass::Multicast)],
            Self::Each => &[None, Some(MessageClass::Unicast), Some(MessageClass::Multicast)],
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RunOutcome {
    /// The mean latency is known as well as was asked for.
    Steady,
    /// The source queues grow without end: there is no mean latency.
    Saturated,
    /// Worms wait for each other in a cycle, and nothing will ever move there.
    Deadlock,
    /// The budget was spent; the figures are what was known then.
    Budget,
    /// All messages of a trace were sent and delivered.
    Replayed,
}

impl RunOutcome {
    /// Whether the network carried the traffic, and its mean latencies are what they are.
    pub fn is_carried(self) -> bool {
        matches!(self, Self::Steady | Self::Replayed)
    }

    /// Its name in tables, such as `steady`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What is decided at a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The run goes on until so many messages are completed.
    GoOn(u64),
    /// The run ends.
    End(RunOutcome),
}

impl StopRule {
    /// The first checkpoint, in completed messages.
    pub fn first_checkpoint(&self) -> u64 {
        self.max_messages.min(2_000)
    }

    /// Looks at what a run has recorded, and at how many messages of each class are under way.
    pub fn judge(&self, recorder: &Recorder, under_way: impl Fn(MessageClass) -> u64) -> Verdict {
        let completed = recorder.records().len() as u64;
        if self.is_known(recorder, under_way) {
            return Verdict::End(RunOutcome::Steady);
        }
        if completed >= self.max_messages {
            return Verdict::End(RunOutcome::Budget);
        }
        // A third more each time: the work of judging stays a small share of that of running.
        Verdict::GoOn((completed + completed / 3 + 1).min(self.max_messages))
    }

    /// Whether the means are known as well as is asked for. What the messages say together decides where the steady
    /// state begins.
    fn is_known(&self, recorder: &Recorder, under_way: impl Fn(MessageClass) -> u64) -> bool {
        let Some((cut, all)) = recorder.steady_estimate() else { return false };
        let keeps_up = |class| {
            let completed = recorder.records()[cut..].iter().filter(|record| record.class == class).count();
            under_way(class) as f64 <= UNDER_WAY * completed as f64
        };
        if !all.is_within(self.half_width_share.max(ALL_TOGETHER)) || !MessageClass::ALL.into_iter().all(keeps_up) {
            return false;
        }
        self.of.classes().iter().all(|&class| match class {
            None => all.is_within(self.half_width_share),
            Some(class)
                if self.of == MeanOf::Each && !recorder.records().iter().any(|record| record.class == class) =>
            {
                true
            }
            Some(class) => recorder.estimate(class, cut).is_within(self.half_width_share),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Record;

    /// Judges a run whose unicasts have these latencies, and whose multicasts, every tenth message, take 1 µs each.
    fn judged(of: MeanOf, unicast: impl Fn(u32) -> f64, under_way: [u64; 2]) -> Verdict {
        let mut recorder = Recorder::default();
        for message in 0..40_000_u32 {
            let (class, latency) = match message % 10 {
                0 => (MessageClass::Multicast, 1000.0 + f64::from(message * 7 % 13)),
                _ => (MessageClass::Unicast, unicast(message)),
            };
            let completed = f64::from(message) * 10.0;
            let record = Record { class, completed, latency, network: latency, destination: latency, destinations: 1 };
            recorder.push(record);
        }
        StopRule { of, half_width_share: 0.05, ..StopRule::default() }
            .judge(&recorder, |class| under_way[class as usize])
    }

    #[test]
    fn a_run_is_not_steady_while_the_queues_of_the_other_class_grow() {
        for of in [MeanOf::All, MeanOf::Multicast, MeanOf::Each] {
            let growing = judged(of, |message| f64::from(message) * 5.0, [10, 10]);
            assert!(matches!(growing, Verdict::GoOn(_)), "{of:?}: {growing:?}");
            let steady = judged(of, |message| 100.0 + f64::from(message * 31 % 101), [10, 10]);
            assert_eq!(steady, Verdict::End(RunOutcome::Steady), "{of:?}");
        }
    }

    /// Of 36,000 unicasts and 4,000 multicasts the few that arrive may be quick, and many wait.
    #[test]
    fn a_run_is_not_steady_while_many_of_a_class_are_under_way() {
        for of in [MeanOf::All, MeanOf::Unicast, MeanOf::Multicast, MeanOf::Each] {
            let ends = |under_way| judged(of, |message| 100.0 + f64::from(message * 31 % 101), under_way);
            assert_eq!(ends([1500, 150]), Verdict::End(RunOutcome::Steady), "{of:?}");
            for many in [[2000, 10], [10, 300]] {
                assert!(matches!(ends(many), Verdict::GoOn(_)), "{of:?}: {many:?}");
            }
        }
    }
}
