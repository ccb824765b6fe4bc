//! Concentrated meshes: counts, degrees, and who is an endpoint.

use proptest::prelude::*;
use wormcast_topology::{ConcentratedMesh, Mesh, Topology, build};

proptest! {
    #[test]
    fn each_router_of_the_mesh_has_its_endpoints(
        sides in prop::collection::vec(1..=5_u32, 1..=3),
        endpoints in 1..=5_u32,
    ) {
        let network = ConcentratedMesh::new(&sides, endpoints).unwrap();
        let mesh = Mesh::new(&sides).unwrap();
        let (graph, routers) = (network.graph(), mesh.graph().node_count());
        let count = routers * endpoints as usize;
        prop_assert_eq!(graph.node_count(), routers + count);
        prop_assert_eq!(graph.channel_count(), mesh.graph().channel_count() + 2 * count);
        for node in graph.nodes() {
            let name = network.node_name(node);
            prop_assert_eq!(graph.is_endpoint(node), name.contains('.'));
            match name.split_once('.') {
                None => prop_assert_eq!(graph.degree(node), mesh.graph().degree(node) + endpoints as usize),
                Some((router, _)) => prop_assert_eq!(graph.neighbours(node), &[mesh.find_node(router).unwrap()][..]),
            }
        }
        prop_assert_eq!(graph.terminals().count(), count);
    }
}

#[test]
fn wrong_parameters_and_names_are_told() {
    for spec in
        ["concentrated-mesh:4x4", "concentrated-mesh:4x4:0", "concentrated-mesh::2", "concentrated-mesh:4x4:2:2"]
    {
        assert!(build(spec).unwrap_err().to_string().contains("expected"), "{spec}");
    }
    let network = build("concentrated-mesh:2x2:2").unwrap();
    for name in ["0,0.2", "0,0.", "0,0.00", "2,0", "0,0.1.1"] {
        assert!(network.find_node(name).unwrap_err().to_string().contains("`0,0.0` to `0,0.1`"), "{name}");
    }
}

#[test]
fn networks_with_endpoints_have_no_labels() {
    for spec in ["concentrated-mesh:2x2:1", "fat-tree:4", "dragonfly:2x1x1"] {
        let error = build(spec).unwrap().labelling().unwrap_err().to_string();
        assert!(error.contains("networks of routers alone"), "{error}");
    }
}
