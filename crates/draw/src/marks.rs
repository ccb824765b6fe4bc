//! Nodes and their names.

use crate::layout::Layout;
use crate::palette::{self, GREY, INK, PALE, WHITE};
use crate::roles::Role;
use crate::scene::{Anchor, Group, Style, Text, polygon};
use crate::style::{Names, Sizes};
use crate::text;
use kurbo::{BezPath, Point, Vec2};
use std::f64::consts::TAU;
use wormcast_topology::{NodeId, Topology};

/// All nodes, with their names.
pub(crate) fn draw(topology: &dyn Topology, layout: &Layout, roles: &[Role], sizes: Sizes) -> Group {
    let mut nodes = Group::new("nodes", Style::default());
    let mut names = Group::new("names", Style::fill(GREY));
    for (index, (&at, &role)) in layout.points.iter().zip(roles).enumerate() {
        let name = topology.node_name(NodeId::new(index));
        let mut group = Group::titled("node", Style::default(), name.clone());
        draw_mark(&mut group, at, role, sizes);
        nodes.group(group);
        if sizes.names == Names::All {
            let at = at + Vec2::new(sizes.mark, sizes.mark + sizes.name * 0.8);
            let content = text::printable(&name);
            names.text(Text { at, anchor: Anchor::Start, size: sizes.name, bold: false, content }, Style::default());
        }
    }
    let mut group = Group::new("", Style::default());
    group.group(nodes);
    group.group(names);
    group
}

/// The sign of a node.
pub(crate) fn draw_mark(group: &mut Group, at: Point, role: Role, sizes: Sizes) {
    let outline = |worm| Style::area(palette::worm_colour(worm), INK, 1.4);
    match role {
        Role::Plain => group.dot(at, sizes.node, Style::area(WHITE, PALE, sizes.link)),
        Role::Passed => group.dot(at, sizes.node, Style::area(WHITE, GREY, sizes.link)),
        Role::Destination(worm) => group.dot(at, sizes.mark - 0.7, outline(worm)),
        Role::Missed => group.dot(at, sizes.mark - 0.7, Style::area(WHITE, INK, 1.4).dashed(&[1.5, 1.5])),
        Role::Relay(worm) => {
            group.dot(at, sizes.mark + 2.0, Style::area(WHITE, INK, 1.4));
            group.dot(at, sizes.mark - 1.2, outline(worm));
        }
        Role::Source => {
            group.dot(at, sizes.mark + 3.0, Style::area(WHITE, INK, 1.4));
            group.curve(star(at, sizes.mark + 1.0), Style::fill(INK));
        }
    }
}

/// A star with five points.
fn star(at: Point, radius: f64) -> BezPath {
    let corner = |index: usize| {
        let (sin, cos) = (TAU * index as f64 / 10.0).sin_cos();
        let radius = if index.is_multiple_of(2) { radius } else { 0.45 * radius };
        at + Vec2::new(sin, -cos) * radius
    };
    polygon(&(0..10).map(corner).collect::<Vec<_>>())
}
