//! Trees within an order and beside routes, by every scheme that has them; and small sets by one scheme, large ones by
//! another.

use crate::support::{nodes, planned, random, random_set};
use wormcast_check::{judge, judge_within};
use wormcast_formats::{build, named_routing};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, MulticastSet, NetworkSpec, Plan, Worms, named_virtual_channels};
use wormcast_routing::{DependencyGraph, Flow, Lane};
use wormcast_schemes::option::{BESIDE, LARGE, LAYERS, SMALL, UP_TO, WITHIN};
use wormcast_schemes::{Options, SchemeError, scheme_named};
use wormcast_topology::{BreadthFirst, NodeId, Topology};

const SCHEMES: [&str; 3] = ["steiner", "shortest-path-tree", "ner"];

/// Adds what the messages of a plan hold and ask for.
fn add(waits: &mut DependencyGraph, topology: &dyn Topology, plan: &Plan) {
    let named = named_virtual_channels(topology, plan, 4).unwrap();
    for worm in plan.worms.iter() {
        let lane = |hop: u32| {
            let layer = named.as_ref().map_or(0, |named| named[worm.id as usize][hop as usize]);
            Lane::new(worm.hops[hop as usize].channel, layer)
        };
        for (hop, parent) in (0..).zip(worm.hops).filter_map(|(hop, own)| Some((hop, own.parent()?))) {
            waits.take(lane(hop));
            waits.add(lane(parent), lane(hop), Flow::unicast(worm.origin, worm.origin), 1);
        }
    }
}

fn plan(topology: &dyn Topology, scheme: &str, options: &Options, (source, to): &(NodeId, Vec<NodeId>)) -> Plan {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, options).unwrap();
    let set = MulticastSet::checked(topology, *source, to).unwrap();
    planner.whole_plan(NetworkSpec::whole(topology.spec()), scheme, set).unwrap()
}

#[test]
fn trees_within_an_order_close_no_cycle_together() {
    for spec in ["mesh:5x5", "torus:4x4", "hex-torus:4x4", "fat-tree:4"] {
        let topology = build(spec).unwrap();
        for scheme in SCHEMES {
            let mut waits = DependencyGraph::new(topology.graph(), 1);
            let mut rng = random(7);
            for _ in 0..12 {
                let options = Options::default().with(&WITHIN, "up-down".into());
                let plan = plan(&*topology, scheme, &options, &random_set(&*topology, &mut rng));
                let report = judge(&plan.document(&*topology), &*topology);
                assert!(report.is_valid(), "{spec} {scheme}: {:?}", report.violations);
                add(&mut waits, &*topology, &plan);
            }
            assert!(waits.numbering().is_ok(), "{spec} {scheme}");
        }
    }
}

/// The dependences of an adaptive routing with an escape lead past channels: they are no turns.
#[test]
fn trees_are_not_within_routes_whose_turns_are_not_known() {
    let topology = build("mesh:4x4").unwrap();
    let options = Options::default().with(&WITHIN, "minimal-adaptive".into());
    for scheme in SCHEMES {
        let error = scheme_named(scheme).unwrap().prepare(&*topology, &options).err().unwrap();
        assert!(error.to_string().contains("channels that do not meet"), "{error}");
    }
}

/// All that messages on trees within routes hold and ask for, messages on the routes do too, and the judge sees it.
#[test]
fn trees_within_routes_take_their_turns_alone() {
    for (spec, routing) in [
        ("mesh:5x5", "dimension-order"),
        ("torus:5x4", "dimension-order"),
        ("one-way-torus:3x4", "dimension-order"),
        ("fat-tree:4", "shortest"),
        ("mesh:4x4", "turn-model:west-first"),
    ] {
        let topology = build(spec).unwrap();
        let mut waits = DependencyGraph::new(topology.graph(), MAX_VIRTUAL_CHANNELS);
        named_routing(&*topology, routing, MAX_VIRTUAL_CHANNELS).unwrap().dependencies(&*topology, &mut waits);
        let options = Options::default().with(&WITHIN, routing.into());
        let mut rng = random(11);
        for _ in 0..10 {
            let set = random_set(&*topology, &mut rng);
            let plans = SCHEMES.map(|scheme| plan(&*topology, scheme, &options, &set));
            for plan in &plans {
                let mut own = DependencyGraph::new(topology.graph(), 4);
                add(&mut own, &*topology, plan);
                assert!(own.dependencies().all(|wait| waits.depends(wait.held, wait.asked)), "{spec} {routing}");
                let document = plan.document(&*topology);
                let mut report = judge(&document, &*topology);
                assert!(report.is_valid(), "{spec} {routing}: {:?}", report.violations);
                judge_within(&document, &*topology, &waits, &mut report);
                assert!(report.is_valid() && !report.unverified.contains(&"within".to_owned()));
                let nothing = DependencyGraph::new(topology.graph(), 1);
                judge_within(&document, &*topology, &nothing, &mut report);
                assert_eq!(report.is_valid(), own.dependencies().next().is_none());
            }
            assert!(plans.iter().all(|plan| plan.cost().channels >= plans[0].cost().channels), "{spec} {routing}");
            // Each destination is as near as the routes bring it, and they are shortest ones.
            let mut search = BreadthFirst::new(topology.graph());
            search.run(set.0);
            let farthest = set.1.iter().filter_map(|&node| search.distance(node)).max().unwrap();
            assert_eq!(plans[1].cost().longest_path, u64::from(farthest), "{spec}");
        }
    }
}

#[test]
fn trees_beside_routes_close_no_cycle_with_them() {
    for (spec, routing) in
        [("mesh:5x5", "dimension-order"), ("torus:4x4", "up-down"), ("one-way-torus:3x3", "dimension-order")]
    {
        let topology = build(spec).unwrap();
        for scheme in SCHEMES {
            let mut rng = random(8);
            for _ in 0..8 {
                let mut waits = DependencyGraph::new(topology.graph(), 4);
                named_routing(&*topology, routing, 4).unwrap().dependencies(&*topology, &mut waits);
                let layers = std::num::NonZeroU32::new(4).unwrap();
                let options = Options::default().with(&BESIDE, routing.into()).with(&LAYERS, layers);
                let plan = plan(&*topology, scheme, &options, &random_set(&*topology, &mut rng));
                add(&mut waits, &*topology, &plan);
                assert!(waits.numbering().is_ok(), "{spec} {scheme}");
            }
        }
    }
}

/// Where everything is allowed, the tree of shortest paths is one: each destination is as near as it can be.
#[test]
fn shortest_paths_beside_nothing_are_shortest() {
    let mesh = build("mesh:6x6").unwrap();
    let mut rng = random(9);
    for _ in 0..20 {
        let set = random_set(&*mesh, &mut rng);
        let options = Options::default().with(&BESIDE, "".into());
        let [beside, alone] = [options, Options::default()].map(|own| plan(&*mesh, "shortest-path-tree", &own, &set));
        assert_eq!(beside.cost().longest_path, alone.cost().longest_path);
    }
}

#[test]
fn small_sets_go_by_one_scheme_and_large_ones_by_another() {
    let mesh = build("mesh:4x4").unwrap();
    let by_size = scheme_named("by-size").unwrap();
    let options = Options::default()
        .with(&SMALL, "dual-path".into())
        .with(&LARGE, "single-tree".into())
        .with(&UP_TO, std::num::NonZeroU32::new(2).unwrap());
    let mut planner = by_size.prepare(&*mesh, &options).unwrap();
    let [source, a, b, c] = nodes(&*mesh, ["1,1", "3,0", "0,3", "2,2"]);
    for (to, scheme) in [(vec![a, b], "dual-path"), (vec![a, b, c], "single-tree")] {
        let mut worms = Worms::new();
        planner.plan(MulticastSet { source, destinations: &to }, &mut worms).unwrap();
        assert_eq!(Some(worms), planned(&*mesh, scheme, source, &to));
    }
    for (name, said) in [("by-size", "a scheme other than this one"), ("steinr", "steiner")] {
        let error = by_size.prepare(&*mesh, &Options::default().with(&SMALL, name.into())).err().unwrap();
        assert!(matches!(&error, SchemeError::BadOption { .. }) && error.to_string().contains(said), "{error}");
    }
}
