//! Triangular grids: every node in a hexagon, its six neighbours around it, and stubs for the links that wrap around.

use super::arrangement::Layout;
use kurbo::{Point, Vec2};
use wormcast_topology::{Graph, NodeId, Outline, Topology};

/// How long the stub of a wrap-around link is.
const STUB: f64 = 0.45;
/// The steps to the six neighbours, in columns and rows.
const STEPS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// The layout of a network whose nodes stand on a triangular grid.
pub(super) fn arrange(topology: &dyn Topology) -> Option<Layout> {
    let graph = topology.graph();
    if topology.outline() != Outline::Hexagon {
        return None;
    }
    let place = |node| topology.position(node).and_then(coordinates);
    let places: Vec<(i64, i64)> = graph.nodes().map(place).collect::<Option<_>>()?;
    let mut layout = Layout::at(places.iter().map(|&place| vector(place).to_point()).collect());
    layout.cells = layout.points.clone();
    let sides = sides(&places);
    for channel in graph.channels() {
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| places[node.index()]);
        if let Some(out) = stub(from, to, sides) {
            layout.stubs.insert(channel, out);
        }
    }
    bend_the_rest(&mut layout, graph, &places);
    Some(layout)
}

/// Column and row of a place on the grid; none of other places.
fn coordinates([x, y]: [f64; 2]) -> Option<(i64, i64)> {
    let row = -y / 0.75_f64.sqrt();
    let column = x + row / 2.0;
    let is_whole = |number: f64| (number - number.round()).abs() < 1e-3 && number.abs() < 1e6;
    (is_whole(row) && is_whole(column)).then_some((column.round() as i64, row.round() as i64))
}

/// The way that a difference of columns and rows is on paper, y downwards.
fn vector((column, row): (i64, i64)) -> Vec2 {
    Vec2::new(column as f64 - row as f64 / 2.0, -(row as f64) * 0.75_f64.sqrt())
}

/// How many columns and rows there are.
fn sides(places: &[(i64, i64)]) -> (i64, i64) {
    let extent = |coordinate: fn(&(i64, i64)) -> i64| {
        let all = || places.iter().map(coordinate);
        all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
    };
    (extent(|place| place.0), extent(|place| place.1))
}

/// The stub of a link between places that are no neighbours: in the direction of the step that leads there by wrapping
/// around.
fn stub(from: (i64, i64), to: (i64, i64), (columns, rows): (i64, i64)) -> Option<Vec2> {
    let difference = (to.0 - from.0, to.1 - from.1);
    let wraps = |step: &&(i64, i64)| {
        (difference.0 - step.0).rem_euclid(columns) == 0 && (difference.1 - step.1).rem_euclid(rows) == 0
    };
    let is_near = STEPS.contains(&difference);
    STEPS.iter().find(wraps).filter(|_| !is_near).map(|&step| vector(step) * STUB)
}

/// Bends the links between places that no step joins, so that they do not run over nodes.
fn bend_the_rest(layout: &mut Layout, graph: &Graph, places: &[(i64, i64)]) {
    for channel in graph.channels().filter(|&channel| graph.link(channel) == channel) {
        let ends = [graph.source(channel), graph.target(channel)];
        let [from, to] = ends.map(|node: NodeId| places[node.index()]);
        let is_step = STEPS.contains(&(to.0 - from.0, to.1 - from.1));
        if !is_step && !layout.stubs.contains_key(&channel) {
            let along: Vec2 = layout.point(ends[1]) - layout.point(ends[0]);
            layout.bend(graph, channel, along.turn_90() * 0.12);
        }
    }
}

/// The corners of the hexagon around a node, in units of the distance between neighbours.
pub(crate) fn cell(middle: Point, unit: f64) -> [Point; 6] {
    let radius = unit / 3.0_f64.sqrt();
    [0, 1, 2, 3, 4, 5]
        .map(|corner| middle + Vec2::from_angle(std::f64::consts::TAU * (f64::from(corner) + 0.5) / 6.0) * radius)
}
