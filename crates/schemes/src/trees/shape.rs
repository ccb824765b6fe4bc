//! What a tree looks like from its root.

use super::RootedTree;

/// The measures of one rooted tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeShape {
    /// The greatest distance from the root, in channels.
    pub depth: u32,
    /// The most links that a node has.
    pub most_links: u32,
    /// The numbers of nodes in the branches at the root, the largest first.
    pub branches: Vec<u32>,
}

impl TreeShape {
    /// O(nodes).
    pub fn of(tree: &RootedTree) -> Self {
        let order = tree.order();
        let mut depth = vec![0; tree.node_count()];
        for &node in &order[1..] {
            depth[node.index()] = depth[tree.parent(node).expect("it is no root").index()] + 1;
        }
        let below = tree.subtree_sizes();
        let at_root = tree.links().filter(|&(_, parent)| parent == tree.root());
        let mut branches: Vec<u32> = at_root.map(|(child, _)| below[child.index()]).collect();
        branches.sort_unstable_by(|a, b| b.cmp(a));
        let depth = depth.into_iter().max().expect("a tree has a node");
        Self { depth, most_links: tree.degrees().into_iter().max().expect("a tree has a node"), branches }
    }

    /// The share of the nodes beside the root that the largest branch holds: 0.5 for two equal branches, 1 for a single
    /// one. 0 for a tree of one node.
    pub fn largest_share(&self) -> f64 {
        let total: u32 = self.branches.iter().sum();
        f64::from(self.branches.first().copied().unwrap_or(0)) / f64::from(total.max(1))
    }

    /// Whether no node has more than two children.
    pub fn is_binary(&self) -> bool {
        self.most_links <= 3 && self.branches.len() <= 2
    }
}
