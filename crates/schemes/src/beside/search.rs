//! Whether any tree fits: a search that tells why not.

use super::Demand;
use super::state::Beside;
use super::waits::Waits;
use std::collections::VecDeque;
use wormcast_plan::NoTree;
use wormcast_topology::{ChannelId, NodeId};

/// Why no tree fits, by numbers.
pub type Refutation = NoTree<NodeId, ChannelId>;

/// How many sets of channels are looked at.
const SETS: usize = 3000;
/// How many channels are taken away at once: a search is written as a document within a document, and JSON is read to a
/// depth of 128.
const DEPTH: usize = 30;

/// What a search comes to.
pub(super) enum Found {
    /// A tree that fits, parents first.
    Tree(Vec<ChannelId>),
    /// There is none.
    None(Refutation),
    /// The search was cut short.
    GaveUp,
}

/// A search among the trees of one sender, lanes not depending on the way.
pub(super) struct TreeSearch<'b, 'd, 't> {
    beside: &'b mut Beside<'t>,
    demand: Demand<'d>,
    layer: u32,
    /// By channel: those that may follow it without closing a cycle by themselves, once that was asked.
    next: Vec<Option<Vec<ChannelId>>>,
    is_away: Vec<bool>,
    sets: usize,
}

impl<'b, 'd, 't> TreeSearch<'b, 'd, 't> {
    pub(super) fn new(beside: &'b mut Beside<'t>, demand: Demand<'d>, layer: u32) -> Self {
        let channels = beside.network.graph.channel_count();
        let is_away = beside.network.graph.channels().map(|channel| beside.is_away(channel)).collect();
        Self { beside, demand, layer, next: vec![None; channels], is_away, sets: SETS }
    }

    /// Routes to all destinations are taken together. If they make no tree that fits, some of their channels cannot all
    /// be in one: each of these is taken away in turn, until a destination is out of reach.
    ///
    /// What is there stays as it is. O(channels · degree) for each set of channels, and what the order takes.
    pub(super) fn run(&mut self, depth: usize) -> Found {
        self.sets = self.sets.saturating_sub(1);
        if self.sets == 0 || depth > DEPTH {
            return Found::GaveUp;
        }
        let channels = match self.routes() {
            Ok(channels) => channels,
            Err(unreached) => return Found::None(NoTree::Unreached { unreached }),
        };
        let Some(conflict) = self.conflict(&channels) else { return Found::Tree(channels) };
        let mut one_missing = Vec::new();
        for channel in conflict {
            self.is_away[channel.index()] = true;
            let found = self.run(depth + 1);
            self.is_away[channel.index()] = false;
            match found {
                Found::None(rest) => one_missing.push((channel, rest)),
                other => return other,
            }
        }
        Found::None(NoTree::OneMissing { one_missing })
    }

    /// The channels of shortest routes to all destinations, in the order in which a search from the source meets them.
    ///
    /// # Errors
    /// A destination that is out of reach.
    fn routes(&mut self) -> Result<Vec<ChannelId>, NodeId> {
        let graph = self.beside.network.graph;
        let source = self.demand.set.source;
        let mut before: Vec<Option<Option<ChannelId>>> = vec![None; graph.channel_count()];
        let mut into: Vec<Option<ChannelId>> = vec![None; graph.node_count()];
        let mut met: Vec<ChannelId> = Vec::new();
        let mut open: VecDeque<(Option<ChannelId>, ChannelId)> =
            graph.out_channels(source).map(|channel| (None, channel)).collect();
        while let Some((last, channel)) = open.pop_front() {
            let to = graph.target(channel);
            if self.is_away[channel.index()] || before[channel.index()].is_some() || to == source {
                continue;
            }
            before[channel.index()] = Some(last);
            into[to.index()].get_or_insert(channel);
            met.push(channel);
            open.extend(self.next(channel).iter().map(|&next| (Some(channel), next)));
        }
        let mut is_on_a_route = vec![false; graph.channel_count()];
        for &destination in self.demand.set.destinations {
            let mut at = Some(into[destination.index()].ok_or(destination)?);
            while let Some(channel) = at.filter(|channel| !is_on_a_route[channel.index()]) {
                is_on_a_route[channel.index()] = true;
                at = before[channel.index()].flatten();
            }
        }
        met.retain(|channel| is_on_a_route[channel.index()]);
        Ok(met)
    }

    /// The channels that may follow one.
    fn next(&mut self, channel: ChannelId) -> &[ChannelId] {
        if self.next[channel.index()].is_none() {
            let graph = self.beside.network.graph;
            let (at, opposite) = (graph.target(channel), graph.reverse(channel));
            let goes_on = self.beside.network.forwards(at, self.demand.set.source);
            let others = graph.out_channels(at).filter(|&next| goes_on && Some(next) != opposite);
            let allowed = others.filter(|&next| self.beside.allows(channel, next, self.layer)).collect();
            self.next[channel.index()] = Some(allowed);
        }
        self.next[channel.index()].as_deref().unwrap_or_default()
    }

    /// Channels that no tree that fits has together, as few as are found; none if all of them are one.
    fn conflict(&mut self, channels: &[ChannelId]) -> Option<Vec<ChannelId>> {
        let graph = self.beside.network.graph;
        let mut into: Vec<Option<ChannelId>> = vec![None; graph.node_count()];
        for &channel in channels {
            if let Some(other) = into[graph.target(channel).index()].replace(channel) {
                return Some(vec![other, channel]);
            }
        }
        let numbers = (self.layer, self.beside.virtual_channels);
        let waits = Waits::of_part(graph, &*self.beside.lanes, numbers, &into, channels);
        match waits.insert(&mut self.beside.order) {
            Ok(inserted) => {
                self.beside.order.remove(&inserted);
                None
            }
            Err(conflicts) => conflicts.into_iter().min_by_key(Vec::len),
        }
    }
}
