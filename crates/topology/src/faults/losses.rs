//! What a network loses, and what is left of its graph.

use crate::{ChannelId, Graph, GraphError, NodeId, Topology};

/// What a network loses, by the ids of the whole network; see [`Faulty`](crate::Faulty).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Nodes, with all their channels.
    pub nodes: Vec<NodeId>,
    /// Links, each as its two ends: all channels between them.
    pub links: Vec<(NodeId, NodeId)>,
    /// Single channels.
    pub channels: Vec<ChannelId>,
}

impl Losses {
    /// In ascending order, each once, the links with their lower node first; without the channels that links take
    /// along.
    pub fn sorted(&self, whole: &Graph) -> Self {
        let mut losses = self.clone();
        losses.links.iter_mut().for_each(|link| *link = (link.0.min(link.1), link.0.max(link.1)));
        sort_and_dedup(&mut losses.nodes);
        sort_and_dedup(&mut losses.links);
        sort_and_dedup(&mut losses.channels);
        losses.channels.retain(|&channel| {
            let (a, b) = (whole.source(channel), whole.target(channel));
            losses.links.binary_search(&(a.min(b), a.max(b))).is_err()
        });
        losses
    }

    /// Whether a channel between nodes that are left is left too.
    fn leaves(&self, whole: &Graph, channel: ChannelId) -> bool {
        let (a, b) = (whole.source(channel), whole.target(channel));
        self.links.binary_search(&(a.min(b), a.max(b))).is_err() && self.channels.binary_search(&channel).is_err()
    }
}

/// The graph without the losses, with these nodes in this order.
pub(super) fn surviving_graph(whole: &Graph, survivors: &[NodeId], losses: &Losses) -> Result<Graph, GraphError> {
    let mut new_ids = vec![None; whole.node_count()];
    for (id, node) in survivors.iter().enumerate() {
        new_ids[node.index()] = Some(NodeId::new(id));
    }
    let left = |node: NodeId| {
        let channels = whole.out_channels(node).filter(|&channel| losses.leaves(whole, channel));
        channels.filter(|&channel| new_ids[whole.target(channel).index()].is_some())
    };
    let count = survivors.iter().map(|&node| left(node).count()).sum();
    let fill = |node: NodeId, list: &mut Vec<NodeId>| {
        list.extend(left(survivors[node.index()]).filter_map(|channel| new_ids[whole.target(channel).index()]));
    };
    let graph = match losses.channels.is_empty() && whole.is_symmetric() {
        true => Graph::from_neighbours(survivors.len(), count, fill)?,
        false => Graph::from_targets(survivors.len(), count, fill)?,
    };
    let graph = graph.with_endpoints(whole.endpoints().iter().filter_map(|node| new_ids[node.index()]));
    if losses.channels.is_empty() && !whole.has_own_numbers() {
        return Ok(graph);
    }
    Ok(graph.with_numbers(survivors.iter().flat_map(|&node| left(node)).map(|channel| whole.number(channel)).collect()))
}

/// The description of a network without what it loses.
pub(super) fn spec(inner: &dyn Topology, losses: &Losses) -> String {
    let name = |node| inner.node_name(node);
    let nodes = losses.nodes.iter().map(|&node| format!(" without {}", name(node)));
    let links = losses.links.iter().map(|&(a, b)| format!(" without {}-{}", name(a), name(b)));
    let channels = losses.channels.iter().map(|&channel| format!(" without {}", inner.channel_name(channel)));
    inner.spec() + &nodes.chain(links).chain(channels).collect::<String>()
}

fn sort_and_dedup<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}
