//! Shortest routes by what was known of turns at some time.

use super::grow::{Growth, Turning};
use super::routes::Routes;
use super::state::Beside;
use wormcast_routing::Lane;
use wormcast_topology::{ChannelId, NodeId};

impl Growth<'_, '_, '_> {
    /// A shortest route from the tree to a node, found against the channels, of turns that closed no cycle when they
    /// were looked at. Trees that are mended after one loss ask for the same turns over and over: so each is looked at
    /// once, and the few of a route are looked at again where it is inserted.
    pub(super) fn route_by_turns(&mut self, node: NodeId, banned: &[ChannelId]) -> Option<Vec<ChannelId>> {
        let (graph, source) = (self.beside.network.graph, self.demand.set.source);
        if self.turning == Turning::Ahead && !self.beside.turns.may_lead_ahead(node) {
            return None;
        }
        self.beside.list_turns();
        if let Turning::Searching(_) = self.turning {
            self.beside.look_at_turns_if_many_were();
        }
        let allowed = self.turning;
        let mut routes = self.begin_routes(false);
        let ends: Vec<_> = graph.in_channels(node).filter(|&channel| self.may_take(channel, banned)).collect();
        ends.iter().for_each(|&channel| routes.offer(channel, 1, None));
        self.look_behind(&ends);
        let mut found = None;
        while let Some((first, cost)) = routes.next() {
            let from = graph.source(first);
            if self.is_in_tree(from) {
                if self.into[from.index()].is_none_or(|into| self.turns_from(into, first)) {
                    found = Some(routes.back(first).collect()).filter(|route: &Vec<_>| self.is_simple(route));
                    break;
                }
            } else if !self.is_inside[from.index()] && self.beside.network.forwards(from, source) {
                self.offer_before(first, cost, banned, &mut routes);
            }
        }
        self.beside.routes = routes;
        match (allowed, self.turning) {
            (Turning::Searching(allowed), Turning::Searching(left)) => self.beside.turns.were_searched(allowed - left),
            _ => self.beside.turns.looked_ahead(node, found.is_some()),
        }
        found
    }

    /// Finds what is asked for behind the ends of routes, unless turns lead forward in any case.
    fn look_behind(&mut self, ends: &[ChannelId]) {
        let lanes = self.beside.lane_count();
        let Beside { order, behind, virtual_channels, .. } = &mut *self.beside;
        behind.clear();
        if self.turning != Turning::Ahead {
            let lane = |&channel: &ChannelId| Lane::new(channel, self.layer).index(*virtual_channels);
            let [ends, hanging] = [ends, &self.hanging[..]].map(|all| all.iter().map(lane).collect::<Vec<_>>());
            behind.end_at(&ends, &hanging, lanes, order);
        }
    }

    /// Offers the channels from which a message may go on to this one.
    fn offer_before(&mut self, first: ChannelId, cost: u64, banned: &[ChannelId], routes: &mut Routes) {
        let lane = Lane::new(first, self.layer);
        let Beside { order, turns, is_lost, is_closed, virtual_channels, behind, .. } = &mut *self.beside;
        let asked = lane.index(*virtual_channels);
        for turn in turns.row(asked) {
            let held = turn.held;
            let is_away = is_lost[held.index()] || is_closed.get(held.index()) == Some(&true);
            if !routes.is_better(held, cost + 1) || is_away || banned.contains(&held) {
                continue;
            }
            let edge = (Lane::new(held, self.layer).index(*virtual_channels), asked);
            let searches = match &mut self.turning {
                Turning::Ahead => None,
                Turning::Searching(searches) => Some(searches),
            };
            if behind.may_precede(edge.0, asked, order) && turn.fits(edge, order, searches) {
                behind.precede(edge.0, asked);
                routes.offer(held, cost + 1, Some(first));
            }
        }
    }

    /// Whether a message may go on from a channel of the tree to another one.
    fn turns_from(&mut self, into: ChannelId, first: ChannelId) -> bool {
        let Beside { order, turns, virtual_channels, behind, .. } = &mut *self.beside;
        let [held, asked] = [into, first].map(|channel| Lane::new(channel, self.layer).index(*virtual_channels));
        let mut all = turns.row(asked).iter_mut();
        let searches = match &mut self.turning {
            Turning::Ahead => None,
            Turning::Searching(searches) => Some(searches),
        };
        // There is none where the one is the opposite of the other.
        all.find(|turn| turn.held == into)
            .is_some_and(|turn| behind.may_precede(held, asked, order) && turn.fits((held, asked), order, searches))
    }
}
