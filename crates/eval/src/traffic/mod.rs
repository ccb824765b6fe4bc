//! Open-loop traffic: who sends what to whom, and when.

mod arrivals;
mod pattern;
mod rectangle;
mod rule;
mod sampler;

pub use arrivals::{Arrivals, Clock};
pub use pattern::{Pattern, PatternError};
pub use sampler::Sampler;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use wormcast_topology::{NodeId, Topology};

/// What the nodes of a network send.
#[derive(Clone, Debug, PartialEq)]
pub struct TrafficSpec {
    /// How the messages of a node follow each other.
    pub arrivals: Arrivals,
    /// The share of messages that are multicast, from 0 to 1.
    pub multicast_share: f64,
    /// To whom unicast messages go: one destination each.
    pub unicast: Pattern,
    /// To whom multicast messages go.
    pub multicast: Pattern,
}

/// Unicast or multicast: by the share that a message is drawn from, not by how many destinations it got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// To one destination.
    Unicast,
    /// To a set of destinations.
    Multicast,
}

/// A message that a node generates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Message {
    /// When, in nanoseconds.
    pub time_ns: f64,
    /// Where.
    pub source: NodeId,
    /// Unicast or multicast.
    pub kind: Kind,
}

/// The messages of a network, one after another in time. The same seed gives the same messages, whatever plans them.
#[derive(Debug)]
pub struct Traffic {
    clock: Clock,
    multicast_share: f64,
    unicast: Sampler,
    multicast: Sampler,
    random: Xoshiro256PlusPlus,
}

impl Traffic {
    /// The traffic on a network, at a load in messages per node per µs.
    ///
    /// # Errors
    /// A pattern that does not fit the network.
    pub fn new(topology: &dyn Topology, spec: &TrafficSpec, load: f64, seed: u64) -> Result<Self, PatternError> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(Self {
            clock: Clock::new(spec.arrivals, topology.graph().node_count(), load, &mut random),
            multicast_share: spec.multicast_share,
            unicast: Sampler::new(topology, &spec.unicast)?,
            multicast: Sampler::new(topology, &spec.multicast)?,
            random,
        })
    }

    /// The next message; `destinations` becomes its destinations. They are empty when the pattern gives this node none
    /// (a transpose on the diagonal): the node then sends nothing.
    pub fn next(&mut self, destinations: &mut Vec<NodeId>) -> Message {
        let (time_ns, source) = self.clock.next(&mut self.random);
        let multicast = self.multicast_share > 0.0 && self.random.random_bool(self.multicast_share);
        let (kind, sampler) = match multicast {
            true => (Kind::Multicast, &mut self.multicast),
            false => (Kind::Unicast, &mut self.unicast),
        };
        destinations.clear();
        sampler.draw(source, &mut self.random, destinations);
        Message { time_ns, source, kind }
    }
}
