//! Tori whose channels all lead one way round: one dimension is a one-way ring.

use crate::family::Family;
use crate::hamiltonian::hamiltonian_path;
use crate::torus::{down, steps_ahead, up};
use crate::{Graph, Grid, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `one-way-torus:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "one-way-torus",
    parameters: "WxH[x…][:falling]",
    summary: "torus whose channels lead towards rising (or falling) coordinates only; nodes `x,y`; one dimension is a one-way ring",
    example: "one-way-torus:5x4",
    build: |parameters| Ok(Box::new(OneWayTorus::parse(parameters)?)),
};

/// What stands behind the sides where channels lead towards falling coordinates.
const FALLING: &str = ":falling";

/// A torus without the channels of one direction: from each node, one leads on in each dimension of more than one
/// point.
///
/// Some accelerators have two such networks on one chip, one for each direction.
///
/// ```
/// use wormcast_topology::{OneWayTorus, Topology};
/// let torus = OneWayTorus::new(&[10, 12], false)?;
/// assert_eq!(torus.graph().channel_count(), 2 * 120);
/// assert_eq!(torus.diameter(), Some(9 + 11));
/// let [a, b] = ["9,0", "0,0"].map(|name| torus.find_node(name).unwrap());
/// assert!(torus.graph().channel(a, b).is_some() && torus.graph().channel(b, a).is_none());
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OneWayTorus {
    grid: Grid,
    graph: Graph,
    falling: bool,
}

impl OneWayTorus {
    /// The torus with these sides (columns, rows, …), its channels towards falling coordinates or rising ones.
    /// O(nodes · dimensions).
    ///
    /// # Errors
    /// No side, a side of 0, or more nodes than are accepted.
    pub fn new(sides: &[u32], falling: bool) -> Result<Self, TopologyError> {
        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
        Self::parse(&(sides.join("x") + if falling { FALLING } else { "" }))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let (sides, falling) = parameters.strip_suffix(FALLING).map_or((parameters, false), |sides| (sides, true));
        let grid = Grid::parse(FAMILY.name, sides)?.wrapped();
        let next = if falling { down } else { up };
        let lines: Vec<_> = (0..grid.sides().len()).filter(|&dimension| grid.sides()[dimension] > 1).collect();
        let nodes = grid.node_count();
        let graph = Graph::from_targets(nodes, nodes * lines.len(), |node, targets| {
            targets.extend(lines.iter().map(|&dimension| next(&grid, node, dimension)));
        });
        let spec = || format!("{}:{parameters}", FAMILY.name);
        let graph = graph.map_err(|source| TopologyError::Size { spec: spec(), source })?;
        Ok(Self { grid, graph, falling })
    }

    /// Whether channels lead towards falling coordinates.
    pub fn is_falling(&self) -> bool {
        self.falling
    }

    /// How many channels lead from one coordinate to the other.
    fn steps(&self, from: NodeId, to: NodeId, dimension: usize) -> u32 {
        let [from, to] = if self.falling { [to, from] } else { [from, to] };
        steps_ahead(&self.grid, from, to, dimension)
    }
}

impl Topology for OneWayTorus {
    fn spec(&self) -> String {
        let sides: Vec<_> = self.grid.sides().iter().map(u32::to_string).collect();
        format!("{}:{}{}", FAMILY.name, sides.join("x"), if self.falling { FALLING } else { "" })
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

    /// All the way round but one step, in every dimension.
    fn diameter(&self) -> Option<u32> {
        Some(self.grid.sides().iter().map(|side| side - 1).sum())
    }

    /// Only sides of 2 have channels that go both ways.
    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        if self.grid.sides().iter().any(|&side| side > 2) {
            let reason = "the channels along its sides of more than 2 nodes have no opposites".to_owned();
            return Err(NoLabelling::OneWay { reason });
        }
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }

    /// Along each line to its last point, and from there to the next line: so each line begins one point before the
    /// line before it.
    fn one_way_labelling(&self) -> Option<Labelling> {
        let node = |label: usize| {
            let coordinate = |dimension: usize| {
                let (side, stride) = (self.grid.sides()[dimension] as usize, self.grid.stride(dimension) as usize);
                // How many steps of the path before this label go along the dimension.
                let steps = (label / stride - label / (stride * side)) % side;
                (if self.falling { (side - steps) % side } else { steps }) as u32
            };
            self.grid.node(&(0..self.grid.sides().len()).map(coordinate).collect::<Vec<_>>())
        };
        let path = (0..self.grid.node_count()).map(node).collect();
        Labelling::from_one_way_path(&self.graph, path).ok()
    }
}

/// Dimension order, the first coordinate first.
impl OwnRouting for OneWayTorus {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let next = if self.falling { down } else { up };
        let dimension = (0..self.grid.sides().len()).find(|&dimension| self.steps(at, to, dimension) > 0);
        dimension.map_or(at, |dimension| next(&self.grid, at, dimension))
    }

    fn pieces_are_routes(&self) -> bool {
        true
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        (0..self.grid.sides().len()).map(|dimension| self.steps(from, to, dimension)).sum()
    }
}
