//! Several forests on the same nodes, which share no link.

use super::RootedTree;
use super::union_find::UnionFind;
use wormcast_topology::NodeId;

/// No link has this number.
const NONE: u32 = u32::MAX;

/// Edge-disjoint forests as links towards some root: 4 bytes a node and forest, and disjoint sets beside it.
pub(super) struct Forests<'l> {
    /// The ends of every link.
    links: &'l [(NodeId, NodeId)],
    nodes: usize,
    /// The forest that each link is in.
    owner: Vec<u32>,
    /// Forest by forest, the link from each node towards its root.
    up: Vec<u32>,
    /// The trees of each forest.
    pieces: Vec<UnionFind>,
}

impl<'l> Forests<'l> {
    pub(super) fn new(nodes: usize, links: &'l [(NodeId, NodeId)], count: usize) -> Self {
        Self {
            links,
            nodes,
            owner: vec![NONE; links.len()],
            up: vec![NONE; nodes * count],
            pieces: vec![UnionFind::new(nodes); count],
        }
    }

    pub(super) fn count(&self) -> usize {
        self.pieces.len()
    }

    /// The forest that is looked into after the one that holds a link; after none comes the first.
    pub(super) fn after(&self, link: u32) -> usize {
        let owner = self.owner[link as usize];
        if owner == NONE || owner as usize + 1 == self.count() { 0 } else { owner as usize + 1 }
    }

    pub(super) fn ends(&self, link: u32) -> (NodeId, NodeId) {
        self.links[link as usize]
    }

    /// Whether a tree of the forest holds both ends of a link.
    pub(super) fn joins(&mut self, forest: usize, link: u32) -> bool {
        let (a, b) = self.ends(link);
        self.pieces[forest].same(a.index(), b.index())
    }

    /// The link from a node towards its root.
    pub(super) fn up(&self, forest: usize, node: NodeId) -> Option<u32> {
        let link = self.up[forest * self.nodes + node.index()];
        (link != NONE).then_some(link)
    }

    /// The next node towards the root.
    pub(super) fn parent(&self, forest: usize, node: NodeId) -> Option<NodeId> {
        let (a, b) = self.ends(self.up(forest, node)?);
        Some(if a == node { b } else { a })
    }

    /// Puts a link into a forest, taking it out of the one that held it.
    pub(super) fn put(&mut self, link: u32, forest: usize) {
        let held = std::mem::replace(&mut self.owner[link as usize], forest as u32);
        let (a, b) = self.ends(link);
        if held != NONE {
            let child = if self.up(held as usize, a) == Some(link) { a } else { b };
            self.up[held as usize * self.nodes + child.index()] = NONE;
        }
        // The tree of one end is hung from the other: turned round at that end, at the price of its depth.
        let near = self.nearer_to_root(forest, a, b);
        self.evert(forest, near);
        self.up[forest * self.nodes + near.index()] = link;
        self.pieces[forest].union(a.index(), b.index());
    }

    /// The one of two nodes in different trees that is nearer to its root. O(its depth).
    fn nearer_to_root(&self, forest: usize, a: NodeId, b: NodeId) -> NodeId {
        let (mut from_a, mut from_b) = (a, b);
        loop {
            let Some(above) = self.parent(forest, from_a) else { return a };
            from_a = above;
            let Some(above) = self.parent(forest, from_b) else { return b };
            from_b = above;
        }
    }

    /// Makes a node the root of its tree. O(its depth).
    fn evert(&mut self, forest: usize, node: NodeId) {
        let (mut at, mut from) = (node, NONE);
        // Invariant: the way from `node` to the one before `at` points to `node`; `from` is the link that led to `at`.
        loop {
            let above = self.parent(forest, at);
            let link = std::mem::replace(&mut self.up[forest * self.nodes + at.index()], from);
            let Some(above) = above else { break };
            (at, from) = (above, link);
        }
    }

    /// A forest that is one tree.
    pub(super) fn tree(&self, forest: usize) -> RootedTree {
        let mut nodes = (0..self.nodes).map(NodeId::new);
        let root = nodes.find(|&node| self.up(forest, node).is_none()).expect("a tree has a root");
        let parent = |node| self.parent(forest, node).expect("a tree has one root");
        RootedTree::from_parents(self.nodes, root, parent)
    }
}
