//! The lanes of routes as a network of its own.

use crate::least_trees::{Limit, Tree, Weighted};
use std::collections::BTreeMap;
use wormcast_plan::Worms;
use wormcast_routing::{DependencyGraph, Lane};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The lanes of routes as a network of its own, whose ways are those that the routes allow: a node for each lane, from
/// which channels lead to the lanes that are asked for by messages that hold it; a node for each source, before the
/// lanes out of it; and an endpoint for each destination, behind the lanes into it. A channel to a lane weighs what the
/// lane's channel does, one to an endpoint nothing.
pub(super) struct Ways {
    pub(super) graph: Graph,
    lanes: Box<[Lane]>,
    nodes: usize,
}

impl Ways {
    /// Those of routes with these dependences. O(n log n) for n lanes and dependences.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn new(network: &Graph, waits: &DependencyGraph) -> Result<Self, String> {
        let lanes: Box<[Lane]> = waits.lanes().collect();
        let (count, nodes) = (lanes.len(), network.node_count());
        let place = |lane: Lane| lanes.binary_search(&lane).ok().map(NodeId::new);
        let turns = waits.dependencies().filter_map(|wait| Some((place(wait.held)?, place(wait.asked)?)));
        let own = (0..count).flat_map(|lane| {
            let [from, to] = [network.source(lanes[lane].channel), network.target(lanes[lane].channel)];
            let [source, sink] = [count + nodes + from.index(), count + to.index()].map(NodeId::new);
            [(source, NodeId::new(lane)), (NodeId::new(lane), sink)]
        });
        let channels: Vec<_> = own.chain(turns).collect();
        let graph = Graph::from_channels(count + 2 * nodes, &channels).map_err(|error| error.to_string())?;
        let graph = graph.with_endpoints((count..count + nodes).map(NodeId::new));
        Ok(Self { graph, lanes, nodes })
    }

    /// The ways that do without these lanes. O(n log n).
    pub(super) fn without(&self, shunned: &[NodeId]) -> Self {
        let graph = &self.graph;
        let kept = graph.channels().filter(|&channel| !shunned.contains(&graph.target(channel)));
        let channels: Vec<_> = kept.map(|channel| (graph.source(channel), graph.target(channel))).collect();
        let fewer = Graph::from_channels(graph.node_count(), &channels).expect("there are fewer than before");
        let sinks = (self.lanes.len()..self.lanes.len() + self.nodes).map(NodeId::new);
        Self { graph: fewer.with_endpoints(sinks), lanes: self.lanes.clone(), nodes: self.nodes }
    }

    /// A tree of ways that are a part of these, by the numbers of the channels here.
    pub(super) fn same(&self, fewer: &Self, tree: &Tree) -> Tree {
        let mut same = Tree::default();
        same.start(self.graph.node_count(), tree.source());
        for node in tree.nodes() {
            let own = tree.parent(&fewer.graph, node).and_then(|parent| self.graph.channel(parent, node));
            own.into_iter().for_each(|channel| same.join(&self.graph, channel));
        }
        same
    }

    /// All lanes.
    pub(super) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Which of the lanes follow each other, by their places.
    pub(super) fn turns(&self) -> Vec<[u32; 2]> {
        let count = self.lanes.len();
        let graph = &self.graph;
        let ends = graph.channels().map(|channel| [graph.source(channel), graph.target(channel)].map(NodeId::index));
        ends.filter(|[held, asked]| held.max(asked) < &count).map(|ends| ends.map(|place| place as u32)).collect()
    }

    /// The lane of a node, if it is one's.
    pub(super) fn lane(&self, node: NodeId) -> Option<Lane> {
        self.lanes.get(node.index()).copied()
    }

    /// The ways with what the channels of the network weigh.
    pub(super) fn weighted(&self, network: &Weighted<'_>) -> Weighted<'_> {
        network.along(&self.graph, |channel| self.taken(channel))
    }

    /// The same bound on how far destinations are.
    pub(super) fn limit(&self, limit: &Limit<'_>) -> Limit<'_> {
        limit.along(&self.graph, |channel| self.taken(channel))
    }

    /// The channel of the network that a message takes on a channel of the ways; none to an endpoint.
    fn taken(&self, channel: ChannelId) -> Option<ChannelId> {
        self.lane(self.graph.target(channel)).map(|lane| lane.channel)
    }

    /// The lanes of a tree whose channels it takes by other lanes, too.
    pub(super) fn twice(&self, tree: &Tree) -> Vec<NodeId> {
        let mut taken: Vec<_> = tree.nodes().filter(|node| node.index() < self.lanes.len()).collect();
        taken.sort_unstable();
        let channel = |node: NodeId| self.lanes[node.index()].channel;
        let pairs = taken.windows(2).filter(|pair| channel(pair[0]) == channel(pair[1]));
        pairs.flat_map(|pair| [pair[1], pair[0]]).collect()
    }

    /// Trees that take each channel once, as few as are found: each destination goes with the first one that its way
    /// fits.
    ///
    /// # Errors
    /// The way to a destination takes this channel twice by itself.
    pub(super) fn split(&self, tree: &Tree, sinks: &[NodeId]) -> Result<Vec<Tree>, ChannelId> {
        let mut parts: Vec<(Tree, BTreeMap<ChannelId, NodeId>)> = Vec::new();
        for &sink in sinks {
            let up = std::iter::successors(Some(sink), |&node| tree.parent(&self.graph, node));
            let way: Vec<_> = up.filter_map(|node| Some((self.lane(node)?.channel, node))).collect();
            let mut taken: Vec<_> = way.iter().map(|(channel, _)| *channel).collect();
            taken.sort_unstable();
            if let Some(pair) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(pair[0]);
            }
            let has_room = |known: &BTreeMap<ChannelId, NodeId>| {
                way.iter().all(|(channel, lane)| known.get(channel).is_none_or(|known| known == lane))
            };
            let place = parts.iter().position(|(_, known)| has_room(known)).unwrap_or_else(|| {
                let mut part = Tree::default();
                part.start(self.graph.node_count(), tree.source());
                parts.push((part, BTreeMap::new()));
                parts.len() - 1
            });
            let (part, known) = &mut parts[place];
            let into = way.iter().rev().map(|(_, node)| *node).chain([sink]);
            into.filter_map(|node| tree.channel_into(node)).for_each(|channel| part.join(&self.graph, channel));
            known.extend(way);
        }
        Ok(parts.into_iter().map(|part| part.0).collect())
    }

    pub(super) fn source(&self, node: NodeId) -> NodeId {
        NodeId::new(self.lanes.len() + self.nodes + node.index())
    }

    pub(super) fn sink(&self, node: NodeId) -> NodeId {
        NodeId::new(self.lanes.len() + node.index())
    }

    /// The node of the network that an endpoint stands for.
    pub(super) fn of_sink(&self, sink: NodeId) -> NodeId {
        NodeId::new(sink.index() - self.lanes.len())
    }

    /// Appends the worm on a tree of ways.
    pub(super) fn append(&self, network: &Graph, source: NodeId, tree: &mut Tree, worms: &mut Worms) {
        tree.link(&self.graph);
        worms.start(source, None, 0);
        let mut stack = vec![(tree.source(), None)];
        while let Some((node, hop)) = stack.pop() {
            for child in tree.children(node) {
                let Some(lane) = self.lane(child) else { continue };
                let (arrives, to) =
                    (worms.hop_on(hop, lane.channel, lane.virtual_channel), network.target(lane.channel));
                if tree.parent(&self.graph, self.sink(to)) == Some(child) {
                    worms.deliver(arrives, to);
                }
                stack.push((child, Some(arrives)));
            }
        }
    }
}
