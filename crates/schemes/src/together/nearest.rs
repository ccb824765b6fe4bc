//! Trees of shortest routes.

use super::bounds::distances;
use super::{Channels, Multicast, forwards};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// Trees in which every destination is as near as it can be, and the load of the busiest channel. Of the channels by
/// which a shortest route comes to a node, one from a node of the tree is taken, and of those the one that carries the
/// least so far. All destinations can be reached. O(multicasts · channels).
pub(super) fn nearest(graph: &Graph, multicasts: &[Multicast]) -> (Vec<Channels>, u64) {
    let mut loads = vec![0; graph.channel_count()];
    let grow = |multicast: &Multicast| {
        let tree = tree(graph, multicast, &loads);
        tree.iter().for_each(|channel| loads[channel.index()] += u64::from(multicast.flits));
        tree
    };
    let trees = multicasts.iter().map(grow).collect();
    (trees, loads.into_iter().max().unwrap_or(0))
}

/// One of them, parents first.
fn tree(graph: &Graph, multicast: &Multicast, loads: &[u64]) -> Channels {
    let distance = distances(graph, multicast.source);
    let far = |node: NodeId| distance[node.index()] as usize;
    let deepest = multicast.destinations.iter().map(|&node| far(node)).max().unwrap_or(0);
    let mut is_inside = vec![false; graph.node_count()];
    is_inside[multicast.source.index()] = true;
    let mut by_distance: Vec<Vec<NodeId>> = vec![Vec::new(); deepest + 1];
    for &node in &multicast.destinations {
        is_inside[node.index()] = true;
        by_distance[far(node)].push(node);
    }
    let mut tree = Channels::new();
    // The farthest first: what is before them on their routes joins the tree.
    for depth in (1..=deepest).rev() {
        for node in std::mem::take(&mut by_distance[depth]) {
            let serves = |channel: &ChannelId| {
                let before = graph.source(*channel);
                far(before) + 1 == depth && forwards(graph, before, multicast.source)
            };
            let cost =
                |channel: &ChannelId| (!is_inside[graph.source(*channel).index()], loads[channel.index()], *channel);
            let Some(channel) = graph.in_channels(node).filter(serves).min_by_key(cost) else { continue };
            let before = graph.source(channel);
            if !std::mem::replace(&mut is_inside[before.index()], true) {
                by_distance[depth - 1].push(before);
            }
            tree.push(channel);
        }
    }
    tree.reverse();
    tree
}
