//! Where the nodes of a network stand and which way its links go. One file a family.

mod faults;
mod graph;
mod grid;
mod hypercube;
mod mesh_of_trees;
mod nested;
mod spread;
mod star;
mod stress;
mod tree;

use crate::track;
use kurbo::{BezPath, Point, Vec2};
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, Graph, Hypercube, NodeId, Star, Topology, Tree};

/// Where everything is, in units of the usual distance between neighbours; y downwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Where each node stands.
    pub points: Vec<Point>,
    /// The sign of each node; empty if all are circles.
    pub shapes: Vec<Shape>,
    /// The direction in which each node's name stands best; empty if any will do.
    pub name_sides: Vec<Vec2>,
    /// The links that wrap around: by channel, the vector from its source to the end of the stub that is drawn there.
    pub stubs: BTreeMap<ChannelId, Vec2>,
    /// The links that are bent: by channel, the vector from the middle of the straight line to the middle of the link.
    pub bows: BTreeMap<ChannelId, Vec2>,
    /// The kind of each channel's link; empty if there is one kind only.
    pub kinds: Vec<LinkKind>,
    /// Circles behind parts of the network that belong together, the outer ones first.
    pub circles: Vec<Circle>,
    /// The coordinates along the borders of a plane; empty for all that is no plane.
    pub ticks: Vec<Tick>,
    /// What was taken away.
    pub lost: Lost,
}

/// A coordinate that all nodes of a column or row have in common, or the name of an axis behind its last coordinate.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    /// Of a column; else of a row.
    pub of_column: bool,
    /// Where the column or row is.
    pub at: f64,
    pub label: String,
}

/// A circle behind a part of a network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    pub middle: Point,
    pub radius: f64,
    /// How many circles it is in.
    pub depth: usize,
}

/// What was taken away from a network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lost {
    pub nodes: Vec<LostNode>,
    pub links: Vec<LostLink>,
}

/// A node that was taken away.
#[derive(Clone, Debug)]
pub(crate) struct LostNode {
    pub at: Point,
    pub shape: Shape,
    pub name: String,
}

/// A link that was taken away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostLink {
    pub ends: [Point; 2],
    /// Seen from the first end.
    pub course: Course,
    /// It was taken away itself, and not with one of its nodes only.
    pub itself: bool,
}

/// The sign of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    #[default]
    Circle,
    Square,
    Triangle,
}

/// What a link belongs to, where that is worth a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LinkKind {
    #[default]
    Plain,
    RowTree,
    ColumnTree,
}

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
    fn scaled(self, unit: f64) -> Self {
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
                let curve = track::bow(from, to, swell);
                path.curve_to(curve.p1, curve.p2, curve.p3);
            }
            Self::Wrapped(out, inward) => {
                path.line_to(from + out);
                path.move_to(to);
                path.line_to(to + inward);
            }
        }
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

impl Layout {
    /// Nodes at these points, all links straight.
    pub(crate) fn at(points: Vec<Point>) -> Self {
        Self { points, ..Self::default() }
    }

    /// Where a node stands.
    pub(crate) fn point(&self, node: NodeId) -> Point {
        self.points[node.index()]
    }

    /// The sign of a node.
    pub(crate) fn shape(&self, node: NodeId) -> Shape {
        self.shapes.get(node.index()).copied().unwrap_or_default()
    }

    /// The kind of a channel's link.
    pub(crate) fn kind(&self, channel: ChannelId) -> LinkKind {
        self.kinds.get(channel.index()).copied().unwrap_or_default()
    }

    /// The way that a channel goes, seen from its source.
    pub(crate) fn course(&self, graph: &Graph, channel: ChannelId) -> Course {
        if let Some(&out) = self.stubs.get(&channel) {
            let back = graph.reverse(channel).map_or(-out, |opposite| self.stubs[&opposite]);
            return Course::Wrapped(out, back);
        }
        self.bows.get(&channel).map_or(Course::Straight, |&swell| Course::Bow(swell))
    }

    /// The direction in which a channel leaves its source.
    pub(crate) fn departure(&self, graph: &Graph, channel: ChannelId) -> Vec2 {
        let along = self.point(graph.target(channel)) - self.point(graph.source(channel));
        match self.course(graph, channel) {
            Course::Straight => along,
            Course::Bow(swell) => track::bow(Point::ORIGIN, along.to_point(), swell).p1.to_vec2(),
            Course::Wrapped(out, _) => out,
        }
    }

    /// The direction in which a channel enters its target.
    pub(crate) fn arrival(&self, graph: &Graph, channel: ChannelId) -> Vec2 {
        let along = self.point(graph.target(channel)) - self.point(graph.source(channel));
        match self.course(graph, channel) {
            Course::Straight => along,
            Course::Bow(swell) => -track::bow(Point::ORIGIN, (-along).to_point(), swell).p1.to_vec2(),
            Course::Wrapped(_, back) => -back,
        }
    }

    /// Bends a link.
    fn bend(&mut self, graph: &Graph, channel: ChannelId, swell: Vec2) {
        self.bows.insert(channel, swell);
        if let Some(opposite) = graph.reverse(channel) {
            self.bows.insert(opposite, swell);
        }
    }

    /// The same with every length multiplied.
    pub(crate) fn scaled(mut self, unit: f64) -> Self {
        for circle in &mut self.circles {
            circle.middle = (circle.middle.to_vec2() * unit).to_point();
            circle.radius *= unit;
        }
        let lost_nodes = self.lost.nodes.iter_mut().map(|node| &mut node.at);
        let lost_ends = self.lost.links.iter_mut().flat_map(|link| &mut link.ends);
        self.ticks.iter_mut().for_each(|tick| tick.at *= unit);
        for point in self.points.iter_mut().chain(lost_nodes).chain(lost_ends) {
            *point = (point.to_vec2() * unit).to_point();
        }
        for vector in self.stubs.values_mut().chain(self.bows.values_mut()) {
            *vector *= unit;
        }
        for link in &mut self.lost.links {
            link.course = link.course.scaled(unit);
        }
        self
    }
}

/// The layout for a network.
pub(crate) fn arrange(topology: &dyn Topology) -> Layout {
    let graph = topology.graph();
    if let Some(faulty) = topology.downcast() {
        faults::arrange_rest(faulty)
    } else if let Some(grid) = topology.grid() {
        grid::arrange(grid, graph)
    } else if let Some(cube) = topology.downcast::<Hypercube>() {
        hypercube::arrange(cube.dimension(), graph)
    } else if let Some(star) = topology.downcast::<Star>() {
        star::arrange(star, graph)
    } else if let Some(tree) = topology.downcast::<Tree>() {
        tree::arrange(tree, graph)
    } else if let Some(layout) = topology.downcast().and_then(|mesh| mesh_of_trees::arrange(mesh, graph)) {
        layout
    } else {
        graph::arrange(topology)
    }
}

/// The channels of a network, one a link.
pub(crate) fn links(graph: &Graph) -> impl Iterator<Item = ChannelId> + '_ {
    graph.channels().filter(|&channel| graph.link(channel) == channel)
}

/// The direction away from a node's neighbours, where its name is least in the way.
fn outwards(points: &[Point], graph: &Graph, node: NodeId) -> Vec2 {
    let at = points[node.index()];
    let pull = graph.neighbours(node).iter().map(|next| track::unit(points[next.index()] - at));
    let away = -pull.fold(Vec2::ZERO, |sum, direction| sum + direction);
    if away.hypot() > 1e-6 { away.normalize() } else { Vec2::new(0.7, 0.7) }
}
