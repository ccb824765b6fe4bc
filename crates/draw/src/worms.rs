//! Worms as curves along their lanes, with arrowheads.

use crate::course::unit;
use crate::lanes::Lanes;
use crate::layout::Layout;
use crate::scene::{Group, Style};
use crate::style::Sizes;
use crate::track::{Track, Way, point_on};
use crate::{marks, palette};
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

impl WormPen<'_> {
    /// One worm, of this colour and line: its curves and its arrowheads.
    pub(crate) fn draw(&self, worm: Worm<'_>, title: String, colour: u32, line: fn(u32, f64) -> Style) -> Group {
        let chains = chains(worm);
        let mut tracks: Vec<_> = (0..worm.hops.len() as u32).map(|hop| self.track(worm, hop, false)).collect();
        for last in chains.iter().filter_map(|chain| chain.last()) {
            tracks[*last as usize] = self.track(worm, *last, true);
        }
        let mut brush = Brush::new(self.sizes.head);
        for chain in &chains {
            self.draw_chain(worm, &tracks, chain, &mut brush);
        }
        let mut group = Group::titled("worm", Style::default(), title);
        group.curve(brush.path, line(colour, self.sizes.worm));
        group.curve(brush.heads, Style::fill(palette::worm_colour(colour)));
        group
    }

    fn draw_chain(&self, worm: Worm<'_>, tracks: &[Track], chain: &[u32], brush: &mut Brush) {
        match worm.hops[chain[0] as usize].parent() {
            None => brush.begin(self.layout.point(worm.origin), None),
            Some(parent) => brush.begin(tracks[parent as usize].end(), Some(tracks[parent as usize].arrive)),
        }
        for &hop in chain {
            let track = &tracks[hop as usize];
            let corner = self.layout.point(self.graph.source(worm.hops[hop as usize].channel));
            brush.bend_to(track.start(), track.leave, corner);
            brush.follow(track, self.head_place(worm, hop));
        }
        let last = chain[chain.len() - 1];
        let arrive = tracks[last as usize].arrive;
        let aside = self.landing(self.aside(worm, last));
        let short = (self.sizes.mark.powi(2) - aside * aside).sqrt() + 0.5;
        let node = self.layout.point(worm.arrival(self.graph, last));
        brush.arrive(node - arrive * short + arrive.turn_90() * aside, arrive);
    }

    /// How far to the right of the middle of its link a hop runs, in pixels.
    fn aside(&self, worm: Worm<'_>, hop: u32) -> f64 {
        let channel = worm.hops[hop as usize].channel;
        let pitch = self.sizes.pitch(self.lanes.count(channel));
        self.layout.aside(channel) + self.lanes.offset(worm.id, hop) * pitch
    }

    /// How far to the right of the middle of a destination a worm ends that comes on such a lane: where its lane meets
    /// the sign, if it does.
    fn landing(&self, aside: f64) -> f64 {
        let widest = 0.7 * self.sizes.mark;
        aside.clamp(-widest, widest)
    }

    /// Where on its way a hop has its arrowhead: near the middle, but not beside that of the neighbouring lane.
    fn head_place(&self, worm: Worm<'_>, hop: u32) -> f64 {
        0.38 + 0.12 * (self.lanes.offset(worm.id, hop) * 2.0).rem_euclid(3.0)
    }

    fn track(&self, worm: Worm<'_>, hop: u32, last: bool) -> Track {
        let channel = worm.hops[hop as usize].channel;
        let ends = [self.graph.source(channel), self.graph.target(channel)];
        let aside = self.aside(worm, hop);
        let [from, to] = ends.map(|node| self.layout.point(node));
        let mut joints = ends.map(|node| self.joint(node));
        if last {
            // Room for the arrowhead, and to swing to where it points.
            joints[1] = self.sizes.mark + 1.2 * self.sizes.head + 1.5 * (aside - self.landing(aside)).abs();
        }
        Track::new(from, to, self.layout.course(self.graph, channel), aside, joints)
    }

    /// How far from a node the curves between lanes begin.
    fn joint(&self, node: NodeId) -> f64 {
        let widest = self.graph.out_channels(node).map(|channel| self.lanes.count(channel)).max().unwrap_or(0);
        self.sizes.mark + 2.0 + 0.4 * f64::from(widest) * self.sizes.pitch(widest)
    }
}

/// A curve under way: its end, and the direction there.
struct Brush {
    path: BezPath,
    heads: BezPath,
    head: f64,
    at: Point,
    heading: Option<Vec2>,
}

impl Brush {
    fn new(head: f64) -> Self {
        Self { path: BezPath::new(), heads: BezPath::new(), head, at: Point::ORIGIN, heading: None }
    }

    fn begin(&mut self, at: Point, heading: Option<Vec2>) {
        self.path.move_to(at);
        (self.at, self.heading) = (at, heading);
    }

    /// A smooth curve around a corner from here to a point, arriving there in a direction. The sharper the turn, the
    /// further it reaches to the corner.
    fn bend_to(&mut self, to: Point, heading: Vec2, corner: Point) {
        let leave = self.heading.unwrap_or_else(|| unit(to - self.at));
        let sharpness = (1.0 - leave.dot(heading)) / 2.0;
        let arm = (self.at.distance(corner) + to.distance(corner)) / 2.0;
        let reach = (0.5 * self.at.distance(to)).max(1.2 * sharpness * sharpness * arm);
        self.path.curve_to(self.at + leave * reach, to - heading * reach, to);
        (self.at, self.heading) = (to, Some(heading));
    }

    /// Along a track, with an arrowhead at this share of it.
    fn follow(&mut self, track: &Track, head: f64) {
        match track.way {
            Way::Line(_, end) => self.path.line_to(end),
            Way::Curve(curve) => self.path.curve_to(curve.p1, curve.p2, curve.p3),
            Way::Wrapped([_, out, back, end]) => {
                self.path.line_to(out);
                self.arrowhead(out + track.leave * self.head * 0.5, track.leave);
                self.path.move_to(back);
                self.path.line_to(end);
            }
        }
        let roomy = track.start().distance(track.end()) > 2.2 * self.head;
        if roomy && !matches!(track.way, Way::Wrapped(_)) {
            let (at, heading) = point_on(&track.way, head);
            self.arrowhead(at, heading);
        }
        (self.at, self.heading) = (track.end(), Some(track.arrive));
    }

    /// To the end of a chain, with its arrowhead.
    fn arrive(&mut self, tip: Point, heading: Vec2) {
        self.bend_to(tip - heading * self.head * 0.7, heading, tip);
        self.arrowhead(tip - heading * self.head * 0.5, heading);
    }

    /// An arrowhead with its middle at a point.
    fn arrowhead(&mut self, at: Point, heading: Vec2) {
        self.heads.extend(marks::arrowhead(at, heading, self.head));
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
