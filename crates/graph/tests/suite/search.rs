//! Breadth-first search, against distances by relaxation and against the definition of its tree.

use proptest::prelude::*;
use wormcast_graph::{BreadthFirst, Graph, NodeId, components, disconnected_pair};

fn network() -> impl Strategy<Value = Graph> {
    let links = |nodes: usize| prop::collection::vec((0..nodes, 0..nodes), 0..2 * nodes);
    (1..16_usize).prop_flat_map(move |nodes| (Just(nodes), links(nodes))).prop_map(|(nodes, links)| {
        let links = links.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (NodeId::new(a), NodeId::new(b)));
        Graph::from_links(nodes, &links.collect::<Vec<_>>()).unwrap()
    })
}

/// Distances from a node, by relaxing all channels until nothing changes.
fn relaxed(graph: &Graph, source: NodeId) -> Vec<Option<u32>> {
    let mut distances = vec![None; graph.node_count()];
    distances[source.index()] = Some(0);
    for _ in graph.nodes() {
        for channel in graph.channels() {
            let through = distances[graph.source(channel).index()].map(|distance: u32| distance + 1);
            let there = &mut distances[graph.target(channel).index()];
            *there = [*there, through].into_iter().flatten().min();
        }
    }
    distances
}

proptest! {
    #[test]
    fn distances_are_right_search_after_search(graph in network()) {
        let mut search = BreadthFirst::new(&graph);
        for source in graph.nodes() {
            search.run(source);
            let expected = relaxed(&graph, source);
            let found: Vec<_> = graph.nodes().map(|node| search.distance(node)).collect();
            prop_assert_eq!(&found, &expected);
            let order = search.order();
            prop_assert!(order.is_sorted_by_key(|&node| search.distance(node)));
            prop_assert_eq!(order.len(), expected.iter().flatten().count());
            prop_assert_eq!(search.farthest().unwrap().1, *expected.iter().flatten().max().unwrap());
        }
    }

    #[test]
    fn every_node_hangs_from_the_first_neighbour_reached(graph in network(), seed: usize) {
        let source = NodeId::new(seed % graph.node_count());
        let mut search = BreadthFirst::new(&graph);
        search.run(source);
        prop_assert_eq!(search.channel_into(source), None);
        for &node in &search.order()[1..] {
            let first = search.order().iter().find(|&&other| graph.channel(other, node).is_some()).unwrap();
            prop_assert_eq!(search.channel_into(node), graph.channel(*first, node));
        }
    }

    #[test]
    fn pieces_are_counted(graph in network()) {
        let reached: Vec<_> = graph.nodes().map(|node| relaxed(&graph, node)).collect();
        // A piece is counted at its first node: the one that reaches none before it.
        let first = |node: &NodeId| reached[node.index()][..node.index()].iter().all(Option::is_none);
        let expected = graph.nodes().filter(first).count();
        prop_assert_eq!(components(&graph), expected);
        match disconnected_pair(&graph) {
            Some((a, b)) => prop_assert_eq!(reached[a.index()][b.index()], None),
            None => prop_assert_eq!(expected, 1),
        }
    }
}
