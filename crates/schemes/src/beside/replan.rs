//! Trees that are mended where channels or nodes are lost, and where members come and go.

use super::grow::{Form, Growth, ROUTES, Turning};
use super::order::Order;
use super::state::pruned;
use super::waits::Edge;
use super::{Beside, Demand};
use wormcast_plan::MulticastSet;
use wormcast_routing::{AcyclicOrder, DependencyGraph, Lane, VirtualLayers};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// By which turns routes are found: how often the order of the lanes is searched at most, for a short route, and for
/// any.
const SEARCHING: &[Turning] = &[Turning::Searching(64), Turning::Searching(2000)];

/// The same where trees keep to an order that is known, or many change: along an order first, as mostly there are such
/// routes. They may be longer, but leave room for what comes later, and more destinations are reached in the end.
const IN_ORDER: &[Turning] = &[Turning::Ahead, Turning::Searching(64), Turning::Searching(2000)];

/// How many routes to a place are tried then: another one mostly closes a cycle as the ones before did, and to look for
/// those takes most of the time.
const IN_ORDER_ROUTES: usize = 2;

/// How many more are tried, in all, to destinations that would be given up.
const MORE_ROUTES: usize = 100;

/// So many trees, if they are an eighth of all, are many.
const MANY: usize = 16;

/// A multicast on a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTree {
    /// From where.
    pub source: NodeId,
    /// To where.
    pub destinations: Vec<NodeId>,
    /// Its channels, parents first; each node is entered once.
    pub channels: Vec<ChannelId>,
    /// The virtual channel that it takes everywhere.
    pub layer: u32,
}

impl PlannedTree {
    fn demand(&self) -> Demand<'_> {
        let set = MulticastSet { source: self.source, destinations: &self.destinations };
        Demand { set, everyone_sends: false }
    }

    /// The channels by which the message leaves each node: what the multicast tables of the nodes hold, in
    /// ascending order.
    fn entries(&self, graph: &Graph) -> Vec<(NodeId, ChannelId)> {
        let mut entries: Vec<_> = self.channels.iter().map(|&channel| (graph.source(channel), channel)).collect();
        entries.sort_unstable();
        entries
    }

    /// Appends what its messages hold and ask for, of so many virtual channels. `into` has a place for each node; what
    /// other trees have left there is not read, as parents come first.
    fn edges(&self, graph: &Graph, virtual_channels: u32, into: &mut [u32], edges: &mut Vec<Edge>) {
        into[self.source.index()] = u32::MAX;
        for &channel in &self.channels {
            let lane = Lane::new(channel, self.layer).index(virtual_channels);
            let held = into[graph.source(channel).index()];
            if held != u32::MAX {
                edges.push((held, lane));
            }
            into[graph.target(channel).index()] = lane;
        }
    }
}

/// What is changed about a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange {
    /// The number of the tree.
    pub tree: usize,
    /// The nodes whose table entries change: the channels by which they send the message on.
    pub entries: Vec<NodeId>,
    /// The destinations that are served no more: lost, or out of reach.
    pub dropped: Vec<NodeId>,
}

/// Trees on a network, and how they wait for each other; mended one change after another.
///
/// What old trees hold and ask for stays counted when new ones take their places. So while a change is made, messages
/// on old and on new routes may be in flight together: if the trees closed no cycle at first, none is closed by both
/// ([`stays_free`](Self::stays_free)). If they did, new routes are the shortest ones, whatever they close.
#[derive(Debug)]
pub struct Replanner<'t> {
    graph: &'t Graph,
    /// Without any order if the trees closed a cycle at first.
    beside: Beside<'t>,
    trees: Vec<PlannedTree>,
    /// By node: room for what is known of a tree while it is looked at.
    into: Vec<u32>,
    was_free: bool,
    stays_free: bool,
    turnings: &'static [Turning],
    /// How many routes to a place are tried.
    routes: usize,
}

impl<'t> Replanner<'t> {
    /// These trees, which take so many virtual channels. If they keep to an order of all channels that is told, the new
    /// routes do so as far as they can. O(trees · nodes + hops + lanes · log lanes).
    pub fn new(graph: &'t Graph, trees: Vec<PlannedTree>, layers: u32, order: Option<&[ChannelId]>) -> Self {
        let none = DependencyGraph::new(graph, 1);
        let mut beside = Beside::new(graph, &none, Box::new(VirtualLayers(layers))).expect("there are no unicasts");
        let lanes = graph.channel_count() * beside.virtual_channels as usize;
        let (mut edges, mut into) = (Vec::new(), vec![u32::MAX; graph.node_count()]);
        trees.iter().for_each(|tree| tree.edges(graph, beside.virtual_channels, &mut into, &mut edges));
        let edges = || edges.iter().copied();
        let all_lanes = |&channel: &ChannelId| {
            let lane = move |layer| Lane::new(channel, layer).index(beside.virtual_channels);
            (0..beside.virtual_channels).map(lane)
        };
        let told = order.map(|channels| channels.iter().flat_map(all_lanes).collect());
        let told = told.and_then(|lanes| AcyclicOrder::along(lanes, edges()));
        let (turnings, routes) = if told.is_some() { (IN_ORDER, IN_ORDER_ROUTES) } else { (SEARCHING, ROUTES) };
        let order = told.or_else(|| AcyclicOrder::of_edges(lanes, edges()));
        let was_free = order.is_some();
        if !was_free {
            // The order is that of one tree at a time, and taken back.
            beside.turns.look_one_by_one();
        }
        beside.order = order.map_or(beside.order, Order::new);
        Self { graph, beside, trees, into, was_free, stays_free: was_free, turnings, routes }
    }

    /// Where channels have as many virtual channels of their own as the network says of them: no new route takes one
    /// that a channel does not have.
    pub fn heeding(self, topology: &dyn Topology) -> Self {
        Self { beside: self.beside.heeding(topology), ..self }
    }

    /// The trees as they are now.
    pub fn trees(&self) -> &[PlannedTree] {
        &self.trees
    }

    /// Whether the trees closed no cycle before anything was changed.
    pub fn was_free(&self) -> bool {
        self.was_free
    }

    /// Whether all trees, those of before with them, close no cycle of dependences, where each branch of a message is
    /// granted by itself and is copied at its own pace (virtual cut-through).
    pub fn stays_free(&self) -> bool {
        self.stays_free
    }

    /// Channels and nodes are lost. Only trees that take them change: what is cut off keeps its form and is joined at
    /// its root, by a shortest route that closes no cycle (where many trees change, or trees keep to an order that was
    /// told: by a shortest one along an order, if there is one); where there is none, each of its destinations joins by
    /// itself. O(trees that are touched · channels); where many are, O(lanes · dependences) more.
    pub fn lose(&mut self, channels: &[ChannelId], nodes: &[NodeId]) -> Vec<TreeChange> {
        let at = |&node: &NodeId| self.graph.out_channels(node).chain(self.graph.in_channels(node)).collect::<Vec<_>>();
        let lost: Vec<_> = nodes.iter().flat_map(at).chain(channels.iter().copied()).collect();
        lost.iter().for_each(|channel| self.beside.is_lost[channel.index()] = true);
        let is_touched = |tree: &PlannedTree| {
            nodes.contains(&tree.source) || tree.channels.iter().any(|channel| self.beside.is_lost[channel.index()])
        };
        let touched: Vec<_> = (0..self.trees.len()).filter(|&tree| is_touched(&self.trees[tree])).collect();
        // What is lost is near the root of an order, along which there are few other routes. By levels there are more,
        // and to look at all turns at once takes less time than to search for those that they ask for one by one.
        if touched.len() >= MANY && touched.len() > self.trees.len() / 8 && self.was_free {
            self.beside.order.by_levels();
            (self.turnings, self.routes) = (IN_ORDER, IN_ORDER_ROUTES);
            self.beside.look_at_all_turns();
        }
        self.beside.more_routes = MORE_ROUTES;
        touched.into_iter().filter_map(|tree| self.mend(tree, nodes)).collect()
    }

    /// A node becomes a destination of a tree.
    pub fn join(&mut self, tree: usize, node: NodeId) -> Option<TreeChange> {
        let mut new = self.trees[tree].clone();
        if node == new.source || new.destinations.contains(&node) {
            return None;
        }
        new.destinations.push(node);
        let missed = self.grow(&mut new, Vec::new());
        new.destinations.retain(|node| !missed.contains(node));
        self.replace(tree, new, missed)
    }

    /// A node is no destination of a tree any more.
    pub fn leave(&mut self, tree: usize, node: NodeId) -> Option<TreeChange> {
        let mut new = self.trees[tree].clone();
        new.destinations.retain(|&other| other != node);
        new.channels = pruned(self.graph, new.demand().set, new.channels.clone());
        self.replace(tree, new, Vec::new())
    }

    fn mend(&mut self, tree: usize, lost: &[NodeId]) -> Option<TreeChange> {
        let mut new = self.trees[tree].clone();
        let mut dropped: Vec<_> = new.destinations.iter().copied().filter(|node| lost.contains(node)).collect();
        new.destinations.retain(|node| !lost.contains(node));
        if lost.contains(&new.source) {
            dropped.append(&mut new.destinations);
            new.channels.clear();
            return self.replace(tree, new, dropped);
        }
        let parts = self.parts(&mut new);
        let missed = self.grow(&mut new, parts);
        new.destinations.retain(|node| !missed.contains(node));
        new.channels = pruned(self.graph, new.demand().set, new.channels.clone());
        dropped.extend(missed);
        self.replace(tree, new, dropped)
    }

    /// Leaves the part that hangs from the source, and returns the others that lead to destinations: each its root and
    /// its channels, parents first.
    fn parts(&self, tree: &mut PlannedTree) -> Vec<(NodeId, Vec<ChannelId>)> {
        let channels = std::mem::take(&mut tree.channels);
        let channels = pruned(self.graph, tree.demand().set, channels);
        let mut parts = vec![(tree.source, Vec::new())];
        let mut part_of = vec![None; self.graph.node_count()];
        part_of[tree.source.index()] = Some(0);
        for channel in channels {
            let [from, to] = [self.graph.source(channel), self.graph.target(channel)];
            let part = part_of[from.index()].filter(|_| !self.beside.is_lost[channel.index()]);
            if let Some(part) = part {
                parts[part].1.push(channel);
            } else {
                parts.push((to, Vec::new()));
            }
            part_of[to.index()] = Some(part.unwrap_or(parts.len() - 1));
        }
        tree.channels = parts.swap_remove(0).1;
        parts.retain(|(root, channels)| !channels.is_empty() || tree.destinations.contains(root));
        parts.sort_unstable_by_key(|part| part.0);
        parts
    }

    /// Joins parts and destinations to a tree; those that it could not.
    fn grow(&mut self, tree: &mut PlannedTree, parts: Vec<(NodeId, Vec<ChannelId>)>) -> Vec<NodeId> {
        self.beside.go_to(tree.layer);
        let channels = std::mem::take(&mut tree.channels);
        let set = MulticastSet { source: tree.source, destinations: &tree.destinations };
        let demand = Demand { set, everyone_sends: false };
        let growth = Growth::new(&mut self.beside, demand, tree.layer, Form::Least);
        let mut growth = growth.turning(self.turnings, self.routes);
        growth.resume(channels);
        parts.iter().for_each(|(root, below)| growth.join_part(*root, below));
        let missed = growth.join_rest();
        let (channels, inserted) = growth.into_parts();
        tree.channels = channels;
        if !self.was_free {
            self.beside.order.remove(&inserted);
            if self.beside.order.has_refused() {
                self.beside.turns.forget_refusals();
            }
        }
        missed
    }

    fn replace(&mut self, tree: usize, new: PlannedTree, dropped: Vec<NodeId>) -> Option<TreeChange> {
        if new == self.trees[tree] {
            return None;
        }
        let [old_entries, new_entries] = [&self.trees[tree], &new].map(|tree| tree.entries(self.graph));
        let missing_in = |others: &[(NodeId, ChannelId)], entries: &[(NodeId, ChannelId)]| {
            let missing = entries.iter().filter(|entry| others.binary_search(entry).is_err());
            missing.copied().collect::<Vec<_>>()
        };
        let added = missing_in(&old_entries, &new_entries);
        let mut entries: Vec<_> = missing_in(&new_entries, &old_entries).iter().chain(&added).map(|e| e.0).collect();
        entries.sort_unstable();
        entries.dedup();
        if self.was_free {
            // Its waits are counted already, as it has grown; where parts were joined at other places, they are not.
            let mut edges = Vec::new();
            new.edges(self.graph, self.beside.virtual_channels, &mut self.into, &mut edges);
            self.stays_free &= edges.iter().all(|edge| self.beside.order.insert(*edge).is_some());
        }
        self.trees[tree] = new;
        Some(TreeChange { tree, entries, dropped })
    }
}
