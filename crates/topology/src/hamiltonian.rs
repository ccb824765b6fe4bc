//! The search for a Hamiltonian path in any network: found, proved impossible, or honestly given up.

mod blocks;
mod obstacle;

use crate::{Graph, Labelling, NoLabelling, NodeId};
use obstacle::Obstacle;

/// A labelling of any network along a Hamiltonian path. `name` is what the nodes are called, for the proof in words.
/// Deterministic; bounded by a number of steps that grows with the network, never by a clock.
///
/// # Errors
/// It was proved that there is none, or the search gave up.
pub fn hamiltonian_path(graph: &Graph, name: &dyn Fn(NodeId) -> String) -> Result<Labelling, NoLabelling> {
    if let Some(obstacle) = Obstacle::find(graph) {
        return Err(NoLabelling::Impossible { reason: obstacle.describe(name) });
    }
    let mut steps = 0;
    for start in starts(graph) {
        let path = walk(graph, start);
        steps += path.len() as u64;
        if path.len() == graph.node_count() {
            return Ok(Labelling::from_path(graph, path).expect("the walk follows channels and repeats no node"));
        }
    }
    Err(NoLabelling::GaveUp { steps })
}

/// Nodes of the lowest degree first.
fn starts(graph: &Graph) -> Vec<NodeId> {
    let mut nodes: Vec<_> = graph.nodes().collect();
    nodes.sort_by_key(|&node| graph.degree(node));
    nodes.truncate(100);
    nodes
}

/// The walk that always goes on to the free neighbour with the fewest free neighbours (Warnsdorff's rule).
fn walk(graph: &Graph, start: NodeId) -> Vec<NodeId> {
    let mut free: Vec<_> = graph.nodes().map(|node| graph.degree(node)).collect();
    let mut visited = vec![false; graph.node_count()];
    let mut path = vec![start];
    let mut at = Some(start);
    while let Some(node) = at {
        visited[node.index()] = true;
        graph.neighbours(node).iter().for_each(|neighbour| free[neighbour.index()] -= 1);
        let open = graph.neighbours(node).iter().copied().filter(|neighbour| !visited[neighbour.index()]);
        at = open.min_by_key(|neighbour| free[neighbour.index()]);
        path.extend(at);
    }
    path
}
