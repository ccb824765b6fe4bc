//! A region of the network: its nodes, the worms that come and go, and what it tells of them.

use super::letters::{Arrivals, Letters};
use super::log::{Hold, Log, Trigger};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use crate::path::core::Core;
use crate::path::events::NEVER;
use crate::path::routes::Run;
use crate::path::site::{Free, Site};
use crate::path::worms::{Held, Ps, Worm};
use crate::slab::MessageAt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, NodeId};

/// How the nodes are parted: region r has those from `bounds[r]` up to `bounds[r + 1]`.
#[derive(Clone, Debug)]
pub(super) struct Partition(Arc<[usize]>);

impl Partition {
    /// Slabs of nodes of consecutive numbers, whose sizes are in these proportions.
    pub(super) fn new(nodes: usize, shares: &[f64]) -> Self {
        let all: f64 = shares.iter().sum();
        let mut sum = 0.0;
        let ends = shares.iter().map(|share| {
            sum += share;
            (nodes as f64 * sum / all).round() as usize
        });
        let mut bounds: Vec<_> = std::iter::once(0).chain(ends).collect();
        bounds[shares.len()] = nodes;
        Self(bounds.into())
    }

    pub(super) fn regions(&self) -> usize {
        self.0.len() - 1
    }

    pub(super) fn nodes(&self, region: usize) -> Range<usize> {
        self.0[region]..self.0[region + 1]
    }

    pub(super) fn region_of(&self, node: NodeId) -> usize {
        self.0.partition_point(|&first| first <= node.index()) - 1
    }
}

/// What a region has besides the state of an engine.
#[derive(Debug)]
pub(super) struct Region<O> {
    partition: Partition,
    /// What is told now follows from this grant.
    trigger: Trigger,
    pub log: Log,
    /// What is to be sent to each region.
    pub outbox: Vec<Letters>,
    /// The earliest consequence of what is to be sent.
    pub earliest: Ps,
    /// Worms that have not come in.
    pub arrivals: Arrivals,
    /// Worms that found no place.
    pub refused: u64,
    observer: PhantomData<fn() -> O>,
}

impl<O> Region<O> {
    pub(super) fn new(partition: &Partition) -> Self {
        Self {
            partition: partition.clone(),
            trigger: Trigger::FIRST,
            log: Log::default(),
            outbox: (0..partition.regions()).map(|_| Letters::default()).collect(),
            earliest: NEVER,
            arrivals: Arrivals::default(),
            refused: 0,
            observer: PhantomData,
        }
    }
}

impl<O: Observer> Core<'_, Region<O>> {
    /// When something happens next, as far as is known here.
    pub(super) fn next_time(&self) -> Ps {
        self.events.heads.time().min(self.events.others_at()).min(self.site.arrivals.next_time())
    }

    /// Takes in the worms that will start here.
    pub(super) fn take_arrivals(&mut self) {
        let mut arrivals = std::mem::take(&mut self.site.arrivals);
        arrivals.take(|at, new, route| match self.build(new, route) {
            Ok(worm) => self.events.add_start(at, new.rank, worm),
            Err(_) => self.site.refused += 1,
        });
        self.site.arrivals = arrivals;
    }

    /// Takes in what another region has sent.
    pub(super) fn read(&mut self, letters: &mut Letters) {
        for (node, free, at) in letters.free.drain(..) {
            self.free(node, free, at);
        }
        letters.holds.drain(..).for_each(|hold| self.site.log.held(hold));
        letters.take_crossings(|ready, worm, runs, ring| match self.settle(worm, runs, ring) {
            Some(worm) => self.events.heads.insert(ready, worm),
            None => self.site.refused += 1,
        });
    }
}

impl<O: Observer> Site for Region<O> {
    const ALONE: bool = false;
    const MOMENTS: bool = O::MOMENTS;

    #[inline]
    fn granted(&mut self, now: Ps, waited: bool, rank: u64) {
        self.trigger = self.trigger.next(Time::from_ps(now), waited, rank);
    }

    fn head_leaves(&mut self, message: MessageAt, _now: Ps) {
        self.log.head_leaves(self.trigger, message);
    }

    fn deliver(&mut self, message: MessageAt, worm: WormId, node: NodeId, at: Ps, rank: u64) {
        self.log.delivered(self.trigger, rank, (message, worm), node, Time::from_ps(at));
    }

    fn finish(&mut self, message: MessageAt, _now: Ps) {
        self.log.gone(self.trigger, message);
    }

    #[inline]
    fn held(&mut self, channel: ChannelId, home: Option<NodeId>, from: Ps, until: Ps, rank: u64) {
        if !O::HOLDS {
            return;
        }
        let hold = Hold::new(self.trigger, rank, channel, Time::from_ps(from), Time::from_ps(until));
        match home {
            None => self.log.held(hold),
            Some(home) => self.outbox[self.partition.region_of(home)].holds.push(hold),
        }
    }

    #[inline]
    fn moment(&mut self, rank: u64, moment: Moment, at: Ps) {
        self.log.moment(rank, moment, Time::from_ps(at));
    }

    fn free_beyond(&mut self, node: NodeId, free: Free, at: Ps) {
        self.outbox[self.partition.region_of(node)].free.push((node, free, at));
        self.earliest = self.earliest.min(at);
    }

    fn cross(&mut self, node: NodeId, ready: Ps, worm: Worm, runs: &[Run], ring: &[Held]) {
        self.outbox[self.partition.region_of(node)].cross(ready, worm, runs, ring);
        self.earliest = self.earliest.min(ready);
    }
}
