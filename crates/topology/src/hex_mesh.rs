//! Triangular meshes: grids whose nodes have six neighbours.

use crate::family::Family;
use crate::hex_grid::{HexNetwork, HexShape, place};
use crate::{Grid, NodeId};

/// How `hex-mesh:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "hex-mesh",
    parameters: "WxH",
    summary: "triangular grid: links to (x+1,y), (x+1,y+1) and (x,y+1); nodes `x,y`",
    example: "hex-mesh:5x4",
    build: |parameters| Ok(Box::new(HexMesh::parse(parameters)?)),
};

/// A triangular grid without wrap-around: a node inside has six neighbours.
///
/// ```
/// use wormcast_topology::{HexMesh, Topology};
/// let mesh = HexMesh::new(5, 4)?;
/// // 4 rows of 4 links, 5 columns of 3, and a diagonal in each of the 4 x 3 cells.
/// assert_eq!(mesh.graph().channel_count(), 2 * (16 + 15 + 12));
/// assert_eq!(mesh.diameter(), Some(4 + 3));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
pub type HexMesh = HexNetwork<HexMeshShape>;

/// The shape of a [`HexMesh`]: it ends at its borders.
#[derive(Clone, Debug)]
pub enum HexMeshShape {}

impl HexShape for HexMeshShape {
    const FAMILY: &'static str = FAMILY.name;

    fn step(grid: &Grid, node: NodeId, (dx, dy): (i64, i64)) -> Option<NodeId> {
        let (x, y) = place(grid, node);
        let inside =
            |coordinate: i64, side: u32| u32::try_from(coordinate).ok().filter(|&coordinate| coordinate < side);
        Some(grid.node(&[inside(x + dx, grid.sides()[0])?, inside(y + dy, grid.sides()[1])?]))
    }

    fn difference(grid: &Grid, from: NodeId, to: NodeId) -> (i64, i64) {
        let [from, to] = [from, to].map(|node| place(grid, node));
        (to.0 - from.0, to.1 - from.1)
    }

    fn channels(grid: &Grid) -> usize {
        let [columns, rows] = [0, 1].map(|dimension| grid.sides()[dimension] as usize);
        2 * ((columns - 1) * rows + columns * (rows - 1) + (columns - 1) * (rows - 1))
    }

    /// Between the two corners that no diagonal brings nearer.
    fn diameter(grid: &Grid) -> u32 {
        grid.sides()[0] + grid.sides()[1] - 2
    }
}
