//! Small numbers for what worms hold: so that tables are as long as what is used, and not as the network.

use crate::Resource;
use crate::slab::NONE;
use std::collections::HashMap;
use wormcast_topology::{ChannelId, NodeId};

/// The number of something that worms hold: a virtual channel, which is also that of its buffer, or the ejection
/// channels of a node; in the order in which they are first used.
pub(super) type ResourceIx = u32;

/// Stands for all virtual channels of a link where worms choose among them.
pub(super) const POOL: u8 = u8::MAX;

/// The numbers of all that worms have used.
#[derive(Debug)]
pub(super) struct Numbers {
    channels: Channels,
    ejection: HashMap<(NodeId, u8), ResourceIx>,
    /// What each number stands for.
    names: Vec<Resource>,
}

#[derive(Debug)]
enum Channels {
    /// Links have one virtual channel each: by channel, up to the last one that is used.
    Whole(Vec<ResourceIx>),
    /// A table of all virtual channels would be mostly empty.
    Virtual(HashMap<(ChannelId, u8), ResourceIx>),
}

impl Numbers {
    /// For links that have one virtual channel, or several.
    pub(super) fn new(virtual_channels: u32) -> Self {
        let channels = match virtual_channels {
            1 => Channels::Whole(Vec::new()),
            _ => Channels::Virtual(HashMap::new()),
        };
        Self { channels, ejection: HashMap::new(), names: Vec::new() }
    }

    /// What a number stands for.
    pub(super) fn name(&self, number: ResourceIx) -> Resource {
        self.names[number as usize]
    }

    /// The number of a virtual channel, if it has one.
    #[inline]
    pub(super) fn channel(&self, channel: ChannelId, virtual_channel: u8) -> Option<ResourceIx> {
        match &self.channels {
            Channels::Whole(numbers) => numbers.get(channel.index()).copied().filter(|&number| number != NONE),
            Channels::Virtual(numbers) => numbers.get(&(channel, virtual_channel)).copied(),
        }
    }

    /// The number of a node's ejection channels of a pool, if they have one.
    pub(super) fn ejection(&self, node: NodeId, pool: u8) -> Option<ResourceIx> {
        self.ejection.get(&(node, pool)).copied()
    }

    /// Gives a virtual channel the next number.
    pub(super) fn add_channel(&mut self, channel: ChannelId, virtual_channel: u8) -> ResourceIx {
        let number = self.names.len() as ResourceIx;
        let name = match &mut self.channels {
            Channels::Whole(numbers) => {
                numbers.resize(numbers.len().max(channel.index() + 1), NONE);
                numbers[channel.index()] = number;
                Resource::Channel(channel)
            }
            Channels::Virtual(numbers) => {
                numbers.insert((channel, virtual_channel), number);
                Resource::VirtualChannel(channel, virtual_channel.into())
            }
        };
        self.names.push(name);
        number
    }

    /// Gives the next number to all virtual channels of a link together.
    pub(super) fn add_pool(&mut self, channel: ChannelId) -> ResourceIx {
        let number = self.add_channel(channel, POOL);
        self.names[number as usize] = Resource::Channel(channel);
        number
    }

    /// Gives a node's ejection channels of a pool the next number.
    pub(super) fn add_ejection(&mut self, node: NodeId, pool: u8, name: Resource) -> ResourceIx {
        let number = self.names.len() as ResourceIx;
        self.ejection.insert((node, pool), number);
        self.names.push(name);
        number
    }
}
