//! Spanning trees in compact arrays: parents, and the numbers of a walk in preorder.

use crate::centre::Centre;
use crate::trees::RootedTree;
use wormcast_topology::{BreadthFirst, ChannelId, Graph, NodeId};

/// A spanning tree of a network; of a network in pieces, a spanning tree of each piece. 16 bytes a node.
pub(crate) struct SpanningTree<'t> {
    graph: &'t Graph,
    nodes: Box<[TreeNode]>,
    roots: usize,
}

/// What a tree holds of a node. Together in memory, as a climb needs it together.
#[derive(Clone, Copy)]
struct TreeNode {
    /// Its number in preorder.
    first: u32,
    /// The number after those of its subtree.
    end: u32,
    /// The channel from its parent; [`NO_CHANNEL`] at a root.
    down: ChannelId,
    /// The channel to its parent; [`NO_CHANNEL`] at a root.
    up: ChannelId,
}

/// No network has a channel with this number.
const NO_CHANNEL: u32 = u32::MAX;

impl<'t> SpanningTree<'t> {
    /// Breadth-first trees: neighbours are tried in ascending order. The piece of the network that `root` lies in gets
    /// its tree from there, the others from their [`Centre`]. O(nodes + channels · log degree).
    pub fn breadth_first(graph: &'t Graph, root: Option<NodeId>) -> Self {
        let mut search = BreadthFirst::new(graph);
        if let Some(root) = root {
            search.extend(root);
        }
        let mut centre = Centre::new(graph);
        for node in graph.nodes() {
            if search.distance(node).is_none() {
                search.extend(centre.near(node));
            }
        }
        Self::of(graph, search.order(), |node| search.channel_into(node))
    }

    /// A tree of the network that was made elsewhere. O(nodes · log degree).
    ///
    /// # Panics
    /// If a link of the tree is none of the network.
    #[allow(dead_code, reason = "for the schemes on disjoint trees")]
    pub fn rooted(graph: &'t Graph, tree: &RootedTree) -> Self {
        let down = |node| {
            let parent = tree.parent(node)?;
            Some(graph.channel(parent, node).expect("the tree is one of this network"))
        };
        Self::of(graph, &tree.order(), down)
    }

    /// The trees in which `channel_into` leads to each node from its parent; `order` has all nodes, parents first.
    fn of(graph: &'t Graph, order: &[NodeId], channel_into: impl Fn(NodeId) -> Option<ChannelId>) -> Self {
        let none = ChannelId::new(NO_CHANNEL as usize);
        let mut nodes = vec![TreeNode { first: 0, end: 1, down: none, up: none }; graph.node_count()];
        // At first `end` is the size of the subtree.
        for &node in order.iter().rev() {
            if let Some(channel) = channel_into(node) {
                nodes[graph.source(channel).index()].end += nodes[node.index()].end;
            }
        }
        // Then `free` is the next number that a node may give to a child.
        let mut free = vec![0; graph.node_count()];
        let (mut next, mut roots) = (0, 0);
        for &node in order {
            let into = channel_into(node);
            let number = match into {
                Some(channel) => &mut free[graph.source(channel).index()],
                None => &mut next,
            };
            let first = *number;
            let TreeNode { end: size, .. } = nodes[node.index()];
            *number += size;
            free[node.index()] = first + 1;
            let (down, up) = into.map_or((none, none), |channel| (channel, graph.reverse(channel)));
            roots += usize::from(down == none);
            nodes[node.index()] = TreeNode { first, end: first + size, down, up };
        }
        Self { graph, nodes: nodes.into(), roots }
    }

    /// Whether the network has no links but those of the tree.
    pub fn is_whole_network(&self) -> bool {
        self.graph.channel_count() == 2 * (self.graph.node_count() - self.roots)
    }

    /// The number of a node in preorder: a subtree has consecutive numbers.
    #[inline]
    pub fn number(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].first
    }

    /// Whether a node is in the subtree of `ancestor`, which is itself in it.
    #[inline]
    pub fn is_below(&self, node: NodeId, ancestor: NodeId) -> bool {
        let TreeNode { first, end, .. } = self.nodes[ancestor.index()];
        (first..end).contains(&self.number(node))
    }

    /// The channel to a node from its parent; not for roots.
    #[inline]
    pub fn down(&self, node: NodeId) -> ChannelId {
        self.nodes[node.index()].down
    }

    /// The channel from a node to its parent; not for roots.
    #[inline]
    pub fn up(&self, node: NodeId) -> ChannelId {
        self.nodes[node.index()].up
    }

    /// The parent of a node; none at a root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let up = self.nodes[node.index()].up;
        (up.index() != NO_CHANNEL as usize).then(|| self.graph.target(up))
    }

    /// The parent of every node, in the order of their numbers.
    pub fn parents(&self) -> Vec<Option<NodeId>> {
        self.graph.nodes().map(|node| self.parent(node)).collect()
    }

    /// The nodes from `node` up to the child of `ancestor`; none if they are the same.
    pub fn climb(&self, node: NodeId, ancestor: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&at| self.parent(at)).take_while(move |&at| at != ancestor)
    }

    /// The lowest common ancestor of two nodes; none if they are in different pieces of the network. O(its distance
    /// from `a`).
    pub fn common_ancestor(&self, a: NodeId, b: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(a), |&at| self.parent(at)).find(|&at| self.is_below(b, at))
    }
}
