//! Meshes of any dimension: grids without wrap-around.

use crate::family::Family;
use crate::{
    ChannelId, Graph, Grid, Labelling, Line, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode,
};

/// How `mesh:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "mesh",
    parameters: "WxH[x…]",
    summary: "grid of any dimension; nodes `x,y`",
    example: "mesh:8x8",
    build: |parameters| Ok(Box::new(Mesh::parse(parameters)?)),
};

/// A grid in which neighbours differ by one in one coordinate.
///
/// ```
/// use wormcast_topology::{Mesh, Topology};
/// let mesh = Mesh::new(&[3, 4])?;
/// // Each of the 4 rows has 2 links, and each of the 3 columns has 3.
/// assert_eq!(mesh.graph().channel_count(), 2 * (4 * 2 + 3 * 3));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    grid: Grid,
    graph: Graph,
}

impl Mesh {
    /// The mesh with these sides (columns, rows, …). O(nodes).
    ///
    /// # Errors
    /// No side, a side of 0, or more nodes than are accepted.
    pub fn new(sides: &[u32]) -> Result<Self, TopologyError> {
        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
        Self::parse(&sides.join("x"))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let grid = Grid::parse(FAMILY.name, parameters)?;
        let nodes = grid.node_count();
        let channels = channel_count(&grid);
        let graph =
            Graph::from_neighbours(nodes, channels, |node, neighbours| list_neighbours(&grid, node, neighbours));
        let graph = graph.map_err(|source| TopologyError::Size { spec: format!("mesh:{parameters}"), source })?;
        Ok(Self { grid, graph })
    }

    /// In how many dimensions a channel leads down from a node.
    fn downs(&self, mut node: u32) -> u32 {
        let leads_down = |&side: &u32| {
            let at = node % side;
            node /= side;
            u32::from(at > 0)
        };
        self.grid.sides().iter().map(leads_down).sum()
    }
}

/// How many channels lead between the points of a grid without wrap-around.
pub(crate) fn channel_count(grid: &Grid) -> usize {
    let links = |&side: &u32| grid.node_count() / side as usize * (side as usize - 1);
    2 * grid.sides().iter().map(links).sum::<usize>()
}

pub(crate) fn list_neighbours(grid: &Grid, node: NodeId, neighbours: &mut Vec<NodeId>) {
    for (dimension, &side) in grid.sides().iter().enumerate() {
        let coordinate = grid.coordinate(node, dimension);
        let stride = grid.stride(dimension) as usize;
        if coordinate > 0 {
            neighbours.push(NodeId::new(node.index() - stride));
        }
        if coordinate + 1 < side {
            neighbours.push(NodeId::new(node.index() + stride));
        }
    }
}

impl Topology for Mesh {
    fn spec(&self) -> String {
        let sides: Vec<_> = self.grid.sides().iter().map(u32::to_string).collect();
        format!("mesh:{}", sides.join("x"))
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

    /// From corner to corner.
    fn diameter(&self) -> Option<u32> {
        Some(self.grid.sides().iter().map(|side| side - 1).sum())
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(snake(&self.grid, &self.graph))
    }
}

/// Dimension order: the first coordinate is mended first (XY routing).
impl OwnRouting for Mesh {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        next(&self.grid, at, to)
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        distance(&self.grid, from, to)
    }

    fn append_route(&self, graph: &Graph, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) {
        let [mut here, mut there] = [from, to].map(|node| node.index() as u32);
        let mut at = from;
        for (dimension, &side) in self.grid.sides().iter().enumerate() {
            let (before, after) = (here % side, there % side);
            (here, there) = (here / side, there / side);
            at = self.grid.append_straight(graph, at, (dimension, after > before, before.abs_diff(after)), route);
        }
    }

    /// Of the channels that leave a node those down come first, the highest dimension first, and then those up, the
    /// lowest dimension first: so which one leads along a line follows from the coordinates.
    fn append_lines(&self, graph: &Graph, from: NodeId, to: NodeId, lines: &mut Vec<Line>) -> bool {
        let [mut here, mut there] = [from, to].map(|node| node.index() as u32);
        let leads = |(below, above): &mut (u32, u32), at: u32, side: u32| {
            *below += u32::from(at > 0);
            *above += u32::from(at + 1 < side);
        };
        // How many channels lead down in this dimension or a higher one, and down and up in those below it.
        let (mut downs, mut passed) = (self.downs(here), (0, 0));
        let mut at = from.index();
        for (dimension, &side) in self.grid.sides().iter().enumerate() {
            let (before, after) = (here % side, there % side);
            (here, there) = (here / side, there / side);
            downs -= u32::from(before > 0);
            let (up, steps) = (after > before, before.abs_diff(after));
            if steps > 0 {
                let stride = self.grid.stride(dimension) as usize;
                let step = if up { stride } else { stride.wrapping_neg() };
                let inner = downs + if up { 1 + passed.0 + passed.1 } else { 0 };
                let place = inner - u32::from(up & (before == 0));
                append_straight(graph, at, step, (place, inner, steps), lines);
                at = at.wrapping_add(step.wrapping_mul(steps as usize));
            }
            leads(&mut passed, after, side);
        }
        true
    }
}

/// Appends the lines of so many steps from a node, by the place of their channel among those that leave the first node,
/// and among those that leave the nodes behind it, which are inner ones of their line.
fn append_straight(
    graph: &Graph,
    from: usize,
    step: usize,
    (place, inner, steps): (u32, u32, u32),
    lines: &mut Vec<Line>,
) {
    let before = |node: usize| graph.channels_before(NodeId::new(node)) as u32;
    let first = before(from) + place;
    let line = |first: u32, apart, steps| Line { first: ChannelId::new(first as usize), apart, steps };
    if steps == 1 {
        return lines.push(line(first, 0, 1));
    }
    let [second, third] = [from.wrapping_add(step), from.wrapping_add(step.wrapping_mul(2))].map(before);
    let apart = third.wrapping_sub(second);
    if first.wrapping_add(apart) == second + inner {
        return lines.push(line(first, apart, steps));
    }
    lines.extend([line(first, 0, 1), line(second + inner, apart, steps - 1)]);
}

/// The node that follows on the way that mends the first coordinate first.
pub(crate) fn next(grid: &Grid, at: NodeId, to: NodeId) -> NodeId {
    for dimension in 0..grid.sides().len() {
        let stride = grid.stride(dimension) as usize;
        match grid.coordinate(at, dimension).cmp(&grid.coordinate(to, dimension)) {
            std::cmp::Ordering::Less => return NodeId::new(at.index() + stride),
            std::cmp::Ordering::Greater => return NodeId::new(at.index() - stride),
            std::cmp::Ordering::Equal => {}
        }
    }
    at
}

/// How far two points are apart, without wrap-around.
pub(crate) fn distance(grid: &Grid, from: NodeId, to: NodeId) -> u32 {
    let gap = |d| grid.coordinate(from, d).abs_diff(grid.coordinate(to, d));
    (0..grid.sides().len()).map(gap).sum()
}

/// The snake (boustrophedon) through a grid: each line runs back when the one before it ran forth. Consecutive
/// labels are neighbours in a mesh, and so in the torus of the same sides. On two dimensions it is the labelling of
/// the mesh paper, section 2.2. O(nodes · dimensions).
pub(crate) fn snake(grid: &Grid, graph: &Graph) -> Labelling {
    let path = (0..grid.node_count()).map(|label| snake_node(grid, label)).collect();
    Labelling::from_path(graph, path).expect("a snake is a Hamiltonian path")
}

/// The node with this label: the label's digits in the mixed radix of the sides, each of them reversed when the
/// digits above it, read as one number, are odd.
fn snake_node(grid: &Grid, label: usize) -> NodeId {
    let mut node = 0;
    for (dimension, &side) in grid.sides().iter().enumerate() {
        let stride = grid.stride(dimension) as usize;
        let digit = label / stride % side as usize;
        let above = label / (stride * side as usize);
        let coordinate = if above.is_multiple_of(2) { digit } else { side as usize - 1 - digit };
        node += coordinate * stride;
    }
    NodeId::new(node)
}
