//! A closed construction with shorter ways than the combs of the torus paper: two spines a tree.

use super::dstm::{NoDisjointTrees, Plane};
use super::{RootedTree, best_root};
use wormcast_topology::{NodeId, Topology};

/// Two edge-disjoint binary spanning trees of a torus, whose lines hang from two spines each, half a side apart: beyond
/// the torus paper, and with shorter ways on the mean than DSTM-1 and DSTM-2 on squares from 5 × 5 on.
///
/// The spines of the first tree are two rows, those of the second two columns; each is a line without one of its links,
/// its gap. A column of the first tree is cut above each spine, so that its two parts hang from the two spines. One
/// column is cut once only: it joins the spines, at the gap of the first of them. The columns that are spines of the
/// second tree hang node by node: every row of the second tree is cut right of these columns, and the first tree takes
/// what is cut off. In the row that joins the spines of the second tree one of these links is missing; there the gap of
/// the spine is taken. The second tree is the same with rows and columns exchanged.
///
/// Each tree has 2(n − 1) + n(n − 2) + 1 = n² − 1 links on n × n; no link is in both, two links stay unused, and no
/// node has more than three links in a tree. The joins are a quarter of a side behind the one spine of the other tree,
/// and the gap of the second spine is half a side behind that of the first. O(nodes).
///
/// ```
/// use wormcast_schemes::trees::{Distances, dstm_2, two_spines};
/// use wormcast_topology::{NodeId, Torus};
/// let torus = Torus::new(&[16, 16])?;
/// let average = |trees| Distances::new(trees).spread().average();
/// assert!(average(&two_spines(&torus)?) < 0.95 * average(&dstm_2(&torus, NodeId::new(0))?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A torus that has not two sides of at least 4.
pub fn two_spines(torus: &dyn Topology) -> Result<[RootedTree; 2], NoDisjointTrees> {
    let plane = Plane::of(torus)?;
    let sides = [plane.columns, plane.rows];
    if sides.iter().any(|&side| side < 4) {
        return Err(NoDisjointTrees(torus.spec()));
    }
    // The gaps of the first tree are columns, those of the second rows.
    let spines = [Spines::new(sides[1], sides[0], sides[0] / 4), Spines::new(sides[0], sides[1], 3 * sides[1] / 4)];
    let mut links: [Vec<(NodeId, NodeId)>; 2] = Default::default();
    for node in torus.graph().nodes() {
        let place = plane.place(node);
        for along in [0, 1] {
            // The link from here to the next node of the row, or of the column.
            let (at, line) = if along == 0 { place } else { (place.1, place.0) };
            let Some(own) = spines[along].takes(&spines[1 - along], at, line) else { continue };
            let tree = if own { along } else { 1 - along };
            links[tree].push((node, plane.displaced(node, u32::from(along == 0), u32::from(along == 1))));
        }
    }
    let nodes = torus.graph().node_count();
    Ok(links.map(|links| {
        let mut tree = RootedTree::from_links(nodes, NodeId::new(0), &links).expect("the construction is proved");
        tree.reroot(best_root(&tree));
        tree
    }))
}

/// The two spines of a tree.
struct Spines {
    /// The lines that they run along.
    lines: [u32; 2],
    /// Where the link to the next node is missing in each; the first is also the line that joins them.
    gaps: [u32; 2],
}

impl Spines {
    fn new(across: u32, along: u32, join: u32) -> Self {
        Self { lines: [0, across / 2], gaps: [join, (join + along.div_ceil(2)) % along] }
    }

    /// Whether the tree with these spines has the link from place `at` of a line that runs as they do to the next
    /// place, or the other tree; none if neither has it.
    fn takes(&self, other: &Self, at: u32, line: u32) -> Option<bool> {
        match self.lines.iter().position(|&spine| spine == line) {
            Some(spine) if at != self.gaps[spine] => Some(true),
            Some(0) => Some(false),
            Some(_) => None,
            // A line of the other tree, cut behind its spines; the one that joins them is whole behind the first.
            None => Some(other.lines.contains(&at) && (line, at) != (other.gaps[0], other.lines[0])),
        }
    }
}
