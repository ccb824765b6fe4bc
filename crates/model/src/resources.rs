//! What worms hold and wait for, in one numbering.

use wormcast_topology::{ChannelId, Graph, NodeId};

/// The number of something that worms hold: see [`Resources`].
pub type ResourceId = u32;

/// Numbers what worms hold while they wait: the virtual channels of every channel, then the ejection (consumption)
/// channels of every node by their class. (Injection channels have no number: nobody who holds anything waits for one.)
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
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owned {
    /// A channel, and which of its virtual channels, from 0.
    Channel(ChannelId, u32),
    /// The consumption channels of a node, and of which class, from 0.
    Consumption(NodeId, u32),
}

impl Resources {
    /// The numbering for a network with so many virtual channels a channel, and so many classes of consumption
    /// channels per node; at least 1 each.
    pub fn new(graph: &Graph, virtual_channels: u32, classes: u32) -> Self {
        let (channels, nodes) = (graph.channel_count() as u32, graph.node_count() as u32);
        Self { channels, nodes, virtual_channels: virtual_channels.max(1), classes: classes.max(1) }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.channels as usize * self.virtual_channels as usize + self.nodes as usize * self.classes as usize
    }

    /// The number of a virtual channel.
    #[inline]
    pub fn channel(&self, channel: ChannelId, number: u32) -> ResourceId {
        channel.index() as u32 * self.virtual_channels + number
    }

    /// The number of a node's consumption channels of a class.
    #[inline]
    pub fn consumption(&self, node: NodeId, class: u32) -> ResourceId {
        self.channels * self.virtual_channels + node.index() as u32 * self.classes + class
    }

    /// What a number stands for.
    pub fn what(&self, resource: ResourceId) -> Owned {
        let first = self.channels * self.virtual_channels;
        match resource.checked_sub(first) {
            None => {
                let channel = ChannelId::new((resource / self.virtual_channels) as usize);
                Owned::Channel(channel, resource % self.virtual_channels)
            }
            Some(rest) => Owned::Consumption(NodeId::new((rest / self.classes) as usize), rest % self.classes),
        }
    }
}
