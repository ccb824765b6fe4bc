//! Cheapest routes from several nodes at once (Dijkstra), in buffers that are kept.

use super::weighted::Weighted;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_topology::{ChannelId, NodeId};

/// A search. Its nodes come out in the order of their costs, the lowest numbers first among equals, so the same
/// question has the same answer.
#[derive(Default)]
pub(crate) struct Search {
    /// The least cost known so far; `u64::MAX` where no route is known.
    cost: Vec<u64>,
    /// The last channel of the cheapest route known; none at the nodes where routes begin.
    into: Vec<Option<ChannelId>>,
    touched: Vec<NodeId>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Search {
    /// Forgets the last search. O(nodes that it touched), and O(nodes) at first.
    pub(crate) fn clear(&mut self, nodes: usize) {
        self.queue.clear();
        if self.cost.len() != nodes {
            self.cost = vec![u64::MAX; nodes];
            self.into = vec![None; nodes];
            self.touched.clear();
        }
        for node in self.touched.drain(..) {
            self.cost[node.index()] = u64::MAX;
        }
    }

    /// Finds the cheapest routes from a node to all others. O(channels · log nodes).
    pub(crate) fn all_from(&mut self, network: &Weighted<'_>, source: NodeId) {
        self.clear(network.graph.node_count());
        self.begin(source, 0);
        while let Some((node, _)) = self.next() {
            if network.forwards(node, source) {
                self.go_on(network, node, |_| true);
            }
        }
    }

    /// Lets routes begin at a node, at this cost. What was known of the node is forgotten if it was dearer.
    pub(crate) fn begin(&mut self, node: NodeId, cost: u64) {
        self.offer(node, cost, None);
    }

    /// The next node in the order of cost, with that. Its channels are looked at when [`go_on`](Self::go_on) is called.
    pub(crate) fn next(&mut self) -> Option<(NodeId, u64)> {
        while let Some(Reverse((cost, node))) = self.queue.pop() {
            if cost == self.cost[node as usize] {
                return Some((NodeId::new(node as usize), cost));
            }
        }
        None
    }

    /// Looks at the channels out of a node that came out, those that are allowed. O(degree log nodes).
    pub(crate) fn go_on(&mut self, network: &Weighted<'_>, node: NodeId, allowed: impl Fn(ChannelId) -> bool) {
        let cost = self.cost[node.index()];
        for channel in network.graph.out_channels(node).filter(|&channel| allowed(channel)) {
            let further = cost.saturating_add(network.weight(channel));
            self.offer(network.graph.target(channel), further, Some(channel));
        }
    }

    fn offer(&mut self, node: NodeId, cost: u64, channel: Option<ChannelId>) {
        let best = &mut self.cost[node.index()];
        if cost < *best {
            if *best == u64::MAX {
                self.touched.push(node);
            }
            *best = cost;
            self.into[node.index()] = channel;
            self.queue.push(Reverse((cost, node.index() as u32)));
        }
    }

    /// The channels of the cheapest route to a node that was reached, the last one first.
    pub(crate) fn back<'s>(
        &'s self,
        network: &'s Weighted<'_>,
        node: NodeId,
    ) -> impl Iterator<Item = ChannelId> + use<'s> {
        let mut at = node;
        std::iter::from_fn(move || {
            let channel = self.into[at.index()]?;
            at = network.graph.source(channel);
            Some(channel)
        })
    }

    /// The cost of the cheapest route to a node; none if it was not reached.
    pub(crate) fn cost(&self, node: NodeId) -> Option<u64> {
        Some(self.cost[node.index()]).filter(|&cost| cost != u64::MAX)
    }
}
