//! Open-loop traffic: who sends what to whom, and when.

mod arrivals;
mod draws;
mod pattern;
mod rectangle;
mod rule;
mod sampler;

pub use arrivals::{Arrivals, Clock};
pub use draws::Draws;
pub use pattern::{Pattern, PatternError};
pub use sampler::Sampler;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum MessageClass {
    /// To one destination.
    Unicast,
    /// To a set of destinations.
    Multicast,
}

/// A message that a node generates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneratedMessage {
    /// When, in nanoseconds.
    pub time_ns: f64,
    /// Where.
    pub source: NodeId,
    /// Unicast or multicast.
    pub class: MessageClass,
}

/// The messages of a network, one after another in time. The same seed gives the same messages, whatever plans them.
#[derive(Debug)]
pub struct Traffic {
    /// The nodes that send: the endpoints, or all nodes if there are none.
    senders: Box<[NodeId]>,
    clock: Clock,
    multicast_share: f64,
    unicast: Sampler,
    multicast: Sampler,
    draws: Draws,
}

impl Traffic {
    /// The traffic on a network, at a load in messages per sending node per µs. Where a network has endpoints, they
    /// alone send.
    ///
    /// # Errors
    /// A pattern that does not fit the network.
    pub fn new(topology: &dyn Topology, spec: &TrafficSpec, load: f64, seed: u64) -> Result<Self, PatternError> {
        let mut draws = Draws::seeded(seed);
        let senders: Box<[NodeId]> = topology.graph().terminals().collect();
        Ok(Self {
            clock: Clock::new(spec.arrivals, senders.len(), load, &mut draws),
            senders,
            multicast_share: spec.multicast_share,
            unicast: Sampler::new(topology, &spec.unicast)?,
            multicast: Sampler::new(topology, &spec.multicast)?,
            draws,
        })
    }

    /// The next message; `destinations` becomes its destinations. They are empty when the pattern gives this node none
    /// (a transpose on the diagonal): the node then sends nothing.
    pub fn next(&mut self, destinations: &mut Vec<NodeId>) -> GeneratedMessage {
        let (time_ns, sender) = self.clock.next(&mut self.draws);
        let source = self.senders[sender];
        let multicast = self.multicast_share > 0.0 && self.draws.chance(self.multicast_share);
        let (class, sampler) = match multicast {
            true => (MessageClass::Multicast, &mut self.multicast),
            false => (MessageClass::Unicast, &mut self.unicast),
        };
        destinations.clear();
        sampler.draw(source, &mut self.draws, destinations);
        GeneratedMessage { time_ns, source, class }
    }
}
