//! The way that a channel goes on paper.

use kurbo::{BezPath, CubicBez, Point, Vec2};

/// The way that a channel goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Course {
    /// Straight from node to node.
    Straight,
    /// In a bow, whose middle is off the straight line by this.
    Bow(Vec2),
    /// Out of the picture at one end and in again at the other: the vectors from each end to the end of its stub.
    Wrapped(Vec2, Vec2),
}

impl Course {
    pub(crate) fn scaled(self, unit: f64) -> Self {
        match self {
            Self::Straight => Self::Straight,
            Self::Bow(swell) => Self::Bow(swell * unit),
            Self::Wrapped(out, inward) => Self::Wrapped(out * unit, inward * unit),
        }
    }

    /// Appends its line, from one point to another.
    pub(crate) fn trace(self, from: Point, to: Point, path: &mut BezPath) {
        path.move_to(from);
        match self {
            Self::Straight => path.line_to(to),
            Self::Bow(swell) => {
                let curve = bow(from, to, swell);
                path.curve_to(curve.p1, curve.p2, curve.p3);
            }
            Self::Wrapped(out, inward) => {
                path.line_to(from + out);
                path.move_to(to);
                path.line_to(to + inward);
            }
        }
    }

    /// The same line, this far to its right.
    pub(crate) fn trace_aside(self, ends: [Point; 2], aside: f64, path: &mut BezPath) {
        let [from, to] = ends;
        let (leave, arrive) = match self {
            Self::Straight | Self::Bow(_) => (unit(to - from), unit(to - from)),
            Self::Wrapped(out, inward) => (unit(out), -unit(inward)),
        };
        self.trace(from + leave.turn_90() * aside, to + arrive.turn_90() * aside, path);
    }

    /// The points in the middle of its line, or of both parts of it.
    pub(crate) fn middles(self, from: Point, to: Point) -> Vec<Point> {
        match self {
            Self::Straight => vec![from.midpoint(to)],
            Self::Bow(swell) => vec![from.midpoint(to) + swell],
            Self::Wrapped(out, inward) => vec![from + out * 0.6, to + inward * 0.6],
        }
    }
}

/// The curve between two points whose middle is this far from the middle of the straight line.
pub(crate) fn bow(from: Point, to: Point, swell: Vec2) -> CubicBez {
    let (along, out) = ((to - from) * 0.15, swell * (4.0 / 3.0));
    CubicBez::new(from, from + along + out, to - along + out, to)
}

/// The direction of a vector; to the right if it has none.
pub(crate) fn unit(vector: Vec2) -> Vec2 {
    let length = vector.hypot();
    if length > 0.0 { vector / length } else { Vec2::new(1.0, 0.0) }
}
