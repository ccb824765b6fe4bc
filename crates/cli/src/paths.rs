//! Routes as text that fits in a table.

use wormcast::plan::Worm;
use wormcast::topology::Topology;

/// How many nodes of a route, and how many destinations of a worm, a table shows.
pub(crate) const SHOWN: usize = 12;

/// What is still to be written of a route.
enum Next {
    /// A hop, and whether it begins a branch: the worm goes on beside it.
    Hop { hop: usize, branches: bool },
    /// The end of a branch.
    End,
}

/// The nodes that a worm visits, in the order of its route: branches stand in brackets before the route goes on.
pub(crate) fn route(worm: &Worm<'_>, topology: &dyn Topology) -> String {
    let children = children(worm);
    let mut text = as_word(topology.node_name(worm.origin));
    let mut stack = Vec::new();
    push(&mut stack, &children[0]);
    let mut shown = 0;
    while let Some(next) = stack.pop() {
        match next {
            Next::End => text.push(')'),
            Next::Hop { .. } if shown == SHOWN => return text + " …",
            Next::Hop { hop, branches } => {
                shown += 1;
                text.push_str(if branches { " (" } else { " " });
                text.push_str(&as_word(topology.node_name(worm.arrival(topology.graph(), hop as u32))));
                stack.extend(branches.then_some(Next::End));
                push(&mut stack, &children[hop + 1]);
            }
        }
    }
    text
}

/// A name among others that are parted by blanks: between quotes where that would not be clear.
fn as_word(name: String) -> String {
    let is_clear = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || "()\"".contains(c));
    if is_clear { name } else { format!("{name:?}") }
}

/// The hops that leave the origin, and then those that hang from each hop.
fn children(worm: &Worm<'_>) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); worm.hops.len() + 1];
    for (index, hop) in worm.hops.iter().enumerate() {
        children[hop.parent().map_or(0, |parent| parent as usize + 1)].push(index);
    }
    children
}

/// Puts hops on the stack, the first on top; all but the last begin branches.
fn push(stack: &mut Vec<Next>, hops: &[usize]) {
    for (place, &hop) in hops.iter().enumerate().rev() {
        stack.push(Next::Hop { hop, branches: place + 1 < hops.len() });
    }
}

/// The destinations of a worm, in visiting order.
pub(crate) fn deliveries(worm: &Worm<'_>, topology: &dyn Topology) -> String {
    let names: Vec<_> =
        worm.deliveries.iter().take(SHOWN).map(|delivery| as_word(topology.node_name(delivery.node))).collect();
    let more = worm.deliveries.len().saturating_sub(SHOWN);
    if more == 0 { names.join(" ") } else { format!("{} … and {more} more", names.join(" ")) }
}
