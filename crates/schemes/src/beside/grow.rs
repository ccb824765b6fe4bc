//! A tree that grows destination by destination where that closes no cycle.

use super::state::{Beside, Demand};
use super::waits::{Edge, Waits};
use crate::least_trees::Search;
use wormcast_topology::{ChannelId, NodeId};

/// How often the tree begins anew, each time with the destinations first that were out of reach before.
const ATTEMPTS: usize = 8;
/// How many routes to a destination are tried before it counts as out of reach.
pub(super) const ROUTES: usize = 12;

/// How a tree grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The destination that is nearest to the tree is the next to join.
    Least,
    /// The one that is nearest to the source, by a shortest route from there.
    Shortest,
    /// In the order of their distance from the source, each to a node of the tree within a radius, or else as above.
    Neighbours(u32),
}

/// Which turns a route may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turning {
    /// Those that lead forward in the order: nothing has to be searched, and no later route is the worse for it.
    Ahead,
    /// All that close no cycle, where the order is searched so often at most.
    Searching(usize),
}

/// A tree under way.
pub(super) struct Growth<'b, 'd, 't> {
    pub(super) beside: &'b mut Beside<'t>,
    pub(super) demand: Demand<'d>,
    pub(super) layer: u32,
    pub(super) form: Form,
    is_fixed: bool,
    pub(super) channels: Vec<ChannelId>,
    /// The channel into each node of the tree.
    pub(super) into: Vec<Option<ChannelId>>,
    /// The nodes that no route enters: those of the tree, and of a part that will be joined.
    pub(super) is_inside: Vec<bool>,
    pub(super) is_wanted: Vec<bool>,
    /// The dependences of the tree that were not there before.
    inserted: Vec<Edge>,
    /// What routes may take now.
    pub(super) turning: Turning,
    turnings: &'static [Turning],
    /// How many routes to a destination are tried.
    routes: usize,
    /// Whether what cannot join now is given up.
    is_last: bool,
    /// Whether routes go by what was known of turns at some time ([`route_by_turns`](Self::route_by_turns)).
    pub(super) by_turns: bool,
    /// What messages ask for at the end of the route that is looked for.
    pub(super) hanging: Vec<ChannelId>,
}

impl<'b, 'd, 't> Growth<'b, 'd, 't> {
    pub(super) fn new(beside: &'b mut Beside<'t>, demand: Demand<'d>, layer: u32, form: Form) -> Self {
        let nodes = beside.network.graph.node_count();
        let is_fixed = beside.lanes.is_fixed(layer);
        let (into, no) = (vec![None; nodes], vec![false; nodes]);
        let (channels, inserted) = (Vec::new(), Vec::new());
        Self {
            beside,
            demand,
            layer,
            form,
            is_fixed,
            channels,
            into,
            is_inside: no.clone(),
            is_wanted: no,
            inserted,
            turning: Turning::Searching(usize::MAX),
            turnings: &[Turning::Searching(usize::MAX)],
            routes: ROUTES,
            is_last: false,
            by_turns: false,
            hanging: Vec::new(),
        }
    }

    /// A tree that fits, parents first; none if none was found. What is there stays as it is.
    pub(super) fn grow(mut self) -> Option<Vec<ChannelId>> {
        let mut first: Vec<NodeId> = Vec::new();
        let order = self.in_order();
        for _ in 0..ATTEMPTS {
            self.begin();
            let missed = self.join_all(first.iter().chain(&order));
            self.beside.order.remove(&self.inserted);
            match missed {
                None => return Some(self.channels),
                Some(node) if first.first() == Some(&node) => return None,
                Some(node) => {
                    first.retain(|&other| other != node);
                    first.insert(0, node);
                }
            }
        }
        None
    }

    /// Looks for routes by the first of these turns, and where there is none by the next ones; so many are tried. For
    /// one sender, lanes that do not depend on the way, and channels that weigh the same.
    pub(super) fn turning(self, turnings: &'static [Turning], routes: usize) -> Self {
        Self { turnings, routes, by_turns: true, ..self }
    }

    /// A route by turns that need few searches; else one that more find.
    pub(super) fn route_by_few(
        &mut self,
        find: impl Fn(&mut Self) -> Option<Vec<ChannelId>>,
    ) -> Option<Vec<ChannelId>> {
        for &turning in self.turnings {
            self.turning = turning;
            let found = find(self);
            if found.is_some() || matches!(self.turning, Turning::Searching(1..)) {
                return found;
            }
        }
        None
    }

    /// Goes on with a tree that fits.
    pub(super) fn resume(&mut self, channels: Vec<ChannelId>) {
        self.begin();
        self.extend(&channels);
    }

    /// The channels of the tree, parents first, and what it has added to the dependences, which stays there.
    pub(super) fn into_parts(self) -> (Vec<ChannelId>, Vec<Edge>) {
        (self.channels, self.inserted)
    }

    /// Lets a part that was cut off join at its root and keep its form, if that closes no cycle. Routes to other parts
    /// may lead through this one: their nodes are entered once, and what hangs from them stays there.
    pub(super) fn join_part(&mut self, root: NodeId, below: &[ChannelId]) {
        let graph = self.beside.network.graph;
        let enters_new = |channel: &&ChannelId| !self.is_in_tree(graph.target(**channel));
        let below: Vec<_> = below.iter().filter(enters_new).copied().collect();
        // No route leads through the part, which would be entered twice.
        let nodes: Vec<_> = below.iter().map(|&channel| graph.target(channel)).collect();
        nodes.iter().for_each(|node| self.is_inside[node.index()] = true);
        self.hanging = below.iter().copied().filter(|&channel| graph.source(channel) == root).collect();
        let is_joined = self.is_in_tree(root) || self.join(Some(root));
        nodes.iter().for_each(|node| self.is_inside[node.index()] = false);
        self.hanging.clear();
        if is_joined {
            // Else the route stays where it leads to a destination; `pruned` takes it away elsewhere.
            _ = self.insert(&below);
        }
    }

    /// Lets all destinations that are outside join, each if it can; those that cannot.
    pub(super) fn join_rest(&mut self) -> Vec<NodeId> {
        self.is_last = true;
        let destinations = self.demand.set.destinations;
        let outside: Vec<_> = destinations.iter().copied().filter(|node| !self.is_inside[node.index()]).collect();
        outside.into_iter().filter(|&node| !self.is_inside[node.index()] && !self.join(Some(node))).collect()
    }

    fn extend(&mut self, channels: &[ChannelId]) {
        let graph = self.beside.network.graph;
        for &channel in channels {
            self.into[graph.target(channel).index()] = Some(channel);
            self.is_inside[graph.target(channel).index()] = true;
        }
        self.channels.extend(channels);
    }

    /// Takes channels that leave the tree into it, parents first.
    ///
    /// # Errors
    /// They close a cycle, and are not taken: the two channels that are held and asked for at the first one.
    fn insert(&mut self, part: &[ChannelId]) -> Result<(), [ChannelId; 2]> {
        let inserted = self.waits(part).try_insert(&mut self.beside.order)?;
        self.inserted.extend(inserted);
        self.extend(part);
        Ok(())
    }

    /// What messages hold and ask for on the tree with a part more, as far as it is not known to fit.
    fn waits(&self, part: &[ChannelId]) -> Waits {
        if self.is_fixed && !self.demand.everyone_sends {
            return self.beside.waits_of_part(self.layer, &self.into, part);
        }
        let tree: Vec<_> = self.channels.iter().chain(part).copied().collect();
        self.beside.waits(self.demand, self.layer, &tree)
    }

    fn begin(&mut self) {
        self.channels.clear();
        self.inserted.clear();
        self.into.fill(None);
        self.is_inside.fill(false);
        self.is_inside[self.demand.set.source.index()] = true;
        self.is_wanted.fill(false);
        self.demand.set.destinations.iter().for_each(|node| self.is_wanted[node.index()] = true);
    }

    /// The destinations in the order of their distance from the source, where they join in it.
    fn in_order(&self) -> Vec<NodeId> {
        if !matches!(self.form, Form::Neighbours(_)) {
            return Vec::new();
        }
        let mut search = Search::default();
        search.all_from(&self.beside.network, self.demand.set.source);
        let mut order = self.demand.set.destinations.to_vec();
        order.sort_unstable_by_key(|&node| (search.cost(node), node));
        order
    }

    /// Lets all destinations join, some of them first; the one that is out of reach, if one is.
    fn join_all<'n>(&mut self, first: impl Iterator<Item = &'n NodeId>) -> Option<NodeId> {
        for &node in first {
            if !self.is_inside[node.index()] && !self.join(Some(node)) {
                return Some(node);
            }
        }
        let destinations = self.demand.set.destinations;
        while let Some(&left) = destinations.iter().find(|node| !self.is_inside[node.index()]) {
            if !self.join(None) {
                return Some(left);
            }
        }
        None
    }

    /// Lets the nearest destination join, or this one; whether it could.
    fn join(&mut self, wanted: Option<NodeId>) -> bool {
        let (mut banned, mut tried) = (Vec::new(), 0);
        loop {
            let Some(route) = self.route_in_bounds(wanted, &banned) else { return false };
            let graph = self.beside.network.graph;
            let Err(conflict) = self.insert(&route) else { return true };
            // What was known of a turn holds no more, which is known from now on: no fault of the route as a whole.
            if self.by_turns && self.beside.is_refused(conflict, self.layer) {
                continue;
            }
            tried += 1;
            if tried >= self.routes && !self.tries_more(tried) {
                return false;
            }
            let is_part = |link: ChannelId| conflict.iter().any(|&part| graph.link(part) == graph.link(link));
            banned.extend(route.iter().rev().find(|&&channel| is_part(channel)).or(route.last()));
        }
    }

    /// Whether one more route is tried to a destination that would be given up, after so many.
    fn tries_more(&mut self, tried: usize) -> bool {
        let more = &mut self.beside.more_routes;
        let tries = self.is_last && tried < ROUTES && *more > 0;
        *more -= usize::from(tries);
        tries
    }

    pub(super) fn may_take(&self, channel: ChannelId, banned: &[ChannelId]) -> bool {
        let graph = self.beside.network.graph;
        let is_forwarded = self.beside.network.forwards(graph.source(channel), self.demand.set.source);
        let goes_back = !self.demand.everyone_sends || self.beside.opposite[channel.index()].is_some();
        !self.beside.is_away(channel)
            && is_forwarded
            && goes_back
            && !self.is_inside[graph.target(channel).index()]
            && !banned.contains(&channel)
    }

    /// Whether a node is in the tree; others may be kept out of it by `is_inside`.
    pub(super) fn is_in_tree(&self, node: NodeId) -> bool {
        node == self.demand.set.source || self.into[node.index()].is_some()
    }

    /// Whether a channel may leave the tree at a node.
    pub(super) fn may_branch(&mut self, node: NodeId, channel: ChannelId) -> bool {
        let graph = self.beside.network.graph;
        let into = self.into[node.index()];
        if !self.demand.everyone_sends {
            return into.is_none_or(|into| self.turns(into, channel));
        }
        let own = |&other: &ChannelId| graph.source(other) == node;
        let children: Vec<_> = self.channels.iter().copied().filter(own).filter_map(|c| graph.reverse(c)).collect();
        into.into_iter().chain(children).all(|link| self.turns(link, channel))
    }

    /// Whether a message may go from one channel on to another; where everyone sends, the other way too.
    pub(super) fn turns(&mut self, held: ChannelId, asked: ChannelId) -> bool {
        if !self.is_fixed {
            return true;
        }
        let Self { beside, layer, turning, .. } = self;
        let Turning::Searching(searches) = turning else { return false };
        let [back, ahead] = [asked, held].map(|channel| beside.opposite[channel.index()]);
        let back = back.zip(ahead).filter(|_| self.demand.everyone_sends);
        beside.allows_within(held, asked, *layer, searches)
            && back.is_none_or(|(held, asked)| beside.allows_within(held, asked, *layer, searches))
    }
}
