//! Light trees: grown, improved, and the lightest one where it is found.

use super::ascent::Ascent;
use super::exact::{fits, least};
use super::exchange::improve;
use super::grow::{Grower, Terminals};
use super::planner::Grow;
use super::tree::Tree;
use super::weighted::Weighted;
use crate::PlanError;
use crate::ner::{Exploring, USUAL_RADIUS};
use wormcast_plan::MulticastSet;
use wormcast_topology::ChannelId;

/// How often all routes of a tree are tried for an exchange at most.
const ROUNDS: usize = 50;

/// Finds a light tree; whether none is lighter. The exact search, whose work is exponential in the destinations, is not
/// needed where the bound says that a tree that has grown is a lightest one.
///
/// # Errors
/// A destination that cannot be reached.
pub(crate) fn light(
    network: &Weighted<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    ascent: &Ascent,
    tree: &mut Tree,
) -> Result<bool, PlanError> {
    grow(network, set, terminals, ascent, tree)?;
    if tree.weight(network) == ascent.bound {
        return Ok(true);
    }
    let is_exact = fits(network.graph.node_count(), set.destinations.len());
    match is_exact {
        true => least(network, set, tree)?,
        false => near(network, set, terminals, tree)?,
    }
    Ok(is_exact)
}

/// Takes the tree that grows by exploring neighbours, and is improved, where that is lighter: so none is heavier than
/// what that scheme finds.
fn near(
    network: &Weighted<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    tree: &mut Tree,
) -> Result<(), PlanError> {
    let nodes = network.graph.node_count();
    let mut other = Tree::default();
    other.start(nodes, set.source);
    Exploring::new(nodes, USUAL_RADIUS).grow(network, set, terminals, &mut other)?;
    improve(network, terminals, &mut other, ROUNDS);
    if other.weight(network) < tree.weight(network) {
        tree.assign(&other);
    }
    Ok(())
}

/// The lighter one of two trees that grow, and are improved.
fn grow(
    network: &Weighted<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    ascent: &Ascent,
    tree: &mut Tree,
) -> Result<(), PlanError> {
    let mut grower = Grower::default();
    grower.grow(network, set, terminals, |_| true, tree)?;
    improve(network, terminals, tree, ROUNDS);
    let mut other = Tree::default();
    let is_free = |channel: ChannelId| ascent.left[channel.index()] == 0;
    if grower.grow(network, set, terminals, is_free, &mut other).is_ok() {
        improve(network, terminals, &mut other, ROUNDS);
        if other.weight(network) < tree.weight(network) {
            tree.assign(&other);
        }
    }
    Ok(())
}
