//! Virtual channels, credit delays, and channels handed over behind the tail.

use crate::support;
use crate::support::{path, plan};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::num::NonZeroU32;
use wormcast_plan::{MulticastSet, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::*;
use wormcast_topology::{NodeId, Topology, build};

fn virtual_channels(count: u32) -> FlowControl {
    FlowControl { virtual_channels: NonZeroU32::new(count).unwrap(), ..FlowControl::default() }
}

/// 1 ns a flit, 4 ns a router.
fn timing(length: u32, flow: FlowControl) -> Timing {
    Timing { length, router: Time::from_ns(4), flit: Time::from_ns(1), flow, ..Timing::default() }
}

fn run(topology: &dyn Topology, plan: &Plan, timing: &Timing) -> Simulation {
    simulate(topology, &[Start { plan, at: Time::ZERO }], timing, Engine::Flit).unwrap()
}

fn ns(times: impl IntoIterator<Item = Option<Time>>) -> Vec<u64> {
    times.into_iter().map(|time| time.unwrap().ps() / 1000).collect()
}

/// One unicast by the network's own routing for each pair of names.
fn unicasts(topology: &dyn Topology, pairs: impl IntoIterator<Item = [NodeId; 2]>) -> Plan {
    let mut planner = scheme_named("unicast").unwrap().prepare(topology, &Options::default()).unwrap();
    let mut all = Worms::new();
    for [source, to] in pairs {
        let mut worms = Worms::new();
        planner.plan(MulticastSet { source, destinations: &[to] }, &mut worms).unwrap();
        let worm = worms.get(0);
        all.start(source, None, 0);
        let last = all.chain(None, worm.hops.iter().map(|hop| hop.channel));
        all.deliver(last.unwrap(), to);
    }
    plan(topology, all)
}

#[test]
fn on_a_ring_two_virtual_channels_break_the_cycle_that_one_closes() {
    let ring = build("torus:5").unwrap();
    let nodes: Vec<_> = ring.graph().nodes().collect();
    let plan = unicasts(&*ring, (0..5).map(|node| [nodes[node], nodes[(node + 2) % 5]]));
    let one = run(&*ring, &plan, &timing(20, virtual_channels(1)));
    let Outcome::Deadlock(cycle) = one.outcome else { panic!("five worms in a cycle") };
    assert_eq!(cycle.iter().map(|blocked| blocked.worm).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    for count in 2..5 {
        let run = run(&*ring, &plan, &timing(20, virtual_channels(count)));
        assert_eq!(run.outcome, Outcome::Delivered, "{count} virtual channels");
    }
}

#[test]
fn dimension_order_on_tori_never_deadlocks_with_two_virtual_channels() {
    let torus = build("torus:5x4x3").unwrap();
    let mut random = Random::seed_from_u64(31);
    let mut deadlocks_with_one = 0;
    for _ in 0..40 {
        let nodes = torus.graph().node_count();
        let mut node = || NodeId::new(random.random_range(0..nodes));
        let pairs: Vec<_> = (0..300).map(|_| [node(), node()]).filter(|[a, b]| a != b).collect();
        let plan = unicasts(&*torus, pairs);
        deadlocks_with_one +=
            usize::from(run(&*torus, &plan, &timing(9, virtual_channels(1))).outcome != Outcome::Delivered);
        assert_eq!(run(&*torus, &plan, &timing(9, virtual_channels(2))).outcome, Outcome::Delivered);
        let more = Timing { injection: Ports::Limited(NonZeroU32::MIN), ..timing(9, virtual_channels(3)) };
        assert_eq!(run(&*torus, &plan, &more).outcome, Outcome::Delivered);
    }
    assert!(deadlocks_with_one > 20, "{deadlocks_with_one}");
}

#[test]
fn two_worms_on_one_link_take_turns() {
    let mesh = build("mesh:4x2").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
    path(&*mesh, &mut worms, &["0,0", "1,0", "1,1"]);
    let plan = plan(&*mesh, worms);
    let run = run(&*mesh, &plan, &Timing { buffer: 20, ..timing(4, virtual_channels(2)) });
    let times: Vec<_> = run.timeline.worms().map(|worm| worm.visits.to_vec()).collect();
    // Both are granted at once; flits leave the source at 0, 2, 4, 6 and at 1, 3, 5, 7.
    assert_eq!(ns(times.iter().map(|visits| visits[0].granted)), [0, 0]);
    assert_eq!(ns(times.iter().map(|visits| visits[1].arrived)), [1, 2]);
    assert_eq!(ns(times.iter().map(|visits| visits[0].released)), [7, 8]);
    // The heads wait 4 ns in the router, and meanwhile the flits behind them catch up.
    assert_eq!(ns(times.iter().map(|visits| visits[2].granted)), [10, 11]);
    assert_eq!(ns(times.iter().map(|visits| visits[2].released)), [14, 15]);
}

#[test]
fn a_plan_may_name_the_virtual_channels_of_its_hops() {
    let ring = build("torus:5").unwrap();
    let nodes: Vec<_> = ring.graph().nodes().collect();
    let mut plan = unicasts(&*ring, (0..5).map(|node| [nodes[node], nodes[(node + 2) % 5]]));
    let mut outcome = |names: serde_json::Value| {
        plan.extra.insert(VIRTUAL_CHANNELS_KEY.into(), names);
        let start = Start { plan: &plan, at: Time::ZERO };
        simulate(&*ring, &[start], &timing(20, virtual_channels(2)), Engine::Flit).map(|run| run.outcome)
    };
    let all_the_same = outcome(serde_json::json!([[1, 1], [1, 1], [1, 1], [1, 1], [1, 1]])).unwrap();
    let Outcome::Deadlock(cycle) = all_the_same else { panic!("as if there were one") };
    assert!(matches!(cycle[0].holds[..], [Resource::VirtualChannel(_, 1)]));
    let by_turns = outcome(serde_json::json!([[0, 0], [0, 0], [0, 0], [0, 0], [1, 1]])).unwrap();
    assert_eq!(by_turns, Outcome::Delivered);
    for bad in [
        serde_json::json!("yes"),
        serde_json::json!([[0, 0]]),
        serde_json::json!([[0, 0], [0, 0], [0, 0], [0, 0], [0]]),
        serde_json::json!([[0, 0], [0, 0], [0, 0], [0, 0], [0, 2]]),
        serde_json::json!([[0, 0], [0, 0], [0, 0], [0, 0], [0, -1]]),
    ] {
        assert!(matches!(outcome(bad), Err(SimError::VirtualChannels { plan: 0, .. })));
    }
}

/// Latency of a lone worm over some channels of a row.
fn lone_latency(channels: usize, timing: &Timing) -> u64 {
    let row = build("mesh:9").unwrap();
    let nodes: Vec<_> = row.graph().nodes().collect();
    let plan = unicasts(&*row, [[nodes[0], nodes[channels]]]);
    ns([run(&*row, &plan, timing).plans[0].latency])[0]
}

#[test]
fn a_credit_delay_limits_the_flits_in_a_credit_loop() {
    let flow = FlowControl { credit: Time::from_ns(4), ..FlowControl::default() };
    for channels in 1..8 {
        // A flit crosses the link in 1 ns, and its credit is back 4 ns after it has left: with 5 places all is as
        // without delay.
        for buffer in [5, 8, 200] {
            let timing = |flow| Timing { buffer, ..timing(100, flow) };
            assert_eq!(lone_latency(channels, &timing(flow)), lone_latency(channels, &timing(FlowControl::default())));
        }
        // With fewer, so many flits pass in 5 ns.
        for buffer in 1..5 {
            let timing = |length| Timing { buffer, ..timing(length, flow) };
            let more = lone_latency(channels, &timing(200)) - lone_latency(channels, &timing(140));
            assert_eq!(more, 60 * 5 / u64::from(buffer), "{channels} channels, {buffer} places");
        }
    }
}

/// When the last message was delivered.
#[derive(Default)]
struct LastDelivery(Option<Time>);

impl Observer for LastDelivery {
    fn delivered(&mut self, delivery: Delivered) {
        self.0 = self.0.max(Some(delivery.at));
    }
}

/// The engine uses the slots of worms that have gone again, while credits of theirs may still be under way.
#[test]
fn credits_that_come_late_do_not_touch_the_next_worm() {
    let mesh = build("mesh:5x2").unwrap();
    let row = |y: usize| ["0", "1", "2", "3", "4"].map(|x| mesh.find_node(&format!("{x},{y}")).unwrap());
    let (first, second) = (unicasts(&*mesh, [[row(0)[0], row(0)[4]]]), unicasts(&*mesh, [[row(1)[0], row(1)[4]]]));
    for (credit, buffer) in [(1, 1), (3, 1), (9, 2), (40, 3), (200, 1)] {
        let flow = FlowControl { credit: Time::from_ns(credit), ..FlowControl::default() };
        let timing = Timing { buffer, ..timing(6, flow) };
        let alone = run(&*mesh, &second, &timing).plans[0].latency;
        let gone = run(&*mesh, &first, &timing).plans[0].latency.unwrap().ps() / 1000;
        for after in 0..gone + 3 * credit {
            let mut engine = FlitEngine::new(&*mesh, &timing, LastDelivery::default()).unwrap();
            for (plan, at) in [(&first, 0), (&second, after)] {
                engine.inject_plan(plan, Time::from_ns(at)).unwrap();
            }
            // A credit that moved a flit of nobody would go on moving others, for ever.
            assert!(!engine.run_before(Time::from_ns(100_000)), "something moves that is not there");
            let latency = engine.observer().0.map(|at| at - Time::from_ns(after));
            assert_eq!(latency, alone, "{after} ns after the first, credit delay {credit} ns");
        }
    }
}

#[test]
fn behind_the_tail_the_next_worm_uses_the_rest_of_the_buffer() {
    let mesh = build("mesh:4x2").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
    path(&*mesh, &mut worms, &["0,0", "1,0", "1,1"]);
    let plan = plan(&*mesh, worms);
    let flow = FlowControl { handover: Handover::Tail, ..FlowControl::default() };
    let times = |buffer, flow| {
        let run = run(&*mesh, &plan, &Timing { buffer, ..timing(3, flow) });
        assert_eq!(run.outcome, Outcome::Delivered);
        run.timeline.worms().map(|worm| worm.visits.to_vec()).collect::<Vec<_>>()
    };
    // The first worm leaves its source at 0, 1, 2 and 1,0 at 5, 6, 7; its tail has crossed the first link at 3.
    let second = &times(8, flow)[1];
    assert_eq!(ns([second[0].granted, second[1].arrived]), [3, 4]);
    // The second head is in front when that tail goes, at 7; a router delay later it is ready.
    assert_eq!(ns([second[1].requested, second[1].granted, second[1].released]), [11, 11, 14]);
    // With two places, the first worm's flits leave the source at 0, 1, 5 and 1,0 at 5, 6, 10: always when the head
    // makes room ahead. The second worm's flits leave at 6, 10, 14: its head is in front at 10.
    let [first, second] = &times(2, flow)[..] else { panic!("two worms") };
    assert_eq!(ns([first[0].released, second[0].granted, second[1].arrived]), [6, 6, 7]);
    assert_eq!(ns([second[1].granted, second[0].released]), [14, 15]);
    // Handed over when empty, the second worm starts after 8.
    let second = &times(8, FlowControl::default())[1];
    assert_eq!(ns([second[0].granted, second[1].granted]), [8, 13]);
}

#[test]
fn worms_that_share_buffers_can_deadlock_too() {
    let ring = build("torus:5").unwrap();
    let nodes: Vec<_> = ring.graph().nodes().collect();
    let flow = FlowControl { handover: Handover::Tail, ..FlowControl::default() };
    let plan = unicasts(&*ring, (0..5).map(|node| [nodes[node], nodes[(node + 2) % 5]]));
    let outcome = |buffer| run(&*ring, &plan, &Timing { buffer, ..timing(20, flow) }).outcome;
    // Every worm has one buffer full of its flits, is granted the next channel, and finds no place at its end.
    let Outcome::Deadlock(cycle) = outcome(20) else { panic!("five worms in a cycle") };
    assert_eq!(cycle.iter().map(|blocked| blocked.worm).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    // One place more, and all of them move round.
    assert_eq!(outcome(21), Outcome::Delivered);
}

/// Random trees under any flow control.
fn random_case(random: &mut Random) -> (Plan, Timing) {
    let mesh = build("mesh:4x3").unwrap();
    let mut worms = Worms::new();
    for _ in 0..random.random_range(1..8) {
        support::random_relay(&*mesh, &mut worms, random, 10);
    }
    let handover = if random.random_bool(0.5) { Handover::Empty } else { Handover::Tail };
    let flow = FlowControl {
        virtual_channels: NonZeroU32::new(random.random_range(1..4)).unwrap(),
        credit: Time::from_ps(random.random_range(0..9)),
        handover,
        ..FlowControl::default()
    };
    (plan(&*mesh, worms), Timing { flow, ..support::random_timing(random) })
}

#[test]
fn every_worm_is_delivered_or_part_of_a_deadlock() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(32);
    let mut deadlocks = [0; 2];
    for _ in 0..3000 {
        let (plan, timing) = random_case(&mut random);
        let run = run(&*mesh, &plan, &timing);
        let all = run.timeline.worms().all(|worm| worm.visits.iter().all(|visit| visit.released.is_some()));
        match &run.outcome {
            Outcome::Delivered => assert!(all, "{timing:?}"),
            Outcome::Deadlock(cycle) => {
                assert!(!all && !cycle.is_empty());
                deadlocks[usize::from(timing.flow.handover == Handover::Tail)] += 1;
                let next = cycle.iter().cycle().skip(1);
                for (worm, next) in cycle.iter().zip(next) {
                    assert!(worm.waits_for.iter().any(|wait| wait.worm == next.worm), "{cycle:?}");
                }
            }
        }
        for worm in run.timeline.worms() {
            for visit in worm.visits {
                let times = [visit.arrived, visit.requested, visit.granted, visit.released];
                let known: Vec<_> = times.iter().map_while(|time| *time).collect();
                assert!(known.is_sorted() && times.iter().flatten().count() == known.len());
            }
        }
    }
    assert!(deadlocks.iter().all(|&count| count > 30), "{deadlocks:?}");
}

#[test]
fn alone_a_worm_does_not_feel_virtual_channels_or_handovers() {
    let mesh = build("mesh:4x3x2").unwrap();
    let mut random = Random::seed_from_u64(33);
    for _ in 0..500 {
        let mut worms = Worms::new();
        support::random_tree(&*mesh, &mut worms, &mut random, 15);
        let plan = plan(&*mesh, worms);
        let plain = support::random_timing(&mut random);
        let flow = FlowControl { handover: Handover::Tail, ..virtual_channels(random.random_range(1..5)) };
        let expected = run(&*mesh, &plan, &plain);
        assert_eq!(run(&*mesh, &plan, &Timing { flow, ..plain }).timeline, expected.timeline);
    }
}

#[test]
fn the_worm_engine_refuses_what_it_does_not_know() {
    let mesh = build("mesh:3x3").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0"]);
    let plan = plan(&*mesh, worms);
    let flows = [
        virtual_channels(2),
        FlowControl { credit: Time::from_ps(1), ..FlowControl::default() },
        FlowControl { handover: Handover::Tail, ..FlowControl::default() },
    ];
    for flow in flows {
        let start = Start { plan: &plan, at: Time::ZERO };
        let timing = Timing { flow, ..Timing::default() };
        assert_eq!(simulate(&*mesh, &[start], &timing, Engine::Worm), Err(SimError::FlowControl));
        assert!(WormEngine::new(&*mesh, &timing, ()).is_err());
    }
}
