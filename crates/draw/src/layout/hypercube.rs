//! Hypercubes: small ones as projections of cubes within cubes, larger ones as a plane of planes.

use super::arrangement::Layout;
use super::nested;
use kurbo::{Point, Vec2};
use wormcast_topology::{Graph, Grid, Topology};

/// The vectors of the dimensions. Chosen by a search over cubes within cubes: no link comes nearer than 0.2 to a node
/// that it does not serve.
const AXES: [Vec2; 5] =
    [Vec2::new(1.0, 0.0), Vec2::new(0.0, -1.0), Vec2::new(0.391, -0.4), Vec2::new(3.0, 0.6), Vec2::new(-0.7, -2.9)];

/// The layout of a hypercube.
pub(super) fn arrange(topology: &dyn Topology) -> Option<Layout> {
    topology.bits().map(|dimension| of(dimension, topology.graph()))
}

fn of(dimension: u32, graph: &Graph) -> Layout {
    if dimension as usize > AXES.len() {
        return nested::arrange(&Grid::new(vec![2; dimension as usize]), graph);
    }
    let place = |index: usize| {
        let steps = AXES.iter().enumerate().filter(|&(bit, _)| index >> bit & 1 == 1).map(|(_, &axis)| axis);
        steps.fold(Point::ORIGIN, |at, step| at + step)
    };
    // Roomier than a plane, as links cross.
    Layout::at((0..1 << dimension).map(place).collect()).scaled(1.35)
}
