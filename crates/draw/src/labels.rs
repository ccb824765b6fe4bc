//! Names beside nodes, where they cover least.

use crate::scene::{Anchor, Text};
use kurbo::{BezPath, Point, Rect, Vec2};

/// The side of a cell of the index, in pixels.
const CELL: f64 = 24.0;
/// The longest piece of a curve that is one box.
const PIECE: f64 = 5.0;
/// What a name may cover at most, if it can be left out: less than one node or name.
const BEARABLE: f64 = 25.0;
/// The directions that are tried, from the preferred one: by eighths of a turn.
const TURNS: [i32; 8] = [0, 1, -1, 2, -2, 3, -3, 4];

/// How bad it is to cover something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Weight {
    Link,
    Worm,
    Node,
    Name,
}

impl Weight {
    /// The cost of each piece that is covered.
    const fn cost(self) -> f64 {
        match self {
            Self::Link => 1.0,
            Self::Worm => 2.5,
            Self::Node => 200.0,
            Self::Name => 150.0,
        }
    }
}

/// A name that wants a place.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The middle of the node, and how far its sign reaches.
    pub node: Point,
    pub radius: f64,
    pub content: String,
    pub size: f64,
    pub bold: bool,
    /// The preferred direction.
    pub side: Vec2,
    /// It must be placed, whatever it covers.
    pub needed: bool,
}

/// What is on the paper already: boxes in an index by cells.
#[derive(Debug)]
pub(crate) struct Placer {
    area: Rect,
    columns: usize,
    cells: Vec<Vec<(Rect, Weight)>>,
}

impl Placer {
    /// An empty paper; what is outside of the area is counted at its border.
    pub(crate) fn new(area: Rect) -> Self {
        let columns = (area.width() / CELL) as usize + 1;
        let rows = (area.height() / CELL) as usize + 1;
        Self { area, columns, cells: vec![Vec::new(); columns * rows] }
    }

    /// Takes the place of a box.
    pub(crate) fn block(&mut self, rect: Rect, weight: Weight) {
        for cell in self.cells_of(rect) {
            self.cells[cell].push((rect, weight));
        }
    }

    /// Takes the place of a curve, a line of this width.
    pub(crate) fn block_curve(&mut self, path: &BezPath, width: f64, weight: Weight) {
        let mut at = Point::ORIGIN;
        kurbo::flatten(path, 0.5, |element| match element {
            kurbo::PathEl::MoveTo(to) => at = to,
            kurbo::PathEl::LineTo(to) => {
                let pieces = (at.distance(to) / PIECE).ceil().max(1.0);
                for piece in 0..pieces as usize {
                    let ends = [piece, piece + 1].map(|end| at.lerp(to, end as f64 / pieces));
                    let rect = Rect::from_points(ends[0], ends[1]).inflate(width / 2.0, width / 2.0);
                    self.block(rect, weight);
                }
                at = to;
            }
            _ => {}
        });
    }

    /// The best place for a name, which it takes; none if it can be left out and every place covers too much.
    pub(crate) fn place(&mut self, wish: Wish) -> Option<Text> {
        let distances: &[f64] = if wish.needed { &[1.5, 5.0, 10.0, 16.0, 24.0, 34.0] } else { &[1.5, 5.0, 10.0] };
        let mut best: Option<(f64, Text)> = None;
        for (far, distance) in distances.iter().enumerate() {
            for (order, turn) in TURNS.iter().enumerate() {
                let text = wish.text(turned(wish.side, *turn), *distance);
                let cost = self.cost(text.bounds()) + 0.3 * order as f64 + 2.5 * far as f64;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, text));
                }
            }
        }
        let (cost, text) = best?;
        if !wish.needed && cost > BEARABLE {
            return None;
        }
        self.block(text.bounds().inflate(1.0, 0.5), Weight::Name);
        Some(text)
    }

    fn cost(&self, rect: Rect) -> f64 {
        let mut cost = 0.0;
        for cell in self.cells_of(rect) {
            let covered = self.cells[cell].iter().filter(|(other, _)| other.overlaps(rect));
            cost += covered.map(|(_, weight)| weight.cost()).sum::<f64>();
        }
        cost
    }

    fn cells_of(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let rows = self.cells.len() / self.columns;
        let index = |value: f64, count: usize| ((value / CELL).max(0.0) as usize).min(count - 1);
        let (left, right) = (index(rect.x0 - self.area.x0, self.columns), index(rect.x1 - self.area.x0, self.columns));
        let (top, bottom) = (index(rect.y0 - self.area.y0, rows), index(rect.y1 - self.area.y0, rows));
        let columns = self.columns;
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }
}

impl Wish {
    /// The name in a direction from its node, at a distance from its sign.
    fn text(&self, direction: Vec2, distance: f64) -> Text {
        let touch = self.node + direction * (self.radius + distance);
        let (up, down) = (0.74 * self.size, 0.04 * self.size);
        // The letters reach from `up` above the base line to a little below it.
        let base = touch.y + (up - down) / 2.0 + direction.y * (up + down) / 2.0;
        let anchor = match direction.x {
            x if x > 0.38 => Anchor::Start,
            x if x < -0.38 => Anchor::End,
            _ => Anchor::Middle,
        };
        let at = Point::new(touch.x, base);
        Text { at, anchor, size: self.size, bold: self.bold, content: self.content.clone() }
    }
}

/// A direction turned by eighths of a full turn.
fn turned(direction: Vec2, eighths: i32) -> Vec2 {
    direction.rotate_scale(Vec2::from_angle(f64::from(eighths) * std::f64::consts::FRAC_PI_4))
}
