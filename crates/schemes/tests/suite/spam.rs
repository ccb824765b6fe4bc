//! `spam`, against a slow search by its rule.

use crate::support::{judged, planner, random, random_router, random_set, two_way_networks};
use std::collections::BTreeSet;
use wormcast_schemes::option::ROOT;
use wormcast_schemes::{Options, SpanningTree};
use wormcast_topology::{Graph, NodeId};

fn depth(tree: &SpanningTree<'_>, node: NodeId) -> u32 {
    std::iter::successors(tree.parent(node), |&at| tree.parent(at)).count() as u32
}

/// The length of the shortest way: channels up (phase 0), down cross links (1), down the tree (2).
fn shortest(graph: &Graph, tree: &SpanningTree<'_>, from: NodeId, to: NodeId) -> u32 {
    let rank: Vec<_> = graph.nodes().map(|node| (depth(tree, node), node)).collect();
    let phase = |a: NodeId, b: NodeId| match () {
        () if tree.parent(b) == Some(a) => 2,
        () if rank[b.index()] < rank[a.index()] => 0,
        () => 1,
    };
    let mut level = BTreeSet::from([(from, 0)]);
    (0..)
        .find(|_| {
            let found = level.iter().any(|&(node, _)| node == to);
            let next = |&(at, before): &(NodeId, u32)| {
                let steps = graph.neighbours(at).iter().map(move |&next| (next, phase(at, next)));
                steps.filter(move |&(_, phase)| phase >= before).collect::<Vec<_>>()
            };
            level = level.iter().flat_map(next).collect();
            found
        })
        .unwrap()
}

#[test]
fn a_unicast_takes_a_shortest_way_of_the_rule() {
    let mut rng = random(51);
    for network in two_way_networks() {
        let root = random_router(&*network, &mut rng);
        let mut planner =
            planner(&*network, "spam", &Options::default().with(&ROOT, network.node_name(root).into())).unwrap();
        let tree = SpanningTree::breadth_first(network.graph(), Some(root));
        for _ in 0..10 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let worms = judged(&*network, &mut *planner, "spam", source, &destinations[..1]);
            let length = shortest(network.graph(), &tree, source, destinations[0]);
            assert_eq!(worms.hop_count() as u32, length, "{}", network.spec());
            assert!(length <= tree.distance(source, destinations[0]).unwrap());
        }
    }
}
