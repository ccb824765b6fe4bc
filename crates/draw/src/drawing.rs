//! Where everything in a network stands, as data: for those who draw it themselves, in motion.

use crate::course::Course;
use crate::layout::{self, Circle, Layout, LinkKind, LostLink, Shape};
use crate::limits::check_network;
use crate::{DrawError, captions, text};
use kurbo::{Point, Vec2};
use serde::Serialize;
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// A network on paper, as JSON: the layout of its picture, in units of the usual distance between neighbours, y
/// downwards. Nodes and channels are named by their numbers here, the places in these lists.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkDrawing {
    /// `wormcast-drawing`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The network in words, without the folder of a file.
    pub network: String,
    /// How many nodes and channels it has, in words.
    pub size: String,
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// Each channel: the nodes that it leaves and enters, and its number among parallel ones.
    pub channels: Vec<[u32; 3]>,
    /// Where they are.
    pub layout: DrawnLayout,
}

/// Where the nodes and channels of a network are.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnLayout {
    /// Where each node stands.
    pub points: Vec<[f64; 2]>,
    /// The sign of each node: `circle`, `square`, `triangle`, `hexagon`, `box`; empty if all are circles.
    pub shapes: Vec<&'static str>,
    /// Channels that wrap around: the vector from the source to the end of the stub that is drawn there.
    pub stubs: Vec<(u32, [f64; 2])>,
    /// Channels that are bent: the vector from the middle of the straight line to the middle of the channel.
    pub bows: Vec<(u32, [f64; 2])>,
    /// Parallel channels: how far to the right of the straight way each runs.
    pub asides: Vec<(u32, f64)>,
    /// The kind of each channel: `plain`, `row-tree`, `column-tree`; empty if all are plain.
    pub kinds: Vec<&'static str>,
    /// The middles of the hexagons that nodes stand in, where they do.
    pub cells: Vec<[f64; 2]>,
    /// Circles behind parts that belong together, the outer ones first: the middle, the radius, and in how many
    /// others it is.
    pub circles: Vec<[f64; 4]>,
    /// The coordinates along the borders of a plane: whether of a column, where, and the label.
    pub ticks: Vec<(bool, f64, String)>,
    /// The faulty nodes: name and place.
    pub lost_nodes: Vec<(String, [f64; 2])>,
    /// The faulty links: the lines that they are drawn as, and whether they are faulty themselves, and not for one of
    /// their nodes.
    pub lost_links: Vec<(Vec<[[f64; 2]; 2]>, bool)>,
}

impl NetworkDrawing {
    /// The drawing of a network, as [`network_svg`](crate::network_svg) lays it out.
    ///
    /// ```
    /// let mesh = wormcast_topology::build("mesh:2x1")?;
    /// let drawing = wormcast_draw::NetworkDrawing::of(&*mesh)?;
    /// assert_eq!(drawing.nodes, ["0,0", "1,0"]);
    /// assert_eq!(drawing.channels, [[0, 1, 0], [1, 0, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The network is too large to be drawn.
    pub fn of(topology: &dyn Topology) -> Result<Self, DrawError> {
        check_network(topology)?;
        let graph = topology.graph();
        let name = |node: NodeId| text::printable(&topology.node_name(node));
        let ends = |channel| {
            let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| node.index() as u32);
            [from, to, graph.number(channel)]
        };
        Ok(Self {
            format: "wormcast-drawing",
            version: 1,
            network: captions::network_name(topology),
            size: captions::size(graph),
            nodes: graph.nodes().map(name).collect(),
            channels: graph.channels().map(ends).collect(),
            layout: DrawnLayout::of(&layout::arrange(topology)),
        })
    }
}

impl DrawnLayout {
    fn of(layout: &Layout) -> Self {
        let Layout { points, shapes, stubs, bows, asides, cells, kinds, circles, ticks, lost, .. } = layout;
        let circle =
            |&Circle { middle, radius, depth }: &Circle| [middle.x, middle.y, radius, depth as f64].map(rounded);
        Self {
            points: points.iter().map(|&point| place(point)).collect(),
            shapes: words(shapes, Shape::Circle, shape_word),
            stubs: vectors(stubs),
            bows: vectors(bows),
            asides: asides.iter().map(|(&channel, &aside)| (number(channel), rounded(aside))).collect(),
            kinds: words(kinds, LinkKind::Plain, kind_word),
            cells: cells.iter().map(|&cell| place(cell)).collect(),
            circles: circles.iter().map(circle).collect(),
            ticks: ticks.iter().map(|tick| (tick.of_column, rounded(tick.at), tick.label.clone())).collect(),
            lost_nodes: lost.nodes.iter().map(|node| (text::printable(&node.name), place(node.at))).collect(),
            lost_links: lost.links.iter().map(|link| (lines(link), link.itself)).collect(),
        }
    }
}

/// The lines that a faulty link is drawn as.
fn lines(link: &LostLink) -> Vec<[[f64; 2]; 2]> {
    let [from, to] = link.ends;
    let drawn = match link.course {
        Course::Straight => vec![[from, to]],
        Course::Bow(swell) => vec![[from, from.midpoint(to) + swell], [from.midpoint(to) + swell, to]],
        Course::Wrapped(out, inward) => vec![[from, from + out], [to, to + inward]],
    };
    drawn.into_iter().map(|line| line.map(place)).collect()
}

/// The words for all; nothing, if all are the usual one.
fn words<T: Copy + PartialEq>(all: &[T], usual: T, word: fn(T) -> &'static str) -> Vec<&'static str> {
    match all.iter().all(|&one| one == usual) {
        true => Vec::new(),
        false => all.iter().map(|&one| word(one)).collect(),
    }
}

fn shape_word(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Square => "square",
        Shape::Triangle => "triangle",
        Shape::Hexagon => "hexagon",
        Shape::Box => "box",
    }
}

fn kind_word(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Plain => "plain",
        LinkKind::RowTree => "row-tree",
        LinkKind::ColumnTree => "column-tree",
    }
}

fn vectors(list: &BTreeMap<ChannelId, Vec2>) -> Vec<(u32, [f64; 2])> {
    list.iter().map(|(&channel, vector)| (number(channel), place(vector.to_point()))).collect()
}

fn number(channel: ChannelId) -> u32 {
    channel.index() as u32
}

fn place(point: Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}

/// To a thousandth of the distance between neighbours: finer than any screen.
fn rounded(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0 + 0.0
}
