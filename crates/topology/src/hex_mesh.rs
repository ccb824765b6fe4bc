//! Triangular meshes: grids whose nodes have six neighbours.

use crate::family::Family;
use crate::hex_grid::{self, STEPS, place};
use crate::mesh::snake;
use crate::{Graph, Grid, Labelling, NoLabelling, NodeId, Outline, OwnRouting, Topology, TopologyError, UnknownNode};

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
#[derive(Clone, Debug)]
pub struct HexMesh {
    grid: Grid,
    graph: Graph,
}

impl HexMesh {
    /// The mesh of so many columns and rows. O(nodes).
    ///
    /// # Errors
    /// A side of 0, or more nodes than are accepted.
    pub fn new(columns: u32, rows: u32) -> Result<Self, TopologyError> {
        Self::parse(&format!("{columns}x{rows}"))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let grid = hex_grid::parse(FAMILY.name, parameters)?;
        let [columns, rows] = [0, 1].map(|dimension| grid.sides()[dimension] as usize);
        let links = (columns - 1) * rows + columns * (rows - 1) + (columns - 1) * (rows - 1);
        let graph = Graph::from_neighbours(columns * rows, 2 * links, |node, list| {
            let (x, y) = place(&grid, node);
            list.extend(STEPS.iter().filter_map(|&(dx, dy)| node_at(&grid, (x + dx, y + dy))));
        });
        let graph =
            graph.map_err(|source| TopologyError::Size { spec: format!("{}:{parameters}", FAMILY.name), source })?;
        Ok(Self { grid, graph })
    }

    fn difference(&self, from: NodeId, to: NodeId) -> (i64, i64) {
        let [from, to] = [from, to].map(|node| place(&self.grid, node));
        (to.0 - from.0, to.1 - from.1)
    }
}

/// The node at these coordinates; none outside.
fn node_at(grid: &Grid, (x, y): (i64, i64)) -> Option<NodeId> {
    let inside = |coordinate: i64, side: u32| u32::try_from(coordinate).ok().filter(|&coordinate| coordinate < side);
    Some(grid.node(&[inside(x, grid.sides()[0])?, inside(y, grid.sides()[1])?]))
}

impl Topology for HexMesh {
    fn spec(&self) -> String {
        format!("{}:{}x{}", FAMILY.name, self.grid.sides()[0], self.grid.sides()[1])
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        self.grid.name(node)
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        self.grid.find(name, || self.spec())
    }

    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        Some(hex_grid::position(&self.grid, node))
    }

    fn outline(&self) -> Outline {
        Outline::Hexagon
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Between the two corners that no diagonal brings nearer.
    fn diameter(&self) -> Option<u32> {
        Some(self.grid.sides()[0] + self.grid.sides()[1] - 2)
    }

    /// The snake of the mesh with the same sides.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(snake(&self.grid, &self.graph))
    }
}

/// Diagonally as far as that helps, then along x, then along y.
impl OwnRouting for HexMesh {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let ((x, y), (dx, dy)) = (place(&self.grid, at), hex_grid::first_step(self.difference(at, to)));
        node_at(&self.grid, (x + dx, y + dy)).expect("the way is between its ends")
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        hex_grid::steps(self.difference(from, to)) as u32
    }
}
