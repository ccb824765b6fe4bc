//! Questions that were left open once.

use crate::plans_support::general;
use std::time::{Duration, Instant};
use wormcast_check::proof::{Answer, ProofDocument, RouterPolicies, SchemeStatement, Statement};
use wormcast_formats::build;
use wormcast_model::{Handover, Replication, Reservation, Switching, WorkloadStatement};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms, random_destinations};
use wormcast_prove::scheme::prove_scheme_within;
use wormcast_prove::{Effort, prove_workload, prove_workload_within, verify_proof};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{Faulty, NodeId, Topology};

/// Random multicasts of a scheme.
fn multicasts(topology: &dyn Topology, scheme: &str, count: usize) -> Vec<Plan> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let mut one = |number: usize| {
        let alive: Vec<NodeId> = topology.graph().nodes().collect();
        let source = alive[number * 5 % alive.len()];
        let destinations = random_destinations(topology, source, 5, number as u64).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).unwrap();
        crate::plans_support::of_worms(topology, source, destinations, worms)
    };
    (0..count).map(&mut one).collect()
}

/// What is proved of a scheme on routers that hand channels over behind the tail is proved of its plans.
#[test]
fn plans_down_trees_are_free_where_channels_are_handed_over_behind_the_tail() {
    let mesh = &*build("mesh:4x4").unwrap();
    let plans = multicasts(mesh, "single-tree", 4);
    assert!(plans.iter().flat_map(|plan| plan.worms.iter()).any(|worm| worm.hops.len() > 4));
    for replication in [Replication::LockStep, Replication::Forked] {
        let statement = WorkloadStatement { handover: Handover::Tail, replication, ..general() };
        let statement = WorkloadStatement { plans: vec!["plan.json".to_owned(); 4], ..statement };
        let proof = prove_workload(mesh, &plans, &statement).unwrap();
        assert_eq!(proof.answer(), Answer::DeadlockFree, "{replication}");
        let document = proof.document(NetworkSpec::whole("mesh:4x4"), Statement::Workload(statement.clone()));
        verify_proof(mesh, &document, &plans).unwrap();
        // Granted one by one they do deadlock, and the certificate says nothing about that.
        let apart = WorkloadStatement { reservation: Reservation::Independent, ..statement };
        let forged = ProofDocument { statement: Statement::Workload(apart), ..document };
        assert!(verify_proof(mesh, &forged, &plans).is_err());
    }
}

/// What is proved of a scheme on a mesh without some nodes, beside unicasts by up-down routes.
fn beside_up_down(
    (network, dead): (&str, &[&str]),
    (scheme, words): (&str, &[&str]),
    policies: RouterPolicies,
    effort: &Effort<'_>,
) -> ProofDocument {
    let network = Faulty::named(wormcast_topology::build(network).unwrap(), dead, &[]).unwrap();
    let scheme = scheme_named(scheme).unwrap();
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let options = Options::of_words(words.clone(), scheme.options()).unwrap();
    let mut planner = scheme.prepare(&network, &options).unwrap();
    let statement = SchemeStatement { policies, options: words, ..SchemeStatement::about(scheme.name()) };
    let statement = statement.beside("unicast --routing up-down");
    let proof = prove_scheme_within(&network, &mut *planner, &statement, effort).unwrap();
    let document = proof.document(NetworkSpec::of(network.faults().unwrap()), Statement::Scheme(statement));
    verify_proof(&network, &document, &[]).unwrap();
    document
}

/// One unicast channel leaves the tree, and leads to no channel of it.
#[test]
fn trees_beside_unicasts_that_leave_them_for_good_are_free() {
    for scheme in ["single-tree", "spam", "disjoint-trees"] {
        let network = ("mesh:4x4", &["1,1", "2,2"][..]);
        let document = beside_up_down(network, (scheme, &[]), RouterPolicies::default(), &Effort::default());
        assert_eq!(document.answer, Answer::DeadlockFree, "{scheme}");
    }
}

/// What is proved of all multicasts beside unicasts is proved of some: no deadlock of given plans is found.
#[test]
fn no_plans_deadlock_where_trees_are_free_beside_unicasts() {
    let mut free = 0;
    for (network, dead) in [
        ("mesh:4x4", &["1,1", "2,2"][..]),
        ("mesh:4x4", &["1,1"]),
        ("mesh:4x4", &["0,1", "2,2"]),
        ("mesh:4x3", &["1,1"]),
        ("mesh:5x3", &["1,1", "3,1"]),
        ("mesh:3x3", &[]),
        ("mesh:3x2", &[]),
    ] {
        let faulty = Faulty::named(wormcast_topology::build(network).unwrap(), dead, &[]).unwrap();
        for scheme in ["single-tree", "spam"] {
            let effort = Effort::within(Duration::from_secs(2));
            let proved = beside_up_down((network, dead), (scheme, &[]), RouterPolicies::default(), &effort);
            if proved.answer != Answer::DeadlockFree {
                continue;
            }
            free += 1;
            let plans = multicasts(&faulty, scheme, 8);
            let statement = WorkloadStatement { routes: vec!["up-down".to_owned()], ..general() };
            let effort = Effort::within(Duration::from_secs(4));
            let found = prove_workload_within(&faulty, &plans, &statement, &effort).unwrap();
            assert_ne!(found.answer(), Answer::Deadlock, "{scheme} on {network} without {dead:?}");
        }
    }
    println!("{free} free");
    assert!(free >= 2);
}

#[test]
fn a_search_for_deadlocks_of_a_scheme_ends_with_its_budget() {
    let policies = RouterPolicies {
        reservation: Reservation::Independent,
        switching: Switching::CutThrough,
        ..RouterPolicies::default()
    };
    let budget = Duration::from_secs(5);
    let begun = Instant::now();
    let network = ("mesh:8x8", &["1,1", "2,5", "5,2", "6,6"][..]);
    let document = beside_up_down(network, ("steiner", &["--beside", "up-down"]), policies, &Effort::within(budget));
    assert_ne!(document.answer, Answer::DeadlockFree);
    let document = beside_up_down(network, ("steiner", &["--within", "up-down"]), policies, &Effort::within(budget));
    assert_eq!(document.answer, Answer::DeadlockFree, "their turns are those of the unicasts");
    assert!(begun.elapsed() < 4 * budget, "{:?}", begun.elapsed());
}
