//! What a run records, and the figures that are read from it.

use crate::stats::{Estimate, Percentiles, batch_means, warm_up};
use crate::traffic::MessageClass;
use serde::{Deserialize, Serialize};

/// The confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// One completed message. All times in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Unicast or multicast.
    pub class: MessageClass,
    /// When its last destination had it.
    pub completed: f64,
    /// From its generation to its last destination.
    pub latency: f64,
    /// From its first worm's injection to its last destination: without the source queue.
    pub network: f64,
    /// From its generation to a destination, averaged over its destinations.
    pub destination: f64,
    /// How many destinations it had.
    pub destinations: u32,
}

/// The completed messages of a run, in the order of their completion. 48 bytes a message.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    records: Vec<Record>,
}

/// The figures of one class of traffic. All times in nanoseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyFigures {
    /// Messages that the figures are from.
    pub messages: u64,
    /// Mean latency with its confidence.
    pub latency: Estimate,
    /// 50th, 95th, 99th percentile and maximum of the latency.
    pub percentiles: [f64; 4],
    /// Mean over all destinations.
    pub destination: f64,
    /// Mean without the source queue.
    pub network: f64,
}

impl Recorder {
    /// Appends a completed message.
    pub fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    /// When the last message was completed; 0 if none was.
    pub fn last_completion(&self) -> f64 {
        self.records.last().map_or(0.0, |record| record.completed)
    }

    /// All completed messages.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Those completed at this time or later, in nanoseconds.
    pub fn completed_since(&self, time: f64) -> &[Record] {
        &self.records[self.records.partition_point(|record| record.completed < time)..]
    }

    /// Where the steady state begins, and the mean latency of all messages after that; none if the run is too short to
    /// tell.
    pub fn steady_estimate(&self) -> Option<(usize, Estimate)> {
        let latencies: Vec<f64> = self.records.iter().map(|record| record.latency).collect();
        let cut = warm_up(&latencies)?;
        Some((cut, batch_means(&latencies[cut..], CONFIDENCE)))
    }

    /// The mean latency of a class from a cut on.
    pub fn estimate(&self, class: MessageClass, cut: usize) -> Estimate {
        let records = self.records.iter().skip(cut).filter(|record| record.class == class);
        batch_means(&records.map(|record| record.latency).collect::<Vec<_>>(), CONFIDENCE)
    }

    /// The figures of a class (none: all messages) from a cut on; none if it has no message there.
    pub fn figures(&self, class: Option<MessageClass>, cut: usize) -> Option<LatencyFigures> {
        let of_class = |record: &&Record| class.is_none_or(|class| record.class == class);
        let records: Vec<Record> = self.records.get(cut..)?.iter().filter(of_class).copied().collect();
        let latencies: Vec<f64> = records.iter().map(|record| record.latency).collect();
        let messages = records.len() as f64;
        let destinations: f64 = records.iter().map(|record| f64::from(record.destinations)).sum();
        let to_destinations = records.iter().map(|record| record.destination * f64::from(record.destinations));
        let latency = batch_means(&latencies, CONFIDENCE);
        let sorted = Percentiles::new(latencies);
        Some(LatencyFigures {
            messages: records.len() as u64,
            latency,
            percentiles: [sorted.at(0.5)?, sorted.at(0.95)?, sorted.at(0.99)?, sorted.at(1.0)?],
            destination: to_destinations.sum::<f64>() / destinations,
            network: records.iter().map(|record| record.network).sum::<f64>() / messages,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_told_apart() {
        let mut recorder = Recorder::default();
        for i in 0..100 {
            let class = if i % 4 == 0 { MessageClass::Multicast } else { MessageClass::Unicast };
            let (latency, destinations) = if i % 4 == 0 { (200.0, 3) } else { (100.0, 1) };
            let network = latency - 10.0;
            let destination = latency / 2.0;
            recorder.push(Record { class, completed: f64::from(i), latency, network, destination, destinations });
        }
        let all = recorder.figures(None, 0).unwrap();
        assert_eq!((all.messages, all.latency.mean, all.network), (100, 125.0, 115.0));
        // 75 destinations at 50 and 75 at 100.
        assert_eq!(all.destination, 75.0);
        assert_eq!(all.percentiles, [100.0, 200.0, 200.0, 200.0]);
        let multicast = recorder.figures(Some(MessageClass::Multicast), 50).unwrap();
        assert_eq!((multicast.messages, multicast.latency.mean), (12, 200.0));
        assert_eq!(Recorder::default().figures(None, 0), None);
    }
}
