//! What a run hears from the engine.

use super::blocks::{BlockSums, Blocks};
use super::{ClassBlocks, Record, Recorder};
use crate::traffic::MessageClass;
use std::collections::BTreeSet;
use wormcast_plan::Worms;
use wormcast_sim::{Completed, Delivered, MessageId, Observer, Time};
use wormcast_topology::{ChannelId, NodeId};

/// A message under way.
#[derive(Clone, Copy, Debug)]
struct Pending {
    class: MessageClass,
    generated: Time,
    destinations: u32,
    /// How many multicasts were generated before.
    multicasts_before: u64,
    /// The sum of the latencies of its destinations so far, in nanoseconds.
    sum: f64,
}

/// Collects messages as they complete, and how long channels are held.
#[derive(Debug, Default)]
pub(super) struct Probe {
    pending: Vec<Pending>,
    /// Deliveries that only pass the message on: not counted.
    relays: BTreeSet<(MessageId, NodeId)>,
    pub(super) recorder: Recorder,
    held: Held,
    blocks: BlockSums,
    multicasts: u64,
    multicasts_done: u64,
    unicast_blocks: BlockSums,
    multicast_blocks: BlockSums,
    /// When messages left, for whoever looks back at it and clears it; kept by engines that run in batches.
    pub(super) gone: Vec<Time>,
    keeps_gone: bool,
    stopped: bool,
}

impl Probe {
    pub(super) fn new(channels: usize) -> Self {
        let [unicast_blocks, multicast_blocks] = [(); 2].map(|()| BlockSums::of_one());
        Self { held: Held::new(channels), unicast_blocks, multicast_blocks, ..Self::default() }
    }

    /// The same for a run in batches.
    pub(super) fn in_batches(channels: usize) -> Self {
        Self { keeps_gone: true, ..Self::new(channels) }
    }

    /// The next message that will be injected.
    pub(super) fn expect(&mut self, class: MessageClass, generated: Time, destinations: &[NodeId], worms: &Worms) {
        let deliveries: usize = worms.iter().map(|worm| worm.deliveries.len()).sum();
        if deliveries > destinations.len() {
            let message = self.pending.len() as MessageId;
            let nodes = worms.iter().flat_map(|worm| worm.deliveries).map(|delivery| delivery.node);
            self.relays.extend(nodes.filter(|node| !destinations.contains(node)).map(|node| (message, node)));
        }
        let (destinations, multicasts_before) = (destinations.len() as u32, self.multicasts);
        self.multicasts += u64::from(class == MessageClass::Multicast);
        self.pending.push(Pending { class, generated, destinations, multicasts_before, sum: 0.0 });
    }

    /// How many messages of a class were generated in this span of time.
    pub(super) fn generated(&self, class: Option<MessageClass>, from: f64, until: f64) -> usize {
        let start = self.pending.partition_point(|message| message.generated.ns() < from);
        let of_class = |message: &&Pending| class.is_none_or(|class| message.class == class);
        self.pending[start..].iter().take_while(|message| message.generated.ns() < until).filter(of_class).count()
    }

    /// How many messages of a class were generated and are not completed.
    pub(super) fn under_way(&self, class: MessageClass) -> u64 {
        let multicasts = self.multicasts - self.multicasts_done;
        match class {
            MessageClass::Multicast => multicasts,
            MessageClass::Unicast => self.pending.len() as u64 - self.recorder.records().len() as u64 - multicasts,
        }
    }

    /// Mean latencies in the order of generation, of blocks that are complete.
    pub(super) fn blocks(&self) -> Blocks {
        self.blocks.means()
    }

    /// The same of unicasts and of multicasts alone.
    pub(super) fn class_blocks(&self) -> ClassBlocks {
        ClassBlocks { unicast: self.unicast_blocks.means(), multicast: self.multicast_blocks.means() }
    }

    /// Records nothing any more. Returns the share of time that each channel was held, in the later half or more of the
    /// time until now.
    pub(super) fn stop(&mut self, now: f64) -> Vec<f64> {
        self.stopped = true;
        self.held.shares(now)
    }
}

impl Observer for Probe {
    fn delivered(&mut self, delivery: Delivered) {
        if self.relays.is_empty() || !self.relays.remove(&(delivery.message, delivery.node)) {
            let message = &mut self.pending[delivery.message as usize];
            message.sum += (delivery.at - message.generated).ns();
        }
    }

    fn completed(&mut self, message: Completed) {
        if self.stopped {
            return;
        }
        let Pending { class, generated, destinations, multicasts_before, sum } = self.pending[message.message as usize];
        let latency = (message.at - message.generated).ns();
        self.blocks.add(message.message, latency);
        match class {
            MessageClass::Unicast => self.unicast_blocks.add(message.message - multicasts_before, latency),
            MessageClass::Multicast => {
                self.multicasts_done += 1;
                self.multicast_blocks.add(multicasts_before, latency);
            }
        }
        self.recorder.push(Record {
            class,
            completed: message.at.ns(),
            latency: (message.at - generated).ns(),
            network: (message.at - message.injected).ns(),
            destination: sum / f64::from(destinations),
            destinations,
        });
    }

    fn gone(&mut self, at: Time) {
        if self.keeps_gone {
            self.gone.push(at);
        }
    }

    fn sums_holds_until(&self) -> Time {
        self.held.next_mark()
    }

    fn held(&mut self, channel: ChannelId, from: Time, until: Time) {
        self.held.add(channel, from, until);
    }

    fn held_in_all(&mut self, channel: ChannelId, sum: Time) {
        self.held.total[channel.index()] += sum.ps();
    }
}

/// How long each channel was held, in picoseconds, so that the sums depend on no order: until now, and until two
/// earlier times, in nanoseconds, each half or less of the one after.
#[derive(Debug, Default)]
struct Held {
    total: Vec<u64>,
    marks: [(f64, Vec<u64>); 2],
}

impl Held {
    fn new(channels: usize) -> Self {
        let nothing = || (0.0, vec![0; channels]);
        Self { total: vec![0; channels], marks: [nothing(), nothing()] }
    }

    /// A hold that begins at this time or later may make a new mark: what is held before it is told counts before.
    fn next_mark(&self) -> Time {
        // Half a picosecond of rounding is on the safe side.
        Time::from_ps((2000.0 * self.marks[1].0.max(1.0)).floor() as u64 - 1)
    }

    fn add(&mut self, channel: ChannelId, from: Time, until: Time) {
        if from.ns() >= 2.0 * self.marks[1].0.max(1.0) {
            self.marks.rotate_left(1);
            self.marks[1].0 = from.ns();
            self.marks[1].1.copy_from_slice(&self.total);
        }
        self.total[channel.index()] += (until - from).ps();
    }

    fn shares(&self, now: f64) -> Vec<f64> {
        let (start, before) = &self.marks[0];
        let share = |(total, before): (&u64, &u64)| ((total - before) as f64 / 1000.0 / (now - start)).clamp(0.0, 1.0);
        if now > *start { self.total.iter().zip(before).map(share).collect() } else { vec![0.0; self.total.len()] }
    }
}
