//! One run on several cores: the network is parted into regions, which work off windows of time side by side.
//!
//! A region has the nodes of a slab, the channels that leave them, and their injection and ejection channels. A worm is
//! where its head is: it moves on with it, with what it holds and what is left of its route. So two things act across
//! borders. A head is ready a flit time and a router delay after the grant that sent it. A grant makes tails upstream
//! certain, up to `reach` hops back: what these let go of is free (L − reach·B)·t_f after the grant at the soonest, and
//! may be another region's. The lesser of the two is the lookahead, and so the length of a window. Each region tells of
//! what happens in a log; told in the order of grants (see `log`), that is what one core tells, call by call. Where
//! only sums of holds matter, which no order changes, a region keeps those of its channels.

mod clocks;
mod exchange;
mod letters;
mod log;
mod region;
mod windows;

use super::core::{Core, NewWorm};
use super::inject::{check_in, check_in_lines};
use super::lines::channels_of;
use super::routes::Run;
use super::tails::Tails;
use super::worms::Ps;
use super::{serve, standstill};
use crate::channels::Channels;
use crate::ejection::Pools;
use crate::intake::{self, Intake, TakesIn, TakesInLines};
use crate::open_loop::{MessageId, Observer, OpenLoop};
use crate::size::HORIZON;
use crate::slab::{MessageAt, WormAt};
use crate::{Blocked, SimError, Time, Timing, Unicast};
use exchange::Exchange;
use letters::Arrivals;
use log::Teller;
use region::{Partition, Region};
use std::num::NonZeroUsize;
use std::ops::Range;
use windows::Front;
use wormcast_plan::{Worm, Worms};
use wormcast_topology::{NodeId, Topology};

/// A worm engine on several cores. It tells the same as a [`PathEngine`](crate::PathEngine), in the same order, at the
/// end of each [`run_before`](OpenLoop::run_before) or [`drain`](OpenLoop::drain); runs of many flit times are worth
/// it. It takes worms that are paths and start after no other, in networks whose channels are alike.
///
/// ```
/// use std::num::NonZeroUsize;
/// use wormcast_plan::Worms;
/// use wormcast_sim::{OpenLoop, RegionalEngine, Time, Timing};
/// use wormcast_topology::{Topology, build};
/// let mesh = build("mesh:3x3")?;
/// let [a, b] = ["0,0", "0,1"].map(|name| mesh.find_node(name).unwrap());
/// let mut worms = Worms::new();
/// worms.start(a, None, 0);
/// let hop = worms.hop(None, mesh.graph().channel(a, b).unwrap());
/// worms.deliver(hop, b);
/// let threads = NonZeroUsize::new(3).unwrap();
/// let mut engine = RegionalEngine::new(&*mesh, &Timing::default(), 1, threads, ())?;
/// engine.inject(&worms, Time::from_ns(3))?;
/// engine.drain();
/// assert_eq!((engine.grants(), engine.messages_in_flight()), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RegionalEngine<'t, O> {
    partition: Partition,
    cores: Vec<Core<'t, Region<O>>>,
    channels: Channels,
    desk: Desk,
    exchange: Exchange,
    teller: Teller,
    now: Ps,
    observer: O,
}

/// Where messages come in while others run ([`RegionalEngine::run_meanwhile`]).
#[derive(Debug)]
pub struct Desk {
    partition: Partition,
    intake: Intake,
    pools: Pools,
    timing: Timing,
    /// The worms of the message that is being injected, and their runs.
    built: Vec<(NewWorm, Range<usize>)>,
    routes: Vec<Run>,
    route: Vec<Run>,
    /// What each region is to take over.
    arrivals: Vec<Arrivals>,
    next_rank: u64,
    lookahead: Ps,
    /// Messages start at this time or later.
    from: Time,
    /// A region has no place for a worm.
    is_full: bool,
}

impl<'t, O: Observer> RegionalEngine<'t, O> {
    /// An engine at rest, at time 0, for worms of at most so many ejection (consumption) classes, on so many threads.
    /// O(channels + nodes · classes).
    ///
    /// # Errors
    /// The timing makes no sense, its closed form does not hold ([`Engine::serves`](crate::Engine::serves)), or
    /// channels have something of their own.
    pub fn new(
        topology: &'t dyn Topology,
        timing: &Timing,
        classes: u8,
        threads: NonZeroUsize,
        observer: O,
    ) -> Result<Self, SimError> {
        Self::with_shares(topology, timing, classes, &vec![1.0; threads.get()], observer)
    }

    /// The same with regions whose numbers of nodes are in these proportions, a thread for each: the first thread is
    /// that of the caller, which may have other work meanwhile ([`run_meanwhile`](Self::run_meanwhile)).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// # Panics
    /// If there is no share, or one is less than 0, or all are 0.
    pub fn with_shares(
        topology: &'t dyn Topology,
        timing: &Timing,
        classes: u8,
        shares: &[f64],
        observer: O,
    ) -> Result<Self, SimError> {
        assert!(shares.iter().all(|&share| share >= 0.0) && shares.iter().sum::<f64>() > 0.0, "shares {shares:?}");
        let (channels, graph) = (serve(topology, timing)?, topology.graph());
        let partition = Partition::new(graph.node_count(), shares);
        let core = |number| {
            let nodes = partition.nodes(number);
            let region = Region::new(&partition, channels_of(graph, nodes.clone()));
            Core::new(graph, nodes, timing, classes, region)
        };
        let cores = (0..partition.regions()).map(core).collect();
        let desk = Desk::new(partition.clone(), timing, classes);
        let (exchange, teller) = (Exchange::new(partition.regions()), Teller::default());
        Ok(Self { cores, channels, partition, desk, exchange, teller, now: 0, observer })
    }

    /// As [`run_before`](OpenLoop::run_before). Meanwhile the calling thread, which has the first region, does
    /// something else, a small part at a time, after each window and while it waits for other threads; it returns
    /// whether it did anything. So it can draw the next messages, and inject those that start at the end or later.
    pub fn run_meanwhile(&mut self, end: Time, meanwhile: impl FnMut(&mut Desk) -> bool) -> bool {
        let end = end.min(HORIZON);
        let Self { cores, exchange, desk, teller, observer, .. } = self;
        desk.from = desk.from.max(end);
        for (core, arrivals) in cores.iter_mut().zip(&mut desk.arrivals) {
            core.site.arrivals.take_over(arrivals);
        }
        let times = (end.ps(), desk.lookahead);
        let left = windows::work_off_before(cores, exchange, times, Front { desk, observer, teller, meanwhile });
        self.now = self.now.max(end.ps());
        self.desk.is_full = self.cores.iter().any(|core| core.site.refused > 0);
        left || self.desk.arrivals.iter().any(|arrivals| !arrivals.is_empty())
    }
}

impl Desk {
    fn new(partition: Partition, timing: &Timing, classes: u8) -> Self {
        Self {
            arrivals: (0..partition.regions()).map(|_| Arrivals::default()).collect(),
            partition,
            intake: Intake::new(classes, timing),
            pools: Pools::new(timing.consumption, classes),
            timing: timing.clone(),
            built: Vec::new(),
            routes: Vec::new(),
            route: Vec::new(),
            next_rank: 0,
            lookahead: timing.flit.ps() + timing.router.ps(),
            from: Time::ZERO,
            is_full: false,
        }
    }

    /// As [`OpenLoop::inject_lengths`].
    ///
    /// # Errors
    /// As there; or a worm is a tree, or starts after another one.
    pub fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError> {
        self.built.clear();
        self.routes.clear();
        let from = self.from;
        intake::inject(self, worms, lengths, at, from)
    }

    /// As [`OpenLoop::inject_unicast`].
    ///
    /// # Errors
    /// As there.
    pub fn inject_unicast(&mut self, unicast: Unicast<'_>, at: Time) -> Result<MessageId, SimError> {
        self.built.clear();
        self.routes.clear();
        let from = self.from;
        intake::inject_unicast(self, unicast, at, from)
    }

    /// Writes down a worm, whose route is in `route`.
    fn write_down(&mut self, new: NewWorm) -> WormAt {
        let soonest = Tails::new(&self.timing, new.length).soonest_release(self.timing.flit.ps());
        self.lookahead = self.lookahead.min(soonest);
        self.next_rank += u64::from(new.steps) + 1;
        let first = self.routes.len();
        self.routes.extend_from_slice(&self.route);
        self.built.push((new, first..self.routes.len()));
        self.built.len() as WormAt - 1
    }
}

impl TakesInLines for Desk {
    fn build_unicast(&mut self, message: MessageAt, unicast: Unicast<'_>, length: u32) -> Result<WormAt, SimError> {
        let new = check_in_lines(self.next_rank, message, unicast, length, &mut self.route)?;
        if self.is_full {
            return Err(SimError::TooManyHops(new.steps.into()));
        }
        Ok(self.write_down(new))
    }
}

impl TakesIn for Desk {
    fn intake(&mut self) -> &mut Intake {
        &mut self.intake
    }

    fn build(&mut self, message: MessageAt, worm: Worm<'_>) -> Result<WormAt, SimError> {
        if self.is_full {
            return Err(SimError::TooManyHops(worm.hops.len() as u64));
        }
        let new = check_in(&mut self.intake, self.pools, self.next_rank, message, worm, &mut self.route)?;
        Ok(self.write_down(new))
    }

    /// The message is refused: its worms are forgotten with those of the next one.
    fn discard(&mut self, _worm: WormAt) {}

    fn start_at(&mut self, worm: WormAt, at: Time) {
        let (new, runs) = self.built[worm as usize].clone();
        let region = self.partition.region_of(new.origin);
        self.arrivals[region].add(at.ps(), new, &self.routes[runs]);
    }

    /// Such worms are refused before.
    fn start_after(&mut self, _worm: WormAt, _leader: WormAt, _hop: u32) {}
}

impl<O: Observer> OpenLoop for RegionalEngine<'_, O> {
    type Observer = O;

    fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError> {
        self.desk.inject_lengths(worms, lengths, at)
    }

    fn inject_unicast(&mut self, unicast: Unicast<'_>, at: Time) -> Result<MessageId, SimError> {
        self.desk.inject_unicast(unicast, at)
    }

    fn run_before(&mut self, end: Time) -> bool {
        self.run_meanwhile(end, |_| false)
    }

    fn drain(&mut self) {
        let before = self.now;
        self.run_before(HORIZON);
        self.now = self.cores.iter().map(|core| core.now).fold(before, Ps::max);
        self.desk.from = self.now();
    }

    fn now(&self) -> Time {
        Time::from_ps(self.now)
    }

    fn messages_in_flight(&self) -> usize {
        self.desk.intake.messages.len()
    }

    fn backlog(&self, node: NodeId) -> u32 {
        let core = &self.cores[self.partition.region_of(node)];
        core.backlog[node.index() - core.nodes.start]
    }

    fn grants(&self) -> u64 {
        self.cores.iter().map(|core| core.grants).sum()
    }

    fn observer(&self) -> &O {
        &self.observer
    }

    fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    fn deadlocks(&self) -> Vec<Vec<Blocked>> {
        standstill::wait_for_graph(&self.cores, &self.channels, &self.desk.intake).cycles()
    }
}
