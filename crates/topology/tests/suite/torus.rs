//! Tori: counts, degrees, diameter, and the way round that the routing takes.

use proptest::prelude::*;
use wormcast_topology::{BreadthFirst, Diameter, NodeId, OwnRouting, Topology, Torus, diameter};

/// Sides of small grids.
fn sides() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1..=6_u32, 1..=4).prop_filter("few nodes", |sides| sides.iter().product::<u32>() <= 200)
}

/// How many neighbours a node has in a dimension: a side of 2 has one link, not two.
fn ports(side: &u32) -> usize {
    [0, 1, 2][(*side as usize - 1).min(2)]
}

proptest! {
    #[test]
    fn counts_degrees_and_diameter_have_their_closed_forms(sides in sides()) {
        let torus = Torus::new(&sides).unwrap();
        let graph = torus.graph();
        let nodes = sides.iter().product::<u32>() as usize;
        let degree: usize = sides.iter().map(ports).sum();
        prop_assert_eq!((graph.node_count(), graph.channel_count()), (nodes, nodes * degree));
        prop_assert!(graph.nodes().all(|node| graph.degree(node) == degree));
        prop_assert_eq!(diameter(graph, u64::MAX), Diameter::Exactly(sides.iter().map(|side| side / 2).sum::<u32>()));
    }

    #[test]
    fn links_join_the_points_next_to_each_other_round_a_line(sides in sides()) {
        let torus = Torus::new(&sides).unwrap();
        let grid = torus.grid().unwrap();
        for (a, b) in torus.graph().nodes().flat_map(|a| torus.graph().nodes().map(move |b| (a, b))) {
            let pairs = grid.coordinates(a).into_iter().zip(grid.coordinates(b)).zip(&sides);
            let differing: Vec<_> = pairs.filter(|((a, b), _)| a != b).collect();
            let linked = matches!(differing[..], [((a, b), side)] if (a + 1) % side == b || (b + 1) % side == a);
            prop_assert_eq!(torus.graph().channel(a, b).is_some(), linked);
        }
    }
}

fn names(torus: &Torus, from: &str, to: &str) -> Vec<String> {
    let (mut at, to) = (torus.find_node(from).unwrap(), torus.find_node(to).unwrap());
    let mut names = vec![];
    while at != to {
        at = torus.next(at, to);
        names.push(torus.node_name(at));
    }
    names
}

#[test]
fn routes_go_the_shorter_way_round() {
    let torus = Torus::new(&[5, 4]).unwrap();
    assert_eq!(names(&torus, "0,0", "2,1"), ["1,0", "2,0", "2,1"]);
    assert_eq!(names(&torus, "0,0", "3,3"), ["4,0", "3,0", "3,3"]);
}

#[test]
fn ties_are_broken_in_the_positive_direction() {
    let torus = Torus::new(&[4, 6]).unwrap();
    assert_eq!(names(&torus, "1,0", "3,0"), ["2,0", "3,0"]);
    assert_eq!(names(&torus, "3,0", "1,0"), ["0,0", "1,0"]);
    assert_eq!(names(&torus, "0,4", "0,1"), ["0,5", "0,0", "0,1"]);
}

#[test]
fn a_million_nodes_are_no_trouble() {
    let torus = Torus::new(&[1000, 1000]).unwrap();
    assert_eq!((torus.graph().node_count(), torus.graph().channel_count()), (1_000_000, 4_000_000));
    let mut search = BreadthFirst::new(torus.graph());
    search.run(NodeId::new(123_456));
    assert_eq!(search.farthest().unwrap().1, 1000);
}
