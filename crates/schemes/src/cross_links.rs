//! Ways over a spanning tree and the links beside it: up, then down cross links, then down the tree.

use crate::SpanningTree;
use crate::route_space::Triples;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// What a channel is to the tree. A way takes channels in this order of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Towards the root: the tree's or a cross link.
    Up,
    /// Away from the root, and not in the tree.
    DownCross,
    /// From a parent to its child.
    DownTree,
}

const KINDS: usize = 3;

/// So many steps of searches are made at most to list the ways between all nodes.
const MAX_STEPS: usize = 1 << 24;

/// Finds ways, and keeps its buffers.
#[derive(Clone)]
pub(crate) struct CrossLinks<'t> {
    graph: &'t Graph,
    kinds: Box<[Kind]>,
    /// For every node, and every kind that the way to it may have ended with.
    states: Box<[State]>,
    /// The number of the search that is under way.
    search: u32,
    queue: Vec<(NodeId, Kind)>,
    way: Vec<ChannelId>,
}

/// How a search came to a node.
#[derive(Clone, Copy)]
struct State {
    /// The search that was here last.
    search: u32,
    /// The channel that it came by, and the kind that the way before ended with.
    into: Option<(ChannelId, Kind)>,
}

impl<'t> CrossLinks<'t> {
    /// Sorts the channels into kinds. O(nodes + channels).
    pub(crate) fn new(graph: &'t Graph, tree: &SpanningTree) -> Self {
        let mut level = vec![0_u32; graph.node_count()];
        for node in (0..graph.node_count() as u32).map(|number| tree.node(number)) {
            level[node.index()] = tree.parent(node).map_or(0, |parent| level[parent.index()] + 1);
        }
        let rank = |node: NodeId| (level[node.index()], node);
        let kind = |channel| match (graph.source(channel), graph.target(channel)) {
            (from, to) if tree.parent(to) == Some(from) => Kind::DownTree,
            (from, to) if rank(to) < rank(from) => Kind::Up,
            _ => Kind::DownCross,
        };
        Self {
            graph,
            kinds: graph.channels().map(kind).collect(),
            states: vec![State { search: 0, into: None }; KINDS * graph.node_count()].into(),
            search: 0,
            queue: Vec::with_capacity(KINDS * graph.node_count()),
            way: Vec::with_capacity(graph.node_count()),
        }
    }

    /// A shortest way between two nodes: channels up, then down cross links, then down the tree. Of several, the first
    /// that a breadth-first search in the order of the channels finds. O(nodes + channels).
    pub(crate) fn shortest(&mut self, tree: &SpanningTree, from: NodeId, to: NodeId) -> Option<&[ChannelId]> {
        self.start(from);
        let mut head = 0;
        loop {
            let &(at, kind) = self.queue.get(head)?;
            if at == to {
                return Some(self.way_to(at, kind));
            }
            head += 1;
            for channel in self.graph.out_channels(at) {
                let (next, taken) = (self.graph.target(channel), self.kinds[channel.index()]);
                let leads_on = taken >= kind && (taken != Kind::DownTree || tree.is_below(to, next));
                if leads_on && !self.is_reached(next, taken) {
                    *self.state(next, taken) = State { search: self.search, into: Some((channel, kind)) };
                    self.queue.push((next, taken));
                }
            }
        }
    }

    /// The nodes of any two channels that follow each other on a shortest way before it runs down the tree: on networks
    /// where all those are soon found. On others, of any two that may.
    pub(crate) fn triples(&self, tree: &SpanningTree<'_>) -> Vec<[NodeId; 3]> {
        let nodes = self.graph.node_count();
        let steps = nodes.saturating_mul(nodes).saturating_mul(nodes + self.graph.channel_count());
        if steps <= MAX_STEPS { self.triples_of_ways(tree) } else { self.triples_that_may() }
    }

    fn triples_of_ways(&self, tree: &SpanningTree<'_>) -> Vec<[NodeId; 3]> {
        let (mut found, mut ways) = (Triples::new(self.graph), self.clone());
        for from in self.graph.nodes() {
            for to in self.graph.nodes() {
                let way = ways.shortest(tree, from, to).unwrap_or_default();
                let up_there = way.windows(2).filter(|pair| self.kinds[pair[1].index()] != Kind::DownTree);
                up_there.for_each(|pair| found.insert(pair[0], pair[1]));
            }
        }
        found.list()
    }

    fn triples_that_may(&self) -> Vec<[NodeId; 3]> {
        let mut found = Triples::new(self.graph);
        let kind = |channel: ChannelId| self.kinds[channel.index()];
        for first in self.graph.channels().filter(|&channel| kind(channel) != Kind::DownTree) {
            let next = self.graph.out_channels(self.graph.target(first));
            let follows = |second: &ChannelId| kind(*second) != Kind::DownTree && kind(first) <= kind(*second);
            next.filter(follows).for_each(|second| found.insert(first, second));
        }
        found.list()
    }

    fn start(&mut self, from: NodeId) {
        if self.search == u32::MAX {
            self.states.iter_mut().for_each(|state| state.search = 0);
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
        self.queue.push((from, Kind::Up));
        *self.state(from, Kind::Up) = State { search: self.search, into: None };
    }

    fn state(&mut self, node: NodeId, kind: Kind) -> &mut State {
        &mut self.states[KINDS * node.index() + kind as usize]
    }

    /// Whether the search was here by a way that may go on in at least as many ways.
    fn is_reached(&self, node: NodeId, kind: Kind) -> bool {
        let first = KINDS * node.index();
        self.states[first..=first + kind as usize].iter().any(|state| state.search == self.search)
    }

    fn way_to(&mut self, node: NodeId, kind: Kind) -> &[ChannelId] {
        self.way.clear();
        let (mut node, mut kind) = (node, kind);
        while let Some((channel, before)) = self.state(node, kind).into {
            self.way.push(channel);
            (node, kind) = (self.graph.source(channel), before);
        }
        self.way.reverse();
        &self.way
    }
}
