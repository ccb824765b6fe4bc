//! What a channel weighs.

use crate::SchemeError;
use crate::options::{OptionSpec, OptionValue};
use wormcast_plan::{ChannelWeight, ChannelWeights, NoChannelWeight};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

impl OptionValue for ChannelWeight {}

/// The option of schemes that look for light trees.
pub const WEIGHT: OptionSpec<ChannelWeight> = OptionSpec::new(
    "weight",
    "WHAT",
    "What a tree shall have little of: hops, delay (the `delay_ns` of channels), or any number that the network's \
     description gives all channels, by its name: weight (also the third column of an edge list), cost, length",
)
.expects("`hops`, `delay`, or the name of a number that channels have")
.default("hops");

/// A network whose channels have weights.
#[derive(Clone)]
pub(crate) struct Weighted<'t> {
    pub(crate) graph: &'t Graph,
    weights: ChannelWeights,
}

impl<'t> Weighted<'t> {
    /// The network with weights that a scheme asks for. O(channels).
    ///
    /// # Errors
    /// A channel that has no such weight.
    pub(crate) fn by(
        scheme: &'static str,
        topology: &'t dyn Topology,
        what: &ChannelWeight,
    ) -> Result<Self, SchemeError> {
        Self::of(topology, what).map_err(|none| SchemeError::BadOption {
            scheme,
            option: WEIGHT.declaration.name,
            value: what.to_string(),
            expected: format!("a weight that all channels have, and {none}"),
        })
    }

    /// The same, for whoever tells otherwise that a channel has none.
    ///
    /// # Errors
    /// As above.
    pub(super) fn of(topology: &'t dyn Topology, what: &ChannelWeight) -> Result<Self, NoChannelWeight> {
        Ok(Self { graph: topology.graph(), weights: what.of_all(topology)? })
    }

    /// The weights, and how they are told.
    pub(crate) fn weights(&self) -> &ChannelWeights {
        &self.weights
    }

    /// The network whose channels weigh 1 each. O(channels).
    pub(crate) fn by_hops(graph: &'t Graph) -> Self {
        Self::with(graph, vec![1; graph.channel_count()])
    }

    /// A network with these weights, by the numbers of its channels.
    pub(crate) fn with(graph: &'t Graph, weights: Vec<u64>) -> Self {
        let weights = ChannelWeights { parts: weights.into(), decimals: 0, is_rounded: false };
        Self { graph, weights }
    }

    /// Another network, whose channels weigh what the channels of this one weigh for which they stand, and nothing
    /// where they stand for none.
    pub(crate) fn along<'g>(
        &self,
        graph: &'g Graph,
        stands_for: impl Fn(ChannelId) -> Option<ChannelId>,
    ) -> Weighted<'g> {
        let weight = |channel| stands_for(channel).map_or(0, |own| self.weight(own));
        let parts = graph.channels().map(weight).collect();
        Weighted { graph, weights: ChannelWeights { parts, ..self.weights } }
    }

    /// Whether all channels weigh the same.
    pub(crate) fn is_even(&self) -> bool {
        self.weights.parts.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// What a channel weighs.
    #[inline]
    pub(crate) fn weight(&self, channel: ChannelId) -> u64 {
        self.weights.parts[channel.index()]
    }

    /// Whether a node passes the message on: endpoints do not, but for the source.
    #[inline]
    pub(crate) fn forwards(&self, node: NodeId, source: NodeId) -> bool {
        node == source || !self.graph.is_endpoint(node)
    }
}
