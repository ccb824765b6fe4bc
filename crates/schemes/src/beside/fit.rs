//! Trees beside what is there.

use super::grow::{Form, Growth};
use super::program::{Program, Solved};
use super::search::{Found, Refutation, TreeSearch};
use super::state::{Beside, Demand, pruned};
use crate::least_trees::{Ascent, ascend};
use crate::ner::USUAL_RADIUS;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, Graph};

/// The most channels of a network on which the integer program is solved.
const MOST_CHANNELS: usize = 1200;
/// How often the program is solved, each time with more cuts and conflicts.
const ROUNDS: usize = 120;
/// The most pairs of channels that are asked one by one before the program is solved.
const MOST_PAIRS: usize = 20_000;
/// How many channels the search for a bound looks at.
const WORK: usize = 20_000_000;

/// Whether a tree fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This one does.
    Tree(FittedTree),
    /// Every tree closes a cycle with what is there; why, where a search of its own has found that.
    None(Option<Refutation>),
    /// None was found, and that there is none was not shown.
    Unknown,
}

/// A tree that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedTree {
    /// Its channels, away from the source, parents first. Each node is entered once.
    pub channels: Vec<ChannelId>,
    /// No tree that fits weighs less: has less channels, unless channels have weights.
    pub bound: u64,
}

impl Beside<'_> {
    /// The lightest tree, that with the least channels unless they have weights, whose messages close no cycle with
    /// what is there, if they are of this layer, and in which no destination is too far. What is there stays as it is.
    ///
    /// A tree that grows is found first, or one by a search that tells why there is none, and a bound by cuts. If they
    /// do not meet, and the network has 1200 channels at most, an integer program is solved, time and again with the
    /// cycles that its tree closes and the cuts that it misses, until it has none, or has taken so many pivots that it
    /// is given up.
    pub fn fit(&mut self, demand: Demand<'_>, layer: u32) -> Outcome {
        let ascent = ascend(&self.network, demand.set, WORK, true);
        let grown = match self.grown(demand, layer, ascent.bound) {
            Some(channels) => Some(channels),
            None => match self.search(demand, layer) {
                // That some channels do not have the layer stands in no certificate.
                Found::None(refutation) => return Outcome::None(Some(refutation).filter(|_| !self.has_closed())),
                Found::Tree(channels) => Some(channels).filter(|tree| self.too_far(demand.set, tree).is_empty()),
                Found::GaveUp => None,
            },
        };
        if let Some(channels) = grown.as_ref().filter(|channels| self.weight(channels) == ascent.bound) {
            return Outcome::Tree(FittedTree { channels: channels.clone(), bound: ascent.bound });
        }
        let (found, bound) = match self.network.graph.channel_count() <= MOST_CHANNELS {
            true => self.least(demand, layer, &ascent, grown.as_ref().map(|channels| self.weight(channels))),
            false => (None, ascent.bound),
        };
        match found.or(grown.map(|channels| Outcome::Tree(FittedTree { channels, bound }))) {
            Some(Outcome::Tree(tree)) => Outcome::Tree(FittedTree { bound, ..tree }),
            other => other.unwrap_or(Outcome::Unknown),
        }
    }

    /// The lighter of two trees that grow, by the nearest destination and by exploring neighbours; the first one where
    /// it weighs no more than any must, and for groups of fabrics, of which there are many.
    fn grown(&mut self, demand: Demand<'_>, layer: u32, bound: u64) -> Option<Vec<ChannelId>> {
        let nearest = Growth::new(self, demand, layer, Form::Least).grow();
        if demand.everyone_sends || nearest.as_ref().is_some_and(|channels| self.weight(channels) == bound) {
            return nearest;
        }
        let exploring = Growth::new(self, demand, layer, Form::Neighbours(USUAL_RADIUS)).grow();
        nearest.into_iter().chain(exploring).min_by_key(|channels| self.weight(channels))
    }

    /// A tree of this form whose messages close no cycle with what is there; where none is found that grows so, the one
    /// with the least channels.
    pub(super) fn fit_as(&mut self, demand: Demand<'_>, layer: u32, form: Form) -> Outcome {
        let grown = (form != Form::Least).then(|| Growth::new(self, demand, layer, form).grow()).flatten();
        grown.map_or_else(|| self.fit(demand, layer), |channels| Outcome::Tree(FittedTree { channels, bound: 0 }))
    }

    /// What a search says, where one sender's lanes do not depend on the way and the network is small.
    fn search(&mut self, demand: Demand<'_>, layer: u32) -> Found {
        let is_small = self.network.graph.channel_count() <= MOST_CHANNELS;
        match is_small && !demand.everyone_sends && self.lanes.is_fixed(layer) {
            true => TreeSearch::new(self, demand, layer).run(0),
            false => Found::GaveUp,
        }
    }

    /// What the program says, if it comes to an end; and a bound in any case.
    fn least(&mut self, demand: Demand<'_>, layer: u32, ascent: &Ascent, known: Option<u64>) -> (Option<Outcome>, u64) {
        let network = self.network.clone();
        let Some(mut program) = Program::new(&network, demand, |channel| self.is_away(channel)) else {
            return (None, ascent.bound);
        };
        ascent.cuts.iter().for_each(|cut| program.cut(|node| cut.nodes.binary_search(&node).is_ok()));
        self.pairs(demand, layer).iter().for_each(|pair| program.forbid(pair));
        let mut bound = ascent.bound;
        for _ in 0..ROUNDS {
            let (channels, weight) = match program.solve() {
                Solved::Channels(channels, weight) => (channels, weight),
                Solved::Infeasible => return (Some(Outcome::None(None)), bound),
                Solved::GaveUp => return (None, bound),
            };
            bound = bound.max(weight);
            if known.is_some_and(|known| known <= bound) {
                return (None, bound);
            }
            let (channels, missed) = reached(network.graph, demand.set, &channels);
            if let Some(missed) = missed {
                program.cut(|node| missed[node.index()]);
                continue;
            }
            let far = self.too_far(demand.set, &channels);
            if !far.is_empty() {
                far.iter().for_each(|route| program.forbid(route));
                continue;
            }
            match self.waits(demand, layer, &channels).insert(&mut self.order) {
                Ok(inserted) => {
                    self.order.remove(&inserted);
                    return (Some(Outcome::Tree(FittedTree { channels, bound })), bound);
                }
                Err(conflicts) => conflicts.iter().for_each(|conflict| program.forbid(conflict)),
            }
        }
        (None, bound)
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
