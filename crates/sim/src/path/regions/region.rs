//! A region of the network: its nodes, the worms that come and go, and what it tells of them.

use super::letters::{self, Arrivals, Letter, Letters};
use super::log::{Hold, Log, Trigger};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use crate::path::core::{Comer, Core};
use crate::path::events::NEVER;
use crate::path::routes::Run;
use crate::path::site::{Free, Grant, Site};
use crate::path::worms::{Held, Ps};
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
    /// The last grant that had waited.
    late: Trigger,
    pub log: Log,
    /// The first of its channels, and how long each was held, where only that matters.
    first_channel: usize,
    sums: Vec<Ps>,
    /// Whether holds are summed up now, and whether any were.
    sums_up: bool,
    has_sums: bool,
    /// What is to be sent to each region.
    pub outbox: Vec<Letters>,
    /// The earliest consequence of what was sent lately.
    pub earliest: Ps,
    /// Worms that have not come in.
    pub arrivals: Arrivals,
    /// Worms that found no place.
    pub refused: u64,
    /// What others have sent.
    pub inbox: Vec<u64>,
    /// The runs and the ring of a worm that comes over.
    scratch: (Vec<Run>, Vec<Held>),
    observer: PhantomData<fn() -> O>,
}

impl<O> Region<O> {
    /// The region of a partition of which these are the channels.
    pub(super) fn new(partition: &Partition, channels: Range<usize>) -> Self {
        Self {
            partition: partition.clone(),
            late: Trigger::FIRST,
            log: Log::default(),
            first_channel: channels.start,
            sums: vec![0; channels.len()],
            sums_up: false,
            has_sums: false,
            outbox: (0..partition.regions()).map(|_| Letters::default()).collect(),
            earliest: NEVER,
            arrivals: Arrivals::default(),
            refused: 0,
            inbox: Vec::new(),
            scratch: Default::default(),
            observer: PhantomData,
        }
    }

    /// Whether the sums of holds are enough from now on, until it is said again. What was summed up is told before
    /// anything else.
    pub(super) fn sum_up(&mut self, sums_up: bool) {
        if self.has_sums && !sums_up {
            self.log.held_in_all(self.first_channel, &mut self.sums);
        }
        self.sums_up = sums_up;
        self.has_sums = sums_up;
    }

    fn trigger(&self, grant: Grant) -> Trigger {
        if grant.waited { self.late } else { Trigger::at_once(grant) }
    }
}

impl<O: Observer> Core<'_, Region<O>> {
    /// When something happens next, as far as is known here.
    pub(super) fn next_time(&self) -> Ps {
        self.events.heads.time().min(self.events.others_at()).min(self.site.arrivals.next_time())
    }

    /// Takes in the worms that start here before a time.
    pub(super) fn admit_before(&mut self, end: Ps) {
        if self.site.arrivals.next_time() >= end {
            return;
        }
        let mut arrivals = std::mem::take(&mut self.site.arrivals);
        arrivals.take_before(end, |at, new, route| match self.build(new, route) {
            Ok(worm) => self.events.add_start(at, new.rank, worm),
            Err(_) => self.site.refused += 1,
        });
        self.site.arrivals = arrivals;
    }

    /// Takes in what another region has sent.
    pub(super) fn read(&mut self, mut words: impl Iterator<Item = u64>) {
        let (mut runs, mut ring) = std::mem::take(&mut self.site.scratch);
        while let Some(letter) = letters::read(&mut words, &mut runs, &mut ring) {
            match letter {
                Letter::Channel(channel, at) => self.free_channel(channel, at),
                Letter::Node(node, free, at) => self.free(node, free, at),
                Letter::Crossing(ready, comer) => match self.settle(&comer, &runs, &ring) {
                    Some(worm) => self.events.heads.insert(ready, worm),
                    None => self.site.refused += 1,
                },
            }
        }
        self.site.scratch = (runs, ring);
    }
}

impl<O: Observer> Site for Region<O> {
    const ALONE: bool = false;
    const MOMENTS: bool = O::MOMENTS;

    fn granted_late(&mut self, grant: Grant) {
        self.late = self.late.next(grant);
    }

    fn head_leaves(&mut self, grant: Grant, message: MessageAt) {
        self.log.head_leaves(self.trigger(grant), message);
    }

    fn deliver(&mut self, grant: Grant, rank: u64, of: (MessageAt, WormId), node: NodeId, at: Ps) {
        self.log.delivered(self.trigger(grant), rank, of, node, Time::from_ps(at));
    }

    fn finish(&mut self, grant: Grant, message: MessageAt) {
        self.log.gone(self.trigger(grant), message);
    }

    /// Channels of other regions are few: those of worms that have just come over.
    #[inline]
    fn held(&mut self, grant: Grant, rank: u64, channel: ChannelId, from: Ps, until: Ps) {
        if !O::HOLDS {
            return;
        }
        match self.sums.get_mut(channel.index().wrapping_sub(self.first_channel)) {
            Some(sum) if self.sums_up => *sum += until - from,
            _ => {
                let (from, until) = (Time::from_ps(from), Time::from_ps(until));
                self.log.held(Hold::new(self.trigger(grant), rank, channel, from, until));
            }
        }
    }

    #[inline]
    fn moment(&mut self, rank: u64, moment: Moment, at: Ps) {
        self.log.moment(rank, moment, Time::from_ps(at));
    }

    fn free_beyond(&mut self, node: NodeId, free: Free, at: Ps) {
        self.outbox[self.partition.region_of(node)].free(node, free, at);
        self.earliest = self.earliest.min(at);
    }

    fn cross(&mut self, node: NodeId, ready: Ps, worm: Comer, runs: &[Run], ring: &[Held]) {
        self.outbox[self.partition.region_of(node)].cross(ready, worm, runs, ring);
        self.earliest = self.earliest.min(ready);
    }
}
