//! What goes from region to region.

use super::log::Hold;
use crate::path::core::NewWorm;
use crate::path::events::NEVER;
use crate::path::routes::Run;
use crate::path::site::Free;
use crate::path::worms::{Held, Ps, Worm};
use std::ops::Range;
use wormcast_topology::NodeId;

/// Worms that will start in a region.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// When each starts, and which of the runs are its own.
    worms: Vec<(Ps, NewWorm, Range<usize>)>,
    runs: Vec<Run>,
    earliest: Ps,
}

impl Default for Arrivals {
    fn default() -> Self {
        Self { worms: Vec::new(), runs: Vec::new(), earliest: NEVER }
    }
}

impl Arrivals {
    pub(super) fn add(&mut self, at: Ps, worm: NewWorm, route: &[Run]) {
        let first = self.runs.len();
        self.runs.extend_from_slice(route);
        self.worms.push((at, worm, first..self.runs.len()));
        self.earliest = self.earliest.min(at);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.worms.is_empty()
    }

    /// When the first one starts.
    pub(super) fn next_time(&self) -> Ps {
        self.earliest
    }

    /// All of them, in the order in which they were added; there is none then.
    pub(super) fn take(&mut self, mut each: impl FnMut(Ps, NewWorm, &[Run])) {
        for (at, worm, runs) in self.worms.drain(..) {
            each(at, worm, &self.runs[runs]);
        }
        self.runs.clear();
        self.earliest = NEVER;
    }
}

/// What a region sends to another in a window.
#[derive(Debug, Default)]
pub(super) struct Letters {
    pub free: Vec<(NodeId, Free, Ps)>,
    /// That channels of the other region were held: it tells, so that each channel's are told in order.
    pub holds: Vec<Hold>,
    /// Worms whose heads come over, and when they are ready.
    crossings: Vec<(Ps, Worm)>,
    /// The rest of their runs, and their rings.
    runs: Vec<Run>,
    rings: Vec<Held>,
}

impl Letters {
    pub(super) fn is_empty(&self) -> bool {
        self.free.is_empty() && self.holds.is_empty() && self.crossings.is_empty()
    }

    /// The head of a worm comes over.
    pub(super) fn cross(&mut self, ready: Ps, worm: Worm, runs: &[Run], ring: &[Held]) {
        self.runs.extend_from_slice(runs);
        self.rings.extend_from_slice(ring);
        self.crossings.push((ready, worm));
    }

    /// Reads the worms that come over, each with the rest of its runs and its ring, and forgets them.
    pub(super) fn take_crossings(&mut self, mut each: impl FnMut(Ps, Worm, &[Run], &[Held])) {
        let (mut runs, mut rings) = (&self.runs[..], &self.rings[..]);
        for (ready, worm) in self.crossings.drain(..) {
            let (mine, others) = runs.split_at(worm.runs_left() as usize);
            let (ring, other_rings) = rings.split_at(worm.places() as usize);
            (runs, rings) = (others, other_rings);
            each(ready, worm, mine, ring);
        }
        self.runs.clear();
        self.rings.clear();
    }
}
