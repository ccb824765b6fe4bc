//! What every network with a Hamiltonian path satisfies, and what is seen in linear time.

use super::blocks::Blocks;
use super::obstacle::Obstacle;
use super::scatter::Scattered;
use crate::{Graph, NodeId};

/// The nodes that cannot be reached from the first one. O(nodes + channels).
pub(super) fn disconnected(graph: &Graph) -> Option<Obstacle> {
    let mut seen = vec![false; graph.node_count()];
    let mut waiting = vec![NodeId::new(0)];
    seen[0] = true;
    while let Some(node) = waiting.pop() {
        for &neighbour in graph.neighbours(node) {
            if !std::mem::replace(&mut seen[neighbour.index()], true) {
                waiting.push(neighbour);
            }
        }
    }
    let other = seen.iter().position(|seen| !seen)?;
    Some(Obstacle::Disconnected(NodeId::new(0), NodeId::new(other)))
}

/// More than two nodes with one neighbour each. O(nodes).
pub(super) fn leaves(graph: &Graph) -> Option<Obstacle> {
    let mut leaves = graph.nodes().filter(|&node| graph.degree(node) == 1);
    Some(Obstacle::Leaves([leaves.next()?, leaves.next()?, leaves.next()?]))
}

/// Blocks that do not hang together in a row. O(nodes + channels).
pub(super) fn no_row(blocks: &Blocks) -> Option<Obstacle> {
    let components = |node: usize| blocks.blocks_at[node] as usize;
    let worst = (0..blocks.blocks_at.len()).rev().max_by_key(|&node| components(node))?;
    if components(worst) > 2 {
        return Some(Obstacle::Scattered(Scattered {
            removed: vec![NodeId::new(worst)],
            components: components(worst),
        }));
    }
    let mut hanging = blocks.blocks.iter().filter_map(|block| hanging_part(blocks, block));
    Some(Obstacle::Hanging([hanging.next()?, hanging.next()?, hanging.next()?]))
}

/// The one cut node of a block that hangs on by it, and another node of the block.
fn hanging_part(blocks: &Blocks, block: &[NodeId]) -> Option<(NodeId, NodeId)> {
    let mut cuts = blocks.cut_nodes(block);
    let (at, None) = (cuts.next()?, cuts.next()) else { return None };
    let other = block.iter().copied().find(|&node| node != at)?;
    Some((at, other))
}

/// Two sides that differ by more than one, in a connected network. O(nodes + channels).
pub(super) fn sides(graph: &Graph) -> Option<Obstacle> {
    let mut side = vec![None; graph.node_count()];
    let mut waiting = vec![NodeId::new(0)];
    side[0] = Some(false);
    // Invariant: nodes with a side that are not waiting have neighbours of the other side only. Two neighbours of one
    // side close an odd cycle: then there are no two sides, and nothing follows.
    while let Some(node) = waiting.pop() {
        for &neighbour in graph.neighbours(node) {
            match side[neighbour.index()] {
                None => {
                    side[neighbour.index()] = side[node.index()].map(|side: bool| !side);
                    waiting.push(neighbour);
                }
                same if same == side[node.index()] => return None,
                _ => {}
            }
        }
    }
    let far = side.iter().filter(|&&side| side == Some(true)).count();
    let near = side.len() - far;
    (far.abs_diff(near) > 1).then_some(Obstacle::Sides(near, far))
}
