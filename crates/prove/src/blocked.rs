//! The worms of a deadlock, by the names of what they hold and wait for.

use wormcast_check::proof::{BlockedWorm, Named};
use wormcast_sim::{Blocked, Resource};
use wormcast_topology::{NodeId, Topology};

/// The worms of a cycle, by name.
pub(crate) fn blocked_worms(topology: &dyn Topology, cycle: &[Blocked]) -> Vec<BlockedWorm> {
    cycle.iter().map(|blocked| worm(topology, blocked)).collect()
}

fn worm(topology: &dyn Topology, blocked: &Blocked) -> BlockedWorm {
    BlockedWorm {
        plan: blocked.plan,
        worm: blocked.worm,
        at: topology.node_name(blocked.at),
        holds: blocked.holds.iter().map(|&resource| named(topology, resource)).collect(),
        waits_for: blocked.waits_for.iter().map(|wait| named(topology, wait.resource)).collect(),
    }
}

fn named(topology: &dyn Topology, resource: Resource) -> Named {
    let name = |node: NodeId| topology.node_name(node);
    let channel = |channel, number| {
        let [from, to] = topology.channel_ends(channel);
        Named(from, Some(to), number)
    };
    match resource {
        Resource::Channel(link) => channel(link, 0),
        Resource::VirtualChannel(link, number) => channel(link, number),
        Resource::Consumption(node) | Resource::Injection(node) => Named(name(node), None, 0),
        Resource::ConsumptionOfClass(node, class) => Named(name(node), None, class.into()),
    }
}
