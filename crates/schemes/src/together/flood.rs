//! Messages to all nodes, hop by hop: each channel brings its node a message that is still missing there.

use super::timed::Timed;
use super::{Multicast, forwards};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// Sets of messages, one row a node.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(nodes: usize, messages: usize) -> Self {
        let words = messages.div_ceil(64);
        Self { words, bits: vec![0; nodes * words] }
    }

    fn row(&self, node: NodeId) -> &[u64] {
        &self.bits[node.index() * self.words..(node.index() + 1) * self.words]
    }

    fn add(&mut self, node: NodeId, message: usize) {
        self.bits[node.index() * self.words + message / 64] |= 1 << (message % 64);
    }
}

/// The hops, in the order of their steps, if every message is for all nodes that can take one. None else, and where no
/// channel could bring anything new.
///
/// In each step, every node is given as many messages as its channels can bring from what their sources had before (a
/// matching of channels and messages), those first that the fewest nodes have. O(steps · channels · messages / 64), and
/// the choice of the rarest.
pub(super) fn flood(graph: &Graph, multicasts: &[Multicast]) -> Option<Vec<Timed>> {
    let takers = graph.terminals().count();
    let is_for_all = multicasts.iter().all(|multicast| multicast.destinations.len() + 1 == takers);
    if !is_for_all || !graph.endpoints().is_empty() {
        return None;
    }
    let mut had = Rows::new(graph.node_count(), multicasts.len());
    let mut holders = vec![1_u32; multicasts.len()];
    multicasts.iter().enumerate().for_each(|(number, multicast)| had.add(multicast.source, number));
    let mut missing: usize = multicasts.iter().map(|multicast| multicast.destinations.len()).sum();
    let mut hops = Vec::new();
    let mut step = 0;
    while missing > 0 {
        let mut moves = Vec::new();
        for node in graph.nodes() {
            choose(graph, node, &had, &holders, &mut moves);
        }
        if moves.is_empty() {
            return None;
        }
        for &(channel, message) in &moves {
            had.add(graph.target(channel), message as usize);
            holders[message as usize] += 1;
            hops.push(Timed { step, message, channel });
        }
        missing -= moves.len();
        step += 1;
    }
    Some(hops)
}

/// Which message each channel brings to a node: as many different ones as can be.
fn choose(graph: &Graph, node: NodeId, had: &Rows, holders: &[u32], moves: &mut Vec<(ChannelId, u32)>) {
    let channels: Vec<_> = graph.in_channels(node).filter(|&c| forwards(graph, graph.source(c), node)).collect();
    // With as many choices as there are channels, a channel always finds one that the others leave.
    let choices: Vec<_> =
        channels.iter().map(|&channel| rarest(graph.source(channel), node, had, holders, channels.len())).collect();
    let mut taker: Vec<(u32, usize)> = Vec::new();
    for place in 0..channels.len() {
        augment(place, &choices, &mut taker, &mut Vec::new());
    }
    moves.extend(taker.into_iter().map(|(message, place)| (channels[place], message)));
}

/// Finds a message for a channel, if need be by giving others to channels that have one already (an augmenting path).
fn augment(place: usize, choices: &[Vec<u32>], taker: &mut Vec<(u32, usize)>, tried: &mut Vec<u32>) -> bool {
    for &message in &choices[place] {
        if tried.contains(&message) {
            continue;
        }
        tried.push(message);
        match taker.iter().position(|&(other, _)| other == message) {
            None => {
                taker.push((message, place));
                return true;
            }
            Some(at) => {
                let other = taker[at].1;
                if augment(other, choices, taker, tried) {
                    // The other channel has another message now: this entry is the one that it left.
                    let at = taker.iter().position(|&(own, _)| own == message).expect("it is taken");
                    taker[at].1 = place;
                    return true;
                }
            }
        }
    }
    false
}

/// The messages that one node has and another has not, those first that the fewest nodes have; so many at most.
fn rarest(from: NodeId, to: NodeId, had: &Rows, holders: &[u32], most: usize) -> Vec<u32> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (word, (&there, &here)) in had.row(from).iter().zip(had.row(to)).enumerate() {
        let mut left = there & !here;
        while left != 0 {
            let message = (word * 64) as u32 + left.trailing_zeros();
            left &= left - 1;
            found.push((holders[message as usize], message));
        }
    }
    if found.len() > most {
        found.select_nth_unstable(most - 1);
        found.truncate(most);
    }
    found.sort_unstable();
    found.into_iter().map(|(_, message)| message).collect()
}
