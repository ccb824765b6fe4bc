//! Runs against what queueing theory and the time rules say.

use std::num::NonZeroUsize;
use std::sync::Arc;
use wormcast_eval::run::{Cell, Figures, MeanOf, RunOutcome, StopRule};
use wormcast_eval::stats::Estimate;
use wormcast_eval::traffic::{Lengths, MessageClass, Pattern, Trace, TrafficSpec};
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::{Options, PlanError, Planner, Scheme, SchemeError, scheme_named};
use wormcast_sim::{Engine, FlowControl, Timing, VcRule};
use wormcast_topology::{Topology, build};

fn uniform(count: usize) -> Pattern {
    Pattern::Uniform { min: count, max: count }
}

fn traffic(multicast_share: f64, destinations: usize) -> TrafficSpec {
    TrafficSpec::poisson(multicast_share, uniform(1), uniform(destinations))
}

fn run(spec: &str, scheme: &str, traffic: &TrafficSpec, load: f64, stop: StopRule) -> Figures {
    run_with(spec, [scheme, scheme], traffic, load, stop)
}

/// Multicasts by one scheme, unicasts by another.
fn run_with(spec: &str, [multicast, unicast]: [&str; 2], traffic: &TrafficSpec, load: f64, stop: StopRule) -> Figures {
    run_on(Engine::Worm, FlowControl::default(), spec, [multicast, unicast], traffic, load, stop)
}

fn run_on(
    engine: Engine,
    flow: FlowControl,
    spec: &str,
    [multicast, unicast]: [&str; 2],
    traffic: &TrafficSpec,
    load: f64,
    stop: StopRule,
) -> Figures {
    let topology = build(spec).unwrap();
    let (timing, no_options) = (Timing { length: 16, flow, ..Timing::default() }, Options::default());
    let cell = Cell {
        engine,
        topology: &*topology,
        scheme: scheme_named(multicast).unwrap(),
        options: &no_options,
        unicast: (unicast != multicast).then(|| (scheme_named(unicast).unwrap(), &no_options)),
        traffic,
        timing: &timing,
        stop,
        load,
        seed: 5,
    };
    cell.run().unwrap()
}

/// Runs end by what was told so far, and the engines tell it at other times: so the same traffic, stopped a little
/// sooner or later.
#[test]
fn the_flit_engine_measures_what_the_worm_engine_does() {
    let stop = StopRule { half_width_share: 0.02, ..StopRule::default() };
    let of = |engine| {
        let flow = FlowControl::default();
        run_on(engine, flow, "mesh:4x4", ["single-tree", "unicast"], &traffic(0.1, 4), 0.2, stop)
    };
    let [worm, flit] = [Engine::Worm, Engine::Flit].map(of);
    assert_eq!((worm.outcome, flit.outcome), (RunOutcome::Steady, RunOutcome::Steady));
    let [worm, flit] =
        [worm, flit].map(|figures| figures.classes.last().unwrap().latency.as_ref().unwrap().latency.mean);
    assert!((worm - flit).abs() < 0.02 * worm, "{worm} and {flit}");
}

/// The same figures to the last bit, whatever ends the run; trees, which no region takes, run on one core all along.
#[test]
fn several_threads_find_what_one_finds() {
    let stop = StopRule { half_width_share: 0.06, max_messages: 20_000, ..StopRule::default() };
    let longer = StopRule { half_width_share: 1e-9, max_time_ns: Some(3e5), max_messages: 1_000_000, ..stop };
    let cases = [
        ("mesh:8x8", ["unicast", "unicast"], 0.0, 0.5, RunOutcome::Steady, stop),
        ("mesh:6x7", ["dual-path", "unicast"], 0.2, 0.15, RunOutcome::Steady, stop),
        ("mesh:8x8", ["single-tree", "unicast"], 0.1, 0.1, RunOutcome::Steady, stop),
        ("mesh:5x5", ["unicast", "unicast"], 0.0, 9.0, RunOutcome::Saturated, stop),
        ("torus:5x5", ["unicast", "unicast"], 0.0, 3.0, RunOutcome::Deadlock, stop),
        ("mesh:8x8", ["unicast", "unicast"], 0.0, 0.5, RunOutcome::Budget, longer),
    ];
    for (spec, [multicast, unicast], share, load, outcome, stop) in cases {
        let topology = build(spec).unwrap();
        let (timing, no_options) = (Timing { length: 16, ..Timing::default() }, Options::default());
        let cell = Cell {
            engine: Engine::Worm,
            topology: &*topology,
            scheme: scheme_named(multicast).unwrap(),
            options: &no_options,
            unicast: (unicast != multicast).then(|| (scheme_named(unicast).unwrap(), &no_options)),
            traffic: &traffic(share, 4),
            timing: &timing,
            stop,
            load,
            seed: 5,
        };
        let one = cell.run().unwrap();
        assert_eq!(one.outcome, outcome, "{spec}");
        for threads in [2, 5] {
            assert_eq!(cell.run_on(NonZeroUsize::new(threads).unwrap()).unwrap(), one, "{spec}, {threads} threads");
        }
    }
}

/// A torus whose rings close: one virtual channel ends in a deadlock, and the dateline keeps two from it.
#[test]
fn a_torus_is_measured_with_two_virtual_channels() {
    let stop = StopRule { half_width_share: 0.05, ..StopRule::default() };
    let of = |channels: u32, load| {
        let flow = FlowControl { virtual_channels: channels.try_into().unwrap(), ..FlowControl::default() };
        run_on(Engine::Flit, flow, "torus:5x5", ["unicast", "unicast"], &traffic(0.0, 1), load, stop).outcome
    };
    assert_eq!(of(1, 3.0), RunOutcome::Deadlock);
    assert_eq!(of(2, 0.5), RunOutcome::Steady);
}

/// Unicasts by dimension order and trees of one root wait for each other in a circle where they share channels, and not
/// where each class has virtual channels of its own.
#[test]
fn virtual_channels_by_class_keep_unicasts_and_trees_apart() {
    let stop = StopRule { half_width_share: 0.1, max_messages: 20_000, ..StopRule::default() };
    let of = |vc_rule, load| {
        let flow = FlowControl { virtual_channels: 2.try_into().unwrap(), vc_rule, ..FlowControl::default() };
        run_on(Engine::Flit, flow, "mesh:4x4", ["single-tree", "unicast"], &traffic(0.3, 6), load, stop).outcome
    };
    assert_eq!(of(VcRule::Fixed, 2.0), RunOutcome::Deadlock);
    assert_eq!(of(VcRule::Class, 2.0), RunOutcome::Saturated);
    assert_eq!(of(VcRule::Class, 0.1), RunOutcome::Steady);
}

/// Two nodes: each channel is a queue with Poisson arrivals and one service time, which Pollaczek and Khinchine solved.
#[test]
fn two_nodes_are_a_queue_with_constant_service() {
    let (router, flit, length) = (40.0, 10.0, 16.0);
    // A channel is held from the grant at the source until the tail has left the router at its end.
    let service = router + (length + 1.0) * flit;
    for utilisation in [0.2, 0.5, 0.8] {
        let wait = utilisation * service / (2.0 * (1.0 - utilisation));
        let expected = wait + flit + router + (length - 1.0) * flit;
        let stop = StopRule { half_width_share: 0.02, ..StopRule::default() };
        let figures = run("mesh:2x1", "unicast", &traffic(0.0, 1), 1000.0 * utilisation / service, stop);
        let all = figures.classes.last().unwrap();
        assert_eq!(figures.outcome, RunOutcome::Steady);
        let latency = all.latency.as_ref().unwrap();
        let error = latency.latency.mean / expected - 1.0;
        assert!(error.abs() < 0.03, "utilisation {utilisation}: {} for {expected}", latency.latency.mean);
        assert!((latency.network - (expected - wait)).abs() < 1e-6, "without the queue: {}", latency.network);
        for share in figures.utilisation {
            assert!((share / utilisation - 1.0).abs() < 0.1, "{share} for {utilisation}");
        }
    }
}

#[test]
fn an_empty_network_has_the_latency_of_lone_worms() {
    let stop = StopRule { max_messages: 4_000, ..StopRule::default() };
    let figures = run("mesh:8x8", "unicast", &traffic(0.0, 1), 1e-5, stop);
    let latency = figures.classes.last().unwrap().latency.as_ref().unwrap();
    // The mean distance of two different nodes is 16/3; each channel adds 50 ns, and 15 flits follow.
    let expected = 16.0 / 3.0 * 50.0 + 150.0;
    assert!((latency.latency.mean / expected - 1.0).abs() < 0.02, "{} for {expected}", latency.latency.mean);
}

#[test]
fn classes_and_rates_are_reported_apart() {
    let figures = run("mesh:8x8", "dual-path", &traffic(0.2, 6), 0.05, StopRule::default());
    assert_eq!(figures.outcome, RunOutcome::Steady);
    let classes: Vec<_> = figures.classes.iter().map(|class| class.of).collect();
    assert_eq!(classes, [Some(MessageClass::Unicast), Some(MessageClass::Multicast), None]);
    let means: Vec<_> = figures.classes.iter().map(|class| class.latency.as_ref().unwrap().latency.mean).collect();
    assert!(means[0] < means[2] && means[2] < means[1], "{means:?}");
    let destinations: Vec<_> =
        figures.classes.iter().map(|class| class.latency.as_ref().unwrap().destination).collect();
    assert_eq!(destinations[0], means[0], "a unicast has one destination");
    assert!(destinations[1] < means[1], "the others have it before the last");
    let all = &figures.classes[2];
    assert!((all.accepted / 0.05 - 1.0).abs() < 0.05 && (all.offered / 0.05 - 1.0).abs() < 0.05);
    let latency = all.latency.as_ref().unwrap();
    assert!(latency.network <= latency.latency.mean);
}

#[test]
fn saturation_is_said_and_not_measured() {
    let figures = run("mesh:8x8", "dual-path", &traffic(0.5, 10), 5.0, StopRule::default());
    assert_eq!(figures.outcome, RunOutcome::Saturated);
    let all = figures.classes.last().unwrap();
    assert_eq!(all.latency, None);
    assert!(all.accepted < 0.8 * all.offered, "{} of {}", all.accepted, all.offered);
}

#[test]
fn deadlock_is_said() {
    // Around a ring without virtual channels, shortest routes wait for each other in a circle.
    let figures = run("torus:8", "unicast", &traffic(0.0, 1), 3.0, StopRule::default());
    assert_eq!(figures.outcome, RunOutcome::Deadlock);
    assert_eq!(figures.classes.last().unwrap().latency, None);
}

fn mean_of(figures: &Figures, class: Option<MessageClass>) -> Estimate {
    let class = figures.classes.iter().find(|figures| figures.of == class).unwrap();
    class.latency.as_ref().unwrap().latency
}

/// In a nearly empty network, unicasts take what they take when the network's own routing sends all, and multicasts
/// what they take when the tree sends all.
#[test]
fn unicasts_may_have_a_scheme_of_their_own() {
    let stop = StopRule { of: MeanOf::Each, half_width_share: 0.03, max_messages: 30_000, ..StopRule::default() };
    let [tree, own, mixed] = [["single-tree"; 2], ["unicast"; 2], ["single-tree", "unicast"]]
        .map(|schemes| run_with("mesh:6x6", schemes, &traffic(0.3, 5), 1e-4, stop));
    let mean = |figures: &Figures, class| mean_of(figures, Some(class)).mean;
    let [on_tree, shortest, kept] = [&tree, &own, &mixed].map(|figures| mean(figures, MessageClass::Unicast));
    assert!((kept / shortest - 1.0).abs() < 0.001 && on_tree > 1.1 * kept, "{on_tree}, {shortest}, {kept}");
    let [together, apart] = [&tree, &mixed].map(|figures| mean(figures, MessageClass::Multicast));
    assert!((together / apart - 1.0).abs() < 0.001, "{together}, {apart}");
}

#[test]
fn a_run_ends_when_the_classes_that_were_asked_for_are_known() {
    let known = |of: MeanOf, class: Option<MessageClass>| {
        let stop = StopRule { of, half_width_share: 0.03, ..StopRule::default() };
        let figures = run("mesh:6x6", "dual-path", &traffic(0.05, 5), 0.05, stop);
        assert_eq!(figures.outcome, RunOutcome::Steady);
        let count: u64 = figures.classes.iter().map(|class| class.messages).max().unwrap();
        (mean_of(&figures, class).is_within(0.03), count)
    };
    let (all, at_first) = known(MeanOf::All, Some(MessageClass::Multicast));
    assert!(!all, "the few multicasts are not known as well as all messages are");
    for (of, class) in [
        (MeanOf::Unicast, MessageClass::Unicast),
        (MeanOf::Multicast, MessageClass::Multicast),
        (MeanOf::Each, MessageClass::Multicast),
    ] {
        let (is_known, count) = known(of, Some(class));
        assert!(is_known && (count > at_first || of == MeanOf::Unicast), "{of:?}: {count} and {at_first} messages");
    }
}

#[test]
fn budgets_end_a_run_with_what_is_known() {
    let stop = StopRule { half_width_share: 1e-5, max_messages: 3_000, ..StopRule::default() };
    let figures = run("mesh:4x4", "unicast", &traffic(0.0, 1), 0.1, stop);
    assert_eq!(figures.outcome, RunOutcome::Budget);
    assert!(figures.classes.last().unwrap().latency.is_some());
    let stop = StopRule { max_time_ns: Some(50_000.0), ..StopRule::default() };
    let figures = run("mesh:4x4", "unicast", &traffic(0.0, 1), 0.1, stop);
    assert_eq!(figures.outcome, RunOutcome::Budget);
    assert!((50_000.0..60_000.0).contains(&figures.end_ns));
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let once = || run("mesh:6x6", "single-tree", &traffic(0.3, 5), 0.01, StopRule::default());
    assert_eq!(once(), once());
}

/// A message of L flits alone over d channels takes d (t_r + t_f) + (L - 1) t_f; its reply, the same with its own
/// length.
#[test]
fn requests_and_replies_of_their_own_lengths_take_what_they_take_alone() {
    let stop = StopRule { half_width_share: 0.01, max_messages: 4000, ..StopRule::default() };
    for engine in [Engine::Worm, Engine::Flit] {
        let alone = |reply, shares: Vec<(u32, f64)>| {
            let lengths = [Lengths { shares }, Lengths::default()];
            let spec = TrafficSpec { reply, lengths, ..traffic(0.0, 1) };
            let figures = run_on(engine, FlowControl::default(), "mesh:2x1", ["unicast"; 2], &spec, 1e-6, stop);
            mean_of(&figures, None).mean
        };
        // Length 16 by the timing; one channel: 50 ns a head, 10 ns each other flit.
        assert!((alone(None, vec![]) - 200.0).abs() < 1e-6);
        assert!((alone(None, vec![(4, 1.0)]) - 80.0).abs() < 1e-6);
        assert!((alone(Some(9), vec![(4, 1.0)]) - 80.0 - 130.0).abs() < 1e-6);
        let mixed = alone(None, vec![(4, 0.5), (16, 0.5)]);
        assert!((mixed - 140.0).abs() < 3.0, "{mixed}");
    }
}

/// A trace has an end: every message is sent once and counts, and slow enough each is alone.
#[test]
fn a_trace_is_played_message_by_message() {
    let mesh = build("mesh:4x4").unwrap();
    let text =
        "time_ns,source,destinations,flits\n0,\"0,0\",\"3,0\",16\n0,\"3,3\",\"0,3\",16\n900,\"1,1\",\"2,1 1,2\",4\n";
    let trace = Trace::read(&*mesh, text.as_bytes()).unwrap();
    let traffic = TrafficSpec { trace: Some(Arc::new(trace)), ..traffic(0.1, 1) };
    let all = |figures: &Figures| figures.classes.iter().find(|class| class.of.is_none()).cloned().unwrap();
    let slow = run("mesh:4x4", "unicast", &traffic, 1e-3, StopRule::default());
    assert_eq!((slow.outcome, all(&slow).messages), (RunOutcome::Replayed, 3));
    // Three channels and an ejection at 40 ns a router and 10 ns a flit, 16 flits; the multicast is shorter.
    let fast = run("mesh:4x4", "unicast", &traffic, 1e3, StopRule::default());
    let [slow, fast] = [slow, fast].map(|figures| all(&figures).latency.unwrap());
    assert!(slow.latency.mean <= fast.latency.mean && slow.latency.half_width.is_none(), "{slow:?} {fast:?}");
    let mean = |figures: Figures| all(&figures).latency.unwrap().latency.mean;
    let by_flit =
        run_on(Engine::Flit, FlowControl::default(), "mesh:4x4", ["unicast"; 2], &traffic, 1e3, StopRule::default());
    assert_eq!(mean(by_flit), fast.latency.mean);
}

/// Four worms around a square of a ring: a trace that deadlocks is told as one.
#[test]
fn a_trace_that_deadlocks_is_told() {
    let ring = build("one-way-torus:4").unwrap();
    let lines: String = (0..4).map(|node| format!("0,{node},{}\n", (node + 2) % 4)).collect();
    let trace = Trace::read(&*ring, format!("time_ns,source,destinations\n{lines}").as_bytes()).unwrap();
    let traffic = TrafficSpec { trace: Some(Arc::new(trace)), ..traffic(0.0, 1) };
    let figures = run("one-way-torus:4", "unicast", &traffic, 1.0, StopRule::default());
    assert_eq!(figures.outcome, RunOutcome::Deadlock);
}

#[test]
fn bad_traces_are_told_by_line() {
    let mesh = build("mesh:4x4").unwrap();
    let cases = [
        ("time_ns,source,destinations\n5,\"0,0\",\"1,0\"\n4,\"0,0\",\"1,0\"\n", 3, "the time 4 ns"),
        ("time_ns,source,destinations\n5,\"0,0\",\"9,0\"\n", 2, "has no node"),
        ("time_ns,source,destinations\n5,\"0,0\",\"0,0\"\n", 2, "destination"),
        ("time_ns,source,destinations\n5,\"0,0\",\"\"\n", 2, "destination"),
        ("time_ns,source,destinations,flits\n5,\"0,0\",\"1,0\",0\n", 2, "0 flits"),
        ("time_ns,source,destinations\nnan,\"0,0\",\"1,0\"\n", 2, "the time"),
        ("# recorded\ntime,source,destinations\n5,\"0,0\",\"1,0\"\n", 2, "the column `time_ns` is missing"),
        ("time_ns,source,destinations,flits\n5,\"0,0\",\"1,0\",x\n", 2, "`flits` is `x`; expected a whole number"),
        ("Time_ns;Source;Destinations\n1,5;0,0;1,0\n", 2, "`time_ns` is `1,5`; expected a number of ns, with a point"),
        ("time_ns,source,destinations,flit\n5,\"0,0\",\"1,0\",3\n", 1, "unknown column `flit`"),
        ("time_ns,source,destinations\n5,0,0,1,0\n", 2, "there are 5 columns, and the heading has 3"),
        ("time_ns,source,destinations\n", 1, "no messages"),
    ];
    for (text, line, part) in cases {
        let error = Trace::read(&*mesh, text.as_bytes()).unwrap_err();
        assert!(error.line == line && error.problem.contains(part), "{text:?}: {error}");
    }
}

/// The scheme `unicast`, which does not say by which lines its routes go.
struct HopByHop;

struct HopByHopPlanner<'t>(Box<dyn Planner + 't>);

impl Scheme for HopByHop {
    fn name(&self) -> &'static str {
        "hop-by-hop"
    }

    fn summary(&self) -> &'static str {
        "unicast, hop by hop"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(HopByHopPlanner(scheme_named("unicast").unwrap().prepare(topology, options)?)))
    }
}

impl Planner for HopByHopPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.0.plan(set, worms)
    }
}

/// Unicasts come into engines by the lines of their routes, hop by hop where a scheme does not tell these.
#[test]
fn unicasts_by_lines_give_the_figures_of_unicasts_by_hops() {
    let lengths = Lengths { shares: vec![(3, 0.25), (9, 0.75)] };
    let traffic = TrafficSpec { lengths: [lengths, Lengths::default()], ..traffic(0.2, 3) };
    let (options, stop) = (Options::default(), StopRule { max_messages: 4000, ..StopRule::default() });
    let unicast = scheme_named("unicast").unwrap();
    let of = |spec: &str, engine, virtual_channels: u32, buffer, scheme: &dyn Scheme| {
        let topology = build(spec).unwrap();
        let flow = FlowControl { virtual_channels: virtual_channels.try_into().unwrap(), ..FlowControl::default() };
        let timing = Timing { length: 16, buffer, flow, ..Timing::default() };
        let unicast = Some((scheme, &options));
        let (topology, timing, traffic) = (&*topology, &timing, &traffic);
        let (options, load, seed) = (&options, 0.4, 5);
        let cell = Cell { engine, topology, scheme, options, unicast, traffic, timing, stop, load, seed };
        let figures = cell.run().unwrap();
        assert_eq!(figures, cell.run_on(NonZeroUsize::new(2).unwrap()).unwrap());
        figures
    };
    for (spec, engine, virtual_channels, buffer) in [
        ("mesh:5x4", Engine::Worm, 1, 2),
        ("mesh:5x4", Engine::Flit, 1, 2),
        ("mesh:5x4", Engine::Flit, 3, 16),
        ("torus:4x4", Engine::Flit, 2, 4),
    ] {
        let [lines, hops] = [unicast, &HopByHop].map(|scheme| of(spec, engine, virtual_channels, buffer, scheme));
        assert_eq!(lines, hops, "{spec} {engine}");
    }
}
