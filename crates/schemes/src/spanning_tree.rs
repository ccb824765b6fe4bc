//! Spanning trees in compact arrays: parents, and the numbers of a walk in preorder.

use crate::centre::Centre;
use crate::trees::RootedTree;
use wormcast_plan::Splits;
use wormcast_topology::{BreadthFirst, ChannelId, Graph, NodeId};

/// A spanning tree of a network; of a network in pieces, a spanning tree of each piece. 20 bytes a node.
///
/// The nodes are numbered in preorder, the largest subtree of a node first and equal ones in ascending order of their
/// tops. Counted from the end, these numbers are those of a walk in post-order, the smallest subtree first: the torus
/// paper's ([`post_order`](Self::post_order)). A subtree has consecutive numbers in either.
#[derive(Debug)]
pub struct SpanningTree<'t> {
    graph: &'t Graph,
    nodes: Box<[TreeNode]>,
    /// The nodes by their numbers in preorder.
    order: Box<[NodeId]>,
    roots: usize,
}

/// What a tree holds of a node. Together in memory, as a climb needs it together.
#[derive(Clone, Copy, Debug)]
struct TreeNode {
    /// Its number in preorder.
    first: u32,
    /// The number after those of its subtree.
    end: u32,
    /// The channel from its parent; [`NO_CHANNEL`] at a root.
    down: ChannelId,
    /// The channel to its parent; [`NO_CHANNEL`] at a root, and where the one from there leads one way.
    up: ChannelId,
}

/// No network has a channel with this number.
const NO_CHANNEL: u32 = u32::MAX;

impl<'t> SpanningTree<'t> {
    /// Breadth-first trees of the links that go both ways: neighbours are tried in ascending order. The piece of the
    /// network that `root` lies in gets its tree from there, the others from the router in their middle. Endpoints are
    /// leaves, unless one is the root. O(nodes + channels · log degree).
    pub fn breadth_first(graph: &'t Graph, root: Option<NodeId>) -> Self {
        let links = graph.two_way_links();
        let mut search = BreadthFirst::new(&links);
        if let Some(root) = root {
            search.extend(root);
        }
        let mut centre = Centre::new(&links);
        let routers = graph.nodes().filter(|&node| !graph.is_endpoint(node));
        for node in routers.chain(graph.endpoints().iter()) {
            if search.distance(node).is_none() {
                search.extend(centre.near(node));
            }
        }
        let parent = |node| search.channel_into(node).map(|channel| links.source(channel));
        Self::from_parents(graph, &graph.nodes().map(parent).collect::<Vec<_>>())
    }

    /// A tree of the network that was made elsewhere. O(nodes · log degree).
    ///
    /// # Panics
    /// If a link of the tree is none of the network.
    pub fn rooted(graph: &'t Graph, tree: &RootedTree) -> Self {
        Self::from_parents(graph, &graph.nodes().map(|node| tree.parent(node)).collect::<Vec<_>>())
    }

    /// The tree, or the trees, in which every node hangs from its neighbour in the list; roots hang from none.
    /// O(nodes · log degree).
    ///
    /// ```
    /// use wormcast_schemes::SpanningTree;
    /// use wormcast_topology::{NodeId, build};
    /// let ring = build("torus:4")?;
    /// let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
    /// let tree = SpanningTree::from_parents(ring.graph(), &[None, Some(a), Some(b), Some(a)]);
    /// assert_eq!([a, b, c, d].map(|node| tree.post_order(node)), [3, 2, 1, 0]);
    /// assert_eq!(tree.distance(c, d), Some(3));
    /// # Ok::<(), wormcast_topology::TopologyError>(())
    /// ```
    ///
    /// # Panics
    /// If a node hangs from one that is not its neighbour, or from itself along a cycle.
    pub fn from_parents(graph: &'t Graph, parents: &[Option<NodeId>]) -> Self {
        let down = |(node, parent): (NodeId, &Option<NodeId>)| {
            parent.map(|parent| graph.two_way_channel(parent, node).expect("a node hangs from a neighbour"))
        };
        Self::from_channels(graph, &graph.nodes().zip(parents).map(down).collect::<Vec<_>>())
    }

    /// The tree, or the trees, in which every node is entered by its channel in the list; roots by none. Where these
    /// lead one way, nothing goes [`up`](Self::up). O(nodes · log degree).
    ///
    /// # Panics
    /// If the channels go round in a cycle.
    pub fn from_channels(graph: &'t Graph, into: &[Option<ChannelId>]) -> Self {
        let parents: Vec<_> = into.iter().map(|channel| channel.map(|channel| graph.source(channel))).collect();
        let sizes = subtree_sizes(&parents);
        let none = ChannelId::new(NO_CHANNEL as usize);
        let mut nodes = vec![TreeNode { first: 0, end: 0, down: none, up: none }; parents.len()];
        let mut order = vec![NodeId::new(0); parents.len()];
        // The next number that a node may give to a child; the next one of a root.
        let mut free = vec![0; parents.len()];
        let (mut next, mut roots) = (0, 0);
        for node in largest_first(&sizes) {
            let parent = parents[node.index()];
            let number = parent.map_or(&mut next, |parent| &mut free[parent.index()]);
            let (first, end) = (*number, *number + sizes[node.index()]);
            *number = end;
            free[node.index()] = first + 1;
            let down = into[node.index()];
            roots += usize::from(down.is_none());
            let up = down.and_then(|down| graph.reverse(down)).unwrap_or(none);
            let down = down.unwrap_or(none);
            nodes[node.index()] = TreeNode { first, end, down, up };
            order[first as usize] = node;
        }
        Self { graph, nodes: nodes.into(), order: order.into(), roots }
    }

    /// Whether the network has no links but those of the tree.
    pub fn is_whole_network(&self) -> bool {
        self.graph.channel_count() == 2 * (self.graph.node_count() - self.roots)
    }

    /// Whether there is one tree, and not several.
    pub fn is_in_one_piece(&self) -> bool {
        self.roots == 1
    }

    /// The number of a node in preorder: a subtree has consecutive numbers.
    #[inline]
    pub fn number(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].first
    }

    /// The number of a node in post-order, from 0: its subtree has consecutive numbers, of which its own is the last.
    #[inline]
    pub fn post_order(&self, node: NodeId) -> u32 {
        self.order.len() as u32 - 1 - self.number(node)
    }

    /// The node of a number in post-order.
    pub fn node_in_post_order(&self, number: u32) -> NodeId {
        self.node(self.order.len() as u32 - 1 - number)
    }

    /// The node of a number in preorder.
    #[inline]
    pub fn node(&self, number: u32) -> NodeId {
        self.order[number as usize]
    }

    /// How many nodes the subtree of a node has, itself among them.
    #[inline]
    pub fn size(&self, node: NodeId) -> u32 {
        let TreeNode { first, end, .. } = self.nodes[node.index()];
        end - first
    }

    /// The children of a node, the one with the largest subtree first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let TreeNode { mut first, end, .. } = self.nodes[node.index()];
        first += 1;
        std::iter::from_fn(move || {
            let child = (first < end).then(|| self.node(first))?;
            first = self.nodes[child.index()].end;
            Some(child)
        })
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

    /// The port, from 0, by which a node is reached from its parent: the place of the channel among those that leave
    /// the parent. Not for roots.
    #[inline]
    pub fn port_down(&self, node: NodeId) -> u32 {
        self.port(self.down(node))
    }

    /// The port, from 0, by which a node reaches its parent; none at a root.
    pub fn port_up(&self, node: NodeId) -> Option<u32> {
        self.parent(node).map(|_| self.port(self.up(node)))
    }

    #[inline]
    fn port(&self, channel: ChannelId) -> u32 {
        let mut row = self.graph.out_channels(self.graph.source(channel));
        (channel.index() - row.next().expect("the channel leaves it").index()) as u32
    }

    /// The parent of a node; none at a root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let down = self.nodes[node.index()].down;
        (down.index() != NO_CHANNEL as usize).then(|| self.graph.source(down))
    }

    /// The parent of every node, in the order of their numbers.
    pub fn parents(&self) -> Vec<Option<NodeId>> {
        self.graph.nodes().map(|node| self.parent(node)).collect()
    }

    /// How worms split that go down this tree, for their route space.
    pub fn splits(&self) -> Splits<NodeId> {
        let parents = self.parents();
        let usual = |node: NodeId| {
            parents[node.index()].is_none_or(|parent| self.graph.tree_channel(parent, node) == Some(self.down(node)))
        };
        let number = |node: NodeId| parents[node.index()].map_or(0, |_| self.graph.number(self.down(node)));
        let numbers = if self.graph.nodes().all(usual) { Vec::new() } else { self.graph.nodes().map(number).collect() };
        Splits::Down { parents, numbers }
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

    /// How many channels lead from one node to another in the tree; none if they are in different pieces of the
    /// network. O(distance).
    pub fn distance(&self, a: NodeId, b: NodeId) -> Option<u32> {
        let turn = self.common_ancestor(a, b)?;
        Some((self.climb(a, turn).count() + self.climb(b, turn).count()) as u32)
    }
}

/// How many nodes the subtree of each node has. Nodes are taken off the tree from below. O(nodes).
fn subtree_sizes(parents: &[Option<NodeId>]) -> Vec<u32> {
    const TAKEN: u32 = u32::MAX;
    let mut sizes = vec![1; parents.len()];
    let mut children = vec![0; parents.len()];
    for parent in parents.iter().flatten() {
        children[parent.index()] += 1;
    }
    for leaf in 0..parents.len() {
        let mut at = leaf;
        while children[at] == 0 {
            children[at] = TAKEN;
            let Some(parent) = parents[at] else { break };
            sizes[parent.index()] += sizes[at];
            children[parent.index()] -= 1;
            at = parent.index();
        }
    }
    assert!(children.iter().all(|&count| count == TAKEN), "no node hangs from itself");
    sizes
}

/// The nodes by the sizes of their subtrees, the largest first, and then in ascending order: a node comes after its
/// parent. O(nodes).
fn largest_first(sizes: &[u32]) -> Vec<NodeId> {
    // At first, how many subtrees are larger than a size; then, the place of the next one of this size.
    let mut place = vec![0; sizes.len() + 1];
    for &size in sizes {
        place[size as usize - 1] += 1;
    }
    for size in (1..place.len()).rev() {
        place[size - 1] += place[size];
    }
    let mut order = vec![NodeId::new(0); sizes.len()];
    for (node, &size) in sizes.iter().enumerate() {
        order[place[size as usize]] = NodeId::new(node);
        place[size as usize] += 1;
    }
    order
}
