//! Small numbers for what worms hold: so that tables are as long as what is used, and not as the network.

use crate::Resource;
use crate::slab::NONE;
use std::collections::HashMap;
use wormcast_topology::{ChannelId, NodeId};

/// The number of something that worms hold: a virtual channel, which is also that of its buffer, or the ejection
/// channels of a node; in the order in which they are first used.
pub(super) type ResourceIx = u32;

/// Stands for virtual channels of a link among which worms choose: all of them, or the lower half.
pub(super) const POOL: u8 = u8::MAX;
/// Stands for the upper half.
pub(super) const UPPER_POOL: u8 = POOL - 1;

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
    /// Several: a table of all virtual channels would be mostly empty.
    Virtual(Blocks),
}

/// The numbers of virtual channels and pools, in a block for each channel that is used.
#[derive(Debug)]
struct Blocks {
    /// By channel, up to the last one that is used: which block it has.
    blocks: Vec<u32>,
    numbers: Vec<ResourceIx>,
    virtual_channels: usize,
}

impl Blocks {
    /// The place of a virtual channel, or of a pool, in its block.
    fn place(&self, virtual_channel: u8) -> usize {
        match virtual_channel {
            POOL => self.virtual_channels,
            UPPER_POOL => self.virtual_channels + 1,
            number => number.into(),
        }
    }

    fn size(&self) -> usize {
        self.virtual_channels + 2
    }

    #[inline(always)]
    fn get(&self, channel: ChannelId, virtual_channel: u8) -> Option<ResourceIx> {
        // A channel that is not used has a block behind all.
        let block = *self.blocks.get(channel.index())?;
        let number = *self.numbers.get(block as usize * self.size() + self.place(virtual_channel))?;
        (number != NONE).then_some(number)
    }

    fn insert(&mut self, channel: ChannelId, virtual_channel: u8, number: ResourceIx) {
        self.blocks.resize(self.blocks.len().max(channel.index() + 1), NONE);
        let size = self.size();
        let block = &mut self.blocks[channel.index()];
        if *block == NONE {
            *block = (self.numbers.len() / size) as u32;
            self.numbers.resize(self.numbers.len() + size, NONE);
        }
        let place = *block as usize * size + self.place(virtual_channel);
        self.numbers[place] = number;
    }
}

impl Numbers {
    /// For links that have one virtual channel, or several.
    pub(super) fn new(virtual_channels: u32) -> Self {
        let channels = match virtual_channels {
            1 => Channels::Whole(Vec::new()),
            _ => Channels::Virtual(Blocks {
                blocks: Vec::new(),
                numbers: Vec::new(),
                virtual_channels: virtual_channels as usize,
            }),
        };
        Self { channels, ejection: HashMap::new(), names: Vec::new() }
    }

    /// What a number stands for.
    pub(super) fn name(&self, number: ResourceIx) -> Resource {
        self.names[number as usize]
    }

    /// The number of a virtual channel, if it has one.
    #[inline(always)]
    pub(super) fn channel(&self, channel: ChannelId, virtual_channel: u8) -> Option<ResourceIx> {
        match &self.channels {
            Channels::Whole(numbers) => numbers.get(channel.index()).copied().filter(|&number| number != NONE),
            Channels::Virtual(blocks) => blocks.get(channel, virtual_channel),
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
            Channels::Virtual(blocks) => {
                blocks.insert(channel, virtual_channel, number);
                Resource::VirtualChannel(channel, virtual_channel.into())
            }
        };
        self.names.push(name);
        number
    }

    /// Gives the next number to virtual channels of a link together, which go by this name.
    pub(super) fn add_pool(&mut self, channel: ChannelId, pool: u8, name: Resource) -> ResourceIx {
        let number = self.add_channel(channel, pool);
        self.names[number as usize] = name;
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
