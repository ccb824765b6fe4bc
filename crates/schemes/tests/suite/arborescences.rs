//! Out-arborescences: as many as the least of all cuts has channels, each a tree of all nodes, and none shares a
//! channel; multicasts from their root.

use crate::support::{judged, planner};
use proptest::prelude::*;
use wormcast_formats::build;
use wormcast_plan::MulticastSet;
use wormcast_schemes::option::{ROOT, TREES};
use wormcast_schemes::trees::{Arborescence, arborescence_bound, pack_arborescences};
use wormcast_schemes::{Options, PlanError, scheme_named};
use wormcast_topology::{Graph, NodeId};

/// The fewest channels that enter a set of nodes without the root, over all such sets: Edmonds' count. Endpoints do
/// not forward, so nothing enters from them.
fn least_cut(graph: &Graph, root: NodeId) -> usize {
    let sets = (1..1_usize << graph.node_count()).filter(|set| set >> root.index() & 1 == 0);
    let enters = |set: usize| {
        let crosses = |channel: &_| {
            let [from, to] = [graph.source(*channel), graph.target(*channel)];
            let starts = !graph.is_endpoint(from) || from == root;
            starts && set >> from.index() & 1 == 0 && set >> to.index() & 1 == 1
        };
        graph.channels().filter(crosses).count()
    };
    sets.map(enters).min().unwrap_or(0)
}

/// Each a tree from the root to all nodes, endpoints leaves, without common channels.
fn assert_packed(graph: &Graph, root: NodeId, trees: &[Arborescence]) {
    let mut used = vec![false; graph.channel_count()];
    for into in trees {
        for node in graph.nodes() {
            let mut at = node;
            for _ in 0..graph.node_count() {
                let Some(channel) = into[at.index()] else { break };
                assert_eq!(graph.target(channel), at);
                assert!(!graph.is_endpoint(graph.source(channel)) || graph.source(channel) == root);
                at = graph.source(channel);
            }
            assert_eq!(at, root, "every node hangs from the root");
        }
        for channel in into.iter().flatten() {
            assert!(!std::mem::replace(&mut used[channel.index()], true), "no channel is in two trees");
        }
    }
}

/// Random channels among a few nodes, parallel ones among them; some nodes are endpoints.
fn graphs() -> impl Strategy<Value = Graph> {
    let ends = |nodes: usize| prop::collection::vec((0..nodes, 1..nodes), 1..30);
    (2..7_usize).prop_flat_map(move |nodes| (Just(nodes), ends(nodes), 0..4_u8)).prop_map(|(nodes, picks, endpoint)| {
        let channel = |(from, step): (usize, usize)| (NodeId::new(from), NodeId::new((from + step) % nodes));
        let channels: Vec<_> = picks.into_iter().map(channel).collect();
        let endpoints = (usize::from(endpoint) < nodes && endpoint > 0).then_some(NodeId::new(endpoint.into()));
        Graph::from_channels(nodes, &channels).unwrap().with_endpoints(endpoints)
    })
}

proptest! {
    #[test]
    fn there_are_as_many_as_the_least_cut_has_channels(graph in graphs()) {
        let root = NodeId::new(0);
        let bound = arborescence_bound(&graph, root, u64::MAX).unwrap();
        prop_assert_eq!(bound, least_cut(&graph, root));
        let trees = pack_arborescences(&graph, root, bound, u64::MAX).unwrap();
        prop_assert_eq!(trees.len(), bound);
        assert_packed(&graph, root, &trees);
    }
}

#[test]
fn known_networks_have_their_degree() {
    for (spec, trees) in [
        ("one-way-torus:5x4", 2),
        ("one-way-torus:3x3x3", 3),
        ("torus:4x4", 4),
        ("hypercube:4", 4),
        ("complete:6", 5),
        ("hex-torus:4x4", 6),
        ("twisted-torus:3x6:3", 4),
        ("ring:7", 2),
        ("fat-tree:4", 1),
    ] {
        let network = build(spec).unwrap();
        let root = network.graph().terminals().next().unwrap();
        let packed = pack_arborescences(network.graph(), root, trees, u64::MAX).unwrap();
        assert_eq!(arborescence_bound(network.graph(), root, u64::MAX), Some(trees), "{spec}");
        assert_packed(network.graph(), root, &packed);
    }
}

/// Parallel cables count each: two lead to the other chip of a board, and one from each chip to the other board.
#[test]
fn cables_count_each() {
    let cluster = build("file:../formats/tests/data/two-boards.yaml").unwrap();
    assert_eq!(arborescence_bound(cluster.graph(), NodeId::new(0), u64::MAX), Some(2));
}

#[test]
fn only_the_root_sends() {
    let torus = build("one-way-torus:5x4").unwrap();
    let [root, other] = ["0,0", "1,2"].map(|name| torus.find_node(name).unwrap());
    let options = Options::default().with(&ROOT, torus.node_name(root).into());
    let mut planner = planner(&*torus, "arborescences", &options).unwrap();
    let all: Vec<_> = torus.graph().nodes().filter(|&node| node != root).collect();
    let worms = judged(&*torus, &mut *planner, "arborescences", root, &all);
    assert_eq!((worms.len(), worms.hop_count()), (1, 19));
    let set = MulticastSet::checked(&*torus, other, std::slice::from_ref(&root)).unwrap();
    let refused = planner.plan(set, &mut Default::default()).unwrap_err();
    assert_eq!(refused, PlanError::NotAbove { from: "1,2".into(), root: "0,0".into() });
    let three = options.with(&TREES, 3.try_into().unwrap());
    let error = scheme_named("arborescences").unwrap().prepare(&*torus, &three).err().unwrap().to_string();
    assert!(error.contains("expected at most 2"), "{error}");
}

#[test]
fn what_would_take_too_long_is_given_up() {
    let torus = build("torus:8x8").unwrap();
    assert_eq!(arborescence_bound(torus.graph(), NodeId::new(0), 1000), None);
    assert_eq!(pack_arborescences(torus.graph(), NodeId::new(0), 4, 1000), None);
}
