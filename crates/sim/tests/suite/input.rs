//! What is refused, and the JSON form.

use crate::support::{path, plan};
use proptest::prelude::*;
use std::num::NonZeroU32;
use wormcast_plan::{Plan, Worms};
use wormcast_sim::*;
use wormcast_topology::{Topology, build};

fn try_run(topology: &dyn Topology, plans: &[&Plan], timing: &Timing) -> Result<Simulation, SimError> {
    let starts: Vec<_> = plans.iter().map(|&plan| Start { plan, at: Time::from_ns(100) }).collect();
    simulate(topology, &starts, timing, Engine::default())
}

#[test]
fn timing_that_makes_no_sense_is_refused() {
    let mesh = build("mesh:3x3").unwrap();
    let cases = [
        (Timing { length: 0, ..Timing::default() }, "length is 1 to"),
        (Timing { length: MAX_LENGTH + 1, ..Timing::default() }, "length is 1 to"),
        (Timing { flit: Time::ZERO, ..Timing::default() }, "flit time is 0"),
        (Timing { buffer: 0, ..Timing::default() }, "at least 1"),
        (Timing { router: Time::from_ps(u64::MAX), ..Timing::default() }, "router delay of 18446744073709551.614 ns"),
    ];
    for (timing, words) in cases {
        let error = try_run(&*mesh, &[], &timing).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_run_that_outlasts_the_clock_is_refused() {
    let mesh = build("mesh:3x3").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
    let plan = plan(&*mesh, worms);
    let timing = Timing { length: MAX_LENGTH, flit: Time::LARGEST_INPUT, ..Timing::default() };
    assert_eq!(try_run(&*mesh, &[&plan], &timing), Err(SimError::TooLong));
    let start = Start { plan: &plan, at: Time::from_ps(u64::MAX) };
    assert_eq!(simulate(&*mesh, &[start], &Timing::default(), Engine::default()), Err(SimError::TooLong));
}

#[test]
fn worms_that_never_start_are_refused() {
    let mesh = build("mesh:3x3").unwrap();
    let [a, b, c] = ["0,0", "1,0", "2,0"].map(|name| mesh.find_node(name).unwrap());
    let relay = |after: [Option<u32>; 3]| {
        let mut worms = Worms::new();
        for (after, [from, to]) in after.into_iter().zip([[a, b], [b, c], [c, b]]) {
            worms.start(from, after, 0);
            let hop = worms.hop(None, mesh.graph().channel(from, to).unwrap());
            worms.deliver(hop, to);
        }
        plan(&*mesh, worms)
    };
    let run = |after| try_run(&*mesh, &[&relay([None, None, None]), &relay(after)], &Timing::default());
    assert!(run([None, Some(0), Some(1)]).is_ok());
    assert_eq!(run([None, Some(0), Some(0)]), Err(SimError::AfterDeliveries { plan: 1, worm: 2, after: 0, count: 0 }));
    assert_eq!(run([None, Some(1), None]), Err(SimError::AfterDeliveries { plan: 1, worm: 1, after: 1, count: 0 }));
    assert!(matches!(run([None, Some(2), Some(1)]), Err(SimError::AfterCycle { plan: 1, .. })));
}

#[test]
fn a_router_left_twice_by_one_channel_is_refused() {
    let mesh = build("mesh:3x3").unwrap();
    let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
    let mut worms = Worms::new();
    worms.start(a, None, 0);
    let channel = mesh.graph().channel(a, b).unwrap();
    worms.hop(None, channel);
    let hop = worms.hop(None, channel);
    worms.deliver(hop, b);
    let error = try_run(&*mesh, &[&plan(&*mesh, worms)], &Timing::default());
    assert_eq!(error, Err(SimError::RepeatedBranch { plan: 0, worm: 0, first: 0, second: 1 }));
}

#[test]
fn a_destination_that_no_worm_reaches_leaves_the_plan_without_a_latency() {
    let mesh = build("mesh:3x3").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0"]);
    let mut plan = plan(&*mesh, worms);
    plan.destinations.push(mesh.find_node("2,2").unwrap());
    let run = try_run(&*mesh, &[&plan], &Timing::default()).unwrap();
    assert_eq!((run.outcome, run.plans[0].latency), (Outcome::Delivered, None));
}

#[test]
fn the_json_form_is_as_documented() {
    let mesh = build("mesh:3x3").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "1,1"]);
    path(&*mesh, &mut worms, &["0,0", "0,1"]);
    let mut plan = plan(&*mesh, worms);
    // 1,1 only relays: it is listed, and does not count.
    plan.destinations = vec![mesh.find_node("0,1").unwrap()];
    let timing = Timing { length: 2, flit: "0.25".parse().unwrap(), ..Timing::default() };
    let run = try_run(&*mesh, &[&plan], &timing).unwrap();
    let document = run.document(&*mesh);
    let json = serde_json::to_string(&document).unwrap();
    let expected = r#"{"format":"wormcast-simulation","version":1,"engine":"ENGINE","outcome":"delivered","plans":[{"start_ns":100,"latency_ns":40.5,"deliveries":[{"node":"0,1","latency_ns":40.5},{"node":"1,1","latency_ns":80.75}]}],"cycle":null}"#;
    assert_eq!(json, expected.replace("ENGINE", Engine::default().into()));
    assert_eq!(serde_json::from_str::<SimulationDocument>(&json).unwrap(), document);
}

#[test]
fn words_are_read_as_they_are_written() {
    assert_eq!("all-port".parse(), Ok(Ports::All));
    assert_eq!("2".parse(), Ok(Ports::Limited(NonZeroU32::new(2).unwrap())));
    for bad in ["0", "", "-1", "all", "99999999999"] {
        assert!(bad.parse::<Ports>().is_err(), "{bad}");
    }
    for startup in [Startup::Serial, Startup::Parallel] {
        assert_eq!(startup.to_string().parse(), Ok(startup));
    }
    for engine in Engine::ALL {
        assert_eq!(engine.to_string().parse(), Ok(engine));
    }
    for bad in ["", ".", "1.", ".5", "-1", "+1", "1e3", "0.0001", "1000000000001", "99999999999999999999", "1,5", "ï"]
    {
        assert!(bad.parse::<Time>().is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn times_are_read_as_they_are_written(ps in 0..=Time::LARGEST_INPUT.ps()) {
        let time = Time::from_ps(ps);
        prop_assert_eq!(time.to_string().parse(), Ok(time));
        let json = serde_json::to_string(&time).unwrap();
        prop_assert_eq!(serde_json::from_str::<Time>(&json).unwrap(), time);
    }

    #[test]
    fn no_text_makes_reading_panic(text in ".*") {
        let _ = (text.parse::<Time>(), text.parse::<Ports>(), text.parse::<Startup>(), text.parse::<Engine>());
    }
}
