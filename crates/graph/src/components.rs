//! Which nodes can reach which.

use crate::{BreadthFirst, Graph, NodeId};

/// Two nodes of which the first cannot reach the second; none if every node can reach every other.
/// O(nodes + channels).
///
/// ```
/// use wormcast_graph::{Graph, NodeId, disconnected_pair};
/// let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
/// assert_eq!(disconnected_pair(&Graph::from_links(4, &[(a, b), (c, d)])?), Some((a, c)));
/// // One way only.
/// assert_eq!(disconnected_pair(&Graph::from_channels(2, &[(a, b)])?), Some((b, a)));
/// # Ok::<(), wormcast_graph::GraphError>(())
/// ```
pub fn disconnected_pair(graph: &Graph) -> Option<(NodeId, NodeId)> {
    // What reaches a router, and is reached from it, reaches all else through it.
    let Some(router) = graph.nodes().find(|&node| !graph.is_endpoint(node)) else {
        return unlinked_pair(graph);
    };
    let unreached = |mut search: BreadthFirst<'_>| {
        search.run(router);
        graph.nodes().find(|&node| search.distance(node).is_none())
    };
    if let Some(node) = unreached(BreadthFirst::new(graph)) {
        return Some((router, node));
    }
    if graph.is_symmetric() {
        return None;
    }
    unreached(BreadthFirst::towards(graph)).map(|node| (node, router))
}

/// Among endpoints alone, each must have a channel to every other.
fn unlinked_pair(graph: &Graph) -> Option<(NodeId, NodeId)> {
    graph.nodes().find_map(|from| {
        let mut targets = graph.neighbours(from).to_vec();
        targets.push(from);
        targets.sort_unstable();
        targets.dedup();
        // The first gap in 0, 1, 2, ….
        let gap = targets.iter().zip(0..).find(|&(node, index)| node.index() != index).map(|(_, index)| index);
        let missing = gap.unwrap_or(targets.len());
        (missing < graph.node_count()).then(|| (from, NodeId::new(missing)))
    })
}

/// Into how many components the network falls: 1 if every node can reach every other. Elsewhere, the strongly connected
/// components of the routers, and the endpoints that no channels of their own link to one of these in both directions.
/// O(nodes + channels).
pub fn components(graph: &Graph) -> usize {
    if disconnected_pair(graph).is_none() {
        return 1;
    }
    let (component, count) = strong_components(graph);
    let apart = |&endpoint: &NodeId| {
        let routers = |nodes: Vec<NodeId>| nodes.into_iter().filter(|&node| !graph.is_endpoint(node));
        let there = routers(graph.neighbours(endpoint).to_vec()).map(|node| component[node.index()]);
        let back = routers(graph.in_channels(endpoint).map(|channel| graph.source(channel)).collect());
        let back: Vec<_> = back.map(|node| component[node.index()]).collect();
        !there.into_iter().any(|component| back.contains(&component))
    };
    // Pairs of endpoints without a way between them are apart, though their routers may not be.
    (count + graph.endpoints().iter().filter(apart).count()).max(2)
}

/// The strongly connected component of each router (endpoints have none), and how many there are: Tarjan's algorithm
/// (1972), with its recursion on a stack of its own. O(nodes + channels).
fn strong_components(graph: &Graph) -> (Vec<u32>, usize) {
    let mut walk = Walk::new(graph);
    for node in graph.nodes().filter(|&node| !graph.is_endpoint(node)) {
        if walk.number[node.index()] == UNSEEN {
            walk.visit(node);
        }
    }
    (walk.component, walk.components as usize)
}

const UNSEEN: u32 = u32::MAX;

/// Depth-first, in the terms of the algorithm.
struct Walk<'g> {
    graph: &'g Graph,
    /// When each node was seen first.
    number: Vec<u32>,
    /// The earliest node on the stack that is known to be in the component of each node.
    low: Vec<u32>,
    component: Vec<u32>,
    components: u32,
    seen: u32,
    /// The nodes whose component is not known yet.
    open: Vec<NodeId>,
    /// The way down to the node of now, each node with how many of its channels are done.
    path: Vec<(NodeId, u32)>,
}

impl<'g> Walk<'g> {
    fn new(graph: &'g Graph) -> Self {
        let marks = || vec![UNSEEN; graph.node_count()];
        let (number, low, component) = (marks(), marks(), marks());
        Self { graph, number, low, component, components: 0, seen: 0, open: Vec::new(), path: Vec::new() }
    }

    fn visit(&mut self, root: NodeId) {
        self.enter(root);
        while let Some((node, done)) = self.path.last_mut() {
            let (node, next) = (*node, self.graph.neighbours(*node).get(*done as usize).copied());
            *done += 1;
            match next {
                Some(next) if self.graph.is_endpoint(next) => {}
                Some(next) if self.number[next.index()] == UNSEEN => self.enter(next),
                Some(next) if self.component[next.index()] == UNSEEN => {
                    self.low[node.index()] = self.low[node.index()].min(self.number[next.index()]);
                }
                Some(_) => {}
                None => self.leave(node),
            }
        }
    }

    fn enter(&mut self, node: NodeId) {
        self.number[node.index()] = self.seen;
        self.low[node.index()] = self.seen;
        self.seen += 1;
        self.open.push(node);
        self.path.push((node, 0));
    }

    fn leave(&mut self, node: NodeId) {
        self.path.pop();
        let low = self.low[node.index()];
        if let Some(&(parent, _)) = self.path.last() {
            self.low[parent.index()] = self.low[parent.index()].min(low);
        }
        if low < self.number[node.index()] {
            return;
        }
        // It is the first of its component: the others stand above it.
        while let Some(member) = self.open.pop() {
            self.component[member.index()] = self.components;
            if member == node {
                break;
            }
        }
        self.components += 1;
    }
}
