//! Two edge-disjoint binary spanning trees of a torus: torus paper, section 4.

use super::{RootedTree, best_root};
use thiserror::Error;
use wormcast_topology::{Grid, NodeId, Topology};

/// A sense in which coordinates are run through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Upwards, written +.
    Plus,
    /// Downwards, written −.
    Minus,
}

/// The senses in which one tree runs through columns and rows. The first tree takes x first, the second y first.
///
/// The paper's (+x, −y) of the first tree is `x: Plus, y: Minus`; its (−y, +x) of the second tree is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The sense along the rows.
    pub x: Sense,
    /// The sense along the columns.
    pub y: Sense,
}

impl Method {
    /// All four: with two trees, the 16 methods of the paper.
    pub const ALL: [Self; 4] = {
        use Sense::{Minus, Plus};
        [Self { x: Plus, y: Plus }, Self { x: Plus, y: Minus }, Self { x: Minus, y: Plus }, Self { x: Minus, y: Minus }]
    };
}

/// A network on which the construction does not work.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "edge-disjoint spanning trees are built on tori with sides of at least 3 (pairs with two sides, and those with two spines with sides of at least 4); this is {0}"
)]
pub struct NoDisjointTrees(pub String);

/// The trees of Theorem 4.1 for two starting nodes, rooted there; no link belongs to both.
///
/// The first tree takes the row of `start1`, and from it all columns but that of `start2`, which hangs from the column
/// beside it. The second takes the column of `start2`, and from it all rows but that of `start1`, which hangs from the
/// row beside it. Each line is run through from where it starts, in the sense of the method; the link that would close
/// it is left to the other tree. The starting nodes may share a row or a column, and may be the same node.
///
/// Exactly two links stay unused: the last of the first tree's row, and the last of the second tree's column. No node
/// has more than three links in one tree. O(nodes) time, 8 bytes a node.
///
/// ```
/// use wormcast_schemes::trees::{Method, Sense, dstm};
/// use wormcast_topology::{Topology, Torus};
/// let torus = Torus::new(&[5, 4])?;
/// let [a, b] = ["1,1", "3,2"].map(|name| torus.find_node(name).unwrap());
/// let method = Method { x: Sense::Plus, y: Sense::Minus };
/// let [first, second] = dstm(&torus, [a, b], [method; 2])?;
/// assert_eq!((first.root(), second.root()), (a, b));
/// assert!(first.links().all(|(child, parent)| !second.has_link(child, parent)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A torus that has not two sides of at least 3. With a side of 2 or 1 and more than one node it has fewer links than
/// two trees need, a side of 2 having one link and not two.
pub fn dstm(
    torus: &dyn Topology,
    starts: [NodeId; 2],
    methods: [Method; 2],
) -> Result<[RootedTree; 2], NoDisjointTrees> {
    let plane = Plane::of(torus)?;
    let [(_, y1), (x2, _)] = starts.map(|start| plane.place(start));
    let [first, second] = methods;
    let nodes = torus.graph().node_count();
    let tree1 = RootedTree::from_parents(nodes, starts[0], |node| match plane.place(node) {
        (x, y) if y == y1 => plane.before_x(x, y, first.x),
        (x, y) if x == x2 => plane.before_x(x, y, second.x),
        (x, y) => plane.before_y(x, y, first.y),
    });
    let tree2 = RootedTree::from_parents(nodes, starts[1], |node| match plane.place(node) {
        (x, y) if x == x2 => plane.before_y(x, y, second.y),
        (x, y) if y == y1 => plane.before_y(x, y, first.y),
        (x, y) => plane.before_x(x, y, second.x),
    });
    Ok([tree1, tree2])
}

/// The trees of [`dstm`], still rooted at the starting nodes, which branch there: where a start has one link only in
/// its tree, half of its branch is moved to its other side.
///
/// That is so in the first tree for starts in one column, in the second for starts in one row, and in both for the same
/// start. The far half of the line that the tree started with, K/2 nodes (rounded down) of K with the start, is cut off
/// and hung from the start by the link that closes the line, which no tree uses. Only these nodes get other parents;
/// the trees stay binary, without a common link, and two links stay unused (torus paper, section 4, figure 5).
/// O(nodes).
///
/// # Errors
/// As [`dstm`].
pub fn dstm_balanced(
    torus: &dyn Topology,
    starts: [NodeId; 2],
    methods: [Method; 2],
) -> Result<[RootedTree; 2], NoDisjointTrees> {
    let plane = Plane::of(torus)?;
    let mut trees = dstm(torus, starts, methods)?;
    let sides = [plane.columns as usize, plane.rows as usize];
    let senses = [methods[0].x, methods[1].y];
    for (dimension, tree) in trees.iter_mut().enumerate() {
        let (start, side) = (tree.root(), sides[dimension]);
        if tree.degrees()[start.index()] > 1 {
            continue;
        }
        // From the end of the line back towards the start.
        let back = |&at: &NodeId| {
            let (x, y) = plane.place(at);
            Some(if dimension == 0 { plane.before_x(x, y, senses[0]) } else { plane.before_y(x, y, senses[1]) })
        };
        let line: Vec<_> = std::iter::successors(back(&start), back).take(side / 2).collect();
        tree.exchange(line[line.len() - 1], (start, line[0]));
    }
    Ok(trees)
}

/// DSTM-1 of the torus paper, section 5.1, from a starting node: the other one is half a side away in both dimensions;
/// (+x, −y) and (−y, +x). Each tree is rooted at its [`best_root`].
///
/// # Errors
/// As [`dstm`].
pub fn dstm_1(torus: &dyn Topology, start: NodeId) -> Result<[RootedTree; 2], NoDisjointTrees> {
    let plane = Plane::of(torus)?;
    let other = plane.displaced(start, plane.columns / 2, plane.rows / 2);
    let method = Method { x: Sense::Plus, y: Sense::Minus };
    Ok(dstm(torus, [start, other], [method; 2])?.map(rooted_well))
}

/// DSTM-2 of the torus paper, section 5.1, from a starting node: the other one is a quarter of a side above it in its
/// column; (−x, +y) and (+y, −x). Each tree is rooted at its [`best_root`].
///
/// The paper calls this way the row from R1 to P2 and gives P2 the coordinates of R1's column. Both readings give the
/// same pair: swapping x with y, and reversing both, takes one to the other on a square torus.
///
/// # Errors
/// As [`dstm`].
pub fn dstm_2(torus: &dyn Topology, start: NodeId) -> Result<[RootedTree; 2], NoDisjointTrees> {
    let plane = Plane::of(torus)?;
    let other = plane.displaced(start, 0, plane.rows / 4);
    let method = Method { x: Sense::Minus, y: Sense::Plus };
    Ok(dstm(torus, [start, other], [method; 2])?.map(rooted_well))
}

fn rooted_well(mut tree: RootedTree) -> RootedTree {
    tree.reroot(best_root(&tree));
    tree
}

/// The coordinates of a torus with two sides.
pub(super) struct Plane<'t> {
    grid: &'t Grid,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl<'t> Plane<'t> {
    pub(super) fn of(topology: &'t dyn Topology) -> Result<Self, NoDisjointTrees> {
        let torus = topology.torus().map(|grid| (grid, grid.sides()));
        match torus {
            Some((grid, &[columns, rows])) if columns >= 3 && rows >= 3 => Ok(Self { grid, columns, rows }),
            _ => Err(NoDisjointTrees(topology.spec())),
        }
    }

    pub(super) fn place(&self, node: NodeId) -> (u32, u32) {
        (self.grid.coordinate(node, 0), self.grid.coordinate(node, 1))
    }

    /// The node from which a run along a row comes to this place.
    fn before_x(&self, x: u32, y: u32, sense: Sense) -> NodeId {
        self.grid.node(&[before(x, self.columns, sense), y])
    }

    /// The node from which a run along a column comes to this place.
    fn before_y(&self, x: u32, y: u32, sense: Sense) -> NodeId {
        self.grid.node(&[x, before(y, self.rows, sense)])
    }

    pub(super) fn displaced(&self, node: NodeId, columns: u32, rows: u32) -> NodeId {
        let (x, y) = self.place(node);
        self.grid.node(&[(x + columns) % self.columns, (y + rows) % self.rows])
    }
}

/// The coordinate before this one, on a side with wrap-around.
fn before(at: u32, side: u32, sense: Sense) -> u32 {
    match sense {
        Sense::Plus if at == 0 => side - 1,
        Sense::Plus => at - 1,
        Sense::Minus if at + 1 == side => 0,
        Sense::Minus => at + 1,
    }
}
