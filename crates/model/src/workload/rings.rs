//! Rings of channels, for bubble flow control: around them a message goes straight on.

use wormcast_topology::{ChannelId, Graph, Grid, NodeId, Topology};

/// For each channel the ring that it is in, from 0; none if it is in none. Where nodes have coordinates, a ring is a
/// line with its wrap-around, in one direction; elsewhere a cycle whose every node has one way on that does not lead
/// back. O(channels · degree).
pub fn rings(topology: &dyn Topology) -> Vec<Option<u32>> {
    let graph = topology.graph();
    let next: Vec<_> = graph.channels().map(|channel| straight_on(topology, channel)).collect();
    let mut ring = vec![None; graph.channel_count()];
    let mut seen = vec![false; graph.channel_count()];
    let mut count = 0;
    for start in graph.channels() {
        let mut way: Vec<ChannelId> = Vec::new();
        let mut at = Some(start);
        while let Some(channel) = at.filter(|channel| !seen[channel.index()]) {
            seen[channel.index()] = true;
            way.push(channel);
            at = next[channel.index()];
        }
        if let Some(first) = at.and_then(|end| way.iter().position(|&channel| channel == end)) {
            way[first..].iter().for_each(|channel| ring[channel.index()] = Some(count));
            count += 1;
        }
    }
    ring
}

/// The channel that leads straight on from the end of one.
fn straight_on(topology: &dyn Topology, channel: ChannelId) -> Option<ChannelId> {
    let graph = topology.graph();
    let [from, at] = [graph.source(channel), graph.target(channel)];
    let is_straight = |next: &ChannelId| match topology.grid() {
        Some(grid) => step(grid, at, graph.target(*next)) == step(grid, from, at),
        None => graph.target(*next) != from,
    };
    only(graph, at, is_straight)
}

fn only(graph: &Graph, node: NodeId, fits: impl Fn(&ChannelId) -> bool) -> Option<ChannelId> {
    let mut all = graph.out_channels(node).filter(fits);
    all.next().filter(|_| all.next().is_none())
}

/// The dimension in which a channel leads, and whether coordinates rise along it, around the line.
fn step(grid: &Grid, from: NodeId, to: NodeId) -> Option<(usize, bool)> {
    let gap = |dimension: usize| {
        let side = grid.sides()[dimension];
        let [from, to] = [from, to].map(|node| grid.coordinate(node, dimension));
        (side + to - from) % side
    };
    let dimension = (0..grid.sides().len()).find(|&dimension| gap(dimension) > 0)?;
    Some((dimension, gap(dimension) == 1))
}
