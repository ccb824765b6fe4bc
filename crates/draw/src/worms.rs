//! Worms as curves along their lanes, with arrowheads.

use crate::lanes::Lanes;
use crate::layout::{Course, Layout};
use crate::palette;
use crate::scene::{Group, Style, polygon};
use crate::style::Sizes;
use kurbo::{BezPath, Point, Vec2};
use wormcast_plan::Worm;
use wormcast_topology::{Graph, NodeId};

/// Draws the worms of a plan.
pub(crate) struct WormPen<'a> {
    pub graph: &'a Graph,
    /// In pixels.
    pub layout: &'a Layout,
    pub lanes: &'a Lanes,
    pub sizes: Sizes,
}

/// The straight part of a hop: on its lane, from a little after the node that it leaves to a little before the node
/// that it enters.
#[derive(Clone, Copy, Debug)]
struct Track {
    start: Point,
    end: Point,
    /// The directions at both ends.
    leave: Vec2,
    arrive: Vec2,
    /// Where a wrapped hop leaves the picture and where it comes in again.
    gap: Option<(Point, Point)>,
}

/// A curve under way: its end, and the direction there.
struct Brush {
    path: BezPath,
    heads: BezPath,
    at: Point,
    heading: Option<Vec2>,
}

impl WormPen<'_> {
    /// One worm: its curves and its arrowheads.
    pub fn draw(&self, worm: Worm<'_>, title: String) -> Group {
        let tracks: Vec<_> = (0..worm.hops.len() as u32).map(|hop| self.track(worm, hop)).collect();
        let mut brush = Brush { path: BezPath::new(), heads: BezPath::new(), at: Point::ORIGIN, heading: None };
        for chain in chains(worm) {
            self.draw_chain(worm, &tracks, &chain, &mut brush);
        }
        let mut group = Group::titled("worm", Style::default(), title);
        group.curve(brush.path, palette::worm_line(worm.id, self.sizes.worm));
        group.curve(brush.heads, Style::fill(palette::worm_colour(worm.id)));
        group
    }

    fn draw_chain(&self, worm: Worm<'_>, tracks: &[Track], chain: &[u32], brush: &mut Brush) {
        match worm.hops[chain[0] as usize].parent() {
            None => brush.begin(self.layout.points[worm.origin.index()], None),
            Some(parent) => brush.begin(tracks[parent as usize].end, Some(tracks[parent as usize].arrive)),
        }
        for &hop in chain {
            let track = &tracks[hop as usize];
            brush.bend_to(track.start, track.leave);
            match track.gap {
                None => {
                    let stagger = 0.5 + 0.12 * (self.lanes.offset(worm.id, hop) * 2.0).rem_euclid(3.0) - 0.12;
                    if track.end.distance(track.start) > 5.0 * self.head_length() {
                        brush.head(track.start.lerp(track.end, stagger), track.arrive, self.head_length());
                    }
                }
                Some((out, back)) => {
                    brush.path.line_to(out);
                    brush.head(out + track.leave * self.head_length() * 0.5, track.leave, self.head_length());
                    brush.begin(back, Some(track.arrive));
                }
            }
            brush.path.line_to(track.end);
            (brush.at, brush.heading) = (track.end, Some(track.arrive));
        }
        let last = chain[chain.len() - 1];
        let arrive = tracks[last as usize].arrive;
        let node = self.layout.points[worm.arrival(self.graph, last).index()];
        let tip = node - arrive * (self.sizes.mark + 0.5);
        brush.bend_to(tip - arrive * self.head_length() * 0.7, arrive);
        brush.head(tip - arrive * self.head_length() * 0.5, arrive, self.head_length());
    }

    fn head_length(&self) -> f64 {
        3.4 * self.sizes.worm
    }

    fn track(&self, worm: Worm<'_>, hop: u32) -> Track {
        let channel = worm.hops[hop as usize].channel;
        let (from, to) = (self.graph.source(channel), self.graph.target(channel));
        let (a, b) = (self.layout.points[from.index()], self.layout.points[to.index()]);
        let aside = self.lanes.offset(worm.id, hop) * self.sizes.pitch;
        match self.layout.course(self.graph, channel) {
            Course::Straight => {
                let along = unit(b - a);
                let shift = along.turn_90() * aside;
                let longest = 0.35 * a.distance(b);
                let (start, end) = (self.joint(from).min(longest), self.joint(to).min(longest));
                Track {
                    start: a + along * start + shift,
                    end: b - along * end + shift,
                    leave: along,
                    arrive: along,
                    gap: None,
                }
            }
            Course::Wrapped(out, inward) => {
                let (leave, arrive) = (unit(out), -unit(inward));
                let (start, end) = (self.joint(from).min(0.5 * out.hypot()), self.joint(to).min(0.5 * inward.hypot()));
                let (right, left) = (leave.turn_90() * aside, arrive.turn_90() * aside);
                Track {
                    start: a + leave * start + right,
                    end: b - arrive * end + left,
                    leave,
                    arrive,
                    gap: Some((a + out + right, b + inward + left)),
                }
            }
        }
    }

    /// How far from a node the curves between lanes begin.
    fn joint(&self, node: NodeId) -> f64 {
        let widest = self.graph.out_channels(node).map(|channel| self.lanes.count(channel)).max().unwrap_or(0);
        self.sizes.mark + 2.0 + f64::from(widest) / 2.0 * self.sizes.pitch
    }
}

impl Brush {
    fn begin(&mut self, at: Point, heading: Option<Vec2>) {
        self.path.move_to(at);
        (self.at, self.heading) = (at, heading);
    }

    /// A smooth curve from here to a point, arriving there in a direction.
    fn bend_to(&mut self, to: Point, heading: Vec2) {
        let reach = 0.5 * self.at.distance(to);
        let leave = self.heading.unwrap_or_else(|| unit(to - self.at));
        self.path.curve_to(self.at + leave * reach, to - heading * reach, to);
        (self.at, self.heading) = (to, Some(heading));
    }

    /// An arrowhead with its middle at a point.
    fn head(&mut self, at: Point, heading: Vec2, length: f64) {
        let (back, side) = (at - heading * length * 0.5, heading.turn_90() * length * 0.42);
        self.heads.extend(polygon(&[at + heading * length * 0.5, back + side, back - side]));
    }
}

/// The route cut into chains: each starts where the one that it branches from passes.
fn chains(worm: Worm<'_>) -> Vec<Vec<u32>> {
    let mut chains: Vec<Vec<u32>> = Vec::new();
    // The chain that ends with a hop, while nothing follows that hop.
    let mut open: Vec<Option<usize>> = Vec::with_capacity(worm.hops.len());
    for (index, hop) in worm.hops.iter().enumerate() {
        let chain = match hop.parent().and_then(|parent| open[parent as usize].take()) {
            Some(chain) => chain,
            None => {
                chains.push(Vec::new());
                chains.len() - 1
            }
        };
        chains[chain].push(index as u32);
        open.push(Some(chain));
    }
    chains
}

fn unit(vector: Vec2) -> Vec2 {
    let length = vector.hypot();
    if length > 0.0 { vector / length } else { Vec2::new(1.0, 0.0) }
}
