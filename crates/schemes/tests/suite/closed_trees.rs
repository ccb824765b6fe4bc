//! Trees by closed constructions beyond the torus paper.

use std::collections::BTreeSet;
use wormcast_schemes::trees::{RootedTree, torus_product, two_spines};
use wormcast_topology::{Topology, build};

/// Spanning trees of the network, which share no link.
fn judge(network: &dyn Topology, trees: &[RootedTree]) {
    let mut used = BTreeSet::new();
    for tree in trees {
        let links: Vec<_> = tree.links().map(|(a, b)| (a.min(b), a.max(b))).collect();
        assert!(RootedTree::from_links(network.graph().node_count(), tree.root(), &links).is_ok());
        for (a, b) in links {
            assert!(network.graph().channel(a, b).is_some() && used.insert((a, b)), "{}", network.spec());
        }
    }
}

#[test]
fn two_spines_make_two_binary_trees_on_every_torus() {
    for (columns, rows) in (4..=13).flat_map(|columns| (4..=13).map(move |rows| (columns, rows))) {
        let torus = build(&format!("torus:{columns}x{rows}")).unwrap();
        let trees = two_spines(&*torus).unwrap();
        judge(&*torus, &trees);
        assert!(trees.iter().flat_map(RootedTree::degrees).all(|links| links <= 3), "{}", torus.spec());
    }
    for spec in ["torus:3x8", "torus:8x3", "torus:4x4x4", "mesh:8x8", "ring:8"] {
        let error = two_spines(&*build(spec).unwrap()).unwrap_err();
        assert!(error.to_string().ends_with(spec), "{error}");
    }
}

#[test]
fn a_torus_of_d_dimensions_has_d_trees() {
    for spec in ["torus:3", "torus:9", "torus:3x3", "torus:4x7", "torus:5x4x3", "torus:3x3x3x3", "torus:3x4x3x5x3"] {
        let torus = build(spec).unwrap();
        let trees = torus_product(&*torus).unwrap();
        assert_eq!(trees.len(), spec.matches('x').count() + 1, "{spec}");
        judge(&*torus, &trees);
        // All links but one a dimension.
        let links: usize = trees.iter().map(|tree| tree.links().count()).sum();
        assert_eq!(links + trees.len(), torus.graph().channel_count() / 2, "{spec}");
    }
    for spec in ["torus:3x2", "mesh:4x4", "star:4"] {
        assert!(torus_product(&*build(spec).unwrap()).is_err(), "{spec}");
    }
}
