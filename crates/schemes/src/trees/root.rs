//! Where to root a tree.

use super::RootedTree;
use wormcast_topology::NodeId;

/// The node at which a tree is best rooted: of those with at most two links (of all, if there is no such node), one
/// whose largest branch has the fewest nodes; of several the one with the lowest number.
///
/// A tree in which no node has more than three links is binary with such a root, and no other root with at most two
/// branches leaves fewer nodes to the fuller of them: least traffic needs to pass through it (torus paper, section 4).
/// O(nodes).
pub fn best_root(tree: &RootedTree) -> NodeId {
    let nodes = tree.node_count() as u32;
    let below = tree.subtree_sizes();
    // What is not below a node is a branch as well, if it were the root.
    let mut largest: Vec<u32> = below.iter().map(|&size| nodes - size).collect();
    for (child, parent) in tree.links() {
        largest[parent.index()] = largest[parent.index()].max(below[child.index()]);
    }
    let degrees = tree.degrees();
    let key = |node: usize| (degrees[node] > 2, largest[node], node);
    NodeId::new((0..tree.node_count()).min_by_key(|&node| key(node)).expect("a tree has a node"))
}
