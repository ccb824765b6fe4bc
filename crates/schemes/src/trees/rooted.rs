//! A spanning tree as the parent of every node.

use thiserror::Error;
use wormcast_topology::NodeId;

/// A spanning tree of a network, known without the network: the parent of every node. 4 bytes a node.
///
/// ```
/// use wormcast_schemes::trees::RootedTree;
/// use wormcast_topology::NodeId;
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let mut path = RootedTree::from_links(3, a, &[(a, b), (c, b)])?;
/// assert_eq!((path.parent(a), path.parent(c)), (None, Some(b)));
/// path.reroot(c);
/// assert_eq!((path.root(), path.parent(a)), (c, Some(b)));
/// assert_eq!(path.links().count(), 2);
/// # Ok::<(), wormcast_schemes::trees::NotATree>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootedTree {
    root: NodeId,
    /// The parent of each node; the root is its own.
    parents: Box<[NodeId]>,
}

/// Why links are no spanning tree.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NotATree {
    /// Too few or too many links.
    #[error("{links} links are no spanning tree of {nodes} nodes; expected {}", .nodes.saturating_sub(1))]
    Count {
        /// How many links there are.
        links: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A node that no way leads to.
    #[error("no way leads from the root to some node")]
    Apart(NodeId),
}

impl RootedTree {
    /// The spanning tree with these links, each named once in either direction. O(nodes).
    ///
    /// # Errors
    /// The links are not a spanning tree.
    ///
    /// # Panics
    /// If a node is not below `nodes`.
    pub fn from_links(nodes: usize, root: NodeId, links: &[(NodeId, NodeId)]) -> Result<Self, NotATree> {
        if links.len() + 1 != nodes {
            return Err(NotATree::Count { links: links.len(), nodes });
        }
        let neighbours = Rows::of(nodes, links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        let unknown = NodeId::new(u32::MAX as usize);
        let mut parents = vec![unknown; nodes];
        parents[root.index()] = root;
        let mut reached = Vec::with_capacity(nodes);
        reached.push(root);
        let mut head = 0;
        // Breadth first. Invariant: the nodes that were reached have their parents, and those before `head` have
        // reached all of their neighbours.
        while let Some(&node) = reached.get(head) {
            head += 1;
            for &next in neighbours.row(node) {
                if parents[next.index()] == unknown {
                    parents[next.index()] = node;
                    reached.push(next);
                }
            }
        }
        match parents.iter().position(|&parent| parent == unknown) {
            Some(apart) => Err(NotATree::Apart(NodeId::new(apart))),
            None => Ok(Self { root, parents: parents.into() }),
        }
    }

    /// The tree in which `parent` gives the parent of each node; the root's is not asked for.
    pub(super) fn from_parents(nodes: usize, root: NodeId, mut parent: impl FnMut(NodeId) -> NodeId) -> Self {
        let of = |node| if node == root { root } else { parent(node) };
        let tree = Self { root, parents: (0..nodes).map(NodeId::new).map(of).collect() };
        debug_assert_eq!(tree.order().len(), nodes, "all nodes are below the root");
        tree
    }

    /// The root.
    #[inline]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// How many nodes there are.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.parents.len()
    }

    /// The parent of a node; none at the root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parents[node.index()];
        (parent != node).then_some(parent)
    }

    /// Its links, each as a child and its parent, in ascending order of the child.
    pub fn links(&self) -> impl Iterator<Item = (NodeId, NodeId)> + Clone {
        let nodes = (0..self.parents.len()).map(NodeId::new);
        nodes.filter_map(|node| Some((node, self.parent(node)?)))
    }

    /// Whether the link between two nodes is one of the tree's.
    #[inline]
    pub fn has_link(&self, a: NodeId, b: NodeId) -> bool {
        a != b && (self.parents[a.index()] == b || self.parents[b.index()] == a)
    }

    /// How many links of the tree each node has. O(nodes).
    pub fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; self.parents.len()];
        for (child, parent) in self.links() {
            degrees[child.index()] += 1;
            degrees[parent.index()] += 1;
        }
        degrees
    }

    /// The same links with another root. O(depth).
    pub fn reroot(&mut self, root: NodeId) {
        let (mut node, mut child) = (root, root);
        // The way to the old root is turned round, link by link; all else hangs as it did.
        loop {
            let parent = std::mem::replace(&mut self.parents[node.index()], child);
            if parent == node {
                break;
            }
            (node, child) = (parent, node);
        }
        self.root = root;
    }

    /// All nodes, every one after its parent, level by level. O(nodes).
    pub fn order(&self) -> Vec<NodeId> {
        let children = Rows::of(self.parents.len(), self.links().map(|(child, parent)| (parent, child)));
        let mut order = Vec::with_capacity(self.parents.len());
        order.push(self.root);
        let mut head = 0;
        while let Some(&node) = order.get(head) {
            head += 1;
            order.extend_from_slice(children.row(node));
        }
        order
    }

    /// Whether a node is below another, or the same. O(depth).
    pub(super) fn is_below(&self, node: NodeId, ancestor: NodeId) -> bool {
        std::iter::successors(Some(node), |&at| self.parent(at)).any(|at| at == ancestor)
    }

    /// The links of the way between two nodes, each as its lower end. O(depth).
    pub(super) fn path(&self, a: NodeId, b: NodeId) -> Vec<NodeId> {
        let climb = |from| std::iter::successors(Some(from), |&at| self.parent(at));
        let (mut from_a, mut from_b): (Vec<_>, Vec<_>) = (climb(a).collect(), climb(b).collect());
        // Both climbs end at the root: what they share at their end is not on the way.
        while let (Some(x), Some(y)) = (from_a.last(), from_b.last())
            && x == y
        {
            from_a.pop();
            from_b.pop();
        }
        from_a.extend(from_b);
        from_a
    }

    /// Takes the link above a node away, and puts in another that joins the two parts again. O(depth).
    pub(super) fn exchange(&mut self, child: NodeId, (a, b): (NodeId, NodeId)) {
        let (inside, outside) = if self.is_below(a, child) { (a, b) } else { (b, a) };
        debug_assert!(self.is_below(inside, child) && !self.is_below(outside, child), "the link joins both parts");
        let (mut at, mut below) = (inside, outside);
        // The part below `child` is rooted anew at the end of the new link inside it, and hung from the end outside.
        loop {
            let above = std::mem::replace(&mut self.parents[at.index()], below);
            if at == child {
                return;
            }
            (at, below) = (above, at);
        }
    }

    /// How many nodes are below each node, itself counted. O(nodes).
    pub(super) fn subtree_sizes(&self) -> Vec<u32> {
        // Children come before parents: a node is complete when it is added to its parent.
        let mut below = vec![1; self.parents.len()];
        for &node in self.order().iter().rev() {
            if let Some(parent) = self.parent(node) {
                below[parent.index()] += below[node.index()];
            }
        }
        below
    }

    /// The number of each node in preorder, from 0. O(nodes).
    pub(super) fn preorder_numbers(&self) -> Vec<u32> {
        let below = self.subtree_sizes();
        let mut number = vec![0; self.parents.len()];
        // The next number that a node may give to a child.
        let mut free = vec![1; self.parents.len()];
        // Parents come before children: each child gets a range as long as its subtree, and its first number itself.
        for &node in &self.order()[1..] {
            let parent = self.parents[node.index()];
            let first = free[parent.index()];
            free[parent.index()] += below[node.index()];
            number[node.index()] = first;
            free[node.index()] = first + 1;
        }
        number
    }
}

/// A list of nodes for every node, in compressed rows.
struct Rows {
    first: Vec<u32>,
    items: Vec<NodeId>,
}

impl Rows {
    /// Each pair is a node and an item of its list. The items keep their order.
    fn of(nodes: usize, pairs: impl Iterator<Item = (NodeId, NodeId)> + Clone) -> Self {
        let mut first = vec![0; nodes + 1];
        for (node, _) in pairs.clone() {
            first[node.index() + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut items = vec![NodeId::new(0); first[nodes] as usize];
        let mut free = first.clone();
        for (node, item) in pairs {
            items[free[node.index()] as usize] = item;
            free[node.index()] += 1;
        }
        Self { first, items }
    }

    fn row(&self, node: NodeId) -> &[NodeId] {
        &self.items[self.first[node.index()] as usize..self.first[node.index() + 1] as usize]
    }
}
