//! Which nodes send, and how much each of them.

use super::Draws;
use wormcast_topology::{NodeId, Topology};

/// The nodes that send: the endpoints, or all nodes if there are none; all alike, or by weights.
#[derive(Debug)]
pub struct Senders {
    nodes: Box<[NodeId]>,
    /// By node, the weights of it and of all before it; empty if all are alike.
    sums: Box<[f64]>,
}

impl Senders {
    /// Those of a network. `weights` names nodes with weights of their own, from 0, not all of them 0; others have 1. A
    /// weight of 2 makes a node send twice as much as one of 1; the load is the mean over all that send.
    pub fn new(topology: &dyn Topology, weights: &[(NodeId, f64)]) -> Self {
        let nodes: Box<[NodeId]> = topology.graph().terminals().collect();
        if weights.is_empty() {
            return Self { nodes, sums: Box::default() };
        }
        let mut own = vec![1.0; topology.graph().node_count()];
        weights.iter().for_each(|&(node, weight)| own[node.index()] = weight);
        let mut sum = 0.0;
        let running = nodes.iter().map(|node| {
            sum += own[node.index()];
            sum
        });
        Self { sums: running.collect(), nodes }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A sender by its place.
    pub fn node(&self, place: usize) -> NodeId {
        self.nodes[place]
    }

    /// How much a sender sends as a multiple of the mean.
    pub fn rate(&self, place: usize) -> f64 {
        let Some(total) = self.sums.last() else { return 1.0 };
        let before = if place == 0 { 0.0 } else { self.sums[place - 1] };
        (self.sums[place] - before) * self.len() as f64 / total
    }

    /// The place of a random sender: each with a chance in proportion to its weight, by the next share of the sum of
    /// all; where all are alike, by a whole number. O(log senders).
    pub fn draw(&self, draws: &mut Draws) -> usize {
        let Some(total) = self.sums.last() else { return draws.below(self.len()) };
        let at = draws.share() * total;
        self.sums.partition_point(|&sum| sum <= at).min(self.len() - 1)
    }
}
