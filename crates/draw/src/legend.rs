//! The legend: what the signs mean, what the plan costs, which worm is which. It knows no sign: every row brings its
//! own.

use crate::palette::INK;
use crate::scene::{Anchor, Group, Style, Text};
use crate::text;
use kurbo::{Point, Vec2};

/// The height of a row.
pub(crate) const ROW: f64 = 19.0;
const SIZE: f64 = 12.0;
/// The room for the sign in front of a row.
const SIGN: f64 = 46.0;
/// The room between columns.
const GUTTER: f64 = 28.0;

/// Draws a sign, its middle at a point.
type Sign = Box<dyn Fn(&mut Group, Point)>;

/// A row of a legend.
pub(crate) struct Row {
    words: String,
    kind: Kind,
}

/// What stands before the words of a row, and how they are written.
enum Kind {
    /// Starts a part.
    Heading,
    /// Words alone.
    Note,
    /// A number or another short text that belongs to the words.
    Fact(String),
    /// What the words explain. Whoever draws it in the picture draws it here.
    Sign(Sign),
}

impl Row {
    /// Starts a part.
    pub(crate) fn heading(words: impl Into<String>) -> Self {
        Self { words: words.into(), kind: Kind::Heading }
    }

    /// Words.
    pub(crate) fn note(words: impl Into<String>) -> Self {
        Self { words: words.into(), kind: Kind::Note }
    }

    /// Words, and a number or another short text that belongs to them.
    pub(crate) fn fact(words: impl Into<String>, value: String) -> Self {
        Self { words: words.into(), kind: Kind::Fact(value) }
    }

    /// What a sign means; `draw` draws it with its middle at a point, in a box of some 36 by 14 pixels.
    pub(crate) fn sign(words: impl Into<String>, draw: impl Fn(&mut Group, Point) + 'static) -> Self {
        Self { words: words.into(), kind: Kind::Sign(Box::new(draw)) }
    }

    fn width(&self) -> f64 {
        let words = text::text_width(&self.words, SIZE, matches!(self.kind, Kind::Heading));
        match &self.kind {
            Kind::Heading | Kind::Note => words,
            Kind::Fact(value) => FACT.max(text::text_width(value, SIZE, true) + 10.0) + words,
            Kind::Sign(_) => SIGN + words,
        }
    }

    /// The same with words that fit into this width.
    fn within(mut self, room: f64) -> Self {
        let mut length = self.words.chars().count();
        while self.width() > room && length > 1 {
            length -= 1;
            self.words = text::shortened(&self.words, length);
        }
        self
    }

    fn draw(&self, group: &mut Group, at: Point) {
        let base = at.y + ROW / 2.0 + 0.36 * SIZE;
        let mut words = |x: f64, anchor: Anchor, content: &str, bold: bool| {
            let text = Text { at: (at.x + x, base).into(), anchor, size: SIZE, bold, content: content.to_owned() };
            group.text(text, Style::default());
        };
        match &self.kind {
            Kind::Heading => words(0.0, Anchor::Start, &self.words, true),
            Kind::Note => words(0.0, Anchor::Start, &self.words, false),
            Kind::Fact(value) => {
                words(FACT, Anchor::Start, &self.words, false);
                words(FACT - 10.0, Anchor::End, value, true);
            }
            Kind::Sign(draw) => {
                words(SIGN, Anchor::Start, &self.words, false);
                draw(group, at + Vec2::new(SIGN / 2.0 - 5.0, ROW / 2.0));
            }
        }
    }
}

/// The parts of a legend in as much width as there is: as low as can be, and words that are too long for it cut.
pub(crate) fn draw_within(parts: Vec<Vec<Row>>, room: f64) -> Group {
    let cut = |part: Vec<Row>| part.into_iter().map(|row| row.within(room)).collect();
    let parts: Vec<Vec<Row>> = parts.into_iter().map(cut).collect();
    let rows: usize = parts.iter().map(Vec::len).sum();
    let heights = (1..=rows + parts.len()).map(|rows| rows as f64 * ROW);
    let fits = |group: &Group| group.bounds(0.0).is_none_or(|all| all.x1 <= room);
    heights.map(|tallest| draw(&parts, tallest)).find(fits).unwrap_or_else(|| draw(&parts, f64::INFINITY))
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
            row.draw(&mut group, at);
            at.y += ROW;
            widest = widest.max(row.width());
        }
        at.y += 0.6 * ROW;
    }
    group
}
