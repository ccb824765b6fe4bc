//! What the engines take: the one of runs under load little when idle, and nothing more once it is warm; the flit
//! engine in proportion to the visits, and not to the flits.

use allocation_counter::measure;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};

use wormcast_sim::{Engine, Observer, OpenLoop, PathEngine, Ports, Start, Time, Timing, WormEngine, simulate};
use wormcast_topology::{NodeId, Topology, build};

/// Sees nothing.
struct Blind;

impl Observer for Blind {}

/// One injection channel and two consumption channels per node.
fn few_ports() -> Timing {
    let ports = |count: u32| Ports::Limited(count.try_into().expect("it is more than 0"));
    Timing { injection: ports(1), consumption: ports(2), ..Timing::default() }
}

#[test]
fn an_idle_engine_takes_less_than_a_kilobyte_a_node() {
    for spec in ["mesh:16x16", "torus:32x32", "torus:8x8x8", "hypercube:10", "star:6", "mesh-of-trees:5"] {
        let topology = build(spec).unwrap();
        for timing in [Timing::default(), few_ports()] {
            let graph = topology.graph();
            let mut engine = None;
            let worm = measure(|| engine = Some(WormEngine::new(&*topology, &timing, Blind).unwrap())).bytes_current;
            let mut engine = None;
            let path = measure(|| engine = Some(PathEngine::new(&*topology, &timing, 1, Blind).unwrap())).bytes_current;
            for taken in [worm, path] {
                let a_node = taken / graph.node_count() as i64;
                assert!((1..=1024).contains(&a_node), "{spec}: {a_node} bytes a node");
            }
        }
    }
}

/// Messages of a scheme, planned before, so that only the engine is measured.
fn messages(topology: &dyn Topology, scheme: &str, random: &mut Random) -> Vec<Worms> {
    let nodes = topology.graph().node_count();
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let mut draw = |_| {
        let source = random.random_range(0..nodes);
        let mut destinations: Vec<_> = (0..random.random_range(1..=6)).map(|_| random.random_range(0..nodes)).collect();
        destinations.retain(|&node| node != source);
        destinations.push((source + 1) % nodes);
        destinations.sort_unstable();
        destinations.dedup();
        let destinations: Vec<_> = destinations.into_iter().map(NodeId::new).collect();
        let mut worms = Worms::new();
        planner.plan(MulticastSet { source: NodeId::new(source), destinations: &destinations }, &mut worms).unwrap();
        worms
    };
    (0..300).map(&mut draw).collect()
}

/// The warm part is a repetition of the first, long after it: the buffers have the sizes that it needs.
fn allocates_nothing_once_warm(mut engine: impl OpenLoop, messages: &[Worms], case: &str) {
    let mut now = 0;
    let mut run = |engine: &mut dyn FnMut(Option<&Worms>, Time) -> usize| {
        for worms in messages {
            now += 400;
            engine(Some(worms), Time::from_ns(now));
        }
        now += 1_000_000;
        assert_eq!(engine(None, Time::from_ns(now)), 0, "{case}");
    };
    let mut step = |worms: Option<&Worms>, at| {
        engine.run_before(at);
        worms.into_iter().for_each(|worms| assert!(engine.inject(worms, at).is_ok()));
        engine.messages_in_flight()
    };
    run(&mut step);
    run(&mut step);
    assert_eq!(measure(|| run(&mut step)).count_total, 0, "{case}");
}

#[test]
fn a_warm_engine_allocates_nothing() {
    let mesh = build("mesh:8x8").unwrap();
    let mut random = Random::seed_from_u64(5);
    for scheme in ["unicast", "dual-path", "single-tree"] {
        let messages = messages(&*mesh, scheme, &mut random);
        let timing = Timing::default();
        allocates_nothing_once_warm(WormEngine::new(&*mesh, &timing, Blind).unwrap(), &messages, scheme);
        if scheme != "single-tree" {
            allocates_nothing_once_warm(PathEngine::new(&*mesh, &timing, 1, Blind).unwrap(), &messages, scheme);
        }
    }
}

/// Worms that fill the network take what they hold, and not their routes: of 255 hops they hold as many as they have
/// flits.
#[test]
fn the_engine_for_paths_takes_memory_for_what_is_held() {
    let mesh = build("mesh:256x1").unwrap();
    let [first, last] = ["0,0", "255,0"].map(|name| mesh.find_node(name).unwrap());
    let (mut worms, mut route) = (Worms::new(), Vec::new());
    assert!(mesh.append_own_route(first, last, &mut route));
    worms.start(first, None, 0);
    let hop = worms.chain(None, route).unwrap();
    worms.deliver(hop, last);
    // 128 for the worm, 12 for each visit that it holds, a run of 12, and the message; vectors grow to twice as much,
    // but by an eighth where visits are.
    for (length, most) in [(16, 1024), (128, 2000)] {
        let timing = Timing { length, ..Timing::default() };
        let mut engine = PathEngine::new(&*mesh, &timing, 1, Blind).unwrap();
        let count = 1000;
        let taken = measure(|| (0..count).for_each(|_| drop(engine.inject(&worms, Time::ZERO)))).bytes_current;
        assert!(taken / count < most, "{} bytes a worm", taken / count);
    }
}

/// Messages as plans, so far apart that only a few are under way at a time.
fn plans(topology: &dyn Topology, scheme: &str) -> Vec<Plan> {
    let plan = |worms: Worms| Plan {
        network: NetworkSpec::whole(topology.spec()),
        scheme: scheme.to_owned(),
        source: worms.get(0).origin,
        destinations: worms.iter().flat_map(|worm| worm.deliveries).map(|delivery| delivery.node).collect(),
        worms,
        claims: Vec::new(),
        extra: Default::default(),
    };
    messages(topology, scheme, &mut Random::seed_from_u64(6)).into_iter().map(plan).collect()
}

#[test]
fn the_flit_engine_takes_as_much_as_the_routes_are_long_and_no_more_for_longer_messages() {
    let mesh = build("mesh:8x8").unwrap();
    for scheme in ["unicast", "dual-path", "single-tree"] {
        let plans = plans(&*mesh, scheme);
        let at = |place: usize| Time::from_ns(100_000 * place as u64);
        let starts: Vec<_> = plans.iter().enumerate().map(|(place, plan)| Start { plan, at: at(place) }).collect();
        let visits: usize = plans.iter().map(|plan| plan.worms.hop_count() + plan.worms.len()).sum();
        let [short, long] = [4, 400].map(|length| {
            let timing = Timing { length, ..Timing::default() };
            measure(|| drop(simulate(&*mesh, &starts, &timing, Engine::Flit).unwrap()))
        });
        // The times of a visit are 32 bytes of these.
        let a_visit = short.bytes_max / visits as u64;
        assert!((32..160).contains(&a_visit), "{scheme}: {a_visit} bytes a visit");
        assert!(
            long.bytes_max <= short.bytes_max + 10_000,
            "{scheme}: {} and {} bytes",
            short.bytes_max,
            long.bytes_max
        );
        assert!(long.count_total <= short.count_total + 50, "{scheme}: a hundred times as many flits");
    }
}
