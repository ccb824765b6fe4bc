//! The diameter against the greatest of all distances, on random networks.

use proptest::prelude::*;
use wormcast_topology::{Diameter, Graph, NodeId, diameter};

/// All distances by the rule d(a, c) ≤ d(a, b) + d(b, c), applied until nothing changes (Floyd and Warshall).
fn greatest_distance(nodes: usize, links: &[(NodeId, NodeId)]) -> Option<u32> {
    let far = u32::MAX / 2;
    let mut distance = vec![vec![far; nodes]; nodes];
    (0..nodes).for_each(|node| distance[node][node] = 0);
    for (a, b) in links.iter().map(|(a, b)| (a.index(), b.index())) {
        (distance[a][b], distance[b][a]) = (1, 1);
    }
    for b in 0..nodes {
        for a in 0..nodes {
            for c in 0..nodes {
                distance[a][c] = distance[a][c].min(distance[a][b] + distance[b][c]);
            }
        }
    }
    distance.into_iter().flatten().max().filter(|&greatest| greatest < far)
}

prop_compose! {
    fn network()(nodes in 1..14_usize)(
        ends in prop::collection::vec((0..nodes, 0..nodes), 0..3 * nodes),
        nodes in Just(nodes),
    ) -> (usize, Vec<(NodeId, NodeId)>) {
        let links = ends.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (NodeId::new(a), NodeId::new(b)));
        (nodes, links.collect())
    }
}

proptest! {
    #[test]
    fn it_is_the_greatest_of_all_distances((nodes, links) in network()) {
        let graph = Graph::from_links(nodes, &links).unwrap();
        match (diameter(&graph, u64::MAX), greatest_distance(nodes, &links)) {
            (Diameter::Exactly(found), Some(expected)) => prop_assert_eq!(found, expected),
            (Diameter::Disconnected(pieces), None) => prop_assert!((2..=nodes).contains(&pieces)),
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn with_little_effort_it_is_bounded_from_below((nodes, links) in network()) {
        let graph = Graph::from_links(nodes, &links).unwrap();
        if let (Diameter::AtLeast(bound), Some(exact)) = (diameter(&graph, 0), greatest_distance(nodes, &links)) {
            // The second search starts at an end of a longest way out of node 0.
            prop_assert!(bound <= exact && exact <= 2 * bound);
        }
    }
}

#[test]
fn few_searches_settle_meshes_and_trees() {
    let exactly = |spec: &str, searches: u64| {
        let topology = wormcast_topology::build(spec).unwrap();
        let graph = topology.graph();
        diameter(graph, searches * (graph.node_count() + graph.channel_count()) as u64)
    };
    assert_eq!(exactly("mesh:60x40", 40), Diameter::Exactly(98));
    assert_eq!(exactly("tree:9", 40), Diameter::Exactly(18));
}
