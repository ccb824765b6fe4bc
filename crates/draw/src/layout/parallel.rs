//! Parallel channels, side by side.

use super::arrangement::Layout;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The distance between neighbouring cables, and the widest that all of them together may be.
const GAP: f64 = 0.16;
const WIDEST: f64 = 0.6;

/// Moves parallel links apart: those of one number, there and back, lie on one line. O(channels · log degree).
pub(super) fn spread(layout: &mut Layout, graph: &Graph) {
    if graph.parallel_channel().is_none() && !graph.has_own_numbers() {
        return;
    }
    for channel in graph.channels() {
        let (from, to) = (graph.source(channel), graph.target(channel));
        let numbers = numbers(graph, from, to);
        let last = numbers.len() - 1;
        if last > 0 {
            let gap = GAP.min(WIDEST / last as f64);
            let rank = numbers.binary_search(&graph.number(channel)).expect("its own number is listed");
            // To the right of a channel is to the left of its opposite.
            let side = if from < to { gap } else { -gap };
            layout.asides.insert(channel, (rank as f64 - last as f64 / 2.0) * side);
        }
    }
}

/// The numbers of the channels between two nodes, either way.
fn numbers(graph: &Graph, a: NodeId, b: NodeId) -> Vec<u32> {
    let both = graph.channels_between(a, b).chain(graph.channels_between(b, a));
    let mut numbers: Vec<u32> = both.map(|channel: ChannelId| graph.number(channel)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
