//! Rows of a legend that explain the signs of networks and worms.

use crate::layout::{LinkKind, Shape};
use crate::legend::Row;
use crate::marks;
use crate::palette;
use crate::roles::Role;
use crate::scene::{Group, Style, polygon, polyline};
use crate::style::Sizes;
use kurbo::{BezPath, Point, Vec2};

/// A node with this part.
pub(crate) fn node(shape: Shape, role: Role, words: &str) -> Row {
    Row::sign(words, move |group, middle| marks::draw(group, middle, shape, role, Sizes::LEGEND))
}

/// A link of this kind.
pub(crate) fn link(kind: LinkKind, words: &str) -> Row {
    Row::sign(words, move |group, middle| group.curve(line(middle), Style::line(palette::link_colour(kind), 2.0)))
}

/// A link that leads one way.
pub(crate) fn one_way_link(words: &str) -> Row {
    Row::sign(words, |group, middle| {
        group.curve(line(middle), Style::line(palette::PALE, 2.0));
        let head = marks::arrowhead(middle, Vec2::new(1.0, 0.0), Sizes::LEGEND.arrow());
        group.curve(head, Style::fill(palette::FAINT));
    })
}

/// A faulty node.
pub(crate) fn lost_node(words: &str) -> Row {
    Row::sign(words, |group, middle| marks::draw_lost(group, middle, Shape::Circle, Sizes::LEGEND))
}

/// A faulty link.
pub(crate) fn lost_link(words: &str) -> Row {
    Row::sign(words, |group, middle| {
        group.curve(line(middle), marks::lost_line(Sizes::LEGEND));
        group.curve(marks::cross(middle, 4.0), marks::cross_line(Sizes::LEGEND));
    })
}

/// The worm of this number, as [`palette::worm_line`] or another of its lines draws it.
pub(crate) fn worm(worm: u32, line: fn(u32, f64) -> Style, words: String) -> Row {
    Row::sign(words, move |group, middle| draw_worm(group, middle, worm, line))
}

fn line(middle: Point) -> BezPath {
    polyline(&[-17.0, 17.0].map(|x| middle + Vec2::new(x, 0.0)))
}

fn draw_worm(group: &mut Group, middle: Point, worm: u32, line: fn(u32, f64) -> Style) {
    let at = |x: f64, y: f64| middle + Vec2::new(x, y);
    group.curve(polyline(&[at(-18.0, 0.0), at(12.0, 0.0)]), line(worm, Sizes::LEGEND.worm));
    let head = polygon(&[at(18.0, 0.0), at(10.0, 3.5), at(10.0, -3.5)]);
    group.curve(head, Style::fill(palette::worm_colour(worm)));
}
