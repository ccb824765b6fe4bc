//! The channel dependency graph of a family: which channels its worms take, and which of them follow each other.

use super::dateline::{Dateline, Taken};
use super::routing::InTree;
use super::trees::down_to;
use crate::{Effort, ProveError};
use wormcast_plan::{Chain, ChainLane, RouteFamily, RouteSpace, Splits};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// The channels that chains of a family take, and those that follow each other: a bit for each channel, each port of
/// the node that it enters, and the parts of the virtual channels of both.
pub(super) struct ChannelDependencies<'g> {
    graph: &'g Graph,
    ports: usize,
    taken: Vec<u8>,
    pairs: Vec<u8>,
}

/// The most pairs of a channel and a port at its end that are kept: 2 GiB.
const MOST_PAIRS: u64 = 1 << 31;

/// Refuses networks that are too dense to keep which channels follow each other, where that would be asked.
pub(super) fn refuse_too_many(topology: &dyn Topology, space: &RouteSpace<NodeId>) -> Result<(), ProveError> {
    let is_kept = |family: &RouteFamily<NodeId>| !matches!(family.chain, Chain::Nothing | Chain::Lanes { .. });
    let (channels, ports) = (topology.graph().channel_count(), ports(topology.graph()));
    match channels as u64 * ports as u64 {
        pairs if pairs > MOST_PAIRS && space.families.iter().any(is_kept) => {
            Err(ProveError::TooDense { channels, ports, most: MOST_PAIRS })
        }
        _ => Ok(()),
    }
}

/// The most channels that leave a node.
fn ports(graph: &Graph) -> usize {
    graph.nodes().map(|node| graph.degree(node)).max().unwrap_or(0)
}

impl<'g> ChannelDependencies<'g> {
    /// All virtual channels of a link count as one. O(pairs), and O(nodes²) for routings; none if the time is used up
    /// before.
    pub(super) fn of(topology: &'g dyn Topology, family: &RouteFamily<NodeId>, effort: &Effort<'_>) -> Option<Self> {
        let mut dependencies = Self::new(topology.graph());
        match &family.chain {
            Chain::Nothing => {}
            Chain::Labels { path, rising, shortcuts } => dependencies.along_labels(path, *rising, *shortcuts),
            Chain::Routing => dependencies.routes(topology, effort)?,
            Chain::RoutingOnward => dependencies.everything(|_| true),
            Chain::Climb => dependencies.climb(&family.splits),
            Chain::Triples(triples) => dependencies.listed(triples),
            Chain::Any => dependencies.everything(|[from, _, to]| from != to),
            Chain::Lanes { lanes, waits } => dependencies.lanes(lanes, waits),
        }
        Some(dependencies)
    }

    /// The network's own routing, with hops before and after a worm has crossed the wrap-around told apart.
    /// O(nodes² log nodes); none if the time is used up before.
    pub(super) fn by_part(topology: &'g dyn Topology, dateline: &Dateline<'_>, effort: &Effort<'_>) -> Option<Self> {
        let mut dependencies = Self::new(topology.graph());
        let mut tree = InTree::new(topology);
        for to in topology.graph().nodes() {
            if effort.is_over() {
                return None;
            }
            tree.run(to);
            tree.hops_by_part(dateline, |before, after| dependencies.insert(before, after));
        }
        Some(dependencies)
    }

    fn new(graph: &'g Graph) -> Self {
        let ports = ports(graph);
        let channels = graph.channel_count();
        Self { graph, ports, taken: vec![0; channels], pairs: vec![0; channels * ports] }
    }

    fn insert(&mut self, before: Option<Taken>, (channel, part): Taken) {
        self.taken[channel.index()] |= 1 << part;
        if let Some((before, part_before)) = before {
            self.taken[before.index()] |= 1 << part_before;
            let port = channel.index() - self.first_out(self.graph.source(channel));
            self.pairs[before.index() * self.ports + port] |= 1 << (2 * part_before + part);
        }
    }

    fn first_out(&self, node: NodeId) -> usize {
        self.graph.out_channels(node).next().map_or(0, ChannelId::index)
    }

    fn along_labels(&mut self, path: &[NodeId], rising: bool, shortcuts: bool) {
        let graph = self.graph;
        let mut labels = vec![0; path.len()];
        (0_u32..).zip(path).for_each(|(label, node)| labels[node.index()] = label);
        let runs = |channel: &ChannelId| {
            let [from, to] = [graph.source(*channel), graph.target(*channel)].map(|node| labels[node.index()]);
            (from < to) == rising && (shortcuts || from.abs_diff(to) == 1)
        };
        for channel in graph.channels().filter(runs) {
            self.insert(None, (channel, 0));
            let next = graph.out_channels(graph.target(channel)).filter(runs);
            next.for_each(|next| self.insert(Some((channel, 0)), (next, 0)));
        }
    }

    fn routes(&mut self, topology: &dyn Topology, effort: &Effort<'_>) -> Option<()> {
        if let Some(routing) = topology.own_routing().filter(|routing| routing.pieces_are_routes()) {
            self.everything(|[from, at, to]| from != to && routing.next(from, to) == at);
            return Some(());
        }
        let mut tree = InTree::new(topology);
        for to in self.graph.nodes() {
            if effort.is_over() {
                return None;
            }
            tree.run(to);
            tree.hops(|before, after| self.insert(before.map(|before| (before, 0)), (after, 0)));
        }
        Some(())
    }

    /// Every channel, followed by those that lead on as `may` says of the nodes along both.
    fn everything(&mut self, may: impl Fn([NodeId; 3]) -> bool) {
        let graph = self.graph;
        for channel in graph.channels() {
            self.insert(None, (channel, 0));
            let next = graph.out_channels(graph.target(channel));
            let way = |next| [graph.source(channel), graph.target(channel), graph.target(next)];
            let next = next.filter(|&next| may(way(next)));
            next.for_each(|next| self.insert(Some((channel, 0)), (next, 0)));
        }
    }

    fn lanes(&mut self, lanes: &[ChainLane<NodeId>], waits: &[[u32; 2]]) {
        let graph = self.graph;
        let channel = |&ChainLane(from, to, number, _): &ChainLane<NodeId>| graph.numbered(from, to, number);
        let channels: Vec<_> = lanes.iter().map(channel).collect();
        channels.iter().flatten().for_each(|&channel| self.insert(None, (channel, 0)));
        let channel = |place: u32| channels.get(place as usize).copied().flatten();
        for (held, asked) in waits.iter().filter_map(|&[held, asked]| channel(held).zip(channel(asked))) {
            self.insert(Some((held, 0)), (asked, 0));
        }
    }

    fn climb(&mut self, splits: &Splits<NodeId>) {
        let Splits::Down { parents, numbers } = splits else { return };
        let up = |node: NodeId| self.graph.reverse(down_to(self.graph, parents, numbers, node)?);
        for channel in self.graph.nodes().filter_map(up) {
            self.insert(None, (channel, 0));
            if let Some(next) = up(self.graph.target(channel)) {
                self.insert(Some((channel, 0)), (next, 0));
            }
        }
    }

    /// What stands in no triple may still be the whole of a chain.
    fn listed(&mut self, triples: &[[NodeId; 3]]) {
        self.taken.fill(1);
        for &[a, b, c] in triples {
            if let (Some(before), Some(after)) = (self.graph.channel(a, b), self.graph.channel(b, c)) {
                self.insert(Some((before, 0)), (after, 0));
            }
        }
    }

    /// What is taken.
    pub(super) fn all_taken(&self) -> impl Iterator<Item = Taken> {
        let parts = |channel: ChannelId| {
            let bits = self.taken[channel.index()];
            (0..2).filter(move |part| bits >> part & 1 == 1).map(move |part| (channel, part))
        };
        self.graph.channels().flat_map(parts)
    }

    /// What follows each other.
    pub(super) fn all_pairs(&self) -> impl Iterator<Item = (Taken, Taken)> {
        let set = |&place: &usize| self.pairs[place] != 0;
        (0..self.pairs.len()).filter(set).flat_map(|place| {
            let before = ChannelId::new(place / self.ports);
            let after = ChannelId::new(self.first_out(self.graph.target(before)) + place % self.ports);
            let bits = self.pairs[place];
            let parts = (0..4_u8).filter(move |parts| bits >> parts & 1 == 1);
            parts.map(move |parts| ((before, parts / 2), (after, parts % 2)))
        })
    }
}
