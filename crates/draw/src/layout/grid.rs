//! Meshes and tori: by their coordinates, the origin at the bottom left.

use super::arrangement::{Layout, Tick};
use super::nested;
use kurbo::{Point, Vec2};
use std::f64::consts::TAU;
use wormcast_topology::{Graph, Grid, NodeId, Topology};

/// How long the stub of a wrap-around link is.
const STUB: f64 = 0.45;
/// Longer lines are folded.
const LONGEST_LINE: usize = 24;
/// Along longer borders only every tenth coordinate is named.
const CLOSE_TICKS: u32 = 100;
/// What the first axes are called.
const AXES: [&str; 3] = ["x", "y", "z"];

/// The layout of a grid. Lines are drawn as lines or, when they wrap, as rings; planes as planes; spaces as planes
/// above each other, seen from the side; and what has more dimensions as planes within planes.
pub(super) fn arrange(topology: &dyn Topology) -> Option<Layout> {
    topology.grid().map(|grid| of(grid, topology.graph()))
}

/// The layout of a twisted torus: that of the torus with the same sides.
pub(super) fn arrange_twisted(topology: &dyn Topology) -> Option<Layout> {
    topology.twisted_torus().map(|torus| of(torus.coordinates(), topology.graph()))
}

fn of(grid: &Grid, graph: &Graph) -> Layout {
    let sides = grid.sides();
    let real: Vec<usize> = (0..sides.len()).filter(|&dimension| sides[dimension] > 1).collect();
    let wraps = |dimension: usize| sides[dimension] > 2 && grid.wraps(dimension);
    match real[..] {
        [dimension] if wraps(dimension) => ring(graph.node_count()),
        [_] if graph.node_count() > LONGEST_LINE => folded_line(graph.node_count()),
        [1] => linear(grid, graph, &flat_axes(sides.len(), &[0, 1])),
        [x, y] => Layout { ticks: ticks(sides, [x, y]), ..linear(grid, graph, &flat_axes(sides.len(), &real)) },
        [] | [_] => linear(grid, graph, &flat_axes(sides.len(), &real)),
        [x, y, z] => linear(grid, graph, &storey_axes(sides, [x, y, z])).scaled(1.2),
        _ => nested::arrange(grid, graph),
    }
}

fn ring(nodes: usize) -> Layout {
    let radius = 0.5 / (TAU / 2.0 / nodes as f64).sin();
    let direction = |index: usize| Vec2::from_angle(TAU * (index as f64 / nodes as f64 - 0.25));
    let sides: Vec<_> = (0..nodes).map(direction).collect();
    let points = sides.iter().map(|&side| (side * radius).to_point()).collect();
    Layout { name_sides: sides, ..Layout::at(points) }
}

/// A long line, folded like a text whose every second line runs backwards.
fn folded_line(nodes: usize) -> Layout {
    let columns = ((2 * nodes).isqrt()).clamp(16, 64);
    let place = |index: usize| {
        let (row, column) = (index / columns, index % columns);
        let column = if row.is_multiple_of(2) { column } else { columns - 1 - column };
        Point::new(column as f64, row as f64)
    };
    Layout::at((0..nodes).map(place).collect())
}

/// Each dimension has a vector, and a node stands at the sum of its coordinates' vectors.
fn linear(grid: &Grid, graph: &Graph, axes: &[Vec2]) -> Layout {
    let place = |node: NodeId| {
        let steps = axes.iter().enumerate().map(|(d, &axis)| axis * f64::from(grid.coordinate(node, d)));
        steps.fold(Point::ORIGIN, |at, step| at + step)
    };
    let mut layout = Layout::at(graph.nodes().map(place).collect());
    for channel in graph.channels() {
        let (from, to) = (graph.source(channel), graph.target(channel));
        if let Some(out) = stub(grid, axes, from, to) {
            layout.stubs.insert(channel, out);
        }
    }
    layout
}

/// The vectors of a plane in which two dimensions matter: the first to the right, the second upwards.
fn flat_axes(dimensions: usize, real: &[usize]) -> Vec<Vec2> {
    let mut axes = vec![Vec2::ZERO; dimensions];
    for (&dimension, axis) in real.iter().zip([Vec2::new(1.0, 0.0), Vec2::new(0.0, -1.0)]) {
        if let Some(vector) = axes.get_mut(dimension) {
            *vector = axis;
        }
    }
    axes
}

/// The coordinates along the borders of a plane, and the names of its axes behind them.
fn ticks(sides: &[u32], [x, y]: [usize; 2]) -> Vec<Tick> {
    let axis = |dimension: usize, of_column: bool| {
        let side = sides[dimension];
        let step = if side > CLOSE_TICKS { 10 } else { 1 };
        let name = AXES.get(dimension).map_or_else(|| format!("dimension {dimension}"), |&name| name.to_owned());
        let coordinates = (0..side).step_by(step).map(|coordinate| (f64::from(coordinate), coordinate.to_string()));
        let labels = coordinates.chain([(f64::from(side) - 0.5, name)]);
        labels.map(move |(place, label)| Tick { of_column, at: if of_column { place } else { -place }, label })
    };
    axis(x, true).chain(axis(y, false)).collect()
}

/// The vectors of a space: planes seen from the side, each above the one before. A column of nodes is drawn as an
/// upright line; the slant of the planes is chosen so that these lines pass between the nodes of other columns.
fn storey_axes(sides: &[u32], [x, y, z]: [usize; 3]) -> Vec<Vec2> {
    const DEPTH: f64 = 0.5;
    let mut axes = vec![Vec2::ZERO; sides.len()];
    axes[x] = Vec2::new(1.0, 0.0);
    axes[y] = Vec2::new(slant(sides[y]), -DEPTH);
    axes[z] = Vec2::new(0.0, -(DEPTH * f64::from(sides[y] - 1) + 1.0));
    axes
}

/// The fraction nearest to 0.4 whose first `side` multiples have different fractional parts, evenly spread.
fn slant(side: u32) -> f64 {
    let coprime = (1..=side).filter(|&k| gcd(k, side) == 1);
    let slants = coprime.map(|k| f64::from(k) / f64::from(side));
    slants.min_by(|a, b| (a - 0.4).abs().total_cmp(&(b - 0.4).abs())).unwrap_or(0.4)
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The stub with which a channel leaves a node if it wraps around: outwards along its dimension.
fn stub(grid: &Grid, axes: &[Vec2], from: NodeId, to: NodeId) -> Option<Vec2> {
    let dimension = (0..grid.sides().len()).find(|&d| grid.coordinate(from, d) != grid.coordinate(to, d))?;
    let (a, b) = (grid.coordinate(from, dimension), grid.coordinate(to, dimension));
    let outward = if a > b { 1.0 } else { -1.0 };
    (a.abs_diff(b) > 1).then(|| axes[dimension].normalize() * outward * STUB)
}
