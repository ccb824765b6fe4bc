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
    /// This worm delivers at this destination, and another starts from here.
    Relay(WormId),
    /// This worm delivers here, though it is no destination: so that another can start from here.
    Helper(WormId),
    /// The message starts here.
    Source,
    /// A destination to which no worm delivers.
    Missed,
    /// A worm is stuck here.
    Stuck,
}

impl Role {
    /// Whether it is marked: more than passed.
    pub(crate) fn is_marked(self) -> bool {
        !matches!(self, Self::Plain | Self::Passed)
    }

    /// Whether a message only ends here.
    pub(crate) fn is_end(self) -> bool {
        matches!(self, Self::Destination(_) | Self::Missed)
    }

    /// Lower is more important.
    pub(crate) fn rank(self) -> u32 {
        match self {
            Self::Source => 0,
            Self::Relay(_) | Self::Helper(_) => 1,
            Self::Destination(_) | Self::Missed | Self::Stuck => 2,
            Self::Passed => 3,
            Self::Plain => 4,
        }
    }

    /// What it is called in the SVG text.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Plain => "node",
            Self::Passed => "node passed",
            Self::Destination(_) => "node destination",
            Self::Relay(_) => "node destination relay",
            Self::Helper(_) => "node helper",
            Self::Source => "node source",
            Self::Missed => "node destination missed",
            Self::Stuck => "node stuck",
        }
    }

    /// What it is, in words.
    pub(crate) fn words(self) -> Option<String> {
        match self {
            Self::Plain => None,
            Self::Passed => Some("intermediate node".into()),
            Self::Destination(worm) => Some(format!("destination of worm {worm}")),
            Self::Relay(worm) => Some(format!("destination of worm {worm}, and relay")),
            Self::Helper(worm) => Some(format!("relay of worm {worm}, no destination")),
            Self::Source => Some("source".into()),
            Self::Missed => Some("destination without a delivery".into()),
            Self::Stuck => Some("a worm is stuck here".into()),
        }
    }
}

/// The nodes at which worms are stuck, which stand as the destinations of the plan.
pub(crate) fn stuck(plan: &Plan, graph: &Graph) -> Vec<Role> {
    let mut roles = vec![Role::Plain; graph.node_count()];
    plan.destinations.iter().for_each(|node| roles[node.index()] = Role::Stuck);
    roles
}

/// The part of every node. O(nodes + hops).
pub(crate) fn roles(plan: &Plan, graph: &Graph) -> Vec<Role> {
    let mut roles = vec![Role::Plain; graph.node_count()];
    for hop in plan.worms.iter().flat_map(|worm| worm.hops) {
        roles[graph.target(hop.channel).index()] = Role::Passed;
    }
    for node in &plan.destinations {
        roles[node.index()] = Role::Missed;
    }
    for worm in plan.worms.iter() {
        for delivery in worm.deliveries {
            let role = &mut roles[worm.arrival(graph, delivery.hop).index()];
            *role = match role {
                Role::Plain | Role::Passed | Role::Helper(_) => Role::Helper(worm.id),
                _ => Role::Destination(worm.id),
            };
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
