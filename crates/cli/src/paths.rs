//! Routes as text that fits in a table.

use wormcast::plan::Worm;
use wormcast::topology::{NodeId, Topology};

/// How many nodes of a route, and how many destinations of a worm, a table shows.
const SHOWN: usize = 12;

/// The nodes that a worm visits, in the order of its route: branches stand in brackets before the route goes on.
pub fn route(worm: &Worm<'_>, topology: &dyn Topology) -> String {
    let mut children = vec![Vec::new(); worm.hops.len() + 1];
    for (index, hop) in worm.hops.iter().enumerate() {
        children[hop.parent().map_or(0, |parent| parent as usize + 1)].push(index);
    }
    let name = |node: NodeId| topology.node_name(node);
    let mut text = name(worm.origin);
    let mut shown = 0;
    // What is still to be written: a hop (how many hops hang beside it), or the end of a branch.
    enum Next {
        Hop { hop: usize, branch: bool },
        End,
    }
    let mut stack = Vec::new();
    let push = |stack: &mut Vec<Next>, children: &[usize]| {
        for (place, &hop) in children.iter().enumerate().rev() {
            stack.push(Next::Hop { hop, branch: place + 1 < children.len() });
        }
    };
    push(&mut stack, &children[0]);
    while let Some(next) = stack.pop() {
        match next {
            Next::End => text.push(')'),
            Next::Hop { .. } if shown == SHOWN => return text + " …",
            Next::Hop { hop, branch } => {
                shown += 1;
                text.push(' ');
                if branch {
                    text.push('(');
                    stack.push(Next::End);
                }
                text.push_str(&name(worm.arrival(topology.graph(), hop as u32)));
                push(&mut stack, &children[hop + 1]);
            }
        }
    }
    text
}

/// The destinations of a worm, in visiting order.
pub fn deliveries(worm: &Worm<'_>, topology: &dyn Topology) -> String {
    let names: Vec<_> = worm.deliveries.iter().take(SHOWN).map(|delivery| topology.node_name(delivery.node)).collect();
    let more = worm.deliveries.len().saturating_sub(SHOWN);
    if more == 0 { names.join(" ") } else { format!("{} … and {more} more", names.join(" ")) }
}
