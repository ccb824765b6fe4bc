//! What is refused before anything is drawn.

use crate::DrawError;
use crate::options::{MAX_CHANNELS, MAX_HOPS, MAX_NODES};
use wormcast_plan::{Plan, Worm};
use wormcast_topology::{Graph, Topology};

/// Refuses a network that is too large.
pub(crate) fn check_network(topology: &dyn Topology) -> Result<(), DrawError> {
    let whole = std::iter::successors(Some(topology), |network| Some(network.faults()?.inner())).last();
    let nodes = whole.unwrap_or(topology).graph().node_count();
    match nodes {
        0..=MAX_NODES => Ok(()),
        _ => Err(DrawError::TooManyNodes { network: topology.spec(), nodes }),
    }
}

/// Refuses a heat map that is too large, or whose shares are not one for each channel, from 0 to 1.
pub(crate) fn check_shares(topology: &dyn Topology, shares: &[f64]) -> Result<(), DrawError> {
    let channels = topology.graph().channel_count();
    if channels > MAX_CHANNELS {
        return Err(DrawError::TooManyChannels { network: topology.spec(), channels });
    }
    if shares.len() != channels {
        return Err(DrawError::WrongShares { network: topology.spec(), channels, shares: shares.len() });
    }
    match shares.iter().position(|share| !(0.0..=1.0).contains(share)) {
        None => Ok(()),
        Some(channel) => Err(DrawError::BadShare { channel, share: shares[channel].to_string() }),
    }
}

/// Refuses a plan that is too large, or whose numbers do not belong to this network, before they are used as indices.
pub(crate) fn check_plan(topology: &dyn Topology, plan: &Plan) -> Result<(), DrawError> {
    let hops = plan.worms.hop_count();
    if hops > MAX_HOPS || plan.worms.len() > MAX_HOPS {
        return Err(DrawError::TooManyHops { hops: hops.max(plan.worms.len()) });
    }
    let graph = topology.graph();
    let foreign = |worm, problem| DrawError::Foreign { network: topology.spec(), worm, problem };
    if plan.destinations.iter().chain([&plan.source]).any(|node| node.index() >= graph.node_count()) {
        return Err(foreign(None, "the source or a destination is not a node"));
    }
    match plan.worms.iter().find_map(|worm| problem(graph, worm).map(|problem| (worm.id, problem))) {
        Some((worm, problem)) => Err(foreign(Some(worm), problem)),
        None => Ok(()),
    }
}

fn problem(graph: &Graph, worm: Worm<'_>) -> Option<&'static str> {
    if worm.origin.index() >= graph.node_count() {
        return Some("its origin is not a node");
    }
    for (index, hop) in worm.hops.iter().enumerate() {
        if hop.channel.index() >= graph.channel_count() {
            return Some("a hop takes a channel that does not exist");
        }
        let at = match hop.parent() {
            None => worm.origin,
            Some(parent) if (parent as usize) < index => worm.arrival(graph, parent),
            Some(_) => return Some("a hop stands before its parent"),
        };
        if graph.source(hop.channel) != at {
            return Some("a hop leaves another node than the one where the worm is");
        }
    }
    let stray = worm.deliveries.iter().any(|delivery| delivery.hop as usize >= worm.hops.len());
    stray.then_some("a delivery names a hop that does not exist")
}
