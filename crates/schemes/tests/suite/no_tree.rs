//! Why no tree fits, told by the search and verified by the judge.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wormcast_check::{Proved, judge, judge_no_tree};
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, NetworkSpec, NoTree, NoTrees, PlanDocument, random_destinations};
use wormcast_routing::{DependencyGraph, Flow, Lane, VirtualLayers};
use wormcast_schemes::beside::{Beside, Demand, FittedTree, Outcome};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology};

/// Random walks on two virtual channels that together close no cycle.
fn walks(topology: &dyn Topology, random: &mut Xoshiro256PlusPlus, count: usize) -> DependencyGraph {
    let graph = topology.graph();
    let mut all = DependencyGraph::new(graph, 2);
    for _ in 0..count {
        let from = NodeId::new(random.random_range(0..graph.node_count()));
        let (mut at, mut route) = (from, Vec::new());
        for _ in 0..random.random_range(2..6) {
            let next: Vec<_> = graph.out_channels(at).collect();
            let &channel = next.choose(random).unwrap();
            route.push(Lane::new(channel, random.random_range(0..2)));
            at = graph.target(channel);
        }
        let mut more = all.clone();
        more.add_route(&route, Flow::unicast(from, at));
        if more.numbering().is_ok() {
            all = more;
        }
    }
    all
}

/// A plan for a set on a tree in virtual channel 1, with what it says of virtual channel 0.
fn document(
    topology: &dyn Topology,
    set: MulticastSet<'_>,
    tree: &FittedTree,
    no_tree: NoTree<String, String>,
) -> PlanDocument {
    let mut planner = scheme_named("steiner").unwrap().prepare(topology, &Options::default()).unwrap();
    let mut plan = planner.whole_plan(NetworkSpec::whole(topology.spec()), "steiner", set).unwrap();
    let (graph, mut arrived) = (topology.graph(), BTreeMap::new());
    plan.worms.clear();
    plan.worms.start(set.source, None, 0);
    for &channel in &tree.channels {
        let to = graph.target(channel);
        let hop = plan.worms.hop(arrived.get(&graph.source(channel)).copied(), channel);
        arrived.insert(to, hop);
        if set.destinations.contains(&to) {
            plan.worms.deliver(hop, to);
        }
    }
    plan.extra = [
        ("certificate".to_owned(), json!(NoTrees { routes: "walks".into(), no_tree: vec![no_tree] })),
        ("beside".to_owned(), json!({"routes": "walks", "layer": 1, "lower_ones_have_no_tree": true})),
        ("virtual_channels".to_owned(), json!([vec![1; tree.channels.len()]])),
    ]
    .into_iter()
    .collect();
    plan.document(topology)
}

/// Certificates that say something else: a branch less, a destination or channel for another.
fn changed(value: &Value, topology: &dyn Topology) -> Vec<Value> {
    let mut all = Vec::new();
    if let Some(branches) = value.get("one_missing").and_then(Value::as_array) {
        all.extend((0..branches.len()).map(|left_out| {
            let mut fewer = branches.clone();
            fewer.remove(left_out);
            json!({ "one_missing": fewer })
        }));
    } else {
        all.push(json!({"unreached": topology.node_name(NodeId::new(0))}));
        all.push(json!({"one_missing": []}));
    }
    all
}

#[test]
fn the_judge_verifies_why_there_is_no_tree() {
    let (mut none, mut branched, mut refused) = (0, 0, 0);
    for (seed, spec) in (0..).zip(["mesh:3x3", "ring:6", "torus:3x3", "hypercube:3"].iter().cycle().take(400)) {
        let topology = build(spec).unwrap();
        let graph = topology.graph();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let waits = walks(&*topology, &mut random, 40 + 20 * (seed as usize % 7));
        let source = NodeId::new(0);
        let destinations = random_destinations(&*topology, source, 5, seed).unwrap();
        let set = MulticastSet { source, destinations: &destinations };
        let mut beside = Beside::new(graph, &waits, Box::new(VirtualLayers(2))).unwrap();
        let demand = Demand { set, everyone_sends: false };
        let (Outcome::None(why), Outcome::Tree(tree)) = (beside.fit(demand, 0), beside.fit(demand, 1)) else {
            continue;
        };
        none += 1;
        let why = why.unwrap().map(&|&node| topology.node_name(node), &|&channel| topology.channel_name(channel));
        branched += u32::from(why.ends() > 1);
        let plan = document(&*topology, set, &tree, why.clone());
        let mut report = judge(&plan, &*topology);
        assert_eq!(report.unverified, ["certificate", "beside"]);
        judge_no_tree(&plan, &*topology, &waits, &mut report);
        assert!(report.is_valid(), "{spec} {seed}: {:?}", report.violations);
        assert!(report.unverified.is_empty());
        assert!(matches!(report.proved, Some(Proved::Layers(layers)) if layers.bound == 2));
        for other in changed(&json!(why), &*topology) {
            let plan = document(&*topology, set, &tree, serde_json::from_value(other).unwrap());
            let mut report = judge(&plan, &*topology);
            judge_no_tree(&plan, &*topology, &waits, &mut report);
            refused += u32::from(!report.is_valid());
        }
        // Where nothing is there, a tree fits.
        let mut report = judge(&plan, &*topology);
        judge_no_tree(&plan, &*topology, &DependencyGraph::new(graph, 2), &mut report);
        assert!(!report.is_valid(), "{spec} {seed}");
    }
    assert!(none > 30 && branched > 5 && refused > 60, "{none} {branched} {refused}");
}
