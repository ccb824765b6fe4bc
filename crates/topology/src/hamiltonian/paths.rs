//! Disjoint paths that are cut and joined: splay trees with reversal (Sleator and Tarjan 1985).

use crate::NodeId;

const NONE: u32 = u32::MAX;

/// Disjoint paths through all nodes. Joining, cutting and asking which way an end lies take O(log n), amortised.
pub(super) struct Paths {
    /// The neighbours of each node on its path, in no order.
    links: Vec<[u32; 2]>,
    /// One tree a path, in the order of the path.
    parent: Vec<u32>,
    child: Vec<[u32; 2]>,
    /// Whether the subtree of a node is to be read backwards.
    reversed: Vec<bool>,
    /// Buffer of the way to the root.
    way: Vec<u32>,
    /// How many nodes the operations have touched so far.
    pub work: usize,
}

impl Paths {
    /// Every node is a path.
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            links: vec![[NONE; 2]; nodes],
            parent: vec![NONE; nodes],
            child: vec![[NONE; 2]; nodes],
            reversed: vec![false; nodes],
            way: Vec::new(),
            work: 0,
        }
    }

    /// Whether a node is the end of its path.
    pub(super) fn is_end(&self, node: NodeId) -> bool {
        self.links[node.index()].contains(&NONE)
    }

    /// The neighbours of a node on its path.
    pub(super) fn links(&self, node: NodeId) -> [Option<NodeId>; 2] {
        self.links[node.index()].map(|link| (link != NONE).then(|| NodeId::new(link as usize)))
    }

    /// Whether two nodes are neighbours on a path.
    pub(super) fn are_linked(&self, a: NodeId, b: NodeId) -> bool {
        self.links[a.index()].contains(&number(b))
    }

    /// The neighbour of `node` on the way to another node, an end of its path; none if that is on another path.
    pub(super) fn towards(&mut self, end: NodeId, node: NodeId) -> Option<NodeId> {
        let (end, node) = (number(end), number(node));
        let side = self.side(end, node)?;
        let mut at = self.child[node as usize][side];
        self.push(at);
        // The nearest node on that side: first in the order of the subtree there. What is to be read backwards is
        // settled on the way down.
        while self.child[at as usize][1 - side] != NONE {
            at = self.child[at as usize][1 - side];
            self.push(at);
        }
        self.splay(at);
        Some(NodeId::new(at as usize))
    }

    /// Whether two nodes are on one path.
    pub(super) fn are_together(&mut self, a: NodeId, b: NodeId) -> bool {
        a == b || self.side(number(a), number(b)).is_some()
    }

    /// Joins two paths at these ends.
    pub(super) fn join(&mut self, a: NodeId, b: NodeId) {
        let (a, b) = (number(a), number(b));
        self.replace_link(a, NONE, b);
        self.replace_link(b, NONE, a);
        self.turn(a, 1);
        self.turn(b, 0);
        self.child[a as usize][1] = b;
        self.parent[b as usize] = a;
    }

    /// Cuts a path between two neighbours.
    pub(super) fn cut(&mut self, a: NodeId, b: NodeId) {
        let (a, b) = (number(a), number(b));
        let side = self.side(a, b).expect("neighbours are on one path");
        let part = std::mem::replace(&mut self.child[b as usize][side], NONE);
        self.parent[part as usize] = NONE;
        self.replace_link(a, b, NONE);
        self.replace_link(b, a, NONE);
    }

    fn replace_link(&mut self, node: u32, old: u32, new: u32) {
        let links = &mut self.links[node as usize];
        *links.iter_mut().find(|link| **link == old).expect("ends are joined, neighbours are cut") = new;
    }

    /// On which side of `node` the other is, when `node` has become the root; none if it is on another path.
    fn side(&mut self, other: u32, node: u32) -> Option<usize> {
        self.splay(other);
        self.splay(node);
        let mut at = other;
        while self.parent[at as usize] != node {
            at = self.parent[at as usize];
            if at == NONE {
                return None;
            }
        }
        Some(usize::from(self.child[node as usize][1] == at))
    }

    /// Makes an end the root, without a child on this side.
    fn turn(&mut self, end: u32, side: usize) {
        self.splay(end);
        if self.child[end as usize][side] != NONE {
            self.reversed[end as usize] = true;
            self.push(end);
        }
    }

    /// Lets the children of a node take over that it is to be read backwards.
    fn push(&mut self, node: u32) {
        if std::mem::replace(&mut self.reversed[node as usize], false) {
            self.child[node as usize].swap(0, 1);
            for child in self.child[node as usize] {
                if child != NONE {
                    self.reversed[child as usize] ^= true;
                }
            }
        }
    }

    /// Makes a node the root of its tree.
    fn splay(&mut self, node: u32) {
        let mut at = node;
        while at != NONE {
            self.way.push(at);
            at = self.parent[at as usize];
        }
        self.work += self.way.len();
        while let Some(at) = self.way.pop() {
            self.push(at);
        }
        // Zig-zig and zig-zag: pairs of rotations that also halve the depth of what is on the way (Sleator and Tarjan
        // 1985).
        while self.parent[node as usize] != NONE {
            let parent = self.parent[node as usize];
            if self.parent[parent as usize] != NONE {
                let same_side = self.side_of(node) == self.side_of(parent);
                self.rotate(if same_side { parent } else { node });
            }
            self.rotate(node);
        }
    }

    /// Which child of its parent a node is.
    fn side_of(&self, node: u32) -> usize {
        usize::from(self.child[self.parent[node as usize] as usize][1] == node)
    }

    /// Swaps a node with its parent.
    fn rotate(&mut self, node: u32) {
        let parent = self.parent[node as usize];
        let grandparent = self.parent[parent as usize];
        let side = self.side_of(node);
        let inner = self.child[node as usize][1 - side];
        if grandparent != NONE {
            let above = self.side_of(parent);
            self.child[grandparent as usize][above] = node;
        }
        self.parent[node as usize] = grandparent;
        self.child[node as usize][1 - side] = parent;
        self.parent[parent as usize] = node;
        self.child[parent as usize][side] = inner;
        if inner != NONE {
            self.parent[inner as usize] = parent;
        }
    }
}

fn number(node: NodeId) -> u32 {
    node.index() as u32
}

#[cfg(test)]
mod tests {
    use super::Paths;
    use crate::NodeId;
    use proptest::prelude::*;

    /// The path of a node, by walking along the links.
    fn walk(paths: &Paths, from: NodeId) -> Vec<NodeId> {
        let (mut walked, mut waiting) = (vec![from], vec![from]);
        while let Some(node) = waiting.pop() {
            let fresh: Vec<_> = paths.links(node).into_iter().flatten().filter(|next| !walked.contains(next)).collect();
            walked.extend(&fresh);
            waiting.extend(&fresh);
        }
        walked
    }

    proptest! {
        #[test]
        fn trees_agree_with_walks(moves in prop::collection::vec((0_usize..12, 0_usize..12), 1..200)) {
            let mut paths = Paths::new(12);
            for (a, b) in moves {
                let (a, b) = (NodeId::new(a), NodeId::new(b));
                let path = walk(&paths, a);
                prop_assert_eq!(paths.are_together(a, b), path.contains(&b));
                if paths.are_linked(a, b) {
                    paths.cut(a, b);
                } else if !path.contains(&b) && paths.is_end(a) && paths.is_end(b) {
                    paths.join(a, b);
                } else if a != b && paths.is_end(a) {
                    let next = paths.towards(a, b);
                    prop_assert_eq!(next.is_some(), path.contains(&b));
                    // From the neighbour towards `a`, one gets to `a` without passing `b`.
                    if let Some(next) = next {
                        prop_assert!(paths.are_linked(next, b));
                        paths.cut(next, b);
                        prop_assert!(paths.are_together(next, a) && !paths.are_together(b, a));
                        paths.join(next, b);
                    }
                }
            }
        }
    }
}
