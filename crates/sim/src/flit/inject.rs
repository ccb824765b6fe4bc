//! How worms come into the engine.

use super::FlitEngine;
use super::numbers::ResourceIx;
use super::slots::{Fork, Route, SEVERAL, Slot, SlotIx};
use crate::intake::{Intake, TakesIn};
use crate::network_interface::Starter;
use crate::open_loop::Observer;
use crate::slab::{MessageAt, NONE, WormAt};
use crate::{Ports, SimError, Time};
use std::cmp::Reverse;
use wormcast_plan::{Reservation, WormId, Worms};
use wormcast_topology::{ChannelId, NodeId};

/// A worm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worm {
    /// The number of its first visit among those of all worms that there ever were.
    pub rank: u64,
    pub message: MessageAt,
    pub id: WormId,
    pub origin: NodeId,
    pub first_slot: SlotIx,
    pub slots: u32,
    /// Slots that its tail has not left and crossed; of a simple worm only the last one counts.
    pub unfinished: u32,
    pub length: u32,
    /// The pool of ejection channels that it delivers through.
    pub pool: u8,
    /// The next worm in its node's queue of starters, or in that for injection channels.
    pub next: WormAt,
    /// The next worm that starts by the same delivery as this one.
    pub next_follower: WormAt,
}

impl Starter for Worm {
    fn origin(&self) -> NodeId {
        self.origin
    }

    fn rank(&self) -> u64 {
        self.rank
    }

    fn next(&mut self) -> &mut WormAt {
        &mut self.next
    }
}

/// Where the visits of the worm that is being laid out have their slots.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// By visit: how many branches it has, a delivery included, and at last the slot of the next one.
    branches: Vec<u32>,
    /// By visit: its first slot, counted from that of the worm.
    first: Vec<u32>,
    /// The worm of a message to one node, where it is not taken in by its lines.
    pub unicast: Worms,
    /// Whether each hop goes on where the one before ends, and visits have one slot each: then the rest means nothing.
    is_path: bool,
}

impl Layout {
    /// Counts branches and slots; how many slots there are.
    fn measure(&mut self, route: wormcast_plan::Worm<'_>, by_branch: bool) -> Option<u32> {
        let visits = route.hops.len() + 1;
        self.is_path = !by_branch && (0..).zip(route.hops).all(|(index, hop)| hop.goes_on_at(index));
        if self.is_path {
            return u32::try_from(visits).ok();
        }
        self.branches.clear();
        self.branches.resize(visits, 0);
        if by_branch {
            route.hops.iter().for_each(|hop| self.branches[hop.parent().map_or(0, |hop| hop as usize + 1)] += 1);
            let mut delivering: Vec<_> = route.deliveries.iter().map(|delivery| delivery.hop as usize + 1).collect();
            delivering.sort_unstable();
            delivering.dedup();
            delivering.into_iter().for_each(|visit| self.branches[visit] += 1);
        }
        self.first.clear();
        let mut next = 0_u32;
        for &branches in &self.branches {
            self.first.push(next);
            next = next.checked_add(branches.max(1))?;
        }
        Some(next)
    }
}

impl<O: Observer> TakesIn for FlitEngine<'_, O> {
    fn intake(&mut self) -> &mut Intake {
        &mut self.intake
    }

    fn build(&mut self, message: MessageAt, route: wormcast_plan::Worm<'_>) -> Result<WormAt, SimError> {
        let mut layout = std::mem::take(&mut self.layout);
        let slots = layout.measure(route, self.rules.by_branch);
        let place = slots.and_then(|slots| self.slots.take(slots));
        let Some((slots, first_slot)) = slots.zip(place) else {
            return Err(SimError::TooManyHops(route.hops.len() as u64));
        };
        let (length, pool) = (self.intake.length_of(route), self.pools.of(route.consumption_class));
        let (id, origin) = (route.id, route.origin);
        let rank = self.next_rank;
        let new = Worm { id, origin, first_slot, slots, length, pool, ..Worm::of(message, rank) };
        let worm = self.add_worm(new, layout.is_path);
        let built = self.lay_route(worm, route, &mut layout);
        self.layout = layout;
        self.is_numbered(route.hops.len());
        if built.is_err() {
            self.discard(worm);
        }
        built.map(|()| worm)
    }

    fn discard(&mut self, worm: WormAt) {
        let Worm { first_slot, slots, .. } = self.worms[worm];
        self.worms[worm].unfinished = 0;
        self.slots.give_back(first_slot, slots);
        self.worms.remove(worm);
    }

    fn start_at(&mut self, worm: WormAt, at: Time) {
        self.starts.push(Reverse((at, self.worms[worm].rank, worm)));
        self.other = self.other.min(at);
    }

    fn start_after(&mut self, worm: WormAt, leader: WormAt, hop: u32) {
        let at = self.delivery_slot(leader, hop);
        let first = &mut self.slots.route_mut(at).first_follower;
        self.worms[worm].next_follower = std::mem::replace(first, worm);
    }
}

impl Worm {
    /// A worm of a message, of which nothing else is known yet.
    pub(super) fn of(message: MessageAt, rank: u64) -> Self {
        let [first_slot, slots, unfinished, length] = [0; 4];
        let [next, next_follower] = [NONE; 2];
        let (id, origin, pool) = (0, NodeId::new(0), 0);
        Self { rank, message, id, origin, first_slot, slots, unfinished, length, pool, next, next_follower }
    }
}

impl<O: Observer> FlitEngine<'_, O> {
    /// Takes in a worm whose slots are taken.
    pub(super) fn add_worm(&mut self, worm: Worm, is_path: bool) -> WormAt {
        if self.has_dependencies() {
            self.will_send(worm.origin);
        }
        let unfinished = if is_path && self.rules.is_simple { 1 } else { worm.slots };
        self.worms.add(Worm { unfinished, ..worm })
    }

    /// The next worm, of so many hops, has its numbers.
    pub(super) fn is_numbered(&mut self, hops: usize) {
        self.next_rank += hops as u64 + 1;
        self.next_worm += 1;
    }

    /// Writes the slots of a worm.
    fn lay_route(&mut self, worm: WormAt, route: wormcast_plan::Worm<'_>, layout: &mut Layout) -> Result<(), SimError> {
        let Worm { first_slot: first, length, .. } = self.worms[worm];
        if layout.is_path {
            self.lay_path(worm, route)?;
            return self.lay_requests(worm);
        }
        self.lay_visit(worm, 0, layout, ChannelId::new(0), Slot { worm, length, ..Slot::EMPTY });
        // From here on `first` of the layout is where the next branch of a visit goes, if each has a slot.
        let names = self.virtual_channels_of(route)?;
        for (hop, visit) in route.hops.iter().zip(1..) {
            let name = names.get(visit - 1).map_or(0, |&name| name as u8);
            let choose = self.worms_choose();
            let buffer = if choose { self.pool_of(hop.channel, name) } else { self.number_of(hop.channel, name) };
            let parent = hop.parent().map_or(0, |hop| hop as usize + 1);
            let before = first + layout.first[parent];
            let at = first + layout.first[visit];
            self.lay_visit(worm, visit, layout, hop.channel, Slot { worm, length, before, buffer, ..Slot::EMPTY });
            self.link(before, at, buffer);
            layout.first[parent] += u32::from(self.rules.by_branch);
            self.check_siblings(worm, before, at)?;
        }
        for delivery in route.deliveries {
            self.lay_delivery(worm, first + layout.first[delivery.hop as usize + 1]);
        }
        self.lay_paces(first, self.worms[worm].slots);
        self.lay_order(worm, route);
        self.lay_requests(worm)
    }

    /// Writes the slots of a visit, all alike.
    fn lay_visit(&mut self, worm: WormAt, visit: usize, layout: &Layout, channel: ChannelId, slot: Slot) {
        let at = self.worms[worm].first_slot + layout.first[visit];
        let branches = layout.branches[visit].max(1);
        let fork =
            if branches == 1 { NONE } else { self.slots.forks.add(Fork { first: at, branches, left: 0, gone: 0 }) };
        for branch in at..at + branches {
            self.slots[branch] = Slot { fork, rank: self.next_rank + visit as u64, ..slot };
            *self.slots.route_mut(branch) = Route {
                channel,
                next_sibling: if branch + 1 == at + branches { NONE } else { branch + 1 },
                // The request is made for all branches together.
                asks: if branch == at { branches } else { 0 },
                ..Route::empty()
            };
        }
    }

    /// A slot sends its flits to a visit, which begins at `at`.
    fn link(&mut self, before: SlotIx, at: SlotIx, buffer: ResourceIx) {
        let several = self.rules.by_branch && self.slots[at].fork != NONE;
        let slot = &mut self.slots[before];
        if slot.next == NONE {
            (slot.next, slot.ahead) = (if several { SEVERAL } else { at }, buffer);
            self.slots.route_mut(before).first_child = at;
            return;
        }
        (slot.next, slot.ahead) = (SEVERAL, SEVERAL);
        let last = self.slots.children(before).last();
        last.into_iter().for_each(|last| self.slots.route_mut(last).next_sibling = at);
    }

    /// A visit delivers at this slot.
    pub(super) fn lay_delivery(&mut self, worm: WormAt, at: SlotIx) {
        if std::mem::replace(&mut self.slots[at].delivers, true) {
            return;
        }
        let Worm { message, pool, .. } = self.worms[worm];
        self.intake.messages[message].deliveries += 1;
        if self.timing.consumption != Ports::All {
            let node = self.topology.graph().target(self.slots.route(at).channel);
            self.slots[at].ejection = self.number_of_ejection(node, pool);
        }
    }

    /// With whole reservation all is asked for at the origin.
    fn lay_requests(&mut self, worm: WormAt) -> Result<(), SimError> {
        if self.timing.flow.reservation != Reservation::Whole {
            return Ok(());
        }
        let Worm { first_slot, slots, id, .. } = self.worms[worm];
        (first_slot..first_slot + slots).for_each(|at| self.slots.route_mut(at).asks = 0);
        self.slots.route_mut(first_slot).asks = slots;
        let mut all: Vec<_> = self.slots.needs(first_slot).collect();
        all.sort_unstable();
        match all.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => {
                let resource = self.numbers.name(pair[0]);
                Err(SimError::WholeTwice { plan: self.intake.next_message(), worm: id, resource })
            }
        }
    }

    /// Refuses a channel that the worm already takes at the same router. O(branches) for each branch.
    fn check_siblings(&self, worm: WormAt, before: SlotIx, at: SlotIx) -> Result<(), SimError> {
        let Worm { rank, id, .. } = self.worms[worm];
        let channel = self.slots.route(at).channel;
        let most = if self.rules.by_branch { 1 } else { usize::MAX };
        for branch in self.slots.first_branch(before)..=before {
            let same = |&other: &SlotIx| other != at && self.slots.route(other).channel == channel;
            if let Some(other) = self.slots.children(branch).take(most).find(same) {
                let [first, second] = [other, at].map(|at| (self.slots[at].rank - rank) as u32 - 1);
                return Err(SimError::RepeatedBranch { plan: self.intake.next_message(), worm: id, first, second });
            }
        }
        Ok(())
    }

    /// The slot at which a worm delivers at the end of a hop.
    fn delivery_slot(&self, worm: WormAt, hop: u32) -> SlotIx {
        let Worm { first_slot, slots, rank, .. } = self.worms[worm];
        let rank = rank + u64::from(hop) + 1;
        // The ranks of the slots ascend.
        let (mut low, mut high) = (first_slot, first_slot + slots);
        while low < high {
            let middle = low.midpoint(high);
            if self.slots[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        self.slots.branches(low).end - 1
    }
}
