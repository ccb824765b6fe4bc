//! Plans beside unicasts by routings.

use crate::random_worms::random_worm;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_check::proof::{Answer, Certificate, ProofDocument, Statement};
use wormcast_formats::build;
use wormcast_model::WorkloadStatement;
use wormcast_plan::{NetworkSpec, Plan};
use wormcast_prove::{prove_workload, verify_proof};
use wormcast_topology::Topology;

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
