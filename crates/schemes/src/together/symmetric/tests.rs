//! Messages in parts.

use crate::together::tests::follow;
use crate::together::{Multicast, steps};
use wormcast_topology::NodeId;

/// The parts of all messages come in as many steps as the channels of a node need for them. Where the parts divide the
/// channels, that is less than whole messages need.
#[test]
fn all_gather_in_parts_is_as_quick_as_can_be() {
    for (spec, parts, least) in [
        ("torus:8x8", 1, 16),
        ("torus:8x8", 2, 32),
        ("torus:8x8", 3, 48),
        ("torus:8x8", 4, 63),
        ("torus:16x16", 4, 255),
        ("torus:5x5", 2, 12),
        ("torus:5x3", 4, 14),
        ("torus:7x5", 3, 26),
        ("torus:3x3x3", 3, 13),
        ("hypercube:3", 3, 7),
        ("hypercube:4", 4, 15),
        ("hypercube:6", 2, 21),
        ("hypercube:6", 3, 32),
    ] {
        let network = wormcast_formats::build(spec).unwrap();
        let graph = network.graph();
        let all_of = |source: NodeId| {
            let destinations = graph.nodes().filter(|&node| node != source).collect();
            std::iter::repeat_n(Multicast { source, destinations, flits: 1, start_ps: 0 }, parts)
        };
        let all: Vec<_> = graph.nodes().flat_map(all_of).collect();
        let schedule = steps(&*network, &all).unwrap();
        assert_eq!((schedule.steps, schedule.bound), (least, least), "{spec} in {parts} parts");
        follow(graph, &all, &schedule);
    }
}
