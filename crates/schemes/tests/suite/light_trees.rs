//! `steiner`, `shortest-path-tree` and `ner` on whole networks; their parts are tested beside them.

use crate::support::{random, random_set};
use rand::RngExt;
use wormcast_check::{Proved, judge};
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan};
use wormcast_schemes::option::{CERTIFICATE, MAX_DEPTH};
use wormcast_schemes::{Options, PlanError, scheme_named};
use wormcast_topology::{NodeId, Topology};

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
        assert!(plan(&*network, "steiner", &within(bound), &set).cost().longest_path <= u64::from(bound));
        if farthest > 1 {
            let error = try_plan(&*network, "steiner", &within(farthest - 1), &set).unwrap_err();
            assert!(error.to_string().contains(&format!("within {} hops", farthest - 1)), "{error}");
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
