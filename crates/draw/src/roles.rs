//! What part each node has in a plan.

use wormcast_plan::{Plan, WormId};
use wormcast_topology::Graph;

/// The part of a node in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// None.
    Plain,
    /// A worm passes.
    Passed,
    /// This worm delivers here.
    Destination(WormId),
    /// This worm delivers here, and another starts from here.
    Relay(WormId),
    /// The message starts here.
    Source,
    /// A destination to which no worm delivers.
    Missed,
}

/// The part of every node. O(nodes + hops).
pub(crate) fn roles(plan: &Plan, graph: &Graph) -> Vec<Role> {
    let mut roles = vec![Role::Plain; graph.node_count()];
    for worm in plan.worms.iter() {
        for hop in worm.hops {
            roles[graph.target(hop.channel).index()] = Role::Passed;
        }
    }
    for node in &plan.destinations {
        roles[node.index()] = Role::Missed;
    }
    for worm in plan.worms.iter() {
        for delivery in worm.deliveries {
            roles[worm.arrival(graph, delivery.hop).index()] = Role::Destination(worm.id);
        }
    }
    for worm in plan.worms.iter() {
        let role = &mut roles[worm.origin.index()];
        if let Role::Destination(deliverer) = *role {
            *role = Role::Relay(deliverer);
        }
    }
    roles[plan.source.index()] = Role::Source;
    roles
}
