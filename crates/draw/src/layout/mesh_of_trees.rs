//! Meshes of trees in two dimensions, as in the mesh-of-trees paper (figure 2): leaves in a grid as circles, the row
//! trees over their rows with squares, the column trees beside their columns with triangles.

use super::arrangement::{Layout, LinkKind, Shape};
use kurbo::{Point, Vec2};
use wormcast_topology::{BitString, MeshOfTrees, NodeId, Topology};

/// The dimension of the trees whose inner nodes have a short second string: the row trees.
const ROW_TREES: usize = 1;

/// The layout of a mesh of trees; none if it has another number of dimensions than two.
pub(super) fn arrange(topology: &dyn Topology) -> Option<Layout> {
    let (mesh, graph) = (topology.mesh_of_trees()?, topology.graph());
    let &[rows, columns] = mesh.heights() else { return None };
    let scale = Scale { heights: [rows, columns], cell: 1.8 + 0.35 * f64::from(rows.max(columns)) };
    let mut layout = Layout::at(graph.nodes().map(|node| scale.place(mesh, node)).collect());
    layout.shapes = graph.nodes().map(|node| shape(mesh, node)).collect();
    layout.name_sides = graph.nodes().map(|node| name_side(mesh, node)).collect();
    layout.kinds = graph
        .channels()
        .map(|channel| {
            let inner = mesh.tree_dimension(graph.source(channel)).or(mesh.tree_dimension(graph.target(channel)));
            if inner == Some(ROW_TREES) { LinkKind::RowTree } else { LinkKind::ColumnTree }
        })
        .collect();
    Some(layout)
}

fn shape(mesh: &MeshOfTrees, node: NodeId) -> Shape {
    match mesh.tree_dimension(node) {
        None => Shape::Circle,
        Some(ROW_TREES) => Shape::Square,
        Some(_) => Shape::Triangle,
    }
}

fn name_side(mesh: &MeshOfTrees, node: NodeId) -> Vec2 {
    match mesh.tree_dimension(node) {
        None => Vec2::new(-0.7, 0.7),
        Some(ROW_TREES) => Vec2::new(0.0, -1.0),
        Some(_) => Vec2::new(1.0, 0.0),
    }
}

struct Scale {
    heights: [u32; 2],
    /// The distance between leaves.
    cell: f64,
}

impl Scale {
    /// Row x runs from left to right by y. An inner node stands in the middle of the leaves below it, the further off
    /// its row or column the nearer it is to the root.
    fn place(&self, mesh: &MeshOfTrees, node: NodeId) -> Point {
        let [x, y] = [0, 1].map(|dimension| mesh.bits(node, dimension));
        let level = |bits: BitString, dimension: usize| {
            let height = f64::from(self.heights[dimension]);
            let share = f64::from(self.heights[dimension] - bits.length()) / height;
            // Below one half of a cell, where the inner nodes of the other trees stand.
            if share > 0.0 { self.cell * (0.08 + 0.28 * share) } else { 0.0 }
        };
        let middle = |bits: BitString, dimension: usize| {
            let leaves = f64::from(1 << (self.heights[dimension] - bits.length()));
            self.cell * (f64::from(bits.value()) * leaves + (leaves - 1.0) / 2.0)
        };
        Point::new(middle(y, 1) + level(x, 0), middle(x, 0) - level(y, 1))
    }
}
