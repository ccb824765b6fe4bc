//! Coordinates: the arithmetic that meshes and tori share.

use crate::error::TopologyError;
use crate::parameters::Parameters;
use crate::{ChannelId, Graph, NodeId, UnknownNode, check_size};

/// Nodes at the integer points of a box: node = x + y·columns + z·columns·rows + ….
///
/// ```
/// use wormcast_topology::{Grid, NodeId};
/// let grid = Grid::new(vec![4, 3]);
/// assert_eq!(grid.node(&[2, 1]), NodeId::new(6));
/// assert_eq!(grid.coordinate(NodeId::new(6), 0), 2);
/// assert_eq!(grid.name(NodeId::new(6)), "2,1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    sides: Vec<u32>,
    /// Whether the lines of each dimension are closed.
    wraps: Vec<bool>,
    /// The distance, in node numbers, between neighbours in each dimension.
    strides: Vec<u32>,
}

impl Grid {
    /// The grid with these sides, without wrap-around. Their product must fit in 32 bits.
    pub fn new(sides: Vec<u32>) -> Self {
        let strides = sides.iter().scan(1, |stride, side| {
            let this = *stride;
            *stride *= side;
            Some(this)
        });
        Self { strides: strides.collect(), wraps: vec![false; sides.len()], sides }
    }

    /// The same with wrap-around in every dimension.
    #[must_use]
    pub fn wrapped(mut self) -> Self {
        self.wraps.fill(true);
        self
    }

    /// The grid that `4x3x2` describes.
    ///
    /// # Errors
    /// A side that is not a positive number, or more nodes than are accepted.
    pub(crate) fn parse(family: &str, parameters: &str) -> Result<Self, TopologyError> {
        let expected = format!("sides of at least 1, such as `{family}:8x8` (columns x rows) or `{family}:4x4x4`");
        let parameters = Parameters { family, text: parameters, what: "side", expected: &expected };
        let sides = parameters.numbers(1..=u32::MAX)?;
        let size = |source| TopologyError::Size { spec: parameters.spec(), source };
        let nodes = sides.iter().fold(1_u128, |product, &side| product.saturating_mul(side.into()));
        // A node has at most two neighbours in each dimension with more than one point.
        let ports = 2 * sides.iter().filter(|&&side| side > 1).count() as u128;
        check_size(nodes, nodes.saturating_mul(ports)).map_err(size)?;
        Ok(Self::new(sides))
    }

    /// The side in each dimension.
    pub fn sides(&self) -> &[u32] {
        &self.sides
    }

    /// Whether the last point of each line of a dimension is next to the first. On a side of 2 that repeats a link, and
    /// on a side of 1 it adds none.
    pub fn wraps(&self, dimension: usize) -> bool {
        self.wraps[dimension]
    }

    /// Whether no dimension wraps around.
    pub fn is_mesh(&self) -> bool {
        !self.wraps.contains(&true)
    }

    /// Whether every dimension wraps around.
    pub fn is_torus(&self) -> bool {
        !self.wraps.contains(&false)
    }

    /// The distance, in node numbers, between neighbours in a dimension.
    #[inline]
    pub fn stride(&self, dimension: usize) -> u32 {
        self.strides[dimension]
    }

    /// How many points there are.
    pub fn node_count(&self) -> usize {
        self.sides.iter().map(|&side| side as usize).product()
    }

    /// The coordinate of a node in one dimension.
    #[inline]
    pub fn coordinate(&self, node: NodeId, dimension: usize) -> u32 {
        node.index() as u32 / self.strides[dimension] % self.sides[dimension]
    }

    /// The coordinates of a node.
    pub fn coordinates(&self, node: NodeId) -> Vec<u32> {
        (0..self.sides.len()).map(|dimension| self.coordinate(node, dimension)).collect()
    }

    /// Appends the channels of so many steps along a dimension, up or down, round the end where need be. Returns where
    /// it leads.
    pub(crate) fn append_line(
        &self,
        graph: &Graph,
        from: NodeId,
        (dimension, up, steps): (usize, bool, u32),
        route: &mut Vec<ChannelId>,
    ) -> NodeId {
        let side = self.sides[dimension];
        let coordinate = self.coordinate(from, dimension);
        let until_end = if up { side - 1 - coordinate } else { coordinate };
        let at = self.append_straight(graph, from, (dimension, up, steps.min(until_end)), route);
        if steps <= until_end {
            return at;
        }
        // Round the end, and on.
        let across = self.strides[dimension] * (side - 1);
        let at = append_steps(graph, at, (across, !up), 1, route);
        self.append_straight(graph, at, (dimension, up, steps - until_end - 1), route)
    }

    /// The same as far as the end, and not round it.
    pub(crate) fn append_straight(
        &self,
        graph: &Graph,
        from: NodeId,
        (dimension, up, steps): (usize, bool, u32),
        route: &mut Vec<ChannelId>,
    ) -> NodeId {
        append_steps(graph, from, (self.strides[dimension], up), steps, route)
    }

    /// The node at these coordinates, which must be inside.
    #[inline]
    pub fn node(&self, coordinates: &[u32]) -> NodeId {
        let offset = |(coordinate, stride): (&u32, &u32)| (coordinate * stride) as usize;
        NodeId::new(coordinates.iter().zip(&self.strides).map(offset).sum())
    }

    /// The name of a node: its coordinates, `x,y`.
    pub fn name(&self, node: NodeId) -> String {
        let names: Vec<_> = self.coordinates(node).iter().map(u32::to_string).collect();
        names.join(",")
    }

    /// The node of this name; `spec` is the network, for the error.
    ///
    /// # Errors
    /// The name is not a list of coordinates inside.
    pub fn find(&self, name: &str, spec: impl FnOnce() -> String) -> Result<NodeId, UnknownNode> {
        let coordinates: Option<Vec<u32>> = name.split(',').map(canonical_number).collect();
        let inside = |coordinates: &Vec<u32>| {
            coordinates.len() == self.sides.len() && coordinates.iter().zip(&self.sides).all(|(c, side)| c < side)
        };
        coordinates.filter(inside).map(|coordinates| self.node(&coordinates)).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: spec(),
            expected: format!("its nodes are {}", self.name_range()),
            nearest: None,
        })
    }

    fn name_range(&self) -> String {
        let last = NodeId::new(self.node_count() - 1);
        format!("`{}` to `{}`", self.name(NodeId::new(0)), self.name(last))
    }
}

/// Appends the channels of so many steps to the node whose number is higher, or lower, by so much. Returns where it
/// leads.
///
/// Behind its first node a line leaves inner nodes alone, which have equally many neighbours in the same order; so the
/// numbers of its channels are equally far apart from the second on, as the first channels of these nodes are.
fn append_steps(
    graph: &Graph,
    from: NodeId,
    (stride, up): (u32, bool),
    steps: u32,
    route: &mut Vec<ChannelId>,
) -> NodeId {
    let step = if up { stride as usize } else { (stride as usize).wrapping_neg() };
    let node = |count: u32| NodeId::new(from.index().wrapping_add(step.wrapping_mul(count as usize)));
    let channel =
        |before: u32| graph.channel(node(before), node(before + 1)).expect("neighbours on a line have a channel");
    let len = route.len() + steps as usize;
    if steps > 0 {
        route.push(channel(0));
    }
    if steps > 1 {
        let second = channel(1).index();
        let apart = graph.channels_before(node(2)).wrapping_sub(graph.channels_before(node(1)));
        // Some more than are needed: loops of few different lengths are guessed rightly.
        let count = (steps - 1).next_multiple_of(AT_A_TIME);
        let beyond = |count: u32| (second as u32).wrapping_add((apart as u32).wrapping_mul(count));
        route.extend((0..count).map(|count| ChannelId::new(beyond(count) as usize)));
        route.truncate(len);
        debug_assert_eq!(route.last(), Some(&channel(steps - 1)));
    }
    node(steps)
}

/// So many channels are laid at a time.
const AT_A_TIME: u32 = 16;

/// A number written as we write it: digits, no sign, no leading zero; so that every node has one name.
pub(crate) fn canonical_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits && (text == "0" || !text.starts_with('0'));
    canonical.then(|| text.parse().ok()).flatten()
}
