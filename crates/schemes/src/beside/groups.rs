//! Several groups at once, each beside the unicasts and the others.

use super::{Beside, Demand, FittedTree, Outcome, Taken};
use std::ops::Range;
use wormcast_plan::MulticastSet;
use wormcast_topology::NodeId;

/// Trees that fit together.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// For each group its layer and its tree, away from its first member.
    pub trees: Vec<(u32, FittedTree)>,
    /// How many layers the trees take.
    pub layers: usize,
    /// Whether it is known that fewer layers do not do.
    pub are_fewest: bool,
}

/// No trees that fit together were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoGroups {
    /// The number of a group that has none, even before all others.
    pub group: usize,
    /// Whether it is known that there is none for it.
    pub is_proved: bool,
}

/// Trees for groups, each of which sends from every member to all others: all of them in one layer, if some layer has
/// room for them, else in as few as are found. A tree is the least that fits beside the unicasts and the trees before
/// it, as far as [`Beside::fit`] tells; a group for which there is none goes before the others, and all begin anew.
///
/// O(groups) trees for each layer if all find one at once, O(groups²) at worst.
///
/// # Errors
/// A group finds no tree in any layer.
pub fn fit_groups(beside: &mut Beside<'_>, groups: &[Vec<NodeId>], layers: Range<u32>) -> Result<Grouped, NoGroups> {
    let mut is_one_too_few = true;
    for layer in layers.clone() {
        match in_some_order(beside, groups, layer..layer + 1) {
            Ok(trees) => return Ok(Grouped { trees, layers: 1, are_fewest: true }),
            Err(none) => is_one_too_few &= none.is_proved,
        }
    }
    let trees = in_some_order(beside, groups, layers)?;
    let mut taken: Vec<_> = trees.iter().map(|tree| tree.0).collect();
    taken.sort_unstable();
    taken.dedup();
    Ok(Grouped { trees, layers: taken.len(), are_fewest: taken.len() == 2 && is_one_too_few })
}

/// The trees of all groups in these layers, taken in an order in which all find one.
fn in_some_order(
    beside: &mut Beside<'_>,
    groups: &[Vec<NodeId>],
    layers: Range<u32>,
) -> Result<Vec<(u32, FittedTree)>, NoGroups> {
    let mut order: Vec<_> = (0..groups.len()).collect();
    for _ in 0..=groups.len() {
        let none = match in_order(beside, groups, &order, layers.clone()) {
            Ok(trees) => return Ok(trees),
            Err(none) if order.first() == Some(&none.group) => return Err(none),
            Err(none) => none,
        };
        order.retain(|&group| group != none.group);
        order.insert(0, none.group);
    }
    Err(NoGroups { group: order[0], is_proved: false })
}

fn in_order(
    beside: &mut Beside<'_>,
    groups: &[Vec<NodeId>],
    order: &[usize],
    layers: Range<u32>,
) -> Result<Vec<(u32, FittedTree)>, NoGroups> {
    let mut taken: Vec<Taken> = Vec::new();
    let mut trees = vec![None; groups.len()];
    let mut missed = None;
    for &group in order {
        match first_layer(beside, &groups[group], layers.clone()) {
            Ok((tree, own)) => {
                trees[group] = Some(tree);
                taken.push(own);
            }
            Err(is_proved) => {
                missed = Some(NoGroups { group, is_proved });
                break;
            }
        }
    }
    taken.iter().for_each(|taken| beside.release(taken));
    missed.map_or_else(|| Ok(trees.into_iter().flatten().collect()), Err)
}

/// The tree of a group in the first layer that has one, taken in; else whether it is known that none has.
fn first_layer(
    beside: &mut Beside<'_>,
    members: &[NodeId],
    layers: Range<u32>,
) -> Result<((u32, FittedTree), Taken), bool> {
    let [source, destinations @ ..] = members else {
        return Ok(((layers.start, FittedTree { channels: Vec::new(), bound: 0 }), Taken::default()));
    };
    let demand = Demand { set: MulticastSet { source: *source, destinations }, everyone_sends: true };
    let mut is_proved = true;
    for layer in layers {
        match beside.fit(demand, layer) {
            Outcome::Tree(tree) => match beside.take(demand, layer, &tree.channels) {
                Some(taken) => return Ok(((layer, tree), taken)),
                None => is_proved = false,
            },
            Outcome::None(_) => {}
            Outcome::Unknown => is_proved = false,
        }
    }
    Err(is_proved)
}
