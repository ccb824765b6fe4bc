//! The prover of schemes against the exact prover of given plans.

use crate::support::{Asked, networks, try_ask};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroU32;
use wormcast_check::proof::Answer;
use wormcast_model::{Copies, WorkloadStatement};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_prove::prove_workload;
use wormcast_schemes::{PlanError, Planner, SCHEMES, scheme_named};
use wormcast_topology::{NodeId, Topology};

pub(crate) fn random_plan(topology: &dyn Topology, planner: &mut dyn Planner, rng: &mut Xoshiro256PlusPlus) -> Plan {
    let mut nodes: Vec<NodeId> = topology.graph().nodes().collect();
    nodes.shuffle(rng);
    let mut source = nodes.pop().unwrap();
    nodes.truncate(rng.random_range(1..=nodes.len().min(5)));
    let mut worms = Worms::new();
    match planner.plan(MulticastSet::checked(topology, source, &nodes).unwrap(), &mut worms) {
        // The scheme serves one source only, which changes places with the one that was drawn.
        Err(PlanError::NotAbove { root: node, .. } | PlanError::NotAhead { first: node, .. }) => {
            let wanted = topology.find_node(&node).unwrap();
            nodes.iter_mut().filter(|node| **node == wanted).for_each(|node| *node = source);
            source = wanted;
            worms.clear();
            planner.plan(MulticastSet::checked(topology, source, &nodes).unwrap(), &mut worms).unwrap();
        }
        planned => planned.unwrap(),
    }
    Plan {
        network: NetworkSpec::whole(topology.spec()),
        scheme: "random".into(),
        source,
        destinations: nodes,
        worms,
        claims: Vec::new(),
        extra: serde_json::Map::new(),
    }
}

pub(crate) fn statement(asked: &Asked, plans: usize, copies: Copies) -> WorkloadStatement {
    WorkloadStatement {
        plans: (0..plans).map(|plan| plan.to_string()).collect(),
        copies,
        consumption: NonZeroU32::new(asked.consumption),
        virtual_channels: NonZeroU32::new(asked.virtual_channels).unwrap(),
        ..WorkloadStatement::default()
    }
    .under(asked.policies)
}

/// What is proved of a scheme holds for its plans; what is refuted is refuted by the plans of the counterexample.
#[test]
fn both_provers_agree() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let (mut free, mut deadlocks) = (0, 0);
    for (turn, network) in networks().enumerate() {
        let topology = &*network;
        let all = SCHEMES.iter().flat_map(|scheme| [0, 1, 2].map(|ports| (scheme, ports)));
        // Half of the questions about each network, and the others on the next.
        for (scheme, consumption) in all.skip(turn % 2).step_by(2) {
            let asked = Asked { consumption, ..Asked::about(scheme.name()) };
            let Some(proof) = try_ask(topology, &asked) else { continue };
            let (plans, copies) = match &proof.counterexample {
                Some(counterexample) => {
                    let plans = counterexample.plans.iter().map(|plan| plan.resolve(topology).unwrap()).collect();
                    (plans, Copies::AtMost(NonZeroU32::MIN))
                }
                None => {
                    let mut planner = scheme_named(scheme.name()).unwrap().prepare(topology, &asked.options).unwrap();
                    let plans: Vec<_> = (0..6).map(|_| random_plan(topology, &mut *planner, &mut rng)).collect();
                    (plans, Copies::Any)
                }
            };
            let exact = prove_workload(topology, &plans, &statement(&asked, plans.len(), copies)).unwrap();
            assert_eq!(exact.answer(), proof.answer, "{asked:?} on {}", topology.spec());
            match proof.answer {
                Answer::DeadlockFree => free += 1,
                _ => deadlocks += 1,
            }
        }
    }
    assert!(free > 50 && deadlocks > 25, "{free} {deadlocks}");
}
