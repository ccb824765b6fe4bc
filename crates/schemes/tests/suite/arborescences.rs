//! Out-arborescences: as many as the least of all cuts has channels, each a tree of all nodes, and none shares a
//! channel; multicasts from their root.

use crate::support::{judged, planner};
use proptest::prelude::*;
use serde_json::json;
use wormcast_check::{Violation, judge};
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, NetworkSpec, PlanDocument};
use wormcast_schemes::option::{ROOT, TREES};
use wormcast_schemes::trees::{Arborescence, least_root_cut, pack_arborescences};
use wormcast_schemes::{Options, PlanError, scheme_named};
use wormcast_topology::{Graph, NodeId, Topology};

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
        let bound = least_root_cut(&graph, root, u64::MAX).unwrap().channels;
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
        assert_eq!(least_root_cut(network.graph(), root, u64::MAX).unwrap().channels, trees, "{spec}");
        assert_packed(network.graph(), root, &packed);
    }
}

/// Parallel cables count each: two lead to the other chip of a board, and one from each chip to the other board.
#[test]
fn cables_count_each() {
    let cluster = build("file:../formats/tests/data/two-boards.yaml").unwrap();
    assert_eq!(least_root_cut(cluster.graph(), NodeId::new(0), u64::MAX).unwrap().channels, 2);
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

fn certified(spec: &str, trees: Option<u32>) -> (Box<dyn Topology>, PlanDocument) {
    let network = build(spec).unwrap();
    let root = network.graph().terminals().next().unwrap();
    let all: Vec<_> = network.graph().terminals().filter(|&node| node != root).collect();
    let mut options = Options::default().with(&ROOT, network.node_name(root).into());
    if let Some(trees) = trees {
        options = options.with(&TREES, trees.try_into().unwrap());
    }
    let mut planner = planner(&*network, "arborescences", &options).unwrap();
    let set = MulticastSet::checked(&*network, root, &all).unwrap();
    let plan = planner.whole_plan(NetworkSpec::whole(network.spec()), "arborescences", set).unwrap();
    let document = plan.document(&*network);
    drop(planner);
    (network, document)
}

/// Both sides of the cut are named, the smaller one; the judge finds it to have as many channels as there are trees.
#[test]
fn the_cut_proves_that_there_are_no_more_trees() {
    for (spec, trees, told) in [
        ("one-way-torus:5x4", None, (2, 2)),
        ("torus:4x4", Some(3), (3, 4)),
        ("hypercube:4", None, (4, 4)),
        ("fat-tree:4", None, (1, 1)),
        ("file:../formats/tests/data/two-boards.yaml", None, (2, 2)),
        ("mesh:4x3", None, (2, 2)),
        ("tree:3", None, (1, 1)),
    ] {
        let (network, document) = certified(spec, trees);
        let report = judge(&document, &*network);
        assert!(report.is_valid() && report.unverified.is_empty(), "{spec}: {report:?}");
        let proved = report.proved.unwrap();
        assert_eq!((proved.value(), proved.bound()), told, "{spec}");
        assert_eq!(proved.is_optimal(), told.0 == told.1);
    }
    let (network, document) = certified("torus:4x4", Some(3));
    let words = judge(&document, &*network).proved.unwrap().to_string();
    let expected = "3 trees without common channels lead from the source to all nodes, and at most 4 can: so many \
                    channels lead across a cut";
    assert_eq!(words, expected);
}

/// What is changed in a certificate is refused, or still true: there are no more trees than it says at most.
#[test]
fn forged_cuts_are_refused() {
    let (network, document) = certified("one-way-torus:4x3", None);
    let root = document.source.clone();
    let names: Vec<_> = network.graph().nodes().map(|node| network.node_name(node)).collect();
    let forged = [
        json!({"trees": 3, "near": [root]}),
        json!({"trees": 1, "near": [root]}),
        json!({"trees": 0, "near": [root]}),
        json!({"trees": -1, "near": [root]}),
        json!({"trees": 2}),
        json!({"trees": 2, "near": []}),
        json!({"trees": 2, "near": names}),
        json!({"trees": 2, "near": ["9,9", root]}),
        json!({"trees": 2, "far": []}),
        json!({"trees": 2, "far": [root]}),
        json!({"trees": 2, "middle": [root]}),
    ];
    for certificate in forged {
        let mut other = document.clone();
        other.extra.insert("certificate".to_owned(), certificate.clone());
        let report = judge(&other, &*network);
        assert!(report.proved.is_none(), "{certificate}");
        assert!(matches!(report.violations[..], [Violation::BadCertificate { .. }]), "{certificate}: {report:?}");
    }
    // Any other cut says no less than is true.
    for set in 0..1_usize << names.len() {
        let near: Vec<_> = (0..names.len()).filter(|node| set >> node & 1 == 1).map(|node| &names[node]).collect();
        let mut other = document.clone();
        other.extra.insert("certificate".to_owned(), json!({"trees": 2, "near": near}));
        if let Some(proved) = judge(&other, &*network).proved {
            assert!(proved.bound() >= 2);
        }
    }
    // More classes of consumption channels than trees that are apart.
    let mut other = document;
    other.consumption_classes = 3;
    other.extra.insert("certificate".to_owned(), json!({"trees": 3, "far": [names[1]]}));
    let report = judge(&other, &*network);
    assert!(report.proved.is_none() && !report.is_valid());
}

#[test]
fn what_would_take_too_long_is_given_up() {
    let torus = build("torus:8x8").unwrap();
    assert_eq!(least_root_cut(torus.graph(), NodeId::new(0), 1000), None);
    assert_eq!(pack_arborescences(torus.graph(), NodeId::new(0), 4, 1000), None);
}
