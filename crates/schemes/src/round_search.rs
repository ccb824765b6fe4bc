//! Rounds planned backwards: from the round in which the last nodes are informed to the one in which the source sends.

use crate::round_flow::RoundFlow;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use wormcast_plan::RoundModel;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// Plans rounds on one network, one plan after another.
#[derive(Clone, Debug)]
pub(crate) struct RoundSearch<'g> {
    graph: &'g Graph,
    flow: RoundFlow<'g>,
}

/// The paths of one round, one behind the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// Where each path starts and ends, and where it ends among the channels.
    paths: Vec<(NodeId, NodeId, usize)>,
    channels: Vec<ChannelId>,
}

impl Round {
    /// Each path, with the node that sends and the one that receives.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (NodeId, NodeId, &[ChannelId])> {
        let starts = std::iter::once(0).chain(self.paths.iter().map(|&(.., end)| end));
        starts.zip(&self.paths).map(|(start, &(from, to, end))| (from, to, &self.channels[start..end]))
    }

    /// Adds a path, from the node that sends to the one that receives.
    pub(crate) fn add(&mut self, sender: NodeId, receiver: NodeId, path: &[ChannelId]) {
        self.channels.extend_from_slice(path);
        self.paths.push((sender, receiver, self.channels.len()));
    }

    /// All hops of all paths.
    pub(crate) fn channels(&self) -> &[ChannelId] {
        &self.channels
    }
}

impl<'g> RoundSearch<'g> {
    /// O(channels log degree).
    pub(crate) fn new(graph: &'g Graph, model: RoundModel) -> Self {
        Self { graph, flow: RoundFlow::new(graph, model) }
    }

    /// Rounds that bring the message from the source to the destinations, which must be within reach, the first round
    /// first. A node is taken out before those that stand behind it, if it can be. Those that are `kept`, some but not
    /// all, are informed before the last round.
    pub(crate) fn backwards(
        &mut self,
        source: NodeId,
        destinations: Vec<NodeId>,
        kept: impl Fn(NodeId) -> bool,
    ) -> Vec<Round> {
        let mut informed = destinations;
        informed.push(source);
        let mut rounds = Vec::new();
        // Invariant: the rounds, the last one first, bring the message from `informed` to all destinations. Each turn
        // takes at least one node out.
        while informed.len() > 1 {
            let last = rounds.is_empty();
            let (before, round) = self.round_before(&informed, |node| node == source || last && kept(node));
            rounds.push(round);
            informed = before;
        }
        rounds.reverse();
        rounds
    }

    /// The last round that brings the message to `informed`, and those who have it before.
    fn round_before(&mut self, informed: &[NodeId], stays: impl Fn(NodeId) -> bool) -> (Vec<NodeId>, Round) {
        self.flow.start(informed);
        let limit = 1024 + 64 * self.graph.node_count() / informed.len();
        let mut before = Vec::with_capacity(informed.len());
        let mut first = true;
        // Invariant: those in `before`, and the nodes that are still to come, can inform all that were taken out, in
        // one round.
        for &node in informed {
            // The first one can be taken out always: it is within reach. So every round has a worm.
            let limit = if first { usize::MAX } else { limit };
            if stays(node) || !self.flow.try_receive(node, limit) {
                before.push(node);
            } else {
                first = false;
            }
        }
        self.flow.shorten(informed);
        let mut round = Round::default();
        for &sender in &before {
            while let Some(receiver) = self.flow.take_path(sender, &mut round.channels) {
                round.paths.push((sender, receiver, round.channels.len()));
            }
        }
        (before, round)
    }
}

/// The nodes in a random order, but those with fewer links first.
pub(crate) fn shuffled(graph: &Graph, nodes: &[NodeId], seed: u64) -> Vec<NodeId> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    sorted_by_degree(graph, nodes, |_| random.next_u64())
}

/// The nodes with fewer links first, and among equals by a key and then by their number.
pub(crate) fn sorted_by_degree(graph: &Graph, nodes: &[NodeId], mut key: impl FnMut(NodeId) -> u64) -> Vec<NodeId> {
    let mut keys: Vec<_> = nodes.iter().map(|&node| (graph.degree(node), key(node), node)).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(.., node)| node).collect()
}
