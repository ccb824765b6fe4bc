//! What every topology must satisfy: a new one is tested by its example, and by the specs that it adds here.

use crate::support;
use wormcast_topology::{Diameter, FAMILIES, Topology, build, diameter};

/// Small networks of every family, the odd ones above all.
const SPECS: &[&str] = &[
    "mesh:1",
    "mesh:5",
    "mesh:1x1",
    "mesh:3x1x2",
    "mesh:4x3",
    "mesh:2x2x2x2",
    "mesh:3x4x5",
    "mesh:8x7x2",
    "torus:1",
    "torus:2",
    "torus:3",
    "torus:4x1",
    "torus:2x2",
    "torus:5x4",
    "torus:3x2x4",
    "torus:1x3x1",
    "torus:6x6",
    "torus:12x9",
    "one-way-torus:1",
    "one-way-torus:2",
    "one-way-torus:7",
    "one-way-torus:2x2",
    "one-way-torus:5x4:falling",
    "one-way-torus:3x1x4",
    "one-way-torus:3x2x4:falling",
    "twisted-torus:2x2:1",
    "twisted-torus:2x5:3",
    "twisted-torus:4x6:2",
    "twisted-torus:5x4:1",
    "twisted-torus:3x2x4:2",
    "twisted-torus:3x3x5:4",
    "twisted-torus:2x13:6",
    "hex-torus:1x1",
    "hex-torus:1x5",
    "hex-torus:2x2",
    "hex-torus:2x5",
    "hex-torus:3x3",
    "hex-torus:3x8",
    "hex-torus:7x4",
    "hex-mesh:1x1",
    "hex-mesh:1x4",
    "hex-mesh:2x2",
    "hex-mesh:4x6",
    "complete:1",
    "complete:2",
    "complete:7",
    "concentrated-mesh:1:1",
    "concentrated-mesh:1x1:3",
    "concentrated-mesh:4:1",
    "concentrated-mesh:3x4:2",
    "concentrated-mesh:2x2x2:3",
    "fat-tree:2",
    "fat-tree:6",
    "fat-tree:8",
    "dragonfly:1x1x1",
    "dragonfly:1x4x2",
    "dragonfly:2x1x1",
    "dragonfly:2x3x1",
    "dragonfly:3x2x2",
    "dragonfly:4x2x1",
    "ring:1",
    "ring:2",
    "ring:3",
    "ring:9",
    "hypercube:1",
    "hypercube:2",
    "hypercube:3",
    "hypercube:6",
    "star:2",
    "star:3",
    "star:4",
    "star:5",
    "tree:1",
    "tree:2",
    "tree:5",
    "mesh-of-trees:1",
    "mesh-of-trees:3",
    "mesh-of-trees:1x2",
    "mesh-of-trees:3x1",
    "mesh-of-trees:1x1x1",
    "mesh-of-trees:2x1x2",
    "mesh-of-trees:1x1x1x1",
];

fn for_each(check: impl Fn(&str, &dyn Topology)) {
    let examples = FAMILIES.iter().map(|kind| kind.example);
    for spec in SPECS.iter().copied().chain(examples) {
        check(spec, &*build(spec).unwrap());
    }
}

#[test]
fn every_family_has_specs() {
    for kind in FAMILIES {
        let prefix = format!("{}:", kind.name);
        assert!(SPECS.iter().filter(|spec| spec.starts_with(&prefix)).count() >= 3, "{}", kind.name);
        assert!(kind.example.starts_with(&prefix));
    }
}

#[test]
fn specs_are_canonical() {
    for_each(support::specs_are_canonical);
}

#[test]
fn channels_have_no_loops_and_their_opposites_lead_back() {
    for_each(support::channels_have_no_loops_and_their_opposites_lead_back);
}

#[test]
fn diameters_in_closed_form_are_the_greatest_distances() {
    for_each(|spec, topology| {
        let Some(closed) = topology.diameter() else { return };
        assert_eq!(diameter(topology.graph(), u64::MAX), Diameter::Exactly(closed), "{spec}");
        let graph = topology.graph();
        let farthest = graph.nodes().flat_map(|node| support::distances(graph, node)).flatten().max();
        assert_eq!(farthest, Some(closed), "{spec}");
    });
}

#[test]
fn names_round_trip() {
    for_each(support::names_round_trip);
}

#[test]
fn strange_names_are_unknown() {
    for_each(support::strange_names_are_unknown);
}

#[test]
fn networks_are_connected() {
    for_each(support::networks_are_connected);
}

#[test]
fn routing_walks_shortest_ways() {
    for_each(support::routing_walks_shortest_ways);
}

#[test]
fn labels_follow_hamiltonian_paths() {
    for_each(support::labels_follow_hamiltonian_paths);
}

#[test]
fn where_a_hamiltonian_path_is_called_impossible_there_is_none() {
    for_each(support::where_a_hamiltonian_path_is_called_impossible_there_is_none);
}
