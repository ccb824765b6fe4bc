//! As many edge-disjoint spanning trees as a network has: Roskind and Tarjan's algorithm.

use super::augment::Augment;
use super::forests::Forests;
use super::union_find::UnionFind;
use super::{Partition, RootedTree, best_root};
use wormcast_topology::{Graph, NodeId};

/// Edge-disjoint spanning trees, as many as there can be, and why there are no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostTrees {
    /// The trees, each rooted at its [`best_root`].
    pub trees: Vec<RootedTree>,
    /// A partition of the nodes with too few links between its parts for one tree more: its
    /// [`tree_bound`](Partition::tree_bound) is the number of trees. None for a single node, which has any number of
    /// trees without links.
    pub bound: Option<Partition>,
}

/// The greatest number of edge-disjoint spanning trees, from links taken in this order.
///
/// Roskind and Tarjan (1985): forests take one link after another, the first of them first; where a link closes a
/// cycle, links are moved between the forests to make room (shortest chain of moves first). Sets of nodes in which
/// nothing more fits are kept, and links within one are passed over. The order decides which trees come out; of each
/// link, the end that is named first decides, too. The number that is tried first is the least bound at hand; each
/// failure gives a lower one.
///
/// O(k n · m) at worst for k trees, n nodes and m links; about O(m^1.5) on tori, as chains are short and forests are
/// changed where they are, not rebuilt. A single tree takes linear time. 12 bytes a node and tree, 20 bytes a link.
///
/// ```
/// use wormcast_schemes::trees::{LinkOrder, most_trees};
/// let cube = wormcast_topology::build("hypercube:4")?;
/// let links = LinkOrder::Given.links(&*cube)?;
/// let packing = most_trees(cube.graph(), &links);
/// assert_eq!(packing.trees.len(), 2);
/// assert_eq!(packing.bound.unwrap().tree_bound(cube.graph()), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the links are not those of the network, each once.
pub fn most_trees(graph: &Graph, links: &[(NodeId, NodeId)]) -> MostTrees {
    most_trees_within(graph, links, u64::MAX).expect("the work is not limited")
}

/// The same, given up when a packing has labelled more than `work` links: some 5 million a second.
///
/// # Panics
/// If the links are not those of the network, each once.
pub fn most_trees_within(graph: &Graph, links: &[(NodeId, NodeId)], work: u64) -> Option<MostTrees> {
    assert_eq!(2 * links.len(), graph.channel_count(), "every link is named once");
    if graph.node_count() == 1 {
        let trees = vec![RootedTree::from_parents(1, NodeId::new(0), |node| node)];
        return Some(MostTrees { trees, bound: None });
    }
    let mut bound = Partition::least_at_hand(graph);
    // The bound only falls, to that of a partition for which a packing failed: at the latest at 0 there is nothing to
    // pack.
    loop {
        match pack_within(graph.node_count(), links, bound.tree_bound(graph), work) {
            Ok(trees) => return trees.map(|trees| MostTrees { trees, bound: Some(bound) }),
            Err(tighter) => bound = tighter,
        }
    }
}

/// A number of edge-disjoint spanning trees, if there are so many, from links taken in this order, which need not be
/// all of a network's. By the algorithm of [`most_trees`].
///
/// # Errors
/// There are fewer: a partition of the nodes with too few of these links between its parts.
pub fn pack(nodes: usize, links: &[(NodeId, NodeId)], count: usize) -> Result<Vec<RootedTree>, Partition> {
    pack_within(nodes, links, count, u64::MAX).map(|trees| trees.expect("the work is not limited"))
}

/// The same; none if it was given up, as more than `work` links were labelled: some 5 million a second.
///
/// # Errors
/// There are fewer trees: a partition of the nodes with too few of these links between its parts.
pub fn pack_within(
    nodes: usize,
    links: &[(NodeId, NodeId)],
    count: usize,
    work: u64,
) -> Result<Option<Vec<RootedTree>>, Partition> {
    let mut forests = Forests::new(nodes, links, count);
    let mut augment = Augment::new(nodes, links.len(), count);
    // Nodes among which nothing more fits.
    let mut full = UnionFind::new(nodes);
    let (mut missing, mut labelled) = (count * (nodes - 1), 0);
    // Invariant: the forests have as many links as any edge-disjoint forests out of the links before this one, as the
    // union of so many forests is a matroid, in which taking what fits is best. A link within a full set can never fit.
    for link in 0..links.len() as u32 {
        let (a, b) = forests.ends(link);
        if missing == 0 || full.same(a.index(), b.index()) {
            continue;
        }
        let fits = augment.insert(&mut forests, link);
        labelled += augment.labelled().len() as u64;
        if labelled > work {
            return Ok(None);
        }
        if fits {
            missing -= 1;
            // Links of a sole forest have no other one to move to: nothing more fits within what it joins.
            if count == 1 {
                full.union(a.index(), b.index());
            }
            continue;
        }
        // In every forest the labelled links span the same nodes: among these, no forest has room.
        for &link in augment.labelled() {
            let (a, b) = forests.ends(link);
            full.union(a.index(), b.index());
        }
    }
    // Within each full set all forests are spanning trees; between the sets all links are taken, and they are too few.
    if missing > 0 {
        return Err(Partition::of(nodes, |node| full.find(node)));
    }
    Ok(Some((0..count).map(|forest| well_rooted(forests.tree(forest))).collect()))
}

fn well_rooted(mut tree: RootedTree) -> RootedTree {
    tree.reroot(best_root(&tree));
    tree
}
