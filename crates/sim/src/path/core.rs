//! The state of an engine for paths, for all nodes of a network or for a region of them.

use super::events::Events;
use super::lines::Lines;
use super::pool::Pool;
use super::routes::Run;
use super::tails::Tails;
use super::worms::{GONE, Held, Ps, Worm};
use crate::ejection::Pools;
use crate::network_interface::NetworkInterfaces;
use crate::slab::{MessageAt, Slab, WormAt};
use crate::{SimError, Timing};
use std::ops::Range;
use wormcast_plan::WormId;
use wormcast_topology::{Graph, NodeId};

/// An engine for the nodes of a site. Two of them share no cache lines, not even a pair that is fetched together: each
/// may be another thread's.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Core<'t, S> {
    pub graph: &'t Graph,
    pub timing: Timing,
    /// From the grant of a visit until the head is ready at the next one: t_f + t_r.
    pub hop: Ps,
    /// t_f.
    pub flit: Ps,
    /// The closed form for each length that worms have had; the first is that of the timing.
    pub tails: Vec<Tails>,
    pub now: Ps,
    pub events: Events,
    pub lines: Lines,
    pub interfaces: NetworkInterfaces,
    /// Whether worms that start request their first channel then: no overhead, and nothing to wait for, is before.
    pub starts_at_once: bool,
    pub worms: Slab<Worm>,
    pub runs: Pool<Run>,
    pub rings: Pool<Held>,
    /// Its nodes.
    pub nodes: Range<usize>,
    /// Worms that have been generated and whose head has not left, by node.
    pub backlog: Vec<u32>,
    pub grants: u64,
    /// Heads that are ready now.
    pub ready: Vec<WormAt>,
    pub site: S,
}

/// A worm that comes into an engine, at its origin; its runs are told beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewWorm {
    pub rank: u64,
    pub message: MessageAt,
    pub id: WormId,
    pub origin: NodeId,
    pub steps: u32,
    pub length: u32,
    pub pool: u8,
}

/// A worm that comes from elsewhere on its way: what is not the same wherever it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comer {
    pub worm: NewWorm,
    pub at: u32,
    pub delivers: bool,
    pub window: (u32, u32),
    /// What is left of its run.
    pub run: Run,
}

impl Comer {
    /// What a worm of this length is elsewhere.
    pub(super) fn of(worm: &Worm, length: u32) -> Self {
        let &Worm { rank, message, id, origin, last, pool, at, delivers, window, channel, stride, steps, .. } = worm;
        Self {
            worm: NewWorm { rank, message, id, origin, steps: last, length, pool },
            at,
            delivers,
            window,
            run: Run { channel, stride, steps },
        }
    }
}

impl<'t, S> Core<'t, S> {
    /// At rest, at time 0, for these nodes and the channels that leave them. O(nodes · classes + their channels).
    pub(super) fn new(graph: &'t Graph, nodes: Range<usize>, timing: &Timing, classes: u8, site: S) -> Self {
        let flit = timing.flit.ps();
        let interfaces = NetworkInterfaces::new(nodes.clone(), timing);
        Self {
            graph,
            timing: timing.clone(),
            hop: flit + timing.router.ps(),
            flit,
            tails: vec![Tails::new(timing, timing.length)],
            now: 0,
            events: Events::default(),
            lines: Lines::new(graph, nodes.clone(), Pools::new(timing.consumption, classes)),
            starts_at_once: timing.send.ps() == 0 && !interfaces.limited,
            interfaces,
            worms: Slab::new(),
            runs: Pool::default(),
            rings: Pool::default(),
            backlog: vec![0; nodes.len()],
            nodes,
            grants: 0,
            ready: Vec::new(),
            site,
        }
    }

    /// The closed form for worms of a length: one that is known, or a new one.
    fn tails_of(&mut self, length: u32) -> u32 {
        let known = self.tails.iter().position(|tails| tails.length() == length);
        let place = known.unwrap_or_else(|| {
            self.tails.push(Tails::new(&self.timing, length));
            self.tails.len() - 1
        });
        place as u32
    }

    /// The worms of a node that wait at their source.
    pub(super) fn backlog(&mut self, node: NodeId) -> &mut u32 {
        &mut self.backlog[node.index() - self.nodes.start]
    }

    /// The node at which the head of a worm asks for an ejection channel.
    pub(super) fn ejects(&self, worm: &Worm) -> Option<NodeId> {
        let ejects = worm.delivers && self.lines.ejection_is_limited();
        ejects.then(|| self.node_of(self.rings[worm.place(worm.at)]))
    }

    /// The node of a visit.
    pub(super) fn node_of(&self, held: Held) -> NodeId {
        self.graph.target(held.channel())
    }

    /// Takes places for a worm that will start. Its route ends with [`Run::END`]; there is nothing left of one that has
    /// come to its end elsewhere.
    pub(super) fn build(&mut self, new: NewWorm, route: &[Run]) -> Result<WormAt, SimError> {
        let NewWorm { rank, message, id, origin, steps, length, pool } = new;
        let tails = self.tails_of(length);
        let &Tails { reach, rest, newest, .. } = &self.tails[tails as usize];
        let mask = reach.min(steps).checked_add(1).and_then(u32::checked_next_power_of_two).map(|room| room - 1);
        let places = mask.and_then(|mask| if newest { Some(mask + 1) } else { (mask + 1).checked_mul(2) });
        let places = places.and_then(|places| self.places(route, places));
        let full = SimError::TooManyHops(u64::from(steps));
        let ((runs, ring), mask) = places.zip(mask).ok_or(full)?;
        let mut worm = Worm {
            rank,
            message,
            at: 0,
            last: steps,
            channel: 0,
            stride: 0,
            steps: 0,
            next_run: runs,
            ring,
            mask,
            next: 0,
            next_ejecting: 0,
            reach,
            rest,
            newest,
            tails,
            unmet: 0,
            delivers: false,
            latest: 0,
            window: (0, 0),
            id,
            origin,
            runs: (runs, route.len() as u32),
            pool,
        };
        route.first().into_iter().for_each(|&first| worm.turn(first));
        Ok(self.worms.add(worm))
    }

    /// Places for the runs of a worm, which are written there, and for its ring.
    fn places(&mut self, route: &[Run], room: u32) -> Option<(u32, u32)> {
        let count = route.len() as u32;
        let runs = self.runs.take(count)?;
        let Some(ring) = self.rings.take(room) else {
            self.runs.give_back(runs, count);
            return None;
        };
        self.runs.slice_mut(runs, count).copy_from_slice(route);
        Some((runs, ring))
    }

    /// Takes in a worm from elsewhere, with the rest of its runs and its ring; none if there is no place.
    pub(super) fn settle(&mut self, comer: &Comer, route: &[Run], ring: &[Held]) -> Option<WormAt> {
        let place = self.build(comer.worm, route).ok()?;
        let worm = &mut self.worms[place];
        let Comer { at, delivers, window, run: Run { channel, stride, steps }, .. } = *comer;
        *worm = Worm { at, delivers, window, channel, stride, steps, next_run: worm.runs.0, ..*worm };
        self.rings.slice_mut(worm.ring, ring.len() as u32).copy_from_slice(ring);
        Some(place)
    }

    /// Gives the places of a worm back.
    pub(super) fn discard(&mut self, at: WormAt) {
        let worm = &mut self.worms[at];
        worm.at = GONE;
        let Worm { ring, runs, .. } = *worm;
        self.rings.give_back(ring, worm.places());
        self.runs.give_back(runs.0, runs.1);
        self.worms.remove(at);
    }
}
