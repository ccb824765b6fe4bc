//! The routing function R, against its definition.

use proptest::prelude::*;
use wormcast_schemes::LabelRouting;
use wormcast_topology::{NodeId, Topology, build};

/// R(u, v) as the mesh paper defines it, by looking at all neighbours.
fn next_by_definition(topology: &dyn Topology, routing: &LabelRouting, u: NodeId, v: NodeId) -> NodeId {
    let label = |&w: &NodeId| routing.label(w);
    let neighbours = topology.graph().neighbours(u).iter().copied();
    let (at, goal) = (label(&u), label(&v));
    let best = match at < goal {
        true => neighbours.filter(|w| label(w) <= goal).max_by_key(label),
        false => neighbours.filter(|w| label(w) >= goal).min_by_key(label),
    };
    best.unwrap()
}

#[test]
fn every_step_is_the_one_of_the_definition() {
    for spec in ["mesh:1x1", "mesh:7x1", "mesh:5x4", "mesh:4x5", "mesh:3x3x3", "mesh:2x3x2x2"] {
        let topology = build(spec).unwrap();
        let routing = LabelRouting::new(&*topology).unwrap();
        for u in topology.graph().nodes() {
            assert_eq!((routing.next(u, u), routing.next_channel(u, u)), (u, None));
            for v in topology.graph().nodes().filter(|&v| v != u) {
                let next = routing.next(u, v);
                assert_eq!(next, next_by_definition(&*topology, &routing, u, v), "{spec} {u:?} {v:?}");
                assert_eq!(routing.next_channel(u, v), topology.graph().channel(u, next));
            }
        }
    }
}

proptest! {
    #[test]
    fn a_walk_is_connected_and_monotone_and_as_long_as_its_distance(columns in 1u32..9, rows in 1u32..9, a: u16, b: u16) {
        let mesh = build(&format!("mesh:{columns}x{rows}")).unwrap();
        let routing = LabelRouting::new(&*mesh).unwrap();
        let nodes = mesh.graph().node_count();
        let [a, b] = [a, b].map(|number| NodeId::new(number as usize % nodes));
        let mut at = a;
        for channel in routing.walk(a, b) {
            prop_assert_eq!(mesh.graph().source(channel), at);
            let next = mesh.graph().target(channel);
            prop_assert_eq!(routing.label(next) > routing.label(at), routing.label(b) > routing.label(a));
            at = next;
        }
        prop_assert_eq!(at, b);
        // On the snake the routing distance is the Manhattan distance.
        prop_assert_eq!(routing.distance(a, b), mesh.own_routing().unwrap().distance(a, b));
    }
}
