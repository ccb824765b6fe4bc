//! When a run ends.

use super::Recorder;
use serde::{Deserialize, Serialize};

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StopRule {
    /// It ends well when the half-width of the 95 % confidence interval of the mean latency of all messages is at most
    /// this share of the mean.
    pub half_width_share: f64,
    /// It ends over its budget after so many completed messages.
    pub max_messages: u64,
    /// It ends over its budget at this simulated time, in nanoseconds.
    pub max_time_ns: Option<f64>,
}

impl Default for StopRule {
    fn default() -> Self {
        Self { half_width_share: 0.01, max_messages: 1_000_000, max_time_ns: None }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The mean latency is known as well as was asked for.
    Steady,
    /// The source queues grow without end: there is no mean latency.
    Saturated,
    /// Worms wait for each other in a circle, and nothing will ever move there.
    Deadlock,
    /// The budget was spent; the figures are what was known then.
    Budget,
}

impl Outcome {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Saturated => "saturated",
            Self::Deadlock => "deadlock",
            Self::Budget => "budget",
        }
    }
}

/// What is decided at a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The run goes on until so many messages are completed.
    GoOn(u64),
    /// The run ends.
    End(Outcome),
}

impl StopRule {
    /// The first checkpoint, in completed messages.
    pub fn first_checkpoint(&self) -> u64 {
        self.max_messages.min(2_000)
    }

    /// Looks at what a run has recorded.
    pub fn judge(&self, recorder: &Recorder) -> Verdict {
        let completed = recorder.records().len() as u64;
        if recorder.steady_estimate().is_some_and(|(_, estimate)| estimate.is_within(self.half_width_share)) {
            return Verdict::End(Outcome::Steady);
        }
        if completed >= self.max_messages {
            return Verdict::End(Outcome::Budget);
        }
        // A third more each time: the work of judging stays a small share of that of running.
        Verdict::GoOn((completed + completed / 3 + 1).min(self.max_messages))
    }
}
