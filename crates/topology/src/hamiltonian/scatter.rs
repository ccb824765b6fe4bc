//! A few nodes without which the network falls into too many components.

use super::blocks::Blocks;
use super::steps::Steps;
use crate::{Graph, NodeId};

/// Nodes, and the number of components without them. A path falls into at most one component more than nodes are taken
/// away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scattered {
    pub removed: Vec<NodeId>,
    pub components: usize,
}

/// Looks for such nodes; finding none proves nothing (to find them all is NP-hard). Starts from the nodes of the
/// highest degrees, then from each single node, and takes one node more, or gives one back, as long as that is better.
/// A start takes O(nodes + channels) for each node that it takes.
pub(super) fn find(graph: &Graph, steps: &mut Steps) -> Option<Scattered> {
    let order = by_remaining_degree(graph);
    let singles = order.iter().map(|&node| vec![node]);
    let mut starts = std::iter::once(best_prefix(graph, &order)).chain(singles);
    // Each start climbs to a set that no single node more or less improves; the first that proves anything is taken.
    while !steps.are_out() {
        let found = climb(graph, starts.next()?, steps);
        if found.components > found.removed.len() + 1 {
            return Some(found);
        }
    }
    None
}

/// The nodes in the order in which one always takes away the one with the most neighbours left.
fn by_remaining_degree(graph: &Graph) -> Vec<NodeId> {
    let mut left: Vec<_> = graph.nodes().map(|node| Some(graph.degree(node))).collect();
    let entry = |node: NodeId, degree: usize| (degree, std::cmp::Reverse(node));
    let mut heap: std::collections::BinaryHeap<_> = graph.nodes().map(|node| entry(node, graph.degree(node))).collect();
    let mut order = Vec::with_capacity(left.len());
    // The heap may hold old entries of a node, with degrees that were higher; the one that agrees with `left` is valid.
    while let Some((degree, std::cmp::Reverse(node))) = heap.pop() {
        if left[node.index()] != Some(degree) {
            continue;
        }
        left[node.index()] = None;
        order.push(node);
        for &neighbour in graph.neighbours(node) {
            if let Some(degree) = &mut left[neighbour.index()] {
                *degree -= 1;
                heap.push(entry(neighbour, *degree));
            }
        }
    }
    order
}

/// The first nodes of an order, as many as leave the most components per node taken away. The order is played
/// backwards: nodes come back, and their components grow together.
fn best_prefix(graph: &Graph, order: &[NodeId]) -> Vec<NodeId> {
    let mut groups = UnionFind { above: graph.nodes().collect() };
    let mut back = vec![false; order.len()];
    let (mut count, mut best) = (0_i64, (0, order.len()));
    // Invariant: `count` is the number of components of the nodes that are back, which are those from this one on;
    // `kept` nodes are still away.
    for (kept, &node) in order.iter().enumerate().rev() {
        back[node.index()] = true;
        count += 1;
        for &neighbour in graph.neighbours(node) {
            count -= i64::from(back[neighbour.index()] && groups.unite(node, neighbour));
        }
        best = best.max((count - kept as i64, kept));
    }
    order[..best.1].to_vec()
}

/// Sets of nodes that grow together, with halved ways.
struct UnionFind {
    above: Vec<NodeId>,
}

impl UnionFind {
    fn find(&mut self, mut node: NodeId) -> NodeId {
        while self.above[node.index()] != node {
            let above = self.above[node.index()];
            self.above[node.index()] = self.above[above.index()];
            node = above;
        }
        node
    }

    /// Whether they were apart.
    fn unite(&mut self, a: NodeId, b: NodeId) -> bool {
        let [a, b] = [self.find(a), self.find(b)];
        self.above[a.index()] = b;
        a != b
    }
}

fn climb(graph: &Graph, start: Vec<NodeId>, steps: &mut Steps) -> Scattered {
    let mut removed = vec![false; graph.node_count()];
    start.iter().for_each(|node| removed[node.index()] = true);
    // Each change raises the number of components less that of the nodes taken away: it ends.
    loop {
        steps.take(2 * (graph.node_count() + graph.channel_count()));
        let blocks = Blocks::without(graph, &removed);
        match worth_removing(&blocks).or_else(|| worth_returning(graph, &blocks, &removed)) {
            Some(node) if !steps.are_out() => removed[node.index()] ^= true,
            _ => {
                let removed = graph.nodes().filter(|node| removed[node.index()]).collect();
                return Scattered { removed, components: blocks.components };
            }
        }
    }
}

/// The node whose removal adds the most components, if these are two at least.
fn worth_removing(blocks: &Blocks) -> Option<NodeId> {
    let best = (0..blocks.blocks_at.len()).rev().max_by_key(|&node| blocks.blocks_at[node])?;
    (blocks.blocks_at[best] > 2).then(|| NodeId::new(best))
}

/// A removed node that keeps no components apart.
fn worth_returning(graph: &Graph, blocks: &Blocks, removed: &[bool]) -> Option<NodeId> {
    let mut returning = graph.nodes().filter(|node| removed[node.index()]);
    returning.find(|&node| {
        let mut around = graph.neighbours(node).iter().map(|node| blocks.component[node.index()]);
        let mut first = None;
        around.all(|component| component == u32::MAX || *first.get_or_insert(component) == component)
    })
}
