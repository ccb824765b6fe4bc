//! Meshes: counts, degrees, diameter, and the formula of the snake.

use proptest::prelude::*;
use wormcast_topology::{Diameter, Mesh, Topology, diameter};

/// Sides of small grids.
fn sides() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1..=6_u32, 1..=4).prop_filter("few nodes", |sides| sides.iter().product::<u32>() <= 200)
}

proptest! {
    #[test]
    fn counts_degrees_and_diameter_have_their_closed_forms(sides in sides()) {
        let mesh = Mesh::new(&sides).unwrap();
        let graph = mesh.graph();
        let nodes: u32 = sides.iter().product();
        let links: u32 = sides.iter().map(|side| nodes / side * (side - 1)).sum();
        prop_assert_eq!((graph.node_count(), graph.channel_count()), (nodes as usize, 2 * links as usize));
        prop_assert_eq!(diameter(graph, u64::MAX), Diameter::Exactly(sides.iter().map(|side| side - 1).sum::<u32>()));
        for node in graph.nodes() {
            let coordinates = mesh.grid().unwrap().coordinates(node);
            let inner = |(&at, &side): (&u32, &u32)| usize::from(at > 0) + usize::from(at + 1 < side);
            prop_assert_eq!(graph.degree(node), coordinates.iter().zip(&sides).map(inner).sum::<usize>());
        }
    }

    #[test]
    fn links_join_the_points_at_distance_one(sides in sides()) {
        let mesh = Mesh::new(&sides).unwrap();
        let grid = mesh.grid().unwrap();
        for (a, b) in mesh.graph().nodes().flat_map(|a| mesh.graph().nodes().map(move |b| (a, b))) {
            let gaps = grid.coordinates(a).into_iter().zip(grid.coordinates(b)).map(|(a, b)| a.abs_diff(b));
            prop_assert_eq!(mesh.graph().channel(a, b).is_some(), gaps.sum::<u32>() == 1);
        }
    }

    /// The mesh paper, section 2.2: on row y, y·n + x if y is even, else y·n + n − x − 1.
    #[test]
    fn the_snake_has_the_formula_of_the_paper(columns in 1..20_u32, rows in 1..20_u32) {
        let mesh = Mesh::new(&[columns, rows]).unwrap();
        let labelling = mesh.labelling().unwrap();
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let expected = if y % 2 == 0 { y * columns + x } else { y * columns + columns - x - 1 };
            prop_assert_eq!(labelling.label(mesh.grid().unwrap().node(&[x, y])), expected);
        }
    }
}

proptest! {
    #[test]
    fn the_lines_of_a_route_are_its_channels(sides in sides()) {
        let mesh = Mesh::new(&sides).unwrap();
        for (a, b) in mesh.graph().nodes().flat_map(|a| mesh.graph().nodes().map(move |b| (a, b))) {
            let (mut route, mut lines) = (Vec::new(), Vec::new());
            prop_assert!(mesh.append_own_route(a, b, &mut route) && mesh.append_own_lines(a, b, &mut lines));
            prop_assert_eq!(lines.iter().flat_map(|line| line.channels()).collect::<Vec<_>>(), route);
            // Two for each dimension at most.
            prop_assert!(lines.len() <= 2 * sides.len() && lines.iter().all(|line| line.steps > 0));
        }
    }
}
