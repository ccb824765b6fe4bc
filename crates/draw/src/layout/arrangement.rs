//! Where everything is, as a layout says.

use crate::course::{Course, bow, unit};
use kurbo::{Point, Vec2};
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, Graph, NodeId};

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
    /// Parallel links: by channel, how far to the right of the straight way it runs.
    pub asides: BTreeMap<ChannelId, f64>,
    /// The middles of the hexagons that nodes stand in, where they do.
    pub cells: Vec<Point>,
    /// The kind of each channel's link; empty if there is one kind only.
    pub kinds: Vec<LinkKind>,
    /// Circles behind parts of the network that belong together, the outer ones first.
    pub circles: Vec<Circle>,
    /// The coordinates along the borders of a plane; empty for all that is no plane.
    pub ticks: Vec<Tick>,
    /// What is faulty.
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

/// What is faulty in a network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lost {
    pub nodes: Vec<LostNode>,
    pub links: Vec<LostLink>,
}

/// A faulty node.
#[derive(Clone, Debug)]
pub(crate) struct LostNode {
    pub at: Point,
    pub shape: Shape,
    pub name: String,
}

/// A faulty link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostLink {
    pub ends: [Point; 2],
    /// Seen from the first end.
    pub course: Course,
    /// It is faulty itself, and not missing with one of its nodes only.
    pub itself: bool,
}

/// The sign of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    #[default]
    Circle,
    Square,
    Triangle,
    Hexagon,
    /// Large enough to be a thing of its own.
    Box,
}

/// What a link belongs to, where that is worth a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LinkKind {
    #[default]
    Plain,
    RowTree,
    ColumnTree,
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

    /// How far to the right of the middle of its course a channel runs.
    pub(crate) fn aside(&self, channel: ChannelId) -> f64 {
        self.asides.get(&channel).copied().unwrap_or(0.0)
    }

    /// The direction in which a channel leaves its source.
    pub(crate) fn departure(&self, graph: &Graph, channel: ChannelId) -> Vec2 {
        let along = self.point(graph.target(channel)) - self.point(graph.source(channel));
        match self.course(graph, channel) {
            Course::Straight => along,
            Course::Bow(swell) => bow(Point::ORIGIN, along.to_point(), swell).p1.to_vec2(),
            Course::Wrapped(out, _) => out,
        }
    }

    /// The direction in which a channel enters its target.
    pub(crate) fn arrival(&self, graph: &Graph, channel: ChannelId) -> Vec2 {
        let along = self.point(graph.target(channel)) - self.point(graph.source(channel));
        match self.course(graph, channel) {
            Course::Straight => along,
            Course::Bow(swell) => -bow(Point::ORIGIN, (-along).to_point(), swell).p1.to_vec2(),
            Course::Wrapped(_, back) => -back,
        }
    }

    /// Bends a link.
    pub(super) fn bend(&mut self, graph: &Graph, channel: ChannelId, swell: Vec2) {
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
        for point in self.points.iter_mut().chain(&mut self.cells).chain(lost_nodes).chain(lost_ends) {
            *point = (point.to_vec2() * unit).to_point();
        }
        for vector in self.stubs.values_mut().chain(self.bows.values_mut()) {
            *vector *= unit;
        }
        self.asides.values_mut().for_each(|aside| *aside *= unit);
        for link in &mut self.lost.links {
            link.course = link.course.scaled(unit);
        }
        self
    }
}

/// The channels of a network, one a link.
pub(crate) fn links(graph: &Graph) -> impl Iterator<Item = ChannelId> + '_ {
    graph.channels().filter(|&channel| graph.link(channel) == channel)
}

/// The direction away from a node's neighbours, where its name is least in the way.
pub(super) fn outwards(points: &[Point], graph: &Graph, node: NodeId) -> Vec2 {
    let at = points[node.index()];
    let pull = graph.neighbours(node).iter().map(|next| unit(points[next.index()] - at));
    let away = -pull.fold(Vec2::ZERO, |sum, direction| sum + direction);
    if away.hypot() > 1e-6 { away.normalize() } else { Vec2::new(0.7, 0.7) }
}
