//! What makes a Hamiltonian path impossible, found in linear time.

use super::blocks::Blocks;
use crate::{Graph, NodeId, apart};

/// A proof that there is no Hamiltonian path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// No way leads from one node to the other.
    Apart(NodeId, NodeId),
    /// Three nodes with one neighbour each: each of them would be an end.
    Leaves([NodeId; 3]),
    /// Without this node the network falls into more than two pieces.
    Cut { node: NodeId, pieces: usize },
    /// Three parts that hang on the rest by one node each, given as that node and one of the part: each part would
    /// hold an end.
    Hanging([(NodeId, NodeId); 3]),
    /// Links lead only from one side to the other, so a path alternates; but the sides differ by more than one.
    Sides(usize, usize),
}

impl Obstacle {
    /// The first obstacle that is found. O(nodes + channels).
    pub fn find(graph: &Graph) -> Option<Self> {
        if graph.node_count() < 2 {
            return None;
        }
        let pieces = apart(graph).map(|(a, b)| Self::Apart(a, b));
        pieces.or_else(|| leaves(graph)).or_else(|| cut(&Blocks::of(graph))).or_else(|| sides(graph))
    }

    /// The proof in words.
    pub fn describe(&self, name: &dyn Fn(NodeId) -> String) -> String {
        match self {
            Self::Apart(a, b) => format!("no way leads from `{}` to `{}`", name(*a), name(*b)),
            Self::Leaves(nodes) => {
                let [a, b, c] = nodes.map(name);
                format!("`{a}`, `{b}` and `{c}` have one neighbour each, and a path has only two ends")
            }
            Self::Cut { node, pieces } => {
                format!("without `{}` it falls into {pieces} pieces, and a path can join only two", name(*node))
            }
            Self::Hanging(parts) => {
                let [a, b, c] = parts.map(|(at, node)| format!("the part with `{}` at `{}`", name(node), name(at)));
                format!("three parts hang on by one node each ({a}, {b}, {c}), and a path has only two ends for them")
            }
            Self::Sides(a, b) => {
                format!("every link leads between a side of {a} nodes and a side of {b}, and a path alternates")
            }
        }
    }
}

fn leaves(graph: &Graph) -> Option<Obstacle> {
    let mut leaves = graph.nodes().filter(|&node| graph.degree(node) == 1);
    Some(Obstacle::Leaves([leaves.next()?, leaves.next()?, leaves.next()?]))
}

fn cut(blocks: &Blocks) -> Option<Obstacle> {
    let pieces = |node: usize| blocks.pieces[node] as usize;
    let worst = (0..blocks.pieces.len()).max_by_key(|&node| (pieces(node), std::cmp::Reverse(node)))?;
    if pieces(worst) > 2 {
        return Some(Obstacle::Cut { node: NodeId::new(worst), pieces: pieces(worst) });
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

/// The network is connected here.
fn sides(graph: &Graph) -> Option<Obstacle> {
    let mut side = vec![None; graph.node_count()];
    let mut waiting = vec![NodeId::new(0)];
    side[0] = Some(false);
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
