//! What goes from region to region.

use super::log::Trigger;
use crate::Time;
use crate::slab::{MessageAt, NONE, WormAt};
use std::collections::VecDeque;
use std::ops::Range;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// A hop of a path, in 4 bytes: its channel, and whether the message is delivered at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step(u32);

/// Set where the message is delivered. Networks have fewer than 2^31 channels.
const DELIVERS: u32 = 1 << 31;

impl Step {
    pub(super) fn new(channel: ChannelId) -> Self {
        Self(channel.index() as u32)
    }

    pub(super) fn deliver(&mut self) {
        self.0 |= DELIVERS;
    }

    #[inline]
    pub(super) fn channel(self) -> ChannelId {
        ChannelId::new((self.0 & !DELIVERS) as usize)
    }

    #[inline]
    pub(super) fn delivers(self) -> bool {
        self.0 & DELIVERS != 0
    }
}

/// A worm that is a path. Its visits are numbered from 0, the origin; visit v is at the end of step v − 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathWorm {
    pub origin: NodeId,
    pub message: MessageAt,
    pub id: WormId,
    /// The rank of its origin.
    pub rank: u64,
    pub length: u32,
    /// How many steps it has.
    pub steps: u32,
    pub pool: u8,
}

/// No worm.
impl Default for PathWorm {
    fn default() -> Self {
        Self { origin: NodeId::new(0), message: NONE, id: 0, rank: 0, length: 0, steps: 0, pool: 0 }
    }
}

/// What is left of the route of a worm. The buffer is kept by its region and used again.
#[derive(Debug, Default)]
pub(super) struct Route {
    pub worm: PathWorm,
    /// The last steps, those from `skipped` on.
    pub steps: Vec<Step>,
    pub skipped: u32,
}

impl Route {
    /// The step that leads to a visit.
    #[inline]
    pub(super) fn step_to(&self, visit: u32) -> Step {
        self.steps[(visit - 1 - self.skipped) as usize]
    }
}

/// Worms that will start in a region, by time; those of one time in the order in which they were injected.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// When each starts, and which of the steps are its own.
    worms: VecDeque<(Time, PathWorm, usize)>,
    steps: Vec<Step>,
}

impl Arrivals {
    pub(super) fn add(&mut self, at: Time, worm: PathWorm, steps: &[Step]) {
        let place = match self.worms.back() {
            Some(&(last, ..)) if last > at => self.worms.partition_point(|&(other, ..)| other <= at),
            _ => self.worms.len(),
        };
        self.worms.insert(place, (at, worm, self.steps.len()));
        self.steps.extend_from_slice(steps);
    }

    /// When the next one starts.
    #[inline]
    pub(super) fn next_time(&self) -> Option<Time> {
        self.worms.front().map(|&(at, ..)| at)
    }

    /// The next one, if it starts before a time.
    pub(super) fn pop_before(&mut self, end: Time) -> Option<(Time, PathWorm, &[Step])> {
        let &(at, worm, first) = self.worms.front().filter(|&&(at, ..)| at < end)?;
        self.worms.pop_front();
        Some((at, worm, &self.steps[first..first + worm.steps as usize]))
    }

    /// Takes over those of another, which becomes empty. O(1) if this one is, as when all have started.
    pub(super) fn append(&mut self, others: &mut Self) {
        if self.worms.is_empty() {
            self.steps.clear();
            return std::mem::swap(self, others);
        }
        for (at, worm, first) in others.worms.drain(..) {
            self.add(at, worm, &others.steps[first..first + worm.steps as usize]);
        }
        others.steps.clear();
    }
}

/// A piece of a worm in another region, upstream: it is told of grants up to its last visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upstream {
    pub region: usize,
    pub worm: WormAt,
    pub first: u32,
    pub last: u32,
}

/// What a region knows of the rest of a worm that has a piece there. Its buffers are used again.
#[derive(Debug, Default)]
pub(super) struct Abroad {
    /// The first visit of the piece.
    pub first: u32,
    pub route: Route,
    pub upstream: Vec<Upstream>,
}

/// A head comes into a region; the steps from the one that leads here on, and who is to be told, are in the letters.
#[derive(Debug)]
pub(super) struct Crossing {
    pub ready: Time,
    /// The visit that it comes to.
    pub entry: u32,
    pub worm: PathWorm,
    pub steps: Range<usize>,
    pub upstream: Range<usize>,
}

/// A request downstream is granted.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrantBeyond {
    pub worm: WormAt,
    /// The visit, from the first of the piece.
    pub visit: u32,
    pub trigger: Trigger,
}

/// What a region sends to another in a window.
#[derive(Debug, Default)]
pub(super) struct Letters {
    pub grants: Vec<GrantBeyond>,
    pub crossings: Vec<Crossing>,
    pub steps: Vec<Step>,
    pub upstream: Vec<Upstream>,
}

impl Letters {
    pub(super) fn is_empty(&self) -> bool {
        self.grants.is_empty() && self.crossings.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.grants.clear();
        self.crossings.clear();
        self.steps.clear();
        self.upstream.clear();
    }

    /// The head of a worm goes on to a visit, with what is left of its route.
    pub(super) fn cross(&mut self, ready: Time, entry: u32, route: &Route, upstream: &[Upstream]) {
        let (steps, listed) = (self.steps.len(), self.upstream.len());
        self.steps.extend_from_slice(&route.steps[(entry - 1 - route.skipped) as usize..]);
        self.upstream.extend_from_slice(upstream);
        let (steps, upstream) = (steps..self.steps.len(), listed..self.upstream.len());
        self.crossings.push(Crossing { ready, entry, worm: route.worm, steps, upstream });
    }
}
