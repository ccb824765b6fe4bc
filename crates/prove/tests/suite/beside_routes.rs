//! Plans beside unicasts by routings.

use crate::random_worms::random_worm;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, ProofDocument, Statement};
use wormcast_formats::build;
use wormcast_model::{Copies, Unicasts, WorkloadStatement, unicast_dependencies, unicast_plan, unicasts_numbered};
use wormcast_plan::{NetworkSpec, Plan, VcRule};
use wormcast_prove::{prove_workload, verify_proof};
use wormcast_topology::{ChannelId, Topology};

fn asked(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> ProofDocument {
    let names = (0..plans.len()).map(|plan| plan.to_string()).collect();
    let statement = WorkloadStatement { plans: names, ..statement.clone() };
    let proof = prove_workload(topology, plans, &statement).unwrap();
    let document = proof.document(NetworkSpec::whole(topology.spec()), Statement::Workload(statement));
    verify_proof(topology, &document, plans).unwrap();
    document
}

fn by(routing: &str) -> WorkloadStatement {
    WorkloadStatement { routes: vec![routing.to_owned()], ..WorkloadStatement::default() }
}

/// On a mesh, the network's own unicasts go in the order of the dimensions.
#[test]
fn the_own_routes_are_those_of_dimension_order() {
    let mesh = &*build("mesh:3x3").unwrap();
    let own = WorkloadStatement { with_unicast: true, ..WorkloadStatement::default() };
    let mut answers = Vec::new();
    for seed in 0..12 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let plans = [random_worm(mesh, &mut |count| rng.random_range(0..count))];
        let routed = asked(mesh, &plans, &by("dimension-order"));
        assert_eq!(routed.answer, asked(mesh, &plans, &own).answer, "seed {seed}");
        answers.push(routed.answer);
    }
    assert!(answers.contains(&Answer::Deadlock) && answers.contains(&Answer::DeadlockFree), "{answers:?}");
}

#[test]
fn unicasts_beside_plans_are_those_of_the_routing() {
    let torus = &*build("torus:4x4").unwrap();
    let two = 2.try_into().unwrap();
    let safe = WorkloadStatement { virtual_channels: two, ..by("dimension-order") };
    let proof = asked(torus, &[], &safe);
    assert_eq!(proof.answer, Answer::DeadlockFree);
    assert!(proof.assumes.is_some());
    assert_eq!(asked(torus, &[], &by("shortest")).answer, Answer::Deadlock);
    // Its numbers say nothing about other routes.
    let shortest = WorkloadStatement { virtual_channels: two, ..by("shortest") };
    let forged = ProofDocument { statement: Statement::Workload(shortest), ..proof };
    assert!(matches!(forged.certificate, Some(Certificate::WormNumbers(_))));
    assert!(verify_proof(torus, &forged, &[]).is_err());
    assert!(prove_workload(torus, &[], &by("no-such-routing")).is_err());
}

/// Routes of switches are nobody's, and they alone close cycles.
#[test]
fn unicasts_beside_plans_are_those_between_endpoints() {
    let tree = &*build("fat-tree:4").unwrap();
    let own = WorkloadStatement { with_unicast: true, ..WorkloadStatement::default() };
    assert_eq!(asked(tree, &[], &own).answer, Answer::DeadlockFree);
    assert_eq!(asked(tree, &[], &by("shortest")).answer, Answer::DeadlockFree);
}

/// What follows each other on worms of a plan, and what they end in.
fn dependencies(plan: &Plan) -> BTreeSet<(ChannelId, Option<ChannelId>)> {
    let of_worm = |worm: wormcast_plan::Worm<'_>| {
        let channels: Vec<_> = worm.hops.iter().map(|hop| hop.channel).collect();
        (0..channels.len()).map(|at| (channels[at], channels.get(at + 1).copied())).collect::<Vec<_>>()
    };
    plan.worms.iter().flat_map(of_worm).collect()
}

#[test]
fn few_unicasts_have_all_dependencies_and_keep_their_numbers() {
    for spec in ["fat-tree:4", "dragonfly:4x2x2", "mesh:4x3", "hypercube:3"] {
        let network = &*build(spec).unwrap();
        let all = unicast_plan(network).unwrap();
        let Unicasts { plan, mut ids } = unicast_dependencies(network, VcRule::default(), 1).unwrap();
        assert_eq!(dependencies(&plan), dependencies(&all), "{spec}");
        assert!(plan.worms.len() < all.worms.len(), "{spec}");
        let ends = |plan: &Plan, at: usize| {
            let worm = plan.worms.get(at as u32);
            (worm.origin, worm.deliveries[0].node)
        };
        let numbered = (0..).zip(&ids).all(|(at, &id)| ends(&plan, at) == ends(&all, id as usize));
        assert!(numbered, "{spec}");
        ids.sort_unstable();
        let again = unicasts_numbered(network, &ids).unwrap();
        assert!(again.ids == ids && (0..).zip(&ids).all(|(at, &id)| ends(&again.plan, at) == ends(&all, id as usize)));
    }
}

/// A ring of four GPUs, each of which passes on what it gets: with a place for each message that comes it goes on.
#[test]
fn a_schedule_stops_where_there_is_one_place_for_what_comes() {
    let ring = &*build("ring:4").unwrap();
    let once = |places: u32| WorkloadStatement {
        copies: Copies::AtMost(NonZeroU32::MIN),
        consumption: NonZeroU32::new(places),
        ..by(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/routes/ring.xml"))
    };
    assert_eq!(asked(ring, &[], &once(1)).answer, Answer::Deadlock);
    let free = asked(ring, &[], &once(3));
    assert_eq!(free.answer, Answer::DeadlockFree);
    // It says nothing about one place.
    let forged = ProofDocument { statement: Statement::Workload(once(1)), ..free };
    assert!(verify_proof(ring, &forged, &[]).is_err());
    assert!(prove_workload(&*build("ring:3").unwrap(), &[], &once(1)).is_err(), "three nodes for four GPUs");
}
