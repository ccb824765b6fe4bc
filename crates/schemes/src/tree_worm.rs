//! One worm on a spanning tree: up, and then down to all destinations.

use crate::PlanError;
use crate::spanning_tree::SpanningTree;
use wormcast_plan::{MulticastSet, Worms};
use wormcast_topology::NodeId;

/// Writes tree worms, and keeps its buffers.
#[derive(Default)]
pub(crate) struct TreeWorms {
    /// The destinations in preorder.
    destinations: Vec<NodeId>,
    /// The nodes between the last branching and a destination, lowest first.
    branch: Vec<NodeId>,
    /// The way from the lowest common ancestor to the last destination, with the hops that arrive there.
    way: Vec<(NodeId, Option<u32>)>,
}

impl TreeWorms {
    /// Appends the worm of the torus paper, section 3.1: up tree links and then down tree links to the lowest common
    /// ancestor of the destinations, and from there down to all of them. What it passes on the way up to a common
    /// ancestor above, it delivers on the way down only. O(hops + d log d) for d destinations.
    ///
    /// # Errors
    /// A destination in another piece of the network.
    pub fn append(&mut self, tree: &SpanningTree, set: MulticastSet, worms: &mut Worms) -> Result<(), PlanError> {
        self.destinations.clear();
        self.destinations.extend_from_slice(set.destinations);
        self.destinations.sort_unstable_by_key(|&node| tree.number(node));
        let (lowest, turn) = self.turning_points(tree, set.source).ok_or_else(|| unreachable_in(tree, set))?;
        worms.start(set.source, None, 0);
        let hop = worms.chain(None, tree.climb(set.source, turn).map(|node| tree.up(node)));
        self.way.clear();
        self.way.push((turn, hop));
        self.descend(tree, lowest, worms);
        for index in 0..self.destinations.len() {
            let destination = self.destinations[index];
            let hop = self.descend(tree, destination, worms);
            worms.deliver(hop.expect("a destination is not the source"), destination);
        }
        Ok(())
    }

    /// The lowest common ancestor of the destinations, and that of this and the source.
    fn turning_points(&self, tree: &SpanningTree, source: NodeId) -> Option<(NodeId, NodeId)> {
        let (first, last) = (self.destinations.first()?, self.destinations.last()?);
        let lowest = tree.common_ancestor(*first, *last)?;
        Some((lowest, tree.common_ancestor(source, lowest)?))
    }

    /// Goes back up the way as far as needed, and down to a node. Returns the hop that arrives there.
    fn descend(&mut self, tree: &SpanningTree, node: NodeId, worms: &mut Worms) -> Option<u32> {
        while let Some(&(at, mut hop)) = self.way.last() {
            if !tree.is_below(node, at) {
                self.way.pop();
                continue;
            }
            self.branch.clear();
            self.branch.extend(tree.climb(node, at));
            for &next in self.branch.iter().rev() {
                hop = Some(worms.hop(hop, tree.down(next)));
                self.way.push((next, hop));
            }
            return hop;
        }
        unreachable!("all destinations are below the first node of the way")
    }
}

fn unreachable_in(tree: &SpanningTree, set: MulticastSet) -> PlanError {
    let elsewhere = |to: &&NodeId| tree.common_ancestor(set.source, **to).is_none();
    let to = set.destinations.iter().find(elsewhere).expect("a destination is in another piece");
    PlanError::Unreachable { from: set.source, to: *to }
}
