//! What the engines take: the one of runs under load little when idle, and nothing more once it is warm; the flit
//! engine in proportion to the visits, and not to the flits.

use allocation_counter::measure;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};

use wormcast_sim::{Engine, Observer, OpenLoop, Ports, Start, Time, Timing, WormEngine, simulate};
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
            let taken = measure(|| engine = Some(WormEngine::new(&*topology, &timing, Blind).unwrap())).bytes_current;
            let a_node = taken / graph.node_count() as i64;
            assert!((1..=1024).contains(&a_node), "{spec}: {a_node} bytes a node");
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
#[test]
fn a_warm_engine_allocates_nothing() {
    let mesh = build("mesh:8x8").unwrap();
    let mut random = Random::seed_from_u64(5);
    for scheme in ["unicast", "dual-path", "single-tree"] {
        let messages = messages(&*mesh, scheme, &mut random);
        let mut engine = WormEngine::new(&*mesh, &Timing::default(), Blind).unwrap();
        let mut now = 0;
        let mut run = |engine: &mut WormEngine<'_, Blind>| {
            for worms in &messages {
                now += 400;
                engine.run_before(Time::from_ns(now));
                engine.inject(worms, Time::from_ns(now)).unwrap();
            }
            now += 1_000_000;
            engine.run_before(Time::from_ns(now));
            assert_eq!(engine.messages_in_flight(), 0, "{scheme}");
        };
        run(&mut engine);
        run(&mut engine);
        let allocations = measure(|| run(&mut engine)).count_total;
        assert_eq!(allocations, 0, "{scheme}");
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
