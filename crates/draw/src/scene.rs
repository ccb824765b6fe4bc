//! What pictures are made of: curves, dots and texts in groups, in user units (pixels at scale 1), y downwards.

use crate::PaperWidth;
use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};

/// How something is painted. What is not said is inherited from the group around it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Style {
    /// The colour of the inside.
    pub fill: Option<&'static str>,
    /// The colour of the line.
    pub stroke: Option<&'static str>,
    /// The width of the line.
    pub width: Option<f64>,
    /// Lengths of dashes and gaps, in widths of the line; empty for a solid line.
    pub dash: &'static [f64],
    /// Texts get a white border, so that they can be read on lines.
    pub halo: bool,
}

impl Style {
    /// A line, not filled.
    pub(crate) const fn line(stroke: &'static str, width: f64) -> Self {
        Self { fill: Some("none"), stroke: Some(stroke), width: Some(width), dash: &[], halo: false }
    }

    /// A filled area with an outline.
    pub(crate) const fn area(fill: &'static str, stroke: &'static str, width: f64) -> Self {
        Self { fill: Some(fill), stroke: Some(stroke), width: Some(width), dash: &[], halo: false }
    }

    /// A filled area without an outline.
    pub(crate) const fn fill(fill: &'static str) -> Self {
        Self { fill: Some(fill), stroke: Some("none"), width: None, dash: &[], halo: false }
    }

    fn enlarge(&mut self, factor: f64) {
        self.width = self.width.map(|width| width * factor);
    }

    /// The same with dashes.
    pub(crate) const fn dashed(self, dash: &'static [f64]) -> Self {
        Self { dash, ..self }
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text. `at` is on its base line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub at: Point,
    pub anchor: Anchor,
    pub size: f64,
    pub bold: bool,
    pub content: String,
}

/// One thing in a picture.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Curve(BezPath, Style),
    Dot(Point, f64, Style),
    Text(Text, Style),
    Group(Group),
}

/// Things that belong together, painted in this order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// What it is, for readers of the SVG text and for style sheets.
    pub class: &'static str,
    /// What shows when the pointer rests on it.
    pub title: Option<String>,
    pub style: Style,
    pub items: Vec<Item>,
}

impl Group {
    pub(crate) fn new(class: &'static str, style: Style) -> Self {
        Self { class, style, ..Self::default() }
    }

    pub(crate) fn titled(class: &'static str, style: Style, title: String) -> Self {
        Self { class, style, title: Some(title), items: Vec::new() }
    }

    pub(crate) fn curve(&mut self, path: BezPath, style: Style) {
        if !path.is_empty() {
            self.items.push(Item::Curve(path, style));
        }
    }

    pub(crate) fn dot(&mut self, at: Point, radius: f64, style: Style) {
        self.items.push(Item::Dot(at, radius, style));
    }

    pub(crate) fn text(&mut self, text: Text, style: Style) {
        self.items.push(Item::Text(text, style));
    }

    /// Appends a group, unless it is empty.
    pub(crate) fn group(&mut self, group: Group) {
        if !group.items.is_empty() {
            self.items.push(Item::Group(group));
        }
    }

    /// Moves everything in it.
    pub(crate) fn shift(&mut self, by: Vec2) {
        for item in &mut self.items {
            match item {
                Item::Curve(path, _) => path.apply_affine(Affine::translate(by)),
                Item::Dot(at, ..) => *at += by,
                Item::Text(text, _) => text.at += by,
                Item::Group(group) => group.shift(by),
            }
        }
    }

    /// Makes everything in it larger, as seen from the origin.
    pub(crate) fn enlarge(&mut self, factor: f64) {
        self.style.enlarge(factor);
        for item in &mut self.items {
            match item {
                Item::Curve(path, style) => {
                    path.apply_affine(Affine::scale(factor));
                    style.enlarge(factor);
                }
                Item::Dot(at, radius, style) => {
                    *at = (at.to_vec2() * factor).to_point();
                    *radius *= factor;
                    style.enlarge(factor);
                }
                Item::Text(text, style) => {
                    text.at = (text.at.to_vec2() * factor).to_point();
                    text.size *= factor;
                    style.enlarge(factor);
                }
                Item::Group(group) => group.enlarge(factor),
            }
        }
    }

    /// The box around everything in it, lines counted with `margin` for their width; none if it is empty.
    pub(crate) fn bounds(&self, margin: f64) -> Option<Rect> {
        let boxes = self.items.iter().filter_map(|item| match item {
            Item::Curve(path, _) => Some(path.bounding_box().inflate(margin, margin)),
            Item::Dot(at, radius, _) => Some(Rect::from_center_size(*at, (2.0 * radius, 2.0 * radius))),
            Item::Text(text, _) => Some(text.bounds()),
            Item::Group(group) => group.bounds(margin),
        });
        boxes.reduce(|a, b| a.union(b))
    }
}

/// The path through these points.
pub(crate) fn polyline(points: &[Point]) -> BezPath {
    let mut path = BezPath::new();
    for (index, &point) in points.iter().enumerate() {
        match index {
            0 => path.move_to(point),
            _ => path.line_to(point),
        }
    }
    path
}

/// The outline through these points.
pub(crate) fn polygon(points: &[Point]) -> BezPath {
    let mut path = polyline(points);
    path.close_path();
    path
}

/// A picture of a known size, to be written as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// How wide it is on paper, if that matters.
    pub on_paper: Option<PaperWidth>,
    pub width: f64,
    pub height: f64,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
    pub description: String,
    pub groups: Vec<Group>,
}
