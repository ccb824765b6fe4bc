//! What parallel regions would give: the grants of a run, counted by windows of time and regions of the network. All
//! regions work off a window, then exchange what crosses their borders; so a window takes as long as its busiest
//! region. That is a schedule on paper for any number of cores; the example `cores` measures those that there are.
//!
//! A grant changes nothing at another router sooner than a flit time later: a head comes a flit time and a router delay
//! later, and a channel that a grant lets become free does so a flit time later at the soonest (the closed form of
//! tails).
//! So the window is a flit time.
//!
//! `cargo run --release -p wormcast-sim --example regions [SPEC] [LOAD] [LENGTH] [MILLION-HOPS] [NS-A-GRANT]`

#[path = "../benches/uniform/mod.rs"]
mod uniform;

use std::collections::BTreeMap;
use std::str::FromStr;
use uniform::{Case, run_worms_told};
use wormcast_sim::{Observer, Time, Timing};
use wormcast_topology::{ChannelId, Grid, NodeId, Topology, build};

/// The times of grants, by channel.
#[derive(Default)]
struct Grants(Vec<(Time, ChannelId)>);

impl Observer for Grants {
    fn held(&mut self, channel: ChannelId, from: Time, _until: Time) {
        self.0.push((from, channel));
    }
}

/// A word of the command line, or what is taken without it.
fn word<T: FromStr>(place: usize, otherwise: T) -> T {
    std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The region of a node, of so many by so many.
fn region(grid: &Grid, node: NodeId, [across, down]: [usize; 2]) -> usize {
    let place = |dimension: usize, parts: usize| {
        grid.coordinate(node, dimension) as usize * parts / grid.sides()[dimension] as usize
    };
    place(0, across) + across * place(1, down)
}

/// For each window: how many grants it has, and how many its busiest region.
fn windows(topology: &dyn Topology, grants: &[(Time, ChannelId)], window: Time, parts: [usize; 2]) -> Vec<(u64, u64)> {
    let grid = topology.grid().expect("a grid");
    let regions: Vec<_> = topology.graph().nodes().map(|node| region(grid, node, parts)).collect();
    let mut counts = BTreeMap::<u64, Vec<u64>>::new();
    for &(time, channel) in grants {
        let of_window = counts.entry(time.ps() / window.ps()).or_insert_with(|| vec![0; parts[0] * parts[1]]);
        of_window[regions[topology.graph().source(channel).index()]] += 1;
    }
    counts.into_values().map(|counts| (counts.iter().sum(), counts.iter().copied().max().unwrap_or(0))).collect()
}

fn main() {
    let (spec, load, length) = (word(1, "mesh:64x64".to_owned()), word(2, 0.02), word(3, 4));
    let (millions, ns_a_grant) = (word(4, 5_u64), word(5, 50.0));
    let (topology, timing) = (build(&spec).expect("a network"), Timing { length, ..Timing::default() });
    let case = Case { topology: &*topology, timing: &timing, load };
    let (Grants(grants), hops, backlog) = run_worms_told(case, millions * 1_000_000, Grants::default());
    println!("{spec}, {length} flits, {load} flits per node and flit time: {hops} hops, {backlog:.3} waiting a node");
    println!("regions  grants a window  of the busiest   speed-up with barriers of 0, 0.5, 2 us");
    for parts in [[2, 1], [2, 2], [4, 4], [8, 8]] {
        let windows = windows(&*topology, &grants, timing.flit, parts);
        let sum = |part: fn(&(u64, u64)) -> u64| windows.iter().map(part).sum::<u64>() as f64;
        let (all, busiest, count) = (sum(|one| one.0), sum(|one| one.1), windows.len() as f64);
        let faster = |barrier_ns: f64| all * ns_a_grant / (busiest * ns_a_grant + count * barrier_ns);
        let faster = [0.0, 500.0, 2000.0].map(|barrier| format!("{:.2}", faster(barrier))).join("  ");
        println!("{:>7} {:>16.1} {:>15.1}   {faster}", parts[0] * parts[1], all / count, busiest / count);
    }
}
