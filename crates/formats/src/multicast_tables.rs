//! Multicast tables of routers: read from SpiNNaker's, and written in that form, in OpenSM's, and as CSV.

mod opensm;
mod rows;
mod spinnaker;

pub(crate) use opensm::ports_of;
pub use opensm::write_mcfdbs;
pub use rows::{RouterRow, write_router_rows};
pub use spinnaker::{read_spinnaker_tables, write_spinnaker_tables};

use crate::text;
use std::collections::BTreeMap;
use std::path::Path;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// Whether a file holds multicast tables of a SpiNNaker machine, and not routes: it begins as a JSON list of nothing,
/// or of objects with what a table of a chip has.
pub fn holds_tables(path: &Path) -> bool {
    let head = text::head(path);
    let has = |key: &str| head.windows(key.len()).any(|part| part == key.as_bytes());
    let rest = head.trim_ascii_start().strip_prefix(b"[").map(|rest| rest.trim_ascii_start());
    rest.is_some_and(|rest| match rest.first() {
        None | Some(b']') => true,
        Some(first) => *first == b'{' && ["\"entries\"", "\"chip\"", "\"x\""].into_iter().any(has),
    })
}

/// How the messages of a key go through a network: a tree, one hop a channel, parents first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTree {
    /// What routers tell the messages apart by: a key, or a multicast LID.
    pub key: u32,
    /// The node at which they enter.
    pub source: NodeId,
    /// The hops: the place of the one before in this list (none: from the source), and the channel.
    pub hops: Vec<(Option<u32>, ChannelId)>,
    /// The nodes that take the message in.
    pub takers: Vec<NodeId>,
}

impl TableTree {
    /// The tree of channels that begin at a node, and of the nodes that take the message in; none if the channels are
    /// no tree from there: a node is entered twice, or cannot be reached.
    pub fn of(
        graph: &Graph,
        key: u32,
        source: NodeId,
        channels: impl IntoIterator<Item = ChannelId>,
        takers: Vec<NodeId>,
    ) -> Option<Self> {
        let mut leaving: BTreeMap<NodeId, Vec<ChannelId>> = BTreeMap::new();
        let mut count = 0;
        for channel in channels {
            leaving.entry(graph.source(channel)).or_default().push(channel);
            count += 1;
        }
        let mut tree = Self { key, source, hops: Vec::new(), takers };
        let mut open = vec![(None, source)];
        while let Some((parent, at)) = open.pop() {
            for &channel in leaving.get(&at).into_iter().flatten() {
                if tree.hops.len() == count {
                    return None;
                }
                tree.hops.push((parent, channel));
                open.push((Some(tree.hops.len() as u32 - 1), graph.target(channel)));
            }
        }
        let mut entered: Vec<_> = tree.hops.iter().map(|hop| graph.target(hop.1)).chain([source]).collect();
        entered.sort_unstable();
        (tree.hops.len() == count && entered.windows(2).all(|pair| pair[0] != pair[1])).then_some(tree)
    }

    /// Where the message is taken in: the place of the hop that arrives there, and the node.
    pub fn deliveries(&self, graph: &Graph) -> Vec<(u32, NodeId)> {
        let mut takers = self.takers.clone();
        takers.sort_unstable();
        let ends = (0..).zip(&self.hops).map(|(hop, &(_, channel))| (hop, graph.target(channel)));
        ends.filter(|(_, node)| takers.binary_search(node).is_ok()).collect()
    }

    /// The channels by which the message leaves each node, in the order of the nodes.
    fn by_node(&self, graph: &Graph) -> BTreeMap<NodeId, Vec<ChannelId>> {
        let mut leaving: BTreeMap<NodeId, Vec<ChannelId>> = BTreeMap::new();
        self.hops.iter().for_each(|&(_, channel)| leaving.entry(graph.source(channel)).or_default().push(channel));
        for &taker in &self.takers {
            leaving.entry(taker).or_default();
        }
        leaving
    }
}
