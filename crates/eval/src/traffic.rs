//! Open-loop traffic: who sends what to whom, and when.

mod arrivals;
mod draws;
mod lengths;
mod pattern;
mod rectangle;
mod rule;
mod sampler;
mod senders;
mod trace;

pub use arrivals::{Arrivals, Bursts, Clock};
pub use draws::Draws;
pub use lengths::Lengths;
pub use pattern::{Pattern, PatternError};
pub use sampler::Sampler;
pub use senders::Senders;
pub use trace::{Trace, TraceError};

use serde::{Deserialize, Serialize};
use std::sync::Arc;
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
    /// How long unicast and multicast messages are.
    pub lengths: [Lengths; 2],
    /// Nodes that send more or less than others, with their weights: [`Senders::new`].
    pub weights: Vec<(NodeId, f64)>,
    /// How long the reply is with which each unicast message is answered; none: no replies. A message is then done
    /// when its source has the reply.
    pub reply: Option<u32>,
    /// The messages, if they were recorded; then only the reply counts of what stands above, and a load is the speed at
    /// which they are played.
    pub trace: Option<Arc<Trace>>,
}

impl TrafficSpec {
    /// Poisson traffic of messages with one destination and with several, all as long as the timing says.
    pub fn poisson(multicast_share: f64, unicast: Pattern, multicast: Pattern) -> Self {
        Self {
            arrivals: Arrivals::Poisson,
            multicast_share,
            unicast,
            multicast,
            lengths: Default::default(),
            weights: Vec::new(),
            reply: None,
            trace: None,
        }
    }

    /// The flits that a message stands for on average, its reply among them; a multicast counts as one message.
    pub fn mean_flits(&self, usual: u32) -> f64 {
        if let Some(trace) = &self.trace {
            let replies = (1.0 - trace.multicast_share()) * f64::from(self.reply.unwrap_or(0));
            return trace.mean_length(usual) + replies;
        }
        let [unicast, multicast] = &self.lengths;
        let unicast = unicast.mean(usual) + f64::from(self.reply.unwrap_or(0));
        self.multicast_share * multicast.mean(usual) + (1.0 - self.multicast_share) * unicast
    }

    /// The longest that a message or reply may be.
    pub fn greatest_length(&self, usual: u32) -> u32 {
        let [unicast, multicast] = self.lengths.each_ref().map(|lengths| lengths.greatest(usual));
        let recorded = self.trace.as_ref().map_or(1, |trace| trace.greatest_length(usual));
        unicast.max(multicast).max(self.reply.unwrap_or(1)).max(recorded)
    }
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

impl MessageClass {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Unicast, Self::Multicast];
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
    /// Its length in flits; none: that of the timing.
    pub length: Option<u32>,
}

/// The messages of a network, one after another in time. The same seed gives the same messages, whatever plans them.
#[derive(Debug)]
pub struct Traffic {
    senders: Senders,
    clock: Clock,
    multicast_share: f64,
    unicast: Sampler,
    multicast: Sampler,
    lengths: [Lengths; 2],
    draws: Draws,
    replay: Option<Replay>,
}

/// A trace that is played.
#[derive(Debug)]
struct Replay {
    trace: Arc<Trace>,
    speed: f64,
    /// The number of the next message.
    next: usize,
}

impl Traffic {
    /// The traffic on a network, at a load in messages per sending node per µs. Where a network has endpoints, they
    /// alone send.
    ///
    /// # Errors
    /// A pattern that does not fit the network.
    pub fn new(topology: &dyn Topology, spec: &TrafficSpec, load: f64, seed: u64) -> Result<Self, PatternError> {
        let mut draws = Draws::seeded(seed);
        let senders = Senders::new(topology, &spec.weights);
        Ok(Self {
            clock: Clock::new(spec.arrivals, &senders, load, &mut draws),
            senders,
            multicast_share: spec.multicast_share,
            unicast: Sampler::new(topology, &spec.unicast)?,
            multicast: Sampler::new(topology, &spec.multicast)?,
            lengths: spec.lengths.clone(),
            draws,
            replay: spec.trace.clone().map(|trace| Replay { trace, speed: load, next: 0 }),
        })
    }

    /// The next message; `destinations` becomes its destinations. They are empty when the pattern gives this node none
    /// (a transpose on the diagonal): the node then sends nothing. None at the end of a trace.
    pub fn next(&mut self, destinations: &mut Vec<NodeId>) -> Option<GeneratedMessage> {
        destinations.clear();
        match &mut self.replay {
            None => Some(self.drawn(destinations)),
            Some(replay) => {
                let (message, to) = replay.trace.message(replay.next, replay.speed)?;
                destinations.extend_from_slice(to);
                replay.next += 1;
                Some(message)
            }
        }
    }

    fn drawn(&mut self, destinations: &mut Vec<NodeId>) -> GeneratedMessage {
        let (time_ns, sender) = self.clock.next(&self.senders, &mut self.draws);
        let source = self.senders.node(sender);
        let multicast = self.multicast_share > 0.0 && self.draws.chance(self.multicast_share);
        let (class, sampler) = match multicast {
            true => (MessageClass::Multicast, &mut self.multicast),
            false => (MessageClass::Unicast, &mut self.unicast),
        };
        sampler.draw(source, &mut self.draws, destinations);
        let length = self.lengths[usize::from(multicast)].draw(&mut self.draws);
        GeneratedMessage { time_ns, source, class, length }
    }
}
