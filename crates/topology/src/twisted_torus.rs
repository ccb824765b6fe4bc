//! Twisted tori: tori of which one wrap-around shifts another coordinate.

use crate::family::Family;
use crate::mesh::snake;
use crate::parameters::Parameters;
use crate::torus::{down, steps_ahead, up};
use crate::{Graph, Grid, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `twisted-torus:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "twisted-torus",
    parameters: "WxH[x…]:SHIFT",
    summary: "torus whose wrap-around in the first dimension shifts the last coordinate; nodes `x,y`",
    example: "twisted-torus:4x8:4",
    build: |parameters| match TwistedTorus::parse(parameters) {
        Ok(torus) => Ok(Box::new(torus)),
        Err(error) => Err(error.about(FAMILY.name, parameters)),
    },
};

/// A torus in which the step from the last point of the first dimension to the first one raises the last coordinate by
/// a shift, and the step back lowers it.
///
/// An a x 2a torus with a shift of a has the diameter a, where the plain one has 3a/2 (Cámara, Moretó and others,
/// "Twisted torus topologies for enhanced interconnection networks", IEEE TPDS 2010). The network looks alike from
/// every node.
///
/// ```
/// use wormcast_topology::{Topology, TwistedTorus};
/// let torus = TwistedTorus::new(&[4, 8], 4)?;
/// assert_eq!((torus.graph().channel_count(), torus.diameter()), (4 * 32, Some(4)));
/// let [a, b] = ["3,1", "0,5"].map(|name| torus.find_node(name).unwrap());
/// assert!(torus.graph().channel(a, b).is_some());
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TwistedTorus {
    grid: Grid,
    shift: u32,
    graph: Graph,
}

/// What is left to go: steps in the first dimension and in the last one, either way round, and the difference that
/// remains in each dimension between them.
#[derive(Clone, Copy)]
struct Way {
    first: i64,
    last: i64,
}

impl Way {
    fn length(self) -> u64 {
        self.first.unsigned_abs() + self.last.unsigned_abs()
    }
}

impl TwistedTorus {
    /// The torus with these sides (columns, rows, …) and this shift. O(nodes · dimensions).
    ///
    /// # Errors
    /// Fewer than two sides, a side of 0, a first side of 1, a shift of 0 or of the last side and more, or more nodes
    /// than are accepted.
    pub fn new(sides: &[u32], shift: u32) -> Result<Self, TopologyError> {
        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
        Self::parse(&format!("{}:{shift}", sides.join("x")))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = "two sides or more, the first at least 2, and a shift below the last side, such as `4x8:4`";
        let (sides, shift) = parameters.split_once(':').unwrap_or((parameters, ""));
        let words = |text, what| Parameters { family: FAMILY.name, text, what, expected };
        let grid = Grid::parse(FAMILY.name, sides)?.wrapped();
        let (first, last) = (grid.sides()[0], grid.sides()[grid.sides().len() - 1]);
        if grid.sides().len() < 2 || first < 2 {
            return Err(words(parameters, "side").bad("too few sides, or a first side of 1".into()));
        }
        let shift = words(shift, "shift").number(1..=last - 1)?;
        let ports = |&side: &u32| (side as usize - 1).min(2);
        let degree = 2 + grid.sides()[1..].iter().map(ports).sum::<usize>();
        let nodes = grid.node_count();
        let graph = Graph::from_neighbours(nodes, nodes * degree, |node, list| neighbours(&grid, shift, node, list));
        let graph =
            graph.map_err(|source| TopologyError::Size { spec: format!("{}:{parameters}", FAMILY.name), source })?;
        Ok(Self { grid, shift, graph })
    }

    /// The coordinates of its nodes. Channels lead between neighbours in one coordinate, but for the wrap-around of
    /// the first dimension, which shifts the last coordinate.
    pub fn coordinates(&self) -> &Grid {
        &self.grid
    }

    /// By how much the wrap-around of the first dimension raises the last coordinate.
    pub fn shift(&self) -> u32 {
        self.shift
    }

    fn last(&self) -> usize {
        self.grid.sides().len() - 1
    }

    /// The shortest way in the first and the last dimension: k times round the first dimension leaves the last
    /// coordinate k shifts further, so all sensible k are tried. O(last side / first side).
    fn way(&self, from: NodeId, to: NodeId) -> Way {
        let side = |dimension: usize| i64::from(self.grid.sides()[dimension]);
        let ahead = |dimension| i64::from(steps_ahead(&self.grid, from, to, dimension));
        let (first, last) = (side(0), side(self.last()));
        let (x, z) = (ahead(0), ahead(self.last()));
        // `x` steps up pass the wrap-around once where the coordinate gets smaller; the shift is taken off for that.
        let passed = i64::from(self.grid.coordinate(to, 0) < self.grid.coordinate(from, 0));
        let farthest = 1 + last / (2 * first);
        let ways = (-farthest - 1..=farthest).map(|rounds| {
            let rest = (z - (rounds + passed) * i64::from(self.shift)).rem_euclid(last);
            Way { first: x + rounds * first, last: if 2 * rest <= last { rest } else { rest - last } }
        });
        ways.min_by_key(|way| way.length()).expect("there are ways")
    }
}

/// The neighbour after a step in the first dimension.
fn step(grid: &Grid, shift: u32, node: NodeId, upwards: bool) -> NodeId {
    let last = grid.sides().len() - 1;
    let (side, x, z) = (grid.sides()[last], grid.coordinate(node, 0), grid.coordinate(node, last));
    let (plain, wraps) = match upwards {
        true => (up(grid, node, 0), x + 1 == grid.sides()[0]),
        false => (down(grid, node, 0), x == 0),
    };
    let shifted = (z + if upwards { shift } else { side - shift }) % side;
    let stride = grid.stride(last) as usize;
    if wraps { NodeId::new(plain.index() + shifted as usize * stride - z as usize * stride) } else { plain }
}

fn neighbours(grid: &Grid, shift: u32, node: NodeId, list: &mut Vec<NodeId>) {
    list.extend([true, false].map(|upwards| step(grid, shift, node, upwards)));
    for (dimension, &side) in grid.sides().iter().enumerate().skip(1) {
        match side {
            1 => {}
            2 => list.push(up(grid, node, dimension)),
            _ => list.extend([up(grid, node, dimension), down(grid, node, dimension)]),
        }
    }
}

impl Topology for TwistedTorus {
    fn spec(&self) -> String {
        let sides: Vec<_> = self.grid.sides().iter().map(u32::to_string).collect();
        format!("{}:{}:{}", FAMILY.name, sides.join("x"), self.shift)
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

    fn twisted_torus(&self) -> Option<&TwistedTorus> {
        Some(self)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// The greatest distance from the first node, as the network looks alike from every node. O(nodes · last side /
    /// first side).
    fn diameter(&self) -> Option<u32> {
        self.graph.nodes().map(|node| self.distance(NodeId::new(0), node)).max()
    }

    /// The snake of the mesh with the same sides.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Ok(snake(&self.grid, &self.graph))
    }
}

/// The first dimension first, by the way round that makes the whole way shortest; then the others in their order.
impl OwnRouting for TwistedTorus {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let way = self.way(at, to);
        if way.first != 0 {
            return step(&self.grid, self.shift, at, way.first > 0);
        }
        let ahead = |dimension: &usize| steps_ahead(&self.grid, at, to, *dimension) > 0;
        let Some(dimension) = (1..self.grid.sides().len()).find(ahead) else { return at };
        let forth = 2 * steps_ahead(&self.grid, at, to, dimension) <= self.grid.sides()[dimension];
        if forth { up(&self.grid, at, dimension) } else { down(&self.grid, at, dimension) }
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let between = 1..self.last();
        let shorter = |dimension: usize| {
            let ahead = steps_ahead(&self.grid, from, to, dimension);
            ahead.min(self.grid.sides()[dimension] - ahead)
        };
        self.way(from, to).length() as u32 + between.map(shorter).sum::<u32>()
    }
}
