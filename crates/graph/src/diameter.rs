//! The greatest distance between two nodes.

use crate::{BreadthFirst, Graph, NodeId, components, disconnected_pair};

/// What is known of the greatest distance between two nodes, in channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diameter {
    /// It is this.
    Exactly(u32),
    /// Two nodes are this far apart; others may be farther. To make sure would have taken too long.
    AtLeast(u32),
    /// Some node cannot reach some other: the network is in so many components.
    Disconnected(usize),
}

/// The greatest distance from any node to any other, by one breadth-first search after another, until they take more
/// than `effort` steps (nodes and channels).
///
/// A node whose greatest distance is e bounds that of a node d away from it: at least e − d and d, at most e + d. Nodes
/// that cannot be farther from any other than two nodes known are not searched from. Few searches are left on meshes,
/// trees and most networks of the real world; but one a node on networks in which all nodes are alike. The nodes are
/// taken in turn for their greatest upper and for their least lower bound (Takes, Kosters: Determining the diameter of
/// small world networks, 2011). Where channels have no opposites, each node is searched from away and towards. A way
/// through an endpoint is none, so that endpoints bound nothing but themselves. O(effort) time, O(nodes) memory.
///
/// ```
/// use wormcast_graph::{Diameter, Graph, NodeId, diameter};
/// let links: Vec<_> = (0..99).map(|node| (NodeId::new(node), NodeId::new(node + 1))).collect();
/// assert_eq!(diameter(&Graph::from_links(100, &links)?, 1 << 20), Diameter::Exactly(99));
/// # Ok::<(), wormcast_graph::GraphError>(())
/// ```
pub fn diameter(graph: &Graph, effort: u64) -> Diameter {
    if disconnected_pair(graph).is_some() {
        return Diameter::Disconnected(components(graph));
    }
    let mut bounds = Bounds::new(graph);
    let searches = if graph.is_symmetric() { 1 } else { 2 };
    let steps = searches * (graph.node_count() + graph.channel_count()) as u64;
    let mut used = 0;
    while let Some(node) = bounds.most_promising() {
        used += steps;
        // One search is made whatever the effort, so that there is a bound at all.
        if used > effort.max(steps) {
            return Diameter::AtLeast(bounds.known);
        }
        bounds.search_from(node);
    }
    Diameter::Exactly(bounds.known)
}

/// Bounds of the greatest distance from each node.
struct Bounds<'g> {
    graph: &'g Graph,
    away: BreadthFirst<'g>,
    /// Where distances towards a node differ from those away from it.
    towards: Option<BreadthFirst<'g>>,
    /// The greatest distance found.
    known: u32,
    /// The nodes that may be farther from some other than that.
    candidates: Vec<Candidate>,
    /// Whether the next node is taken for its upper bound.
    upper_next: bool,
}

/// A node, and the bounds of its greatest distance to another.
#[derive(Clone, Copy)]
struct Candidate {
    node: NodeId,
    lower: u32,
    upper: u32,
}

impl<'g> Bounds<'g> {
    fn new(graph: &'g Graph) -> Self {
        let candidates = graph.nodes().map(|node| Candidate { node, lower: 0, upper: u32::MAX });
        let towards = (!graph.is_symmetric()).then(|| BreadthFirst::towards(graph));
        let away = BreadthFirst::new(graph);
        Self { graph, away, towards, known: 0, candidates: candidates.collect(), upper_next: true }
    }

    /// The node to search from next; none if no node is farther from another than is known.
    fn most_promising(&mut self) -> Option<NodeId> {
        self.upper_next = !self.upper_next;
        let candidates = self.candidates.iter();
        let candidate = match self.upper_next {
            true => candidates.min_by_key(|candidate| (std::cmp::Reverse(candidate.upper), candidate.node)),
            false => candidates.min_by_key(|candidate| (candidate.lower, candidate.node)),
        };
        candidate.map(|candidate| candidate.node)
    }

    fn search_from(&mut self, node: NodeId) {
        self.away.run(node);
        if let Some(towards) = &mut self.towards {
            towards.run(node);
        }
        let towards = self.towards.as_ref().unwrap_or(&self.away);
        let greatest = self.away.farthest().map_or(0, |(_, distance)| distance);
        self.known = self.known.max(greatest);
        for candidate in &mut self.candidates {
            let distance =
                |search: &BreadthFirst<'_>| search.distance(candidate.node).expect("the network is connected");
            let (away, towards) = (distance(&self.away), distance(towards));
            candidate.lower = candidate.lower.max(towards);
            // From `node` by way of the candidate, and from the candidate by way of `node`.
            if !self.graph.is_endpoint(candidate.node) {
                candidate.lower = candidate.lower.max(greatest.saturating_sub(away));
            }
            if !self.graph.is_endpoint(node) {
                candidate.upper = candidate.upper.min(greatest + towards);
            }
        }
        self.candidates.retain(|candidate| candidate.node != node && candidate.upper > self.known);
    }
}
