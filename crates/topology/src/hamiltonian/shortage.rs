//! Nodes that cannot all get the two links that a path gives each of them: a maximum flow tells.

use super::steps::Steps;
use crate::{ChannelId, Graph, NodeId};

/// Nodes that the links of a path cannot serve. Along a path they need `2·needy − 2` ends of links. The `helpers` give
/// two each at most, and there are only `others` links from the needy to nodes that are no helpers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shortage {
    pub needy: Vec<NodeId>,
    pub helpers: Vec<NodeId>,
    pub others: usize,
}

/// Looks for a shortage; none if there is none, or if the steps run out.
///
/// Each node sends up to two units, each channel carries one, each node receives up to two. A Hamiltonian path is such
/// a flow of `2·nodes − 2`. If the greatest flow is less, a least cut is the proof. O(channels · √nodes) time by
/// blocking flows (Dinitz 1970), as the capacities are at most two.
pub(super) fn find(graph: &Graph, steps: &mut Steps) -> Option<Shortage> {
    let mut flow = Flow::new(graph);
    let mut grew = true;
    // A round sends a blocking flow along shortest ways, so that the shortest way gets longer each round. When no way
    // is left, the flow is greatest, and what is in reach of a sender with something left makes a least cut.
    while grew {
        flow.layer(steps);
        grew = graph.nodes().map(|node| flow.send_all(node, steps)).sum::<usize>() > 0;
        if steps.are_out() {
            return None;
        }
    }
    (flow.value + 2 < 2 * graph.node_count()).then(|| flow.cut())
}

/// A flow from senders to receivers; every node is one of each.
struct Flow<'g> {
    graph: &'g Graph,
    value: usize,
    /// What each node still can send, and receive.
    sends: Vec<u8>,
    receives: Vec<u8>,
    /// Whether a channel carries its unit.
    carries: Vec<bool>,
    opposite: Vec<ChannelId>,
    /// How far each sender and each receiver is from a sender with something left, in this round; 0 if out of reach.
    sender_layer: Vec<u32>,
    receiver_layer: Vec<u32>,
    /// The neighbour of each sender and each receiver to try next, in this round.
    sender_next: Vec<u32>,
    receiver_next: Vec<u32>,
}

impl<'g> Flow<'g> {
    fn new(graph: &'g Graph) -> Self {
        let nodes = graph.node_count();
        let opposite = |channel| graph.reverse(channel).expect("links go both ways here");
        Self {
            graph,
            value: 0,
            sends: vec![2; nodes],
            receives: vec![2; nodes],
            carries: vec![false; graph.channel_count()],
            opposite: graph.channels().map(opposite).collect(),
            sender_layer: vec![0; nodes],
            receiver_layer: vec![0; nodes],
            sender_next: vec![0; nodes],
            receiver_next: vec![0; nodes],
        }
    }

    /// Breadth-first: from a sender over free channels, from a receiver back over those that carry.
    fn layer(&mut self, steps: &mut Steps) {
        let graph = self.graph;
        steps.take(2 * (graph.node_count() + graph.channel_count()));
        self.sender_layer.fill(0);
        self.receiver_layer.fill(0);
        self.sender_next.fill(0);
        self.receiver_next.fill(0);
        let mut senders: Vec<_> = graph.nodes().filter(|node| self.sends[node.index()] > 0).collect();
        senders.iter().for_each(|node| self.sender_layer[node.index()] = 1);
        let mut layer = 1;
        // Invariant: `senders` are those of this layer; all with lower layers are done. Layers of senders are odd, of
        // receivers even.
        while !senders.is_empty() {
            let mut receivers = Vec::new();
            for channel in senders.drain(..).flat_map(|sender| graph.out_channels(sender)) {
                let to = graph.target(channel);
                if !self.carries[channel.index()] && self.receiver_layer[to.index()] == 0 {
                    self.receiver_layer[to.index()] = layer + 1;
                    receivers.push(to);
                }
            }
            for channel in receivers.into_iter().flat_map(|receiver| graph.out_channels(receiver)) {
                let from = graph.target(channel);
                if self.carries[self.opposite[channel.index()].index()] && self.sender_layer[from.index()] == 0 {
                    self.sender_layer[from.index()] = layer + 2;
                    senders.push(from);
                }
            }
            layer += 2;
        }
    }

    /// Sends what this node still can, along ways through ascending layers. Returns how many units that was.
    fn send_all(&mut self, node: NodeId, steps: &mut Steps) -> usize {
        let before = self.value;
        while self.sends[node.index()] > 0 && !steps.are_out() {
            let Some(way) = self.find_way(node, steps) else { break };
            way.iter().for_each(|channel| self.carries[channel.index()] ^= true);
            let last = way.last().expect("a way has a channel");
            self.receives[self.graph.target(*last).index()] -= 1;
            self.sends[node.index()] -= 1;
            self.value += 1;
        }
        self.value - before
    }

    /// A way from a sender to a receiver that can receive: free channels forth, carrying channels back, in turn.
    fn find_way(&mut self, start: NodeId, steps: &mut Steps) -> Option<Vec<ChannelId>> {
        let mut way: Vec<ChannelId> = Vec::new();
        // Invariant: `way` goes through ascending layers from `start`. Dead ends are left for good in this round: the
        // places to go on from (`sender_next`, `receiver_next`) only grow, so a round takes O(channels) and the lengths
        // of the ways.
        loop {
            steps.take(1);
            let forth = way.len().is_multiple_of(2);
            // A channel back is kept as the channel that carries; its source is the sender that is reached.
            let at =
                way.last().map_or(start, |&last| if forth { self.graph.source(last) } else { self.graph.target(last) });
            if !forth && self.receives[at.index()] > 0 {
                return Some(way);
            }
            match if forth { self.step_forth(at) } else { self.step_back(at) } {
                Some(channel) => way.push(channel),
                None => drop(way.pop()?),
            }
        }
    }

    fn step_forth(&mut self, sender: NodeId) -> Option<ChannelId> {
        let graph = self.graph;
        let mut channels = graph.out_channels(sender).skip(self.sender_next[sender.index()] as usize);
        channels.find(|channel| {
            self.sender_next[sender.index()] += 1;
            let layer = self.receiver_layer[graph.target(*channel).index()];
            !self.carries[channel.index()] && layer == self.sender_layer[sender.index()] + 1
        })
    }

    fn step_back(&mut self, receiver: NodeId) -> Option<ChannelId> {
        let graph = self.graph;
        let channels = graph.out_channels(receiver).skip(self.receiver_next[receiver.index()] as usize);
        let mut carriers = channels.map(|channel| self.opposite[channel.index()]);
        carriers.find(|channel| {
            self.receiver_next[receiver.index()] += 1;
            let layer = self.sender_layer[graph.source(*channel).index()];
            self.carries[channel.index()] && layer == self.receiver_layer[receiver.index()] + 1
        })
    }

    /// The least cut: what is within reach of a sender with something left.
    fn cut(&self) -> Shortage {
        let graph = self.graph;
        let is_helper = |node: &NodeId| self.receiver_layer[node.index()] > 0;
        let needy: Vec<_> = graph.nodes().filter(|node| self.sender_layer[node.index()] > 0).collect();
        let neighbours = needy.iter().flat_map(|&node| graph.neighbours(node));
        let others = neighbours.filter(|neighbour| !is_helper(neighbour)).count();
        Shortage { helpers: graph.nodes().filter(is_helper).collect(), needy, others }
    }
}
