//! Hypercubes: counts, degrees, diameter, the Gray code, and the order of the dimensions.

use proptest::prelude::*;
use wormcast_topology::{Diameter, Hypercube, NodeId, OwnRouting, Topology, diameter};

#[test]
fn counts_degrees_and_diameter_have_their_closed_forms() {
    for dimension in 1..=8 {
        let cube = Hypercube::new(dimension).unwrap();
        let (graph, nodes) = (cube.graph(), 1 << dimension);
        assert_eq!((graph.node_count(), graph.channel_count()), (nodes, nodes * dimension as usize));
        assert!(graph.nodes().all(|node| graph.degree(node) == dimension as usize));
        assert_eq!(diameter(graph, u64::MAX), Diameter::Exactly(dimension));
    }
}

/// The reflected Gray code by its definition: the code of one bit less, forth behind 0 and back behind 1.
fn gray_code(bits: u32) -> Vec<String> {
    if bits == 0 {
        return vec![String::new()];
    }
    let smaller = gray_code(bits - 1);
    let behind = |bit: &'static str| move |code: &String| format!("{bit}{code}");
    smaller.iter().map(behind("0")).chain(smaller.iter().rev().map(behind("1"))).collect()
}

#[test]
fn labels_are_the_reflected_gray_code() {
    for dimension in 1..=8 {
        let cube = Hypercube::new(dimension).unwrap();
        let labelling = cube.labelling().unwrap();
        let names: Vec<_> = labelling.path().iter().map(|&node| cube.node_name(node)).collect();
        assert_eq!(names, gray_code(dimension));
    }
}

#[test]
fn the_last_character_is_bit_0_and_is_mended_first() {
    let cube = Hypercube::new(4).unwrap();
    assert_eq!(cube.find_node("0001"), Ok(NodeId::new(1)));
    let (mut at, to) = (cube.find_node("0011").unwrap(), cube.find_node("1000").unwrap());
    let mut names = vec![];
    while at != to {
        at = cube.next(at, to);
        names.push(cube.node_name(at));
    }
    assert_eq!(names, ["0010", "0000", "1000"]);
}

proptest! {
    #[test]
    fn links_join_the_names_that_differ_in_one_place(dimension in 1..=5_u32) {
        let cube = Hypercube::new(dimension).unwrap();
        for (a, b) in cube.graph().nodes().flat_map(|a| cube.graph().nodes().map(move |b| (a, b))) {
            let (x, y) = (cube.node_name(a), cube.node_name(b));
            let differing = x.chars().zip(y.chars()).filter(|(x, y)| x != y).count();
            prop_assert_eq!(cube.graph().channel(a, b).is_some(), differing == 1);
        }
    }
}
