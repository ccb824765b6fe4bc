//! Shortest routes from a tree to destinations outside.

use super::grow::{Form, Growth};
use std::collections::VecDeque;
use wormcast_topology::{ChannelId, NodeId};

/// By channel that a search has met: the next one on the way to where it began; none there.
type Met = Vec<Option<Option<ChannelId>>>;

impl Growth<'_, '_, '_> {
    /// A route from the tree to the next destination outside, or to this node, by turns each of which closes no cycle
    /// by itself. It enters no node twice. O(channels) turns are looked at.
    pub(super) fn route(&mut self, wanted: Option<NodeId>, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        match (self.form, wanted) {
            (Form::Least, None) => self.route_from(self.nodes(), None, banned),
            (Form::Least, Some(node)) => self.route_to(node, banned),
            (Form::Neighbours(radius), Some(node)) => {
                let near = self.route_to(node, banned).filter(|route| route.len() <= radius as usize);
                near.or_else(|| self.route_from(vec![self.demand.set.source], wanted, banned))
            }
            _ => self.route_from(vec![self.demand.set.source], wanted, banned),
        }
    }

    fn nodes(&self) -> Vec<NodeId> {
        let graph = self.beside.network.graph;
        std::iter::once(self.demand.set.source).chain(self.channels.iter().map(|&c| graph.target(c))).collect()
    }

    /// A shortest way from some nodes of the tree to a destination outside, or to this one; it may follow the tree at
    /// first, which is not told.
    fn route_from(
        &mut self,
        inside: Vec<NodeId>,
        wanted: Option<NodeId>,
        banned: &[ChannelId],
    ) -> Option<Vec<ChannelId>> {
        let graph = self.beside.network.graph;
        let mut before: Met = vec![None; graph.channel_count()];
        let mut open = VecDeque::new();
        for node in inside {
            for channel in graph.out_channels(node) {
                if self.takes(channel) || self.may_take(channel, banned) && self.may_branch(node, channel) {
                    before[channel.index()] = Some(None);
                    open.push_back(channel);
                }
            }
        }
        while let Some(last) = open.pop_front() {
            let at = graph.target(last);
            if !self.takes(last) && wanted.map_or(self.is_wanted[at.index()], |wanted| wanted == at) {
                let mut route = followed(last, &before);
                route.reverse();
                return self.is_simple(&route).then(|| route.into_iter().filter(|&c| !self.takes(c)).collect());
            }
            let back = self.beside.opposite[last.index()];
            for channel in graph.out_channels(at).filter(|&channel| Some(channel) != back) {
                if before[channel.index()].is_none() && self.goes_on(last, channel, banned) {
                    before[channel.index()] = Some(Some(last));
                    open.push_back(channel);
                }
            }
        }
        None
    }

    /// Whether a way from the source may go from one channel on to another: down the tree, out of it, and outside.
    fn goes_on(&mut self, last: ChannelId, channel: ChannelId, banned: &[ChannelId]) -> bool {
        let at = self.beside.network.graph.target(last);
        self.takes(channel)
            || self.may_take(channel, banned)
                && if self.takes(last) { self.may_branch(at, channel) } else { self.turns(last, channel) }
    }

    /// Whether the tree has a channel.
    fn takes(&self, channel: ChannelId) -> bool {
        self.into[self.beside.network.graph.target(channel).index()] == Some(channel)
    }

    /// Against the channels, from the node: few are looked at where the tree is near.
    fn route_to(&mut self, node: NodeId, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        let graph = self.beside.network.graph;
        let mut after: Met = vec![None; graph.channel_count()];
        let mut open = VecDeque::new();
        for channel in graph.in_channels(node).filter(|&channel| self.may_take(channel, banned)) {
            after[channel.index()] = Some(None);
            open.push_back(channel);
        }
        while let Some(first) = open.pop_front() {
            let from = graph.source(first);
            if self.is_in_tree(from) && self.may_branch(from, first) {
                let route = followed(first, &after);
                return self.is_simple(&route).then_some(route);
            }
            let back = self.beside.opposite[first.index()];
            for channel in graph.in_channels(from).filter(|&channel| Some(channel) != back) {
                if after[channel.index()].is_none() && self.may_take(channel, banned) && self.turns(channel, first) {
                    after[channel.index()] = Some(Some(first));
                    open.push_back(channel);
                }
            }
        }
        None
    }

    /// Whether a route enters no node twice.
    fn is_simple(&self, route: &[ChannelId]) -> bool {
        let graph = self.beside.network.graph;
        let mut entered: Vec<_> = route.iter().map(|&channel| graph.target(channel)).collect();
        entered.sort_unstable();
        entered.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// The channels from one to where the search began.
fn followed(from: ChannelId, met: &Met) -> Vec<ChannelId> {
    std::iter::successors(Some(from), |channel| met[channel.index()].flatten()).collect()
}
