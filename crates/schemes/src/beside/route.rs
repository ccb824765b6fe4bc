//! Shortest routes from a tree to destinations outside.

use super::grow::{Form, Growth};
use super::routes::Routes;
use wormcast_topology::{ChannelId, NodeId};

impl Growth<'_, '_, '_> {
    /// A route to the nearest destination, or to this one; if the destination would be too far, its shortest route from
    /// the source.
    pub(super) fn route_in_bounds(&mut self, wanted: Option<NodeId>, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        let route = self.route_by_few(|growth| growth.route(wanted, banned))?;
        if self.is_within(&route) {
            return Some(route);
        }
        let (graph, source) = (self.beside.network.graph, self.demand.set.source);
        let to = route.last().map(|&channel| graph.target(channel));
        self.route_by_few(|growth| growth.route_from(vec![source], to, banned, true))
            .filter(|route| self.is_within(route))
    }

    /// A route from the tree to the next destination outside, or to this node, by turns each of which closes no cycle
    /// by itself. It enters no node twice. O(channels) turns are looked at.
    fn route(&mut self, wanted: Option<NodeId>, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        match (self.form, wanted) {
            (Form::Least, None) => self.route_from(self.nodes(), None, banned, false),
            (Form::Least, Some(node)) => self.route_to(node, banned),
            (Form::Neighbours(radius), Some(node)) => {
                let near = self.route_to(node, banned).filter(|route| route.len() <= radius as usize);
                near.or_else(|| self.route_from(vec![self.demand.set.source], wanted, banned, false))
            }
            _ => self.route_from(vec![self.demand.set.source], wanted, banned, false),
        }
    }

    fn nodes(&self) -> Vec<NodeId> {
        let graph = self.beside.network.graph;
        std::iter::once(self.demand.set.source).chain(self.channels.iter().map(|&c| graph.target(c))).collect()
    }

    /// A shortest way from some nodes of the tree to a destination outside, or to this one, by what channels weigh or
    /// by the lengths that are bounded; it may follow the tree at first, which is not told.
    fn route_from(
        &mut self,
        inside: Vec<NodeId>,
        wanted: Option<NodeId>,
        banned: &[ChannelId],
        by_length: bool,
    ) -> Option<Vec<ChannelId>> {
        let graph = self.beside.network.graph;
        let mut routes = self.begin_routes(by_length);
        for node in inside {
            for channel in graph.out_channels(node) {
                if self.takes(channel) || self.may_take(channel, banned) && self.may_branch(node, channel) {
                    routes.offer(channel, self.weight(channel, by_length), None);
                }
            }
        }
        let mut found = None;
        while let Some((last, cost)) = routes.next() {
            let at = graph.target(last);
            if !self.takes(last) && wanted.map_or(self.is_wanted[at.index()], |wanted| wanted == at) {
                let mut route: Vec<_> = routes.back(last).collect();
                route.reverse();
                found = self.is_simple(&route).then(|| route.into_iter().filter(|&c| !self.takes(c)).collect());
                break;
            }
            let back = self.beside.opposite[last.index()];
            for channel in graph.out_channels(at).filter(|&channel| Some(channel) != back) {
                let further = cost.saturating_add(self.weight(channel, by_length));
                if routes.is_better(channel, further) && self.goes_on(last, channel, banned) {
                    routes.offer(channel, further, Some(last));
                }
            }
        }
        self.beside.routes = routes;
        found
    }

    pub(super) fn begin_routes(&mut self, by_length: bool) -> Routes {
        let mut routes = std::mem::take(&mut self.beside.routes);
        routes.clear(self.beside.network.graph.channel_count(), self.beside.is_even && !by_length);
        routes
    }

    fn weight(&self, channel: ChannelId, by_length: bool) -> u64 {
        match self.beside.limit.as_ref().filter(|_| by_length) {
            Some(limit) => limit.length(channel),
            None => self.beside.network.weight(channel),
        }
    }

    /// Whether all that hangs from a route at its end is within the bound, if there is one.
    fn is_within(&self, route: &[ChannelId]) -> bool {
        let (Some(limit), Some(first)) = (&self.beside.limit, route.first()) else { return true };
        let graph = self.beside.network.graph;
        let up = std::iter::successors(self.into[graph.source(*first).index()], |&channel| {
            self.into[graph.source(channel).index()]
        });
        limit.has(up.chain(route.iter().copied()))
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
        if self.by_turns {
            return self.route_by_turns(node, banned);
        }
        let graph = self.beside.network.graph;
        let mut routes = self.begin_routes(false);
        for channel in graph.in_channels(node).filter(|&channel| self.may_take(channel, banned)) {
            routes.offer(channel, self.weight(channel, false), None);
        }
        let mut found = None;
        while let Some((first, cost)) = routes.next() {
            let from = graph.source(first);
            if self.is_in_tree(from) && self.may_branch(from, first) {
                found = Some(routes.back(first).collect()).filter(|route: &Vec<_>| self.is_simple(route));
                break;
            }
            let back = self.beside.opposite[first.index()];
            for channel in graph.in_channels(from).filter(|&channel| Some(channel) != back) {
                let further = cost.saturating_add(self.weight(channel, false));
                if routes.is_better(channel, further) && self.may_take(channel, banned) && self.turns(channel, first) {
                    routes.offer(channel, further, Some(first));
                }
            }
        }
        self.beside.routes = routes;
        found
    }

    /// Whether a route enters no node twice.
    pub(super) fn is_simple(&self, route: &[ChannelId]) -> bool {
        let graph = self.beside.network.graph;
        let mut entered: Vec<_> = route.iter().map(|&channel| graph.target(channel)).collect();
        entered.sort_unstable();
        entered.windows(2).all(|pair| pair[0] != pair[1])
    }
}
