//! Where the nodes of a network stand and which way its links go. One file a family.

mod around;
mod arrangement;
mod faults;
mod graph;
mod grid;
mod hexagonal;
mod hypercube;
mod mesh_of_trees;
mod nested;
mod parallel;
mod spread;
mod star;
mod stress;
mod tree;

pub(crate) use arrangement::{Circle, Layout, LinkKind, LostLink, Shape, links};
pub(crate) use hexagonal::cell;

use wormcast_topology::{Outline, Topology};

/// The layouts, each for networks of one ability: the first that has one is taken.
const LAYOUTS: &[fn(&dyn Topology) -> Option<Layout>] = &[
    grid::arrange,
    grid::arrange_twisted,
    hexagonal::arrange,
    hypercube::arrange,
    star::arrange,
    tree::arrange,
    mesh_of_trees::arrange,
];

/// The layout for a network.
pub(crate) fn arrange(topology: &dyn Topology) -> Layout {
    let graph = topology.graph();
    if let Some(faulty) = topology.faults() {
        // The links keep the ways that they have in the whole network: what is faulty is drawn, too.
        let mut layout = faults::arrange_rest(faulty, arrange(faulty.inner()));
        parallel::spread(&mut layout, graph);
        return layout;
    }
    let own = LAYOUTS.iter().find_map(|layout| layout(topology));
    let mut layout = own.unwrap_or_else(|| graph::arrange(topology));
    if layout.shapes.is_empty() {
        layout.shapes = shapes(topology);
    }
    parallel::spread(&mut layout, graph);
    around::bend(&mut layout, graph);
    layout
}

/// The signs of endpoints and routers; nothing, if all are circles.
fn shapes(topology: &dyn Topology) -> Vec<Shape> {
    let graph = topology.graph();
    let router = match topology.outline() {
        Outline::Circle => Shape::Circle,
        Outline::Hexagon => Shape::Hexagon,
        Outline::Box => Shape::Box,
    };
    let shape = |node| if graph.is_endpoint(node) { Shape::Square } else { router };
    let is_plain = router == Shape::Circle && graph.endpoints().is_empty();
    if is_plain { Vec::new() } else { graph.nodes().map(shape).collect() }
}
