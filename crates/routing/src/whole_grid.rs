//! The grid that a mesh or torus is, or was before some of it was lost.

use wormcast_topology::{ChannelId, Faulty, Grid, NodeId, Topology};

/// A grid of which nodes and links may be missing. Nodes are numbers of the network; points are nodes of the whole
/// grid.
pub(crate) struct WholeGrid<'t> {
    topology: &'t dyn Topology,
    grid: &'t Grid,
    faulty: Option<&'t Faulty>,
    /// By dimension: whether its lines are rings.
    wraps: Vec<bool>,
}

impl<'t> WholeGrid<'t> {
    /// None for other networks.
    pub(crate) fn of(topology: &'t dyn Topology) -> Option<Self> {
        let faulty = topology.faults();
        let whole = faulty.map_or(topology, |faulty| faulty.inner());
        let grid = whole.grid()?;
        // Of a side of 2 the wrap-around would be the same link once more.
        let ring = |dimension: usize| grid.wraps(dimension) && grid.sides()[dimension] > 2;
        let wraps = (0..grid.sides().len()).map(ring).collect();
        Some(Self { topology, grid, faulty, wraps })
    }

    /// Whether any line is a ring.
    pub(crate) fn wraps(&self) -> bool {
        self.wraps.contains(&true)
    }

    /// Whether the lines of a dimension are rings.
    pub(crate) fn is_ring(&self, dimension: usize) -> bool {
        self.wraps[dimension]
    }

    pub(crate) fn sides(&self) -> &[u32] {
        self.grid.sides()
    }

    /// Whether nothing of it is missing.
    pub(crate) fn is_whole(&self) -> bool {
        self.faulty.is_none()
    }

    /// The point at which a node is.
    #[inline]
    pub(crate) fn point(&self, node: NodeId) -> NodeId {
        self.faulty.map_or(node, |faulty| faulty.inner_node(node))
    }

    /// The node at a point; none if it is lost.
    #[inline]
    pub(crate) fn node(&self, point: NodeId) -> Option<NodeId> {
        match self.faulty {
            Some(faulty) => faulty.survivor(point),
            None => Some(point),
        }
    }

    /// The coordinates of a node.
    pub(crate) fn coordinates(&self, node: NodeId) -> Vec<u32> {
        self.grid.coordinates(self.point(node))
    }

    /// How many steps of rising coordinates lead from one point to the other along a ring.
    pub(crate) fn steps_ahead(&self, from: NodeId, to: NodeId, dimension: usize) -> u32 {
        let [from, to] = [from, to].map(|point| self.grid.coordinate(point, dimension));
        if to >= from { to - from } else { to + self.grid.sides()[dimension] - from }
    }

    /// Whether one point has the lower coordinate in a dimension.
    pub(crate) fn point_is_below(&self, point: NodeId, other: NodeId, dimension: usize) -> bool {
        self.grid.coordinate(point, dimension) < self.grid.coordinate(other, dimension)
    }

    /// The points that differ from one at most in a dimension, in ascending order.
    pub(crate) fn line(&self, point: NodeId, dimension: usize) -> impl Iterator<Item = NodeId> + use<> {
        let (side, stride) = (self.grid.sides()[dimension] as usize, self.grid.stride(dimension) as usize);
        let first = point.index() - stride * self.grid.coordinate(point, dimension) as usize;
        (0..side).map(move |place| NodeId::new(first + stride * place))
    }

    /// The next point in a dimension, and whether the step is a wrap-around; none at the border of a mesh.
    pub(crate) fn step(&self, point: NodeId, dimension: usize, rises: bool) -> Option<(NodeId, bool)> {
        let (side, stride) = (self.grid.sides()[dimension] as usize, self.grid.stride(dimension) as usize);
        let at = self.grid.coordinate(point, dimension) as usize;
        let around = if rises { at + 1 == side } else { at == 0 };
        let index = match (rises, around) {
            (true, false) => point.index() + stride,
            (false, false) => point.index() - stride,
            (true, true) => point.index() - stride * (side - 1),
            (false, true) => point.index() + stride * (side - 1),
        };
        (!around || self.wraps[dimension]).then_some((NodeId::new(index), around))
    }

    /// The channel from a point to the next one, if both nodes and the channel are there.
    pub(crate) fn channel(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        self.topology.graph().channel(self.node(from)?, self.node(to)?)
    }
}
