//! How the slots of worms that are paths are written.

use super::FlitEngine;
use super::inject::{Layout, Worm};
use super::slots::Slot;
use crate::intake::TakesInLines;
use crate::open_loop::Observer;
use crate::slab::{MessageAt, WormAt};
use crate::{SimError, Unicast};
use wormcast_topology::Line;

impl<O: Observer> FlitEngine<'_, O> {
    /// Writes the slots of a worm that is a path.
    pub(super) fn lay_path(
        &mut self,
        worm: WormAt,
        route: wormcast_plan::Worm<'_>,
        layout: &mut Layout,
    ) -> Result<(), SimError> {
        let names = self.virtual_channels_of(route)?;
        let choose = self.worms_choose();
        layout.hops.clear();
        for (index, hop) in route.hops.iter().enumerate() {
            let name = names.get(index).map_or(0, |&name| name as u8);
            let number = if choose { self.pool_of(hop.channel, name) } else { self.number_of(hop.channel, name) };
            layout.hops.push((hop.channel, number));
        }
        let first = self.lay_hops(worm, layout);
        for delivery in route.deliveries {
            self.lay_delivery(worm, first + delivery.hop + 1);
        }
        self.lay_paces(first, self.worms[worm].slots);
        self.lay_order(worm, route);
        Ok(())
    }

    /// Returns the first slot.
    fn lay_hops(&mut self, worm: WormAt, layout: &Layout) -> u32 {
        let Worm { first_slot, length, rank, .. } = self.worms[worm];
        let origin = Slot { worm, length, rank, simple: self.rules.is_simple, ..Slot::EMPTY };
        self.slots.lay_path(first_slot, origin, &layout.hops);
        first_slot
    }

    /// The virtual channel of all hops of the next unicast, if it can be taken in by its lines: they all take the same.
    pub(super) fn name_by_lines(&self) -> Option<u8> {
        let name = if self.links.is_some() { self.rule.of_all(self.next_worm, false)? } else { 0 };
        self.rules.is_simple.then_some(name as u8)
    }
}

impl<O: Observer> TakesInLines for FlitEngine<'_, O> {
    fn build_unicast(&mut self, message: MessageAt, unicast: Unicast<'_>, length: u32) -> Result<WormAt, SimError> {
        let Unicast { origin, lines, .. } = unicast;
        let name = self.name_by_lines().unwrap_or(0);
        let mut layout = std::mem::take(&mut self.layout);
        layout.hops.clear();
        for channel in lines.iter().copied().flat_map(Line::channels) {
            layout.hops.push((channel, self.number_of(channel, name)));
        }
        let hops = layout.hops.len();
        let slots = u32::try_from(hops + 1).ok();
        let place = slots.and_then(|slots| Some((slots, self.slots.take(slots)?)));
        let built = place.ok_or(SimError::TooManyHops(hops as u64)).map(|(slots, first_slot)| {
            let new = Worm { origin, first_slot, slots, length, ..Worm::of(message, self.next_rank) };
            let worm = self.add_worm(new, true);
            let first = self.lay_hops(worm, &layout);
            self.slots[first + slots - 1].delivers = hops > 0;
            self.is_numbered(hops);
            worm
        });
        self.layout = layout;
        built
    }
}
