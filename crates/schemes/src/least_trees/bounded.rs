//! Trees in which no destination is too far from the source.

use super::grow::Terminals;
use super::search::Search;
use super::tree::Tree;
use super::weighted::Weighted;
use wormcast_plan::MulticastSet;
use wormcast_topology::{ChannelId, NodeId};

/// Refuses a bound that no tree keeps.
///
/// # Errors
/// The distance of a destination that is farther from the source on its shortest route.
pub(crate) fn refuse_far(
    lengths: &Weighted<'_>,
    set: MulticastSet<'_>,
    most: u64,
    search: &mut Search,
) -> Result<(), u64> {
    shortest(lengths, set.source, search);
    let far = set.destinations.iter().find_map(|&node| search.cost(node).filter(|&cost| cost > most));
    far.map_or(Ok(()), Err)
}

/// Shortest routes from the source to all nodes.
fn shortest(lengths: &Weighted<'_>, source: NodeId, search: &mut Search) {
    search.clear(lengths.graph.node_count());
    search.begin(source, 0);
    while let Some((node, _)) = search.next() {
        if lengths.forwards(node, source) {
            search.go_on(lengths, node, |_| true);
        }
    }
}

/// Brings all destinations within `most` of the source, as [`refuse_far`] has found possible: each that is farther gets
/// its shortest route, and a node of that route hangs from it if that is nearer than where it hung before. Distances
/// only fall, so what was brought near stays so. O(far destinations · longest route · nodes of the tree).
pub(crate) fn keep_within(
    lengths: &Weighted<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    most: u64,
    search: &mut Search,
    tree: &mut Tree,
) {
    shortest(lengths, set.source, search);
    let mut depths = Depths::default();
    depths.measure(lengths, tree);
    for &destination in set.destinations {
        if depths.of(destination) <= most {
            continue;
        }
        let mut route: Vec<ChannelId> = search.back(lengths, destination).collect();
        route.reverse();
        for channel in route {
            let node = lengths.graph.target(channel);
            if !tree.has(node) || search.cost(node).is_some_and(|cost| depths.of(node) > cost) {
                tree.join(lengths.graph, channel);
                // All below it is nearer now; an old depth could let the route hang from its own end.
                depths.measure(lengths, tree);
            }
        }
    }
    tree.prune(lengths.graph, |node| terminals.has(node));
}

/// How far the nodes of a tree are from its source, along the tree.
#[derive(Default)]
struct Depths {
    depth: Vec<u64>,
    below: Vec<NodeId>,
}

impl Depths {
    fn measure(&mut self, lengths: &Weighted<'_>, tree: &mut Tree) {
        tree.link(lengths.graph);
        self.depth.resize(lengths.graph.node_count(), 0);
        self.depth[tree.source().index()] = 0;
        self.below.push(tree.source());
        while let Some(node) = self.below.pop() {
            for child in tree.children(node) {
                let channel = tree.channel_into(child).expect("children are in the tree");
                self.depth[child.index()] = self.depth[node.index()].saturating_add(lengths.weight(channel));
                self.below.push(child);
            }
        }
    }

    fn of(&self, node: NodeId) -> u64 {
        self.depth[node.index()]
    }
}
