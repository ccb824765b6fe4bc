//! The edges of a network and of its apex, a node more that is linked to all others.

use crate::Graph;
use std::ops::Range;

/// Numbered edges between numbered nodes; the apex has the highest number.
pub(super) struct Edges {
    ends: Vec<[u32; 2]>,
    /// The edges at node v are `rows[v]..rows[v + 1]` of `at`.
    rows: Vec<u32>,
    at: Vec<u32>,
}

impl Edges {
    /// O(nodes + channels).
    pub(super) fn with_apex(graph: &Graph) -> Self {
        let apex = graph.node_count() as u32;
        let ends = |channel| [graph.source(channel), graph.target(channel)].map(|node| node.index() as u32);
        let mut ends: Vec<_> = graph.channels().map(ends).filter(|[a, b]| a < b).collect();
        ends.extend((0..apex).map(|node| [node, apex]));
        let mut rows = vec![0; apex as usize + 2];
        ends.iter().flatten().for_each(|&end| rows[end as usize + 1] += 1);
        for node in 0..=apex as usize {
            rows[node + 1] += rows[node];
        }
        let mut fill = rows.clone();
        let mut at = vec![0; 2 * ends.len()];
        for (edge, pair) in ends.iter().enumerate() {
            for &end in pair {
                at[fill[end as usize] as usize] = edge as u32;
                fill[end as usize] += 1;
            }
        }
        Self { ends, rows, at }
    }

    /// How many nodes there are, with the apex.
    pub(super) fn node_count(&self) -> usize {
        self.rows.len() - 1
    }

    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn apex(&self) -> u32 {
        self.node_count() as u32 - 1
    }

    pub(super) fn degree(&self, node: u32) -> usize {
        self.places(node).len()
    }

    /// Where the edges at a node are, for [`edge`](Self::edge).
    pub(super) fn places(&self, node: u32) -> Range<usize> {
        self.rows[node as usize] as usize..self.rows[node as usize + 1] as usize
    }

    pub(super) fn edge(&self, place: usize) -> u32 {
        self.at[place]
    }

    /// The edges at a node.
    pub(super) fn at(&self, node: u32) -> impl Iterator<Item = u32> {
        self.at[self.places(node)].iter().copied()
    }

    pub(super) fn ends(&self, edge: u32) -> [u32; 2] {
        self.ends[edge as usize]
    }

    /// The other end of an edge.
    pub(super) fn across(&self, edge: u32, node: u32) -> u32 {
        let [a, b] = self.ends[edge as usize];
        a ^ b ^ node
    }
}
