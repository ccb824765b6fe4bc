//! Uniform unicast traffic by dimension order, Poisson arrivals: what engines are measured with.
#![allow(dead_code, reason = "benches and examples use some of it each")]

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_sim::{
    Completed, Engine, FlitEngine, MessageId, Observer, OpenLoop, PathEngine, RegionalEngine, SimError, Time, Timing,
    Unicast,
};
use wormcast_topology::{Line, NodeId, ShortestRoutes, Topology};

/// A network, its timing, and its load in flits per node and flit time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub topology: &'a dyn Topology,
    pub timing: &'a Timing,
    pub load: f64,
}

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub message_hops: u64,
    /// Mean time from generation to delivery.
    pub latency_ns: f64,
    /// Mean number of messages in a source queue when the last message was generated.
    pub backlog: f64,
}

/// Arrivals in the whole network, each at a random node.
struct Arrivals {
    random: Random,
    nodes: usize,
    /// Mean time between two messages, in ps.
    gap: f64,
    next: f64,
}

impl Arrivals {
    fn new(case: Case<'_>) -> Self {
        let nodes = case.topology.graph().node_count();
        let gap = case.timing.flit.ps() as f64 * f64::from(case.timing.length) / (case.load * nodes as f64);
        Self { random: Random::seed_from_u64(1), nodes, gap, next: 0.0 }
    }

    fn next(&mut self) -> (Time, NodeId, NodeId) {
        self.next -= self.gap * (1.0 - self.random.random::<f64>()).ln();
        let from = self.random.random_range(0..self.nodes);
        let to = (from + self.random.random_range(1..self.nodes)) % self.nodes;
        (Time::from_ps(self.next as u64), NodeId::new(from), NodeId::new(to))
    }
}

/// Sums up the latencies of messages.
#[derive(Default)]
struct Latency {
    count: u64,
    sum: Time,
}

impl Observer for Latency {
    const HOLDS: bool = false;

    fn completed(&mut self, message: Completed) {
        self.count += 1;
        self.sum = self.sum + (message.at - message.generated);
    }
}

/// Feeds an engine with messages of so many hops together: generating, routing and injecting included.
pub(crate) fn run_worms(case: Case<'_>, message_hops: u64, engine: Engine) -> Figures {
    let latency = Latency::default();
    let (Latency { count, sum }, hops, backlog) = match engine {
        Engine::Worm => run_worms_told(case, message_hops, latency),
        Engine::Flit => {
            let engine = FlitEngine::new(case.topology, case.timing, latency).expect("it is sensible");
            run_open(case, message_hops, engine)
        }
    };
    Figures { message_hops: hops, latency_ns: sum.ns() / count as f64, backlog }
}

/// The share of a run that drawing, routing and handing over messages takes.
const DRAWING: f64 = 0.09;
/// Messages that go into an engine together.
const BATCH: u64 = 8000;

/// The same on so many cores. The first thread draws the next messages while it works off its region, which is smaller.
pub(crate) fn run_regions(case: Case<'_>, message_hops: u64, threads: usize) -> Figures {
    let first = (1.0 / threads as f64 - DRAWING).max(0.0);
    let mut shares = vec![(1.0 - DRAWING - first) / (threads as f64 - 1.0).max(1.0); threads];
    shares[0] = first;
    let mut engine = RegionalEngine::with_shares(case.topology, case.timing, 1, &shares, Latency::default()).unwrap();
    let mut arrivals = Arrivals::new(case);
    let gap = arrivals.gap;
    let (mut routes, mut lines, mut hops) = (ShortestRoutes::new(case.topology), Vec::new(), 0);
    // Draws a message and injects it; returns when it starts.
    let mut draw = |inject: &mut dyn FnMut(Unicast<'_>, Time) -> Result<MessageId, SimError>| {
        let (at, from, to) = arrivals.next();
        let unicast = route(&mut routes, &mut lines, from, to);
        hops += hops_of(unicast);
        inject(unicast, at).unwrap();
        (at, hops)
    };
    // So long a batch takes, and so many messages come in a window of a flit time.
    let span = Time::from_ps((gap * BATCH as f64) as u64);
    let in_a_window = BATCH * case.timing.flit.ps() / span.ps() + 1;
    let (mut until, mut drawn) = (span, (Time::ZERO, 0));
    loop {
        while drawn.0 < until {
            drawn = draw(&mut |unicast, at| engine.inject_unicast(unicast, at));
        }
        if drawn.1 >= message_hops {
            break;
        }
        let end = until;
        until = until + span;
        engine.run_meanwhile(end, |desk| {
            let is_behind = drawn.0 < until;
            for _ in 0..in_a_window {
                if drawn.0 < until {
                    drawn = draw(&mut |unicast, at| desk.inject_unicast(unicast, at));
                }
            }
            is_behind
        });
    }
    let graph = case.topology.graph();
    let backlog: u64 = graph.nodes().map(|node| u64::from(engine.backlog(node))).sum();
    engine.drain();
    let Latency { count, sum } = *engine.observer();
    let backlog = backlog as f64 / graph.node_count() as f64;
    Figures { message_hops: drawn.1, latency_ns: sum.ns() / count as f64, backlog }
}

/// The same with somebody who is told what happens; returns that, the hops, and the mean number of messages in a source
/// queue when the last message was generated.
pub(crate) fn run_worms_told<O: Observer + Default>(case: Case<'_>, message_hops: u64, observer: O) -> (O, u64, f64) {
    let engine = PathEngine::new(case.topology, case.timing, 1, observer).unwrap();
    run_open(case, message_hops, engine)
}

fn run_open<O: Default, E: OpenLoop<Observer = O>>(case: Case<'_>, message_hops: u64, mut engine: E) -> (O, u64, f64) {
    let graph = case.topology.graph();
    let mut arrivals = Arrivals::new(case);
    let (mut routes, mut lines, mut hops) = (ShortestRoutes::new(case.topology), Vec::new(), 0);
    while hops < message_hops {
        let (at, from, to) = arrivals.next();
        engine.run_before(at);
        let unicast = route(&mut routes, &mut lines, from, to);
        hops += hops_of(unicast);
        engine.inject_unicast(unicast, at).unwrap();
    }
    let backlog: u64 = graph.nodes().map(|node| u64::from(engine.backlog(node))).sum();
    engine.drain();
    (std::mem::take(engine.observer_mut()), hops, backlog as f64 / graph.node_count() as f64)
}

/// A message by the lines of its route.
fn route<'l>(
    routes: &mut ShortestRoutes<'_>,
    lines: &'l mut Vec<Line>,
    origin: NodeId,
    destination: NodeId,
) -> Unicast<'l> {
    lines.clear();
    routes.append_lines(origin, destination, lines).unwrap();
    Unicast { origin, destination, lines, length: None }
}

fn hops_of(unicast: Unicast<'_>) -> u64 {
    unicast.lines.iter().map(|line| u64::from(line.steps)).sum()
}
