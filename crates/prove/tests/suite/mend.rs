//! Mending against brute force: no smaller change of a kind makes the plans free.

use crate::plans_support::{general, of_worms, path, prove};
use crate::random_worms::random_worm;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, verify_heads, verify_numbers, verify_tree_worms};
use wormcast_model::{Copies, Reservation, WorkloadStatement};
use wormcast_plan::{Plan, VIRTUAL_CHANNELS_KEY, Worms};
use wormcast_prove::Effort;
use wormcast_prove::mend::{Change, Limits, Mending, PROOFS, Proposal, mend};
use wormcast_topology::{Faulty, Topology, build};

pub(crate) fn mended(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Mending {
    mend(topology, plans, statement, Limits { proofs: PROOFS, effort: &Effort::default() }).unwrap()
}

/// Each phase is what the judge says too.
pub(crate) fn verified(topology: &dyn Topology, proposal: &Proposal) {
    for phase in &proposal.phases {
        let plans: Vec<_> = phase.plans.iter().map(|(_, plan)| plan.clone()).collect();
        match &phase.certificate {
            Certificate::WormNumbers(numbers) => verify_numbers(topology, &plans, &phase.statement, numbers).unwrap(),
            Certificate::TreeWorms(numbers) => {
                verify_tree_worms(topology, &plans, &phase.statement, numbers).unwrap();
            }
            Certificate::Ranks(heads) | Certificate::Refutation(heads) => {
                verify_heads(topology, &plans, &phase.statement, heads).unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) fn is_free(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> bool {
    prove(topology, plans, statement).answer() == Answer::DeadlockFree
}

/// How many plans of one worm have to be sent later: the fewest for which both phases are free.
fn fewest_later(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Option<u32> {
    let chosen = |mask: u32, later: bool| -> Vec<Plan> {
        let is_chosen = |at: &usize| (mask >> at & 1 == 1) == later;
        (0..plans.len()).filter(is_chosen).map(|at| plans[at].clone()).collect()
    };
    let works = |&mask: &u32| [true, false].into_iter().all(|later| is_free(topology, &chosen(mask, later), statement));
    (1..(1 << plans.len()) - 1).filter(works).map(u32::count_ones).min()
}

/// Whether one worm on another virtual channel from some hop on is enough.
fn one_lane_is_enough(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> bool {
    let statement = WorkloadStatement { virtual_channels: NonZeroU32::new(2).unwrap(), ..statement.clone() };
    let named = |changed: usize, first: usize| -> Vec<Plan> {
        let name = |(number, plan): (usize, &Plan)| {
            let hops = plan.worms.get(0).hops;
            let mut numbers = vec![0; hops.len()];
            if number == changed {
                numbers[first] = 1;
                for (at, hop) in hops.iter().enumerate() {
                    if hop.parent().is_some_and(|parent| numbers[parent as usize] == 1) {
                        numbers[at] = 1;
                    }
                }
            }
            let mut plan = plan.clone();
            plan.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), serde_json::json!([numbers]));
            plan
        };
        plans.iter().enumerate().map(name).collect()
    };
    (0..plans.len())
        .flat_map(|changed| (0..plans[changed].worms.hop_count()).map(move |first| (changed, first)))
        .any(|(changed, first)| is_free(topology, &named(changed, first), &statement))
}

/// Four messages around a ring, each two steps on.
pub(crate) fn ring() -> (Box<dyn Topology>, Vec<Plan>) {
    let ring = build("torus:4").unwrap();
    let nodes = |at: u32| [at, (at + 1) % 4, (at + 2) % 4].map(|node| node.to_string());
    let plan = |at: u32| {
        let names = nodes(at);
        path(&*ring, &[&names[0], &names[1], &names[2]], &[&names[2]])
    };
    let plans = (0..4).map(plan).collect();
    (ring, plans)
}

#[test]
fn a_ring_is_mended_by_one_message() {
    let (ring, plans) = ring();
    let ring = &*ring;
    let mending = mended(ring, &plans, &general());
    assert!(!mending.is_free && mending.gave_up.is_empty());
    let kinds: Vec<_> =
        mending.proposals.iter().map(|proposal| (&proposal.changes[0].1, proposal.changes.len())).collect();
    // Around the other way it takes no more channels, and nobody waits.
    assert!(matches!(kinds[..], [(Change::Reroute(_), 1), (Change::Later(2), 1), ..]), "{kinds:?}");
    assert!(kinds.iter().any(|kind| matches!(kind, (Change::SecondChannel(_), 1))), "{kinds:?}");
    mending.proposals.iter().for_each(|proposal| verified(ring, proposal));
    // What is mended is free, and so nothing is proposed for it.
    let again: Vec<_> = mending.proposals[0].phases[0].plans.iter().map(|(_, plan)| plan.clone()).collect();
    assert!(mended(ring, &again, &general()).is_free);
}

/// Two worms that fork at one node: they wait for each other's branch unless each gets both branches at once. Around a
/// ring nothing is granted at once, but a whole path may be.
#[test]
fn routers_that_need_no_change_of_plans_are_named() {
    // A cross has few other routes to look through.
    let corners = ["0,0", "2,0", "0,2", "2,2"];
    let mesh = &Faulty::named(build("mesh:3x3").unwrap(), &corners, &[]).unwrap();
    let fork = |from: &str| {
        let [from, middle, up, down] = [from, "1,1", "1,2", "1,0"].map(|name| mesh.find_node(name).unwrap());
        let channel = |a, b| mesh.graph().channel(a, b).unwrap();
        let mut worms = Worms::new();
        worms.start(from, None, 0);
        let first = worms.hop(None, channel(from, middle));
        let mut ends = [up, down].map(|end| (worms.hop(Some(first), channel(middle, end)), end));
        ends.sort_unstable();
        ends.into_iter().for_each(|(hop, end)| worms.deliver(hop, end));
        of_worms(mesh, from, vec![up, down], worms)
    };
    let plans = [fork("0,1"), fork("2,1")];
    let independent = WorkloadStatement { reservation: Reservation::Independent, ..general() };
    let mending = mended(mesh, &plans, &independent);
    assert_eq!((mending.is_free, mending.free_with), (false, Some(Reservation::Atomic)));
    let atomic = WorkloadStatement { reservation: Reservation::Atomic, ..general() };
    assert!(is_free(mesh, &plans, &atomic) && !is_free(mesh, &plans, &independent));
    let (ring, plans) = ring();
    assert_eq!(mended(&*ring, &plans, &general()).free_with, Some(Reservation::Whole));
}

/// How many workloads of these seeds were to be mended, and how many could be.
fn compare(seeds: std::ops::Range<u64>) -> [usize; 2] {
    let mut counts = [0; 2];
    for seed in seeds {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
        let topology = &*build(["torus:3", "torus:4", "mesh:2x2", "mesh:3x1"][below(4)]).unwrap();
        let plans: Vec<_> = (0..2 + below(3)).map(|_| random_worm(topology, &mut below)).collect();
        let statement = WorkloadStatement {
            copies: Copies::AtMost(NonZeroU32::MIN),
            reservation: [Reservation::Atomic, Reservation::Incremental, Reservation::Independent][below(3)],
            ..general()
        };
        let mending = mended(topology, &plans, &statement);
        if mending.is_free || prove(topology, &plans, &statement).answer() == Answer::Unknown {
            continue;
        }
        counts[0] += 1;
        counts[1] += usize::from(!mending.proposals.is_empty());
        mending.proposals.iter().for_each(|proposal| verified(topology, proposal));
        let of_kind = |is_kind: fn(&Change) -> bool| {
            mending.proposals.iter().find(|proposal| is_kind(&proposal.changes[0].1)).map(|it| it.changes.len())
        };
        let later = of_kind(|change| matches!(change, Change::Later(_)));
        let fewest = fewest_later(topology, &plans, &statement).map(|fewest| fewest as usize);
        assert!(fewest.is_none() || later == fewest, "seed {seed}: {later:?} {fewest:?}");
        let lanes = of_kind(|change| matches!(change, Change::SecondChannel(_)));
        assert_eq!(lanes == Some(1), one_lane_is_enough(topology, &plans, &statement), "seed {seed}: {lanes:?}");
    }
    counts
}

#[test]
fn no_smaller_change_makes_plans_free() {
    let [deadlocks, mended] = compare(0..60);
    println!("{mended} of {deadlocks} mended");
    assert!(deadlocks >= 8 && mended == deadlocks, "{mended} of {deadlocks}");
}

/// A plan of up to so many worms: each starts at the source, or where the first one delivers and after that.
fn random_plan(topology: &dyn Topology, most: usize, below: &mut dyn FnMut(usize) -> usize) -> Plan {
    let first = random_worm(topology, below);
    let (mut destinations, mut worms) = (first.destinations.clone(), Worms::new());
    let mut append = |part: &Plan, after: Option<u32>| {
        let worm = part.worms.get(0);
        worms.start(worm.origin, after, u32::from(after.is_some()));
        for hop in worm.hops {
            worms.hop(hop.parent(), hop.channel);
        }
        worm.deliveries.iter().for_each(|delivery| worms.deliver(delivery.hop, delivery.node));
    };
    append(&first, None);
    let mut left = below(most);
    for _ in 0..40 {
        let next = random_worm(topology, below);
        let is_new = next.destinations.iter().all(|node| *node != first.source && !destinations.contains(node));
        let starts = next.source == first.source || first.destinations.contains(&next.source);
        if left > 0 && is_new && starts {
            append(&next, (next.source != first.source).then_some(0));
            destinations.extend(&next.destinations);
            left -= 1;
        }
    }
    of_worms(topology, first.source, destinations, worms)
}

#[test]
fn plans_of_different_numbers_of_worms_are_mended() {
    let mut deadlocks = [0; 2];
    for seed in 0..80 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
        let topology = &*build(["torus:4", "torus:6", "mesh:2x2"][below(3)]).unwrap();
        let plans: Vec<_> = (0..3 + below(3)).map(|_| random_plan(topology, 3, &mut below)).collect();
        let statement = WorkloadStatement { copies: Copies::AtMost(NonZeroU32::MIN), ..general() };
        let mending = mended(topology, &plans, &statement);
        mending.proposals.iter().for_each(|proposal| verified(topology, proposal));
        if !mending.is_free {
            let several = plans.iter().any(|plan| plan.worms.len() != plans[0].worms.len());
            deadlocks[usize::from(several)] += 1;
        }
    }
    assert!(deadlocks[1] > 0, "{deadlocks:?}");
}
