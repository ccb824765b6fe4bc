//! Grids of four and more dimensions: a plane of planes. The even dimensions run to the right, the odd ones upwards;
//! each dimension runs back and forth through the places of those below it, so that many neighbours are neighbours
//! in the plane too. The other links are bows beside their row or column.

use super::arrangement::{Layout, links};
use kurbo::{Point, Vec2};
use wormcast_topology::{Graph, Grid};

/// The height of the highest bow.
const HIGHEST: f64 = 0.42;

/// The layout of a grid of many dimensions.
pub(super) fn arrange(grid: &Grid, graph: &Graph) -> Layout {
    let axes = [0, 1].map(|parity| Axis::new(grid.sides(), parity));
    let places: Vec<[u32; 2]> = graph
        .nodes()
        .map(|node| {
            let coordinates = grid.coordinates(node);
            [axes[0].place(&coordinates), axes[1].place(&coordinates)]
        })
        .collect();
    let point = |[x, y]: &[u32; 2]| Point::new(axes[0].along(*x), -axes[1].along(*y));
    let mut layout = Layout::at(places.iter().map(point).collect());
    let longest = axes.each_ref().map(|axis| f64::from(axis.length - 1).max(1.0));
    for channel in links(graph) {
        let [a, b] = [graph.source(channel), graph.target(channel)].map(|node| places[node.index()]);
        let spans = [0, 1].map(|axis| f64::from(a[axis].abs_diff(b[axis])));
        let height = |axis: usize| HIGHEST * (spans[axis] / longest[axis]).sqrt();
        match spans {
            [across, _] if across > 1.0 => layout.bend(graph, channel, Vec2::new(0.0, -height(0))),
            [_, up] if up > 1.0 => layout.bend(graph, channel, Vec2::new(height(1), 0.0)),
            _ => {}
        }
    }
    layout
}

/// The dimensions that share one direction of the plane.
struct Axis {
    /// Each dimension with its side.
    dimensions: Vec<(usize, u32)>,
    /// How many places there are.
    length: u32,
}

impl Axis {
    fn new(sides: &[u32], parity: usize) -> Self {
        let real = sides.iter().copied().enumerate().filter(|&(_, side)| side > 1);
        let dimensions: Vec<_> = real.skip(parity).step_by(2).collect();
        Self { length: dimensions.iter().map(|&(_, side)| side).product(), dimensions }
    }

    /// The place of a node: its coordinates as digits, the lower ones reversed where the higher ones are odd.
    fn place(&self, coordinates: &[u32]) -> u32 {
        self.dimensions.iter().rev().fold(0, |above, &(dimension, side)| {
            let digit = coordinates[dimension];
            above * side + if above % 2 == 0 { digit } else { side - 1 - digit }
        })
    }

    /// How far from the origin a place is: with a little more room between blocks.
    fn along(&self, place: u32) -> f64 {
        let mut block = 1;
        let gaps = self.dimensions.iter().map(|&(_, side)| {
            block *= side;
            0.35 * f64::from(place / block)
        });
        f64::from(place) + gaps.sum::<f64>()
    }
}
