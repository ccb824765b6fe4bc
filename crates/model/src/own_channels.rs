//! Channels with properties of their own, as far as deadlocks depend on them.

use std::num::NonZeroU32;
use thiserror::Error;
use wormcast_topology::{ChannelId, Topology};

/// A channel has something of its own that an answer could not do justice to.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("channel {channel} has {what} of its own; {known}")]
pub struct OwnChannel {
    /// The name of the channel.
    pub channel: String,
    /// What it has.
    pub what: String,
    /// What would be answered.
    pub known: &'static str,
}

/// Refuses channels whose number of virtual channels is not this one: for answers about all worms of a scheme or a
/// routing, which fall into parts by their virtual channels. O(channels) where channels have properties of their own.
///
/// # Errors
/// The first such channel.
pub fn refuse_own_virtual_channels(topology: &dyn Topology, stated: NonZeroU32) -> Result<(), OwnChannel> {
    let known = "schemes and routings are proved where all channels have as many, and plans with any numbers of them";
    first(topology, |channel| {
        let own = topology.channel_properties(channel).virtual_channels.filter(|&own| own != stated.get())?;
        Some(OwnChannel { channel: topology.channel_name(channel), what: count(own, "virtual channel"), known })
    })
}

/// Refuses channels whose buffer is not this one: what a blocked head keeps of its worm is counted in buffers that are
/// all alike. O(channels) where channels have properties of their own.
///
/// # Errors
/// The first such channel.
pub fn refuse_own_buffers(topology: &dyn Topology, stated: Option<NonZeroU32>) -> Result<(), OwnChannel> {
    let known = "plans are proved with buffers that are all alike, of the size that `--buffer` says, or of any";
    first(topology, |channel| {
        let own = topology.channel_properties(channel).buffer_flits?;
        let differs = stated.is_none_or(|stated| own != stated.get());
        let what = || format!("a buffer of {}", count(own, "flit"));
        differs.then(|| OwnChannel { channel: topology.channel_name(channel), what: what(), known })
    })
}

fn first(topology: &dyn Topology, refuse: impl Fn(ChannelId) -> Option<OwnChannel>) -> Result<(), OwnChannel> {
    let mut channels = topology.graph().channels().filter(|_| topology.has_own_channels());
    channels.find_map(refuse).map_or(Ok(()), Err)
}

fn count(number: u32, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
