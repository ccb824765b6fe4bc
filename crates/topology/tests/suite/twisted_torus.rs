//! Twisted tori: counts, degrees, the twist, and the diameters of the paper that proposes them.

use proptest::prelude::*;
use wormcast_topology::{Topology, TwistedTorus, build};

proptest! {
    #[test]
    fn it_differs_from_the_torus_in_one_wrap_around(
        sides in prop::collection::vec(2..=5_u32, 2..=3),
        shift in 1..=4_u32,
    ) {
        prop_assume!(shift < sides[sides.len() - 1]);
        let network = TwistedTorus::new(&sides, shift).unwrap();
        let (graph, grid) = (network.graph(), network.coordinates());
        let degree = 2 + sides[1..].iter().map(|side| (side - 1).min(2)).sum::<u32>();
        prop_assert!(graph.nodes().all(|node| graph.degree(node) as u32 == degree));
        let last = sides.len() - 1;
        for node in graph.nodes().filter(|&node| grid.coordinate(node, 0) + 1 == sides[0]) {
            let mut to = grid.coordinates(node);
            to[0] = 0;
            to[last] = (to[last] + shift) % sides[last];
            prop_assert!(graph.channel(node, grid.node(&to)).is_some());
        }
    }
}

/// Half the diameter of the longer side is saved on a x 2a nodes with a shift of a.
#[test]
fn twice_as_long_as_wide_it_has_its_width_as_diameter() {
    for side in 2..=10 {
        assert_eq!(TwistedTorus::new(&[side, 2 * side], side).unwrap().diameter(), Some(side), "{side}");
        let plain = build(&format!("torus:{side}x{}", 2 * side)).unwrap();
        assert_eq!(plain.diameter(), Some(side / 2 + side), "{side}");
    }
}

#[test]
fn wrong_parameters_are_told() {
    for spec in
        ["twisted-torus:4x8", "twisted-torus:4:2", "twisted-torus:1x4:2", "twisted-torus:4x8:0", "twisted-torus:4x8:8"]
    {
        assert!(build(spec).unwrap_err().to_string().contains("expected"), "{spec}");
    }
}
