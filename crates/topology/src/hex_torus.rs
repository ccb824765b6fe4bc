//! Triangular tori: grids whose nodes all have six neighbours.

use crate::family::Family;
use crate::hex_grid::{self, STEPS, place};
use crate::mesh::snake;
use crate::{Graph, Grid, Labelling, NoLabelling, NodeId, Outline, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `hex-torus:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "hex-torus",
    parameters: "WxH",
    summary: "triangular grid with wrap-around: links to (x+1,y), (x+1,y+1) and (x,y+1); nodes `x,y`",
    example: "hex-torus:6x5",
    build: |parameters| Ok(Box::new(HexTorus::parse(parameters)?)),
};

/// A triangular grid with wrap-around: each node has six neighbours, where both sides are 3 at least; on shorter sides
/// several steps lead to the same node, and make one link. The network looks alike from every node.
///
/// ```
/// use wormcast_topology::{HexTorus, Topology};
/// let torus = HexTorus::new(12, 12)?;
/// assert_eq!((torus.graph().channel_count(), torus.diameter()), (6 * 144, Some(8)));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HexTorus {
    grid: Grid,
    graph: Graph,
}

impl HexTorus {
    /// The torus of so many columns and rows. O(nodes).
    ///
    /// # Errors
    /// A side of 0, or more nodes than are accepted.
    pub fn new(columns: u32, rows: u32) -> Result<Self, TopologyError> {
        Self::parse(&format!("{columns}x{rows}"))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let grid = hex_grid::parse(FAMILY.name, parameters)?;
        let nodes = grid.node_count();
        // All nodes have as many neighbours as the first.
        let mut list = Vec::new();
        neighbours(&grid, NodeId::new(0), &mut list);
        let graph = Graph::from_neighbours(nodes, nodes * list.len(), |node, list| neighbours(&grid, node, list));
        let graph =
            graph.map_err(|source| TopologyError::Size { spec: format!("{}:{parameters}", FAMILY.name), source })?;
        Ok(Self { grid, graph })
    }

    /// The difference that is made in the fewest steps: forwards or backwards round each side.
    fn difference(&self, from: NodeId, to: NodeId) -> (i64, i64) {
        let [from, to] = [from, to].map(|node| place(&self.grid, node));
        let [columns, rows] = [0, 1].map(|dimension| i64::from(self.grid.sides()[dimension]));
        let (dx, dy) = ((to.0 - from.0).rem_euclid(columns), (to.1 - from.1).rem_euclid(rows));
        let ways = [(dx, dy), (dx - columns, dy - rows), (dx - columns, dy), (dx, dy - rows)];
        ways.into_iter().min_by_key(|&way| hex_grid::steps(way)).expect("there are ways")
    }
}

/// The node a step further.
fn step(grid: &Grid, node: NodeId, (dx, dy): (i64, i64)) -> NodeId {
    let (x, y) = place(grid, node);
    let wrapped = |coordinate: i64, side: u32| coordinate.rem_euclid(side.into()) as u32;
    grid.node(&[wrapped(x + dx, grid.sides()[0]), wrapped(y + dy, grid.sides()[1])])
}

fn neighbours(grid: &Grid, node: NodeId, list: &mut Vec<NodeId>) {
    list.extend(STEPS.iter().map(|&direction| step(grid, node, direction)).filter(|&next| next != node));
    list.sort_unstable();
    list.dedup();
}

impl Topology for HexTorus {
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

    /// The greatest distance from the first node, as the network looks alike from every node; ⌊2n/3⌋ on n x n nodes.
    /// O(nodes).
    fn diameter(&self) -> Option<u32> {
        self.graph.nodes().map(|node| self.distance(NodeId::new(0), node)).max()
    }

    /// The snake of the mesh with the same sides.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(snake(&self.grid, &self.graph))
    }
}

/// Diagonally as far as that helps, then along x, then along y, by the shortest way round.
impl OwnRouting for HexTorus {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        step(&self.grid, at, hex_grid::first_step(self.difference(at, to)))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        hex_grid::steps(self.difference(from, to)) as u32
    }
}
