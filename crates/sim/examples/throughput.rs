//! How fast the worm engine is: uniform unicast (Poisson) by dimension order, in flit-hops and message-hops per second
//! of processor time, all included: generating, routing, injecting, simulating.
//!
//! `cargo run --release -p wormcast-sim --example throughput [SPEC] [million message-hops a point]`

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::fs;
use wormcast_plan::Worms;
use wormcast_sim::{Completed, Observer, Time, Timing, WormEngine};
use wormcast_topology::{ChannelId, NodeId, ShortestRoutes, Topology, build};

/// Sums up the latencies of messages.
#[derive(Default)]
struct Latency {
    count: u64,
    sum: Time,
}

impl Observer for Latency {
    fn completed(&mut self, message: Completed) {
        self.count += 1;
        self.sum = self.sum + (message.at - message.generated);
    }
}

/// Poisson arrivals in the whole network, each at a random node.
struct Traffic {
    random: Random,
    nodes: usize,
    /// Mean time between two messages, in ps.
    gap: f64,
    next: f64,
}

impl Traffic {
    fn next(&mut self) -> (Time, NodeId, NodeId) {
        self.next -= self.gap * (1.0 - self.random.random::<f64>()).ln();
        let from = self.random.random_range(0..self.nodes);
        let to = (from + self.random.random_range(1..self.nodes)) % self.nodes;
        (Time::from_ps(self.next as u64), NodeId::new(from), NodeId::new(to))
    }
}

struct Run {
    message_hops: u64,
    cpu: f64,
    latency_ns: f64,
    backlog: f64,
}

/// One run at a load in flits per node and flit time.
fn run(topology: &dyn Topology, timing: &Timing, load: f64, message_hops: u64) -> Run {
    let graph = topology.graph();
    let nodes = graph.node_count();
    let gap = timing.flit.ps() as f64 * f64::from(timing.length) / (load * nodes as f64);
    let mut traffic = Traffic { random: Random::seed_from_u64(1), nodes, gap, next: 0.0 };
    let mut engine = WormEngine::new(graph, timing, Latency::default()).unwrap();
    let (mut routes, mut route) = (ShortestRoutes::new(topology), Vec::<ChannelId>::new());
    let (mut worms, mut hops) = (Worms::new(), 0);
    let start = cpu_seconds();
    while hops < message_hops {
        let (at, from, to) = traffic.next();
        engine.run_before(at);
        route.clear();
        worms.clear();
        routes.append(from, to, &mut route).unwrap();
        worms.start(from, None, 0);
        let last = worms.chain(None, route.iter().copied());
        worms.deliver(last.unwrap(), to);
        engine.inject(&worms, at).unwrap();
        hops += route.len() as u64;
    }
    let backlog = graph.nodes().map(|node| u64::from(engine.backlog(node))).sum::<u64>() as f64 / nodes as f64;
    engine.drain();
    let cpu = cpu_seconds() - start;
    let Latency { count, sum } = *engine.observer();
    Run { message_hops: hops, cpu, latency_ns: sum.ns() / count as f64, backlog }
}

/// Processor time of this process, in seconds: from the kernel's table, in ticks of 10 ms.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/schedstat").expect("runs on Linux");
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

/// The load at which messages take ten times as long as in an empty network, by bisection over short runs.
fn saturation(topology: &dyn Topology, timing: &Timing) -> f64 {
    let latency = |load| run(topology, timing, load, 400_000).latency_ns;
    let limit = 10.0 * latency(0.001);
    let (mut below, mut above) = (0.001, 2.0);
    for _ in 0..10 {
        let middle = (below + above) / 2.0;
        if latency(middle) < limit { below = middle } else { above = middle }
    }
    below
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let spec = arguments.first().map_or("mesh:16x16", String::as_str);
    let millions: u64 = arguments.get(1).map_or(5, |text| text.parse().expect("a number of millions"));
    let topology = build(spec).expect("a network");
    println!("{spec}; load in flits per node and flit time, rates in millions per second of processor time");
    println!("buffer flits  point    load latency ns backlog message-hops flit-hops");
    for (buffer, length) in [(1, 4), (1, 16), (1, 128), (8, 4), (8, 16), (8, 128)] {
        let timing = Timing { length, buffer, ..Timing::default() };
        let saturation = saturation(&*topology, &timing);
        for (point, share) in [("low", 0.1), ("half", 0.5), ("near", 0.9), ("0.98", 0.98)] {
            let load = share * saturation;
            let run = run(&*topology, &timing, load, millions * 1_000_000);
            let rate = run.message_hops as f64 / run.cpu / 1e6;
            let flits = rate * f64::from(length);
            let Run { latency_ns, backlog, .. } = run;
            println!(
                "{buffer:>6} {length:>5} {point:>6} {load:>7.4} {latency_ns:>10.1} {backlog:>7.3} {rate:>12.2} {flits:>9.1}"
            );
        }
    }
}
