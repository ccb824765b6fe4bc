//! The channels that enter each node, where they are not the opposites of those that leave it.

use crate::{ChannelId, Graph, NodeId};

/// Compressed rows of channels: 4 bytes a node and 4 bytes a channel.
#[derive(Clone, Debug)]
pub(crate) struct Incoming {
    first: Box<[u32]>,
    channels: Box<[ChannelId]>,
}

impl Incoming {
    /// By counting: O(nodes + channels).
    pub(crate) fn of(graph: &Graph) -> Self {
        let mut first = vec![0; graph.node_count() + 1];
        for channel in graph.channels() {
            first[graph.target(channel).index() + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let mut channels = vec![ChannelId::new(0); graph.channel_count()];
        for channel in graph.channels() {
            let place = &mut first[graph.target(channel).index()];
            channels[*place as usize] = channel;
            *place += 1;
        }
        // Each row has moved to the start of the next one.
        first.rotate_right(1);
        first[0] = 0;
        Self { first: first.into(), channels: channels.into() }
    }

    /// The channels that enter a node, in ascending order.
    pub(crate) fn entering(&self, node: NodeId) -> &[ChannelId] {
        &self.channels[self.first[node.index()] as usize..self.first[node.index() + 1] as usize]
    }
}
