//! The figures of a run.

use super::probe::Probe;
use super::{Blocks, LatencyFigures, Record, RunOutcome, Unpaired};
use crate::stats::Estimate;
use crate::traffic::MessageClass;
use serde::{Deserialize, Serialize};

/// What a run found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// How the run ended.
    pub outcome: RunOutcome,
    /// Messages left out at the start; none if there was no telling where the steady state begins.
    pub warm_up: Option<u64>,
    /// Simulated time until the last message, in nanoseconds.
    pub end_ns: f64,
    /// Requests that were granted: the events of the run. None for cells of before they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grants: Option<u64>,
    /// Mean latencies of messages in the order of their generation. None for cells of before they were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Blocks>,
    /// The same of unicasts alone and of multicasts alone, each in the order of their generation; where there were
    /// both. None for cells of before they were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class_blocks: Option<ClassBlocks>,
    /// The classes of traffic that had messages.
    pub classes: Vec<ClassFigures>,
    /// The share of time that each channel was held, in the later half or more of the run, by channel.
    pub utilisation: Vec<f64>,
}

/// Mean latencies of messages of each class, in the order of their generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassBlocks {
    /// Of unicasts.
    pub unicast: Blocks,
    /// Of multicasts.
    pub multicast: Blocks,
}

impl Figures {
    /// The figures of a class, or of all messages.
    pub fn class(&self, class: Option<MessageClass>) -> Option<&ClassFigures> {
        self.classes.iter().find(|figures| figures.of == class)
    }

    /// How much longer messages of a class, or all, took than in another run with the same messages, over those that
    /// both runs have behind their warm-ups.
    ///
    /// # Errors
    /// Why that is not known.
    pub fn longer_than(&self, other: &Self, class: Option<MessageClass>) -> Result<Estimate, Unpaired> {
        let warm_up = self.warm_up.zip(other.warm_up).map(|(own, others)| own.max(others)).ok_or(Unpaired::NotKept)?;
        // Blocks of a class count its messages alone.
        let share = self.share_of(class).ok_or(Unpaired::NotKept)?;
        let own = self.blocks_of(class).ok_or(Unpaired::NotKept)?;
        own.longer_than(other.blocks_of(class).ok_or(Unpaired::NotKept)?, (warm_up as f64 * share).ceil() as u64)
    }

    fn blocks_of(&self, class: Option<MessageClass>) -> Option<&Blocks> {
        let is_only = class.is_none() || self.classes.iter().all(|own| own.of.is_none() || own.of == class);
        match class {
            _ if is_only => self.blocks.as_ref(),
            Some(MessageClass::Unicast) => self.class_blocks.as_ref().map(|blocks| &blocks.unicast),
            _ => self.class_blocks.as_ref().map(|blocks| &blocks.multicast),
        }
    }

    /// The share of a class in all messages, as they were generated.
    fn share_of(&self, class: Option<MessageClass>) -> Option<f64> {
        let (own, all) = (self.class(class)?.offered, self.class(None)?.offered);
        Some(if all > 0.0 { (own / all).min(1.0) } else { 1.0 })
    }
}

/// The figures of one class of traffic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassFigures {
    /// Unicast or multicast; none for all messages together.
    pub of: Option<MessageClass>,
    /// Messages completed after the warm-up.
    pub messages: u64,
    /// Messages generated and completed in the measured time, in messages per node per µs.
    pub offered: f64,
    /// See `offered`.
    pub accepted: f64,
    /// Latencies; none when the network has no steady state.
    pub latency: Option<LatencyFigures>,
}

/// A run that spent its budget is called saturated when fewer than this share of the messages that were generated in
/// its later half were completed, and more than [`WAITING`] a node were under way at its end.
const COMPLETED: f64 = 0.98;
/// See [`COMPLETED`].
const WAITING: usize = 2;
/// So it is when a channel was held for more than this share of the later half: there is always a worm that waits for
/// it, and a mean that is not known after so many messages is that of a queue that grows.
const FULL: f64 = 0.999;

/// A run that is over.
pub(super) struct Reading<'a> {
    pub(super) probe: &'a Probe,
    /// The time of its last message, in nanoseconds.
    pub(super) end: f64,
    pub(super) nodes: usize,
    /// Messages under way at its end.
    pub(super) under_way: usize,
    pub(super) grants: u64,
}

impl Reading<'_> {
    /// The figures; `outcome` is the verdict, which is mended here when the later half of the run shows more.
    pub(super) fn figures(&self, outcome: RunOutcome, utilisation: Vec<f64>) -> Figures {
        let is_full = utilisation.iter().any(|&share| share > FULL);
        let outcome = match outcome {
            RunOutcome::Budget if is_full || self.grows() => RunOutcome::Saturated,
            other => other,
        };
        let warm_up = match outcome {
            RunOutcome::Replayed => Some(0),
            _ => self.probe.recorder.steady_estimate().map(|(cut, _)| cut),
        };
        let present = |class: &Option<MessageClass>| self.probe.generated(*class, 0.0, f64::INFINITY) > 0;
        let classes = [Some(MessageClass::Unicast), Some(MessageClass::Multicast), None].into_iter().filter(present);
        let classes: Vec<_> = classes.map(|class| self.class(class, outcome, warm_up)).collect();
        let latency_is_known = matches!(outcome, RunOutcome::Steady | RunOutcome::Budget | RunOutcome::Replayed);
        Figures {
            outcome,
            warm_up: warm_up.map(|cut| cut as u64),
            end_ns: self.end,
            grants: Some(self.grants),
            blocks: latency_is_known.then(|| self.probe.blocks()),
            // Of one class alone they would be the same once more: the classes are it, and all.
            class_blocks: (latency_is_known && classes.len() > 2).then(|| self.probe.class_blocks()),
            classes,
            utilisation,
        }
    }

    fn grows(&self) -> bool {
        let half = self.end / 2.0;
        let generated = self.probe.generated(None, half, self.end) as f64;
        (self.completed(None, half) as f64) < COMPLETED * generated && self.under_way > WAITING * self.nodes
    }

    fn completed(&self, class: Option<MessageClass>, from: f64) -> usize {
        let counts = |record: &&Record| {
            class.is_none_or(|class| record.class == class) && (from..=self.end).contains(&record.completed)
        };
        self.probe.recorder.records().iter().filter(counts).count()
    }

    fn class(&self, class: Option<MessageClass>, outcome: RunOutcome, warm_up: Option<usize>) -> ClassFigures {
        let records = self.probe.recorder.records();
        // Without a steady state, the later half says what the network takes.
        let start = match (outcome, warm_up) {
            (RunOutcome::Replayed, _) => 0.0,
            (RunOutcome::Steady, Some(cut)) => records.get(cut).map_or(0.0, |record| record.completed),
            _ => self.end / 2.0,
        };
        let rate = |count: usize| count as f64 / (self.nodes as f64 * (self.end - start) / 1000.0);
        let completed = self.completed(class, start);
        let latency = match outcome {
            RunOutcome::Steady | RunOutcome::Budget | RunOutcome::Replayed => {
                self.probe.recorder.figures(class, warm_up.unwrap_or(records.len() / 2))
            }
            RunOutcome::Saturated | RunOutcome::Deadlock => None,
        };
        // The mean over a trace is what it is: there is no other trace that it stands for.
        let latency = latency.map(|figures| match outcome {
            RunOutcome::Replayed => LatencyFigures { latency: Estimate::alone(figures.latency.mean), ..figures },
            _ => figures,
        });
        ClassFigures {
            of: class,
            messages: latency.as_ref().map_or(completed as u64, |figures| figures.messages),
            offered: rate(self.probe.generated(class, start, self.end)),
            accepted: rate(completed),
            latency,
        }
    }
}
