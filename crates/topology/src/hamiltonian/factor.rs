//! A relaxed cycle: whether every node can still have two edges.

use super::edges::Edges;
use super::steps::Steps;

/// A flow in which every node sends two units and receives two, over edges that carry at most one in each direction. A
/// Hamiltonian cycle is one; where there is no such flow, there is no cycle. The flow is kept from one question to the
/// next, and only mended where edges were dropped.
pub(super) struct Factor {
    /// Whether an edge carries a unit from its first end, and from its second.
    carries: Vec<[bool; 2]>,
    /// What each node does not send, and does not receive.
    unsent: Vec<u8>,
    unreceived: Vec<u8>,
    /// The sender that reaches each receiver, and by which edge; the receiver that each sender can be spared for, and
    /// by which edge; each with the number of the search in which that was found.
    reached: Vec<Step>,
    spared: Vec<Step>,
    searches: u64,
    queue: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Step {
    search: u64,
    node: u32,
    edge: u32,
}

impl Factor {
    /// Nothing flows at first.
    pub(super) fn new(edges: &Edges) -> Self {
        let nodes = edges.node_count();
        Self {
            carries: vec![[false; 2]; edges.count()],
            unsent: vec![2; nodes],
            unreceived: vec![2; nodes],
            reached: vec![Step::default(); nodes],
            spared: vec![Step::default(); nodes],
            searches: 0,
            queue: Vec::new(),
        }
    }

    /// Nothing flows over this edge any more.
    pub(super) fn drop(&mut self, edges: &Edges, edge: u32) {
        let ends = edges.ends(edge);
        for (way, carries) in self.carries[edge as usize].iter_mut().enumerate() {
            if std::mem::take(carries) {
                self.unsent[ends[way] as usize] += 1;
                self.unreceived[ends[1 - way] as usize] += 1;
            }
        }
    }

    /// Mends the flow over the edges that are kept.
    ///
    /// # Errors
    /// A node that cannot send two units; or the steps have run out.
    pub(super) fn mend(&mut self, edges: &Edges, is_kept: impl Fn(u32) -> bool, steps: &mut Steps) -> Result<(), u32> {
        // Invariant: no unit flows over an edge that is dropped, and nodes below this one send both of theirs. An
        // augmenting way keeps what others send, so they stay served (Ford and Fulkerson 1956).
        for node in 0..edges.node_count() as u32 {
            while self.unsent[node as usize] > 0 {
                if steps.are_out() || !self.send(edges, node, &is_kept, steps) {
                    return Err(node);
                }
            }
        }
        Ok(())
    }

    /// Sends one unit more from a node: breadth-first, over edges that carry nothing, and back over those that do.
    fn send(&mut self, edges: &Edges, from: u32, is_kept: &impl Fn(u32) -> bool, steps: &mut Steps) -> bool {
        self.searches += 1;
        self.spared[from as usize].search = self.searches;
        self.queue.clear();
        self.queue.push(from);
        let mut head = 0;
        // Invariant: every sender in the queue has a unit to send elsewhere: `from` has one left, and the others are
        // spared theirs by the way that `reached` and `spared` remember, over edges that carry nothing and edges that
        // carry in turn. Each sender and each receiver is entered once, so a search takes O(nodes + edges).
        while let Some(&sender) = self.queue.get(head) {
            head += 1;
            for edge in edges.at(sender) {
                steps.take(1);
                let receiver = edges.across(edge, sender);
                let is_new = self.reached[receiver as usize].search < self.searches;
                if is_new && is_kept(edge) && !self.carries[edge as usize][way(edges, edge, sender)] {
                    self.reached[receiver as usize] = Step { search: self.searches, node: sender, edge };
                    // A receiver with room ends the way; a full one gives back what it has from its senders.
                    if self.unreceived[receiver as usize] > 0 {
                        self.shift(edges, from, receiver);
                        return true;
                    }
                    self.spare(edges, receiver);
                    steps.take(edges.degree(receiver));
                }
            }
        }
        false
    }

    /// Those who send to this receiver can send elsewhere.
    fn spare(&mut self, edges: &Edges, receiver: u32) {
        for edge in edges.at(receiver) {
            let sender = edges.across(edge, receiver);
            let carries = self.carries[edge as usize][way(edges, edge, sender)];
            if carries && self.spared[sender as usize].search < self.searches {
                self.spared[sender as usize] = Step { search: self.searches, node: receiver, edge };
                self.queue.push(sender);
            }
        }
    }

    /// Moves units along the way that was found from a sender to a receiver.
    fn shift(&mut self, edges: &Edges, from: u32, to: u32) {
        self.unsent[from as usize] -= 1;
        self.unreceived[to as usize] -= 1;
        let mut receiver = to;
        // Backwards along the way: the last sender sends to this receiver; what it sent before, to another receiver, is
        // taken away from there, and that receiver is served next, by the sender before. So each keeps its two units.
        loop {
            let Step { node: sender, edge, .. } = self.reached[receiver as usize];
            self.carries[edge as usize][way(edges, edge, sender)] = true;
            if sender == from {
                return;
            }
            let Step { node, edge, .. } = self.spared[sender as usize];
            self.carries[edge as usize][way(edges, edge, sender)] = false;
            receiver = node;
        }
    }
}

/// Which of the two directions of an edge leads away from this end.
fn way(edges: &Edges, edge: u32, sender: u32) -> usize {
    usize::from(edges.ends(edge)[1] == sender)
}
