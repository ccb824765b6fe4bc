//! Complete binary trees: counts, degrees, diameter.

use wormcast_topology::{NoLabelling, NodeId, OwnRouting, Topology, Tree};

#[test]
fn counts_and_degrees_have_their_closed_forms() {
    for height in 1..=8 {
        let tree = Tree::new(height).unwrap();
        let graph = tree.graph();
        let nodes = (2 << height) - 1;
        assert_eq!((graph.node_count(), graph.channel_count()), (nodes, 2 * (nodes - 1)));
        for node in graph.nodes() {
            let expected = match tree.bits(node).length() {
                0 => 2,
                length if length == height => 1,
                _ => 3,
            };
            assert_eq!(graph.degree(node), expected);
        }
    }
}

#[test]
fn diameter_is_twice_the_height() {
    for height in 1..=6 {
        let tree = Tree::new(height).unwrap();
        let from = |a| tree.graph().nodes().map(move |b| (a, b));
        let farthest = tree.graph().nodes().flat_map(from).map(|(a, b)| tree.distance(a, b)).max();
        assert_eq!(farthest, Some(2 * height));
    }
}

#[test]
fn only_the_smallest_tree_is_a_path() {
    let small = Tree::new(1).unwrap();
    let path = small.labelling().unwrap().path().to_vec();
    assert_eq!(path[1], NodeId::new(0));
    for height in 2..=6 {
        let error = Tree::new(height).unwrap().labelling().unwrap_err();
        assert!(matches!(error, NoLabelling::Impossible { .. }), "{error}");
    }
}
