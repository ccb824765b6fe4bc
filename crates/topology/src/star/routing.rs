//! The canonical shortest way through a star graph.

use super::StarGraph;
use super::permutation::Permutation;
use crate::{ChannelId, Graph, NodeId, OwnRouting, Topology};

/// A first symbol that is out of place goes home; one that is at home is swapped for the leftmost symbol that is out of
/// place.
///
/// A step and a distance take O(n) on the permutations, which are unranked in O(n); a whole route takes O(n) and O(1) a
/// step (amortised), without ranking: neighbours are in the order of their first symbols, so the swap tells the
/// channel.
impl OwnRouting for StarGraph {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        self.walk(at, to).step().map_or(at, |port| self.graph().neighbours(at)[port])
    }

    /// m + c for m symbols out of place in c cycles; less 2 if the first symbol is one of them.
    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let (from, homes) = (self.permutation(from), self.permutation(to).inverse());
        let mut seen = 0_u32;
        let mut steps = 0;
        for start in 0..from.length() {
            let (mut at, mut length) = (start, 0);
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                length += 1;
                at = homes[from.symbols()[at] as usize] as usize;
            }
            steps += match length {
                0 | 1 => 0,
                _ if start == 0 => length - 1,
                _ => length + 1,
            };
        }
        steps
    }

    fn append_route(&self, graph: &Graph, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) {
        let (mut walk, mut at) = (self.walk(from, to), from);
        while let Some(port) = walk.step() {
            let channel = graph.out_channels(at).nth(port).expect("a node has a port for each of the other symbols");
            route.push(channel);
            at = graph.target(channel);
        }
    }
}

impl StarGraph {
    fn walk(&self, from: NodeId, to: NodeId) -> Walk {
        Walk { at: self.permutation(from), homes: self.permutation(to).inverse(), settled: 1 }
    }
}

/// A way, step by step.
struct Walk {
    at: Permutation,
    /// Where each symbol is at home, all counted from 0.
    homes: [u8; Permutation::MAX_SYMBOLS],
    /// All positions before this one, but for the first, hold their symbols, and keep them.
    settled: usize,
}

impl Walk {
    /// Goes on by one swap; the port that it leaves by, which is the place of the neighbour among the neighbours. None
    /// when all symbols are at home.
    #[inline]
    fn step(&mut self) -> Option<usize> {
        let first = self.at.symbols()[0];
        let mut swap = self.homes[first as usize] as usize;
        if swap == 0 {
            let misplaced = |&i: &usize| self.homes[self.at.symbols()[i] as usize] as usize != i;
            self.settled = (self.settled..self.at.length()).find(misplaced)?;
            swap = self.settled;
        }
        let symbol = self.at.symbols()[swap];
        self.at = self.at.swapped(swap + 1);
        // Neighbours begin with all symbols but this one's first.
        Some(usize::from(symbol) - usize::from(symbol > first))
    }
}
