//! What worms hold and wait for, in one numbering.

use wormcast_topology::{ChannelId, Graph, NodeId};

/// The number of something that worms hold: see [`Resources`].
pub type ResourceId = u32;

/// Numbers what worms hold while they wait: the virtual channels of every channel, then the ejection (consumption)
/// channels of every node by their class, and last the fronts of buffers, where worms wait for those. (Injection
/// channels have no number: nobody who holds anything waits for one.)
///
/// ```
/// use wormcast_model::{Owned, Resources};
/// let mesh = wormcast_topology::build("mesh:3x1")?;
/// let resources = Resources::new(mesh.graph(), 2, 1);
/// assert_eq!(resources.count(), 4 * 2 + 3);
/// let channel = mesh.graph().channels().nth(3).unwrap();
/// assert_eq!(resources.what(resources.channel(channel, 1)), Owned::Channel(channel, 1));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    channels: u32,
    nodes: u32,
    virtual_channels: u32,
    classes: u32,
    has_fronts: bool,
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owned {
    /// A channel, and which of its virtual channels, from 0.
    Channel(ChannelId, u32),
    /// The consumption channels of a node, and of which class, from 0.
    Consumption(NodeId, u32),
    /// The front of the buffer at the end of a virtual channel: the place of the worm that is the first in it.
    Front(ChannelId, u32),
}

impl Resources {
    /// The numbering for a network with so many virtual channels a channel, and so many classes of consumption
    /// channels per node; at least 1 each.
    pub fn new(graph: &Graph, virtual_channels: u32, classes: u32) -> Self {
        let (channels, nodes) = (graph.channel_count() as u32, graph.node_count() as u32);
        Self { channels, nodes, virtual_channels: virtual_channels.max(1), classes: classes.max(1), has_fronts: false }
    }

    /// The same with the fronts of buffers.
    #[must_use]
    pub fn with_fronts(self) -> Self {
        Self { has_fronts: true, ..self }
    }

    /// The virtual channels a channel.
    pub fn virtual_channels(&self) -> u32 {
        self.virtual_channels
    }

    pub(crate) fn virtual_channel_count(&self) -> u32 {
        self.channels * self.virtual_channels
    }

    fn first_front(&self) -> u32 {
        self.virtual_channel_count() + self.nodes * self.classes
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let each = 1 + usize::from(self.has_fronts);
        each * self.channels as usize * self.virtual_channels as usize + self.nodes as usize * self.classes as usize
    }

    /// The number of a virtual channel.
    #[inline]
    pub fn channel(&self, channel: ChannelId, number: u32) -> ResourceId {
        channel.index() as u32 * self.virtual_channels + number
    }

    /// The number of a node's consumption channels of a class.
    #[inline]
    pub fn consumption(&self, node: NodeId, class: u32) -> ResourceId {
        self.virtual_channel_count() + node.index() as u32 * self.classes + class
    }

    /// The number of the front of the buffer at the end of a virtual channel, if fronts have numbers.
    #[inline]
    pub fn front(&self, channel: ChannelId, number: u32) -> ResourceId {
        self.first_front() + self.channel(channel, number)
    }

    /// What a number stands for.
    pub fn what(&self, resource: ResourceId) -> Owned {
        let virtual_channel =
            |number: u32| (ChannelId::new((number / self.virtual_channels) as usize), number % self.virtual_channels);
        if let Some(number) = resource.checked_sub(self.first_front()) {
            let (channel, number) = virtual_channel(number);
            return Owned::Front(channel, number);
        }
        match resource.checked_sub(self.virtual_channel_count()) {
            None => {
                let (channel, number) = virtual_channel(resource);
                Owned::Channel(channel, number)
            }
            Some(rest) => Owned::Consumption(NodeId::new((rest / self.classes) as usize), rest % self.classes),
        }
    }
}
