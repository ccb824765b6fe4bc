//! The path-based schemes on examples that were worked out by hand.

use crate::support::{nodes, planned};
use wormcast_formats::build;
use wormcast_plan::Worms;
use wormcast_schemes::LabelRouting;
use wormcast_topology::{NodeId, Topology};

/// The number of hops and the names of the destinations of each worm, in order.
fn paths(topology: &dyn Topology, worms: &Worms) -> Vec<(usize, Vec<String>)> {
    let names = |worm: wormcast_plan::Worm| worm.deliveries.iter().map(|d| topology.node_name(d.node)).collect();
    worms.iter().map(|worm| (worm.hops.len(), names(worm))).collect()
}

/// Nine destinations in a 6x6 mesh, the source in the middle with label 15. Labels above: 5,3 is 18; 1,3 is 22; 5,4
/// is 29; 4,5 is 31; 0,5 is 35. Below: 0,2 is 12; 5,1 is 6; 5,0 is 5; 0,0 is 0.
#[test]
fn nine_destinations_in_a_mesh() {
    let mesh = build("mesh:6x6").unwrap();
    let [source] = nodes(&*mesh, ["3,2"]);
    let destinations = nodes(&*mesh, ["0,0", "0,2", "0,5", "1,3", "4,5", "5,0", "5,1", "5,3", "5,4"]);
    let plan = |scheme| paths(&*mesh, &planned(&*mesh, scheme, source, &destinations).unwrap());
    let worm = |hops: usize, names: &str| (hops, names.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(plan("hamiltonian-path"), [worm(20, "5,3 1,3 5,4 4,5 0,5"), worm(15, "0,2 5,1 5,0 0,0")]);
    assert_eq!(plan("dual-path"), [worm(18, "5,3 1,3 5,4 4,5 0,5"), worm(15, "0,2 5,1 5,0 0,0")]);
    // Below, the neighbours are 3,1 (label 8) and 2,2 (14); above, 4,2 (16) and 3,3 (20).
    let expected = [worm(4, "5,1 5,0"), worm(5, "0,2 0,0"), worm(6, "5,3 5,4 4,5"), worm(6, "1,3 0,5")];
    assert_eq!(plan("multi-path"), expected);
}

/// At the end of a row, or in the last row, a sole neighbour on a side serves all.
#[test]
fn a_corner_of_a_mesh_sends_one_worm() {
    let mesh = build("mesh:4x3").unwrap();
    let destinations = nodes(&*mesh, ["0,1", "2,2", "3,2"]);
    let [corner] = nodes(&*mesh, ["3,0"]);
    let worms = planned(&*mesh, "multi-path", corner, &destinations).unwrap();
    assert_eq!(paths(&*mesh, &worms), [(8, vec!["0,1".into(), "2,2".into(), "3,2".into()])]);
}

/// The labels that each first step must serve, by the definitions; nothing where it serves none.
type Shares = Vec<(u32, Vec<u32>)>;

fn shares_of_plan(topology: &dyn Topology, routing: &LabelRouting, source: NodeId) -> Shares {
    let all: Vec<_> = topology.graph().nodes().filter(|&node| node != source).collect();
    let worms = planned(topology, "multi-path", source, &all).unwrap();
    let share = |worm: wormcast_plan::Worm| {
        let mut labels: Vec<_> = worm.deliveries.iter().map(|delivery| routing.label(delivery.node)).collect();
        labels.sort_unstable();
        (routing.label(worm.arrival(topology.graph(), 0)), labels)
    };
    worms.iter().map(share).collect()
}

/// Lin, McKinley and Ni: with two neighbours v1 and v2 on a side, v1 gets x ≤ x1 if x1 < x2, and x ≥ x1 if x1 > x2;
/// v2 likewise.
#[test]
fn columns_of_a_mesh_are_shared_as_defined() {
    for spec in ["mesh:4x4", "mesh:5x3", "mesh:2x4", "mesh:1x5", "mesh:6x1"] {
        let mesh = build(spec).unwrap();
        let routing = LabelRouting::new(&*mesh).unwrap();
        let x = |label| mesh.grid().unwrap().coordinate(routing.node(label), 0);
        for source in mesh.graph().nodes() {
            let home = routing.label(source);
            let neighbours: Vec<_> = routing.steps(home).iter().map(|step| step.label).collect();
            let share = |&one: &u32| {
                let on_side = |label: u32| label != home && (label > home) == (one > home);
                let other = neighbours.iter().find(|&&other| other != one && on_side(other));
                let mine = |label: &u32| match other {
                    None => true,
                    Some(&other) if x(one) < x(other) => x(*label) <= x(one),
                    Some(_) => x(*label) >= x(one),
                };
                (one, (0..routing.graph().node_count() as u32).filter(|&label| on_side(label)).filter(mine).collect())
            };
            let mut expected: Shares = neighbours.iter().map(share).collect();
            expected.retain(|(_, labels)| !labels.is_empty());
            assert_eq!(shares_of_plan(&*mesh, &routing, source), expected, "{spec}");
        }
    }
}

/// The nodes-partition rule of the star paper, section 3.1, its last class up to N − 1.
#[test]
fn node_classes_are_shared_as_defined() {
    for spec in ["star:4", "hypercube:4", "torus:4x4", "mesh:3x2x3", "file:../formats/tests/data/board.gml"] {
        let network = build(spec).unwrap();
        let routing = LabelRouting::new(&*network).unwrap();
        let last = network.graph().node_count() as u32 - 1;
        for source in network.graph().nodes() {
            let home = routing.label(source);
            let neighbours = || network.graph().neighbours(source).iter().map(|&node| routing.label(node));
            let class = |one: u32| match one < home {
                true => (neighbours().filter(|&other| other < one).max().map_or(0, |other| other + 1), one),
                false => (one, neighbours().filter(|&other| other > one).min().map_or(last, |other| other - 1)),
            };
            let share = |one| (one, (class(one).0..=class(one).1).collect());
            let mut expected: Shares = neighbours().map(share).collect();
            expected.sort_unstable();
            assert_eq!(shares_of_plan(&*network, &routing, source), expected, "{spec}");
        }
    }
}

/// The worked example of the star paper. The text counts 11 channels for the upper path of dual-path; its own routing
/// function takes 9.
#[test]
fn the_worked_example_of_the_star_paper() {
    let star = build("star:4").unwrap();
    let [source] = nodes(&*star, ["2143"]);
    let destinations = nodes(&*star, ["3124", "1243", "1342", "4231"]);
    let plan = |scheme| planned(&*star, scheme, source, &destinations).unwrap();
    let lengths = |scheme| plan(scheme).iter().map(|worm| worm.hops.len()).collect::<Vec<_>>();
    assert_eq!(lengths("hamiltonian-path"), [15, 6]);
    assert_eq!(lengths("dual-path"), [9, 6]);
    assert_eq!(lengths("multi-path"), [6, 6, 5]);
    let worms = plan("dual-path");
    let route: Vec<_> = worms.get(0).hops.iter().map(|hop| star.node_name(star.graph().target(hop.channel))).collect();
    assert_eq!(route[route.len() - 4..], ["1342", "2341", "3241", "4231"]);
    let labels = |worm: u32| {
        let labelling = star.labelling().unwrap();
        worms.get(worm).deliveries.iter().map(|delivery| labelling.label(delivery.node)).collect::<Vec<_>>()
    };
    assert_eq!((labels(0), labels(1)), (vec![14, 23], vec![7, 2]));
}

/// Node classes on a hypercube. By their labels, the neighbours of 011 (2) are 001 (1), 010 (3) and 111 (5): the
/// labels 0 and 1 go by 001, 3 and 4 by 010, and 5 to 7 by 111.
#[test]
fn node_classes_of_a_hypercube() {
    let cube = build("hypercube:3").unwrap();
    let [source] = nodes(&*cube, ["011"]);
    let all: Vec<_> = cube.graph().nodes().filter(|&node| node != source).collect();
    let worms = planned(&*cube, "multi-path", source, &all).unwrap();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let expected = [(2, names(&["001", "000"])), (2, names(&["010", "110"])), (3, names(&["111", "101", "100"]))];
    assert_eq!(paths(&*cube, &worms), expected);
}
