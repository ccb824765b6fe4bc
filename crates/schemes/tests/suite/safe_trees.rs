//! Trees within an order and beside routes, by every scheme that has them; and small sets by one scheme, large ones by
//! another.

use crate::support::{nodes, planned, random, random_set};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use wormcast_check::{judge, judge_within};
use wormcast_formats::{build, named_routing};
use wormcast_plan::{
    MAX_VIRTUAL_CHANNELS, MulticastSet, NetworkSpec, Plan, Worms, named_virtual_channels, random_destinations,
};
use wormcast_routing::{DependencyGraph, Flow, Lane};
use wormcast_schemes::option::{BESIDE, LARGE, LAYERS, MAX_DEPTH, SMALL, UP_TO, WEIGHT, WITHIN};
use wormcast_schemes::{Options, SchemeError, scheme_named};
use wormcast_topology::{BreadthFirst, DescribedNetwork, Description, Graph, NodeId, Topology};

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

/// A network of six nodes, a ring and some chords, whose channels have costs.
fn priced(random: &mut Xoshiro256PlusPlus) -> DescribedNetwork {
    let names = (0..6).map(|node| node.to_string().into()).collect();
    let mut description = Description { names, ..Description::default() };
    let chords = (0..2).map(|_| [0; 2].map(|_| random.random_range(0..6_usize))).collect::<Vec<_>>();
    let ring = (0..6).map(|node| [node, (node + 1) % 6]);
    let mut links: Vec<_> = ring.chain(chords).map(|[a, b]| [a.min(b), a.max(b)]).filter(|[a, b]| a != b).collect();
    links.sort_unstable();
    links.dedup();
    links.iter().for_each(|&[a, b]| description.add_link(NodeId::new(a), NodeId::new(b)));
    let costs = (0..description.channels.len()).map(|place| (place, f64::from(random.random_range(0..9)) / 2.0));
    description.values = [("cost".to_owned(), costs.collect())].into();
    DescribedNetwork::new("file:priced".into(), "test", description).unwrap()
}

/// All ways from a node to another over these turns, each lane once and no more than so many: the sets of their lanes.
fn ways(graph: &Graph, waits: &DependencyGraph, [from, to]: [NodeId; 2], most: usize) -> Vec<u64> {
    let lanes: Vec<_> = waits.lanes().collect();
    assert!(lanes.len() <= 64);
    let mut ways = Vec::new();
    let begins = (0..lanes.len()).filter(|&lane| graph.source(lanes[lane].channel) == from);
    let mut open: Vec<_> = begins.map(|lane| (lane, 1_u64 << lane)).collect();
    while let Some((last, taken)) = open.pop() {
        if graph.target(lanes[last].channel) == to {
            ways.push(taken);
        }
        let is_next = |&next: &usize| taken >> next & 1 == 0 && waits.depends(lanes[last], lanes[next]);
        if (taken.count_ones() as usize) < most {
            open.extend((0..lanes.len()).filter(is_next).map(|next| (next, taken | 1 << next)));
        }
    }
    ways
}

/// Against all sets of ways on small networks whose routes take several virtual channels: no tree weighs less, whatever
/// it shall have little of, and however far destinations may be.
#[test]
fn trees_within_routes_are_the_lightest_within_bounds() {
    let mut random = random(13);
    let (mut exact, mut bounded) = (0, 0);
    for number in 0..120 {
        let topology = priced(&mut random);
        let graph = topology.graph();
        let mut waits = DependencyGraph::new(graph, MAX_VIRTUAL_CHANNELS);
        named_routing(&topology, "layered", MAX_VIRTUAL_CHANNELS).unwrap().dependencies(&topology, &mut waits);
        let (source, to) = random_set(&topology, &mut random);
        let set = (source, to.into_iter().take(3).collect::<Vec<_>>());
        let most = [usize::MAX, 3, 4][number % 3];
        let mut options = Options::default().with(&WITHIN, "layered".into());
        if number % 2 == 0 {
            options = options.with(&WEIGHT, "cost".parse().unwrap());
        }
        if let Ok(most) = u32::try_from(most) {
            options = options.with(&MAX_DEPTH, most.try_into().unwrap());
        }
        let costs = options.get(&WEIGHT).unwrap_or_default().of_all(&topology).unwrap();
        let lanes: Vec<_> = waits.lanes().collect();
        let weight = |taken: u64| -> u64 {
            (0..lanes.len())
                .filter(|lane| taken >> lane & 1 == 1)
                .map(|lane| costs.parts[lanes[lane].channel.index()])
                .sum()
        };
        let unions = set.1.iter().fold(BTreeSet::from([0]), |unions, &node| {
            let ways = ways(graph, &waits, [source, node], most.min(12));
            unions.iter().flat_map(|&union| ways.iter().map(move |way| union | way)).collect()
        });
        let Some(least) = unions.into_iter().map(weight).min() else { continue };
        for scheme in SCHEMES {
            let plan = plan(&topology, scheme, &options, &set);
            let document = plan.document(&topology);
            let mut report = judge(&document, &topology);
            judge_within(&document, &topology, &waits, &mut report);
            assert!(report.is_valid(), "{number} {scheme}: {:?}", report.violations);
            assert!(plan.cost().longest_path as usize <= most, "{number} {scheme}");
            let value: u64 =
                plan.worms.iter().flat_map(|worm| worm.hops).map(|hop| costs.parts[hop.channel.index()]).sum();
            assert!(value >= least, "{number} {scheme}");
            if scheme == "steiner" {
                let told = &plan.extra["optimality"];
                let bound = told["lower_bound"].as_f64().unwrap();
                assert!(bound <= costs.told(least).as_f64().unwrap(), "{number}");
                let is_exact = told["exact"] == true;
                assert_eq!(is_exact, value == least, "{number}");
                exact += usize::from(is_exact);
                bounded += usize::from(is_exact && most < 6);
            }
        }
    }
    assert!(exact > 80 && bounded > 40, "{exact} {bounded}");
}

/// The routes to two destinations share a channel, on a virtual channel each: so there are two worms.
#[test]
fn where_a_channel_is_needed_on_two_virtual_channels_there_are_several_worms() {
    let mesh = build("mesh:3x2").unwrap();
    let file = tempfile::NamedTempFile::with_suffix(".txt").unwrap();
    let path = file.path().to_str().unwrap();
    std::fs::write(path, "0,0 1,0 2,0 @0,0\n0,0 1,0 1,1 @1,1\n").unwrap();
    let mut waits = DependencyGraph::new(mesh.graph(), MAX_VIRTUAL_CHANNELS);
    named_routing(&*mesh, path, MAX_VIRTUAL_CHANNELS).unwrap().dependencies(&*mesh, &mut waits);
    let [source, a, b] = nodes(&*mesh, ["0,0", "2,0", "1,1"]);
    for scheme in SCHEMES {
        let plan = plan(&*mesh, scheme, &Options::default().with(&WITHIN, path.into()), &(source, vec![a, b]));
        assert_eq!((plan.worms.len(), plan.cost().channels), (2, 4), "{scheme}");
        let document = plan.document(&*mesh);
        let mut report = judge(&document, &*mesh);
        judge_within(&document, &*mesh, &waits, &mut report);
        assert!(report.is_valid(), "{scheme}: {:?}", report.violations);
        assert!(scheme != "steiner" || plan.extra["optimality"]["lower_bound"] == 4);
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
/// One hop holds nothing while it waits.
#[test]
fn shortest_paths_beside_one_hop_are_shortest() {
    let mesh = build("mesh:6x6").unwrap();
    let [source, to] = nodes(&*mesh, ["0,0", "1,0"]);
    let hop = plan(&*mesh, "unicast", &Options::default(), &(source, vec![to]));
    let file = tempfile::NamedTempFile::with_suffix(".json").unwrap();
    std::fs::write(&file, serde_json::to_string(&hop.document(&*mesh)).unwrap()).unwrap();
    let mut rng = random(9);
    for _ in 0..20 {
        let set = random_set(&*mesh, &mut rng);
        let options = Options::default().with(&BESIDE, file.path().to_str().unwrap().into());
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

/// Where a lightest tree is not found, that of another rule is no lighter than the one that is taken.
#[test]
fn no_tree_of_ner_is_lighter_than_that_of_steiner() {
    let whole = build("mesh:10x12").unwrap();
    let spec = NetworkSpec {
        without_nodes: ["3,4", "7,2", "5,9"].map(str::to_owned).to_vec(),
        without_links: vec![("2,6".into(), "3,6".into())],
        ..NetworkSpec::whole("mesh:10x12")
    };
    let chip = spec.take_from(whole).unwrap();
    let source = chip.find_node("4,5").unwrap();
    for (seed, to) in [(2, 14), (4, 14), (6, 14), (7, 40)] {
        let set = (source, random_destinations(&*chip, source, to, seed).unwrap());
        for options in [Options::default(), Options::default().with(&WITHIN, "up-down".into())] {
            let [own, other] = ["steiner", "ner"].map(|scheme| plan(&*chip, scheme, &options, &set).cost().channels);
            assert!(own <= other, "seed {seed}: {own} and {other}");
        }
    }
}
