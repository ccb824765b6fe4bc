//! A node near the middle of a network, found without comparing all pairs.

use std::cmp::Reverse;
use wormcast_topology::{BreadthFirst, Graph, NodeId};

/// How many candidates are tried.
const CANDIDATES: usize = 8;

/// Looks for the node whose greatest distance to any other is least.
///
/// The node that is farthest from a candidate becomes a landmark, and the next candidate is the node whose greatest
/// distance to the landmarks so far is least (of several: with the least sum of distances, then the least number). No
/// node can be nearer to all others than the candidate is to the landmarks: so when its greatest distance to any node
/// is no more than that, it is a centre, and the search ends. After 8 candidates, the best of them is taken.
///
/// O(nodes + channels) time, and 20 bytes a node, for all pieces of a network together.
pub(crate) struct Centre<'g> {
    graph: &'g Graph,
    search: BreadthFirst<'g>,
    /// The greatest distance of each node to a landmark.
    greatest: Vec<u32>,
    /// The sum of the distances of each node to the landmarks.
    sum: Vec<u32>,
}

impl<'g> Centre<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Self {
        let nodes = graph.node_count();
        Self { graph, search: BreadthFirst::new(graph), greatest: vec![0; nodes], sum: vec![0; nodes] }
    }

    /// The node near the middle of the piece of the network that `start` lies in; a router, if `start` is one. To be
    /// asked once a piece.
    pub(crate) fn near(&mut self, start: NodeId) -> NodeId {
        let mut candidate = start;
        let mut best = (u32::MAX, start);
        for _ in 0..CANDIDATES {
            let (distance, landmark) = self.farthest(candidate);
            best = best.min((distance, candidate));
            if distance == self.greatest[candidate.index()] {
                break;
            }
            candidate = self.nearest_with(landmark);
        }
        best.1
    }

    /// The greatest distance to any node, and a router as far away as any: of several, the one that is farthest from
    /// the landmarks. From an endpoint a search would go on into other pieces.
    fn farthest(&mut self, from: NodeId) -> (u32, NodeId) {
        self.search.run(from);
        let key = |&node: &NodeId| (self.search.distance(node), self.sum[node.index()], Reverse(node));
        let routers = self.search.order().iter().filter(|&&node| !self.graph.is_endpoint(node));
        let landmark = routers.map(key).max().map_or(from, |(_, _, Reverse(node))| node);
        let (_, distance) = self.search.farthest().expect("a piece has a node");
        (distance, landmark)
    }

    /// The node that lies best to all landmarks, with one more of them.
    fn nearest_with(&mut self, landmark: NodeId) -> NodeId {
        self.search.run(landmark);
        for &node in self.search.order() {
            let distance = self.search.distance(node).expect("the search reached it");
            let greatest = &mut self.greatest[node.index()];
            *greatest = distance.max(*greatest);
            self.sum[node.index()] += distance;
        }
        let spread =
            |&node: &NodeId| (self.graph.is_endpoint(node), self.greatest[node.index()], self.sum[node.index()], node);
        self.search.order().iter().map(spread).min().expect("a piece has a node").3
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wormcast_formats::build;

    /// The greatest distance from each node to any other.
    fn eccentricities(graph: &Graph) -> Vec<u32> {
        graph.nodes().map(|node| Centre::new(graph).farthest(node).0).collect()
    }

    #[test]
    fn paths_trees_and_grids_get_a_centre() {
        for spec in ["mesh:1", "mesh:9", "mesh:8x8", "mesh:5x3", "mesh:16x4", "mesh:5x5x5", "tree:1", "tree:5"] {
            let network = build(spec).unwrap();
            let all = eccentricities(network.graph());
            let found = Centre::new(network.graph()).near(NodeId::new(0));
            assert_eq!(Some(&all[found.index()]), all.iter().min(), "{spec}");
        }
    }

    #[test]
    fn other_networks_get_a_node_near_the_middle() {
        for spec in ["mesh:3x4x5x6", "torus:5x4", "star:5", "mesh-of-trees:3", "file:../formats/tests/data/board.gml"] {
            let network = build(spec).unwrap();
            let all = eccentricities(network.graph());
            let found = Centre::new(network.graph()).near(NodeId::new(0));
            let (found, least) = (all[found.index()], *all.iter().min().unwrap());
            assert!(found >= least && found <= least + least / 4, "{spec}: {found} for {least}");
        }
    }
}
