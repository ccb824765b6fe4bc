//! Meshes and tori: by their coordinates, the origin at the bottom left.

use super::Layout;
use kurbo::{Point, Vec2};
use wormcast_topology::{Graph, Grid, NodeId};

/// How long the stub of a wrap-around link is.
const STUB: f64 = 0.45;

/// The layout of a grid: each dimension has a vector, and a node stands at the sum of its coordinates' vectors.
pub(super) fn arrange(grid: &Grid, graph: &Graph) -> Layout {
    let axes = axes(grid.sides());
    let place = |node: NodeId| {
        let steps = axes.iter().enumerate().map(|(d, &axis)| axis * f64::from(grid.coordinate(node, d)));
        steps.fold(Point::ORIGIN, |at, step| at + step)
    };
    let mut layout = Layout { points: graph.nodes().map(place).collect(), ..Layout::default() };
    for channel in graph.channels() {
        let (from, to) = (graph.source(channel), graph.target(channel));
        if let Some(out) = stub(grid, &axes, from, to) {
            layout.stubs.insert(channel, out);
        }
    }
    layout
}

fn axes(sides: &[u32]) -> Vec<Vec2> {
    let mut axes = vec![Vec2::new(1.0, 0.0), Vec2::new(0.0, -1.0)];
    axes.resize(sides.len().max(2), Vec2::new(0.3, 0.3));
    axes
}

/// The stub with which a channel leaves a node if it wraps around: outwards along its dimension.
fn stub(grid: &Grid, axes: &[Vec2], from: NodeId, to: NodeId) -> Option<Vec2> {
    let dimension = (0..grid.sides().len()).find(|&d| grid.coordinate(from, d) != grid.coordinate(to, d))?;
    let (a, b) = (grid.coordinate(from, dimension), grid.coordinate(to, dimension));
    let outward = if a > b { 1.0 } else { -1.0 };
    (a.abs_diff(b) > 1).then(|| axes[dimension].normalize() * outward * STUB)
}
