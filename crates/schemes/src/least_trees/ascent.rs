//! A bound on the weight of all trees, by cuts.

use super::weighted::Weighted;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, NodeId};

/// A set of nodes with a destination and without the source: every tree has a channel into it. Where the values of all
/// cuts into which a channel leads sum to its weight at most, every tree weighs at least what all values sum to.
pub(crate) struct Cut {
    pub(crate) value: u64,
    /// In ascending order.
    pub(crate) nodes: Vec<NodeId>,
}

/// What a dual ascent has found.
pub(crate) struct Ascent {
    /// The cuts, if they were kept.
    pub(crate) cuts: Vec<Cut>,
    /// What their values sum to: no tree weighs less.
    pub(crate) bound: u64,
    /// What is left of each channel's weight; where nothing is left, a light tree is likely to go.
    pub(crate) left: Box<[u64]>,
}

/// Raises cuts as long as it can: R. T. Wong, *A dual ascent approach for Steiner tree problems on a directed graph*,
/// 1984. The nodes from which a destination is reached without weight are a cut, unless the source is one of them; the
/// smallest is raised until a channel into it has no weight left. Ends early, with a bound that is lower but holds,
/// when it has looked at `work` channels. O(work · log destinations).
pub(crate) fn ascend(network: &Weighted<'_>, set: MulticastSet<'_>, mut work: usize, keep: bool) -> Ascent {
    let left = network.graph.channels().map(|channel| network.weight(channel)).collect();
    let mut ascent = Ascent { cuts: Vec::new(), bound: 0, left };
    let mut component = Component::new(network.graph.node_count());
    // The sizes are those of the last look; cuts only grow.
    let mut queue: BinaryHeap<_> = set.destinations.iter().map(|&node| Reverse((0, node))).collect();
    while let Some(Reverse((_, destination))) = queue.pop() {
        if component.reaches(network, set.source, destination, &ascent.left) {
            continue;
        }
        let size = component.nodes.len();
        let Some(looked_at) = work.checked_sub(component.looked_at) else { return ascent };
        work = looked_at;
        let is_least = queue.peek().is_none_or(|Reverse((other, _))| size <= *other);
        if is_least && !component.raise(&mut ascent, keep) {
            // No channel leads in: nothing reaches the destination, and the bound means nothing.
            return ascent;
        }
        queue.push(Reverse((size, destination)));
    }
    ascent
}

/// The nodes from which a destination is reached without weight.
struct Component {
    is_inside: Vec<bool>,
    nodes: Vec<NodeId>,
    /// The channels with weight into it, from nodes that pass the message on.
    entries: Vec<ChannelId>,
    looked_at: usize,
}

impl Component {
    fn new(nodes: usize) -> Self {
        Self { is_inside: vec![false; nodes], nodes: Vec::new(), entries: Vec::new(), looked_at: 0 }
    }

    /// Finds the nodes; whether the source is one of them.
    fn reaches(&mut self, network: &Weighted<'_>, source: NodeId, destination: NodeId, left: &[u64]) -> bool {
        self.nodes.drain(..).for_each(|node| self.is_inside[node.index()] = false);
        self.entries.clear();
        self.looked_at = 0;
        self.enter(destination);
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            next += 1;
            for channel in network.graph.in_channels(node) {
                self.looked_at += 1;
                let before = network.graph.source(channel);
                if self.is_inside[before.index()] || !network.forwards(before, source) {
                    continue;
                }
                match left[channel.index()] {
                    0 if before == source => return true,
                    0 => self.enter(before),
                    _ => self.entries.push(channel),
                }
            }
        }
        // What was an entry when it was seen may lead from a node that came in later.
        let is_inside = &self.is_inside;
        self.entries.retain(|&channel| !is_inside[network.graph.source(channel).index()]);
        false
    }

    fn enter(&mut self, node: NodeId) {
        self.is_inside[node.index()] = true;
        self.nodes.push(node);
    }

    /// Raises the cut by all that its lightest entry has left; whether it has one.
    fn raise(&self, ascent: &mut Ascent, keep: bool) -> bool {
        let Some(value) = self.entries.iter().map(|entry| ascent.left[entry.index()]).min() else { return false };
        for entry in &self.entries {
            ascent.left[entry.index()] -= value;
        }
        ascent.bound = ascent.bound.saturating_add(value);
        if keep {
            let mut nodes = self.nodes.clone();
            nodes.sort_unstable();
            ascent.cuts.push(Cut { value, nodes });
        }
        true
    }
}
