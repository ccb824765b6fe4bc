//! One-way tori and rings: counts, degrees, and the way round that the routing takes.

use proptest::prelude::*;
use wormcast_topology::{Faulty, Losses, NodeId, OneWayTorus, OwnRouting, Ring, Topology, build, find_channel};

/// Sides of small grids.
fn sides() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1..=6_u32, 1..=4).prop_filter("few nodes", |sides| sides.iter().product::<u32>() <= 200)
}

proptest! {
    #[test]
    fn channels_lead_to_the_next_point_of_a_line(sides in sides(), falling: bool) {
        let torus = OneWayTorus::new(&sides, falling).unwrap();
        let (graph, grid) = (torus.graph(), torus.grid().unwrap());
        let lines = sides.iter().filter(|&&side| side > 1).count();
        let nodes = sides.iter().product::<u32>() as usize;
        prop_assert_eq!((graph.node_count(), graph.channel_count()), (nodes, nodes * lines));
        for (a, b) in graph.nodes().flat_map(|a| graph.nodes().map(move |b| (a, b))) {
            let [from, to] = if falling { [b, a] } else { [a, b] };
            let pairs = grid.coordinates(from).into_iter().zip(grid.coordinates(to)).zip(&sides);
            let differing: Vec<_> = pairs.filter(|((from, to), _)| from != to).collect();
            let next = matches!(differing[..], [((from, to), side)] if (from + 1) % side == to);
            prop_assert_eq!(graph.channel(a, b).is_some(), next);
        }
        prop_assert_eq!(graph.is_symmetric(), sides.iter().all(|&side| side <= 2));
    }

    #[test]
    fn falling_is_rising_backwards(sides in sides()) {
        let [rising, falling] = [false, true].map(|falling| OneWayTorus::new(&sides, falling).unwrap());
        for channel in rising.graph().channels() {
            let (a, b) = (rising.graph().source(channel), rising.graph().target(channel));
            prop_assert!(falling.graph().channel(b, a).is_some());
            prop_assert_eq!(rising.distance(b, a), falling.distance(a, b));
        }
    }

    #[test]
    fn rings_have_their_closed_forms(nodes in 1..40_u32) {
        let ring = Ring::new(nodes).unwrap();
        let links = match nodes { 1 => 0, 2 => 1, nodes => nodes };
        prop_assert_eq!(ring.graph().channel_count() as u32, 2 * links);
        let torus = build(&format!("torus:{nodes}")).unwrap();
        prop_assert_eq!(ring.graph(), torus.graph());
        for (a, b) in ring.graph().nodes().flat_map(|a| ring.graph().nodes().map(move |b| (a, b))) {
            prop_assert_eq!(ring.next(a, b), torus.own_routing().unwrap().next(a, b));
        }
    }
}

#[test]
fn routes_mend_the_first_coordinate_first() {
    let torus = OneWayTorus::new(&[10, 12], true).unwrap();
    let [mut at, to] = ["1,0", "8,11"].map(|name| torus.find_node(name).unwrap());
    let mut names = vec![];
    while at != to {
        at = torus.next(at, to);
        names.push(torus.node_name(at));
    }
    assert_eq!(names, ["0,0", "9,0", "8,0", "8,11"]);
    assert_eq!(torus.spec(), "one-way-torus:10x12:falling");
}

#[test]
fn one_way_networks_have_no_labels() {
    let error = build("one-way-torus:7").unwrap().labelling().unwrap_err().to_string();
    assert!(error.contains("links that go both ways"), "{error}");
    assert!(build("one-way-torus:2x2").unwrap().labelling().is_ok());
}

#[test]
fn wrong_parameters_are_told() {
    for spec in ["one-way-torus:", "one-way-torus:3x", "one-way-torus:3x3:up", "one-way-torus:0x2", "ring:0", "ring:x"]
    {
        let error = build(spec).unwrap_err().to_string();
        assert!(error.contains("expected"), "{spec}: {error}");
    }
    assert_eq!(build("ring:3").unwrap().graph().neighbours(NodeId::new(0)), [1, 2].map(NodeId::new));
}

proptest! {
    /// A torus of any sides has a Hamiltonian path of its channels.
    #[test]
    fn labels_rise_along_channels(sides in sides(), falling: bool) {
        let torus = OneWayTorus::new(&sides, falling).unwrap();
        let labelling = torus.one_way_labelling().unwrap();
        prop_assert_eq!(labelling.path().len(), torus.graph().node_count());
        for step in labelling.path().windows(2) {
            prop_assert!(torus.graph().channel(step[0], step[1]).is_some());
        }
        prop_assert_eq!(labelling.node(0), NodeId::new(0));
    }
}

#[test]
fn one_way_paths_are_searched_where_no_rule_gives_them() {
    let path = |spec: &str, lost: &[&str]| {
        let whole = build(spec).unwrap();
        let channels = lost.iter().map(|name| find_channel(&*whole, name).unwrap()).collect();
        Faulty::losing(whole, &Losses { channels, ..Losses::default() }).unwrap().one_way_labelling()
    };
    assert!(path("mesh:3x3", &["0,0>1,0"]).is_some());
    // Without the way back to the first column, no path comes to all of it from elsewhere; but one begins there.
    assert!(path("mesh:2x2", &["1,0>0,0", "1,1>0,1"]).is_some());
    assert!(path("mesh:3x1", &["0,0>1,0", "2,0>1,0"]).is_none());
    assert!(build("mesh:3x3").unwrap().one_way_labelling().is_none(), "its links go both ways");
}
