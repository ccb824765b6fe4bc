//! The path-based schemes on examples that were worked out by hand.

mod support;

use support::{nodes, planned};
use wormcast_plan::Worms;
use wormcast_topology::{Topology, build};

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
