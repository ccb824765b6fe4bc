//! Small cases worked out by hand, with every time.

use crate::support::{path, plan};
use std::num::NonZeroU32;
use wormcast_plan::Worms;
use wormcast_sim::*;
use wormcast_topology::{Topology, build};

fn row() -> Box<dyn Topology> {
    build("mesh:6x2").unwrap()
}

/// Three flits, buffers of one, 4 ns a router, 1 ns a flit.
fn timing() -> Timing {
    Timing { length: 3, router: Time::from_ns(4), flit: Time::from_ns(1), ..Timing::default() }
}

fn run(topology: &dyn Topology, worms: Worms, timing: &Timing, engine: Engine) -> Simulation {
    let plan = plan(topology, worms);
    simulate(topology, &[Start { plan: &plan, at: Time::ZERO }], timing, engine).unwrap()
}

fn ns(times: impl IntoIterator<Item = Option<Time>>) -> Vec<u64> {
    times.into_iter().map(|time| time.unwrap().ps() / 1000).collect()
}

#[test]
fn the_second_worm_waits_until_the_tail_has_left_the_shared_channel() {
    let mesh = row();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["1,0", "2,0", "3,0"]);
        path(&*mesh, &mut worms, &["1,1", "1,0", "2,0"]);
        let run = run(&*mesh, worms, &timing(), engine);
        let [a, b] = [0, 1].map(|worm| run.timeline.worms().nth(worm).unwrap().visits.to_vec());
        assert_eq!(ns(a.iter().map(|v| v.granted)), [0, 5, 10]);
        // Flit 1 leaves the origin at 5, when flit 0 makes room for it, and flit 2 at 10, when flit 1 does.
        assert_eq!(ns(a.iter().map(|v| v.released)), [11, 12, 13], "{engine}");
        assert_eq!(ns(b.iter().map(|v| v.arrived)), [0, 1, 13]);
        assert_eq!(ns(b.iter().map(|v| v.requested)), [0, 5, 17]);
        // The channel from 1,0 to 2,0 is free when the first worm's tail has left 2,0.
        assert_eq!(ns(b.iter().map(|v| v.granted)), [0, 12, 17]);
    }
}

#[test]
fn serial_start_up_pays_in_the_order_of_worms() {
    let mesh = row();
    for (startup, expected) in [(Startup::Serial, [110, 215, 320]), (Startup::Parallel, [110, 115, 120])] {
        for engine in Engine::ALL {
            let mut worms = Worms::new();
            path(&*mesh, &mut worms, &["1,0", "0,0"]);
            path(&*mesh, &mut worms, &["1,0", "2,0", "3,0"]);
            path(&*mesh, &mut worms, &["1,0", "1,1", "2,1", "3,1"]);
            let timing = Timing { send: Time::from_ns(100), receive: Time::from_ns(3), startup, ..timing() };
            let run = run(&*mesh, worms, &timing, engine);
            assert_eq!(ns(run.plans[0].deliveries.iter().map(|a| Some(a.latency))), expected);
        }
    }
}

#[test]
fn one_injection_channel_is_held_until_the_tail_has_left() {
    let mesh = row();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["1,0", "0,0"]);
        path(&*mesh, &mut worms, &["1,0", "2,0"]);
        let timing = Timing { injection: Ports::Limited(NonZeroU32::MIN), ..timing() };
        let run = run(&*mesh, worms, &timing, engine);
        let second = run.timeline.worms().nth(1).unwrap().visits[0];
        // The first worm's last flit leaves its origin when there is room: at 6, and 1 ns later the channel is free.
        assert_eq!(ns([second.arrived, second.requested, second.granted]), [0, 7, 7]);
    }
}

#[test]
fn one_consumption_channel_serves_the_first_to_come() {
    let mesh = row();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
        path(&*mesh, &mut worms, &["3,0", "2,0"]);
        let timing = Timing { consumption: Ports::Limited(NonZeroU32::MIN), ..timing() };
        let run = run(&*mesh, worms, &timing, engine);
        let times = run.timeline.worms().map(|worm| *worm.visits.last().unwrap());
        let times: Vec<_> = times.map(|visit| ns([visit.requested, visit.granted, visit.released])).collect();
        assert_eq!(times, [[10, 10, 13], [5, 5, 8]]);
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
        path(&*mesh, &mut worms, &["4,0", "3,0", "2,0"]);
        let run = self::run(&*mesh, worms, &timing, engine);
        let granted = run.timeline.worms().map(|worm| worm.visits.last().unwrap().granted);
        assert_eq!(ns(granted), [10, 13]);
    }
}

#[test]
fn a_relay_sends_when_it_has_the_message() {
    let mesh = row();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["0,0", "1,0"]);
        let relay = mesh.find_node("1,0").unwrap();
        let next = mesh.find_node("1,1").unwrap();
        worms.start(relay, Some(0), 1);
        let hop = worms.hop(None, mesh.graph().channel(relay, next).unwrap());
        worms.deliver(hop, next);
        let timing = Timing { send: Time::from_ns(20), receive: Time::from_ns(30), ..timing() };
        let run = run(&*mesh, worms, &timing, engine);
        // 20 + 5 + 2 + 30, twice.
        assert_eq!(ns(run.plans[0].deliveries.iter().map(|a| Some(a.latency))), [57, 114]);
        assert_eq!(run.timeline.worms().nth(1).unwrap().visits[0].arrived, Some(Time::from_ns(57)));
    }
}

#[test]
fn a_tree_moves_at_the_pace_of_its_slowest_branch() {
    let mesh = row();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        // Holds the channel from 2,0 to 3,0 until 12.
        path(&*mesh, &mut worms, &["1,1", "2,1", "3,1"]);
        path(&*mesh, &mut worms, &["2,0", "3,0", "4,0"]);
        let [a, b, up, c] = ["1,0", "2,0", "2,1", "3,0"].map(|name| mesh.find_node(name).unwrap());
        let channel = |from, to| mesh.graph().channel(from, to).unwrap();
        worms.start(a, None, 0);
        let trunk = worms.hop(None, channel(a, b));
        let side = worms.hop(Some(trunk), channel(b, up));
        let ahead = worms.hop(Some(trunk), channel(b, c));
        worms.deliver(side, up);
        worms.deliver(ahead, c);
        let run = run(&*mesh, worms, &timing(), engine);
        let tree = run.timeline.worms().nth(2).unwrap().visits.to_vec();
        // Both branches are reserved together, when the channel to 3,0 is free; the upper one is free all the time.
        assert_eq!(ns(tree.iter().map(|v| v.requested)), [0, 5, 17, 17]);
        assert_eq!(ns(tree.iter().map(|v| v.granted)), [0, 12, 17, 17]);
        assert_eq!(ns(tree.iter().map(|v| v.released)), [18, 19, 20, 20]);
    }
}

#[test]
fn two_worms_that_hold_what_the_other_needs_are_a_deadlock() {
    let mesh = build("mesh:2x2").unwrap();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["0,0", "1,0", "1,1", "0,1"]);
        path(&*mesh, &mut worms, &["1,1", "0,1", "0,0", "1,0"]);
        let run = run(&*mesh, worms.clone(), &timing(), engine);
        let Outcome::Deadlock(cycle) = &run.outcome else { panic!("a deadlock, not {:?}", run.outcome) };
        let channel = |from, to| {
            let [from, to] = [from, to].map(|name| mesh.find_node(name).unwrap());
            Resource::Channel(mesh.graph().channel(from, to).unwrap())
        };
        let wait = |resource, worm| Wait { resource, plan: 0, worm, held: true };
        assert_eq!(cycle.len(), 2);
        assert_eq!(cycle[0].holds, [channel("0,0", "1,0"), channel("1,0", "1,1")]);
        assert_eq!(cycle[0].waits_for, [wait(channel("1,1", "0,1"), 1)]);
        assert_eq!(cycle[1].holds, [channel("1,1", "0,1"), channel("0,1", "0,0")]);
        assert_eq!(cycle[1].waits_for, [wait(channel("0,0", "1,0"), 0)]);
        assert_eq!(run.plans[0].latency, None);
        let document = serde_json::to_value(run.document(&*mesh)).unwrap();
        assert_eq!(document["outcome"], "deadlock");
        assert_eq!(document["cycle"][0]["worm"], 0);
        assert_eq!(document["cycle"][0]["waits_for"], serde_json::json!([["1,1", "0,1"]]));
        assert_eq!(document["plans"][0]["latency_ns"], serde_json::Value::Null);
        // With room for a whole worm in one buffer, the tails leave the first channels and both go on.
        let roomy = Timing { buffer: 3, ..timing() };
        let run = self::run(&*mesh, worms, &roomy, engine);
        assert_eq!(run.outcome, Outcome::Delivered);
    }
}

/// Two worms that come towards each other in a row, and deliver at both its inner nodes: each holds a consumption
/// channel while it waits for the other's.
fn head_on(topology: &dyn Topology, classes: [u8; 2]) -> Worms {
    let mut worms = Worms::new();
    worms.set_consumption_classes(2);
    for (way, class) in [["0,0", "1,0", "2,0"], ["3,0", "2,0", "1,0"]].into_iter().zip(classes) {
        path(topology, &mut worms, &way);
        worms.deliver(0, topology.find_node(way[1]).unwrap());
        worms.set_consumption_class(class);
    }
    worms
}

#[test]
fn consumption_channels_of_two_classes_are_kept_apart() {
    let mesh = build("mesh:4x1").unwrap();
    let node = mesh.find_node("1,0").unwrap();
    let with = |channels| {
        let consumption = Ports::Limited(NonZeroU32::new(channels).unwrap());
        Timing { length: 100, consumption, ..timing() }
    };
    for engine in Engine::ALL {
        let cycle = |classes, channels| match run(&*mesh, head_on(&*mesh, classes), &with(channels), engine).outcome {
            Outcome::Delivered => None,
            Outcome::Deadlock(cycle) => Some(cycle),
        };
        assert_eq!(cycle([0, 1], 2), None, "one channel each");
        assert_eq!(cycle([0, 0], 3), None, "channels 0 and 2 for class 0");
        // One channel for both classes.
        assert_eq!(cycle([0, 1], 1).unwrap()[0].holds[1], Resource::Consumption(node));
        // One channel for one class.
        let own = cycle([1, 1], 2).unwrap();
        assert_eq!(own[0].holds[1], Resource::ConsumptionOfClass(node, 1));
        let document = run(&*mesh, head_on(&*mesh, [1, 1]), &with(2), engine).document(&*mesh);
        let cycle = serde_json::to_value(document).unwrap()["cycle"].take();
        assert_eq!(cycle[0]["holds"][1], serde_json::json!(["1,0", null, 1]));
        assert_eq!(cycle[1]["waits_for"][0], serde_json::json!(["1,0", null, 1]));
    }
}

#[test]
fn a_worm_that_needs_its_own_channel_again_is_a_deadlock_unless_its_tail_has_left() {
    let mesh = row();
    for engine in Engine::ALL {
        let mut worms = Worms::new();
        path(&*mesh, &mut worms, &["1,0", "2,0", "2,1", "1,1", "1,0", "2,0"]);
        let long = run(&*mesh, worms.clone(), &Timing { length: 5, ..timing() }, engine);
        let Outcome::Deadlock(cycle) = &long.outcome else { panic!("a deadlock, not {:?}", long.outcome) };
        assert_eq!((cycle.len(), cycle[0].worm, cycle[0].waits_for[0].worm), (1, 0, 0));
        // Three flits have room behind the head, which has reached the fourth router on.
        let short = run(&*mesh, worms, &timing(), engine);
        assert_eq!(short.outcome, Outcome::Delivered);
    }
}
