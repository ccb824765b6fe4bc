//! Triangular grids: what meshes and tori with six neighbours a node share.

use crate::{Grid, NodeId, TopologyError};

/// The steps to the six neighbours: to (x+1, y), (x+1, y+1), (x, y+1), and back.
pub(crate) const STEPS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// The grid that `8x8` describes: of two dimensions.
pub(crate) fn parse(family: &str, parameters: &str) -> Result<Grid, TopologyError> {
    let grid = Grid::parse(family, parameters)?;
    match grid.sides() {
        [_, _] => Ok(grid),
        sides => Err(TopologyError::BadParameters {
            spec: format!("{family}:{parameters}"),
            problem: format!("{} dimensions", sides.len()),
            expected: format!("two sides, such as `{family}:8x8` (columns x rows)"),
        }),
    }
}

/// How many steps make this difference: those in one direction go diagonally together.
pub(crate) fn steps((dx, dy): (i64, i64)) -> u64 {
    if (dx < 0) == (dy < 0) { dx.abs().max(dy.abs()) as u64 } else { (dx.abs() + dy.abs()) as u64 }
}

/// The step that comes first on the way that makes this difference: diagonally, then along x, then along y.
pub(crate) fn first_step((dx, dy): (i64, i64)) -> (i64, i64) {
    match (dx.signum(), dy.signum()) {
        (x, y) if x == y => (x, y),
        (0, y) => (0, y),
        (x, _) => (x, 0),
    }
}

/// The coordinates of a node.
pub(crate) fn place(grid: &Grid, node: NodeId) -> (i64, i64) {
    (i64::from(grid.coordinate(node, 0)), i64::from(grid.coordinate(node, 1)))
}

/// Where a node stands in a picture, so that all six neighbours are one unit away; y upwards.
pub(crate) fn position(grid: &Grid, node: NodeId) -> [f64; 2] {
    let (x, y) = place(grid, node);
    [x as f64 - y as f64 / 2.0, -(y as f64) * 0.75_f64.sqrt()]
}
