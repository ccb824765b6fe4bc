//! Trees beside what is there.

use super::grow::Growth;
use super::program::{Program, Solved};
use super::waits::{Edge, Waits, remove};
use crate::least_trees::{Ascent, Weighted, ascend};
use wormcast_plan::{MulticastSet, Worms};
use wormcast_routing::{AcyclicOrder, Dependency, DependencyGraph, Lane, MulticastLanes};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The most channels of a network on which the integer program is solved.
const MOST_CHANNELS: usize = 1200;
/// How often the program is solved, each time with more cuts and conflicts.
const ROUNDS: usize = 120;
/// The most pairs of channels that are asked one by one before the program is solved.
const MOST_PAIRS: usize = 20_000;
/// How many channels the search for a bound looks at.
const WORK: usize = 20_000_000;

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

/// Whether a tree fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This one does.
    Tree(FittedTree),
    /// Every tree closes a cycle with what is there.
    None,
    /// None was found, and that there is none was not shown.
    Unknown,
}

/// A tree that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedTree {
    /// Its channels, away from the source, parents first. Each node is entered once.
    pub channels: Vec<ChannelId>,
    /// No tree that fits has less channels.
    pub bound: u64,
}

/// What a tree has added to the dependences that are there.
#[derive(Debug, Default)]
pub struct Taken(Vec<Edge>);

/// The dependences that are there, in a network whose multicasts go by layers.
pub struct Beside<'t> {
    pub(super) network: Weighted<'t>,
    pub(super) lanes: Box<dyn MulticastLanes + 't>,
    pub(super) order: AcyclicOrder,
    pub(super) virtual_channels: u32,
    /// The channels that no new tree takes.
    pub(super) is_lost: Vec<bool>,
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
        unicasts.numbering()?;
        let virtual_channels = unicasts.virtual_channels().max(lanes.layers());
        let mut order = AcyclicOrder::new(graph.channel_count() * virtual_channels as usize);
        for wait in unicasts.dependencies() {
            order.insert(wait.held.index(virtual_channels), wait.asked.index(virtual_channels));
        }
        let is_lost = vec![false; graph.channel_count()];
        Ok(Self { network: Weighted::by_hops(graph), lanes, order, virtual_channels, is_lost })
    }

    /// How many layers multicasts may take.
    pub fn layers(&self) -> u32 {
        self.lanes.layers()
    }

    /// Adds what a message on a route with branches holds and asks for; false if that closes a cycle with what is
    /// there, and then some of it is added.
    pub fn add(&mut self, mut waits: impl Iterator<Item = (Lane, Lane)>) -> bool {
        let count = self.virtual_channels;
        waits.all(|(held, asked)| self.order.insert(held.index(count), asked.index(count)).is_some())
    }

    /// Adds the messages of a tree that [`fit`](Self::fit) has found in this layer, if they fit still.
    pub fn take(&mut self, demand: Demand<'_>, layer: u32, tree: &[ChannelId]) -> Option<Taken> {
        self.waits(demand, layer, tree).insert(&mut self.order).ok().map(Taken)
    }

    /// Takes the messages of a tree out again.
    pub fn release(&mut self, taken: &Taken) {
        remove(&mut self.order, &taken.0);
    }

    /// Appends the worm on a tree that [`fit`](Self::fit) has found in this layer; its hops name their lanes.
    pub(super) fn append(&self, set: MulticastSet<'_>, layer: u32, tree: &[ChannelId], worms: &mut Worms) {
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
    }

    /// The tree with the least channels whose messages close no cycle with what is there, if they are of this layer.
    /// What is there stays as it is.
    ///
    /// A tree that grows by the nearest destination is found first, and a bound by cuts. If they do not meet, and the
    /// network has 1200 channels at most, an integer program is solved, time and again with the cycles that its tree
    /// closes and the cuts that it misses, until it has none.
    pub fn fit(&mut self, demand: Demand<'_>, layer: u32) -> Outcome {
        let ascent = ascend(&self.network, demand.set, WORK, true);
        let grown = Growth::new(self, demand, layer).grow();
        if let Some(channels) = grown.as_ref().filter(|channels| channels.len() as u64 == ascent.bound) {
            return Outcome::Tree(FittedTree { channels: channels.clone(), bound: ascent.bound });
        }
        let (found, bound) = match self.network.graph.channel_count() <= MOST_CHANNELS {
            true => self.least(demand, layer, &ascent, grown.as_ref().map(Vec::len)),
            false => (None, ascent.bound),
        };
        match found.or(grown.map(|channels| Outcome::Tree(FittedTree { channels, bound }))) {
            Some(Outcome::Tree(tree)) => Outcome::Tree(FittedTree { bound, ..tree }),
            other => other.unwrap_or(Outcome::Unknown),
        }
    }

    /// What the program says, if it comes to an end; and a bound in any case.
    fn least(
        &mut self,
        demand: Demand<'_>,
        layer: u32,
        ascent: &Ascent,
        known: Option<usize>,
    ) -> (Option<Outcome>, u64) {
        let network = Weighted::by_hops(self.network.graph);
        let mut program = Program::new(&network, demand);
        ascent.cuts.iter().for_each(|cut| program.cut(|node| cut.nodes.binary_search(&node).is_ok()));
        self.pairs(demand, layer).iter().for_each(|pair| program.forbid(pair));
        let mut bound = ascent.bound;
        for _ in 0..ROUNDS {
            let (channels, weight) = match program.solve() {
                Solved::Channels(channels, weight) => (channels, weight),
                Solved::Infeasible => return (Some(Outcome::None), bound),
                Solved::GaveUp => return (None, bound),
            };
            bound = bound.max(weight);
            if known.is_some_and(|known| known as u64 == bound) {
                return (None, bound);
            }
            let (channels, missed) = reached(network.graph, demand.set, &channels);
            if let Some(missed) = missed {
                program.cut(|node| missed[node.index()]);
                continue;
            }
            match self.waits(demand, layer, &channels).insert(&mut self.order) {
                Ok(inserted) => {
                    remove(&mut self.order, &inserted);
                    return (Some(Outcome::Tree(FittedTree { channels, bound })), bound);
                }
                Err(conflicts) => conflicts.iter().for_each(|conflict| program.forbid(conflict)),
            }
        }
        (None, bound)
    }

    pub(super) fn waits(&self, demand: Demand<'_>, layer: u32, tree: &[ChannelId]) -> Waits {
        let numbers = (layer, self.virtual_channels);
        Waits::of(self.network.graph, &*self.lanes, numbers, demand, tree)
    }

    /// The pairs of channels that close a cycle by themselves, if lanes do not depend on the way.
    fn pairs(&mut self, demand: Demand<'_>, layer: u32) -> Vec<[ChannelId; 2]> {
        let graph = self.network.graph;
        let count: usize = graph.channels().map(|channel| graph.degree(graph.target(channel))).sum();
        if !self.lanes.is_fixed(layer) || count > MOST_PAIRS {
            return Vec::new();
        }
        let mut pairs = Vec::new();
        for held in graph.channels() {
            let (opposite, at) = (graph.reverse(held), graph.target(held));
            if !self.network.forwards(at, demand.set.source) {
                continue;
            }
            for asked in graph.out_channels(at).filter(|&asked| Some(asked) != opposite) {
                if !self.allows(held, asked, layer) {
                    pairs.push([held, asked]);
                }
            }
        }
        pairs
    }

    /// Whether a message may ask for one channel while it holds another, lanes not depending on the way.
    pub(super) fn allows(&mut self, held: ChannelId, asked: ChannelId, layer: u32) -> bool {
        let held = self.lanes.lane(None, held, layer);
        let asked = held.and_then(|held| self.lanes.lane(Some(held), asked, layer));
        let index = |lane: Lane| lane.index(self.virtual_channels);
        held.zip(asked).is_some_and(|(held, asked)| self.order.allows(index(held), index(asked)))
    }
}

/// The channels of a solution that lead from the source on to destinations, parents first, and the nodes that are not
/// reached, if a destination is one of them.
fn reached(graph: &Graph, set: MulticastSet<'_>, taken: &[ChannelId]) -> (Vec<ChannelId>, Option<Vec<bool>>) {
    let mut leaving = vec![Vec::new(); graph.node_count()];
    taken.iter().for_each(|&channel| leaving[graph.source(channel).index()].push(channel));
    let (mut channels, mut open) = (Vec::new(), vec![set.source]);
    let mut is_missed = vec![true; graph.node_count()];
    is_missed[set.source.index()] = false;
    while let Some(node) = open.pop() {
        for &channel in &leaving[node.index()] {
            if std::mem::replace(&mut is_missed[graph.target(channel).index()], false) {
                channels.push(channel);
                open.push(graph.target(channel));
            }
        }
    }
    let is_short = set.destinations.iter().any(|node| is_missed[node.index()]);
    (pruned(graph, set, channels), is_short.then_some(is_missed))
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
