//! Messages injected while time goes on.

use crate::support;
use crate::support::{path, plan};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::collections::BTreeMap;
use wormcast_plan::{Plan, Worms};
use wormcast_sim::*;
use wormcast_topology::{ChannelId, NodeId, Topology, build};

/// The most consumption classes of a message.
const CLASSES: u8 = 3;

/// Remembers all that it is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notes {
    pub(crate) delivered: Vec<Delivered>,
    pub(crate) completed: Vec<Completed>,
    pub(crate) held: Vec<(ChannelId, Time, Time)>,
    pub(crate) moments: BTreeMap<u64, VisitTimes>,
}

impl Observer for Notes {
    const MOMENTS: bool = true;

    fn delivered(&mut self, delivery: Delivered) {
        self.delivered.push(delivery);
    }

    fn completed(&mut self, message: Completed) {
        self.completed.push(message);
    }

    fn held(&mut self, channel: ChannelId, from: Time, until: Time) {
        self.held.push((channel, from, until));
    }

    fn moment(&mut self, visit: u64, moment: Moment, at: Time) {
        let times = self.moments.entry(visit).or_default();
        let time = match moment {
            Moment::Arrived => &mut times.arrived,
            Moment::Requested => &mut times.requested,
            Moment::Granted => &mut times.granted,
            Moment::Released => &mut times.released,
        };
        assert_eq!(time.replace(at), None, "every moment is told once");
    }
}

/// Messages of random trees with relays, in the order of their times; many at equal times.
pub(crate) fn random_messages(topology: &dyn Topology, random: &mut Random) -> Vec<(Plan, Time)> {
    let mut now = 0;
    let mut message = |number| {
        let mut worms = Worms::new();
        // The first has the most: then a run of all at once has as many.
        worms.set_consumption_classes(if number == 0 { CLASSES } else { random.random_range(1..=CLASSES) });
        for _ in 0..random.random_range(1..=4) {
            support::random_relay(topology, &mut worms, random, 8);
        }
        now += random.random_range(0..30);
        (plan(topology, worms), Time::from_ps(now))
    };
    (0..12).map(&mut message).collect()
}

#[test]
fn messages_of_more_classes_than_the_engine_was_made_for_are_refused() {
    let mesh = build("mesh:3x1").unwrap();
    let mut worms = Worms::new();
    worms.set_consumption_classes(3);
    path(&*mesh, &mut worms, &["0,0", "1,0"]);
    let mut engine = WormEngine::with_consumption_classes(&*mesh, &Timing::default(), 2, ()).unwrap();
    let error = SimError::ConsumptionClasses { plan: 0, classes: 3, known: 2 };
    assert_eq!(engine.inject(&worms, Time::ZERO), Err(error));
    assert_eq!(engine.messages_in_flight(), 0);
}

pub(crate) fn worm_engine<'t>(topology: &'t dyn Topology, timing: &Timing) -> WormEngine<'t, Notes> {
    WormEngine::with_consumption_classes(topology, timing, CLASSES, Notes::default()).unwrap()
}

pub(crate) fn flit_engine<'t>(topology: &'t dyn Topology, timing: &Timing) -> FlitEngine<'t, Notes> {
    FlitEngine::with_consumption_classes(topology, timing, CLASSES, Notes::default()).unwrap()
}

/// Injects each message at its time; says whether there was a deadlock, each time before the next one came.
fn run_open(engine: &mut impl OpenLoop<Observer = Notes>, messages: &[(Plan, Time)]) -> Vec<bool> {
    let mut deadlocks = Vec::new();
    for (number, (plan, at)) in messages.iter().enumerate() {
        engine.run_before(*at);
        deadlocks.push(engine.deadlock().is_some());
        assert_eq!(engine.inject_plan(plan, *at), Ok(number as MessageId));
    }
    engine.drain();
    deadlocks
}

/// What an engine that messages were injected into was told is what came out when all were given at once.
fn compare(
    engine: &impl OpenLoop<Observer = Notes>,
    messages: &[(Plan, Time)],
    reference: &Simulation,
    timing: &Timing,
) {
    let notes = engine.observer();
    let visits = reference.timeline.worms().flat_map(|worm| worm.visits);
    for (visit, expected) in (0..).zip(visits) {
        assert_eq!(notes.moments.get(&visit).copied().unwrap_or_default(), *expected);
    }
    for (message, run) in (0..).zip(&reference.plans) {
        let told = notes.delivered.iter().filter(|delivery| delivery.message == message);
        let mut told: Vec<_> = told.map(|d| (d.at - run.start, d.worm, d.node)).collect();
        told.sort_unstable();
        let mut expected: Vec<_> = run.deliveries.iter().map(|a| (a.latency, a.worm, a.node)).collect();
        expected.sort_unstable();
        assert_eq!(told, expected);
        let completed = notes.completed.iter().find(|completed| completed.message == message);
        let all = messages[message as usize].0.worms.iter().map(|worm| worm.deliveries.len()).sum::<usize>();
        let last = told.last().filter(|_| told.len() == all).map(|(latency, ..)| *latency);
        assert_eq!(completed.map(|completed| completed.at - run.start), last);
    }
    let moves = reference.outcome == Outcome::Delivered;
    assert_eq!(engine.messages_in_flight() == 0, moves, "{timing:?}");
    assert_eq!(engine.deadlock().map_or(Outcome::Delivered, Outcome::Deadlock), reference.outcome);
}

/// All that an engine was told, in one order.
pub(crate) fn sorted(notes: &Notes) -> Notes {
    let Notes { mut delivered, mut completed, mut held, moments } = notes.clone();
    delivered.sort_unstable_by_key(|d| (d.message, d.worm, d.node, d.at));
    completed.sort_unstable_by_key(|completed| completed.message);
    held.sort_unstable();
    Notes { delivered, completed, held, moments }
}

#[test]
fn messages_injected_one_by_one_run_like_plans_given_all_at_once() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(21);
    for _ in 0..1000 {
        let timing = support::random_timing(&mut random);
        let messages = random_messages(&*mesh, &mut random);
        let starts: Vec<_> = messages.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
        let reference = simulate(&*mesh, &starts, &timing, Engine::Flit).unwrap();
        let mut worm = worm_engine(&*mesh, &timing);
        run_open(&mut worm, &messages);
        compare(&worm, &messages, &reference, &timing);
        let mut flit = flit_engine(&*mesh, &timing);
        run_open(&mut flit, &messages);
        compare(&flit, &messages, &reference, &timing);
        assert_eq!(sorted(worm.observer()), sorted(flit.observer()));
        assert_eq!((worm.grants(), worm.messages_in_flight()), (flit.grants(), flit.messages_in_flight()));
        let backlog = |engine: &dyn Fn(NodeId) -> u32| mesh.graph().nodes().map(engine).collect::<Vec<_>>();
        assert_eq!(backlog(&|node| worm.backlog(node)), backlog(&|node| flit.backlog(node)));
    }
}

/// Under any flow control, the flit engine does with messages that come one by one what it does with all at once.
#[test]
fn under_every_flow_control_too() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(23);
    for _ in 0..2000 {
        let timing = support::random_flow(support::random_timing(&mut random), &mut random);
        let messages = random_messages(&*mesh, &mut random);
        let starts: Vec<_> = messages.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
        let mut flit = flit_engine(&*mesh, &timing);
        match simulate(&*mesh, &starts, &timing, Engine::Flit) {
            Ok(reference) => {
                run_open(&mut flit, &messages);
                compare(&flit, &messages, &reference, &timing);
            }
            Err(SimError::WholeTwice { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_deadlock_is_found_while_others_move_and_never_goes_away() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(22);
    let mut early = 0;
    for _ in 0..1000 {
        let timing = support::random_timing(&mut random);
        let messages = random_messages(&*mesh, &mut random);
        let mut engine = worm_engine(&*mesh, &timing);
        let deadlocks = run_open(&mut engine, &messages);
        let at_last = engine.deadlock().is_some();
        let first = deadlocks.iter().position(|&deadlock| deadlock).unwrap_or(deadlocks.len());
        assert!(deadlocks[first..].iter().all(|&deadlock| deadlock));
        assert!(at_last || first == deadlocks.len());
        early += usize::from(first < deadlocks.len());
    }
    assert!(early > 50, "{early}");
}

#[test]
fn the_cycle_of_a_deadlock_is_that_of_the_reference() {
    let mesh = build("mesh:3x3").unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "1,1", "0,1"]);
    path(&*mesh, &mut worms, &["1,1", "0,1", "0,0", "1,0"]);
    let stuck = plan(&*mesh, worms);
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["2,0", "2,1", "2,2", "1,2"]);
    let moves = plan(&*mesh, worms);
    let timing = Timing { length: 20, ..Timing::default() };
    let mut engine = WormEngine::new(&*mesh, &timing, ()).unwrap();
    engine.inject(&stuck.worms, Time::ZERO).unwrap();
    assert_eq!(engine.deadlock(), None);
    engine.run_before(Time::from_ns(200));
    engine.inject(&moves.worms, Time::from_ns(200)).unwrap();
    assert!(engine.run_before(Time::from_ns(210)), "the third worm moves");
    let reference = simulate(&*mesh, &[Start { plan: &stuck, at: Time::ZERO }], &timing, Engine::Flit).unwrap();
    assert_eq!(engine.deadlock().map(Outcome::Deadlock), Some(reference.outcome));
}

#[test]
fn the_source_queue_and_the_time_in_the_network_are_told() {
    let mesh = build("mesh:3x3").unwrap();
    let mut engine = WormEngine::new(&*mesh, &Timing::default(), Notes::default()).unwrap();
    let mut worms = Worms::new();
    path(&*mesh, &mut worms, &["0,0", "1,0", "2,0"]);
    let source = mesh.find_node("0,0").unwrap();
    for _ in 0..3 {
        engine.inject(&worms, Time::from_ns(5)).unwrap();
    }
    assert_eq!((engine.backlog(source), engine.messages_in_flight()), (0, 3));
    engine.run_before(Time::from_ns(6));
    assert_eq!((engine.backlog(source), engine.messages_in_flight(), engine.grants()), (2, 3, 1));
    assert!(!engine.run_before(Time::from_ns(1_000_000)));
    let notes = engine.observer();
    let ns = |time: Time| time.ps() / 1000;
    let completed: Vec<_> = notes.completed.iter().map(|c| [ns(c.generated), ns(c.injected), ns(c.at)]).collect();
    // The channel is free when the tail has left 1,0: 127 flits behind the head, which waits 2 × 40 ns there and
    // beyond.
    assert_eq!(completed, [[5, 5, 1375], [5, 1375, 2745], [5, 2745, 4115]]);
    let first = mesh.graph().channel(source, mesh.find_node("1,0").unwrap()).unwrap();
    let held = notes.held.iter().filter(|(channel, ..)| *channel == first);
    let held: Vec<_> = held.map(|(_, from, until)| [ns(*from), ns(*until)]).collect();
    assert_eq!(held, [[5, 1375], [1375, 2745], [2745, 4115]]);
}

#[test]
fn what_cannot_be_injected_changes_nothing() {
    let mesh = build("mesh:3x3").unwrap();
    let mut engine = WormEngine::new(&*mesh, &Timing::default(), Notes::default()).unwrap();
    let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
    let channel = mesh.graph().channel(a, b).unwrap();
    let mut forked = Worms::new();
    path(&*mesh, &mut forked, &["0,0", "1,0"]);
    forked.start(a, None, 0);
    forked.hop(None, channel);
    forked.hop(None, channel);
    let error = engine.inject(&forked, Time::ZERO).unwrap_err();
    assert_eq!(error, SimError::RepeatedBranch { plan: 0, worm: 1, first: 0, second: 1 });
    let mut waiting = Worms::new();
    waiting.start(a, Some(0), 0);
    waiting.hop(None, channel);
    assert!(matches!(engine.inject(&waiting, Time::ZERO), Err(SimError::AfterDeliveries { count: 0, .. })));
    let mut good = Worms::new();
    path(&*mesh, &mut good, &["0,0", "1,0"]);
    engine.run_before(Time::from_ns(10));
    let late = engine.inject(&good, Time::from_ns(9));
    assert_eq!(late, Err(SimError::Past { at: Time::from_ns(9), now: Time::from_ns(10) }));
    assert!(engine.inject(&good, Time::from_ps(u64::MAX)).is_err());
    assert_eq!(engine.messages_in_flight(), 0);
    assert_eq!(engine.inject(&good, Time::from_ns(10)), Ok(0));
    engine.run_before(Time::from_ns(5000));
    assert_eq!((engine.observer().completed.len(), engine.messages_in_flight()), (1, 0));
}

#[test]
fn a_message_without_worms_or_without_deliveries_goes_away() {
    let mesh = build("mesh:3x3").unwrap();
    let mut engine = WormEngine::new(&*mesh, &Timing::default(), Notes::default()).unwrap();
    engine.inject(&Worms::new(), Time::from_ns(7)).unwrap();
    assert_eq!(engine.messages_in_flight(), 0);
    let mut silent = Worms::new();
    let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
    silent.start(a, None, 0);
    silent.hop(None, mesh.graph().channel(a, b).unwrap());
    engine.inject(&silent, Time::from_ns(7)).unwrap();
    assert_eq!(engine.messages_in_flight(), 1);
    engine.drain();
    assert_eq!((engine.messages_in_flight(), engine.observer().completed.len()), (0, 0));
}
