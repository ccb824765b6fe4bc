//! One round as a flow: which nodes can be informed from which, over paths that share no link.
//!
//! All worms of a round bring the same message, so it does not matter which sender reaches which receiver: the paths
//! of a round are a flow of one commodity, from senders that may send as many units as they have ports, to receivers
//! that take one, with room for one unit on each link. Such flows are found by augmenting paths, and fall apart into
//! paths. Where a path would use a link against another one, both go on where the other came from: so a link carries
//! one worm in one direction, and what serves full-duplex links serves half-duplex ones.

mod shortest;
#[cfg(test)]
mod tests;

use shortest::Cheapest;
use wormcast_plan::RoundModel;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// A round that is being planned. 5 bytes a channel and 29 bytes a node.
#[derive(Clone, Debug)]
pub(crate) struct RoundFlow<'g> {
    graph: &'g Graph,
    model: RoundModel,
    /// The opposite of each channel.
    reverse: Vec<ChannelId>,
    /// The channels that carry a unit; never both of a link.
    taken: Vec<bool>,
    /// How many worms more each node may send.
    spare: Vec<u32>,
    receives: Vec<bool>,
    search: Search,
    cheapest: Cheapest,
    /// What the receiver that is being tried has changed: the paths, one behind the other, and their senders.
    pushed: Vec<ChannelId>,
    senders: Vec<NodeId>,
}

/// A search backwards from a receiver.
#[derive(Clone, Debug)]
struct Search {
    /// The search that has seen each node last, and the channel that leads on from there.
    seen: Vec<(u32, ChannelId)>,
    number: u32,
    queue: Vec<NodeId>,
}

impl<'g> RoundFlow<'g> {
    /// A round without senders, on a network whose links all go both ways. O(channels log degree).
    pub(crate) fn new(graph: &'g Graph, model: RoundModel) -> Self {
        let nodes = graph.node_count();
        let none = ChannelId::new(0);
        let opposite = |channel| graph.reverse(channel).expect("links go both ways here");
        Self {
            graph,
            model,
            reverse: graph.channels().map(opposite).collect(),
            taken: vec![false; graph.channel_count()],
            spare: vec![0; nodes],
            receives: vec![false; nodes],
            cheapest: Cheapest::new(nodes),
            search: Search { seen: vec![(0, none); nodes], number: 0, queue: Vec::new() },
            pushed: Vec::new(),
            senders: Vec::new(),
        }
    }

    /// Starts a new round, in which these nodes have the message. O(nodes + channels).
    pub(crate) fn start(&mut self, informed: &[NodeId]) {
        self.taken.fill(false);
        self.receives.fill(false);
        self.spare.fill(0);
        for &node in informed {
            self.spare[node.index()] = self.sends(node);
        }
    }

    fn sends(&self, node: NodeId) -> u32 {
        self.model.sends(self.graph.degree(node)) as u32
    }

    /// Makes a receiver of a node that was a sender, if the others can be arranged so that it gets the message and that
    /// all other receivers keep theirs. Gives up when a search has seen `limit` nodes. On failure nothing changes.
    pub(crate) fn try_receive(&mut self, node: NodeId, limit: usize) -> bool {
        let spare = std::mem::take(&mut self.spare[node.index()]);
        // What it has sent goes through it from now on, and one unit more ends here.
        let units = self.sends(node) - spare + 1;
        self.pushed.clear();
        self.senders.clear();
        // Ford and Fulkerson, backwards. Invariant: `taken` uses no link both ways, and is a flow in which only this
        // node lacks units, those that are still to be pushed; `pushed` and `senders` tell how to undo the others.
        for _ in 0..units {
            let Some(sender) = self.find_sender(node, limit) else {
                self.take_back();
                self.spare[node.index()] = spare;
                return false;
            };
            self.push_from(sender, node);
        }
        self.receives[node.index()] = true;
        true
    }

    /// The nearest node, backwards from `to`, that may send one more.
    fn find_sender(&mut self, to: NodeId, limit: usize) -> Option<NodeId> {
        let Search { seen, number, queue } = &mut self.search;
        *number += 1;
        queue.clear();
        queue.push(to);
        seen[to.index()].0 = *number;
        let mut head = 0;
        // Breadth first over the channels that lead to nodes seen before and have room: they are free, or their
        // opposite is taken, and then the unit on that is sent elsewhere.
        while head < queue.len().min(limit) {
            for out in self.graph.out_channels(queue[head]) {
                let (from, channel) = (self.graph.target(out), self.reverse[out.index()]);
                if self.taken[channel.index()] || seen[from.index()].0 == *number {
                    continue;
                }
                seen[from.index()] = (*number, channel);
                if self.spare[from.index()] > 0 {
                    return Some(from);
                }
                queue.push(from);
            }
            head += 1;
        }
        None
    }

    /// Sends one unit along the path that was found.
    fn push_from(&mut self, sender: NodeId, to: NodeId) {
        self.spare[sender.index()] -= 1;
        self.senders.push(sender);
        let mut at = sender;
        // `seen` leads from each node of the search one step towards the receiver.
        while at != to {
            let channel = self.search.seen[at.index()].1;
            self.toggle(channel);
            self.pushed.push(channel);
            at = self.graph.target(channel);
        }
    }

    /// One unit more over a channel: it takes the channel, or takes the unit back that comes against it.
    fn toggle(&mut self, channel: ChannelId) {
        let opposite = self.reverse[channel.index()].index();
        if self.taken[opposite] {
            self.taken[opposite] = false;
        } else {
            self.taken[channel.index()] = true;
        }
    }

    fn take_back(&mut self) {
        // A unit against a unit takes it back: toggling the opposites in reverse order restores the flow.
        while let Some(channel) = self.pushed.pop() {
            self.toggle(self.reverse[channel.index()]);
        }
        for sender in self.senders.drain(..) {
            self.spare[sender.index()] += 1;
        }
    }

    /// Takes the flow apart: appends the next path from this sender to `path`, and returns the receiver; none when the
    /// sender sends no more.
    pub(crate) fn take_path(&mut self, sender: NodeId, path: &mut Vec<ChannelId>) -> Option<NodeId> {
        if self.spare[sender.index()] == self.sends(sender) {
            return None;
        }
        self.spare[sender.index()] += 1;
        let start = path.len();
        let mut at = sender;
        // Invariant: `path` is a way without loops from the sender to `at`, and what is left of the flow carries one
        // unit from `at` on. It ends at the first receiver that still waits, whoever's unit that was.
        while !std::mem::take(&mut self.receives[at.index()]) {
            let channel = self.graph.out_channels(at).find(|channel| self.taken[channel.index()]);
            let channel = channel.expect("what flows into a node flows out, or is received");
            self.taken[channel.index()] = false;
            at = self.graph.target(channel);
            path.push(channel);
            self.cut_loop(at, start, path);
        }
        Some(at)
    }

    /// A path that comes back to a node goes on from its first visit.
    fn cut_loop(&self, at: NodeId, start: usize, path: &mut Vec<ChannelId>) {
        if let Some(first) = path[start..].iter().position(|&channel| self.graph.source(channel) == at) {
            path.truncate(start + first);
        }
    }
}
