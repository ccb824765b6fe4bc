//! The shortest paths for a round whose receivers are settled: a flow of least cost, by successive shortest paths.

use super::RoundFlow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_topology::NodeId;

/// What the searches for cheapest ways keep. 12 bytes a node.
#[derive(Clone, Debug)]
pub(super) struct Cheapest {
    /// A height of each node: a step down towards the receiver pays for itself, so that no step has a negative price.
    potential: Vec<i32>,
    /// The reduced price of the way from each node to the receiver, and the search that it is of.
    price: Vec<(u32, u32)>,
    queue: BinaryHeap<Reverse<(u32, NodeId)>>,
    settled: Vec<NodeId>,
}

impl Cheapest {
    pub(super) fn new(nodes: usize) -> Self {
        let (queue, settled) = (BinaryHeap::new(), Vec::new());
        Self { potential: vec![0; nodes], price: vec![(0, 0); nodes], queue, settled }
    }
}

impl RoundFlow<'_> {
    /// Lays all paths of this round anew, with the same receivers, so that they have as few hops together as there can
    /// be. O(receivers · channels log nodes); a search ends at the nearest sender that has a port to spare.
    pub(crate) fn shorten(&mut self, informed: &[NodeId]) {
        self.taken.fill(false);
        for &node in informed {
            self.spare[node.index()] = if self.receives[node.index()] { 0 } else { self.sends(node) };
        }
        self.cheapest.potential.fill(0);
        // Successive shortest paths. Invariant: the flow has the fewest hops of all that serve the receivers so far,
        // which the potentials prove: no step of the residual network has a negative reduced price.
        for &node in informed {
            if self.receives[node.index()] {
                let sender = self.find_cheapest(node).expect("the receivers can be served together");
                self.push_from(sender, node);
            }
        }
        self.pushed.clear();
        self.senders.clear();
    }

    /// The sender from which one unit more comes to `to` at the least price, by Dijkstra's search backwards. The price
    /// of a step is 1, or −1 where it takes back a unit that comes against it.
    fn find_cheapest(&mut self, to: NodeId) -> Option<NodeId> {
        self.search.number += 1;
        let number = self.search.number;
        self.cheapest.queue.clear();
        self.cheapest.settled.clear();
        self.cheapest.price[to.index()] = (0, number);
        self.cheapest.queue.push(Reverse((0, to)));
        // Invariant: the prices of settled nodes are final, and no smaller price is to come.
        while let Some(Reverse((price, at))) = self.cheapest.queue.pop() {
            if self.cheapest.price[at.index()].0 < price {
                continue;
            }
            // A node that can send more has never been passed on a cheaper way: its potential is still 0, as is that of
            // the place from where all units come. So it is the cheapest sender.
            if self.spare[at.index()] > 0 {
                self.lower(price);
                return Some(at);
            }
            self.cheapest.settled.push(at);
            self.relax(at, price);
        }
        None
    }

    /// Lowers the potential of all nodes that were nearer than the sender, at this price, by what they are nearer.
    fn lower(&mut self, price: u32) {
        let Cheapest { potential, price: prices, settled, .. } = &mut self.cheapest;
        for &node in settled.iter() {
            potential[node.index()] -= (price - prices[node.index()].0) as i32;
        }
    }

    /// Offers the ways over `at` to the nodes from which a unit can come.
    fn relax(&mut self, at: NodeId, price: u32) {
        let number = self.search.number;
        for out in self.graph.out_channels(at) {
            let (from, channel) = (self.graph.target(out), self.reverse[out.index()]);
            if self.taken[channel.index()] {
                continue;
            }
            let step = if self.taken[out.index()] { -1 } else { 1 };
            let Cheapest { potential, price: prices, queue, .. } = &mut self.cheapest;
            let reduced = step + potential[at.index()] - potential[from.index()];
            let offer = price + u32::try_from(reduced).expect("no step has a negative price");
            let known = &mut prices[from.index()];
            if known.1 != number || offer < known.0 {
                *known = (offer, number);
                self.search.seen[from.index()] = (number, channel);
                queue.push(Reverse((offer, from)));
            }
        }
    }
}
