//! What is proposed for random workloads that deadlock: its files are ready to use, and it is proved once more.

use crate::mend::{is_free, mended, verified};
use crate::plans_support::general;
use crate::random_worms::random_worm;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use wormcast_check::judge;
use wormcast_model::{Handover, Replication, Reservation, WorkloadStatement};
use wormcast_plan::{Plan, PlanDocument};
use wormcast_prove::mend::Proposal;
use wormcast_topology::{NodeId, Topology, build};

/// A few random worms on a small network, each a plan, under policies of their own.
fn workload(seed: u64) -> (Box<dyn Topology>, Vec<Plan>, WorkloadStatement) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
    let topology = build(["torus:3", "torus:4", "mesh:2x2", "mesh:3x2", "torus:3x3"][below(5)]).unwrap();
    let plans: Vec<_> = (0..2 + below(3)).map(|_| random_worm(&*topology, &mut below)).collect();
    let reservations = [Reservation::Atomic, Reservation::Incremental, Reservation::AnyOrder, Reservation::Independent];
    let statement = WorkloadStatement {
        plans: (0..plans.len()).map(|number| format!("{number}.json")).collect(),
        reservation: reservations[below(4)],
        replication: [Replication::LockStep, Replication::Forked][below(2)],
        handover: [Handover::Empty, Handover::Empty, Handover::Tail][below(3)],
        consumption: NonZeroU32::new(below(2) as u32),
        ..general()
    };
    (topology, plans, statement)
}

/// The kinds of what the judge says against a plan.
fn flaws(topology: &dyn Topology, document: &PlanDocument) -> BTreeSet<&'static str> {
    judge(document, topology).violations.iter().map(|violation| violation.kind()).collect()
}

/// Who gets the message of which plan, and how often.
fn deliveries<'p>(plans: impl Iterator<Item = (usize, &'p Plan)>) -> Vec<(usize, NodeId)> {
    let of_plan = |(number, plan): (usize, &'p Plan)| {
        let nodes = plan.worms.iter().flat_map(|worm| worm.deliveries.iter().map(|delivery| delivery.node));
        nodes.map(move |node| (number, node)).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = plans.flat_map(of_plan).collect();
    all.sort_unstable();
    all
}

/// Each phase is free as its files are read again, nothing is wrong with them that was not before, and all that was to
/// be delivered is.
fn can_be_used(topology: &dyn Topology, plans: &[Plan], proposal: &Proposal) {
    let before: BTreeSet<_> = plans.iter().flat_map(|plan| flaws(topology, &plan.document(topology))).collect();
    for phase in &proposal.phases {
        let written = |(_, plan): &(usize, Plan)| {
            let text = serde_json::to_vec(&plan.document(topology)).unwrap();
            let document = PlanDocument::parse(&text).unwrap();
            let new: Vec<_> = flaws(topology, &document).difference(&before).copied().collect();
            assert!(new.is_empty(), "{new:?}");
            document.resolve(topology).unwrap()
        };
        let read: Vec<_> = phase.plans.iter().map(written).collect();
        assert!(is_free(topology, &read, &phase.statement));
    }
    let sent = proposal.phases.iter().flat_map(|phase| phase.plans.iter().map(|(number, plan)| (*number, plan)));
    assert_eq!(deliveries(sent), deliveries(plans.iter().enumerate()));
}

/// Mends so many workloads that deadlock; how many could be, and of how many proposals.
fn mend_random(wanted: usize) -> [usize; 2] {
    let (mut found, mut counts) = (0, [0; 2]);
    for seed in 0.. {
        let (topology, plans, statement) = workload(seed);
        let mending = mended(&*topology, &plans, &statement);
        if mending.is_free {
            continue;
        }
        let ranks: Vec<_> = mending
            .proposals
            .iter()
            .map(|proposal| {
                (proposal.virtual_channels, proposal.channels, proposal.latency.is_none(), proposal.latency)
            })
            .collect();
        assert!(ranks.is_sorted(), "seed {seed}: {ranks:?}");
        for proposal in &mending.proposals {
            verified(&*topology, proposal);
            can_be_used(&*topology, &plans, proposal);
        }
        found += 1;
        counts[0] += usize::from(!mending.proposals.is_empty());
        counts[1] += mending.proposals.len();
        if found == wanted {
            break;
        }
    }
    counts
}

#[test]
fn what_is_proposed_for_random_workloads_can_be_used() {
    // How many are mended depends on how far a search comes in its time.
    let [mended, proposals] = mend_random(4);
    assert!(mended > 0 && proposals >= mended, "{mended} {proposals}");
}

/// `cargo test --release -p wormcast-prove --test suite proposed_for_many -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn what_is_proposed_for_many_random_workloads_can_be_used() {
    let [mended, proposals] = mend_random(200);
    println!("{mended} of 200 workloads that deadlock are mended, in {proposals} ways");
    // Worms that deadlock with copies of themselves may have no other way.
    assert!(mended > 100, "{mended}");
}
