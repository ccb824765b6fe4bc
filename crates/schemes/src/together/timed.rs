//! Hops with their times.

use wormcast_topology::ChannelId;

/// A message goes over a channel in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timed {
    /// The step, from 0.
    pub step: u32,
    /// The number of the multicast.
    pub message: u32,
    /// The channel.
    pub channel: ChannelId,
}
