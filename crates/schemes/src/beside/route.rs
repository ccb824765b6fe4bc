//! Shortest routes from a tree to destinations outside.

use super::grow::Growth;
use std::collections::VecDeque;
use wormcast_topology::{ChannelId, NodeId};

/// By channel that a search has met: the next one on the way to where it began; none there.
type Met = Vec<Option<Option<ChannelId>>>;

impl Growth<'_, '_, '_> {
    /// A shortest route from the tree to the nearest destination outside, or to this node, by turns each of which closes
    /// no cycle by itself. It enters no node twice. O(channels) turns are looked at.
    pub(super) fn route(&mut self, wanted: Option<NodeId>, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        match wanted {
            None => self.route_to_nearest(banned),
            Some(node) => self.route_to(node, banned),
        }
    }

    fn route_to_nearest(&mut self, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        let graph = self.beside.network.graph;
        let mut before: Met = vec![None; graph.channel_count()];
        let mut open = VecDeque::new();
        let inside: Vec<_> =
            std::iter::once(self.demand.set.source).chain(self.channels.iter().map(|&c| graph.target(c))).collect();
        for node in inside {
            for channel in graph.out_channels(node) {
                if self.may_take(channel, banned) && self.may_branch(node, channel) {
                    before[channel.index()] = Some(None);
                    open.push_back(channel);
                }
            }
        }
        while let Some(last) = open.pop_front() {
            let at = graph.target(last);
            if self.is_wanted[at.index()] {
                let mut route = followed(last, &before);
                route.reverse();
                return self.is_simple(&route).then_some(route);
            }
            for channel in graph.out_channels(at).filter(|&channel| Some(channel) != graph.reverse(last)) {
                if before[channel.index()].is_none() && self.may_take(channel, banned) && self.turns(last, channel) {
                    before[channel.index()] = Some(Some(last));
                    open.push_back(channel);
                }
            }
        }
        None
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
            for channel in graph.in_channels(from).filter(|&channel| Some(channel) != graph.reverse(first)) {
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
