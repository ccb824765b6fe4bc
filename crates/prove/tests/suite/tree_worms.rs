//! Given worms that go down trees once they split.

use crate::plans_support::{general, of_worms, path, plan, prove, with_consumption};
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, WormNumbers, verify_tree_worms};
use wormcast_formats::build;
use wormcast_model::{Reservation, WorkloadStatement};
use wormcast_plan::{MulticastSet, Plan, Worms, random_destinations};
use wormcast_prove::Proof;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology};

fn plans(topology: &dyn Topology, scheme: &str) -> Vec<Plan> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let plan = |number: usize| {
        let source = NodeId::new(number * 5 % topology.graph().node_count());
        let destinations = random_destinations(topology, source, 4, number as u64).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).unwrap();
        of_worms(topology, source, destinations, worms)
    };
    (0..8).map(plan).collect()
}

fn numbers(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> WormNumbers {
    let proof = prove(topology, plans, statement);
    let Proof::DeadlockFree(Certificate::TreeWorms(numbers)) = proof else { panic!("{proof:?}") };
    verify_tree_worms(topology, plans, statement, &numbers).unwrap();
    numbers
}

#[test]
fn worms_of_one_tree_and_of_trees_apart_are_free() {
    for (spec, scheme, consumption) in [
        ("mesh:4x4", "single-tree", 1),
        ("mesh:4x4", "spam", 1),
        ("torus:4x4", "dstm-1", 2),
        ("torus:4x4", "dstm-1", 0),
    ] {
        let topology = &*build(spec).unwrap();
        let statement = WorkloadStatement { consumption: NonZeroU32::new(consumption), ..general() };
        let plans = plans(topology, scheme);
        let own = numbers(topology, &plans, &statement);
        let refused = |forged: &WormNumbers, statement: &WorkloadStatement| {
            verify_tree_worms(topology, &plans, statement, forged).is_err()
        };
        let mut forged = own.clone();
        forged.lanes.iter_mut().for_each(|lane| lane.2 = 0);
        assert!(refused(&forged, &statement), "{spec} {scheme}");
        assert!(refused(&WormNumbers::default(), &statement), "{spec} {scheme}");
        for reservation in [Reservation::Independent, Reservation::Incremental, Reservation::Whole] {
            assert!(refused(&own, &WorkloadStatement { reservation, ..statement.clone() }), "{reservation}");
        }
    }
}

#[test]
fn trees_that_share_something_are_none() {
    let mesh = &*build("mesh:2x2").unwrap();
    // Each forks to the two nodes beside it, and goes on to the same node by other ways.
    let fork = |from: &str, a: &str, b: &str, far: &str| {
        plan(mesh, &[(None, from, a), (None, from, b), (Some(0), a, far)], &[0, 1, 2])
    };
    let plans = [fork("0,0", "1,0", "0,1", "1,1"), fork("0,0", "0,1", "1,0", "1,1")];
    let empty = WormNumbers::default();
    assert!(verify_tree_worms(mesh, &plans, &general(), &empty).is_err(), "1,1 is entered twice");
    assert!(verify_tree_worms(mesh, &plans[..1], &general(), &empty).is_ok());
    // Two trees share an ejection channel.
    let torus = &*build("torus:4x4").unwrap();
    assert!(verify_tree_worms(torus, &self::plans(torus, "dstm-1"), &with_consumption(1), &empty).is_err());
    // A chain that delivers on its way asks for two things at once.
    let line = &*build("mesh:4x1").unwrap();
    let tree = plan(line, &[(None, "1,0", "0,0"), (None, "1,0", "2,0")], &[0, 1]);
    let chain = path(line, &["3,0", "2,0", "1,0"], &["2,0", "1,0"]);
    let both = [tree, chain];
    assert!(verify_tree_worms(line, &both, &with_consumption(1), &empty).is_err());
    assert_ne!(prove(line, &both, &general()).answer(), Answer::Unknown);
}
