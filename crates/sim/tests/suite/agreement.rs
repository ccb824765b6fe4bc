//! The fast engine and the flit-by-flit engine agree to the last time unit: on every time of every visit, on every
//! delivery, on the outcome, and on the cycle of a deadlock.

use crate::support;
use proptest::collection::vec;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{MulticastSet, Plan, Worm, Worms};
use wormcast_schemes::{Options, SCHEMES};
use wormcast_sim::{Engine, Outcome, Ports, Start, Startup, Time, Timing, simulate};
use wormcast_topology::{FAMILIES, NodeId, Topology, build};

/// Whether both engines end in a deadlock; panics if they differ in anything.
fn both_deadlock(topology: &dyn Topology, plans: &[Plan], timing: &Timing, random: &mut Random) -> bool {
    let latest = [1, 30, 3000][random.random_range(0..3)];
    let start = |plan| Start { plan, at: Time::from_ps(random.random_range(0..latest)) };
    let starts: Vec<_> = plans.iter().map(start).collect();
    let flit = simulate(topology, &starts, timing, Engine::Flit).unwrap();
    let worm = simulate(topology, &starts, timing, Engine::Worm).unwrap();
    assert_eq!(flit.timeline, worm.timeline, "{timing:?}");
    assert_eq!(flit.plans, worm.plans, "{timing:?}");
    assert_eq!(flit.outcome, worm.outcome, "{timing:?}");
    flit.outcome != Outcome::Delivered
}

/// Several plans of random trees, with relays.
fn random_plans(topology: &dyn Topology, random: &mut Random, max_hops: usize) -> Vec<Plan> {
    let count = random.random_range(1..=3);
    let mut plan = || {
        let mut worms = Worms::new();
        worms.set_consumption_classes(random.random_range(1..=3));
        for _ in 0..random.random_range(1..=6) {
            support::random_relay(topology, &mut worms, random, max_hops);
        }
        support::plan(topology, worms)
    };
    (0..count).map(|_| plan()).collect()
}

fn agree_on_trees(spec: &str, max_hops: usize, seed: u64, cases: usize) {
    let topology = build(spec).unwrap();
    let mut random = Random::seed_from_u64(seed);
    let mut deadlocks = 0;
    for _ in 0..cases {
        let plans = random_plans(&*topology, &mut random, max_hops);
        let timing = support::random_timing(&mut random);
        deadlocks += usize::from(both_deadlock(&*topology, &plans, &timing, &mut random));
    }
    assert!((cases / 50..cases * 49 / 50).contains(&deadlocks), "both outcomes are frequent: {deadlocks}");
}

/// On networks whose channels have delays and buffers of their own, as far as the closed form holds.
fn agree_with_own_channels(spec: &str, max_hops: usize, seed: u64, cases: usize) {
    let topology = build(spec).unwrap();
    let mut random = Random::seed_from_u64(seed);
    let mut deadlocks = 0;
    for _ in 0..cases {
        let timing = support::random_timing(&mut random);
        let network = support::with_own_channels(&*topology, &timing, true, &mut random);
        let plans = random_plans(&network, &mut random, max_hops);
        deadlocks += usize::from(both_deadlock(&network, &plans, &timing, &mut random));
    }
    assert!((cases / 50..cases * 49 / 50).contains(&deadlocks), "both outcomes are frequent: {deadlocks}");
}

#[test]
fn on_channels_with_delays_and_buffers_of_their_own() {
    agree_with_own_channels("mesh:3x3", 6, 16, 2000);
    agree_with_own_channels("mesh:30x2", 60, 17, 700);
    agree_with_own_channels("mesh:4x4x3", 40, 18, 700);
}

#[test]
fn on_small_trees_in_a_crowd() {
    agree_on_trees("mesh:3x3", 6, 11, 3000);
}

#[test]
fn on_large_trees() {
    agree_on_trees("mesh:4x4x3", 40, 12, 1000);
}

#[test]
fn on_long_thin_trees() {
    agree_on_trees("mesh:30x2", 60, 13, 1000);
}

/// A multicast set of random size.
fn random_set(topology: &dyn Topology, random: &mut Random) -> (NodeId, Vec<NodeId>) {
    let mut nodes: Vec<_> = topology.graph().nodes().collect();
    let most = if random.random_bool(0.1) { nodes.len() } else { nodes.len().min(10) };
    let size = random.random_range(2..=most);
    for place in 0..size {
        let other = random.random_range(place..nodes.len());
        nodes.swap(place, other);
    }
    (nodes[0], nodes[1..size].to_vec())
}

#[test]
fn on_plans_of_every_scheme_on_every_topology() {
    let mut random = Random::seed_from_u64(14);
    let mut cases = 0;
    for topology in FAMILIES.iter().filter_map(|family| build(family.example).ok()) {
        for scheme in SCHEMES {
            let Ok(mut planner) = scheme.prepare(&*topology, &Options::default()) else { continue };
            for _ in 0..30 {
                let mut plans = Vec::new();
                for _ in 0..random.random_range(1..=6) {
                    let (source, destinations) = random_set(&*topology, &mut random);
                    let set = MulticastSet { source, destinations: &destinations };
                    let mut worms = Worms::new();
                    // A scheme may refuse a set, such as one that is not a broadcast.
                    if planner.plan(set, &mut worms).is_ok() {
                        plans.push(Plan { source, destinations, ..support::plan(&*topology, worms) });
                    }
                }
                let timing = support::random_timing(&mut random);
                both_deadlock(&*topology, &plans, &timing, &mut random);
                cases += 1;
            }
        }
    }
    assert!(cases >= 30, "{cases}");
}

#[test]
#[ignore = "some minutes; cargo test -p wormcast-sim --release --test suite agreement -- --ignored"]
fn on_a_million_crowds() {
    for seed in 0..100 {
        agree_on_trees("mesh:3x3", 6, 100 + seed, 7000);
        agree_on_trees("mesh:4x4x2", 30, 300 + seed, 2000);
        agree_on_trees("mesh:30x2", 60, 500 + seed, 1000);
    }
}

/// A worm in terms that can be made smaller: its origin, and for each hop the visit that it hangs from, the port that
/// it leaves by, and whether the worm delivers at its end.
type Sketch = (usize, Vec<(usize, usize, bool)>);

fn draw(topology: &dyn Topology, sketches: &[Sketch]) -> Plan {
    let graph = topology.graph();
    let mut worms = Worms::new();
    for (origin, hops) in sketches {
        let origin = NodeId::new(origin % graph.node_count());
        // A worm follows the first one that delivers once at its origin.
        let once = |worm: &Worm<'_>| worm.deliveries.iter().filter(|d| d.node == origin).count() == 1;
        let after = worms.iter().find(once).map(|worm| worm.id);
        worms.start(origin, after, 0);
        let (mut visits, mut used) = (vec![origin], Vec::new());
        for &(from, port, delivers) in hops {
            let from = from % visits.len();
            let channel = graph.out_channels(visits[from]).nth(port % graph.degree(visits[from])).unwrap();
            if !used.contains(&channel) {
                used.push(channel);
                let hop = worms.hop(from.checked_sub(1).map(|hop| hop as u32), channel);
                visits.push(graph.target(channel));
                if delivers {
                    worms.deliver(hop, graph.target(channel));
                }
            }
        }
    }
    let destinations = worms.iter().flat_map(|worm| worm.deliveries).map(|delivery| delivery.node).collect();
    Plan { source: worms.get(0).origin, destinations, ..support::plan(topology, worms) }
}

fn ports() -> impl Strategy<Value = Ports> {
    prop_oneof![Just(Ports::All), (1_u32..3).prop_map(|count| Ports::Limited(count.try_into().unwrap()))]
}

prop_compose! {
    fn any_timing()(
        length in 1_u32..40,
        times in [0_u64..30, 0..30, 0..20, 1..10],
        serial: bool,
        buffer in 1_u32..10,
        injection in ports(),
        consumption in ports(),
    ) -> Timing {
        let [send, receive, router, flit] = times.map(Time::from_ps);
        let startup = if serial { Startup::Serial } else { Startup::Parallel };
        Timing { length, send, receive, startup, router, flit, buffer, injection, consumption, ..Timing::default() }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_sketches_that_shrink(
        sketches in vec((0_usize..12, vec((0_usize..9, 0_usize..4, any::<bool>()), 0..14)), 1..7),
        timing in any_timing(),
        seed in 0_u64..100,
    ) {
        let mesh = build("mesh:4x3").unwrap();
        let plans = [draw(&*mesh, &sketches), draw(&*mesh, &sketches[..1])];
        both_deadlock(&*mesh, &plans, &timing, &mut Random::seed_from_u64(seed));
    }
}
