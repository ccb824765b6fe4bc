//! One worm on a spanning tree: up, and then down to all destinations.

use crate::PlanError;
use crate::SpanningTree;
use wormcast_plan::{MulticastSet, WormId, Worms};
use wormcast_topology::NodeId;

/// Writes tree worms, and keeps its buffers.
#[derive(Default)]
pub(crate) struct TreeWorms {
    /// Whether worms deliver on their way up, too.
    on_the_way_up: bool,
    /// The destinations in preorder.
    destinations: Vec<NodeId>,
    /// The nodes between the last branching and a destination, lowest first.
    branch: Vec<NodeId>,
    /// The way from the lowest common ancestor to the last destination, with the hops that arrive there.
    way: Vec<(NodeId, Option<u32>)>,
}

impl TreeWorms {
    /// Worms that deliver as soon as they come to a destination, be it on their way up. They can deadlock.
    pub(crate) fn delivering_on_the_way_up(on_the_way_up: bool) -> Self {
        Self { on_the_way_up, ..Self::default() }
    }

    /// Appends the worm of the torus paper, section 3.1: up tree links and then down tree links to the lowest common
    /// ancestor of the destinations, and from there down to all of them. What it passes on the way up to a common
    /// ancestor above, it delivers on the way down only. O(hops + d log d) for d destinations.
    ///
    /// # Errors
    /// A destination in another piece of the network.
    pub(crate) fn append(
        &mut self,
        tree: &SpanningTree,
        set: MulticastSet,
        worms: &mut Worms,
    ) -> Result<(), PlanError> {
        self.append_later(tree, set, None, 0, worms)
    }

    /// The same for a worm that starts after another, in a later round.
    ///
    /// # Errors
    /// A destination in another piece of the network.
    pub(crate) fn append_later(
        &mut self,
        tree: &SpanningTree,
        set: MulticastSet,
        after: Option<WormId>,
        round: u32,
        worms: &mut Worms,
    ) -> Result<(), PlanError> {
        let unreachable = || unreachable_in(tree, set);
        let lowest = self.lowest_common_ancestor(tree, set.destinations).ok_or_else(unreachable)?;
        let turn = tree.common_ancestor(set.source, lowest).ok_or_else(unreachable)?;
        worms.start(set.source, after, round);
        let hop = worms.chain(None, tree.climb(set.source, turn).map(|node| tree.up(node)));
        if self.on_the_way_up {
            self.deliver_climbing(tree, set.source, turn, worms);
        }
        self.spread(tree, turn, hop, worms);
        Ok(())
    }

    /// Delivers at the destinations that the worm passes on its way up, and takes them off the list.
    fn deliver_climbing(&mut self, tree: &SpanningTree, source: NodeId, turn: NodeId, worms: &mut Worms) {
        for (hop, node) in (0..).zip(tree.climb(source, turn)) {
            let passed = tree.parent(node).expect("a climb goes to a parent");
            if let Some(place) = self.destinations.iter().position(|&destination| destination == passed) {
                worms.deliver(hop, passed);
                self.destinations.remove(place);
            }
        }
    }

    /// Takes the destinations of the next worm, and finds the node that they all are below; none if they are in
    /// different pieces of the network.
    pub(crate) fn lowest_common_ancestor(&mut self, tree: &SpanningTree, destinations: &[NodeId]) -> Option<NodeId> {
        self.destinations.clear();
        self.destinations.extend_from_slice(destinations);
        self.destinations.sort_unstable_by_key(|&node| tree.number(node));
        tree.common_ancestor(*self.destinations.first()?, *self.destinations.last()?)
    }

    /// From a node that the worm has reached by a hop (none: its origin), down to the destinations, all below it.
    pub(crate) fn spread(&mut self, tree: &SpanningTree, from: NodeId, hop: Option<u32>, worms: &mut Worms) {
        self.way.clear();
        self.way.push((from, hop));
        for index in 0..self.destinations.len() {
            let destination = self.destinations[index];
            let hop = self.descend(tree, destination, worms);
            worms.deliver(hop.expect("a destination is not the source"), destination);
        }
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

/// Which destination is in another piece of the network than the source.
pub(crate) fn unreachable_in(tree: &SpanningTree, set: MulticastSet) -> PlanError {
    let elsewhere = |to: &&NodeId| tree.common_ancestor(set.source, **to).is_none();
    let to = set.destinations.iter().find(elsewhere).expect("a destination is in another piece");
    PlanError::Unreachable { from: set.source, to: *to }
}
