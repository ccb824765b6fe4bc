//! A node near the middle of a network, found without comparing all pairs.

use wormcast_topology::{Graph, NodeId};

/// How many far-apart nodes stand for all others.
const LANDMARKS: usize = 4;
/// The distance of a node that was not reached.
const FAR: u32 = u32::MAX;

/// Finds the node whose greatest distance to four landmarks is least: of several, the one with the least sum of
/// distances to them, then the one with the least number. The landmarks are far apart: the first is a node farthest
/// from the one that the search starts from, each other a node whose distance to the landmarks before it is greatest.
///
/// The centre of a path, of a tree and of a mesh of two dimensions is found exactly. O(nodes + channels) time, and 20
/// bytes a node, for all pieces of a network together.
pub(crate) struct Centre<'g> {
    graph: &'g Graph,
    distances: [Vec<u32>; LANDMARKS],
    piece: Vec<NodeId>,
}

impl<'g> Centre<'g> {
    pub fn new(graph: &'g Graph) -> Self {
        let distances = std::array::from_fn(|_| vec![FAR; graph.node_count()]);
        Self { graph, distances, piece: Vec::new() }
    }

    /// The node near the middle of the piece of the network that `start` lies in. Once for each piece.
    pub fn near(&mut self, start: NodeId) -> NodeId {
        let mut landmark = self.farthest_from(start);
        for number in 0..LANDMARKS {
            measure(self.graph, landmark, &mut self.distances[number], &mut self.piece);
            let nearest = |node: &NodeId| self.distances[..=number].iter().map(|d| d[node.index()]).min();
            landmark = self.first_with_greatest(nearest);
        }
        let spread = |node: &NodeId| {
            let distances = self.distances.each_ref().map(|distance| distance[node.index()]);
            (distances.into_iter().max(), distances.into_iter().map(u64::from).sum::<u64>(), *node)
        };
        self.piece.iter().copied().min_by_key(spread).expect("a piece has a node")
    }

    /// Leaves no trace in the distances.
    fn farthest_from(&mut self, start: NodeId) -> NodeId {
        measure(self.graph, start, &mut self.distances[0], &mut self.piece);
        let farthest = self.first_with_greatest(|node| self.distances[0][node.index()]);
        for node in &self.piece {
            self.distances[0][node.index()] = FAR;
        }
        farthest
    }

    fn first_with_greatest<K: Ord>(&self, key: impl Fn(&NodeId) -> K) -> NodeId {
        let keyed = self.piece.iter().map(|node| (key(node), std::cmp::Reverse(*node)));
        keyed.max().expect("a piece has a node").1.0
    }
}

/// Breadth-first distances from a node; `piece` becomes the nodes that it reaches.
fn measure(graph: &Graph, from: NodeId, distances: &mut [u32], piece: &mut Vec<NodeId>) {
    piece.clear();
    piece.push(from);
    distances[from.index()] = 0;
    let mut head = 0;
    while let Some(&node) = piece.get(head) {
        head += 1;
        for &neighbour in graph.neighbours(node) {
            if distances[neighbour.index()] == FAR {
                distances[neighbour.index()] = distances[node.index()] + 1;
                piece.push(neighbour);
            }
        }
    }
}
