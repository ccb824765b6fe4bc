//! Which tree each worm of a plan takes, and where it turns from going up to going down.

use wormcast::plan::{Plan, Worm};
use wormcast::schemes::SpanningTree;
use wormcast::topology::{NodeId, Topology};

/// A line for each of the first worms; nothing for a scheme without trees. `extra` of a plan by one of several trees
/// tells the tree of each worm.
pub(crate) fn in_words(plan: &Plan, topology: &dyn Topology, trees: &[SpanningTree<'_>], shown: usize) -> String {
    let numbers = plan.extra.get("trees").and_then(|used| used.as_array());
    let number = |worm: Worm<'_>| numbers?.get(worm.id as usize)?.as_u64();
    let line = |worm: Worm<'_>| {
        let number = number(worm);
        let tree = trees.get(number.unwrap_or(0) as usize)?;
        let which = number.map_or_else(|| "the tree".to_owned(), |number| format!("tree {number}"));
        Some(format!("worm {} {}\n", worm.id, way(worm, topology, tree, &which)))
    };
    plan.worms.iter().take(shown).filter_map(line).collect()
}

fn way(worm: Worm<'_>, topology: &dyn Topology, tree: &SpanningTree<'_>, which: &str) -> String {
    let name = |node: NodeId| topology.node_name(node);
    let graph = topology.graph();
    let climbs =
        |hop: usize| tree.parent(graph.source(worm.hops[hop].channel)) == Some(graph.target(worm.hops[hop].channel));
    // The way up is a path, which stands first in the route.
    let up = (0..worm.hops.len()).take_while(|&hop| climbs(hop)).count();
    let falls =
        |hop: usize| tree.parent(graph.target(worm.hops[hop].channel)) == Some(graph.source(worm.hops[hop].channel));
    let turn = up.checked_sub(1).map_or(worm.origin, |last| graph.target(worm.hops[last].channel));
    match (up, (up..worm.hops.len()).all(falls)) {
        (_, false) => format!("goes by {which}, and leaves it on its way"),
        (0, true) => format!("goes down {which} from {}", name(turn)),
        (_, true) if up == worm.hops.len() => format!("goes up {which} from {} to {}", name(worm.origin), name(turn)),
        (_, true) => format!("goes up {which} from {} to {}, and turns down there", name(worm.origin), name(turn)),
    }
}
