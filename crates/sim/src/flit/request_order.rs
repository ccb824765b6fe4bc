//! In which order heads ask for the parts of their requests, where plans say so.

use super::FlitEngine;
use crate::SimError;
use crate::open_loop::Observer;
use crate::slab::{NONE, WormAt};
use wormcast_plan::{Plan, Reservation, request_order};

impl<O: Observer> FlitEngine<'_, O> {
    /// The order that a plan names, if requests are made in any, or each part by itself.
    pub(super) fn order_of(&self, plan: &Plan) -> Result<Option<Vec<Vec<u32>>>, SimError> {
        if !matches!(self.timing.flow.reservation, Reservation::AnyOrder | Reservation::Independent) {
            return Ok(None);
        }
        let refuse = |problem| SimError::RequestOrder { plan: self.intake.next_message(), problem };
        request_order(plan).map_err(refuse)
    }

    /// Tells the allocator the order of a worm's requests, if its plan names one. O(parts · log parts).
    pub(super) fn lay_order(&mut self, worm: WormAt, route: wormcast_plan::Worm<'_>) {
        let Some(named) = &self.order else { return };
        let (numbers, own) = (&named[route.id as usize], &self.worms[worm]);
        let most = if self.rules.by_branch { 1 } else { usize::MAX };
        for at in own.first_slot..own.first_slot + own.slots {
            let hop = |slot: u32| (self.slots[slot].rank - own.rank) as usize - 1;
            let delivery = |slot: u32| {
                let place = route.deliveries.iter().position(|delivery| delivery.hop as usize == hop(slot));
                place.map(|place| numbers[route.hops.len() + place])
            };
            let of_slot = |slot: u32| {
                let channels = self.slots.children(slot).take(most).map(|child| numbers[hop(child)]);
                let ejects = self.slots[slot].ejection != NONE;
                channels.chain(ejects.then(|| delivery(slot)).flatten()).collect::<Vec<_>>()
            };
            let order: Vec<_> = (at..at + self.slots.route(at).asks).flat_map(of_slot).collect();
            self.allocator.order(at, order);
        }
    }
}
