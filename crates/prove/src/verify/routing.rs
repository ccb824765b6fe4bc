//! Proofs about routings: the routes are gone over again.

use super::replay::Replay;
use super::{ProofRefusal, Verified};
use std::path::Path;
use wormcast_check::proof::{Answer, Certificate, Counterexample, ProofDocument, RoutingStatement, verify_lanes};
use wormcast_formats::read_routes;
use wormcast_plan::virtual_channels;
use wormcast_routing::{Lane, Routed, Routing};
use wormcast_topology::Topology;

pub(super) fn verify(
    topology: &dyn Topology,
    document: &ProofDocument,
    statement: &RoutingStatement,
) -> Result<Verified, ProofRefusal> {
    let mut routings = stated(topology, statement)?;
    match (document.answer, &document.certificate, &document.counterexample) {
        (Answer::DeadlockFree, Some(Certificate::LaneNumbers(numbers)), None) => {
            let mut borrowed: Vec<&mut dyn Routing> = routings.iter_mut().map(|routing| &mut **routing as _).collect();
            let routed = Routed::together(topology, &mut borrowed);
            verify_lanes(topology, &routed, numbers)?;
            let dependencies = routed.dependencies.dependencies().count();
            Ok(Verified::Routing { lanes: routed.dependencies.lanes().count(), dependencies })
        }
        (Answer::Deadlock, None, Some(told)) => {
            sends_own_routes(topology, &mut routings, statement, told)?;
            Replay::of_routing(statement).stops(topology, told)
        }
        (Answer::Unknown, None, None) => Ok(Verified::Unanswered),
        _ => Err(ProofRefusal::Incomplete),
    }
}

/// The routings that a statement is about.
fn stated<'t>(
    topology: &'t dyn Topology,
    statement: &RoutingStatement,
) -> Result<Vec<Box<dyn Routing + 't>>, ProofRefusal> {
    let count = statement.virtual_channels.get();
    let named = statement.routing.iter().map(|name| Ok(wormcast_routing::build(topology, name, count)?));
    let read = statement.routes.iter().map(|file| Ok(read_routes(topology, Path::new(file))?.routing));
    named.chain(read).collect()
}

/// Every worm of the deadlock is a message on a route of the routings, on its virtual channels.
fn sends_own_routes(
    topology: &dyn Topology,
    routings: &mut [Box<dyn Routing + '_>],
    statement: &RoutingStatement,
    told: &Counterexample,
) -> Result<(), ProofRefusal> {
    for (number, document) in told.plans.iter().enumerate() {
        let plan = document.resolve(topology).map_err(|error| ProofRefusal::Plan { plan: number, error })?;
        let names = virtual_channels(topology, &plan, 0, statement.virtual_channels.get());
        let names = names.map_err(|_| ProofRefusal::NotARoute { plan: number })?;
        let taken: Vec<Vec<Lane>> = plan
            .worms
            .iter()
            .zip(names)
            .map(|(worm, names)| worm.hops.iter().zip(names).map(|(hop, name)| Lane::new(hop.channel, name)).collect())
            .collect();
        let is_route = |routing: &mut Box<dyn Routing + '_>| {
            let mut route = Vec::new();
            let found = plan.destinations.first().map(|&to| routing.append_route(plan.source, to, &mut route));
            matches!(found, Some(Ok(()))) && taken == [route]
        };
        if plan.destinations.len() != 1 || !routings.iter_mut().any(is_route) {
            return Err(ProofRefusal::NotARoute { plan: number });
        }
    }
    Ok(())
}
