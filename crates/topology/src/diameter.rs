//! The greatest distance between two nodes.

use crate::{Graph, NodeId};

/// What is known of the greatest distance between two nodes, in channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diameter {
    /// It is this.
    Exactly(u32),
    /// Two nodes are this far apart; others may be farther. The search of all pairs would have taken too long.
    AtLeast(u32),
    /// Some nodes cannot reach each other: the network is in so many pieces.
    InPieces(usize),
}

/// The greatest distance between two nodes: by a breadth-first search from every node where that takes no more than
/// `effort` steps (nodes · channels), else bounded from below by two searches: from node 0 to a farthest node, and from
/// there. O(min(effort, nodes · channels) + channels) time, O(nodes) memory.
///
/// ```
/// use wormcast_topology::{Diameter, build, diameter};
/// assert_eq!(diameter(build("mesh:8x8")?.graph(), 1 << 20), Diameter::Exactly(14));
/// assert_eq!(diameter(build("mesh:8x8")?.graph(), 1 << 10), Diameter::AtLeast(14));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
pub fn diameter(graph: &Graph, effort: u64) -> Diameter {
    let mut search = Search::new(graph);
    let pieces = search.count_pieces();
    if pieces > 1 {
        return Diameter::InPieces(pieces);
    }
    let (far, _) = search.farthest(NodeId::new(0));
    if graph.node_count() as u64 * graph.channel_count() as u64 > effort {
        return Diameter::AtLeast(search.farthest(far).1);
    }
    Diameter::Exactly(graph.nodes().map(|node| search.farthest(node).1).max().unwrap_or(0))
}

/// A breadth-first search whose memory serves again and again.
struct Search<'g> {
    graph: &'g Graph,
    /// The last round in which each node was seen.
    seen: Vec<u32>,
    round: u32,
    queue: Vec<NodeId>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph) -> Self {
        let nodes = graph.node_count();
        Self { graph, seen: vec![0; nodes], round: 0, queue: Vec::with_capacity(nodes) }
    }

    fn count_pieces(&mut self) -> usize {
        self.round += 1;
        let mut pieces = 0;
        for node in self.graph.nodes() {
            if self.seen[node.index()] != self.round {
                pieces += 1;
                self.explore(node);
            }
        }
        pieces
    }

    /// The last node that a search from `start` reaches, and its distance.
    fn farthest(&mut self, start: NodeId) -> (NodeId, u32) {
        self.round += 1;
        let distance = self.explore(start);
        (self.queue.last().copied().unwrap_or(start), distance)
    }

    /// Puts into the queue all nodes that `start` reaches and that were not seen in this round, layer by layer. Returns
    /// the number of layers after the first.
    fn explore(&mut self, start: NodeId) -> u32 {
        self.queue.clear();
        self.visit(start);
        let (mut layers, mut layer) = (0, 0..1);
        loop {
            for at in layer.clone() {
                for &node in self.graph.neighbours(self.queue[at]) {
                    self.visit(node);
                }
            }
            layer = layer.end..self.queue.len();
            if layer.is_empty() {
                return layers;
            }
            layers += 1;
        }
    }

    #[inline]
    fn visit(&mut self, node: NodeId) {
        if std::mem::replace(&mut self.seen[node.index()], self.round) != self.round {
            self.queue.push(node);
        }
    }
}
