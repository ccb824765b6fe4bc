//! A closed construction of as many trees as a torus has dimensions.

use super::dstm::NoDisjointTrees;
use super::{RootedTree, best_root};
use wormcast_topology::{NodeId, Topology};

/// As many edge-disjoint spanning trees as a torus has dimensions, which is as many as fit: beyond the torus paper,
/// which conjectures them. All sides are at least 3; d links stay unused.
///
/// By induction over the dimensions. A ring has one tree, the ring without its last link, which stays unused. Let H be
/// a torus of one dimension fewer, with trees S1 … Sk and unused links f1 … fk, each fi from a node hi of its own to
/// some other node. The torus is a ring of layers, each a copy of H; a column is what runs through all layers at one
/// node of H.
///
/// - Ti, for i from 1 to k, is Si in every layer, and the column of hi without its last link, which joins the layers.
/// - The new tree takes over S1 in layer 0, and all other columns without their last links. What it lacks, the nodes of
///   the columns hi in the other layers, hang by the copies of fi there.
/// - T1 now lacks the nodes of layer 0, but that of h1. They hang by the last links of their columns.
///
/// The last link of the column of h1 and the copies of all fi in layer 0 stay unused: k + 1 links. They start at the
/// nodes (last layer, h1) and (layer 0, hi), which differ; and who follows them, from start to end again and again,
/// comes to no node twice. So the induction goes on. With two dimensions this is a pair of the paper's theorem 4.1.
/// O(dimensions · nodes).
///
/// ```
/// use wormcast_schemes::trees::torus_product;
/// use wormcast_topology::Torus;
/// let trees = torus_product(&Torus::new(&[4, 3, 5])?)?;
/// assert_eq!(trees.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No torus, or a side below 3.
pub fn torus_product(torus: &dyn Topology) -> Result<Vec<RootedTree>, NoDisjointTrees> {
    let sides = torus.torus().map(|grid| grid.sides()).filter(|sides| sides.iter().all(|&side| side >= 3));
    let sides = sides.ok_or_else(|| NoDisjointTrees(torus.spec()))?;
    let packing = sides.iter().skip(1).fold(Packing::ring(sides[0]), |packing, &side| packing.layered(side));
    let nodes = torus.graph().node_count();
    let tree = |links: Vec<Link>| {
        let links: Vec<_> = links.iter().map(|&[a, b]| (NodeId::new(a as usize), NodeId::new(b as usize))).collect();
        let mut tree = RootedTree::from_links(nodes, NodeId::new(0), &links).expect("the construction is proved");
        tree.reroot(best_root(&tree));
        tree
    };
    Ok(packing.trees.into_iter().map(tree).collect())
}

type Link = [u32; 2];

/// Trees, and the links that none uses, each from the node that may be hung by it.
struct Packing {
    nodes: u32,
    trees: Vec<Vec<Link>>,
    unused: Vec<Link>,
}

impl Packing {
    fn ring(side: u32) -> Self {
        Self { nodes: side, trees: vec![path(side).collect()], unused: vec![[side - 1, 0]] }
    }

    /// A ring of so many layers of this.
    fn layered(&self, side: u32) -> Self {
        let nodes = self.nodes;
        let copy =
            |links: &[Link], layer: u32| links.iter().map(move |link| link.map(|at| at + layer * nodes)).collect();
        let column = |at: u32| path(side).map(move |link| link.map(|layer| at + layer * nodes));
        let closing = |at: u32| [at + (side - 1) * nodes, at];
        let [mut trees, mut fresh]: [Vec<Vec<Link>>; 2] = [Vec::new(), vec![copy(&self.trees[0], 0)]];
        for (index, (tree, [at, _])) in self.trees.iter().zip(&self.unused).enumerate() {
            let layers = u32::from(index == 0)..side;
            let mut links: Vec<Link> = layers.flat_map(|layer| -> Vec<Link> { copy(tree, layer) }).collect();
            links.extend(column(*at));
            if index == 0 {
                links.extend((0..nodes).filter(|other| other != at).map(closing));
            }
            trees.push(links);
        }
        let taken = |at: &u32| self.unused.iter().any(|[taken, _]| taken == at);
        fresh.extend((0..nodes).filter(|at| !taken(at)).map(|at| column(at).collect()));
        fresh.extend((1..side).map(|layer| copy(&self.unused, layer)));
        trees.push(fresh.concat());
        let mut unused = vec![closing(self.unused[0][0])];
        unused.extend(&self.unused);
        Self { nodes: nodes * side, trees, unused }
    }
}

/// The links of a ring without its last one.
fn path(side: u32) -> impl Iterator<Item = Link> {
    (1..side).map(|at| [at - 1, at])
}
