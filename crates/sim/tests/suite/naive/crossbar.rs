//! Crossbars whose inputs send one flit at a time, as docs/time.md says it.

use super::Naive;
use super::flits::Unit;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_sim::*;
use wormcast_topology::{ChannelId, NodeId};

/// What routers with such crossbars remember.
#[derive(Debug, Default)]
pub(crate) struct Crossbars {
    /// What waits at each router, the first one first.
    pub waiting: BTreeMap<NodeId, Vec<Unit>>,
    /// Until when each input sends a flit, and each router makes no match.
    busy: BTreeMap<ChannelId, u64>,
    matched: BTreeMap<NodeId, u64>,
    /// Whom each input and each output served last: an output, a virtual channel, an input.
    last_output: BTreeMap<ChannelId, Port>,
    last_lane: BTreeMap<ChannelId, u32>,
    last_input: BTreeMap<ChannelId, Port>,
}

/// An input or an output in the order of turns; an origin, or a delivery, is the last of all.
type Port = Option<ChannelId>;

fn place(port: Port) -> u64 {
    port.map_or(u64::from(u32::MAX), |channel| channel.index() as u64)
}

/// How far behind the one that was served last.
fn behind(port: u64, last: Option<u64>) -> u64 {
    const ALL: u64 = 1 << 32;
    last.map_or(port, |last| (port + 2 * ALL - last - 1) % ALL)
}

impl Naive<'_> {
    pub(super) fn has_crossbars(&self) -> bool {
        self.timing.flow.crossbar != Crossbar::Full && self.shares_links()
    }

    pub(super) fn waits_at_a_router(&self, unit: &Unit) -> bool {
        self.crossbars.waiting.values().any(|units| units.contains(unit))
    }

    /// A flit that could leave but for links and inputs waits; what comes to an endpoint is taken in.
    pub(super) fn line_up(&mut self, unit: Unit) {
        let (node, has_come) = (self.node(unit.visit), self.visits[unit.visit].entry.is_some());
        if has_come && self.topology.graph().is_endpoint(node) {
            return self.leave(unit);
        }
        self.crossbars.waiting.entry(node).or_default().push(unit);
    }

    /// All routers choose what crosses now; whether anything does.
    pub(super) fn cross(&mut self) -> bool {
        let routers: Vec<_> = self.crossbars.waiting.keys().copied().collect();
        let chosen: Vec<_> = routers.into_iter().map(|router| (router, self.choose_at(router))).collect();
        let any = chosen.iter().any(|(_, units)| !units.is_empty());
        for (router, units) in chosen {
            for unit in units {
                self.crossbars.waiting.get_mut(&router).unwrap().retain(|other| *other != unit);
                for channel in self.channels(unit) {
                    self.link_free.insert(channel, self.now + self.flit(channel));
                }
                self.leave(unit);
            }
        }
        any
    }

    fn input(&self, unit: Unit) -> Port {
        self.visits[unit.visit].entry.map(|(_, _, channel)| channel)
    }

    fn is_ready(&self, unit: Unit, taken: &BTreeSet<ChannelId>, sending: &BTreeSet<ChannelId>) -> bool {
        let may_send = self.input(unit).is_none_or(|input| {
            !sending.contains(&input) && self.crossbars.busy.get(&input).is_none_or(|&at| at <= self.now)
        });
        let free = |channel: &ChannelId| {
            let free = self.link_free.get(channel).is_none_or(|&at| at <= self.now);
            free && !taken.contains(channel) && !self.is_stalled(*channel)
        };
        may_send && self.channels(unit).iter().all(free)
    }

    fn choose_at(&mut self, router: NodeId) -> Vec<Unit> {
        let separable = self.timing.flow.crossbar == Crossbar::Separable;
        if separable && self.crossbars.matched.get(&router).is_some_and(|&at| at > self.now) {
            return Vec::new();
        }
        let waiting = self.crossbars.waiting[&router].clone();
        let (mut taken, mut sending, mut chosen) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for &unit in waiting.iter().filter(|&&unit| !separable || self.channels(unit).len() > 1) {
            let goes = self.is_ready(unit, &taken, &sending);
            if goes {
                sending.extend(self.input(unit));
                chosen.push(unit);
            }
            if goes || self.channels(unit).len() > 1 {
                taken.extend(self.channels(unit));
            }
        }
        if separable {
            let is_single = |unit: &Unit| self.channels(*unit).len() <= 1 && self.is_ready(*unit, &taken, &sending);
            let offered: Vec<_> = waiting.iter().copied().filter(is_single).collect();
            chosen.extend(self.matched(&offered));
        }
        if !chosen.is_empty() {
            self.crossbars.matched.insert(router, self.now + self.timing.flit.ps());
        }
        for &unit in &chosen {
            let until = self.now + self.timing.flit.ps();
            self.crossbars.busy.extend(self.input(unit).map(|input| (input, until)));
        }
        chosen
    }

    fn matched(&mut self, offered: &[Unit]) -> Vec<Unit> {
        let output = |unit: &Unit| self.channels(*unit).first().copied();
        let lane = |unit: &Unit| u64::from(self.visits[unit.visit].number);
        let turns = &self.crossbars;
        // Each input chooses an output, and a virtual channel of those that go there.
        let by_input = |unit: &Unit| {
            let Some(input) = self.input(*unit) else { return (0, 0) };
            let last_lane = turns.last_lane.get(&input).map(|&lane| lane.into());
            let last_output = turns.last_output.get(&input).copied().map(place);
            (behind(place(output(unit)), last_output), behind(lane(unit), last_lane))
        };
        let is_first = |unit: &&Unit| {
            let rivals = offered.iter().filter(|other| self.input(**other) == self.input(**unit));
            self.input(**unit).is_none() || rivals.min_by_key(|other| by_input(other)) == Some(unit)
        };
        let first: Vec<_> = offered.iter().filter(is_first).collect();
        // Each output chooses an input.
        let by_output = |unit: &Unit| {
            let last = output(unit).and_then(|output| turns.last_input.get(&output).copied());
            behind(place(self.input(*unit)), last.map(place))
        };
        let wins = |unit: &&Unit| {
            let rivals = first.iter().copied().filter(|other| output(other) == output(unit));
            output(unit).is_none() || rivals.min_by_key(|other| by_output(other)) == Some(unit)
        };
        let winners: Vec<Unit> = first.iter().copied().filter(wins).copied().collect();
        let served: Vec<_> = winners.iter().map(|unit| (self.input(*unit), output(unit), lane(unit) as u32)).collect();
        for (input, output, lane) in served {
            if let Some(input) = input {
                self.crossbars.last_output.insert(input, output);
                self.crossbars.last_lane.insert(input, lane);
            }
            self.crossbars.last_input.extend(output.map(|output| (output, input)));
        }
        winners
    }
}
