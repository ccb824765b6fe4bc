//! When messages are generated.

use super::Draws;
use serde::{Deserialize, Serialize};

/// How the messages of one node follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrivals {
    /// At random, independently of each other.
    #[default]
    Poisson,
    /// At equal distances, each node with a random phase.
    Periodic,
}

/// The times at which the sending nodes of a network generate messages, in ascending order. Nodes are told by their
/// place among those that send. O(1) a message.
#[derive(Debug)]
pub enum Clock {
    /// The Poisson streams of all nodes are one stream of the sum of their rates, in which each message belongs to any
    /// node with equal chance.
    Poisson {
        /// The time of the last message, in nanoseconds.
        now: f64,
        /// The mean gap between messages of the network, in nanoseconds.
        gap: f64,
        /// How many nodes there are.
        nodes: usize,
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
}

impl Clock {
    /// The clock of a network at a load in messages per node per µs.
    pub fn new(arrivals: Arrivals, nodes: usize, load: f64, draws: &mut Draws) -> Self {
        let period = 1000.0 / load;
        match arrivals {
            Arrivals::Poisson => Self::Poisson { now: 0.0, gap: period / nodes as f64, nodes },
            Arrivals::Periodic => {
                let phase = |node| (draws.share() * period, node);
                let mut phases: Vec<_> = (0..nodes).map(phase).collect();
                phases.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                Self::Periodic { phases, period, count: 0 }
            }
        }
    }

    /// The time, in nanoseconds, and the node of the next message.
    pub fn next(&mut self, draws: &mut Draws) -> (f64, usize) {
        match self {
            Self::Poisson { now, gap, nodes } => {
                *now += draws.exponential() * *gap;
                (*now, draws.below(*nodes))
            }
            Self::Periodic { phases, period, count } => {
                let (phase, node) = phases[*count % phases.len()];
                let time = phase + (*count / phases.len()) as f64 * *period;
                *count += 1;
                (time, node)
            }
        }
    }
}
