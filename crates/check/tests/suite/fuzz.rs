//! Arbitrary texts, and sound plans broken at random: the judge never panics, and agrees with the definition.

use crate::mutation::{at, inputs, pointers, scribble, wreck};
use crate::support::{naive, random_plan};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use wormcast_check::{Report, Violation, judge_text};
use wormcast_plan::{Claim, PlanDocument};
use wormcast_schemes::SCHEMES;
use wormcast_topology::{Topology, build};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn arbitrary_bytes_are_no_plan(text in proptest::collection::vec(any::<u8>(), 0..300)) {
        let report = judge_text(&text, &*build("mesh:3x3").unwrap());
        let unreadable = matches!(report.violations[..], [Violation::Unreadable { .. }]);
        prop_assert!(unreadable, "{:?}", report);
    }

    #[test]
    fn judge_and_definition_agree_on_plans_changed_at_random(seed: u64, changes in 0..4_usize) {
        changed_at_random(&*build("mesh:4x3").unwrap(), seed, changes);
    }

    #[test]
    fn texts_broken_at_random_never_panic(seed: u64, changes in 1..5_usize) {
        broken_at_random(&*build("mesh:4x3").unwrap(), seed, changes);
    }
}

/// The same, ten million times. `INPUTS` sets another number.
///
/// `cargo test --release -p wormcast-check --test suite fuzz -- --ignored --nocapture`
#[test]
#[ignore = "some twenty minutes"]
fn ten_million_mutated_plans() {
    let (inputs, topology) = (inputs(10_000_000), build("mesh:4x3").unwrap());
    let mut valid = 0;
    for seed in 0..inputs {
        let changes = seed as usize % 4;
        valid += match seed % 2 {
            0 => u64::from(changed_at_random(&*topology, seed, changes)),
            _ => u64::from(broken_at_random(&*topology, seed, changes + 1)),
        };
    }
    println!("{inputs} mutated plans, {valid} of them valid, judged as by the definition");
}

fn changed_at_random(topology: &dyn Topology, seed: u64, changes: usize) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut plan = some_plan(topology, &mut rng);
    for _ in 0..changes {
        change(&mut plan, topology, &mut rng);
    }
    restate_cost(&mut plan, topology);
    judged_by_both(plan.to_string().as_bytes(), topology)
}

fn broken_at_random(topology: &dyn Topology, seed: u64, changes: usize) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut plan = some_plan(topology, &mut rng);
    for _ in 0..changes {
        wreck(&mut plan, &mut rng);
    }
    let mut text = plan.to_string().into_bytes();
    for _ in 0..rng.random_range(0..3) {
        scribble(&mut text, &mut rng);
    }
    judged_by_both(&text, topology)
}

/// Judge and definition agree on a text, which is read alike whole and as a stream; whether it is valid.
fn judged_by_both(text: &[u8], topology: &dyn Topology) -> bool {
    let (report, naive) = both(text, topology);
    assert_eq!(report.is_valid(), naive, "{:?} {}", report.violations, String::from_utf8_lossy(text));
    assert!(serde_json::to_string(&report).is_ok());
    if let Ok(streamed) = PlanDocument::read(text) {
        assert_eq!(streamed, PlanDocument::parse(text).unwrap());
    }
    report.is_valid()
}

/// What the judge finds, and whether the text reads, resolves and is valid by definition.
fn both(text: &[u8], topology: &dyn Topology) -> (Report, bool) {
    let valid = || {
        let document = PlanDocument::parse(text).ok()?;
        let plan = document.resolve(topology).ok()?;
        Some(naive::valid(&plan, document.cost, topology))
    };
    (judge_text(text, topology), valid().unwrap_or(false))
}

fn some_plan(topology: &dyn Topology, rng: &mut Xoshiro256PlusPlus) -> Value {
    loop {
        let scheme = SCHEMES.choose(rng).unwrap();
        if let Some(mut plan) = random_plan(topology, *scheme, 4, rng) {
            if rng.random_bool(0.3) {
                plan.claims = Claim::ALL.to_vec();
            }
            return serde_json::to_value(plan.document(topology)).unwrap();
        }
    }
}

/// States the true costs, where there are any, so that other violations decide.
fn restate_cost(plan: &mut Value, topology: &dyn Topology) {
    let document = PlanDocument::parse(plan.to_string().as_bytes());
    if let Ok(resolved) = document.and_then(|document| document.resolve(topology)) {
        plan["cost"] = serde_json::to_value(resolved.cost()).unwrap();
    }
}

/// A change that keeps the shape of a plan: another node, another number, a part left out, repeated or swapped.
fn change(plan: &mut Value, topology: &dyn Topology, rng: &mut Xoshiro256PlusPlus) {
    let node = topology.graph().nodes().collect::<Vec<_>>().choose(rng).map(|&node| topology.node_name(node));
    let lists: Vec<_> = pointers(plan).into_iter().filter(|p| at(plan, p).is_array() && !hop(plan, p)).collect();
    let leaves: Vec<_> = pointers(plan).into_iter().filter(|p| p.contains("worms/") || p.contains("dest")).collect();
    let leaf = leaves.choose(rng).map(|pointer| plan.pointer_mut(pointer).unwrap());
    match (rng.random_range(0..3), leaf) {
        (0, Some(leaf @ Value::String(_))) => *leaf = json!(node),
        (0, Some(leaf @ (Value::Number(_) | Value::Null))) => *leaf = json!(rng.random_range(0..4)),
        (0, Some(leaf @ Value::Array(_))) => leaf.as_array_mut().unwrap().reverse(),
        (1, _) => {
            let list = plan.pointer_mut(lists.choose(rng).unwrap()).unwrap().as_array_mut().unwrap();
            if let Some(index) = (0..list.len()).collect::<Vec<_>>().choose(rng) {
                list.remove(*index);
            }
        }
        (2, _) => {
            let list = plan.pointer_mut(lists.choose(rng).unwrap()).unwrap().as_array_mut().unwrap();
            if !list.is_empty() {
                let [from, to] = [0; 2].map(|_| rng.random_range(0..list.len()));
                list.insert(to, list[from].clone());
            }
        }
        _ => {}
    }
}

/// Whether this is a hop, an array that is no list.
fn hop(plan: &Value, pointer: &str) -> bool {
    pointer.contains("/route/") && at(plan, pointer).is_array()
}
