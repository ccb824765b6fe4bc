//! The signs of nodes: by shape for their place in the network, by filling and rings for their part in the plan.

use crate::layout::Shape;
use crate::palette::{self, GREY, INK, PALE, WHITE};
use crate::roles::Role;
use crate::scene::{Group, Style, polygon, polyline};
use crate::style::Sizes;
use kurbo::{BezPath, Point, Vec2};
use std::f64::consts::TAU;

/// How far the sign of a node reaches.
pub(crate) fn reach(role: Role, sizes: Sizes) -> f64 {
    match role {
        Role::Plain | Role::Passed => sizes.node + 0.5,
        Role::Destination(_) | Role::Missed | Role::Stuck => sizes.mark,
        Role::Relay(_) | Role::Helper(_) => sizes.mark + 2.6,
        Role::Source => sizes.mark + 3.6,
    }
}

/// Draws the sign of a node.
pub(crate) fn draw(group: &mut Group, at: Point, shape: Shape, role: Role, sizes: Sizes) {
    let line = (0.18 * sizes.mark).clamp(0.7, 1.4);
    let outline = |worm| Style::area(palette::worm_colour(worm), INK, line);
    let mut sign = |radius, style| draw_shape(group, at, shape, radius, style);
    match role {
        Role::Plain => sign(sizes.node, Style::area(WHITE, PALE, sizes.link)),
        Role::Passed => sign(sizes.node, Style::area(WHITE, GREY, sizes.link)),
        Role::Destination(worm) => sign(sizes.mark - line / 2.0, outline(worm)),
        Role::Missed => sign(sizes.mark - line / 2.0, Style::area(WHITE, INK, line).dashed(&[1.5, 1.5])),
        Role::Stuck => {
            sign(sizes.mark - line / 2.0, Style::area(WHITE, INK, line));
            group.curve(cross(at, 0.45 * sizes.mark), Style::line(INK, 1.4 * line));
        }
        Role::Relay(worm) => {
            sign(sizes.mark + 2.6 - line / 2.0, Style::area(WHITE, INK, line));
            sign(sizes.mark - 1.0, outline(worm));
        }
        Role::Helper(worm) => {
            sign(sizes.mark + 2.6 - line / 2.0, Style::area(WHITE, INK, line));
            sign(0.5 * sizes.mark, Style::fill(palette::worm_colour(worm)));
        }
        Role::Source => {
            group.dot(at, sizes.mark + 3.6 - line / 2.0, Style::area(WHITE, INK, line));
            group.curve(star(at, sizes.mark + 1.4), Style::fill(INK));
        }
    }
}

/// Draws the sign of a faulty node.
pub(crate) fn draw_lost(group: &mut Group, at: Point, shape: Shape, sizes: Sizes) {
    draw_shape(group, at, shape, 1.25 * sizes.node, Style::area(WHITE, PALE, sizes.link).dashed(&[1.5, 1.5]));
    group.curve(cross(at, 1.1 * sizes.node), cross_line(sizes));
}

/// The line of a faulty link.
pub(crate) fn lost_line(sizes: Sizes) -> Style {
    Style::line(PALE, 0.9 * sizes.link).dashed(&[2.0, 2.5])
}

/// The lines of a cross.
pub(crate) fn cross_line(sizes: Sizes) -> Style {
    Style::line(GREY, 1.2 * sizes.link)
}

/// An arrowhead of this length, its middle at a point.
pub(crate) fn arrowhead(at: Point, heading: Vec2, length: f64) -> BezPath {
    let (along, side) = (heading * length * 0.5, heading.turn_90() * length * 0.42);
    polygon(&[at + along, at - along + side, at - along - side])
}

/// A cross, its arms this far up and down, left and right.
pub(crate) fn cross(at: Point, arm: f64) -> BezPath {
    let mut path = polyline(&[at + Vec2::new(-arm, -arm), at + Vec2::new(arm, arm)]);
    path.extend(polyline(&[at + Vec2::new(-arm, arm), at + Vec2::new(arm, -arm)]));
    path
}

fn draw_shape(group: &mut Group, at: Point, shape: Shape, radius: f64, style: Style) {
    match shape {
        Shape::Circle => group.dot(at, radius, style),
        Shape::Square => group.curve(regular(at, 4, 1.15 * radius, TAU / 8.0), style),
        Shape::Hexagon => group.curve(regular(at, 6, 1.25 * radius, 0.0), style),
        Shape::Box => group.curve(regular(at, 4, 2.4 * radius, TAU / 8.0), style),
        Shape::Triangle => group.curve(regular(at + Vec2::new(0.0, 0.2 * radius), 3, 1.35 * radius, 0.0), style),
    }
}

/// A polygon with equal sides, one corner at an angle from the top.
fn regular(at: Point, corners: usize, radius: f64, turn: f64) -> BezPath {
    let corner = |index: usize| {
        let (sin, cos) = (turn + TAU * index as f64 / corners as f64).sin_cos();
        at + Vec2::new(sin, -cos) * radius
    };
    polygon(&(0..corners).map(corner).collect::<Vec<_>>())
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
