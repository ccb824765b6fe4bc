//! Triangular grids: what meshes and tori with six neighbours a node share.

use crate::mesh::snake;
use crate::{Graph, Grid, Labelling, NoLabelling, NodeId, Outline, OwnRouting, Topology, TopologyError, UnknownNode};
use std::fmt::Debug;
use std::marker::PhantomData;

/// How the nodes of a triangular grid hang together at its borders.
pub trait HexShape: Clone + Debug + Send + Sync + 'static {
    /// The name of the family.
    const FAMILY: &'static str;

    /// The node one step on; none outside.
    fn step(grid: &Grid, node: NodeId, direction: (i64, i64)) -> Option<NodeId>;

    /// The difference of coordinates that a shortest way makes.
    fn difference(grid: &Grid, from: NodeId, to: NodeId) -> (i64, i64);

    /// How many channels there are.
    fn channels(grid: &Grid) -> usize;

    /// The greatest distance of two nodes.
    fn diameter(grid: &Grid) -> u32;
}

/// A triangular grid: [`HexMesh`](crate::HexMesh) or [`HexTorus`](crate::HexTorus).
#[derive(Clone, Debug)]
pub struct HexNetwork<S> {
    grid: Grid,
    graph: Graph,
    shape: PhantomData<S>,
}

impl<S: HexShape> HexNetwork<S> {
    /// So many columns and rows. O(nodes).
    ///
    /// # Errors
    /// A side of 0, or more nodes than are accepted.
    pub fn new(columns: u32, rows: u32) -> Result<Self, TopologyError> {
        Self::parse(&format!("{columns}x{rows}"))
    }

    pub(crate) fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let grid = parse(S::FAMILY, parameters)?;
        let graph = Graph::from_neighbours(grid.node_count(), S::channels(&grid), |node, list| {
            neighbours::<S>(&grid, node, list);
        });
        let size = |source| TopologyError::Size { spec: format!("{}:{parameters}", S::FAMILY), source };
        Ok(Self { graph: graph.map_err(size)?, grid, shape: PhantomData })
    }
}

/// Appends the neighbours of a node; on short sides several steps lead to the same one.
pub(crate) fn neighbours<S: HexShape>(grid: &Grid, node: NodeId, list: &mut Vec<NodeId>) {
    list.extend(STEPS.iter().filter_map(|&direction| S::step(grid, node, direction)).filter(|&next| next != node));
    list.sort_unstable();
    list.dedup();
}

impl<S: HexShape> Topology for HexNetwork<S> {
    fn spec(&self) -> String {
        format!("{}:{}x{}", S::FAMILY, self.grid.sides()[0], self.grid.sides()[1])
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
        Some(position(&self.grid, node))
    }

    fn outline(&self) -> Outline {
        Outline::Hexagon
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    fn diameter(&self) -> Option<u32> {
        Some(S::diameter(&self.grid))
    }

    /// The snake of the mesh with the same sides.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(snake(&self.grid, &self.graph))
    }
}

/// Diagonally as far as that helps, then along x, then along y; on tori by the shortest way round.
impl<S: HexShape> OwnRouting for HexNetwork<S> {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let direction = first_step(S::difference(&self.grid, at, to));
        S::step(&self.grid, at, direction).expect("the way is between its ends")
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        steps(S::difference(&self.grid, from, to)) as u32
    }
}

/// The steps to the six neighbours: to (x+1, y), (x+1, y+1), (x, y+1), and back.
const STEPS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// The grid that `8x8` describes: of two dimensions.
fn parse(family: &str, parameters: &str) -> Result<Grid, TopologyError> {
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
fn first_step((dx, dy): (i64, i64)) -> (i64, i64) {
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
fn position(grid: &Grid, node: NodeId) -> [f64; 2] {
    let (x, y) = place(grid, node);
    [x as f64 - y as f64 / 2.0, -(y as f64) * 0.75_f64.sqrt()]
}
