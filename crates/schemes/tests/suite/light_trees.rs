//! `steiner`, `shortest-path-tree` and `ner` on whole networks; their parts are tested beside them.

use crate::support::{random, random_set};
use rand::RngExt;
use std::collections::BTreeSet;
use wormcast_check::{Proved, judge};
use wormcast_formats::build;
use wormcast_plan::{ChannelWeight, MulticastSet, NetworkSpec, Plan};
use wormcast_schemes::option::{CERTIFICATE, MAX_DEPTH, WEIGHT};
use wormcast_schemes::{Options, PlanError, scheme_named};
use wormcast_topology::{ChannelId, NodeId, Topology};

fn plan(topology: &dyn Topology, scheme: &str, options: &Options, set: &(NodeId, Vec<NodeId>)) -> Plan {
    try_plan(topology, scheme, options, set).unwrap()
}

fn try_plan(
    topology: &dyn Topology,
    scheme: &str,
    options: &Options,
    (source, destinations): &(NodeId, Vec<NodeId>),
) -> Result<Plan, PlanError> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, options).unwrap();
    let set = MulticastSet::checked(topology, *source, destinations).unwrap();
    planner.whole_plan(NetworkSpec::whole(topology.spec()), scheme, set)
}

#[test]
fn the_lightest_is_lightest_and_its_cuts_prove_a_bound() {
    let mut rng = random(5);
    let mut tight = 0;
    for spec in ["mesh:6x6", "torus:5x4", "hypercube:5", "one-way-torus:4x5", "file:../../examples/networks/campus.gml"]
    {
        let network = build(spec).unwrap();
        for _ in 0..8 {
            let set = random_set(&*network, &mut rng);
            let steiner = plan(&*network, "steiner", &Options::default().with_switch(&CERTIFICATE), &set);
            let report = judge(&steiner.document(&*network), &*network);
            assert!(report.is_valid(), "{spec}: {:?}", report.violations);
            let Some(Proved::Tree(proved)) = report.proved else { panic!("{spec}: no cuts") };
            assert_eq!(proved.value, steiner.cost().channels);
            tight += usize::from(proved.value == proved.bound);
            for other in ["shortest-path-tree", "ner", "unicast"] {
                let other = plan(&*network, other, &Options::default(), &set);
                assert!(other.cost().channels >= steiner.cost().channels, "{spec}");
            }
        }
    }
    assert!(tight > 20, "{tight} of 40 bounds are reached");
}

#[test]
fn shortest_path_trees_are_as_deep_as_the_network() {
    let network = build("torus:7x6").unwrap();
    let mut rng = random(6);
    for _ in 0..20 {
        let set = random_set(&*network, &mut rng);
        let plan = plan(&*network, "shortest-path-tree", &Options::default(), &set);
        let routing = network.own_routing().unwrap();
        let farthest = set.1.iter().map(|&node| routing.distance(set.0, node)).max().unwrap();
        assert_eq!(plan.cost().longest_path, u64::from(farthest));
    }
}

#[test]
fn depths_are_kept_within_their_bound_or_refused() {
    let network = build("torus:8x8").unwrap();
    let mut rng = random(7);
    let routing = network.own_routing().unwrap();
    for _ in 0..20 {
        let set = random_set(&*network, &mut rng);
        let farthest = set.1.iter().map(|&node| routing.distance(set.0, node)).max().unwrap();
        let bound = farthest + rng.random_range(0..3);
        let within = |bound: u32| Options::default().with(&MAX_DEPTH, bound.try_into().unwrap());
        for scheme in ["steiner", "ner", "shortest-path-tree"] {
            let plan = plan(&*network, scheme, &within(bound), &set);
            assert!(plan.cost().longest_path <= u64::from(bound), "{scheme}");
            assert!(judge(&plan.document(&*network), &*network).is_valid(), "{scheme}");
            if farthest > 1 {
                let error = try_plan(&*network, scheme, &within(farthest - 1), &set).unwrap_err();
                assert!(error.to_string().contains(&format!("within {} hops", farthest - 1)), "{error}");
            }
        }
    }
}

/// What is said of a certificate, and how it was changed.
type Forgery<'a> = (&'a str, &'a dyn Fn(&mut serde_json::Value));

/// A cut that is raised too far, that has the source, or no destination, proves nothing.
#[test]
fn forged_cuts_are_refused() {
    let network = build("mesh:4x4").unwrap();
    let [source, a, b] = ["0,0", "3,1", "1,3"].map(|name| network.find_node(name).unwrap());
    let plan = plan(&*network, "steiner", &Options::default().with_switch(&CERTIFICATE), &(source, vec![a, b]));
    let forge = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut document = plan.document(&*network);
        change(document.extra.get_mut("certificate").unwrap());
        judge(&document, &*network)
    };
    assert!(forge(&|_| {}).is_valid());
    let forgeries: [Forgery<'_>; 5] = [
        ("greater values than that weighs", &|told| {
            told["cuts"][0]["value"] = 9.into();
        }),
        ("sum to", &|told| {
            told["bound"] = 1.into();
        }),
        ("a cut has the source", &|told| {
            told["cuts"][0]["nodes"] = serde_json::json!(["0,0", "3,1"]);
        }),
        ("a cut has no destination", &|told| {
            told["cuts"][0]["nodes"] = serde_json::json!(["2,2"]);
        }),
        ("which does not exist", &|told| {
            told["cuts"][0]["nodes"] = serde_json::json!(["9,9"]);
        }),
    ];
    for (message, change) in forgeries {
        let report = forge(change);
        assert!(!report.is_valid() && report.violations[0].to_string().contains(message), "{:?}", report.violations);
    }
}

/// Against distances between all nodes: by weight, each destination joins the nearest node of the tree.
#[test]
fn neighbours_are_explored_by_weight() {
    let mut rng = random(8);
    for _ in 0..30 {
        let mut text = String::new();
        for node in 0..12 {
            for other in [(node + 1) % 12, (node + rng.random_range(2..11)) % 12] {
                text += &format!("{node} > {other} {}\n", rng.random_range(1..40_000));
            }
        }
        let network = wormcast_formats::from_bytes("net.edges", text.as_bytes()).unwrap();
        let graph = network.graph();
        let by_weight = ChannelWeight::Key("weight".into());
        let weights = by_weight.of_all(&network).unwrap();
        let weight = |channel: ChannelId| weights.parts[channel.index()];
        let set = random_set(&network, &mut rng);
        let plan = plan(&network, "ner", &Options::default().with(&WEIGHT, by_weight), &set);
        let found: BTreeSet<_> = plan.worms.get(0).hops.iter().map(|hop| hop.channel).collect();
        // To each node, from each node: the weight of the cheapest way and its last channel.
        let ways = |from: NodeId| {
            let mut ways = vec![(u64::MAX, None); graph.node_count()];
            ways[from.index()].0 = 0;
            for channel in graph.nodes().flat_map(|_| graph.channels()) {
                let before: u64 = ways[graph.source(channel).index()].0;
                let way = &mut ways[graph.target(channel).index()];
                if before.saturating_add(weight(channel)) < way.0 {
                    *way = (before + weight(channel), Some(channel));
                }
            }
            ways
        };
        let mut order = set.1.clone();
        order.sort_by_key(|&node| ways(set.0)[node.index()].0);
        let (mut tree, mut taken) = (BTreeSet::from([set.0]), BTreeSet::new());
        for mut at in order {
            let nearest = *tree.iter().min_by_key(|&&node| ways(node)[at.index()].0).unwrap();
            while !tree.contains(&at) {
                let channel = ways(nearest)[at.index()].1.unwrap();
                tree.insert(at);
                taken.insert(channel);
                at = graph.source(channel);
            }
        }
        assert_eq!(found, taken);
    }
}
