//! Networks from files.

use super::Layout;
use kurbo::Point;
use std::f64::consts::TAU;
use wormcast_topology::Graph;

/// On a circle.
pub(super) fn arrange(graph: &Graph) -> Layout {
    let nodes = graph.node_count() as f64;
    let radius = nodes / TAU;
    let place = |index: usize| {
        let (sin, cos) = (TAU * index as f64 / nodes).sin_cos();
        Point::new(radius * sin, -radius * cos)
    };
    Layout { points: (0..graph.node_count()).map(place).collect(), ..Layout::default() }
}
