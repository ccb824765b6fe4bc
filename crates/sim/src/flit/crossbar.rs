//! Crossbars whose inputs send one flit at a time: which of the flits that wait at a router cross next.
//!
//! A flit that could leave but for links and inputs waits at its router. When all else that an instant brings about is
//! done, all routers choose at once who crosses.

use super::FlitEngine;
use super::event_queue::EventQueue;
use super::links::Links;
use super::numbers::{Numbers, ResourceIx};
use super::slots::{Slot, SlotIx, Slots};
use crate::open_loop::Observer;
use crate::slab::NONE;
use crate::{Crossbar, Resource, Time};

/// The turns of a link's two ends.
#[derive(Clone, Copy, Debug, Default)]
struct Port {
    /// As an input: when it can send the next flit, and which output and virtual channel it chooses next.
    free_at: Time,
    output_turn: u32,
    lane_turn: u32,
    /// As an output: which input it chooses next.
    input_turn: u32,
    /// The number of the choice for which an earlier flit claims the link.
    claimed: u64,
}

#[derive(Clone, Debug, Default)]
struct Router {
    /// What waits, in the order in which it lined up.
    waiting: Vec<SlotIx>,
    is_stirred: bool,
    /// A separable allocator makes no match before.
    next: Time,
}

/// A flit that an input offers.
#[derive(Clone, Copy, Debug)]
struct Offer {
    at: SlotIx,
    /// The numbers of the links; `NONE` for an origin, and for a delivery.
    input: u32,
    output: u32,
    /// How far off its turn is at the input: of the output, then of the virtual channel.
    distance: (u32, u32),
}

/// Those of all routers.
#[derive(Debug)]
pub(super) struct Crossbars {
    is_separable: bool,
    /// The time in which an input sends a flit.
    cycle: Time,
    routers: Vec<Router>,
    /// By number of the link.
    ports: Vec<Port>,
    stirred: Vec<u32>,
    /// Routers where an input or a link is free from then on.
    wakes: EventQueue<u32>,
    choices: u64,
    offers: Vec<Offer>,
    /// Flits that cross now.
    chosen: Vec<SlotIx>,
}

impl Crossbars {
    pub(super) fn of(crossbar: Crossbar, cycle: Time, nodes: usize) -> Option<Self> {
        (crossbar != Crossbar::Full).then(|| Self {
            is_separable: crossbar == Crossbar::Separable,
            cycle,
            routers: vec![Router::default(); nodes],
            ports: Vec::new(),
            stirred: Vec::new(),
            wakes: EventQueue::after(cycle),
            choices: 0,
            offers: Vec::new(),
            chosen: Vec::new(),
        })
    }

    pub(super) fn next_time(&self) -> Time {
        self.wakes.next_time()
    }

    /// A flit that is free to leave lines up at its router.
    pub(super) fn line_up(&mut self, router: usize, at: SlotIx) {
        self.routers[router].waiting.push(at);
        self.stir(router as u32);
    }

    fn stir(&mut self, router: u32) {
        let is_stirred = &mut self.routers[router as usize].is_stirred;
        if !std::mem::replace(is_stirred, true) {
            self.stirred.push(router);
        }
    }

    /// A router looks again at what waits there at a time that has not come.
    pub(super) fn wake(&mut self, router: usize, now: Time, at: Time) {
        self.wakes.add(now, at, router as u32);
    }

    /// All routers at which something has changed choose what crosses now.
    fn choose(&mut self, slots: &Slots, links: &Links, numbers: &Numbers, now: Time) {
        while let Some(router) = self.wakes.pop(now) {
            self.stir(router);
        }
        self.ports.resize(links.count(), Port::default());
        for router in std::mem::take(&mut self.stirred) {
            self.routers[router as usize].is_stirred = false;
            if !self.routers[router as usize].waiting.is_empty() && self.routers[router as usize].next <= now {
                self.choose_at(router, slots, links, numbers, now);
            }
        }
    }

    fn choose_at(&mut self, router: u32, slots: &Slots, links: &Links, numbers: &Numbers, now: Time) {
        self.choices += 1;
        let before = self.chosen.len();
        let mut waiting = std::mem::take(&mut self.routers[router as usize].waiting);
        // What is matched comes after what is served in its turn.
        let is_matched = |at: SlotIx| self.is_separable && slots.ahead(at).nth(1).is_none();
        let (matched, served): (Vec<_>, Vec<_>) = waiting.iter().partition(|&&at| is_matched(at));
        for at in served {
            let input = links.number(slots[at].buffer);
            if self.is_ready(at, input, slots, links, now) {
                self.takes(at, input, slots, links, now);
            } else if slots.ahead(at).nth(1).is_some() {
                self.claim(at, slots, links);
            }
        }
        for at in matched {
            let Slot { buffer, .. } = slots[at];
            let input = links.number(buffer);
            if self.is_ready(at, input, slots, links, now) {
                let output = slots.ahead(at).next().map_or(NONE, |buffer| links.number(buffer));
                self.offer(Offer { at, input, output, distance: (0, 0) }, links, lane(numbers, buffer));
            }
        }
        self.matched(links, slots, now);
        let chosen = &self.chosen[before..];
        if !chosen.is_empty() {
            waiting.retain(|at| !chosen.contains(at));
            let next = now + self.cycle;
            self.wakes.add(now, next, router);
            if self.is_separable {
                self.routers[router as usize].next = next;
            }
        }
        self.routers[router as usize].waiting = waiting;
    }

    /// Whether the input of a flit and all its links are free, and no earlier flit claims these.
    fn is_ready(&self, at: SlotIx, input: u32, slots: &Slots, links: &Links, now: Time) -> bool {
        let is_open = |buffer: ResourceIx| {
            let output = links.number(buffer);
            links.is_free(output, now) && self.ports[output as usize].claimed != self.choices
        };
        let may_send = input == NONE || self.ports[input as usize].free_at <= now;
        may_send && slots.ahead(at).all(is_open)
    }

    /// Later flits get no link of this one, which goes when all of them are free.
    fn claim(&mut self, at: SlotIx, slots: &Slots, links: &Links) {
        slots.ahead(at).for_each(|buffer| self.ports[links.number(buffer) as usize].claimed = self.choices);
    }

    /// A flit crosses: nothing else that is chosen now gets its input or its links.
    fn takes(&mut self, at: SlotIx, input: u32, slots: &Slots, links: &Links, now: Time) {
        self.chosen.push(at);
        self.claim(at, slots, links);
        if input != NONE {
            self.ports[input as usize].free_at = now + self.cycle;
        }
    }

    /// An input that a flit can cross from offers that whose output and then virtual channel is next in turn.
    fn offer(&mut self, mut offer: Offer, links: &Links, lane: u32) {
        if offer.input == NONE {
            return self.offers.push(offer);
        }
        let Port { output_turn, lane_turn, .. } = self.ports[offer.input as usize];
        offer.distance = (links.key(offer.output).wrapping_sub(output_turn), lane.wrapping_sub(lane_turn));
        match self.offers.iter_mut().find(|other| other.input == offer.input) {
            Some(other) if offer.distance < other.distance => *other = offer,
            Some(_) => {}
            None => self.offers.push(offer),
        }
    }

    /// Each output takes the input that is next in turn, of those that offer it a flit.
    fn matched(&mut self, links: &Links, slots: &Slots, now: Time) {
        let mut offers = std::mem::take(&mut self.offers);
        for (place, &Offer { at, input, output, distance }) in offers.iter().enumerate() {
            let turn = |offer: &Offer| links.key(offer.input).wrapping_sub(self.ports[output as usize].input_turn);
            let is_beaten = |(other, offer): (usize, &Offer)| {
                offer.output == output && (turn(offer), other) < (turn(&offers[place]), place)
            };
            if output != NONE && offers.iter().enumerate().any(is_beaten) {
                continue;
            }
            if input != NONE {
                let port = &mut self.ports[input as usize];
                port.output_turn = links.key(output).wrapping_add(1);
                port.lane_turn = port.lane_turn.wrapping_add(distance.1).wrapping_add(1);
            }
            self.takes(at, input, slots, links, now);
        }
        for &Offer { at, input, output, .. } in &offers {
            if output != NONE && self.chosen.contains(&at) {
                self.ports[output as usize].input_turn = links.key(input).wrapping_add(1);
            }
        }
        offers.clear();
        self.offers = offers;
    }
}

/// The number of a virtual channel on its link.
fn lane(numbers: &Numbers, buffer: ResourceIx) -> u32 {
    match buffer {
        NONE => 0,
        buffer => match numbers.name(buffer) {
            Resource::VirtualChannel(_, lane) => lane,
            _ => 0,
        },
    }
}

impl<O: Observer> FlitEngine<'_, O> {
    /// Flits that can leave now wait at their routers, in the order of worms and of their visits.
    pub(super) fn line_up_at_routers(&mut self) {
        let mut batch = std::mem::take(&mut self.batch);
        while self.next_flits(&mut batch) {
            for at in batch.drain(..) {
                let Slot { buffer, .. } = self.slots[at];
                let graph = self.topology.graph();
                let router = match buffer {
                    NONE => self.worms[self.slots[at].worm].origin,
                    _ => graph.target(self.slots.route(at).channel),
                };
                if buffer != NONE && graph.is_endpoint(router) {
                    self.flit_leaves(at);
                } else {
                    self.crossbars.iter_mut().for_each(|crossbars| crossbars.line_up(router.index(), at));
                    self.other = self.now;
                }
            }
        }
        self.batch = batch;
    }

    /// What crosses the crossbars when all else of the instant is done; whether anything does.
    pub(super) fn cross(&mut self) -> bool {
        let Self { crossbars: Some(crossbars), links: Some(links), slots, numbers, now, .. } = self else {
            return false;
        };
        crossbars.choose(slots, links, numbers, *now);
        let mut chosen = std::mem::take(&mut crossbars.chosen);
        let any = !chosen.is_empty();
        chosen.sort_unstable_by_key(|&at| (self.slots[at].rank, at));
        for at in chosen.drain(..) {
            self.cross_links(at);
            self.flit_leaves(at);
        }
        self.crossbars.iter_mut().for_each(|crossbars| crossbars.chosen = std::mem::take(&mut chosen));
        any
    }

    fn cross_links(&mut self, at: SlotIx) {
        let Self { crossbars: Some(crossbars), links: Some(links), slots, now, topology, .. } = self else { return };
        for buffer in slots.ahead(at) {
            let until = links.occupy(buffer, *now);
            let router = topology.graph().source(links.channel(buffer));
            crossbars.wake(router.index(), *now, until);
        }
    }
}
