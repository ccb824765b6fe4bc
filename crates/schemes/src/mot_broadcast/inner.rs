//! Broadcast from the inner nodes at level 2 and above, which the paper leaves open.

use super::labels::{Label, bits, join, kappa, pairs, zeros};
use super::schedule::{Transmission, Way, spread_by_halves};
use crate::round_search::{RoundSearch, shuffled};
use std::ops::{Range, RangeInclusive};
use wormcast_plan::RoundModel;
use wormcast_topology::{BitString, MeshOfTrees, NodeId, Topology};

/// The levels from which n + 1 rounds do.
pub(super) const LEVELS: RangeInclusive<u32> = 2..=MAX_LEVEL;
pub(super) const MAX_LEVEL: u32 = 6;

/// For each of them, a random order of the nodes, by its seed, from which the search makes as few rounds as there can
/// be. Found by trying; for the levels 2 and 3 all routes are shortest ones.
const SEEDS: [u64; 5] = [19, 5281, 1, 2, 31];

/// A broadcast in the mesh of trees that is one higher than the level of its source, (0^n, 0): in n + 1 rounds, and so
/// that all roots are informed before the last one.
#[derive(Clone, Debug)]
pub(super) struct Block {
    height: u32,
    /// The nodes that each worm passes, one worm behind the other, and where each ends among them.
    nodes: Vec<Label>,
    ends: Vec<usize>,
    /// Where each round ends among the worms.
    rounds: Vec<usize>,
}

impl Block {
    /// The block for sources at this level, one of [`LEVELS`]. A search over some 3·4^(level + 1) nodes.
    pub(super) fn for_source_at(level: u32) -> Self {
        Self::from_order(level, SEEDS[level as usize - 2])
    }

    /// What the search makes of a random order of the nodes.
    fn from_order(level: u32, seed: u64) -> Self {
        let height = level + 1;
        let mesh = MeshOfTrees::new(&[height, height]).expect("a block is smaller than its network");
        let source = mesh.node(&[zeros(height), zeros(1)]).expect("the source is a node");
        let others: Vec<_> = mesh.graph().nodes().filter(|&node| node != source).collect();
        let order = shuffled(mesh.graph(), &others, seed);
        let is_root = |node: NodeId| (0..2).any(|dimension| mesh.bits(node, dimension) == BitString::EMPTY);
        let mut search = RoundSearch::new(mesh.graph(), RoundModel::HALF_DUPLEX_ALL_PORT);
        let mut block = Self { height, nodes: Vec::new(), ends: Vec::new(), rounds: Vec::new() };
        for round in search.backwards(source, order, is_root) {
            for (sender, _, path) in round.paths() {
                let passed = path.iter().map(|&channel| mesh.graph().target(channel));
                let label = |node| [0, 1].map(|dimension| mesh.bits(node, dimension));
                block.nodes.extend(std::iter::once(sender).chain(passed).map(label));
                block.ends.push(block.nodes.len());
            }
            block.rounds.push(block.ends.len());
        }
        block
    }

    /// The level of its source.
    pub(super) fn level(&self) -> u32 {
        self.height - 1
    }

    /// The nodes that a worm passes, from its origin on.
    pub(super) fn path(&self, worm: u32) -> &[Label] {
        let worm = worm as usize;
        let start = if worm == 0 { 0 } else { self.ends[worm - 1] };
        &self.nodes[start..self.ends[worm]]
    }

    fn worms(&self, round: usize) -> Range<u32> {
        let start = if round == 0 { 0 } else { self.rounds[round - 1] };
        start as u32..self.rounds[round] as u32
    }
}

/// A node of the block at a corner, as a node of the network.
pub(super) fn lift(corner: Label, [x, y]: Label) -> Label {
    [join(corner[0], x), join(corner[1], y)]
}

/// Calls `send` with every worm of the broadcast from (0^n, 0^(n−level)), round after round: n + 1 rounds, every node
/// once. Phase 1 of Algorithm A informs a node in every block, at the place of the block's source; then every block
/// informs itself; and in the last round the roots of the blocks, which have the message by then, inform the nodes
/// above them as in phase 3, over links that no block uses.
pub(super) fn from_inner(height: u32, block: &Block, send: &mut impl FnMut(Transmission<Label>)) {
    let spread = height - block.height;
    spread_by_halves(height, block.height, block.level(), send);
    // Every block by the same plan, at the same time: blocks share no link.
    for round in 0..block.rounds.len() {
        for (x, y) in pairs(spread) {
            for worm in block.worms(round) {
                let path = block.path(worm);
                let [from, to] = [path[0], path[path.len() - 1]].map(|node| lift([x, y], node));
                send(Transmission {
                    round: spread + round as u32,
                    from,
                    to,
                    way: Way::InBlock { worm, corner: [x, y] },
                });
            }
        }
    }
    // The roots of the blocks are the nodes (full, root) at the level of the block's height, in rows and in columns.
    for full in (0..1 << height).map(|value| bits(value, height)) {
        for root in (1..1 << spread).map(|value| bits(value, spread)) {
            let (round, above) = (height, kappa(root));
            send(Transmission { round, from: [full, root], to: [full, above], way: Way::Shortest });
            send(Transmission { round, from: [root, full], to: [above, full], way: Way::Shortest });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks for an order for the level k above those that have one, and tells how many rounds each takes; k + 2 are
    /// wanted, in the network that is one higher. Minutes: `FROM=1 cargo test --release -p wormcast-schemes --lib
    /// orders_for_the_next_level -- --ignored --nocapture` tries 40 orders.
    #[test]
    #[ignore = "minutes: a search over 196,096 nodes for each order"]
    fn orders_for_the_next_level() {
        let wanted = MAX_LEVEL as usize + 3;
        let from = std::env::var("FROM").ok().and_then(|from| from.parse().ok()).unwrap_or(1_u64);
        for seed in from..from + 40 {
            let block = Block::from_order(MAX_LEVEL + 1, seed);
            println!("seed {seed}: {} rounds, {wanted} wanted", block.rounds.len());
        }
    }
}
