//! The fast engine and the flit-by-flit engine agree to the last time unit: on every time of every visit, on every
//! delivery, on the outcome, and on the circle of a deadlock.

mod support;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{MulticastSet, Plan, Worms};
use wormcast_schemes::{Options, SCHEMES};
use wormcast_sim::{Engine, Outcome, Start, Time, Timing, simulate};
use wormcast_topology::{KINDS, NodeId, Topology, build};

/// Whether both engines end in a deadlock; panics if they differ in anything.
fn both_deadlock(topology: &dyn Topology, plans: &[Plan], timing: &Timing, random: &mut Random) -> bool {
    let latest = [1, 30, 3000][random.random_range(0..3)];
    let start = |plan| Start { plan, at: Time::from_ps(random.random_range(0..latest)) };
    let starts: Vec<_> = plans.iter().map(start).collect();
    let flit = simulate(topology, &starts, timing, Engine::Flit).unwrap();
    let worm = simulate(topology, &starts, timing, Engine::Worm).unwrap();
    assert_eq!(flit.timeline, worm.timeline, "{timing:?}");
    assert_eq!(flit.plans, worm.plans, "{timing:?}");
    assert_eq!(flit.outcome, worm.outcome, "{timing:?}");
    flit.outcome != Outcome::Delivered
}

/// Several plans of random trees, with relays.
fn random_plans(topology: &dyn Topology, random: &mut Random, max_hops: usize) -> Vec<Plan> {
    let count = random.random_range(1..=3);
    let mut plan = || {
        let mut worms = Worms::new();
        for _ in 0..random.random_range(1..=6) {
            support::random_relay(topology, &mut worms, random, max_hops);
        }
        support::plan(topology, worms)
    };
    (0..count).map(|_| plan()).collect()
}

fn agree_on_trees(spec: &str, max_hops: usize, seed: u64, cases: usize) {
    let topology = build(spec).unwrap();
    let mut random = Random::seed_from_u64(seed);
    let mut deadlocks = 0;
    for _ in 0..cases {
        let plans = random_plans(&*topology, &mut random, max_hops);
        let timing = support::random_timing(&mut random);
        deadlocks += usize::from(both_deadlock(&*topology, &plans, &timing, &mut random));
    }
    assert!((cases / 50..cases * 49 / 50).contains(&deadlocks), "both outcomes are frequent: {deadlocks}");
}

#[test]
fn on_small_trees_in_a_crowd() {
    agree_on_trees("mesh:3x3", 6, 11, 3000);
}

#[test]
fn on_large_trees() {
    agree_on_trees("mesh:4x4x3", 40, 12, 1000);
}

#[test]
fn on_long_thin_trees() {
    agree_on_trees("mesh:30x2", 60, 13, 1000);
}

/// A multicast set of random size.
fn random_set(topology: &dyn Topology, random: &mut Random) -> (NodeId, Vec<NodeId>) {
    let mut nodes: Vec<_> = topology.graph().nodes().collect();
    let most = if random.random_bool(0.1) { nodes.len() } else { nodes.len().min(10) };
    let size = random.random_range(2..=most);
    for place in 0..size {
        let other = random.random_range(place..nodes.len());
        nodes.swap(place, other);
    }
    (nodes[0], nodes[1..size].to_vec())
}

#[test]
fn on_plans_of_every_scheme_on_every_topology() {
    let mut random = Random::seed_from_u64(14);
    let mut cases = 0;
    for topology in KINDS.iter().filter_map(|kind| build(kind.example).ok()) {
        for scheme in SCHEMES {
            let Ok(mut planner) = scheme.prepare(&*topology, &Options::default()) else { continue };
            for _ in 0..30 {
                let mut plans = Vec::new();
                for _ in 0..random.random_range(1..=6) {
                    let (source, destinations) = random_set(&*topology, &mut random);
                    let set = MulticastSet { source, destinations: &destinations };
                    let mut worms = Worms::new();
                    // A scheme may refuse a set, such as one that is not a broadcast.
                    if planner.plan(set, &mut worms).is_ok() {
                        plans.push(Plan { source, destinations, ..support::plan(&*topology, worms) });
                    }
                }
                let timing = support::random_timing(&mut random);
                both_deadlock(&*topology, &plans, &timing, &mut random);
                cases += 1;
            }
        }
    }
    assert!(cases >= 30, "{cases}");
}

#[test]
#[ignore = "some minutes; cargo test -p wormcast-sim --release --test agreement -- --ignored"]
fn on_a_million_crowds() {
    for seed in 0..100 {
        agree_on_trees("mesh:3x3", 6, 100 + seed, 7000);
        agree_on_trees("mesh:4x4x2", 30, 300 + seed, 2000);
        agree_on_trees("mesh:30x2", 60, 500 + seed, 1000);
    }
}
