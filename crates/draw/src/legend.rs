//! The legend: what the signs mean, what the plan costs, which worm is which.

use crate::layout::{LinkKind, Shape};
use crate::palette::{self, INK};
use crate::roles::Role;
use crate::scene::{Anchor, Group, Style, Text, polygon, polyline};
use crate::style::Sizes;
use crate::timeline::{self, SpanKind};
use crate::{heat, marks, text};
use kurbo::{Point, Rect, Vec2};

/// The height of a row.
pub(crate) const ROW: f64 = 19.0;
const SIZE: f64 = 12.0;
/// The room for the sign in front of a row.
const SIGN: f64 = 46.0;
/// The room between columns.
const GUTTER: f64 = 28.0;

/// A row of a legend.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    /// Starts a part.
    Heading(String),
    /// A node with this part.
    Node(Shape, Role, String),
    /// A link of this kind.
    Link(LinkKind, String),
    /// A node that was taken away.
    LostNode(String),
    /// A link that was taken away.
    LostLink(String),
    /// The worm of this number.
    Worm(u32, String),
    /// What the worm of this number holds in a deadlock.
    Held(u32, String),
    /// What it waits for.
    Awaited(u32, String),
    /// A bar of a timeline.
    Span(SpanKind, String),
    /// A delivery in a timeline.
    Delivery(String),
    /// A step of the colour bar of a heat map.
    Heat(usize, String),
    /// Words, and a number or another short text that belongs to them.
    Fact(String, String),
    /// Words.
    Note(String),
}

impl Row {
    fn words(&self) -> &str {
        match self {
            Self::Heading(words) | Self::Note(words) | Self::Fact(words, _) => words,
            Self::Node(_, _, words) | Self::Link(_, words) | Self::Worm(_, words) => words,
            Self::Held(_, words) | Self::Awaited(_, words) => words,
            Self::LostNode(words) | Self::LostLink(words) | Self::Span(_, words) => words,
            Self::Delivery(words) | Self::Heat(_, words) => words,
        }
    }

    fn width(&self) -> f64 {
        let words = text::text_width(self.words(), SIZE, matches!(self, Self::Heading(_)));
        match self {
            Self::Heading(_) | Self::Note(_) => words,
            Self::Fact(_, value) => FACT.max(text::text_width(value, SIZE, true) + 10.0) + words,
            _ => SIGN + words,
        }
    }
}

/// The room for the number of a fact.
const FACT: f64 = 46.0;

/// The parts of a legend side by side or below each other, its top left corner at the origin. A part is not split, but
/// where it alone is taller than `tallest`.
pub(crate) fn draw(parts: &[Vec<Row>], tallest: f64) -> Group {
    let mut group = Group::new("legend", Style::fill(INK));
    let mut at = Point::ORIGIN;
    let mut widest: f64 = 0.0;
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let height = part.len() as f64 * ROW;
        if at.y > 0.0 && at.y + height > tallest {
            at = Point::new(at.x + widest + GUTTER, 0.0);
            widest = 0.0;
        }
        for row in part {
            draw_row(&mut group, at, row);
            at.y += ROW;
            widest = widest.max(row.width());
        }
        at.y += 0.6 * ROW;
    }
    group
}

fn draw_row(group: &mut Group, at: Point, row: &Row) {
    let base = at.y + ROW / 2.0 + 0.36 * SIZE;
    let mut words = |x: f64, anchor: Anchor, content: &str, bold: bool| {
        let text = Text { at: (at.x + x, base).into(), anchor, size: SIZE, bold, content: content.to_owned() };
        group.text(text, Style::default());
    };
    match row {
        Row::Heading(content) => words(0.0, Anchor::Start, content, true),
        Row::Note(content) => words(0.0, Anchor::Start, content, false),
        Row::Fact(content, value) => {
            words(FACT, Anchor::Start, content, false);
            words(FACT - 10.0, Anchor::End, value, true);
        }
        _ => {
            words(SIGN, Anchor::Start, row.words(), false);
            draw_sign(group, at + Vec2::new(SIGN / 2.0 - 5.0, ROW / 2.0), row);
        }
    }
}

fn draw_sign(group: &mut Group, middle: Point, row: &Row) {
    let line = polyline(&[-17.0, 17.0].map(|x| middle + Vec2::new(x, 0.0)));
    match row {
        Row::Heading(_) | Row::Note(_) | Row::Fact(..) => {}
        Row::Node(shape, role, _) => marks::draw(group, middle, *shape, *role, Sizes::LEGEND),
        Row::Link(kind, _) => group.curve(line, Style::line(palette::link_colour(*kind), 2.0)),
        Row::LostNode(_) => marks::draw_lost(group, middle, Shape::Circle, Sizes::LEGEND),
        Row::LostLink(_) => {
            group.curve(line, marks::lost_line(Sizes::LEGEND));
            group.curve(marks::cross(middle, 4.0), marks::cross_line(Sizes::LEGEND));
        }
        Row::Span(kind, _) => timeline::draw_bar(group, Rect::from_center_size(middle, (34.0, 12.0)), *kind, 0, false),
        Row::Delivery(_) => timeline::draw_delivery(group, middle),
        Row::Heat(step, _) => heat::draw_step(group, middle, *step),
        Row::Worm(worm, _) => draw_worm(group, middle, *worm, palette::worm_line),
        Row::Held(worm, _) => draw_worm(group, middle, *worm, palette::held_line),
        Row::Awaited(worm, _) => draw_worm(group, middle, *worm, palette::awaited_line),
    }
}

fn draw_worm(group: &mut Group, middle: Point, worm: u32, line: fn(u32, f64) -> Style) {
    let at = |x: f64, y: f64| middle + Vec2::new(x, y);
    group.curve(polyline(&[at(-18.0, 0.0), at(12.0, 0.0)]), line(worm, Sizes::LEGEND.worm));
    let head = polygon(&[at(18.0, 0.0), at(10.0, 3.5), at(10.0, -3.5)]);
    group.curve(head, Style::fill(palette::worm_colour(worm)));
}
