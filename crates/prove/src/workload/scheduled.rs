//! The messages of schedules of collectives.

use crate::ProveError;
use crate::proof::network_of;
use std::path::Path;
use wormcast_formats::{Transfer, read_msccl};
use wormcast_model::Dependence;
use wormcast_plan::{Plan, Worms};
use wormcast_topology::{NodeId, ShortestRoutes, Topology, TopologyError};

/// A unicast for each message of a schedule, on the network's own routes, and what its nodes take in only after they
/// have sent something else; the first of the plans has this number. O(messages · length).
///
/// # Errors
/// The file is no schedule, or the network has too few nodes for it, or no way for a message.
pub(super) fn schedule(
    topology: &dyn Topology,
    file: &Path,
    first: usize,
) -> Result<(Vec<Plan>, Vec<Dependence>), ProveError> {
    let refused = |error: TopologyError| ProveError::Routes(error.to_string());
    let schedule = read_msccl(file).map_err(refused)?;
    let nodes = schedule.nodes(topology, file).map_err(refused)?;
    let mut routes = ShortestRoutes::new(topology);
    let ends = |transfer: &Transfer| [transfer.from, transfer.to].map(|gpu| nodes[gpu]);
    let plans = schedule.transfers.iter().map(|transfer| unicast(topology, &mut routes, ends(transfer)));
    let dependence = |&[takes_in, sent]: &[usize; 2]| Dependence {
        at: topology.node_name(nodes[schedule.transfers[takes_in].to]),
        takes_in: first + takes_in,
        only_after_sending: first + sent,
    };
    Ok((plans.collect::<Result<_, _>>()?, schedule.waits.iter().map(dependence).collect()))
}

fn unicast(
    topology: &dyn Topology,
    routes: &mut ShortestRoutes<'_>,
    [from, to]: [NodeId; 2],
) -> Result<Plan, ProveError> {
    let mut route = Vec::new();
    routes.append(from, to, &mut route).map_err(|_| {
        let [from, to] = [from, to].map(|node| topology.node_name(node));
        ProveError::Routes(format!("there is no way from {from} to {to}, which the schedule needs"))
    })?;
    let mut worms = Worms::new();
    worms.start(from, None, 0);
    if let Some(last) = worms.chain(None, route) {
        worms.deliver(last, to);
    }
    Ok(Plan {
        network: network_of(topology),
        scheme: "unicast".to_owned(),
        source: from,
        destinations: vec![to],
        worms,
        claims: Vec::new(),
        extra: Default::default(),
    })
}
