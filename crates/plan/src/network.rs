//! Which network a plan is for, in words that a file can hold.

use crate::form::is_zero;
use serde::{Deserialize, Serialize};
use std::fmt;
use wormcast_topology::{ChannelId, Faulty, Losses, NodeId, Topology, TopologyError, is_invisible};

/// A network as its description and its faults, all by name.
///
/// ```
/// let network = wormcast_plan::NetworkSpec::whole("mesh:8x8");
/// assert_eq!(network.to_string(), "mesh:8x8");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkSpec {
    /// The description of the network without faults, such as `mesh:8x8`.
    pub topology: String,
    /// The names of the faulty nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_nodes: Vec<String>,
    /// The faulty links, as the names of their ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_links: Vec<(String, String)>,
    /// The faulty channels, each missing in its direction alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_channels: Vec<ChannelName>,
}

/// A channel by name: the node that it leaves, the node that it enters, and its number among parallel ones, of which 0
/// is not written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a channel: [from, to] or [from, to, number]")]
pub struct ChannelName(pub String, pub String, #[serde(default, skip_serializing_if = "is_zero")] pub u32);

impl ChannelName {
    /// The name of a channel of a network.
    pub fn of(topology: &dyn Topology, channel: ChannelId) -> Self {
        let graph = topology.graph();
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| topology.node_name(node));
        Self(from, to, graph.number(channel))
    }

    /// The channel of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, topology: &dyn Topology) -> Result<ChannelId, TopologyError> {
        let (from, to) = (topology.find_node(&self.0)?, topology.find_node(&self.1)?);
        let channel = topology.graph().numbered(from, to, self.2);
        channel.ok_or_else(|| TopologyError::unknown_channel(topology, from, &self.to_string()))
    }
}

impl fmt::Display for ChannelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(from, to, number) = self;
        match number {
            0 => write!(f, "{from}>{to}"),
            number => write!(f, "{from}>{to}#{number}"),
        }
    }
}

impl NetworkSpec {
    /// The network of this description, without faults.
    pub fn whole(topology: impl Into<String>) -> Self {
        Self { topology: topology.into(), ..Self::default() }
    }

    /// What a network lacks, in words.
    pub fn of(faulty: &Faulty) -> Self {
        let whole = faulty.inner();
        let name = |node: NodeId| whole.node_name(node);
        Self {
            topology: whole.spec(),
            without_nodes: faulty.lost_nodes().iter().map(|&node| name(node)).collect(),
            without_links: faulty.lost_links().iter().map(|&(a, b)| (name(a), name(b))).collect(),
            without_channels: faulty.lost_channels().iter().map(|&c| ChannelName::of(whole, c)).collect(),
        }
    }

    /// The whole network without what is faulty here.
    ///
    /// # Errors
    /// A node, link or channel that does not exist, or no node is left.
    pub fn take_from(&self, whole: Box<dyn Topology>) -> Result<Box<dyn Topology>, TopologyError> {
        if self.is_whole() {
            return Ok(whole);
        }
        let losses = self.losses(&*whole)?;
        Ok(Box::new(Faulty::losing(whole, &losses)?))
    }

    /// What is faulty here, by the ids of the whole network.
    ///
    /// # Errors
    /// A node, link or channel that does not exist.
    pub fn losses(&self, whole: &dyn Topology) -> Result<Losses, TopologyError> {
        let node = |name: &String| Ok::<_, TopologyError>(whole.find_node(name)?);
        Ok(Losses {
            nodes: self.without_nodes.iter().map(node).collect::<Result<_, _>>()?,
            links: self
                .without_links
                .iter()
                .map(|(a, b)| Ok((node(a)?, node(b)?)))
                .collect::<Result<_, TopologyError>>()?,
            channels: self.without_channels.iter().map(|name| name.find(whole)).collect::<Result<_, _>>()?,
        })
    }

    /// Whether nothing is faulty.
    pub fn is_whole(&self) -> bool {
        self.without_nodes.is_empty() && self.without_links.is_empty() && self.without_channels.is_empty()
    }
}

/// On one line: a name with an end of a line in it must not make lines that look like others.
impl fmt::Display for NetworkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.topology.clone();
        self.without_nodes.iter().for_each(|node| text += &format!(" without {node}"));
        self.without_links.iter().for_each(|(a, b)| text += &format!(" without {a}-{b}"));
        self.without_channels.iter().for_each(|channel| text += &format!(" without {channel}"));
        f.write_str(&text.replace(|c: char| c.is_control() || is_invisible(c), "?"))
    }
}
