//! Triangular tori: grids whose nodes all have six neighbours.

use crate::family::Family;
use crate::hex_grid::{HexNetwork, HexShape, neighbours, place, steps};
use crate::{Grid, NodeId};

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
pub type HexTorus = HexNetwork<HexTorusShape>;

/// The shape of a [`HexTorus`]: behind each border it goes on at the opposite one.
#[derive(Clone, Debug)]
pub enum HexTorusShape {}

impl HexShape for HexTorusShape {
    const FAMILY: &'static str = FAMILY.name;

    fn step(grid: &Grid, node: NodeId, (dx, dy): (i64, i64)) -> Option<NodeId> {
        let (x, y) = place(grid, node);
        let wrapped = |coordinate: i64, side: u32| coordinate.rem_euclid(side.into()) as u32;
        Some(grid.node(&[wrapped(x + dx, grid.sides()[0]), wrapped(y + dy, grid.sides()[1])]))
    }

    /// Forwards or backwards round each side.
    fn difference(grid: &Grid, from: NodeId, to: NodeId) -> (i64, i64) {
        let [from, to] = [from, to].map(|node| place(grid, node));
        let [columns, rows] = [0, 1].map(|dimension| i64::from(grid.sides()[dimension]));
        let (dx, dy) = ((to.0 - from.0).rem_euclid(columns), (to.1 - from.1).rem_euclid(rows));
        let ways = [(dx, dy), (dx - columns, dy - rows), (dx - columns, dy), (dx, dy - rows)];
        ways.into_iter().min_by_key(|&way| steps(way)).expect("there are ways")
    }

    /// All nodes have as many neighbours as the first.
    fn channels(grid: &Grid) -> usize {
        let mut list = Vec::new();
        neighbours::<Self>(grid, NodeId::new(0), &mut list);
        grid.node_count() * list.len()
    }

    /// The greatest distance from the first node, as the network looks alike from every node; ⌊2n/3⌋ on n x n nodes.
    /// O(nodes).
    fn diameter(grid: &Grid) -> u32 {
        let nodes = (0..grid.node_count()).map(NodeId::new);
        nodes.map(|node| steps(Self::difference(grid, NodeId::new(0), node)) as u32).max().unwrap_or(0)
    }
}
