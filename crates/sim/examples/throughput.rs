//! How fast the engines are: uniform unicast (Poisson) by dimension order, in message-hops and flit-hops per second of
//! processor time, all included: generating, routing, injecting.
//!
//! `cargo run --release -p wormcast-sim --example throughput [SPEC] [worm|flit] [MILLION-FLIT-HOPS] [VIRTUAL-CHANNELS]`
//! finds the saturation of messages of several lengths and measures points below it; with `[LENGTH] [BUFFER] [LOAD]`
//! behind that, one point.

#[path = "../benches/uniform/mod.rs"]
mod uniform;

use std::fs;
use std::num::NonZeroU32;
use std::str::FromStr;
use uniform::{Case, Figures, run_worms};
use wormcast_sim::{Engine, FlowControl, Timing};
use wormcast_topology::{Topology, build};

/// Processor time of this thread so far, in seconds.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells the processor time");
    let nanoseconds = stat.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.expect("it is a number") / 1e9
}

/// The load at which messages take ten times as long as in an empty network, by bisection over short runs.
fn saturation(topology: &dyn Topology, timing: &Timing) -> f64 {
    let latency = |load| run_worms(Case { topology, timing, load }, 400_000, Engine::Worm).latency_ns;
    let limit = 10.0 * latency(0.001);
    let (mut below, mut above) = (0.001, 2.0);
    for _ in 0..10 {
        let middle = (below + above) / 2.0;
        if latency(middle) < limit { below = middle } else { above = middle }
    }
    below
}

/// The figures of a run, and the processor time that it took.
fn measure(case: Case<'_>, engine: Engine, message_hops: u64) -> (Figures, f64) {
    let begin = cpu_seconds();
    let figures = run_worms(case, message_hops, engine);
    (figures, cpu_seconds() - begin)
}

/// A word of the command line, or what is taken without it.
fn word<T: FromStr>(place: usize, otherwise: T) -> T {
    let given = std::env::args().nth(place);
    given.map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("word {place} does not fit: {text}")))
}

/// The cases that are measured: buffer, length, what point of the curve it is, and the load.
fn cases(topology: &dyn Topology) -> Vec<(u32, u32, &'static str, f64)> {
    let (length, buffer, load) = (word(5, 0), word(6, 1), word(7, 0.0));
    if length > 0 {
        return vec![(buffer, length, "asked", load)];
    }
    let points = [("low", 0.1), ("half", 0.5), ("near", 0.9), ("0.98", 0.98)];
    let of_saturation = |(buffer, length)| {
        let timing = Timing { length, buffer, ..Timing::default() };
        let saturation = saturation(topology, &timing);
        points.map(|(point, share)| (buffer, length, point, share * saturation))
    };
    [(1, 4), (1, 16), (1, 128), (8, 4), (8, 16), (8, 128)].into_iter().flat_map(of_saturation).collect()
}

fn main() {
    let (spec, engine, millions) = (word(1, "mesh:16x16".to_owned()), word(2, Engine::Worm), word(3, 200_u64));
    let flow = FlowControl { virtual_channels: word(4, NonZeroU32::MIN), ..FlowControl::default() };
    let topology = build(&spec).expect("a network");
    println!("{spec}, {engine}; load in flits per node and flit time, rates in millions per second of processor time");
    println!("buffer flits  point    load latency ns backlog message-hops flit-hops");
    for (buffer, length, point, load) in cases(&*topology) {
        let timing = Timing { length, buffer, flow, ..Timing::default() };
        let case = Case { topology: &*topology, timing: &timing, load };
        let (figures, cpu) = measure(case, engine, millions * 1_000_000 / u64::from(length));
        let Figures { message_hops, latency_ns, backlog } = figures;
        let hops = message_hops as f64 / cpu / 1e6;
        let flits = hops * f64::from(length);
        println!(
            "{buffer:>6} {length:>5} {point:>6} {load:>7.4} {latency_ns:>10.1} {backlog:>7.3} {hops:>12.2} {flits:>9.1}"
        );
    }
}
