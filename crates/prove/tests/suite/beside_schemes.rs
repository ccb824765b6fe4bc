//! Schemes beside given plans and routes.

use crate::plans_support::path;
use crate::random_worms::random_worm;
use crate::support::networks;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::Range;
use std::time::Duration;
use wormcast_check::proof::{Answer, ProofDocument, SchemeStatement, Statement};
use wormcast_formats::build;
use wormcast_model::{Copies, WorkloadStatement};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, VcRule, Worms, random_destinations};
use wormcast_prove::scheme::prove_scheme_beside;
use wormcast_prove::{Effort, prove_workload_within, verify_proof};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology};

fn asked(
    topology: &dyn Topology,
    statement: SchemeStatement,
    given: &[Plan],
    budget: Duration,
) -> Option<ProofDocument> {
    let scheme = scheme_named(&statement.scheme).unwrap();
    let mut planner = scheme.prepare(topology, &Options::default()).ok()?;
    let statement = SchemeStatement { plans: vec!["given.json".into(); given.len()], ..statement };
    let proof = prove_scheme_beside(topology, &mut *planner, given, &statement, &Effort::within(budget)).unwrap();
    let document = proof.document(NetworkSpec::whole(topology.spec()), Statement::Scheme(statement));
    verify_proof(topology, &document, given).unwrap_or_else(|refusal| panic!("{}: {refusal}", topology.spec()));
    Some(document)
}

fn answer(spec: &str, scheme: &str, given: &[&[&str]], routes: &[&str]) -> Answer {
    let topology = &*build(spec).unwrap();
    let given: Vec<_> = given.iter().map(|nodes| path(topology, nodes, &nodes[nodes.len() - 1..])).collect();
    let routes = routes.iter().map(|&routes| routes.to_owned()).collect();
    let statement = SchemeStatement { routes, ..SchemeStatement::about(scheme) };
    asked(topology, statement, &given, Duration::from_secs(60)).unwrap().answer
}

/// Dimension-order unicasts turn from x to y only: a worm that turns back closes a cycle with them.
#[test]
fn a_plan_that_closes_a_cycle_with_the_scheme_deadlocks() {
    let along = ["0,0", "1,0", "1,1"];
    let against = ["1,1", "1,0", "0,0"];
    assert_eq!(answer("mesh:3x3", "unicast", &[&along], &[]), Answer::DeadlockFree);
    let all_round: [&[&str]; 2] = [&["0,0", "0,1", "1,1", "1,0"], &["1,1", "1,0", "0,0", "0,1"]];
    assert_eq!(answer("mesh:3x3", "unicast", &all_round, &[]), Answer::Deadlock);
    assert_eq!(answer("mesh:3x3", "unicast", &[&against], &[]), Answer::DeadlockFree);
}

/// A file of all routes of mesh:3x3 that go along y first, where the network's own go along x first.
fn y_first() -> String {
    let mut text = String::new();
    for (from, to) in (0..9_i32).flat_map(|from| (0..9).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let [mut at, goal] = [from, to].map(|node| [node % 3, node / 3]);
        text += &format!("{},{}", at[0], at[1]);
        for dimension in [1, 0] {
            while at[dimension] != goal[dimension] {
                at[dimension] += (goal[dimension] - at[dimension]).signum();
                text += &format!(" {},{}", at[0], at[1]);
            }
        }
        text += "\n";
    }
    let file = std::env::temp_dir().join(format!("wormcast-y-first-{}.txt", std::process::id()));
    std::fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn routes_beside_a_scheme_are_those_of_the_routing() {
    assert_eq!(answer("mesh:4x4", "unicast", &[], &["dimension-order"]), Answer::DeadlockFree);
    assert_eq!(answer("mesh:3x3", "unicast", &[], &[&y_first()]), Answer::Deadlock);
    assert_eq!(answer("mesh:4x4", "dual-path", &[], &["dimension-order"]), Answer::Deadlock);
}

/// A schedule's messages wait for each other, which no theorem about schemes knows.
#[test]
fn schedules_beside_schemes_are_refused() {
    let ring = &*build("ring:4").unwrap();
    let mut planner = scheme_named("unicast").unwrap().prepare(ring, &Options::default()).unwrap();
    let schedule = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/routes/ring.xml").to_owned();
    let statement = SchemeStatement { routes: vec![schedule], ..SchemeStatement::about("unicast") };
    assert!(prove_scheme_beside(ring, &mut *planner, &[], &statement, &Effort::default()).is_err());
}

/// A free answer beside some plans is none beside others: the routes are those that were given.
#[test]
fn certificates_are_for_the_plans_that_are_given() {
    let mesh = &*build("mesh:3x3").unwrap();
    let [along, round] = [["0,0", "1,0", "1,1"], ["0,0", "0,1", "1,1"]].map(|nodes| path(mesh, &nodes, &nodes[2..]));
    let about = || SchemeStatement::about("unicast");
    let free = asked(mesh, about(), std::slice::from_ref(&along), Duration::from_secs(60)).unwrap();
    assert_eq!(free.answer, Answer::DeadlockFree);
    assert!(verify_proof(mesh, &free, &[round]).is_err());
    assert!(verify_proof(mesh, &free, &[]).is_err());
}

/// Trees of the scheme that are given as plans go down its trees.
#[test]
fn plans_of_the_scheme_change_no_answer() {
    let budget = Duration::from_secs(20);
    for spec in ["mesh:4x4", "torus:4x4", "hypercube:4"] {
        let topology = &*build(spec).unwrap();
        for scheme in ["unicast", "dual-path", "single-tree", "spam", "dstm-1"] {
            let Some(alone) = asked(topology, SchemeStatement::about(scheme), &[], budget) else { continue };
            let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
            let plan = |seed: u64| {
                let source = NodeId::new(seed as usize * 5 % topology.graph().node_count());
                let destinations = random_destinations(topology, source, 4, seed).unwrap();
                let mut worms = Worms::new();
                planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).unwrap();
                crate::plans_support::of_worms(topology, source, destinations, worms)
            };
            let given: Vec<_> = (0..3).map(plan).collect();
            let beside = asked(topology, SchemeStatement::about(scheme), &given, budget).unwrap();
            assert_eq!(beside.answer, alone.answer, "{scheme} on {spec}");
        }
    }
}

/// What is called free is not a deadlock of some of its messages, as the prover of given plans finds it.
fn assert_free(topology: &dyn Topology, statement: &SchemeStatement, given: &[Plan], seed: u64) {
    let mut planner = scheme_named(&statement.scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let mut plans = given.to_vec();
    for seed in seed..seed + 16 {
        let source = NodeId::new(seed as usize * 7 % topology.graph().node_count());
        let destinations = random_destinations(topology, source, 1 + seed as usize % 3, seed).unwrap();
        let mut worms = Worms::new();
        if planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).is_ok() {
            plans.push(crate::plans_support::of_worms(topology, source, destinations, worms));
        }
    }
    let about = WorkloadStatement { copies: Copies::Any, ..statement.about_plans() };
    let exact = prove_workload_within(topology, &plans, &about, &Effort::within(Duration::from_millis(300))).unwrap();
    assert_ne!(exact.answer(), Answer::Deadlock, "{statement:?} on {}", topology.spec());
}

/// How often random worms beside schemes are free, deadlock, and are open; every answer is verified.
fn answers(seeds: Range<u64>, every: usize) -> BTreeMap<&'static str, [usize; 3]> {
    let mut counts = BTreeMap::new();
    let schemes = ["unicast", "dual-path", "single-tree", "spam", "dstm-1", "routed-path"];
    let asked_about = networks().enumerate().flat_map(|(at, network)| {
        let network: std::rc::Rc<dyn Topology> = network.into();
        schemes.iter().enumerate().map(move |(place, &scheme)| (schemes.len() * at + place, network.clone(), scheme))
    });
    let asked_about: Vec<_> = asked_about.filter(|(number, ..)| number % every == 0).collect();
    for (seed, (number, network, scheme)) in seeds.flat_map(|seed| asked_about.iter().map(move |about| (seed, about))) {
        let seed = 1000 * seed + *number as u64;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let given: Vec<_> = (0..2).map(|_| random_worm(&**network, &mut |count| rng.random_range(0..count))).collect();
        let consumption = NonZeroU32::new(rng.random_range(0..3));
        let statement = SchemeStatement { consumption, ..SchemeStatement::about(*scheme) };
        let Some(proof) = asked(&**network, statement.clone(), &given, Duration::from_secs(2)) else { continue };
        if proof.answer == Answer::DeadlockFree {
            assert_free(&**network, &statement, &given, seed);
        }
        let place = [Answer::DeadlockFree, Answer::Deadlock, Answer::Unknown];
        let place = place.iter().position(|answer| *answer == proof.answer).unwrap();
        counts.entry(*scheme).or_insert([0; 3])[place] += 1;
    }
    counts
}

/// `cargo test --release -p wormcast-prove --test suite beside_schemes -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn answers_beside_many_random_worms_are_verified() {
    println!("free, deadlocks, unknown: {:?}", answers(2..40, 1));
}

#[test]
fn answers_beside_random_worms_are_verified() {
    let counts = answers(0..2, 4);
    let [free, deadlocks] = [0, 1].map(|kind| counts.values().map(|counts| counts[kind]).sum::<usize>());
    assert!(free > 0 && deadlocks > 0, "{counts:?}");
}

/// Under rules that count hops, or keep a worm to one number, deadlocks take several plans at just the right times,
/// too.
#[test]
fn deadlocks_under_other_rules_of_virtual_channels_are_found() {
    for (spec, scheme, vc_rule) in [
        ("torus:6x6", "dstm-1", VcRule::PerHop),
        ("torus:6x6", "single-tree", VcRule::PerHop),
        ("torus:5x5", "unicast", VcRule::Fixed),
    ] {
        let virtual_channels = NonZeroU32::new(2).unwrap();
        let statement = SchemeStatement { virtual_channels, vc_rule, ..SchemeStatement::about(scheme) };
        let proof = asked(&*build(spec).unwrap(), statement, &[], Duration::from_secs(120)).unwrap();
        assert_eq!(proof.answer, Answer::Deadlock, "{scheme} on {spec}, {vc_rule}: {:?}", proof.reason);
    }
}
