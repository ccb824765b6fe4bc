//! How the slots of worms that are paths are written.

use super::FlitEngine;
use super::inject::Worm;
use super::slots::{Path, Slot};
use crate::intake::TakesInLines;
use crate::open_loop::Observer;
use crate::slab::{MessageAt, WormAt};
use crate::{SimError, Unicast};
use wormcast_topology::Line;

impl<O: Observer> FlitEngine<'_, O> {
    /// Writes the slots of a worm that is a path.
    pub(super) fn lay_path(&mut self, worm: WormAt, route: wormcast_plan::Worm<'_>) -> Result<(), SimError> {
        let names = self.virtual_channels_of(route)?;
        let choose = self.worms_choose();
        let mut path = self.begin_path(worm);
        for (index, hop) in route.hops.iter().enumerate() {
            let name = names.get(index).map_or(0, |&name| name as u8);
            let number = if choose { self.pool_of(hop.channel, name) } else { self.number_of(hop.channel, name) };
            self.slots.go_on(&mut path, hop.channel, number);
        }
        self.slots.end(path);
        let Worm { first_slot: first, slots, .. } = self.worms[worm];
        for delivery in route.deliveries {
            self.lay_delivery(worm, first + delivery.hop + 1);
        }
        self.lay_paces(first, slots);
        self.lay_order(worm, route);
        Ok(())
    }

    fn begin_path(&self, worm: WormAt) -> Path {
        let Worm { first_slot, length, rank, .. } = self.worms[worm];
        Path::from(first_slot, Slot { worm, length, rank, simple: self.rules.is_simple, ..Slot::EMPTY })
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
        let hops: u64 = lines.iter().map(|line| u64::from(line.steps)).sum();
        let place = u32::try_from(hops + 1).ok().and_then(|slots| Some((slots, self.slots.take(slots)?)));
        let (slots, first_slot) = place.ok_or(SimError::TooManyHops(hops))?;
        let new = Worm { origin, first_slot, slots, length, ..Worm::of(message, self.next_rank) };
        let worm = self.add_worm(new, true);
        let mut path = self.begin_path(worm);
        for channel in lines.iter().copied().flat_map(Line::channels) {
            let number = self.number_of(channel, name);
            self.slots.go_on(&mut path, channel, number);
        }
        let last = self.slots.end(path);
        self.slots[last].delivers = hops > 0;
        self.is_numbered(hops as usize);
        Ok(worm)
    }
}
