//! Which virtual channels a multicast takes.

use crate::Lane;
use wormcast_topology::ChannelId;

/// The lanes of multicasts. A multicast is of one layer (a virtual channel, or a service level of a fabric), and
/// routers tell from that, and from where it came, by which lane it leaves through a channel.
pub trait MulticastLanes: Send {
    /// How many layers there are.
    fn layers(&self) -> u32;

    /// The lane by which a multicast of a layer goes through a channel when it came by another lane (none: from its
    /// source); none where routers do not let it through.
    fn lane(&self, came_by: Option<Lane>, channel: ChannelId, layer: u32) -> Option<Lane>;

    /// Whether the lane of a channel is the same wherever the multicast came from, if it may go on from there.
    fn is_fixed(&self, layer: u32) -> bool;
}

/// So many layers, each a virtual channel of its own in all channels.
#[derive(Clone, Copy, Debug)]
pub struct VirtualLayers(pub u32);

impl MulticastLanes for VirtualLayers {
    fn layers(&self) -> u32 {
        self.0
    }

    fn lane(&self, _came_by: Option<Lane>, channel: ChannelId, layer: u32) -> Option<Lane> {
        Some(Lane::new(channel, layer))
    }

    fn is_fixed(&self, _layer: u32) -> bool {
        true
    }
}
