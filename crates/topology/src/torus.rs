//! Tori of any dimension: grids with wrap-around.

use crate::family::Family;
use crate::mesh::snake;
use crate::{ChannelId, Graph, Grid, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `torus:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "torus",
    parameters: "WxH[x…]",
    summary: "grid of any dimension with wrap-around; nodes `x,y`",
    example: "torus:8x8",
    build: |parameters| Ok(Box::new(Torus::parse(parameters)?)),
};

/// A grid in which neighbours differ by one in one coordinate, the last point of each line being next to the first.
///
/// A side of 2 has one link, not two: there its wrap-around would repeat it. A side of 1 has none.
///
/// ```
/// use wormcast_topology::{Torus, Topology};
/// // 4 rows of 3 links, and 3 columns of 4.
/// assert_eq!(Torus::new(&[3, 4])?.graph().channel_count(), 2 * (4 * 3 + 3 * 4));
/// // 3 rows of 1 link, and 2 columns of 3.
/// assert_eq!(Torus::new(&[2, 3])?.graph().channel_count(), 2 * (3 * 1 + 2 * 3));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Torus {
    grid: Grid,
    graph: Graph,
}

impl Torus {
    /// The torus with these sides (columns, rows, …). O(nodes · dimensions).
    ///
    /// # Errors
    /// No side, a side of 0, or more nodes than are accepted.
    pub fn new(sides: &[u32]) -> Result<Self, TopologyError> {
        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
        Self::parse(&sides.join("x"))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let grid = Grid::parse(FAMILY.name, parameters)?.wrapped();
        let nodes = grid.node_count();
        let ports = |&side: &u32| (side as usize - 1).min(2);
        let channels = nodes * grid.sides().iter().map(ports).sum::<usize>();
        let graph =
            Graph::from_neighbours(nodes, channels, |node, neighbours| list_neighbours(&grid, node, neighbours));
        let graph = graph.map_err(|source| TopologyError::Size { spec: format!("torus:{parameters}"), source })?;
        Ok(Self { grid, graph })
    }
}

fn list_neighbours(grid: &Grid, node: NodeId, neighbours: &mut Vec<NodeId>) {
    for (dimension, &side) in grid.sides().iter().enumerate() {
        match side {
            1 => {}
            2 => neighbours.push(up(grid, node, dimension)),
            _ => neighbours.extend([up(grid, node, dimension), down(grid, node, dimension)]),
        }
    }
}

/// The neighbour in the positive direction.
pub(crate) fn up(grid: &Grid, node: NodeId, dimension: usize) -> NodeId {
    let (side, stride) = (grid.sides()[dimension], grid.stride(dimension));
    let last = grid.coordinate(node, dimension) + 1 == side;
    NodeId::new(if last { node.index() - (stride * (side - 1)) as usize } else { node.index() + stride as usize })
}

/// The neighbour in the negative direction.
pub(crate) fn down(grid: &Grid, node: NodeId, dimension: usize) -> NodeId {
    let (side, stride) = (grid.sides()[dimension], grid.stride(dimension));
    let first = grid.coordinate(node, dimension) == 0;
    NodeId::new(if first { node.index() + (stride * (side - 1)) as usize } else { node.index() - stride as usize })
}

impl Topology for Torus {
    fn spec(&self) -> String {
        let sides: Vec<_> = self.grid.sides().iter().map(u32::to_string).collect();
        format!("torus:{}", sides.join("x"))
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

    fn grid(&self) -> Option<&Grid> {
        Some(&self.grid)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Half the way round, in every dimension.
    fn diameter(&self) -> Option<u32> {
        Some(self.grid.sides().iter().map(|side| side / 2).sum())
    }

    /// The snake of the mesh with the same sides.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(snake(&self.grid, &self.graph))
    }
}

/// Dimension order, the first coordinate first, by the shorter way round; in the positive direction where both ways
/// round are equally long.
impl OwnRouting for Torus {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        for (dimension, &side) in self.grid.sides().iter().enumerate() {
            let ahead = steps_ahead(&self.grid, at, to, dimension);
            if ahead > 0 {
                let forth = ahead <= side - ahead;
                return if forth { up(&self.grid, at, dimension) } else { down(&self.grid, at, dimension) };
            }
        }
        at
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let shorter = |(dimension, &side): (usize, &u32)| {
            let ahead = steps_ahead(&self.grid, from, to, dimension);
            ahead.min(side - ahead)
        };
        self.grid.sides().iter().enumerate().map(shorter).sum()
    }

    fn append_route(&self, graph: &Graph, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) {
        let mut at = from;
        for (dimension, &side) in self.grid.sides().iter().enumerate() {
            let ahead = steps_ahead(&self.grid, at, to, dimension);
            let forth = ahead <= side - ahead;
            let steps = if forth { ahead } else { side - ahead };
            at = self.grid.append_line(graph, at, (dimension, forth, steps), route);
        }
    }
}

/// How many steps in the positive direction lead from one coordinate to the other.
pub(crate) fn steps_ahead(grid: &Grid, from: NodeId, to: NodeId, dimension: usize) -> u32 {
    let (from, to) = (grid.coordinate(from, dimension), grid.coordinate(to, dimension));
    if to >= from { to - from } else { to + grid.sides()[dimension] - from }
}
