//! Networks of no family: where their descriptions place the nodes, else by stress, component by component.

use super::arrangement::{Layout, links, outwards};
use super::spread;
use super::stress::{Component, place};
use kurbo::{Point, Rect};
use wormcast_topology::{Graph, NodeId, Topology};

/// The length of the usual link.
const LINK: f64 = 1.35;
/// The least distance between nodes.
const NEAREST: f64 = 0.62;
/// The least distance between a node and a link that passes it.
const CLEARANCE: f64 = 0.42;
/// How often nodes make room for nodes, and then for links.
const TURNS: usize = 5;
/// The room between components.
const GAP: f64 = 1.2;

/// The layout of any network.
pub(super) fn arrange(topology: &dyn Topology) -> Layout {
    let graph = topology.graph();
    let given = given_places(topology);
    let mut points = given.unwrap_or_else(|| by_stress(graph));
    // A family knows what it does; what files say, or a search has found, may be crowded.
    let turns = if topology.described().is_some() { TURNS } else { 0 };
    for _ in 0..turns {
        spread::apart(&mut points, NEAREST);
        spread::off_links(&mut points, graph, CLEARANCE);
    }
    if topology.described().is_some() {
        spread::apart(&mut points, NEAREST);
    }
    let name_sides = graph.nodes().map(|node| outwards(&points, graph, node)).collect();
    Layout { name_sides, ..Layout::at(points) }
}

/// The places that its description gives, if it places all nodes and not all in one point: scaled so that the median
/// link has the usual length, but not so much that the picture is mostly white.
fn given_places(topology: &dyn Topology) -> Option<Vec<Point>> {
    let graph = topology.graph();
    let place = |node| topology.position(node).map(|[x, y]| Point::new(x, y)).filter(|point| point.is_finite());
    let points: Vec<Point> = graph.nodes().map(place).collect::<Option<_>>()?;
    let extent = bounds(&points);
    let widest = extent.width().max(extent.height());
    if !(1e-9..1e9).contains(&widest) {
        return None;
    }
    let mut lengths: Vec<f64> = links(graph)
        .map(|link| points[graph.source(link).index()].distance(points[graph.target(link).index()]))
        .collect();
    lengths.sort_by(f64::total_cmp);
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(widest);
    let roomiest = 3.0 * (points.len() as f64).sqrt() + 4.0;
    let scale = (LINK / median).min(roomiest / widest);
    Some(points.iter().map(|&point| ((point - extent.center()) * scale).to_point()).collect())
}

/// The box around some points.
fn bounds(points: &[Point]) -> Rect {
    let boxes = points.iter().map(|&point| Rect::from_points(point, point));
    boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
}

fn by_stress(graph: &Graph) -> Vec<Point> {
    let mut points = vec![Point::ORIGIN; graph.node_count()];
    let mut boxes: Vec<(Component, Vec<Point>)> = components(graph)
        .into_iter()
        .map(|nodes| {
            let component = Component::new(graph, nodes);
            let places = place(&component).iter().map(|point| (point.to_vec2() * LINK).to_point()).collect();
            (component, places)
        })
        .collect();
    let area = |(_, places): &(Component, Vec<Point>)| {
        let size = bounds(places).size();
        (size.width + GAP) * (size.height + GAP)
    };
    let width = boxes.iter().map(area).sum::<f64>().sqrt() * 1.25;
    // Tall components first; the sort is stable, so the order is settled.
    boxes.sort_by(|(_, a), (_, b)| bounds(b).height().total_cmp(&bounds(a).height()));
    let mut shelf = Shelf { width, at: Point::ORIGIN, height: 0.0 };
    for (component, places) in &boxes {
        let extent = bounds(places);
        let shift = shelf.put(extent) - extent.origin();
        for (&node, &place) in component.nodes.iter().zip(places) {
            points[node.index()] = place + shift;
        }
    }
    points
}

/// Boxes in rows, as books on shelves.
struct Shelf {
    width: f64,
    at: Point,
    height: f64,
}

impl Shelf {
    /// The top left corner for the next box.
    fn put(&mut self, extent: Rect) -> Point {
        if self.at.x > 0.0 && self.at.x + extent.width() > self.width {
            self.at = Point::new(0.0, self.at.y + self.height + GAP);
            self.height = 0.0;
        }
        let corner = self.at;
        self.at.x += extent.width() + GAP;
        self.height = self.height.max(extent.height());
        corner
    }
}

/// The connected components, each in breadth-first order from its lowest node.
fn components(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut seen = vec![false; graph.node_count()];
    let mut components = Vec::new();
    for start in graph.nodes() {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut nodes = vec![start];
        let mut head = 0;
        while let Some(&node) = nodes.get(head) {
            head += 1;
            // One-way links hold nodes together, too.
            let into = graph.in_channels(node).map(|channel| graph.source(channel));
            for next in graph.neighbours(node).iter().copied().chain(into) {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    nodes.push(next);
                }
            }
        }
        components.push(nodes);
    }
    components
}
