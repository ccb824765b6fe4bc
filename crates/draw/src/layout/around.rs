//! Links that go around the nodes that they do not belong to: one that passes over a third node looks as if it ended
//! there, and shows a network that is not this one.

use super::arrangement::{Layout, Shape, links};
use crate::course::{Course, bow};
use kurbo::{ParamCurve, Point, Rect, Vec2};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The least distance between the middle of a node's sign and the middle of a link that passes it: the largest sign of
/// a plan, and half the width of two lanes.
const CLEARANCE: f64 = 0.17;
/// The same beside a box, whose corners are further out.
const CLEARANCE_OF_BOXES: f64 = 0.24;
/// Bows are tried in steps of this height.
const STEP: f64 = 0.06;
/// The highest bow that is tried: so much, and this share of the length.
const HIGHEST: (f64, f64) = (0.9, 0.4);
/// The length of the pieces that a bow is measured by.
const PIECE: f64 = 0.1;

/// Bends the links that pass over a node, as little as it takes; of both sides to the one that is further out. Where no
/// bow is free, the one that keeps the greatest distance. O(links · nodes), and in planes much less.
pub(super) fn bend(layout: &mut Layout, graph: &Graph) {
    let nodes = Nodes::new(layout);
    let middle = centre(&layout.points);
    let bent: Vec<_> = links(graph)
        .filter(|&link| !layout.stubs.contains_key(&link))
        .filter_map(|link| Some((link, swell(layout, graph, &nodes, link, middle)?)))
        .collect();
    bent.into_iter().for_each(|(link, swell)| layout.bend(graph, link, swell));
}

/// The bow of a link that passes over a node; none if it passes over none.
fn swell(layout: &Layout, graph: &Graph, nodes: &Nodes, link: ChannelId, middle: Point) -> Option<Vec2> {
    let ends = [graph.source(link), graph.target(link)];
    let [from, to] = ends.map(|node| layout.point(node));
    if from == to {
        return None;
    }
    let wanted = nodes.clearance + layout.aside(link).abs();
    let room = |swell: Vec2| nodes.room(&pieces(from, to, swell), ends, wanted);
    let own = match layout.course(graph, link) {
        Course::Bow(swell) => swell,
        Course::Straight | Course::Wrapped(..) => Vec2::ZERO,
    };
    let own_room = room(own);
    if own_room >= wanted {
        return None;
    }
    let across = (to - from).turn_90().normalize();
    let outward = from.midpoint(to) - middle;
    // Near the middle of the picture the side is settled by the directions of the pages, not by rounding.
    let side = if outward.dot(across).abs() > 1e-6 { outward.dot(across) } else { across.x + 0.5 * across.y };
    let outer = across * side.signum();
    let steps = ((HIGHEST.0 + HIGHEST.1 * from.distance(to)) / STEP) as u32;
    let heights = (1..=steps).flat_map(|step| [1.0, -1.0].map(|side| side * STEP * f64::from(step)));
    let mut best = (own_room, own);
    for swell in heights.map(|height| own + outer * height) {
        let room = room(swell);
        if room > best.0 + 1e-9 {
            best = (room, swell);
        }
        if room >= wanted {
            break;
        }
    }
    (best.1 != own).then_some(best.1)
}

/// The points along a link: two if it is straight.
fn pieces(from: Point, to: Point, swell: Vec2) -> Vec<Point> {
    if swell == Vec2::ZERO {
        return vec![from, to];
    }
    let curve = bow(from, to, swell);
    let count = ((from.distance(to) + 2.0 * swell.hypot()) / PIECE).ceil().max(8.0);
    (0..=count as u32).map(|step| curve.eval(f64::from(step) / count)).collect()
}

fn centre(points: &[Point]) -> Point {
    let boxes = points.iter().map(|&point| Rect::from_points(point, point));
    boxes.reduce(|a, b| a.union(b)).map_or(Point::ORIGIN, |all| all.center())
}

/// Where the nodes are, from left to right.
struct Nodes {
    sorted: Vec<(Point, NodeId)>,
    clearance: f64,
}

impl Nodes {
    fn new(layout: &Layout) -> Self {
        let mut sorted: Vec<_> = layout.points.iter().copied().zip((0..).map(NodeId::new)).collect();
        sorted.sort_by(|(a, _), (b, _)| a.x.total_cmp(&b.x));
        let has_boxes = layout.shapes.contains(&Shape::Box);
        Self { sorted, clearance: if has_boxes { CLEARANCE_OF_BOXES } else { CLEARANCE } }
    }

    /// The distance between a line and the nearest node that is none of its ends, or `most` if that is further away.
    fn room(&self, line: &[Point], ends: [NodeId; 2], most: f64) -> f64 {
        let extent = line.iter().map(|&point| Rect::from_points(point, point)).reduce(|a, b| a.union(b));
        let Some(extent) = extent.map(|extent| extent.inflate(most, most)) else { return most };
        let first = self.sorted.partition_point(|(point, _)| point.x < extent.x0);
        let near = self.sorted[first..].iter().take_while(|(point, _)| point.x <= extent.x1);
        let others = near.filter(|(point, node)| extent.contains(*point) && !ends.contains(node));
        others.map(|&(point, _)| distance(line, point)).fold(most, f64::min)
    }
}

/// How near a line comes to a point.
fn distance(line: &[Point], point: Point) -> f64 {
    let to = |pair: &[Point]| {
        let along = pair[1] - pair[0];
        let share = (point - pair[0]).dot(along) / along.hypot2();
        // A line without a length has no share.
        point.distance(pair[0].lerp(pair[1], if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }))
    };
    line.windows(2).map(to).fold(f64::INFINITY, f64::min)
}
