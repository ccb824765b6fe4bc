//! A heat map: how busy each channel of a network is.

use crate::canvas::Canvas;
use crate::legend::{self, Row};
use crate::limits::{check_network, check_shares};
use crate::page::Page;
use crate::palette::{GREY, HEAT, INK, WHITE};
use crate::picture::fitted;
use crate::roles::Role;
use crate::scene::{Anchor, Group, Style, Text, polygon};
use crate::style::{Names, Sizes};
use crate::track::{Track, Way, point_on};
use crate::{DrawError, DrawOptions, PaperWidth, captions, layout, network, text};
use kurbo::{BezPath, Point, Rect};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// Ends that a scale can have: the least one that no channel exceeds is taken.
const TOPS: [f64; 10] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0];
/// The steps of the colour bar, from 0 to the end of the scale.
const STEPS: usize = 10;
/// Every so many steps have a label.
const LABELLED: usize = 2;
/// How wide an idle and the busiest possible channel are, in distances between neighbouring lanes.
const WIDTHS: [f64; 2] = [0.35, 0.9];
/// Where the arrowhead of a channel stands, as a part of its way.
const HEAD_AT: f64 = 0.6;
/// Lanes nearer to each other have no room for arrowheads.
const ROOM_FOR_HEADS: f64 = 5.0;
/// From this part of the scale on an arrowhead is white.
const DARK: f64 = 0.5;
/// The white between the network and the coordinates along its borders.
const TICK_GAP: f64 = 7.0;

/// The utilisation of every channel as SVG: the network, the two channels of each link side by side (traffic keeps to
/// the right, as arrowheads show where there is room), darker and wider where they are busier. `shares` are by channel,
/// 0 for an idle and 1 for a channel that is always held. The scale ends at a round number near the busiest channel's
/// share. If a width is given, the picture is as wide, without a title, for a paper.
///
/// ```
/// let mesh = wormcast_topology::build("mesh:2x1")?;
/// let svg = wormcast_draw::heat_svg(&*mesh, &[0.25, 0.5], "two channels", None)?;
/// assert!(svg.contains("busiest: 1,0 to 0,0, held 50.0 % of the time"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The network is too large to be drawn, or there is not one share between 0 and 1 for each channel.
pub fn heat_svg(
    topology: &dyn Topology,
    shares: &[f64],
    title: &str,
    width: Option<PaperWidth>,
) -> Result<String, DrawError> {
    check_network(topology)?;
    check_shares(topology, shares)?;
    let graph = topology.graph();
    let usual = Sizes::choose(graph.node_count(), 2, &DrawOptions::default());
    let layout = layout::arrange(topology);
    let roles = vec![Role::Plain; graph.node_count()];
    // The nodes of a plane need no names: they have their coordinates along the borders.
    let busiest = busiest(graph, shares).filter(|_| layout.ticks.is_empty());
    let named: Vec<NodeId> =
        busiest.into_iter().flat_map(|channel| [graph.source(channel), graph.target(channel)]).collect();
    let with_names = |mut sizes: Sizes| {
        sizes.worm = sizes.pitch(2) * WIDTHS[1];
        sizes.names = match sizes.names {
            // No node has a part, so no name but those of the busiest channel is more needed than what it covers.
            Names::All | Names::Clear if named.is_empty() => Names::None,
            Names::All => Names::Clear,
            names => names,
        };
        sizes
    };
    let drawing = fitted(usual, 2, width, |sizes| {
        let layout = layout.clone().scaled(sizes.unit);
        let canvas = Canvas { topology, layout: &layout, roles: &roles, named: &named, sizes: with_names(sizes) };
        HeatMap { canvas: &canvas, shares, top: top(shares) }.drawing()
    });
    let canvas = Canvas { topology, layout: &layout, roles: &roles, named: &named, sizes: usual };
    let map = HeatMap { canvas: &canvas, shares, top: top(shares) };
    let legend = vec![map.scale(), captions::family(&layout, graph)];
    let page = Page { title: title.to_owned(), subtitle: map.caption(), drawing, legend, width };
    Ok(page.write())
}

/// The busiest channel, of several the first; none if there are no channels.
fn busiest(graph: &Graph, shares: &[f64]) -> Option<ChannelId> {
    let share = |channel: ChannelId| shares[channel.index()];
    graph.channels().reduce(|a, b| if share(b) > share(a) { b } else { a })
}

/// The end of the scale.
fn top(shares: &[f64]) -> f64 {
    let most = shares.iter().copied().fold(0.0, f64::max);
    TOPS.into_iter().find(|&top| most <= top).unwrap_or(1.0)
}

struct HeatMap<'a> {
    canvas: &'a Canvas<'a>,
    shares: &'a [f64],
    top: f64,
}

impl HeatMap<'_> {
    /// The network, with the coordinates along its borders if it is a plane.
    fn drawing(&self) -> Group {
        let mut group = network::draw(self.canvas, self.channels());
        let Some(network) = group.bounds(2.0).filter(|_| !self.canvas.layout.ticks.is_empty()) else { return group };
        let mut ticks = Group::new("ticks", Style::fill(GREY));
        let size = self.canvas.sizes.name;
        for tick in &self.canvas.layout.ticks {
            let (at, anchor) = match tick.of_column {
                true => (Point::new(tick.at, network.y1 + TICK_GAP + 0.74 * size), Anchor::Middle),
                false => (Point::new(network.x0 - TICK_GAP, tick.at + 0.35 * size), Anchor::End),
            };
            ticks.text(Text { at, anchor, size, bold: false, content: tick.label.clone() }, Style::default());
        }
        group.group(ticks);
        group
    }

    /// The channels, the busiest ones last, so that nothing lies on them.
    fn channels(&self) -> Group {
        let mut order: Vec<ChannelId> = self.canvas.graph().channels().collect();
        order.sort_by(|a, b| self.share(*a).total_cmp(&self.share(*b)));
        let mut group = Group::new("channels", Style::default());
        for channel in order {
            let share = self.share(channel);
            let title = format!("{}: {}", self.name(channel), percent(share, 1));
            let mut line = Group::titled("channel", Style::default(), title);
            let part = share / self.top;
            let width = self.pitch() * (WIDTHS[0] + part * (WIDTHS[1] - WIDTHS[0]));
            let track = self.track(channel);
            line.curve(curve(&track), Style::line(colour(part), width));
            if self.pitch() > ROOM_FOR_HEADS {
                line.curve(self.head(&track, width), Style::fill(if part < DARK { INK } else { WHITE }));
            }
            group.group(line);
        }
        group
    }

    fn share(&self, channel: ChannelId) -> f64 {
        self.shares[channel.index()]
    }

    fn pitch(&self) -> f64 {
        self.canvas.sizes.pitch(2)
    }

    /// The way of a channel, half a lane to the right of the middle of its link, between the signs of its nodes.
    fn track(&self, channel: ChannelId) -> Track {
        let Canvas { layout, sizes, .. } = self.canvas;
        let graph = self.canvas.graph();
        let [from, to] = self.ends(channel).map(|node| layout.point(node));
        let aside = layout.aside(channel) + self.pitch() / 2.0;
        Track::new(from, to, layout.course(graph, channel), aside, [sizes.node; 2])
    }

    /// The arrowhead on a channel of this width.
    fn head(&self, track: &Track, width: f64) -> BezPath {
        let (at, heading) = point_on(&track.way, HEAD_AT);
        let along = heading * self.pitch() * 0.4;
        let side = heading.turn_90() * (0.42 * width).max(0.2 * self.pitch());
        polygon(&[at + along, at - along + side, at - along - side])
    }

    fn ends(&self, channel: ChannelId) -> [NodeId; 2] {
        let graph = self.canvas.graph();
        [graph.source(channel), graph.target(channel)]
    }

    fn name(&self, channel: ChannelId) -> String {
        let [from, to] = self.ends(channel).map(|node| text::printable(&self.canvas.topology.node_name(node)));
        format!("{from} to {to}")
    }

    /// The busiest channel, and the mean over all.
    fn caption(&self) -> String {
        let Some(busiest) = busiest(self.canvas.graph(), self.shares) else { return "no channels".into() };
        let mean = self.shares.iter().sum::<f64>() / self.shares.len() as f64;
        let [most, mean] = [self.share(busiest), mean].map(|share| percent(share, 1));
        format!("busiest: {}, held {most} of the time · mean {mean}", self.name(busiest))
    }

    /// The colour bar, from the end of the scale down to 0.
    fn scale(&self) -> Vec<Row> {
        let decimals = usize::from(self.top * (LABELLED * 100) as f64 % STEPS as f64 > 1e-9);
        let row = |step: usize| {
            let label = percent(self.top * step as f64 / STEPS as f64, decimals);
            let label = if step.is_multiple_of(LABELLED) { label } else { String::new() };
            Row::sign(label, move |group, middle| draw_step(group, middle, step))
        };
        let mut rows = vec![Row::heading("share of time held")];
        rows.extend((0..=STEPS).rev().map(row));
        rows.push(Row::note("each direction of a link is drawn on its right-hand side"));
        rows
    }
}

/// The line of a track.
fn curve(track: &Track) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(track.start());
    match track.way {
        Way::Line(_, end) => path.line_to(end),
        Way::Curve(curve) => path.curve_to(curve.p1, curve.p2, curve.p3),
        Way::Wrapped([_, out, back, end]) => {
            path.line_to(out);
            path.move_to(back);
            path.line_to(end);
        }
    }
    path
}

fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", 100.0 * share)
}

/// The colour at a part of the scale, from 0 to 1.
fn colour(part: f64) -> &'static str {
    let last = HEAT.len() - 1;
    HEAT[((part * last as f64).round() as usize).min(last)]
}

/// Draws the piece of the colour bar around a step: half a step up and down, but not beyond the ends of the bar.
fn draw_step(group: &mut Group, middle: Point, step: usize) {
    let at = |steps: f64| middle.y - legend::ROW * (steps - step as f64);
    let box_of = |from: f64, to: f64| {
        // The pieces overlap a little, so that no white shows between them.
        let (from, to) = (from.max(0.0), to.min(STEPS as f64));
        Rect::new(middle.x - 17.0, at(to) - 0.3, middle.x + 17.0, at(from) + 0.3)
    };
    let step = step as f64;
    for (from, to) in [(step - 0.5, step - 0.25), (step - 0.25, step + 0.25), (step + 0.25, step + 0.5)] {
        let part = (from + to) / 2.0 / STEPS as f64;
        let rect = box_of(from, to);
        if rect.height() > 1.0 {
            let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
            group.curve(polygon(&corners.map(Point::from)), Style::fill(colour(part)));
        }
    }
}
