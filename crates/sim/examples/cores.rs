//! How much faster a run is on several cores: uniform unicast (Poisson) by dimension order, on one core and on so many,
//! in turns. Elapsed and processor time of the whole process, drawing and routing included.
//!
//! `cargo run --release -p wormcast-sim --example cores [SPEC] [LOAD] [LENGTH] [BUFFER] [MILLION-HOPS] [THREADS]
//! [ROUNDS]`

#[path = "../benches/uniform/mod.rs"]
mod uniform;

use std::fs;
use std::str::FromStr;
use std::time::Instant;
use uniform::{Case, Figures, run_regions, run_worms};
use wormcast_sim::{Engine, Timing};
use wormcast_topology::build;

/// Processor time of this process so far, its threads included, in seconds.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells the processor time");
    // Behind the name, which is in brackets: user and system time are the 12th and 13th, in hundredths of seconds.
    let words: Vec<_> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    words[11..13].iter().filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A word of the command line, or what is taken without it.
fn word<T: FromStr>(place: usize, otherwise: T) -> T {
    std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The figures of a run, and its elapsed and processor time.
fn measure(run: impl FnOnce() -> Figures) -> (Figures, f64, f64) {
    let (begin, cpu) = (Instant::now(), cpu_seconds());
    let figures = run();
    (figures, begin.elapsed().as_secs_f64(), cpu_seconds() - cpu)
}

fn main() {
    let (spec, load, length, buffer) = (word(1, "mesh:64x64".to_owned()), word(2, 0.005), word(3, 4), word(4, 1));
    let (hops, threads, rounds) = (word(5, 10_u64) * 1_000_000, word(6, 2), word(7, 3));
    let (topology, timing) = (build(&spec).expect("a network"), Timing { length, buffer, ..Timing::default() });
    let case = Case { topology: &*topology, timing: &timing, load };
    println!("{spec}, {length} flits, buffers of {buffer}, {load} flits per node and flit time");
    println!("threads      hops  latency ns  elapsed s  processor s  times as fast");
    for _ in 0..rounds {
        let (one, elapsed, cpu) = measure(|| run_worms(case, hops, Engine::Worm));
        let (several, faster, more_cpu) = measure(|| run_regions(case, hops, threads));
        // The run on several cores goes on to the end of a batch.
        let ratio = elapsed / one.message_hops as f64 * several.message_hops as f64 / faster;
        for (threads, figures, elapsed, cpu, ratio) in
            [(1, one, elapsed, cpu, 1.0), (threads, several, faster, more_cpu, ratio)]
        {
            let Figures { message_hops, latency_ns, .. } = figures;
            println!("{threads:>7} {message_hops:>9} {latency_ns:>11.3} {elapsed:>10.3} {cpu:>12.2} {ratio:>14.2}");
        }
    }
}
