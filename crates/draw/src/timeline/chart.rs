//! The bars of a timeline.

use super::axis::Axis;
use super::span::{Span, SpanKind, TimelineChart, TimelineRow};
use crate::palette::{self, FAINT, GREY, INK, PALE, WHITE};
use crate::scene::{Anchor, Group, Style, Text, polygon, polyline};
use crate::text;
use kurbo::{BezPath, Point, Rect, Shape, Vec2};

const ROW: f64 = 18.0;
/// Charts of more rows show the times above them too.
const TALL: f64 = 40.0;
/// Bars leave this much white above and below.
const INSET: f64 = 2.5;
const SIZE: f64 = 10.5;
const HEADING: f64 = 11.5;
/// The distance between the lines of a hatched bar.
const HATCH: f64 = 5.0;
/// How far bars that never end reach beyond the chart.
const OPEN: f64 = 28.0;
/// How deep their torn side is.
const BITE: f64 = 4.0;

/// A timeline on paper; the chart's left edge is at x = 0, the names are to the left of it.
pub(super) struct Chart<'a> {
    pub timeline: &'a TimelineChart,
    pub axis: &'a Axis,
}

/// The room for the longest name.
pub(super) fn names_width(timeline: &TimelineChart) -> f64 {
    let width = |name: &str, size: f64, bold: bool| text::text_width(&text::printable(name), size, bold);
    let sections = timeline.sections.iter();
    let headings = sections.clone().map(|section| width(&section.name, HEADING, true));
    let rows = sections.flat_map(|section| &section.rows).map(|row| width(&row.name, SIZE, false));
    headings.chain(rows).fold(0.0, f64::max) + 8.0
}

impl Chart<'_> {
    pub(super) fn draw(&self) -> Group {
        let mut rows = Group::new("rows", Style::default());
        let mut y = 0.0;
        for section in &self.timeline.sections {
            if !section.name.is_empty() {
                y += 0.35 * ROW;
                let at = Point::new(-names_width(self.timeline), y + ROW / 2.0 + 0.36 * HEADING);
                rows.text(label(at, Anchor::Start, HEADING, true, &text::printable(&section.name)), Style::fill(INK));
                y += ROW;
            }
            for row in &section.rows {
                rows.group(self.row(y, &section.name, row));
                y += ROW;
            }
        }
        let mut group = Group::new("timeline", Style::default());
        group.group(self.grid(y));
        group.group(rows);
        group
    }

    /// Lines at round times, with the times below them, above a tall chart too, and the end of time.
    fn grid(&self, bottom: f64) -> Group {
        let mut group = Group::new("axis", Style::default());
        let base = bottom + 6.0;
        let ticks = self.axis.ticks();
        let lines = ticks.iter().map(|&time| self.axis.place(time));
        let mut path = BezPath::new();
        lines.for_each(|x| path.extend(polyline(&[Point::new(x, -4.0), Point::new(x, base)])));
        group.curve(path, Style::line(PALE, 0.6));
        let is_tall = bottom > TALL * ROW;
        let times = [Some(base + 14.0), is_tall.then_some(-8.0)];
        times.into_iter().flatten().for_each(|y| self.times(&mut group, &ticks, y));
        if let Some(stop) = &self.timeline.stop {
            let x = self.axis.place(stop.at);
            group.curve(
                polyline(&[Point::new(x, -4.0), Point::new(x, base)]),
                Style::line(INK, 1.4).dashed(&[3.0, 2.0]),
            );
            let y = if is_tall { -24.0 } else { -8.0 };
            group.text(label(Point::new(x, y), Anchor::Middle, SIZE, true, &stop.why), Style::fill(INK));
        }
        group
    }

    /// The times of the ticks, the last one with the unit.
    fn times(&self, group: &mut Group, ticks: &[f64], y: f64) {
        for (index, &time) in ticks.iter().enumerate() {
            let unit = if index + 1 == ticks.len() { format!(" {}", self.timeline.unit) } else { String::new() };
            let at = Point::new(self.axis.place(time), y);
            group.text(label(at, Anchor::Middle, SIZE, false, &(self.axis.text(time) + &unit)), Style::fill(GREY));
        }
    }

    fn row(&self, y: f64, section: &str, row: &TimelineRow) -> Group {
        let mut group = Group::titled("row", Style::default(), text::printable(&row.name));
        let at = Point::new(-8.0, y + ROW / 2.0 + 0.36 * SIZE);
        group.text(label(at, Anchor::End, SIZE, false, &text::printable(&row.name)), Style::fill(GREY));
        group
            .curve(polyline(&[Point::new(0.0, y + ROW), Point::new(self.axis.width, y + ROW)]), Style::line(PALE, 0.4));
        for span in &row.spans {
            group.group(self.span(y, section, span));
        }
        for &time in &row.deliveries {
            draw_delivery(&mut group, Point::new(self.axis.place(time), y + ROW / 2.0));
        }
        group
    }

    fn span(&self, y: f64, section: &str, span: &Span) -> Group {
        let end = span.end.map_or(self.axis.width + OPEN, |end| self.axis.place(end));
        let start = self.axis.place(span.start);
        let bar = Rect::new(start, y + INSET, end.max(start + 0.8), y + ROW - INSET);
        let mut group = Group::titled("span", Style::default(), self.tip(section, span));
        draw_bar(&mut group, bar, span.kind, span.worm, span.end.is_none());
        let room = bar.width() - 8.0;
        let words = text::printable(&span.label);
        if !words.is_empty() && text::text_width(&words, SIZE - 1.0, false) <= room.min(self.axis.width - bar.x0) {
            let at = Point::new(bar.x0.midpoint(bar.x1.min(self.axis.width)), y + ROW / 2.0 + 0.36 * SIZE);
            let style = match span.kind {
                SpanKind::Held => Style::fill(palette::text_on(span.worm)),
                SpanKind::Waiting | SpanKind::Overhead => Style { halo: true, ..Style::fill(INK) },
            };
            group.text(label(at, Anchor::Middle, SIZE - 1.0, false, &words), style);
        }
        group
    }

    /// What shows when the pointer rests on a bar.
    fn tip(&self, section: &str, span: &Span) -> String {
        let what = match span.kind {
            SpanKind::Held => "held",
            SpanKind::Waiting => "waiting",
            SpanKind::Overhead => "overhead",
        };
        let unit = &self.timeline.unit;
        let start = self.axis.text(span.start);
        let time = match span.end {
            Some(end) => format!("{start} to {} {unit}", self.axis.text(end)),
            None => format!("from {start} {unit} on"),
        };
        format!("{}: {what} {time}", text::printable(section))
    }
}

fn label(at: Point, anchor: Anchor, size: f64, bold: bool, content: &str) -> Text {
    Text { at, anchor, size, bold, content: text::shortened(content, 60) }
}

/// Draws a bar; the right side of one that never ends is torn off.
pub(super) fn draw_bar(group: &mut Group, bar: Rect, kind: SpanKind, worm: u32, open: bool) {
    let colour = palette::worm_colour(worm);
    let outline = if open { torn(bar) } else { bar.to_path(0.1) };
    match kind {
        SpanKind::Held => group.curve(outline, Style::area(colour, INK, 0.6)),
        SpanKind::Overhead => group.curve(outline, Style::area(palette::SHADES[2], FAINT, 0.6)),
        SpanKind::Waiting => {
            group.curve(outline, Style::area(WHITE, colour, 0.9));
            let whole = if open { Rect { x1: bar.x1 - BITE, ..bar } } else { bar };
            group.curve(hatching(whole), Style::line(colour, 0.9));
        }
    }
}

/// Draws the sign of a delivery.
pub(super) fn draw_delivery(group: &mut Group, at: Point) {
    let corners = [(0.0, -4.8), (4.8, 0.0), (0.0, 4.8), (-4.8, 0.0)].map(|(x, y)| at + Vec2::new(x, y));
    group.curve(polygon(&corners), Style::area(INK, WHITE, 1.0));
}

fn torn(bar: Rect) -> BezPath {
    let step = bar.height() / 4.0;
    let tooth = |index: usize| {
        let x = if index.is_multiple_of(2) { bar.x1 } else { bar.x1 - BITE };
        Point::new(x, bar.y0 + step * index as f64)
    };
    let mut corners = vec![Point::new(bar.x0, bar.y0)];
    corners.extend((0..5).map(tooth));
    corners.push(Point::new(bar.x0, bar.y1));
    polygon(&corners)
}

/// Slanted lines inside of a box.
fn hatching(bar: Rect) -> BezPath {
    let mut path = BezPath::new();
    let height = bar.height();
    let lines = ((bar.width() + height) / HATCH) as usize;
    for line in 1..=lines {
        // The line rises to the right; it is cut where it would leave the box.
        let foot = bar.x0 + HATCH * line as f64;
        let from = Point::new(foot.min(bar.x1), bar.y1 - (foot - bar.x1).max(0.0));
        let to = Point::new((foot - height).max(bar.x0), bar.y0 + (bar.x0 - (foot - height)).max(0.0));
        if from.y > to.y {
            path.extend(polyline(&[from, to]));
        }
    }
    path
}
