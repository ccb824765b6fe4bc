//! Worms that cannot wait for each other are looked at apart.

use crate::plans_support::{plan, with_consumption};
use crate::random_worms::random_worm;
use crate::workloads::network;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast_check::proof::{Certificate, GroupCertificate, HeadsCertificate, verify_heads};
use wormcast_model::{Copies, Reservation, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_prove::{Effort, Proof, prove_workload_within};
use wormcast_topology::Topology;

/// The same plan four nodes further on.
fn mirrored(rings: &dyn Topology, of: &Plan) -> Plan {
    let name = |node| {
        let name = rings.node_name(node);
        char::from(name.as_bytes()[0] + 4).to_string()
    };
    let worm = of.worms.get(0);
    let ends = worm.hops.iter().map(|hop| {
        let graph = rings.graph();
        (hop.parent(), name(graph.source(hop.channel)), name(graph.target(hop.channel)))
    });
    let ends: Vec<_> = ends.collect();
    let route: Vec<_> = ends.iter().map(|(parent, from, to)| (*parent, &**from, &**to)).collect();
    plan(rings, &route, &worm.deliveries.iter().map(|delivery| delivery.hop).collect::<Vec<_>>())
}

fn refutation(rings: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Option<HeadsCertificate> {
    let effort = Effort::within(Duration::from_secs(2));
    match prove_workload_within(rings, plans, statement, &effort).unwrap() {
        Proof::DeadlockFree(Certificate::Refutation(heads)) => Some(heads),
        _ => None,
    }
}

/// Worms that are refuted on one ring, and the same on another: they are refuted ring by ring. Groups that leave each
/// other out, or leave something over, are refused.
#[test]
fn groups_of_worms_are_refuted_one_by_one() {
    let rings = &*network("two-rings", "a b\nb c\nc d\nd a\ne f\nf g\ng h\nh e\n");
    for seed in 0..2000 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count| rng.random_range(0..count);
        let mut plans: Vec<_> = (0..3).map(|_| random_worm(rings, &mut below)).collect();
        if plans.iter().any(|plan| rings.node_name(plan.source).as_str() > "d") {
            continue;
        }
        let [length, buffer] = [1 + below(7), 1 + below(3)].map(|number| NonZeroU32::new(number as u32));
        let reservation = [Reservation::Atomic, Reservation::Incremental][below(2)];
        let copies = Copies::AtMost(NonZeroU32::MIN);
        let statement = WorkloadStatement { copies, length, buffer, reservation, ..with_consumption(1) };
        let refuted = |plans: &[Plan]| refutation(rings, plans, &statement);
        if refuted(&plans).is_none_or(|heads| heads.cases.iter().all(|case| case.formula.is_none())) {
            continue;
        }
        plans.extend(plans.clone().iter().map(|plan| mirrored(rings, plan)));
        let certificate = refuted(&plans).expect("each ring is free by itself");
        verify_heads(rings, &plans, &statement, &certificate).unwrap();
        let groups = certificate.cases[0].groups.len();
        assert!(groups > 1, "seed {seed}");
        for at in 0..groups {
            let refused = |change: &dyn Fn(&mut Vec<GroupCertificate>)| {
                let mut forged = certificate.clone();
                change(&mut forged.cases[0].groups);
                assert!(verify_heads(rings, &plans, &statement, &forged).is_err(), "seed {seed}");
            };
            refused(&|groups| drop(groups.remove(at)));
            refused(&|groups| groups[at].lemmas.clear());
            refused(&|groups| groups[at].worms.truncate(1));
        }
        return;
    }
    panic!("nothing was refuted");
}
