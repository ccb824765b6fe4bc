//! When messages are generated.

use super::{Draws, Senders};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How the messages of one node follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrivals {
    /// At random, independently of each other.
    #[default]
    Poisson,
    /// At equal distances, each node with a random phase.
    Periodic,
    /// In bursts: a node is on and off in turns, for exponentially distributed times, and sends as a Poisson stream
    /// while it is on, so much faster that the load is the mean over both.
    OnOff {
        /// The mean time for which a node is on, in µs.
        on_us: f64,
        /// The mean time for which it is off, in µs.
        off_us: f64,
    },
    /// At most one in a cycle: in each cycle each node tosses a coin, as simulators do that go from cycle to cycle.
    Bernoulli {
        /// The cycle, in nanoseconds.
        cycle_ns: f64,
    },
}

/// The times at which the sending nodes of a network generate messages, in ascending order. Nodes are told by their
/// place among those that send. O(1) a message, and O(log nodes) where each node has a time of its own.
#[derive(Debug)]
pub enum Clock {
    /// The Poisson streams of all nodes are one stream of the sum of their rates, in which each message belongs to any
    /// node with a chance in proportion to its rate.
    Poisson {
        /// The time of the last message, in nanoseconds.
        now: f64,
        /// The mean gap between messages of the network, in nanoseconds.
        gap: f64,
    },
    /// Each node in the order of its phase, period after period.
    Periodic {
        /// The phase of each node, in nanoseconds, in ascending order.
        phases: Vec<(f64, usize)>,
        /// The time between two messages of a node, in nanoseconds.
        period: f64,
        /// How many messages there have been.
        count: usize,
    },
    /// Each node by itself.
    OnOff(Bursts),
    /// The nodes toss their coins one after another, cycle by cycle. Tosses without a message are jumped over.
    Bernoulli {
        /// The cycle, in nanoseconds.
        cycle: f64,
        /// The number of the next toss.
        toss: u64,
        /// A toss has a message with a chance of 1 − e^−rate, for a node of the greatest weight.
        rate: f64,
        /// That weight.
        greatest: f64,
    },
}

impl Clock {
    /// The clock of a network at a load in messages per sending node per µs.
    pub fn new(arrivals: Arrivals, senders: &Senders, load: f64, draws: &mut Draws) -> Self {
        let (period, nodes) = (1000.0 / load, senders.len());
        match arrivals {
            Arrivals::Poisson => Self::Poisson { now: 0.0, gap: period / nodes as f64 },
            Arrivals::Periodic => {
                let phase = |node| (draws.share() * period, node);
                let mut phases: Vec<_> = (0..nodes).map(phase).collect();
                phases.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                Self::Periodic { phases, period, count: 0 }
            }
            Arrivals::Bernoulli { cycle_ns } => {
                let greatest = (0..nodes).map(|node| senders.rate(node)).fold(0.0, f64::max);
                let chance = (cycle_ns / period * greatest).min(1.0);
                Self::Bernoulli { cycle: cycle_ns, toss: 0, rate: -libm::log1p(-chance), greatest }
            }
            Arrivals::OnOff { on_us, off_us } => {
                Self::OnOff(Bursts::new(senders, period, [on_us, off_us].map(|us| 1000.0 * us), draws))
            }
        }
    }

    /// The time, in nanoseconds, and the node of the next message.
    pub fn next(&mut self, senders: &Senders, draws: &mut Draws) -> (f64, usize) {
        match self {
            Self::Poisson { now, gap } => {
                *now += draws.exponential() * *gap;
                (*now, senders.draw(draws))
            }
            Self::Periodic { phases, period, count } => {
                let (phase, node) = phases[*count % phases.len()];
                let time = phase + (*count / phases.len()) as f64 * *period;
                *count += 1;
                (time, node)
            }
            Self::OnOff(bursts) => bursts.next(draws),
            Self::Bernoulli { cycle, toss, rate, greatest } => loop {
                *toss = toss.saturating_add((draws.exponential() / *rate) as u64);
                let (passed, node) = (*toss / senders.len() as u64, (*toss % senders.len() as u64) as usize);
                *toss = toss.saturating_add(1);
                if draws.chance(senders.rate(node) / *greatest) {
                    return (passed as f64 * *cycle, node);
                }
            },
        }
    }
}

/// Nodes that are on and off in turns. Times in nanoseconds.
#[derive(Debug)]
pub struct Bursts {
    on: f64,
    off: f64,
    /// By node: the mean gap between its messages while it is on, and when it goes off next.
    nodes: Vec<(f64, f64)>,
    /// The next message of each node. Times are not negative, so that their bits are in the order of the times.
    next: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Bursts {
    fn new(senders: &Senders, period: f64, [on, off]: [f64; 2], draws: &mut Draws) -> Self {
        let mut bursts = Self { on, off, nodes: Vec::new(), next: BinaryHeap::new() };
        for node in (0..senders.len()).filter(|&node| senders.rate(node) > 0.0) {
            bursts.nodes.resize(node, (f64::INFINITY, 0.0));
            // What is left of an exponential time is exponential too, wherever it is looked at.
            let starts = if draws.chance(on / (on + off)) { 0.0 } else { draws.exponential() * off };
            let gap = period / senders.rate(node) * on / (on + off);
            bursts.nodes.push((gap, starts + draws.exponential() * on));
            bursts.advance(node, starts, draws);
        }
        bursts
    }

    /// Finds the next message of a node after a time at which it is on.
    fn advance(&mut self, node: usize, from: f64, draws: &mut Draws) {
        let (gap, mut ends) = self.nodes[node];
        let mut time = from + draws.exponential() * gap;
        while time > ends {
            let starts = ends + draws.exponential() * self.off;
            ends = starts + draws.exponential() * self.on;
            time = starts + draws.exponential() * gap;
        }
        self.nodes[node].1 = ends;
        self.next.push(Reverse((time.to_bits(), node)));
    }

    fn next(&mut self, draws: &mut Draws) -> (f64, usize) {
        // Some node sends: weights are not all 0.
        let Some(Reverse((bits, node))) = self.next.pop() else { return (f64::INFINITY, 0) };
        let time = f64::from_bits(bits);
        self.advance(node, time, draws);
        (time, node)
    }
}
