//! What a channel weighs.

use crate::SchemeError;
use crate::options::{OptionSpec, OptionValue};
use wormcast_plan::ChannelWeight;
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

impl OptionValue for ChannelWeight {}

/// The option of schemes that look for light trees.
pub const WEIGHT: OptionSpec<ChannelWeight> =
    OptionSpec::new("weight", "WHAT", "What a tree shall have little of: hops, delay, or weight (of the description)")
        .expects("`hops`, `delay` or `weight`")
        .default("hops");

/// A network whose channels have weights.
pub(crate) struct Weighted<'t> {
    pub(crate) graph: &'t Graph,
    weights: Box<[u64]>,
}

impl<'t> Weighted<'t> {
    /// The network with weights that a scheme asks for. O(channels).
    ///
    /// # Errors
    /// A channel that has no such weight.
    pub(crate) fn by(
        scheme: &'static str,
        topology: &'t dyn Topology,
        what: ChannelWeight,
    ) -> Result<Self, SchemeError> {
        let graph = topology.graph();
        let none = |channel: ChannelId| {
            let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| topology.node_name(node));
            SchemeError::BadOption {
                scheme,
                option: WEIGHT.declaration.name,
                value: what.to_string(),
                expected: format!("a weight that all channels have, and the description gives {from}>{to} none"),
            }
        };
        let weights = graph.channels().map(|channel| what.of(topology, channel).ok_or_else(|| none(channel)));
        Ok(Self { graph, weights: weights.collect::<Result<_, _>>()? })
    }

    /// The network whose channels weigh 1 each. O(channels).
    pub(crate) fn by_hops(graph: &'t Graph) -> Self {
        Self { graph, weights: vec![1; graph.channel_count()].into() }
    }

    /// A network with these weights, by the numbers of its channels.
    pub(crate) fn with(graph: &'t Graph, weights: Vec<u64>) -> Self {
        Self { graph, weights: weights.into() }
    }

    /// What a channel weighs.
    #[inline]
    pub(crate) fn weight(&self, channel: ChannelId) -> u64 {
        self.weights[channel.index()]
    }

    /// Whether a node passes the message on: endpoints do not, but for the source.
    #[inline]
    pub(crate) fn forwards(&self, node: NodeId, source: NodeId) -> bool {
        node == source || !self.graph.is_endpoint(node)
    }
}
