//! Schemes under all policies of routers: what is proved against the prover of given plans, and against the engine.

use crate::support::{Asked, networks, try_ask, try_ask_within, verified};
use crate::two_provers::{random_plan, statement};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast_check::proof::{
    Answer, Certificate, ProofDocument, RouterPolicies, SchemeRefusal, SchemeStatement, Statement, verify_scheme,
};
use wormcast_formats::build;
use wormcast_model::{Copies, Handover, Replication, Reservation, Switching};
use wormcast_plan::{NetworkSpec, Plan, VcRule};
use wormcast_prove::scheme::{prove_scheme, route_space};
use wormcast_prove::{Effort, ProofRefusal, prove_workload_within, verify_proof};
use wormcast_schemes::option::{CONSUMPTION_CLASSES, WITHIN};
use wormcast_schemes::{ConsumptionClasses, Options, SCHEMES, scheme_named};
use wormcast_sim::{Engine, FlowControl, Outcome, Ports, Start, Time, Timing, simulate};
use wormcast_topology::Topology;

const RESERVATIONS: [Reservation; 5] = [
    Reservation::Atomic,
    Reservation::Incremental,
    Reservation::AnyOrder,
    Reservation::Independent,
    Reservation::Whole,
];

/// All policies of which bubbles are no part.
fn policies() -> impl Iterator<Item = RouterPolicies> {
    let ways = [
        (Replication::LockStep, Switching::Wormhole, Handover::Empty),
        (Replication::LockStep, Switching::Wormhole, Handover::Tail),
        (Replication::Forked, Switching::Wormhole, Handover::Empty),
        (Replication::Forked, Switching::Wormhole, Handover::Tail),
        (Replication::LockStep, Switching::CutThrough, Handover::Empty),
        (Replication::LockStep, Switching::StoreAndForward, Handover::Tail),
    ];
    RESERVATIONS.into_iter().flat_map(move |reservation| {
        ways.map(|(replication, switching, handover)| RouterPolicies {
            reservation,
            replication,
            switching,
            handover,
            bubble: false,
        })
    })
}

fn planned(topology: &dyn Topology, asked: &Asked, count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Plan> {
    let mut planner = scheme_named(asked.scheme).unwrap().prepare(topology, &asked.options).unwrap();
    (0..count).map(|_| random_plan(topology, &mut *planner, rng)).collect()
}

/// Whether the flit engine stops in a deadlock of plans from random starts. With whole reservation no worm may take a
/// channel twice: such plans are no runs.
fn stops(topology: &dyn Topology, asked: &Asked, plans: &[Plan], rng: &mut Xoshiro256PlusPlus) -> bool {
    let RouterPolicies { reservation, replication, switching, handover, .. } = asked.policies;
    let flow = FlowControl { reservation, replication, switching, handover, ..FlowControl::default() };
    let length = rng.random_range(1..=12);
    let buffer = if asked.policies.takes_whole_messages() { length } else { rng.random_range(1..=3) };
    let consumption = NonZeroU32::new(asked.consumption).map_or(Ports::All, Ports::Limited);
    let timing = Timing { length, buffer, consumption, flow, ..Timing::default() };
    let starts: Vec<_> =
        plans.iter().map(|plan| Start { plan, at: Time::from_ns(10 * rng.random_range(0..30)) }).collect();
    matches!(simulate(topology, &starts, &timing, Engine::Flit), Ok(run) if run.outcome != Outcome::Delivered)
}

fn looked_at(topology: &dyn Topology, asked: &Asked, proof: &ProofDocument, rng: &mut Xoshiro256PlusPlus) {
    let name = || format!("{asked:?} on {}", topology.spec());
    match (&proof.certificate, &proof.counterexample) {
        (Some(certificate), _) => {
            verified(topology, asked, certificate).unwrap_or_else(|refusal| panic!("{}: {refusal}", name()));
            let plans = planned(topology, asked, 5, rng);
            let stated = statement(asked, plans.len(), Copies::Any);
            let effort = Effort::within(Duration::from_millis(300));
            // Plans whose worms take a channel twice are refused with whole reservation.
            if let Ok(exact) = prove_workload_within(topology, &plans, &stated, &effort) {
                assert_ne!(exact.answer(), Answer::Deadlock, "{}", name());
            }
            let plans = planned(topology, asked, 40, rng);
            assert!(!stops(topology, asked, &plans, rng), "{}", name());
        }
        (_, Some(_)) => {
            verify_proof(topology, proof, &[]).unwrap_or_else(|refusal| panic!("{}: {refusal}", name()));
        }
        _ => {}
    }
}

/// Asks about every scheme under some of the policies; the answers by reservation.
fn answers(every: usize, budget_ms: u64) -> BTreeMap<String, [u32; 3]> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(61);
    let mut counts = BTreeMap::new();
    let mut number = 0;
    for network in networks() {
        for (scheme, policies) in SCHEMES.iter().flat_map(|scheme| policies().map(move |policies| (scheme, policies))) {
            number += 1;
            if number % every != 0 {
                continue;
            }
            let asked = Asked { consumption: rng.random_range(0..3), policies, ..Asked::about(scheme.name()) };
            let effort = Effort::within(Duration::from_millis(budget_ms));
            let Some(proof) = try_ask_within(&*network, &asked, &effort) else { continue };
            looked_at(&*network, &asked, &proof, &mut rng);
            let place = [Answer::DeadlockFree, Answer::Deadlock, Answer::Unknown];
            let place = place.iter().position(|answer| *answer == proof.answer).unwrap();
            counts.entry(policies.reservation.to_string()).or_insert([0; 3])[place] += 1;
        }
    }
    counts
}

#[test]
fn answers_hold_under_all_policies() {
    let counts = answers(67, 300);
    assert!(counts.values().all(|[free, deadlocks, _]| free + deadlocks > 2), "{counts:?}");
}

/// One in 29 of all questions about a scheme, a network and policies; each takes a third of a second at most.
/// `cargo test --release -p wormcast-prove --test suite every_scheme_under_many_policies -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn every_scheme_under_many_policies() {
    println!("free, deadlocks, unknown: {:?}", answers(29, 300));
}

fn answer(topology: &str, asked: Asked) -> Answer {
    let network = build(topology).unwrap();
    let proof = try_ask(&*network, &asked).unwrap();
    looked_at(&*network, &asked, &proof, &mut Xoshiro256PlusPlus::seed_from_u64(62));
    proof.answer
}

fn reserving(reservation: Reservation) -> RouterPolicies {
    RouterPolicies { reservation, ..RouterPolicies::default() }
}

#[test]
fn chains_are_as_safe_under_every_policy() {
    for policies in policies() {
        for scheme in ["dual-path", "unicast"] {
            let asked = Asked { policies, ..Asked::about(scheme) };
            assert_eq!(answer("mesh:4x4", asked), Answer::DeadlockFree, "{scheme}, {policies:?}");
        }
    }
}

#[test]
fn trees_need_their_branches_together_or_in_one_order() {
    for (reservation, expected) in [
        (Reservation::Atomic, Answer::DeadlockFree),
        (Reservation::Incremental, Answer::DeadlockFree),
        (Reservation::Independent, Answer::Deadlock),
        (Reservation::Whole, Answer::DeadlockFree),
    ] {
        for consumption in [0, 1] {
            let asked = Asked { consumption, policies: reserving(reservation), ..Asked::about("single-tree") };
            assert_eq!(answer("mesh:4x4", asked), expected, "{reservation}, {consumption}");
        }
    }
}

#[test]
fn whole_worms_never_deadlock() {
    for scheme in ["unicast", "routed-tree", "routed-path", "round-greedy"] {
        let asked = Asked { policies: reserving(Reservation::Whole), ..Asked::about(scheme) };
        assert_eq!(answer("torus:4x4", asked), Answer::DeadlockFree, "{scheme}");
    }
}

/// Each branch holds one buffer, and waits by itself: so numbers along all turns prove trees, whatever shares channels
/// with them.
#[test]
fn branches_that_are_copied_apart_are_chains() {
    let apart = RouterPolicies { switching: Switching::CutThrough, ..reserving(Reservation::Independent) };
    let within = |routes: &str| Options::default().with(&WITHIN, routes.parse().unwrap());
    for (topology, scheme, options, virtual_channels) in [
        ("mesh:4x4", "single-tree", Options::default(), 1),
        ("torus:4x4", "spam", Options::default(), 1),
        ("torus:4x4", "dstm-1", Options::default(), 1),
        ("torus:4x4", "disjoint-trees", Options::default(), 2),
        ("mesh:4x4", "steiner", within("dimension-order"), 1),
        ("torus:4x4", "ner", within("dimension-order"), 2),
        ("torus:4x4", "shortest-path-tree", within("up-down"), 1),
        ("mesh:4x4", "dual-path", Options::default(), 1),
    ] {
        for consumption in 0..3 {
            let options = options.clone();
            let asked = Asked { consumption, options, virtual_channels, policies: apart, ..Asked::about(scheme) };
            assert_eq!(answer(topology, asked.clone()), Answer::DeadlockFree, "{asked:?}");
            let network = build(topology).unwrap();
            let certificate = try_ask(&*network, &asked).unwrap().certificate.unwrap();
            let held = Asked { policies: reserving(Reservation::Independent), ..asked };
            let is_chain = held.scheme == "dual-path" && consumption == 0;
            assert_eq!(verified(&*network, &held, &certificate).is_ok(), is_chain, "{held:?}");
        }
    }
    let asked = Asked { options: within("dimension-order"), policies: apart, ..Asked::about("ner") };
    let proof = try_ask(&*build("torus:4x4").unwrap(), &asked).unwrap();
    assert_eq!(proof.answer, Answer::Deadlock, "one virtual channel is too few");
}

/// A certificate that leaves out a turn of a tree, or has a number that does not rise along it, is refused.
#[test]
fn turns_of_trees_that_are_copied_apart_count() {
    let apart = RouterPolicies { switching: Switching::CutThrough, ..reserving(Reservation::Independent) };
    let asked = Asked { policies: apart, ..Asked::about("single-tree") };
    let mesh = build("mesh:3x3").unwrap();
    let Some(Certificate::Numbering(honest)) = try_ask(&*mesh, &asked).unwrap().certificate else { panic!() };
    verified(&*mesh, &asked, &Certificate::Numbering(honest.clone())).unwrap();
    for place in 0..honest.numbers.len() {
        let mut forged = honest.clone();
        forged.numbers.remove(place);
        assert!(verified(&*mesh, &asked, &Certificate::Numbering(forged)).is_err(), "number {place} is needed");
    }
    let mut forged = honest.clone();
    forged.waits -= 1;
    assert!(verified(&*mesh, &asked, &Certificate::Numbering(forged)).is_err());
    let highest = honest.numbers.iter().map(|number| number.3).max().unwrap();
    let mut forged = honest;
    forged.numbers.iter_mut().for_each(|number| number.3 = highest - number.3);
    assert!(verified(&*mesh, &asked, &Certificate::Numbering(forged)).is_err());
}

#[test]
fn one_after_another_needs_no_equal_numbers() {
    let options = Options::default().with(&CONSUMPTION_CLASSES, ConsumptionClasses::Direction);
    let asked = |policies| Asked { consumption: 2, options: options.clone(), policies, ..Asked::about("dual-path") };
    assert_eq!(answer("mesh:4x4", asked(reserving(Reservation::Incremental))), Answer::DeadlockFree);
    let apart = try_ask(&*build("mesh:4x4").unwrap(), &asked(reserving(Reservation::Independent))).unwrap();
    assert_ne!(apart.answer, Answer::DeadlockFree);
}

#[test]
fn bubbles_make_rings_safe() {
    let bubble = RouterPolicies { switching: Switching::CutThrough, bubble: true, ..RouterPolicies::default() };
    let plain = RouterPolicies { bubble: false, ..bubble };
    let torus = build("torus:5x4").unwrap();
    let ask = |policies| try_ask(&*torus, &Asked { policies, ..Asked::about("unicast") }).unwrap();
    let deadlock = ask(plain);
    assert_eq!(deadlock.answer, Answer::Deadlock);
    let proof = ask(bubble);
    assert_eq!(proof.answer, Answer::DeadlockFree);
    let certificate = proof.certificate.unwrap();
    let asked = Asked { policies: bubble, ..Asked::about("unicast") };
    verified(&*torus, &asked, &certificate).unwrap();
    assert!(verified(&*torus, &Asked { policies: plain, ..asked }, &certificate).is_err(), "the numbers need bubbles");
    let other = ProofDocument { statement: proof.statement, ..deadlock };
    let refused = verify_proof(&*torus, &other, &[]);
    assert!(matches!(refused, Err(ProofRefusal::Bubbles)), "no engine shows a deadlock where bubbles are: {refused:?}");
    for reservation in [Reservation::Atomic, Reservation::Independent] {
        let asked = Asked { policies: RouterPolicies { reservation, ..bubble }, ..Asked::about("single-tree") };
        assert_eq!(try_ask(&*torus, &asked).unwrap().answer, Answer::Unknown, "{reservation}");
        let without = Asked { policies: RouterPolicies { bubble: false, ..asked.policies }, ..asked.clone() };
        if let Some(certificate) = try_ask(&*torus, &without).unwrap().certificate {
            assert!(verified(&*torus, &asked, &certificate).is_err(), "{reservation}: no theorem covers both");
        }
    }
}

/// A certificate for one policy is none for another one that its theorem does not cover.
#[test]
fn certificates_are_for_their_policies() {
    let mesh = build("mesh:4x4").unwrap();
    let refused = |certificate: &Certificate, asked: &Asked| {
        let planner = scheme_named(asked.scheme).unwrap().prepare(&*mesh, &asked.options).unwrap();
        let statement = asked.statement();
        let own = || route_space(&*mesh, &*planner, &statement).ok_or_else(|| SchemeRefusal("none".into()));
        verify_scheme(&*mesh, &statement, own, certificate).is_err()
    };
    let tree = Asked::about("single-tree");
    let certificate = try_ask(&*mesh, &tree).unwrap().certificate.unwrap();
    for policies in policies() {
        let covered = match policies.reservation {
            Reservation::Atomic => true,
            Reservation::Incremental => !policies.is_forked(),
            _ => false,
        };
        assert_eq!(!refused(&certificate, &Asked { policies, ..tree.clone() }), covered, "{policies:?}");
    }
    assert!(refused(&Certificate::WholeWorms, &tree));
    assert!(!refused(&Certificate::WholeWorms, &Asked { policies: reserving(Reservation::Whole), ..tree }));
}

/// Where worms choose among virtual channels, a cycle of messages that are each sent several times fills them all.
#[test]
fn virtual_channels_that_are_chosen_are_filled() {
    are_filled(2);
}

#[test]
#[ignore = "takes half a minute"]
fn many_virtual_channels_that_are_chosen_are_filled() {
    are_filled(5);
}

fn are_filled(virtual_channels: u32) {
    let torus = build("torus:4x4").unwrap();
    let vc_rule = VcRule::Free;
    let mut planner = scheme_named("unicast").unwrap().prepare(&*torus, &Options::default()).unwrap();
    let virtual_channels = NonZeroU32::new(virtual_channels).unwrap();
    let statement = SchemeStatement { vc_rule, virtual_channels, ..SchemeStatement::about("unicast") };
    let proof = prove_scheme(&*torus, &mut *planner, &statement).unwrap();
    assert_eq!(proof.answer(), Answer::Deadlock, "{virtual_channels}");
    let document = proof.document(NetworkSpec::whole(torus.spec()), Statement::Scheme(statement));
    verify_proof(&*torus, &document, &[]).unwrap();
}
