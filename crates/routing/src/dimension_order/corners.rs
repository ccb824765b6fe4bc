//! The turns of dimension order on a grid without faults, without following all routes.

use super::DimensionOrder;
use crate::Lane;
use crate::dependencies::{DependencyGraph, Flow};
use wormcast_topology::{NodeId, Topology};

/// A lane and a node: the source of a message that ends on the lane, or the destination of one that begins on it.
type End = (Lane, NodeId);

/// How messages along one dimension end and begin at each node. What they do in one dimension does not depend on the
/// others, so whatever ends at a node may be followed by whatever begins there in a later dimension.
pub(super) struct Corners {
    /// By node and place of the dimension in the order.
    ends: Vec<Vec<End>>,
    begins: Vec<Vec<End>>,
    dimensions: usize,
}

impl Corners {
    /// Adds the turns within lines to a graph, and finds what is left. O(nodes · the squares of the sides).
    pub(super) fn of(routing: &DimensionOrder<'_>, topology: &dyn Topology, graph: &mut DependencyGraph) -> Self {
        let dimensions = routing.grid.sides().len();
        let none = vec![Vec::new(); topology.graph().node_count() * dimensions];
        let mut corners = Self { ends: none.clone(), begins: none, dimensions };
        let mut route = Vec::new();
        for (place, dimension) in routing.dimensions().enumerate() {
            for from in topology.graph().nodes() {
                for to in routing.grid.line(from, dimension).filter(|&to| to != from) {
                    route.clear();
                    if routing.along(from, to, dimension, &mut route).is_none() {
                        continue;
                    }
                    graph.add_route(&route, Flow::unicast(from, to));
                    let (first, last) = (route[0], route[route.len() - 1]);
                    let row = |node: NodeId| node.index() * dimensions + place;
                    note(&mut corners.begins[row(from)], (first, to));
                    note(&mut corners.ends[row(to)], (last, from));
                }
            }
        }
        corners
    }

    /// The turns from one dimension to a later one.
    pub(super) fn turns(&self) -> impl Iterator<Item = ([Lane; 2], Flow)> + '_ {
        let rows = (0..self.ends.len()).flat_map(|row| {
            let last = row - row % self.dimensions + self.dimensions;
            (row + 1..last).map(move |later| (row, later))
        });
        rows.flat_map(move |(row, later)| {
            self.ends[row].iter().flat_map(move |&(held, from)| {
                self.begins[later].iter().map(move |&(asked, to)| ([held, asked], Flow::unicast(from, to)))
            })
        })
    }
}

/// Keeps a lane once.
fn note(known: &mut Vec<End>, end: End) {
    if !known.iter().any(|(lane, _)| *lane == end.0) {
        known.push(end);
    }
}
