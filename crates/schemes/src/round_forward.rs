//! Rounds planned forwards, on networks with channels that lead one way, or with endpoints.

use crate::round_search::Round;
use wormcast_plan::RoundModel;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// What a round is planned with.
struct Forward<'g> {
    graph: &'g Graph,
    /// Whether a link carries a worm of this round, by its channels.
    taken: Vec<bool>,
    /// How many worms more each node may send in this round; none where the message is not.
    spare: Vec<usize>,
    /// The channel that leads on from each node to the receiver that is looked at.
    towards: Vec<Option<ChannelId>>,
    reached: Vec<NodeId>,
}

/// Rounds that bring the message from the source to the destinations, which must be within reach. In each round the
/// receivers are tried in the order given, and each gets the message on a shortest way that is left from any node
/// that may still send; no way goes through an endpoint. Every round has a worm, as the first receiver finds all
/// channels free. O(rounds · destinations · channels).
pub(crate) fn forwards(graph: &Graph, model: RoundModel, source: NodeId, mut waiting: Vec<NodeId>) -> Vec<Round> {
    let nodes = graph.node_count();
    let (taken, spare) = (vec![false; graph.channel_count()], vec![0; nodes]);
    let mut plan = Forward { graph, taken, spare, towards: vec![None; nodes], reached: Vec::new() };
    let mut informed = vec![source];
    let mut rounds = Vec::new();
    while !waiting.is_empty() {
        plan.taken.fill(false);
        informed.iter().for_each(|&node| plan.spare[node.index()] = model.sends(graph.degree(node)));
        let mut round = Round::default();
        waiting.retain(|&node| {
            let sender = plan.serve(node, &mut round);
            informed.extend(sender.map(|_| node));
            sender.is_none()
        });
        debug_assert!(!round.channels().is_empty(), "the destinations are within reach");
        rounds.push(round);
    }
    rounds
}

impl Forward<'_> {
    /// Brings the message to a node in this round, if there is a way left. Returns the sender.
    fn serve(&mut self, receiver: NodeId, round: &mut Round) -> Option<NodeId> {
        let sender = self.nearest_sender(receiver)?;
        self.spare[sender.index()] -= 1;
        let mut at = sender;
        let mut path = Vec::new();
        while at != receiver {
            let channel = self.towards[at.index()].expect("the way leads to the receiver");
            self.taken[self.graph.link(channel).index()] = true;
            path.push(channel);
            at = self.graph.target(channel);
        }
        round.add(sender, receiver, &path);
        Some(sender)
    }

    /// The nearest node, backwards from the receiver over free links, that may send one more.
    fn nearest_sender(&mut self, receiver: NodeId) -> Option<NodeId> {
        self.reached.drain(..).for_each(|node| self.towards[node.index()] = None);
        let mut queue = vec![receiver];
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            for channel in self.graph.in_channels(node) {
                let from = self.graph.source(channel);
                let is_new = from != receiver && self.towards[from.index()].is_none();
                if !is_new || self.taken[self.graph.link(channel).index()] {
                    continue;
                }
                self.towards[from.index()] = Some(channel);
                self.reached.push(from);
                if self.spare[from.index()] > 0 {
                    return Some(from);
                }
                if !self.graph.is_endpoint(from) {
                    queue.push(from);
                }
            }
        }
        None
    }
}
