//! Triangular meshes and tori: counts, degrees, diameters.

use proptest::prelude::*;
use wormcast_topology::{HexMesh, HexTorus, Topology, build};

proptest! {
    #[test]
    fn counts_and_degrees_have_their_closed_forms(columns in 1..=9_u32, rows in 1..=9_u32) {
        let torus = HexTorus::new(columns, rows).unwrap();
        let nodes = columns * rows;
        prop_assert_eq!(torus.graph().node_count() as u32, nodes);
        if columns.min(rows) >= 3 {
            prop_assert_eq!(torus.graph().channel_count() as u32, 6 * nodes);
        }
        let mesh = HexMesh::new(columns, rows).unwrap();
        let links = 3 * nodes + 1 - 2 * (columns + rows);
        prop_assert_eq!(mesh.graph().channel_count() as u32, 2 * links);
        let inside = mesh.graph().nodes().filter(|&node| mesh.graph().degree(node) == 6).count() as u32;
        prop_assert_eq!(inside, columns.saturating_sub(2) * rows.saturating_sub(2));
    }

    /// The torus is the mesh, and what leads round.
    #[test]
    fn the_mesh_is_part_of_the_torus(columns in 1..=8_u32, rows in 1..=8_u32) {
        let (torus, mesh) = (HexTorus::new(columns, rows).unwrap(), HexMesh::new(columns, rows).unwrap());
        for channel in mesh.graph().channels() {
            let ends = (mesh.graph().source(channel), mesh.graph().target(channel));
            prop_assert!(torus.graph().channel(ends.0, ends.1).is_some());
        }
    }
}

#[test]
fn a_square_torus_has_two_thirds_of_its_side_as_diameter() {
    for side in 1..=15 {
        assert_eq!(HexTorus::new(side, side).unwrap().diameter(), Some(2 * side / 3), "{side}");
    }
}

#[test]
fn wrong_parameters_are_told() {
    for spec in ["hex-torus:4", "hex-torus:4x4x4", "hex-mesh:0x4", "hex-mesh:", "hex-torus:4x-4"] {
        assert!(build(spec).unwrap_err().to_string().contains("expected"), "{spec}");
    }
}
