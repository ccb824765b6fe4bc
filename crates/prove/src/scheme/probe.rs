//! A look at what a user's own scheme plans, before anything is proved of it.
//!
//! Where a scheme tells its routes, the proof is about these, and plans are never asked for: one that always fails
//! would be proved like any other.

use super::case::{By, Case, Harness, Message};
use crate::ProveError;
use wormcast_topology::{BreadthFirst, NodeId};

/// How many destinations the multicasts have.
const SIZES: [usize; 3] = [1, 3, 10];

/// How a scheme fails at a few multicasts from the first node and from one in the middle, if it does. Three plans for
/// each of these.
pub(super) fn probe(harness: &mut Harness<'_>) -> Option<ProveError> {
    let terminals: Vec<_> = harness.topology.graph().terminals().collect();
    for source in [terminals.first(), terminals.get(terminals.len() / 2)].into_iter().flatten() {
        let reached = reached_from(harness, *source);
        for count in SIZES {
            let destinations = spread(&reached, count);
            if !destinations.is_empty() {
                let message = Message { source: *source, destinations, by: By::Scheme, start: 0 };
                harness.add(&mut Case::default(), message);
            }
        }
    }
    harness.failure()
}

/// The nodes that messages from a node can be for, the nearest first.
fn reached_from(harness: &Harness<'_>, source: NodeId) -> Vec<NodeId> {
    let graph = harness.topology.graph();
    let mut search = BreadthFirst::new(graph);
    search.run(source);
    let takes = |node: &NodeId| *node != source && (graph.endpoints().is_empty() || graph.is_endpoint(*node));
    search.order().iter().copied().filter(takes).collect()
}

/// So many of these nodes at most, from the last one on, evenly spread.
fn spread(nodes: &[NodeId], count: usize) -> Vec<NodeId> {
    nodes.iter().rev().step_by((nodes.len() / count).max(1)).take(count).copied().collect()
}
