//! The network in a picture: links, worms, nodes, names.

use crate::canvas::Canvas;
use crate::layout::{self, Circle, LinkKind};
use crate::roles::Role;
use crate::scene::{Group, Style, polygon};
use crate::track::{Track, Way, point_on};
use crate::{marks, names, palette, text};
use kurbo::BezPath;
use wormcast_topology::NodeId;

/// Everything, with these worms between the links and the nodes.
pub(crate) fn draw(canvas: &Canvas<'_>, worms: Group) -> Group {
    let links = links(canvas);
    let (lost, nodes) = (lost(canvas), nodes(canvas));
    let names = names::draw(canvas, &links, &worms, &nodes);
    let mut group = Group::new("network", Style::default());
    for part in [cells(canvas), circles(canvas), links, arrows(canvas), lost, worms, nodes, names] {
        group.group(part);
    }
    group
}

fn cells(canvas: &Canvas<'_>) -> Group {
    let mut group = Group::new("cells", Style::area(palette::SHADES[0], palette::SHADES[3], 1.0));
    let mut path = BezPath::new();
    for &middle in &canvas.layout.cells {
        path.extend(polygon(&layout::cell(middle, canvas.sizes.unit)));
    }
    group.curve(path, Style::default());
    group
}

fn circles(canvas: &Canvas<'_>) -> Group {
    let mut group = Group::new("parts", Style::default());
    for &Circle { middle, radius, depth } in &canvas.layout.circles {
        group.dot(middle, radius, Style::fill(palette::SHADES[depth.min(palette::SHADES.len() - 1)]));
    }
    group
}

fn links(canvas: &Canvas<'_>) -> Group {
    let mut group = Group::new("links", Style::line(palette::PALE, canvas.sizes.link));
    for kind in [LinkKind::Plain, LinkKind::RowTree, LinkKind::ColumnTree] {
        let mut path = BezPath::new();
        for channel in layout::links(canvas.graph()).filter(|&channel| canvas.layout.kind(channel) == kind) {
            let graph = canvas.graph();
            let [a, b] = [graph.source(channel), graph.target(channel)].map(|node| canvas.layout.point(node));
            canvas.layout.course(graph, channel).trace_aside([a, b], canvas.layout.aside(channel), &mut path);
        }
        let stroke = (kind != LinkKind::Plain).then(|| palette::link_colour(kind));
        group.curve(path, Style { stroke, ..Style::default() });
    }
    group
}

/// Arrowheads on the links that lead one way.
fn arrows(canvas: &Canvas<'_>) -> Group {
    let mut group = Group::new("one-way", Style::fill(palette::FAINT));
    let graph = canvas.graph();
    let mut heads = BezPath::new();
    for channel in graph.channels().filter(|&channel| graph.reverse(channel).is_none()) {
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| canvas.layout.point(node));
        let course = canvas.layout.course(graph, channel);
        let track = Track::new(from, to, course, canvas.layout.aside(channel), [canvas.sizes.node; 2]);
        let (at, heading) = match track.way {
            Way::Wrapped([_, out, ..]) => (out, track.leave),
            ref way => point_on(way, 0.6),
        };
        heads.extend(marks::arrowhead(at, heading, canvas.sizes.arrow()));
    }
    group.curve(heads, Style::default());
    group
}

/// What is faulty: links dashed, and crossed out where they were taken themselves; nodes crossed out.
fn lost(canvas: &Canvas<'_>) -> Group {
    let lost = &canvas.layout.lost;
    let mut group = Group::new("lost", Style::default());
    let mut path = BezPath::new();
    lost.links.iter().for_each(|link| link.course.trace(link.ends[0], link.ends[1], &mut path));
    group.curve(path, marks::lost_line(canvas.sizes));
    for link in lost.links.iter().filter(|link| link.itself) {
        let [a, b] = link.ends;
        for middle in link.course.middles(a, b) {
            group.curve(marks::cross(middle, 1.1 * canvas.sizes.node), marks::cross_line(canvas.sizes));
        }
    }
    for node in &lost.nodes {
        let tip = format!("{}: faulty", text::printable(&node.name));
        let mut sign = Group::titled("node lost", Style::default(), tip);
        marks::draw_lost(&mut sign, node.at, node.shape, canvas.sizes);
        group.group(sign);
    }
    group
}

fn nodes(canvas: &Canvas<'_>) -> Group {
    let mut nodes = Group::new("nodes", Style::default());
    for node in canvas.graph().nodes() {
        let role = canvas.role(node);
        let mut group = Group::titled(role.class(), Style::default(), tip(canvas, node, role));
        marks::draw(&mut group, canvas.layout.point(node), canvas.layout.shape(node), role, canvas.sizes);
        nodes.group(group);
    }
    nodes
}

/// What shows when the pointer rests on a node.
fn tip(canvas: &Canvas<'_>, node: NodeId, role: Role) -> String {
    let name = text::printable(&canvas.topology.node_name(node));
    match role.words() {
        Some(words) => format!("{name}: {words}"),
        None => name,
    }
}
