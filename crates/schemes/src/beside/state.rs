//! The dependences that are there, and what trees add to them.

use super::behind::Behind;
use super::order::Order;
use super::routes::Routes;
use super::turns::Turns;
use super::waits::{Conflict, Edge, Waits};
use crate::least_trees::{Limit, Weighted};
use wormcast_plan::{MulticastSet, Worms};
use wormcast_routing::{AcyclicOrder, Dependency, DependencyGraph, Lane, MulticastLanes};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// A multicast that wants a tree.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'d> {
    /// From where, and to where.
    pub set: MulticastSet<'d>,
    /// Whether the destinations send to all others too, on the same links: a multicast group of a fabric.
    pub everyone_sends: bool,
}

impl Demand<'_> {
    /// The nodes that send.
    pub(super) fn senders(&self) -> impl Iterator<Item = NodeId> + '_ {
        let others = self.set.destinations.iter().filter(|_| self.everyone_sends);
        std::iter::once(self.set.source).chain(others.copied())
    }
}

/// What a tree has added to the dependences that are there.
#[derive(Debug, Default)]
pub struct Taken(Vec<Edge>);

/// The dependences that are there, in a network whose multicasts go by layers.
pub struct Beside<'t> {
    pub(super) network: Weighted<'t>,
    pub(super) lanes: Box<dyn MulticastLanes + 't>,
    pub(super) order: Order,
    pub(super) virtual_channels: u32,
    /// The channels that no new tree takes.
    pub(super) is_lost: Vec<bool>,
    /// By channel: how many virtual channels it has; empty where the network does not say it of single ones.
    own: Vec<u32>,
    /// By channel: whether it has none of the layer at hand; as empty.
    pub(super) is_closed: Vec<bool>,
    /// By channel: its opposite.
    pub(super) opposite: Box<[Option<ChannelId>]>,
    /// How far destinations may be from the source along a tree, if that is bounded.
    pub(super) limit: Option<Limit<'t>>,
    /// Whether all channels weigh the same.
    pub(super) is_even: bool,
    pub(super) routes: Routes,
    pub(super) turns: Turns,
    pub(super) behind: Behind,
    /// How many more routes are tried, in all, to destinations that would be given up.
    pub(super) more_routes: usize,
}

impl std::fmt::Debug for Beside<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Beside").field("virtual_channels", &self.virtual_channels).finish_non_exhaustive()
    }
}

impl<'t> Beside<'t> {
    /// Beside unicasts with these dependences. `lanes` are those of multicasts; a layer beyond the virtual channels of
    /// the unicasts is a new one. O(dependences), and what the order takes.
    ///
    /// # Errors
    /// The unicasts close a cycle by themselves: this one.
    pub fn new(
        graph: &'t Graph,
        unicasts: &DependencyGraph,
        lanes: Box<dyn MulticastLanes + 't>,
    ) -> Result<Self, Vec<Dependency>> {
        let virtual_channels = unicasts.virtual_channels().max(lanes.layers());
        let lanes_in_all = graph.channel_count() * virtual_channels as usize;
        let index = |lane: Lane| lane.index(virtual_channels);
        let edges = unicasts.dependencies().map(|wait| (index(wait.held), index(wait.asked)));
        let Some(order) = AcyclicOrder::of_edges(lanes_in_all, edges) else {
            return Err(unicasts.numbering().err().unwrap_or_default());
        };
        let is_lost = vec![false; graph.channel_count()];
        let opposite = graph.channels().map(|channel| graph.reverse(channel)).collect();
        let (network, order) = (Weighted::by_hops(graph), Order::new(order));
        Ok(Self {
            network,
            lanes,
            order,
            virtual_channels,
            is_lost,
            own: Vec::new(),
            is_closed: Vec::new(),
            opposite,
            limit: None,
            is_even: true,
            routes: Routes::default(),
            turns: Turns::default(),
            behind: Behind::default(),
            more_routes: 0,
        })
    }

    /// Where channels have as many virtual channels of their own as the network says of them; each layer is one.
    pub(super) fn heeding(self, topology: &dyn Topology) -> Self {
        if !topology.has_own_channels() {
            return self;
        }
        let own = |channel| topology.channel_properties(channel).virtual_channels.unwrap_or(u32::MAX);
        let own: Vec<_> = topology.graph().channels().map(own).collect();
        Self { is_closed: vec![false; own.len()], own, ..self }
    }

    /// Goes to a layer: channels that do not have it are closed. O(channels) where some have their own number.
    pub(super) fn go_to(&mut self, layer: u32) {
        self.is_closed.iter_mut().zip(&self.own).for_each(|(is_closed, &own)| *is_closed = layer >= own);
    }

    /// Whether no new tree of the layer at hand takes a channel.
    pub(super) fn is_away(&self, channel: ChannelId) -> bool {
        self.is_lost[channel.index()] || self.is_closed.get(channel.index()) == Some(&true)
    }

    /// Whether some channel does not have the layer at hand.
    pub(super) fn has_closed(&self) -> bool {
        self.is_closed.contains(&true)
    }

    /// Where channels have these weights, and destinations this bound, if any.
    pub(super) fn weighing(self, network: Weighted<'t>, limit: Option<Limit<'t>>) -> Self {
        Self { is_even: network.is_even(), network, limit, ..self }
    }

    /// What the channels of a tree weigh together.
    pub(super) fn weight(&self, tree: &[ChannelId]) -> u64 {
        tree.iter().fold(0, |sum, &channel| sum.saturating_add(self.network.weight(channel)))
    }

    /// The routes of a tree, parents first, to destinations that are too far.
    pub(super) fn too_far(&self, set: MulticastSet<'_>, tree: &[ChannelId]) -> Vec<Conflict> {
        let (Some(limit), graph) = (&self.limit, self.network.graph) else { return Vec::new() };
        let mut into = vec![None; graph.node_count()];
        tree.iter().for_each(|&channel| into[graph.target(channel).index()] = Some(channel));
        let up = |&to: &NodeId| {
            let before = |channel: &ChannelId| into[graph.source(*channel).index()];
            std::iter::successors(into[to.index()], before).collect::<Vec<_>>()
        };
        set.destinations.iter().map(up).filter(|route| !limit.has(route.iter().copied())).collect()
    }

    /// How many layers multicasts may take.
    pub fn layers(&self) -> u32 {
        self.lanes.layers()
    }

    /// Adds what a message on a route with branches holds and asks for; false if that closes a cycle with what is
    /// there, and then some of it is added.
    pub fn add(&mut self, mut waits: impl Iterator<Item = (Lane, Lane)>) -> bool {
        let count = self.virtual_channels;
        waits.all(|(held, asked)| self.order.insert((held.index(count), asked.index(count))).is_some())
    }

    /// Adds the messages of a tree that [`fit`](Self::fit) has found in this layer, if they fit still.
    pub fn take(&mut self, demand: Demand<'_>, layer: u32, tree: &[ChannelId]) -> Option<Taken> {
        self.waits(demand, layer, tree).try_insert(&mut self.order).ok().map(Taken)
    }

    /// Takes the messages of a tree out again.
    pub fn release(&mut self, taken: &Taken) {
        self.order.remove(&taken.0);
    }

    /// Appends the worm on a tree that [`fit`](Self::fit) has found in this layer; its hops name their lanes. The
    /// highest virtual channel that it takes.
    pub(super) fn append(&self, set: MulticastSet<'_>, layer: u32, tree: &[ChannelId], worms: &mut Worms) -> u32 {
        let graph = self.network.graph;
        worms.start(set.source, None, 0);
        let mut arrived: Vec<Option<(u32, Lane)>> = vec![None; graph.node_count()];
        for &channel in tree {
            let (before, to) = (arrived[graph.source(channel).index()], graph.target(channel));
            let lane = self.lanes.lane(before.map(|before| before.1), channel, layer).expect("the tree fits");
            let hop = worms.hop_on(before.map(|before| before.0), channel, lane.virtual_channel);
            arrived[to.index()] = Some((hop, lane));
            if set.destinations.contains(&to) {
                worms.deliver(hop, to);
            }
        }
        arrived.iter().flatten().map(|(_, lane)| lane.virtual_channel).max().unwrap_or(0)
    }

    /// What the messages on a tree hold and ask for.
    pub(super) fn waits(&self, demand: Demand<'_>, layer: u32, tree: &[ChannelId]) -> Waits {
        let numbers = (layer, self.virtual_channels);
        Waits::of(self.network.graph, &*self.lanes, numbers, demand, tree)
    }

    /// What the messages of one sender hold when they ask for the channels of a part of a tree, lanes not depending on
    /// the way ([`Waits::of_part`]).
    pub(super) fn waits_of_part(&self, layer: u32, into: &[Option<ChannelId>], part: &[ChannelId]) -> Waits {
        Waits::of_part(self.network.graph, &*self.lanes, (layer, self.virtual_channels), into, part)
    }

    /// Whether a message may ask for one channel while it holds another, lanes not depending on the way.
    pub(super) fn allows(&mut self, held: ChannelId, asked: ChannelId, layer: u32) -> bool {
        let mut searches = 1;
        self.allows_within(held, asked, layer, &mut searches)
    }

    /// The same; where the answer is not known, the order is searched as often as `searches` allows, and then the
    /// answer is no.
    pub(super) fn allows_within(
        &mut self,
        held: ChannelId,
        asked: ChannelId,
        layer: u32,
        searches: &mut usize,
    ) -> bool {
        let held = self.lanes.lane(None, held, layer);
        let asked = held.and_then(|held| self.lanes.lane(Some(held), asked, layer));
        let Some([held, asked]) = held.zip(asked).map(|(held, asked)| [held, asked].map(|lane| self.index(lane)))
        else {
            return false;
        };
        if let Some(answer) = self.order.known((held, asked)) {
            return answer;
        }
        let Some(left) = searches.checked_sub(1) else { return false };
        *searches = left;
        self.order.allows((held, asked))
    }

    pub(super) fn index(&self, lane: Lane) -> u32 {
        lane.index(self.virtual_channels)
    }
}

/// A tree without the branches that lead to no destination.
pub(super) fn pruned(graph: &Graph, set: MulticastSet<'_>, channels: Vec<ChannelId>) -> Vec<ChannelId> {
    let mut is_wanted = vec![false; graph.node_count()];
    set.destinations.iter().for_each(|node| is_wanted[node.index()] = true);
    for &channel in channels.iter().rev() {
        is_wanted[graph.source(channel).index()] |= is_wanted[graph.target(channel).index()];
    }
    channels.into_iter().filter(|&channel| is_wanted[graph.target(channel).index()]).collect()
}
