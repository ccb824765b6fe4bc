//! Every time of many runs, verified against the rules by an independent judge.

use crate::support;
use crate::support::judge::judge;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{MulticastSet, Plan, Worms};
use wormcast_schemes::{Options, SCHEMES};
use wormcast_sim::{Engine, Outcome, Start, Time, simulate};
use wormcast_topology::{FAMILIES, NodeId, Topology, build};

/// Several plans of random trees, which often block each other.
fn random_plans(topology: &dyn Topology, random: &mut Random) -> Vec<(Plan, Time)> {
    let count = random.random_range(1..=3);
    let mut plan = || {
        let mut worms = Worms::new();
        worms.set_consumption_classes(random.random_range(1..=3));
        for _ in 0..random.random_range(1..=5) {
            support::random_tree(topology, &mut worms, random, 12);
        }
        (support::plan(topology, worms), Time::from_ps(random.random_range(0..20)))
    };
    (0..count).map(|_| plan()).collect()
}

#[test]
fn random_trees_that_contend_follow_the_rules_to_the_last_unit() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(3);
    let mut deadlocks = 0;
    for _ in 0..3000 {
        let plans = random_plans(&*mesh, &mut random);
        let starts: Vec<_> = plans.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
        let timing = support::random_timing(&mut random);
        for engine in Engine::ALL {
            let run = simulate(&*mesh, &starts, &timing, engine).unwrap();
            judge(&*mesh, &starts, &timing, &run);
            deadlocks += usize::from(run.outcome != Outcome::Delivered);
        }
    }
    assert!((500..2500 * Engine::ALL.len()).contains(&deadlocks), "both outcomes are frequent: {deadlocks}");
}

/// A multicast set of random size.
fn random_set(topology: &dyn Topology, random: &mut Random) -> (NodeId, Vec<NodeId>) {
    let mut nodes: Vec<_> = topology.graph().nodes().collect();
    let size = random.random_range(2..=nodes.len().min(12));
    for place in 0..size {
        let other = random.random_range(place..nodes.len());
        nodes.swap(place, other);
    }
    (nodes[0], nodes[1..size].to_vec())
}

#[test]
fn plans_of_every_scheme_on_every_topology_follow_the_rules() {
    let mut random = Random::seed_from_u64(4);
    let mut pairs = 0;
    for topology in FAMILIES.iter().filter_map(|family| build(family.example).ok()) {
        for scheme in SCHEMES {
            let Ok(mut planner) = scheme.prepare(&*topology, &Options::default()) else { continue };
            pairs += 1;
            for _ in 0..10 {
                let mut plans = Vec::new();
                for _ in 0..random.random_range(1..=3) {
                    let (source, destinations) = random_set(&*topology, &mut random);
                    let mut worms = Worms::new();
                    let set = MulticastSet { source, destinations: &destinations };
                    // A scheme may refuse a set, such as one that is not a broadcast.
                    if planner.plan(set, &mut worms).is_ok() {
                        plans.push(Plan { source, destinations, ..support::plan(&*topology, worms) });
                    }
                }
                if !plans.is_empty() {
                    check(&*topology, &plans, &mut random);
                }
            }
        }
    }
    assert!(pairs > 0);
}

fn check(topology: &dyn Topology, plans: &[Plan], random: &mut Random) {
    let mut timing = support::random_timing(random);
    // The judge does not know the order of consequences within an instant.
    timing.send = timing.send + Time::from_ps(1);
    let starts: Vec<_> =
        plans.iter().map(|plan| Start { plan, at: Time::from_ps(random.random_range(0..20)) }).collect();
    for engine in Engine::ALL {
        let run = simulate(topology, &starts, &timing, engine).unwrap();
        judge(topology, &starts, &timing, &run);
        if run.outcome == Outcome::Delivered {
            assert!(run.plans.iter().all(|plan| plan.latency.is_some()));
        }
    }
}
