//! Tracks: the way of a hop, on its lane, between the joints at both ends.

use crate::course::{Course, bow, unit};
use kurbo::{CubicBez, ParamCurve, ParamCurveArclen, Point, Vec2};

/// The way of a hop, from a little after the node that it leaves to a little before the node that it enters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    pub way: Way,
    /// The directions at both ends.
    pub leave: Vec2,
    pub arrive: Vec2,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Line(Point, Point),
    Curve(CubicBez),
    /// From the first point out of the picture at the second, in again at the third and to the fourth.
    Wrapped([Point; 4]),
}

/// How accurately lengths of curves are measured, in pixels.
const ACCURACY: f64 = 0.05;

impl Track {
    /// The track along a course from one node to another; `aside` to the right of its middle, `joints` away from the
    /// nodes, where there is room.
    pub(crate) fn new(from: Point, to: Point, course: Course, aside: f64, joints: [f64; 2]) -> Self {
        match course {
            Course::Straight => {
                let along = unit(to - from);
                let shift = along.turn_90() * aside;
                let [start, end] = joints.map(|joint| joint.min(0.35 * from.distance(to)));
                let way = Way::Line(from + along * start + shift, to - along * end + shift);
                Self { way, leave: along, arrive: along }
            }
            Course::Bow(swell) => Self::bow(bow(from, to, swell), aside, joints),
            Course::Wrapped(out, inward) => {
                let (leave, arrive) = (unit(out), -unit(inward));
                let (right, there) = (leave.turn_90() * aside, arrive.turn_90() * aside);
                let (start, end) = (joints[0].min(0.5 * out.hypot()), joints[1].min(0.5 * inward.hypot()));
                let way =
                    [from + leave * start + right, from + out + right, to + inward + there, to - arrive * end + there];
                Self { way: Way::Wrapped(way), leave, arrive }
            }
        }
    }

    fn bow(middle: CubicBez, aside: f64, joints: [f64; 2]) -> Self {
        let length = middle.arclen(ACCURACY);
        let at = |from_start: f64| middle.inv_arclen(from_start, ACCURACY);
        let [start, end] = joints.map(|joint| joint.min(0.35 * length));
        let part = middle.subsegment(at(start)..at(length - end));
        let (leave, arrive) = (unit(part.p1 - part.p0), unit(part.p3 - part.p2));
        let (right, there) = (leave.turn_90() * aside, arrive.turn_90() * aside);
        let curve = CubicBez::new(part.p0 + right, part.p1 + right, part.p2 + there, part.p3 + there);
        Self { way: Way::Curve(curve), leave, arrive }
    }

    /// Where the track begins.
    pub(crate) fn start(&self) -> Point {
        match self.way {
            Way::Line(start, _) => start,
            Way::Curve(curve) => curve.p0,
            Way::Wrapped([start, ..]) => start,
        }
    }

    /// Where the track ends.
    pub(crate) fn end(&self) -> Point {
        match self.way {
            Way::Line(_, end) => end,
            Way::Curve(curve) => curve.p3,
            Way::Wrapped([.., end]) => end,
        }
    }
}

/// A point on a track, and the direction there.
pub(crate) fn point_on(way: &Way, share: f64) -> (Point, Vec2) {
    match *way {
        Way::Line(start, end) => (start.lerp(end, share), unit(end - start)),
        Way::Curve(curve) => {
            let near = |share: f64| curve.eval(share);
            (near(share), unit(near(share + 0.01) - near(share - 0.01)))
        }
        Way::Wrapped([.., back, end]) => (back.lerp(end, share), unit(end - back)),
    }
}
