//! What routers do, against the naive simulator, and by hand.

use crate::{naive, support};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{Plan, VcRule, Worms};
use wormcast_sim::*;
use wormcast_topology::{ChannelId, Topology, build};

/// Some plans of random trees with relays, and their starts.
pub(crate) fn random_plans(topology: &dyn Topology, random: &mut Random) -> Vec<(Plan, Time)> {
    let count = random.random_range(1..=2);
    let mut plan = |_| {
        let mut worms = Worms::new();
        worms.set_consumption_classes(random.random_range(1..=2));
        for _ in 0..random.random_range(1..=6) {
            support::random_relay(topology, &mut worms, random, 8);
        }
        (support::plan(topology, worms), Time::from_ps(random.random_range(0..20)))
    };
    (0..count).map(&mut plan).collect()
}

/// Short messages and short times: the naive simulator looks at every picosecond.
pub(crate) fn random_timing(random: &mut Random) -> Timing {
    let overheads = [0, 0, 1, 7];
    let timing = support::random_flow(support::random_timing(random), random);
    let length = random.random_range(1..=6);
    let least = if timing.flow.switching == Switching::Wormhole { 1 } else { length };
    Timing {
        length,
        send: Time::from_ps(overheads[random.random_range(0..4)]),
        receive: Time::from_ps(overheads[random.random_range(0..4)]),
        buffer: least + random.random_range(0..3),
        ..timing
    }
}

fn random_conditions(
    topology: &dyn Topology,
    plans: &[(Plan, Time)],
    timing: &Timing,
    random: &mut Random,
) -> Conditions {
    let mut conditions = Conditions::default();
    for _ in 0..random.random_range(0..3) {
        let channel = ChannelId::new(random.random_range(0..topology.graph().channel_count()));
        let [from, span] = [40, 30].map(|most| Time::from_ps(random.random_range(0..most)));
        // Where worms choose their virtual channels, none of them is held up alone.
        let is_free = matches!(timing.flow.vc_rule, VcRule::Free | VcRule::FreeDateline);
        let is_named = !is_free && random.random_bool(0.5);
        let count = timing.flow.virtual_channels.get();
        let virtual_channel = is_named.then(|| random.random_range(0..count));
        let only_heads = random.random_bool(0.3);
        conditions.stalls.push(Stall { channel, virtual_channel, only_heads, from, span });
    }
    if timing.consumption != Ports::All && random.random_bool(0.3) {
        let [takes_in, only_after_sending] = [0; 2].map(|_| random.random_range(0..plans.len()));
        let at = plans[only_after_sending].0.source;
        conditions.dependences.push(Dependence { at, takes_in, only_after_sending });
    }
    conditions
}

/// Whether a run ends in a deadlock; panics where the engine and the naive simulator differ.
fn compare(topology: &dyn Topology, starts: &[Start<'_>], timing: &Timing, conditions: &Conditions) -> Option<bool> {
    let run = match simulate_under(topology, starts, timing, conditions, Engine::Flit) {
        Err(SimError::WholeTwice { .. }) => return None,
        run => run.unwrap(),
    };
    let naive = naive::run(topology, starts, timing, conditions);
    let times: Vec<_> = run.timeline.worms().flat_map(|worm| worm.visits).copied().collect();
    if let Some(place) = (0..times.len()).find(|&place| times[place] != naive.times[place]) {
        let [engine, naive] = [times[place], naive.times[place]];
        panic!("visit {place}: the engine says {engine:?}, the page {naive:?}; {timing:?}; {conditions:?}");
    }
    let mut told: Vec<_> =
        run.plans.iter().flat_map(|plan| plan.deliveries.iter().map(|a| plan.start + a.latency)).collect();
    let mut expected: Vec<_> = naive.delivered.into_iter().flatten().collect();
    told.sort_unstable();
    expected.sort_unstable();
    assert_eq!(told, expected, "{timing:?}");
    Some(run.outcome != Outcome::Delivered)
}

fn agree(seed: u64, cases: usize) {
    let topologies = ["mesh:3x3", "torus:4x3", "ring:4"].map(|spec| build(spec).unwrap());
    let mut random = Random::seed_from_u64(seed);
    let mut deadlocks = 0;
    for case in 0..cases {
        let topology = &*topologies[case % 3];
        let plans = random_plans(topology, &mut random);
        let timing = random_timing(&mut random);
        let starts: Vec<_> = plans.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
        let conditions = random_conditions(topology, &plans, &timing, &mut random);
        deadlocks += usize::from(compare(topology, &starts, &timing, &conditions) == Some(true));
    }
    assert!(deadlocks > cases / 100, "deadlocks are frequent: {deadlocks}");
}

#[test]
fn the_engine_does_what_the_page_says() {
    agree(41, 1000);
}

fn agree_on_own_channels(seed: u64, cases: usize) {
    let mesh = build("mesh:3x3").unwrap();
    let mut random = Random::seed_from_u64(seed);
    for case in 0..cases {
        let timing = random_timing(&mut random);
        let timing = if case % 3 == 0 { Timing { flow: FlowControl::default(), ..timing } } else { timing };
        let network = support::with_own_channels(&*mesh, &timing, false, &mut random);
        let plans = random_plans(&network, &mut random);
        let starts: Vec<_> = plans.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
        let conditions = random_conditions(&network, &plans, &timing, &mut random);
        compare(&network, &starts, &timing, &conditions);
    }
}

#[test]
fn the_engine_does_what_the_page_says_of_channels_with_properties_of_their_own() {
    agree_on_own_channels(42, 1000);
}

#[test]
#[ignore = "a minute; cargo test -p wormcast-sim --release --test suite policies -- --ignored"]
fn the_engine_does_what_the_page_says_in_many_cases() {
    (0..20).for_each(|seed| agree(100 + seed, 1000));
    (0..20).for_each(|seed| agree_on_own_channels(200 + seed, 1000));
}
