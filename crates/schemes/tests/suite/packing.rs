//! The greatest number of edge-disjoint spanning trees, against brute force and by its certificate.

use proptest::prelude::*;
use std::collections::BTreeSet;
use wormcast_schemes::trees::{LinkOrder, MostTrees, RootedTree, most_trees, most_trees_within, pack, pack_within};
use wormcast_topology::{Graph, NodeId, Topology, build};

/// Trees of the network that share no link, and a partition that allows no more.
fn judge(graph: &Graph, packing: &MostTrees) {
    let mut used = BTreeSet::new();
    for tree in &packing.trees {
        let links: Vec<_> = tree.links().map(|(a, b)| (a.min(b), a.max(b))).collect();
        for &(a, b) in &links {
            assert!(graph.channel(a, b).is_some() && used.insert((a, b)), "{a:?}-{b:?}");
        }
        assert_eq!(&RootedTree::from_links(graph.node_count(), tree.root(), &links).unwrap(), tree);
    }
    if let Some(bound) = &packing.bound {
        let parts: BTreeSet<_> = graph.nodes().map(|node| bound.part(node)).collect();
        assert!(parts.len() == bound.parts() && bound.parts() >= 2);
        let between = graph.channels().filter(|&c| bound.part(graph.source(c)) != bound.part(graph.target(c)));
        assert_eq!(bound.links_between(graph), between.count() / 2);
        assert_eq!(packing.trees.len(), bound.links_between(graph) / (bound.parts() - 1));
    }
}

/// The bound of Tutte and Nash-Williams: the least over all partitions, each as a restricted growth string.
fn brute_force(graph: &Graph) -> usize {
    let nodes = graph.node_count();
    let links: Vec<_> = graph.channels().map(|c| (graph.source(c).index(), graph.target(c).index())).collect();
    let (mut part, mut least) = (vec![0; nodes], usize::MAX);
    loop {
        let parts = part.iter().max().unwrap() + 1;
        if parts > 1 {
            let between = links.iter().filter(|&&(a, b)| part[a] != part[b]).count() / 2;
            least = least.min(between / (parts - 1));
        }
        let grows = |at: &usize| part[*at] <= *part[..*at].iter().max().unwrap_or(&0) && *at > 0;
        let Some(at) = (0..nodes).rev().find(grows) else { return least };
        part[at] += 1;
        part[at + 1..].fill(0);
    }
}

fn any_graph() -> impl Strategy<Value = (usize, Vec<(NodeId, NodeId)>)> {
    (2_usize..=8).prop_flat_map(|nodes| {
        let pairs: Vec<_> = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))).collect();
        let count = pairs.len();
        let ends = |(a, b): (usize, usize), flip| if flip { (b, a) } else { (a, b) };
        let chosen = proptest::sample::subsequence(pairs, 1..=count).prop_shuffle();
        (Just(nodes), chosen, proptest::collection::vec(any::<bool>(), count)).prop_map(move |(nodes, pairs, flips)| {
            let links = pairs.into_iter().zip(flips).map(|(pair, flip)| ends(pair, flip));
            (nodes, links.map(|(a, b)| (NodeId::new(a), NodeId::new(b))).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn as_many_trees_as_every_partition_allows((nodes, links) in any_graph()) {
        let graph = Graph::from_links(nodes, &links).unwrap();
        let packing = most_trees(&graph, &links);
        judge(&graph, &packing);
        prop_assert_eq!(packing.trees.len(), brute_force(&graph));
    }
}

#[test]
fn brute_force_knows_complete_graphs_and_rings() {
    for nodes in 2..=8_usize {
        let all: Vec<_> = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))).collect();
        let all: Vec<_> = all.into_iter().map(|(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
        assert_eq!(brute_force(&Graph::from_links(nodes, &all).unwrap()), nodes / 2);
    }
    assert_eq!(brute_force(build("torus:7").unwrap().graph()), 1);
}

fn packed(spec: &str, order: LinkOrder) -> (Box<dyn Topology>, MostTrees) {
    let network = build(spec).unwrap();
    let packing = most_trees(network.graph(), &order.links(&*network).unwrap());
    judge(network.graph(), &packing);
    (network, packing)
}

#[test]
fn known_numbers_of_trees() {
    let known = [
        ("torus:3x3", 2),
        ("torus:16x16", 2),
        ("torus:2x9", 1),
        ("torus:4x4x4", 3),
        ("torus:3x3x3x3", 4),
        ("mesh:8x8", 1),
        ("mesh:9", 1),
        ("hypercube:6", 3),
        ("hypercube:7", 3),
        ("tree:4", 1),
        ("mesh:1", 1),
        ("star:5", 2),
        ("mesh-of-trees:3", 1),
    ];
    for (spec, trees) in known {
        for order in [LinkOrder::Given, LinkOrder::Seeded(1), LinkOrder::Seeded(2)] {
            assert_eq!(packed(spec, order).1.trees.len(), trees, "{spec} {order:?}");
        }
    }
}

#[test]
fn a_network_in_pieces_has_no_tree() {
    let ends = |(a, b)| (NodeId::new(a), NodeId::new(b));
    let links = [(0, 1), (1, 2), (2, 0), (3, 4)].map(ends);
    let graph = Graph::from_links(5, &links).unwrap();
    let packing = most_trees(&graph, &links);
    judge(&graph, &packing);
    assert!(packing.trees.is_empty());
    assert_eq!(packing.bound.unwrap().tree_bound(&graph), 0);
}

/// Torus paper, figure 7.
#[test]
fn the_special_order_gives_two_hamiltonian_paths() {
    for side in 3..=24 {
        let (_, packing) = packed(&format!("torus:{side}x{side}"), LinkOrder::HamiltonianPaths);
        assert_eq!(packing.trees.len(), 2);
        for tree in &packing.trees {
            assert!(tree.degrees().iter().all(|&degree| degree <= 2), "{side}");
        }
    }
    for spec in ["torus:4x5", "torus:2x2", "mesh:4x4", "torus:3x3x3", "hypercube:4"] {
        let error = LinkOrder::HamiltonianPaths.links(&*build(spec).unwrap()).unwrap_err();
        assert!(error.to_string().ends_with(spec), "{error}");
    }
}

#[test]
fn orders_name_every_link_once_and_seeds_differ() {
    let torus = build("torus:6x6").unwrap();
    let sorted = |order: LinkOrder| {
        let mut links = order.links(&*torus).unwrap();
        links.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        links.sort();
        links
    };
    let given = sorted(LinkOrder::Given);
    assert_eq!(given.len(), 72);
    for order in [LinkOrder::Seeded(1), LinkOrder::Seeded(2), LinkOrder::HamiltonianPaths] {
        assert_eq!(sorted(order), given);
    }
    let seeded = |seed| packed("torus:6x6", LinkOrder::Seeded(seed)).1;
    assert_eq!(seeded(1), seeded(1));
    assert_ne!(seeded(1), seeded(2));
}

/// Fewer trees than there could be: then the order decides alone, and fewer links are needed.
#[test]
fn some_of_the_links_may_do() {
    let torus = build("torus:5x5").unwrap();
    let links = LinkOrder::Given.links(&*torus).unwrap();
    assert_eq!(pack(25, &links, 1).unwrap().len(), 1);
    assert_eq!(pack(25, &links[..24], 2).unwrap_err().parts(), 25);
    assert!(pack(25, &links, 0).unwrap().is_empty());
}

/// A packing labels at least every link that it takes: with less work it is given up, with enough it is the same.
#[test]
fn a_packing_keeps_to_its_work() {
    let torus = build("torus:5x5").unwrap();
    let links = LinkOrder::Given.links(&*torus).unwrap();
    assert_eq!(pack_within(25, &links, 2, 47), Ok(None));
    assert_eq!(pack_within(25, &links, 2, 1 << 20).unwrap(), pack(25, &links, 2).ok());
    assert_eq!(most_trees_within(torus.graph(), &links, 47), None);
    assert_eq!(most_trees_within(torus.graph(), &links, 1 << 20), Some(most_trees(torus.graph(), &links)));
}
