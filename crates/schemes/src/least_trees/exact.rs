//! Lightest trees, exactly.

use super::tree::Tree;
use super::weighted::Weighted;
use crate::PlanError;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, NodeId};

/// The most destinations that are searched exactly.
const MOST: usize = 14;
/// The most pairs of a node and a set of destinations, which take 16 bytes each.
const MOST_STATES: usize = 1 << 25;
/// The most splits that are looked at.
const MOST_SPLITS: u64 = 1 << 31;

/// Whether [`least`] takes so many destinations on a network of so many nodes: some seconds and 512 MiB at most.
pub(crate) fn fits(nodes: usize, destinations: usize) -> bool {
    destinations <= MOST
        && nodes << destinations <= MOST_STATES
        && 3_u64.pow(destinations as u32).saturating_mul(nodes as u64) / 2 <= MOST_SPLITS
}

/// What the lightest tree from a node to a set of destinations begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// Nothing is known, or nothing is left to reach.
    Nothing,
    /// This channel.
    Channel(ChannelId),
    /// Two trees: one to this part of the destinations, and one to the others.
    Split(u32),
}

/// For every set of destinations, a row with an entry for every node.
struct Table<'n> {
    network: &'n Weighted<'n>,
    source: NodeId,
    cost: Vec<u64>,
    first: Vec<First>,
}

/// The lightest tree from the source to all destinations: S. E. Dreyfus and R. A. Wagner, *The Steiner problem in
/// graphs*, 1971, on directed networks. The lightest tree from v to a set S of destinations is the lighter one of
///
/// - two trees from v to two parts of S, and
/// - a channel from v to some u, and the lightest tree from u to S;
///
/// so sets are taken in ascending order, the first rule for all v, and then the second in the order of costs, as
/// Dijkstra does. O(3^d · nodes + 2^d · channels · log nodes) time for d destinations, 16 bytes for each of the
/// 2^d · nodes entries. Ask [`fits`] before.
///
/// # Errors
/// A destination that cannot be reached.
pub(crate) fn least(network: &Weighted<'_>, set: MulticastSet<'_>, tree: &mut Tree) -> Result<(), PlanError> {
    let nodes = network.graph.node_count();
    let sets = 1 << set.destinations.len();
    let (cost, first) = (vec![u64::MAX; sets * nodes], vec![First::Nothing; sets * nodes]);
    let mut table = Table { network, source: set.source, cost, first };
    for destinations in 1..sets as u32 {
        match destinations.is_power_of_two() {
            true => table.reach(destinations, set.destinations[destinations.trailing_zeros() as usize]),
            false => table.split(destinations),
        }
        table.spread(destinations);
    }
    for (place, &to) in set.destinations.iter().enumerate() {
        if table.cost[table.entry(1 << place, set.source)] == u64::MAX {
            return Err(PlanError::Unreachable { from: set.source, to });
        }
    }
    table.build(sets as u32 - 1, tree);
    Ok(())
}

impl Table<'_> {
    fn entry(&self, destinations: u32, node: NodeId) -> usize {
        destinations as usize * self.network.graph.node_count() + node.index()
    }

    /// A destination alone is reached from itself at no cost.
    fn reach(&mut self, destination: u32, node: NodeId) {
        let entry = self.entry(destination, node);
        self.cost[entry] = 0;
    }

    /// The first rule: at each node that passes the message on, the best two parts of a set.
    fn split(&mut self, destinations: u32) {
        let nodes = self.network.graph.node_count();
        let row = |part: u32| part as usize * nodes..(part as usize + 1) * nodes;
        // The rows of the parts stand before that of the whole.
        let (parts, rest) = self.cost.split_at_mut(row(destinations).start);
        let (whole, first) = (&mut rest[..nodes], &mut self.first[row(destinations)]);
        // Each pair of parts once: the one that has the lowest destination, from the largest on.
        let lowest = destinations & destinations.wrapping_neg();
        let mut part = (destinations - 1) & destinations;
        while part > 0 {
            if part & lowest != 0 {
                let pairs = parts[row(part)].iter().zip(&parts[row(destinations ^ part)]);
                for (node, (&one, &other)) in pairs.enumerate() {
                    let cost = one.saturating_add(other);
                    if cost < whole[node] && self.network.forwards(NodeId::new(node), self.source) {
                        whole[node] = cost;
                        first[node] = First::Split(part);
                    }
                }
            }
            part = (part - 1) & destinations;
        }
    }

    /// The second rule: from the nodes with the least costs against the channels, to all others.
    fn spread(&mut self, destinations: u32) {
        let graph = self.network.graph;
        let costs = graph.nodes().map(|node| (self.cost[self.entry(destinations, node)], node.index() as u32));
        let mut queue: BinaryHeap<_> = costs.filter(|&(cost, _)| cost != u64::MAX).map(Reverse).collect();
        while let Some(Reverse((cost, node))) = queue.pop() {
            let node = NodeId::new(node as usize);
            if cost > self.cost[self.entry(destinations, node)] {
                continue;
            }
            for channel in graph.in_channels(node) {
                let before = graph.source(channel);
                let further = cost.saturating_add(self.network.weight(channel));
                let entry = self.entry(destinations, before);
                if further < self.cost[entry] && self.network.forwards(before, self.source) {
                    self.cost[entry] = further;
                    self.first[entry] = First::Channel(channel);
                    queue.push(Reverse((further, before.index() as u32)));
                }
            }
        }
    }

    /// The tree that the entries of the source lead to.
    fn build(&self, destinations: u32, tree: &mut Tree) {
        tree.start(self.network.graph.node_count(), self.source);
        let mut left = vec![(destinations, self.source)];
        while let Some((destinations, node)) = left.pop() {
            match self.first[self.entry(destinations, node)] {
                First::Nothing => {}
                First::Split(part) => left.extend([(part, node), (destinations ^ part, node)]),
                First::Channel(channel) => {
                    let next = self.network.graph.target(channel);
                    // Channels of no weight may lead to a node a second time, which is then reached already.
                    if !tree.has(next) {
                        tree.join(self.network.graph, channel);
                    }
                    left.push((destinations, next));
                }
            }
        }
    }
}
