//! Networks whose nodes are called by their numbers.

use crate::grid::canonical_number;
use crate::{NodeId, Topology, UnknownNode};
use std::f64::consts::TAU;

/// The node of this number.
pub(crate) fn find(network: &dyn Topology, name: &str) -> Result<NodeId, UnknownNode> {
    let nodes = network.graph().node_count();
    let number = canonical_number(name).map(|number| number as usize).filter(|&number| number < nodes);
    number.map(NodeId::new).ok_or_else(|| UnknownNode {
        name: name.to_owned(),
        spec: network.spec(),
        expected: format!("its nodes are `0` to `{}`", nodes - 1),
        nearest: None,
    })
}

/// The place of one of so many points on a circle, clockwise from the top, neighbours one unit apart.
pub(crate) fn circle(index: usize, count: usize) -> [f64; 2] {
    let radius = if count < 2 { 0.0 } else { 0.5 / (TAU / 2.0 / count as f64).sin() };
    on_circle(radius, index as f64 / count as f64)
}

/// The place on a circle around the origin, after this share of the way round, clockwise from the top.
pub(crate) fn on_circle(radius: f64, share: f64) -> [f64; 2] {
    let (sin, cos) = (TAU * share).sin_cos();
    [radius * sin, -radius * cos]
}
