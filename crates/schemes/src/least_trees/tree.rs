//! A tree of channels that lead away from its source.

use super::weighted::Weighted;
use wormcast_plan::Worms;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The channel into each node of a tree but its source. Its buffers are kept from tree to tree.
#[derive(Clone, Default)]
pub(crate) struct Tree {
    source: Option<NodeId>,
    into: Vec<Option<ChannelId>>,
    /// The nodes that were joined, each once; some may have left again.
    listed: Vec<NodeId>,
    is_listed: Vec<bool>,
    children: Children,
    /// The nodes still to be written, with the hops that arrive there.
    stack: Vec<(NodeId, Option<u32>)>,
}

/// The children of each node, as lists through the nodes.
#[derive(Clone, Default)]
struct Children {
    first: Vec<Option<NodeId>>,
    next: Vec<Option<NodeId>>,
    count: Vec<u32>,
}

impl Tree {
    /// The tree of a source alone. O(nodes of the last tree), and O(nodes) at first.
    pub(crate) fn start(&mut self, nodes: usize, source: NodeId) {
        for node in self.listed.drain(..) {
            self.into[node.index()] = None;
            self.is_listed[node.index()] = false;
        }
        self.into.resize(nodes, None);
        self.is_listed.resize(nodes, false);
        self.source = Some(source);
    }

    /// Takes over another tree of the same network.
    pub(crate) fn assign(&mut self, other: &Self) {
        self.start(other.into.len(), other.source());
        for node in other.nodes() {
            self.set(node, other.channel_into(node));
        }
    }

    /// The source.
    pub(crate) fn source(&self) -> NodeId {
        self.source.expect("the tree was started")
    }

    /// Whether a node is in the tree.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.source == Some(node) || self.channel_into(node).is_some()
    }

    /// The channel into a node; none at the source, and outside.
    pub(crate) fn channel_into(&self, node: NodeId) -> Option<ChannelId> {
        self.into[node.index()]
    }

    /// Lets a node hang from the source of a channel, wherever it hung before.
    pub(crate) fn join(&mut self, graph: &Graph, channel: ChannelId) {
        self.set(graph.target(channel), Some(channel));
    }

    /// Takes a node out.
    pub(crate) fn leave(&mut self, node: NodeId) {
        self.into[node.index()] = None;
    }

    fn set(&mut self, node: NodeId, channel: Option<ChannelId>) {
        self.into[node.index()] = channel;
        if !std::mem::replace(&mut self.is_listed[node.index()], true) {
            self.listed.push(node);
        }
    }

    /// The nodes but the source, each once.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.listed.iter().copied().filter(|&node| self.channel_into(node).is_some())
    }

    /// The node that a node hangs from; none at the source.
    pub(crate) fn parent(&self, graph: &Graph, node: NodeId) -> Option<NodeId> {
        self.channel_into(node).map(|channel| graph.source(channel))
    }

    /// What its channels weigh together.
    pub(crate) fn weight(&self, network: &Weighted<'_>) -> u64 {
        let weights = self.nodes().filter_map(|node| self.channel_into(node)).map(|channel| network.weight(channel));
        weights.fold(0, u64::saturating_add)
    }

    /// Finds the children of all nodes: to be called when the tree has changed. O(nodes of the tree), once warm.
    pub(crate) fn link(&mut self, graph: &Graph) {
        let Self { listed, into, children, source, .. } = self;
        children.clear(into.len(), source.iter().chain(listed.iter()).copied());
        for &node in listed.iter() {
            if let Some(channel) = into[node.index()] {
                children.add(graph.source(channel), node);
            }
        }
    }

    /// The children of a node, as they were [linked](Self::link).
    pub(crate) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.children.first[node.index()], |child| self.children.next[child.index()])
    }

    /// How many children a node has.
    pub(crate) fn child_count(&self, node: NodeId) -> u32 {
        self.children.count[node.index()]
    }

    /// Takes out the leaves that nobody wants, until none is left. O(nodes of the tree).
    pub(crate) fn prune(&mut self, graph: &Graph, is_wanted: impl Fn(NodeId) -> bool) {
        self.link(graph);
        for place in 0..self.listed.len() {
            let mut leaf = self.listed[place];
            while self.channel_into(leaf).is_some() && self.child_count(leaf) == 0 && !is_wanted(leaf) {
                let parent = self.parent(graph, leaf).expect("it is in the tree");
                self.leave(leaf);
                self.children.count[parent.index()] -= 1;
                leaf = parent;
            }
        }
    }

    /// Its channels, parents first. O(nodes of the tree).
    pub(crate) fn channels(&mut self, graph: &Graph) -> Vec<ChannelId> {
        self.link(graph);
        let (mut channels, mut open) = (Vec::new(), vec![self.source()]);
        while let Some(node) = open.pop() {
            for child in self.children(node) {
                channels.extend(self.channel_into(child));
                open.push(child);
            }
        }
        channels
    }

    /// Appends the worm that takes all its channels and delivers at the nodes that are wanted. O(nodes of the tree).
    pub(crate) fn append(&mut self, graph: &Graph, is_wanted: impl Fn(NodeId) -> bool, worms: &mut Worms) {
        self.link(graph);
        worms.start(self.source(), None, 0);
        let mut stack = std::mem::take(&mut self.stack);
        stack.push((self.source(), None));
        while let Some((node, hop)) = stack.pop() {
            // Siblings stand side by side in the route; the last of them is followed first.
            for child in self.children(node) {
                let arrives = worms.hop(hop, self.channel_into(child).expect("children are in the tree"));
                if is_wanted(child) {
                    worms.deliver(arrives, child);
                }
                stack.push((child, Some(arrives)));
            }
        }
        self.stack = stack;
    }
}

impl Children {
    /// Forgets the children of these nodes.
    fn clear(&mut self, nodes: usize, old: impl Iterator<Item = NodeId>) {
        self.first.resize(nodes, None);
        self.next.resize(nodes, None);
        self.count.resize(nodes, 0);
        for node in old {
            self.first[node.index()] = None;
            self.next[node.index()] = None;
            self.count[node.index()] = 0;
        }
    }

    fn add(&mut self, parent: NodeId, child: NodeId) {
        self.next[child.index()] = self.first[parent.index()].replace(child);
        self.count[parent.index()] += 1;
    }
}
