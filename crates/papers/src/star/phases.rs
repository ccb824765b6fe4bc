//! More phases than two, which section 3.2.2 names and does not measure: how much shorter the paths of a broadcast
//! become, and how short no phases can make them.

use super::super::lone::Bench;
use super::{LARGE, SMALL, timing};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_plan::{MulticastSet, Plan};
use wormcast_schemes::Options;
use wormcast_schemes::option::PHASES;
use wormcast_topology::{NodeId, StarGraph, Topology};

const ID: &str = "star-phases";
/// The flits of the paper's messages of medium length.
const FLITS: u32 = 120;

/// A broadcast from the identity in some phases.
struct Broadcast {
    dimension: usize,
    phases: u32,
    /// The longest paths of the phases, summed.
    longest: u64,
    worms: usize,
    /// The least sum that any phases can have.
    bound: u64,
    /// Microseconds with the small and with the large start-up.
    times: [f64; 2],
}

impl Broadcast {
    fn of(dimension: usize, phases: u32) -> Self {
        let star = StarGraph::new(dimension).expect("it fits");
        let nodes = star.graph().node_count();
        let destinations: Vec<NodeId> = (1..nodes).map(NodeId::new).collect();
        let set = MulticastSet { source: NodeId::new(0), destinations: &destinations };
        let mut bench = Bench::new(&star, "two-phase-multi-path", &Options::default().with(&PHASES, phases));
        let plan = bench.plan(set);
        let (longest, worms) = (longest_of_phases(plan), plan.worms.len());
        let times = [SMALL, LARGE].map(|startup| bench.run(set, &timing(FLITS, startup))[0]);
        let bound = least_sum(nodes as u64, dimension as u64 - 1, phases);
        Self { dimension, phases, longest, worms, bound, times }
    }
}

fn longest_of_phases(plan: &Plan) -> u64 {
    let mut longest: Vec<u64> = Vec::new();
    for worm in plan.worms.iter() {
        let round = worm.round as usize;
        longest.resize(longest.len().max(round + 1), 0);
        longest[round] = longest[round].max(worm.hops.len() as u64);
    }
    longest.iter().sum()
}

/// No phases have paths whose lengths l1, l2, … sum to less. A path of l channels comes to l nodes at most, and a node
/// starts at most one over each of its links: a phase makes those that have the message at most (1 + links · l) times
/// as many. The product is greatest for lengths that differ by one at most. And no node is farther than the sum: the
/// diameter of the n-star is ⌊3 (n − 1) / 2⌋.
fn least_sum(nodes: u64, links: u64, phases: u32) -> u64 {
    let reached = |sum: u64| {
        let phases = u64::from(phases);
        let length = |phase: u64| sum / phases + u64::from(phase < sum % phases);
        (0..phases).fold(1_u64, |nodes, phase| nodes.saturating_mul(1 + links * length(phase)))
    };
    (3 * links / 2..).find(|&sum| reached(sum) >= nodes).expect("long paths reach all")
}

pub(super) fn phases(context: &Context<'_>) -> FigureReport {
    let last = if context.effort == Effort::Full { 7 } else { 6 };
    let cases: Vec<_> = (5..=last).flat_map(|n| (1..n as u32 - 1).map(move |phases| (n, phases))).collect();
    let all: Vec<Broadcast> = cases.into_par_iter().map(|(n, phases)| Broadcast::of(n, phases)).collect();
    let mut table = Table::new(
        ID,
        &[
            "dimension",
            "phases",
            "longest_paths_summed",
            "lower_bound",
            "worms",
            "small_startup_us",
            "large_startup_us",
        ],
    );
    for one in &all {
        let numbers = [one.dimension as u64, u64::from(one.phases), one.longest, one.bound, one.worms as u64];
        let times = one.times.map(|time| format!("{time:.1}"));
        table.rows.push(numbers.iter().map(u64::to_string).chain(times).collect());
    }
    let claims = vec![one_phase(last), shorter(&all), best(&all), bounded(&all)];
    FigureReport::plain(claims, table)
}

/// One phase with the shortest longest path that is found, and a bound on it by `otms`.
fn of_otms(dimension: usize) -> (u64, u64) {
    let star = StarGraph::new(dimension).expect("it fits");
    let destinations: Vec<NodeId> = (1..star.graph().node_count()).map(NodeId::new).collect();
    let mut bench = Bench::new(&star, "otms", &Options::default());
    let plan = bench.plan(MulticastSet { source: NodeId::new(0), destinations: &destinations });
    let longest = longest_of_phases(plan);
    (longest, bench.told("optimality")["lower_bound"].as_u64().unwrap_or(0))
}

fn one_phase(last: usize) -> PaperClaim {
    let found: Vec<_> = (5..=last).into_par_iter().map(|n| (n, of_otms(n))).collect();
    let nodes = |n: usize| (2..=n as u64).product::<u64>();
    let words = found.iter().map(|&(n, (longest, bound))| {
        let proved = if longest == bound { "the least".to_owned() } else { format!("at least {bound}") };
        format!("n = {n}: {longest} of {} ({proved})", nodes(n))
    });
    let holds = found.iter().all(|&(n, (longest, _))| 4 * longest < 3 * nodes(n));
    let claim = "shared out by otms instead of node classes, a broadcast of one phase has no path of ¾N";
    PaperClaim::new(ID, claim, "no statement", words.collect::<Vec<_>>().join("; "), holds)
        .ours()
        .by("exact: broadcasts from the identity; the bound is proved with the plan")
}

fn shorter(all: &[Broadcast]) -> PaperClaim {
    let nodes = |one: &Broadcast| (2..=one.dimension as u64).product::<u64>();
    let more = || all.iter().filter(|one| one.phases > 1);
    let share = |one: &Broadcast| 100.0 * one.longest as f64 / nodes(one) as f64;
    let most = more().map(share).fold(0.0, f64::max);
    let least = more().map(share).fold(100.0, f64::min);
    let claim = "from two phases on, the longest paths of all phases of a broadcast sum to less than ¾N";
    let measured = format!("to {least:.0} to {most:.0} % of N, n = 5 to {}", all[all.len() - 1].dimension);
    PaperClaim::new(ID, claim, "more phases are named, not measured", measured, most < 75.0)
        .ours()
        .by("exact: broadcasts from the identity, every number of phases from 2 to n − 2")
}

/// With how many phases a broadcast is done soonest.
fn best(all: &[Broadcast]) -> PaperClaim {
    let soonest = |dimension: usize, startup: usize| {
        let own = all.iter().filter(|one| one.dimension == dimension);
        own.min_by(|a, b| a.times[startup].total_cmp(&b.times[startup])).map_or(0, |one| one.phases)
    };
    let last = all[all.len() - 1].dimension;
    let as_found: Vec<_> = (6..=last).map(|n| (n, [soonest(n, 0), soonest(n, 1)])).collect();
    let words: Vec<_> = as_found.iter().map(|(n, [small, large])| format!("n = {n}: {small} and {large}")).collect();
    let claim = "a broadcast of 120 flits is soonest with n − 3 phases at small start-up, and with n − 4 at large";
    let holds = as_found.iter().all(|&(n, [small, large])| small == n as u32 - 3 && large == n as u32 - 4);
    PaperClaim::new(ID, claim, "no statement", words.join("; "), holds)
        .ours()
        .by("exact: run by the engine, n = 6 and 7")
}

/// How far the plans are from what counting allows.
fn bounded(all: &[Broadcast]) -> PaperClaim {
    let last = all[all.len() - 1].dimension;
    let own = all.iter().filter(|one| one.dimension == last);
    let words: Vec<_> = own.map(|one| format!("{} phases {} against {}", one.phases, one.longest, one.bound)).collect();
    let claim = "no paths of p phases sum to less than counting gives: Π (1 + (n − 1) l) ≥ N, and the diameter";
    let holds = all.iter().all(|one| one.longest >= one.bound);
    PaperClaim::new(ID, claim, "no statement", format!("n = {last}: {}", words.join(", ")), holds)
        .ours()
        .by("exact: a bound by counting, docs/star.md has the proof")
}
