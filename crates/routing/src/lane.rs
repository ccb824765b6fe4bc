//! What unicasts hold: virtual channels of channels.

use wormcast_topology::{ChannelId, Graph, NodeId};

/// One virtual channel of a channel. 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lane {
    /// The channel.
    pub channel: ChannelId,
    /// Which of its virtual channels, from 0.
    pub virtual_channel: u32,
}

impl Lane {
    /// A virtual channel of a channel.
    pub const fn new(channel: ChannelId, virtual_channel: u32) -> Self {
        Self { channel, virtual_channel }
    }

    /// Its number among all lanes of a network whose channels have so many virtual channels.
    #[inline]
    pub fn index(self, virtual_channels: u32) -> u32 {
        self.channel.index() as u32 * virtual_channels + self.virtual_channel
    }

    /// The lane of a number.
    #[inline]
    pub fn of_index(index: u32, virtual_channels: u32) -> Self {
        Self::new(ChannelId::new((index / virtual_channels) as usize), index % virtual_channels)
    }
}

/// The nodes that a route visits, its source first.
pub fn visited(graph: &Graph, source: NodeId, route: &[Lane]) -> impl Iterator<Item = NodeId> {
    std::iter::once(source).chain(route.iter().map(move |lane| graph.target(lane.channel)))
}
