//! Complete networks: counts and degrees.

use wormcast_topology::{Complete, Topology, build};

#[test]
fn every_node_is_linked_to_every_other() {
    for nodes in 1..=12 {
        let network = Complete::new(nodes).unwrap();
        let graph = network.graph();
        assert_eq!(graph.channel_count() as u32, nodes * (nodes - 1));
        assert!(graph.nodes().all(|node| graph.degree(node) as u32 == nodes - 1));
        assert_eq!(network.diameter(), Some(u32::from(nodes > 1)));
        assert_eq!(network.labelling().unwrap().path().len() as u32, nodes);
    }
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    for spec in ["complete:0", "complete:x", "complete:16777216", "complete:12000"] {
        assert!(build(spec).is_err(), "{spec}");
    }
}
