//! The virtual channels that a network says of its channels themselves.

use crate::VcRule;
use std::num::NonZeroU32;
use thiserror::Error;
use wormcast_topology::{ChannelId, Topology};

/// How many virtual channels a channel has, of its own or the `count` that is told of all.
pub fn virtual_channels_at(topology: &dyn Topology, channel: ChannelId, count: u32) -> u32 {
    topology.channel_properties(channel).virtual_channels.unwrap_or(count).max(1)
}

/// The most virtual channels that a channel has, where those without a number of their own have `count`. O(channels)
/// where channels have properties of their own.
pub fn most_virtual_channels(topology: &dyn Topology, count: u32) -> u32 {
    let own = topology.graph().channels().filter(|_| topology.has_own_channels());
    own.map(|channel| virtual_channels_at(topology, channel, count)).max().unwrap_or(count)
}

/// Another number of virtual channels than that of every channel.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "{} asked for, and by the network's file every channel has {own}: leave the number out, or change the file",
    are(*said)
)]
pub struct SaidOtherwise {
    /// What is asked for.
    pub said: NonZeroU32,
    /// What the network says.
    pub own: NonZeroU32,
}

fn are(said: NonZeroU32) -> String {
    if said == NonZeroU32::MIN { "1 virtual channel is".to_owned() } else { format!("{said} virtual channels are") }
}

/// How many virtual channels every channel has by the network itself; none where they differ, or some have what is told
/// of all. O(channels) where channels have properties of their own.
pub fn own_virtual_channels(topology: &dyn Topology) -> Option<NonZeroU32> {
    let mut channels = topology.graph().channels().filter(|_| topology.has_own_channels());
    let of = |channel| topology.channel_properties(channel).virtual_channels;
    let first = of(channels.next()?)?;
    channels.all(|channel| of(channel) == Some(first)).then(|| NonZeroU32::new(first))?
}

/// How many virtual channels a question is about: those that every channel has by the network itself, or else what is
/// said, or as many as are needed. O(channels) where channels have properties of their own.
///
/// # Errors
/// Something else is said than what the network says.
pub fn virtual_channels_said(
    topology: &dyn Topology,
    said: Option<NonZeroU32>,
    needed: NonZeroU32,
) -> Result<NonZeroU32, SaidOtherwise> {
    match (own_virtual_channels(topology), said) {
        (Some(own), Some(said)) if own != said => Err(SaidOtherwise { said, own }),
        (Some(own), _) => Ok(own),
        (None, said) => Ok(said.unwrap_or(needed)),
    }
}

/// Classes of messages that have nothing to part.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "the rule `class` parts virtual channels among multicasts and unicasts, and links have 1: expected \
     `--virtual-channels` (in files `virtual_channels`) of 2 or more, or another `--vc-rule`"
)]
pub struct ClassOfOne;

/// Refuses to part the virtual channels of links that have one. O(channels) where channels have properties of their
/// own.
///
/// # Errors
/// That is asked.
pub fn refuse_class_of_one(topology: &dyn Topology, rule: VcRule, count: NonZeroU32) -> Result<(), ClassOfOne> {
    match rule == VcRule::Class && most_virtual_channels(topology, count.get()) < 2 {
        true => Err(ClassOfOne),
        false => Ok(()),
    }
}
