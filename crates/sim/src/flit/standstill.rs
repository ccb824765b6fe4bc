//! Who waits for whom.

use super::FlitEngine;
use super::inject::Worm;
use super::slots::{Slot, SlotIx};
use crate::open_loop::Observer;
use crate::slab::NONE;
use crate::wait_for_graph::{BlockedVisit, Rules, VisitIx, WaitForGraph};
use crate::{Handover, Ports, Replication, Resource, Switching};
use std::collections::BTreeMap;

/// The number in the graph of each visit, by its first slot.
type Places = BTreeMap<SlotIx, VisitIx>;

impl<O: Observer> FlitEngine<'_, O> {
    /// The worms in flight, what they hold, and what they wait for.
    pub(super) fn wait_for_graph(&self) -> WaitForGraph<'_> {
        let flow = &self.timing.flow;
        // Only then it is known how far upstream a blocked head is felt.
        let by_room = flow.handover == Handover::Empty
            && flow.replication == Replication::LockStep
            && flow.switching == Switching::Wormhole;
        let free_choice = self.worms_choose();
        let rules = Rules { pools: self.pools, channels: &self.channels, free_choice, by_room };
        let mut graph = WaitForGraph::new(rules);
        let mut live: Vec<_> = self.worms.iter().filter(|(_, worm)| worm.unfinished > 0).collect();
        live.sort_unstable_by_key(|(_, worm)| worm.rank);
        let places = self.places(&live);
        let leaders = if self.has_dependencies() { self.leaders() } else { BTreeMap::new() };
        for (_, worm) in live {
            graph.start(self.intake.messages[worm.message].id as usize, worm.id, worm.length);
            self.visits_of(worm).for_each(|at| graph.visit(self.blocked_visit(at, worm, &places, &leaders)));
        }
        self.line_up(&mut graph, &places);
        graph
    }

    /// The first slots of a worm's visits.
    fn visits_of(&self, worm: &Worm) -> impl Iterator<Item = SlotIx> {
        let Worm { first_slot, slots, .. } = *worm;
        (first_slot..first_slot + slots).filter(|&at| self.slots.first_branch(at) == at)
    }

    fn places(&self, live: &[(u32, &Worm)]) -> Places {
        let visits = live.iter().flat_map(|(_, worm)| self.visits_of(worm));
        visits.zip(0..).collect()
    }

    /// The lines of requests that wait; each stands only in those for what it asks for now.
    fn line_up(&self, graph: &mut WaitForGraph<'_>, places: &Places) {
        for (number, line) in self.allocator.lines() {
            for at in line {
                graph.line_up(self.name(number), places[&at]);
            }
        }
    }

    fn name(&self, number: u32) -> Resource {
        self.numbers.name(self.choice.line_of(number))
    }

    fn blocked_visit(
        &self,
        at: SlotIx,
        worm: &Worm,
        places: &Places,
        leaders: &BTreeMap<SlotIx, SlotIx>,
    ) -> BlockedVisit {
        let Slot { before, buffer, requested, granted, .. } = self.slots[at];
        let entry = (buffer != NONE).then_some(self.slots.route(at).channel);
        let waits = requested && !granted;
        let behind = self.is_behind(at, worm, leaders);
        let mut needs: Vec<_> = behind.iter().map(|&(resource, _)| resource).collect();
        if waits {
            needs.extend(self.allocator.waits_for(at, &self.slots).into_iter().map(|number| self.name(number)));
        }
        BlockedVisit {
            node: entry.map_or(worm.origin, |channel| self.topology.graph().target(channel)),
            parent: entry.map(|_| places[&self.slots.first_branch(before)]),
            room: self.entry(at).buffer,
            holds: self.holds(at, worm),
            needs,
            behind: behind.map(|(_, other)| places[&self.slots.first_branch(other)]),
        }
    }

    /// What a visit waits for that is no matter of lines, and the slot that is in its way.
    fn is_behind(&self, at: SlotIx, worm: &Worm, leaders: &BTreeMap<SlotIx, SlotIx>) -> Option<(Resource, SlotIx)> {
        if let Some(front) = self.in_front_of(at) {
            return Some((self.name(self.slots[at].buffer), front));
        }
        if let Some(&leader) = leaders.get(&at) {
            return Some((Resource::Consumption(worm.origin), leader));
        }
        let unsent = self.slots.branches(at).find_map(|branch| self.waits_for_sending(branch))?;
        Some((Resource::Injection(self.topology.graph().target(self.slots.route(at).channel)), unsent))
    }

    /// The visit that is before this one in the buffer that both are in.
    fn in_front_of(&self, at: SlotIx) -> Option<SlotIx> {
        let Slot { before, buffer, .. } = self.slots[at];
        if buffer == NONE || self.timing.flow.handover == Handover::Empty || self.slots[at].requested {
            return None;
        }
        let asked = self.slots[self.slots.first_branch(before)].requested;
        let may_enter = asked && self.buffers.holder(buffer) == at || self.slots[before].left > 0;
        self.buffers.front(buffer).filter(|&front| may_enter && front != at)
    }

    /// What a worm holds until its tail has left a visit, and what its request there has so far.
    fn holds(&self, at: SlotIx, worm: &Worm) -> Vec<Resource> {
        let Slot { buffer, requested, .. } = self.slots[at];
        let mut holds = Vec::new();
        if buffer == NONE {
            let limited = self.timing.injection != Ports::All;
            let gone = self.slots.is_gone(at);
            holds.extend((limited && requested && !gone).then_some(Resource::Injection(worm.origin)));
        } else if self.buffers.holder(buffer) == at || self.buffers.fills(buffer, at) {
            holds.push(self.name(buffer));
        }
        let ejecting = self.slots.branches(at).filter(|&branch| self.slots.route(branch).ejects);
        holds.extend(ejecting.map(|branch| self.name(self.slots[branch].ejection)));
        holds
    }
}
