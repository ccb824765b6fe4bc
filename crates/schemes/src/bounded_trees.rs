//! Trees that keep a bound on how far destinations are, grown by several rules.

use crate::PlanError;
use crate::least_trees::{Grow, Limit, Terminals, Tree, Weighted};
use crate::ner::{Exploring, USUAL_RADIUS};
use crate::shortest_path_tree::CheapestRoutes;
use wormcast_plan::MulticastSet;

/// Brings destinations of a light tree within a bound, by the lightest tree of all that do, or by a good one; whether
/// none is lighter, as was known of the tree before or not, or as a bound on all trees tells.
///
/// # Errors
/// A destination that no tree brings so near.
pub(crate) fn light_within(
    network: &Weighted<'_>,
    limit: &Limit<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    (was_least, bound): (bool, u64),
    tree: &mut Tree,
) -> Result<bool, PlanError> {
    if limit.keep_light(network, set, terminals, (was_least, bound), tree)? {
        return Ok(true);
    }
    lightest_grown(network, limit, set, terminals, tree)?;
    Ok(tree.weight(network) == bound)
}

/// Takes the lightest of a tree that keeps a bound and of those that the other rules for trees make of the same set: a
/// light tree that is mended may be heavier than one that was never far from the bound.
///
/// # Errors
/// A destination that no tree brings so near.
fn lightest_grown(
    network: &Weighted<'_>,
    limit: &Limit<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    tree: &mut Tree,
) -> Result<(), PlanError> {
    let nodes = network.graph.node_count();
    let [shortest, cheapest] = &mut [CheapestRoutes::default(), CheapestRoutes::default()];
    let near = &mut Exploring::new(nodes, USUAL_RADIUS);
    let rules: [(&mut dyn Grow, _); 3] = [(shortest, limit.lengths()), (cheapest, network), (near, network)];
    for (rule, grown_by) in rules {
        let mut other = Tree::default();
        other.start(nodes, set.source);
        rule.grow(grown_by, set, terminals, &mut other)?;
        limit.keep(network, set, terminals, &mut other)?;
        if other.weight(network) < tree.weight(network) {
            tree.assign(&other);
        }
    }
    Ok(())
}
