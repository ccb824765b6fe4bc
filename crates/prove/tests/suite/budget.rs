//! Budgets of time: no step goes on when the time is used up. The clock of these tests counts how often it is looked
//! at.

use crate::engine_against_prover::Workload;
use crate::mend::ring;
use crate::support::{Asked, try_ask_within};
use std::cell::Cell;
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast_check::proof::RoutingStatement;
use wormcast_model::WorkloadStatement;
use wormcast_plan::NetworkSpec;
use wormcast_prove::mend::{Limits, PROOFS, mend};
use wormcast_prove::{Effort, prove_routing_within, prove_workload_within};
use wormcast_topology::build;

/// How often it may be looked at the clock when the time is used up: once for each part of a proof that ends then.
const AFTERWARDS: u64 = 40;

/// So many looks at the clock are made where each look takes a second, and there are so many seconds.
fn looks(seconds: u64, ask: &dyn Fn(&Effort<'_>)) -> u64 {
    let count = Cell::new(0);
    let clock = || Duration::from_secs(count.replace(count.get() + 1));
    ask(&Effort::within(Duration::from_secs(seconds)).by(&clock));
    count.get()
}

/// With any budget, few looks are made after it is used up.
fn ends(name: &str, ask: &dyn Fn(&Effort<'_>)) {
    let all = looks(u64::MAX, ask);
    let budgets = (0..).map(|power| 3_u64.pow(power) / 2).take_while(|&budget| budget < all);
    for budget in budgets {
        let made = looks(budget, ask);
        assert!(made <= budget + AFTERWARDS, "{name}: {made} looks with a budget of {budget}, of {all}");
    }
}

#[test]
fn proofs_about_plans_end_with_their_budget() {
    let mut most = 0;
    for seed in 0..60 {
        let Some(Workload { topology, plans, statement, .. }) = Workload::under_a_policy(seed) else { continue };
        let ask = |effort: &Effort<'_>| drop(prove_workload_within(&*topology, &plans, &statement, effort).unwrap());
        ends(&format!("seed {seed}"), &ask);
        most = most.max(looks(u64::MAX, &ask));
    }
    assert!(most > 1000, "{most} looks");
}

#[test]
fn proofs_about_schemes_end_with_their_budget() {
    for (network, scheme, virtual_channels) in [
        ("torus:4x4", "unicast", 1),
        ("torus:6x6", "single-tree", 2),
        ("mesh:3x3", "routed-path", 1),
        ("mesh:16x16", "round-greedy", 1),
        ("torus:4x4", "unicast", 2),
        ("torus:20x20", "unicast", 2),
    ] {
        let network = &*build(network).unwrap();
        let asked = Asked { virtual_channels, ..Asked::about(scheme) };
        ends(scheme, &|effort| drop(try_ask_within(network, &asked, effort)));
    }
}

#[test]
fn mending_and_proofs_about_routings_end_with_their_budget() {
    let (network, plans) = ring();
    let statement = WorkloadStatement::default();
    ends("mend", &|effort| drop(mend(&*network, &plans, &statement, Limits { proofs: PROOFS, effort }).unwrap()));
    let torus = &*build("torus:6x5").unwrap();
    ends("routing", &|effort| {
        let mut routing = wormcast_routing::build(torus, "dimension-order", 1).unwrap();
        let statement = RoutingStatement::of("dimension-order", NonZeroU32::MIN);
        let spec = NetworkSpec::whole("torus:6x5");
        drop(prove_routing_within(torus, &spec, &mut [&mut *routing], &statement, vec![], effort).unwrap());
    });
}
