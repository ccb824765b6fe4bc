//! The page: title, drawing and legend, none of them on another.

use crate::PaperWidth;
use crate::legend::{self, Row};
use crate::palette::{GREY, INK};
use crate::scene::{Anchor, Group, Scene, Style, Text};
use crate::{svg, text};
use kurbo::{Rect, Vec2};

/// The white around everything.
const MARGIN: f64 = 22.0;
/// The white between the parts.
const GAP: f64 = 26.0;
/// The sizes of title and subtitle, and the height of both with the white below them.
const TITLE: f64 = 18.0;
const SUBTITLE: f64 = 12.5;
const HEAD: f64 = TITLE + SUBTITLE + 26.0;
/// A drawing that is wider than this, and wider than high, has its legend below it.
const WIDE: f64 = 900.0;
/// So does a drawing that is so many times wider than high.
const FLAT: f64 = 2.2;
/// A legend beside a drawing may always be this high.
const TALL: f64 = 420.0;
/// The width from which on title and legend grow with the drawing.
const LARGE: f64 = 1100.0;
/// The white around a picture on paper.
const EDGE: f64 = 4.0;
/// A legend on paper is so much smaller: its letters have some 7 points.
const SMALLER: f64 = 0.8;
/// A title has at most so many characters; the middle of a longer one is left out.
const LONGEST_TITLE: usize = 90;
/// So many the line below it, whose letters are smaller.
const LONGEST_SUBTITLE: usize = 120;

/// The width that a drawing may have on paper, in pixels.
pub(crate) fn room_on(width: PaperWidth) -> f64 {
    width.pixels() - 2.0 * EDGE
}

/// A title of these two parts, of which the first alone is shortened where both are too long: the second, such as a
/// number, would be another one without its middle.
///
/// ```
/// let title = wormcast_draw::title_of(&"a network with many faults ".repeat(9), " at 0.02045");
/// assert!(title.starts_with("a network") && title.contains('…') && title.ends_with(" at 0.02045"));
/// ```
pub fn title_of(what: &str, exact: &str) -> String {
    let room = LONGEST_TITLE.saturating_sub(exact.chars().count()).max(2);
    text::shortened(what, room) + exact
}

fn bounds(parts: &[&Group]) -> Rect {
    parts.iter().filter_map(|part| part.bounds(2.0)).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
}

/// The parts of a picture.
pub(crate) struct Page {
    pub title: String,
    pub subtitle: String,
    pub drawing: Group,
    pub legend: Vec<Vec<Row>>,
    /// How wide it is on paper; none: as wide as it needs to be.
    pub width: Option<PaperWidth>,
}

impl Page {
    /// The SVG text.
    pub(crate) fn write(self) -> String {
        match self.width {
            Some(width) => self.write_on_paper(width),
            None => self.write_on_screen(),
        }
    }

    /// Without title, the legend below the drawing.
    fn write_on_paper(mut self, width: PaperWidth) -> String {
        let extent = self.drawing.bounds(2.0).unwrap_or(Rect::ZERO);
        let left = EDGE.max((width.pixels() - extent.width()) / 2.0);
        self.drawing.shift(Vec2::new(left - extent.x0, EDGE - extent.y0));
        let mut legend = legend::draw_within(self.legend, room_on(width) / SMALLER);
        legend.enlarge(SMALLER);
        legend.shift(Vec2::new(EDGE, EDGE + extent.height() + GAP / 2.0));
        let all = bounds(&[&self.drawing, &legend]);
        svg::write_svg(&Scene {
            on_paper: Some(width),
            width: width.pixels().max(all.x1 + EDGE),
            height: all.y1 + EDGE,
            title: text::shortened(&self.title, LONGEST_TITLE),
            description: self.subtitle,
            groups: vec![self.drawing, legend],
        })
    }

    fn write_on_screen(mut self) -> String {
        let extent = self.drawing.bounds(2.0).unwrap_or(Rect::ZERO);
        // Title and legend keep up with a drawing that has to be made smaller to be seen as a whole.
        let factor = (extent.width() / LARGE).clamp(1.0, 2.0);
        let heading = self.heading(factor);
        let top = MARGIN + factor * HEAD;
        self.drawing.shift(Vec2::new(MARGIN - extent.x0, top - extent.y0));
        let mut legend = self.legend(extent, factor);
        legend.shift(Vec2::new(MARGIN, top));
        let all = bounds(&[&heading, &self.drawing, &legend]);
        svg::write_svg(&Scene {
            on_paper: None,
            width: all.x1 + MARGIN,
            height: all.y1 + MARGIN,
            title: text::shortened(&self.title, LONGEST_TITLE),
            description: self.subtitle,
            groups: vec![heading, self.drawing, legend],
        })
    }

    fn heading(&self, factor: f64) -> Group {
        let mut group = Group::new("heading", Style::fill(INK));
        let mut line = |y: f64, size: f64, bold: bool, fill: &'static str, content: String| {
            let text = Text { at: (0.0, y).into(), anchor: Anchor::Start, size, bold, content };
            group.text(text, Style { fill: Some(fill), ..Style::default() });
        };
        line(0.8 * TITLE, TITLE, true, INK, text::shortened(&self.title, LONGEST_TITLE));
        let subtitle = text::shortened(&self.subtitle, LONGEST_SUBTITLE);
        line(TITLE + 8.0 + 0.8 * SUBTITLE, SUBTITLE, false, GREY, subtitle);
        group.enlarge(factor);
        group.shift(Vec2::new(MARGIN, MARGIN));
        group
    }

    /// The legend, relative to the drawing: to the right, or below a wide one.
    fn legend(&self, drawing: Rect, factor: f64) -> Group {
        let flat = drawing.width() > FLAT * drawing.height().max(TALL / 2.0);
        let below = flat || drawing.width() > WIDE && drawing.width() > drawing.height();
        let rows: usize = self.legend.iter().map(Vec::len).max().unwrap_or(0);
        let tallest = if below { rows as f64 * legend::ROW } else { drawing.height().max(TALL) / factor };
        let mut legend = legend::draw(&self.legend, tallest);
        legend.enlarge(factor);
        legend.shift(match below {
            true => Vec2::new(0.0, drawing.height() + factor * GAP),
            false => Vec2::new(drawing.width() + factor * GAP, 0.0),
        });
        legend
    }
}
