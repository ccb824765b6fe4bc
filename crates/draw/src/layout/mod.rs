//! Where the nodes of a network stand and which way its links go. One file a family.

mod graph;
mod grid;

use kurbo::{Point, Vec2};
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, Graph, Topology};

/// Where everything is, in units of the usual distance between neighbours; y downwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Where each node stands.
    pub points: Vec<Point>,
    /// The channels that do not run straight: the direction in which each leaves its source, and the length of the
    /// stub that is drawn there.
    pub stubs: BTreeMap<ChannelId, Vec2>,
}

/// The way that a link goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Course {
    /// Straight from node to node.
    Straight,
    /// Out of the picture at one end and in again at the other: the vectors from each end to the end of its stub.
    Wrapped(Vec2, Vec2),
}

impl Layout {
    /// The way that a channel goes, seen from its source.
    pub fn course(&self, graph: &Graph, channel: ChannelId) -> Course {
        match self.stubs.get(&channel) {
            Some(&out) => Course::Wrapped(out, self.stubs[&graph.reverse(channel)]),
            None => Course::Straight,
        }
    }

    /// The same with every length multiplied.
    pub fn scaled(mut self, unit: f64) -> Self {
        for point in &mut self.points {
            *point = (point.to_vec2() * unit).to_point();
        }
        for out in self.stubs.values_mut() {
            *out *= unit;
        }
        self
    }
}

/// The layout for a network.
pub(crate) fn arrange(topology: &dyn Topology) -> Layout {
    match topology.grid() {
        Some(grid) => grid::arrange(grid, topology.graph()),
        None => graph::arrange(topology.graph()),
    }
}
