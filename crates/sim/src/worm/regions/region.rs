//! A region of the network: its nodes, the worms that come and go, and what it tells of them.

use super::letters::{Abroad, Arrivals, GrantBeyond, Letters, PathWorm, Route, Step, Upstream};
use super::log::{Log, Trigger};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use crate::slab::{MessageAt, NONE, WormAt};
use crate::worm::site::Site;
use crate::worm::visits::Worm;
use std::marker::PhantomData;
use std::sync::Arc;
use wormcast_plan::WormId;
use wormcast_topology::{ChannelId, Graph, NodeId};

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

    pub(super) fn nodes(&self, region: usize) -> std::ops::Range<usize> {
        self.0[region]..self.0[region + 1]
    }

    pub(super) fn region_of(&self, node: NodeId) -> usize {
        self.0.partition_point(|&first| first <= node.index()) - 1
    }
}

/// What a region has besides the state of an engine.
#[derive(Debug)]
pub(super) struct Region<'t, O> {
    graph: &'t Graph,
    partition: Partition,
    number: usize,
    /// What is told now follows from this grant, which may be one of another region.
    pub trigger: Trigger,
    /// The last grant of its own.
    last: Trigger,
    pub log: Log,
    /// For worms that come from other regions or go there.
    pub abroad: Vec<Abroad>,
    /// Places there that can be used again.
    free_abroad: Vec<u32>,
    /// Buffers for steps that can be used again.
    spare: Vec<Vec<Step>>,
    /// What is to be sent to each region.
    pub outbox: Vec<Letters>,
    /// The earliest consequence of what is to be sent.
    pub earliest: Option<Time>,
    /// No grant has a consequence in another region sooner than this after it.
    pub lookahead: Time,
    /// Worms that have not started, by time.
    pub arrivals: Arrivals,
    /// Worms that found no place.
    pub refused: u64,
    observer: PhantomData<fn() -> O>,
}

impl<'t, O> Region<'t, O> {
    pub(super) fn new(graph: &'t Graph, partition: &Partition, number: usize) -> Self {
        Self {
            graph,
            partition: partition.clone(),
            number,
            trigger: Trigger::FIRST,
            last: Trigger::FIRST,
            log: Log::default(),
            abroad: Vec::new(),
            free_abroad: Vec::new(),
            spare: Vec::new(),
            outbox: (0..partition.regions()).map(|_| Letters::default()).collect(),
            earliest: None,
            lookahead: Time::ZERO,
            arrivals: Arrivals::default(),
            refused: 0,
            observer: PhantomData,
        }
    }

    /// A route in a buffer that is used again.
    pub(super) fn route(&mut self, worm: PathWorm, steps: &[Step]) -> Route {
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.clear();
        buffer.extend_from_slice(steps);
        Route { worm, skipped: worm.steps - buffer.len() as u32, steps: buffer }
    }

    /// The buffer of a route that is not needed any more.
    pub(super) fn forget(&mut self, route: Route) {
        self.spare.push(route.steps);
    }

    /// Keeps the rest of a worm whose piece begins with this visit.
    pub(super) fn keep(&mut self, first: u32, route: Route, upstream: &[Upstream]) -> u32 {
        let place = self.free_abroad.pop().unwrap_or_else(|| {
            self.abroad.push(Abroad::default());
            self.abroad.len() as u32 - 1
        });
        let abroad = &mut self.abroad[place as usize];
        (abroad.first, abroad.route) = (first, route);
        abroad.upstream.clear();
        abroad.upstream.extend_from_slice(upstream);
        place
    }
}

impl<O: Observer> Site for Region<'_, O> {
    const ALONE: bool = false;
    const MOMENTS: bool = O::MOMENTS;

    #[inline]
    fn granted(&mut self, now: Time, waited: bool, rank: u64) {
        self.last = self.last.next(now, waited, rank);
        self.trigger = self.last;
    }

    fn head_leaves(&mut self, message: MessageAt, _now: Time) {
        self.log.head_leaves(self.trigger, message);
    }

    fn deliver(&mut self, message: MessageAt, worm: WormId, node: NodeId, at: Time, rank: u64) {
        self.log.delivered(self.trigger, rank, (message, worm), node, at);
    }

    fn finish(&mut self, message: MessageAt, _now: Time) {
        self.log.gone(self.trigger, message);
    }

    #[inline]
    fn held(&mut self, channel: ChannelId, from: Time, until: Time, rank: u64) {
        if O::HOLDS {
            self.log.held(self.trigger, rank, channel, from, until);
        }
    }

    #[inline]
    fn moment(&mut self, rank: u64, moment: Moment, at: Time) {
        self.log.moment(rank, moment, at);
    }

    /// Regions upstream are told of the grant as far as it concerns tails there; the head goes on with its route.
    fn tell_beyond(&mut self, at: WormAt, worm: &mut Worm, visit: u32, leaves: Option<(ChannelId, Time)>) {
        let trigger = self.trigger;
        let place = worm.abroad;
        let Abroad { first, upstream, route } = &mut self.abroad[place as usize];
        let visit = *first + visit;
        upstream.retain(|upstream| upstream.last >= visit);
        for &Upstream { region, worm, first, .. } in &*upstream {
            self.outbox[region].grants.push(GrantBeyond { worm, visit: visit - first, trigger });
        }
        let mut consequence = (!upstream.is_empty()).then(|| trigger.at + self.lookahead);
        if let Some((channel, ready)) = leaves {
            upstream.push(Upstream { region: self.number, worm: at, first: *first, last: *first + worm.visits - 1 });
            let next = self.partition.region_of(self.graph.target(channel));
            self.outbox[next].cross(ready, visit + 1, route, upstream);
            consequence = Some(consequence.map_or(ready, |other| other.min(ready)));
        }
        if leaves.is_some() || visit == route.worm.steps {
            self.spare.push(std::mem::take(&mut route.steps));
            self.free_abroad.push(place);
            worm.abroad = NONE;
        }
        self.earliest = [self.earliest, consequence].into_iter().flatten().min();
    }
}
