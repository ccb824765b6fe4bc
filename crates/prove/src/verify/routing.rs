//! Proofs about routings: the routes are gone over again.

use super::parts::are_stated;
use super::replay::Replay;
use super::{ProofRefusal, Verified};
use crate::can_be_filled;
use std::path::Path;
use wormcast_check::proof::{
    Answer, Certificate, Counterexample, CycleWait, ProofDocument, RoutesFound, RoutingStatement, routes_digest,
    verify_lanes,
};
use wormcast_formats::{Fabric, read_routes};
use wormcast_plan::virtual_channels;
use wormcast_routing::{Lane, Routed, Routing};
use wormcast_topology::Topology;

pub(super) fn verify(
    topology: &dyn Topology,
    document: &ProofDocument,
    statement: &RoutingStatement,
) -> Result<Verified, ProofRefusal> {
    let fabric = statement.fabric.as_ref().map(|folder| Fabric::open(Path::new(folder))).transpose()?;
    let mut routings = stated(topology, statement, fabric.as_ref())?;
    match (document.answer, &document.certificate, &document.counterexample) {
        (Answer::DeadlockFree, Some(Certificate::LaneNumbers(numbers)), None) => {
            let mut borrowed: Vec<&mut dyn Routing> = routings.iter_mut().map(|routing| &mut **routing as _).collect();
            let routed = Routed::together(topology, &mut borrowed);
            verify_lanes(topology, &routed, numbers)?;
            let found = document.routes.as_ref().ok_or(ProofRefusal::Incomplete)?;
            are_those_told_of(&routed, found)?;
            Ok(Verified::Routing { lanes: found.lanes, dependencies: found.dependencies })
        }
        (Answer::DeadlockFree, Some(Certificate::WholeWorms), None) if statement.policies.is_whole() => {
            Ok(Verified::Whole)
        }
        (Answer::Deadlock, None, Some(told)) => {
            are_stated(statement.length, statement.buffer, told)?;
            sends_own_routes(topology, &mut routings, statement, told)?;
            Replay::of_routing(statement).stops(topology, told)
        }
        (Answer::Deadlock, None, None) if fills_buffers(statement) => {
            let mut borrowed: Vec<&mut dyn Routing> = routings.iter_mut().map(|routing| &mut **routing as _).collect();
            let told = document.routes.as_ref().map_or(&[][..], |found| &found.dependency_cycle);
            is_filled(topology, &mut borrowed, told)
        }
        (Answer::Unknown, None, None) => Ok(Verified::Unanswered),
        _ => Err(ProofRefusal::Incomplete),
    }
}

/// Whether messages fill buffers, if their length and the flits of a buffer may be chosen as stated; and they do not
/// wait until they can have all.
fn fills_buffers(statement: &RoutingStatement) -> bool {
    let fits = statement.length.zip(statement.buffer).is_none_or(|(length, buffer)| length == buffer);
    fits && !statement.policies.is_whole()
}

/// The routes make as much as the proof tells of: they were not changed since.
fn are_those_told_of(routed: &Routed, found: &RoutesFound) -> Result<(), ProofRefusal> {
    let counts = [
        ("virtual channels", found.lanes, routed.dependencies.lanes().count()),
        ("dependencies", found.dependencies, routed.dependencies.dependencies().count()),
        ("pairs without a route", found.unrouted_pairs, routed.unrouted.len()),
    ];
    match counts.into_iter().find(|(_, told, made)| told != made) {
        Some((what, told, made)) => Err(ProofRefusal::OtherRoutes { what, told, made }),
        None if found.digest != routes_digest(routed) => Err(ProofRefusal::ChangedRoutes),
        None => Ok(()),
    }
}

/// The routings that a statement is about.
fn stated<'t>(
    topology: &'t dyn Topology,
    statement: &RoutingStatement,
    fabric: Option<&'t Fabric>,
) -> Result<Vec<Box<dyn Routing + 't>>, ProofRefusal> {
    let count = statement.virtual_channels.get();
    let named = statement.routing.iter().map(|name| Ok(wormcast_routing::build(topology, name, count)?));
    let read = statement.routes.iter().map(|file| Ok(read_routes(topology, Path::new(file))?.routing));
    let tables = fabric.map(|fabric| Ok(Box::new(fabric.routing(statement.with_multicast)) as Box<dyn Routing + 't>));
    named.chain(read).chain(tables).collect()
}

/// The cycle that is told is one of waits that messages make, and its buffers can be filled.
fn is_filled(
    topology: &dyn Topology,
    routings: &mut [&mut dyn Routing],
    told: &[CycleWait],
) -> Result<Verified, ProofRefusal> {
    let routed = Routed::together(topology, routings);
    let all = routed.dependencies.dependencies().map(|wait| (CycleWait::of(topology, &wait), wait));
    let all: Vec<_> = all.filter(|(named, _)| told.contains(named)).collect();
    let real = told.iter().map(|wait| all.iter().find(|(named, _)| named == wait).map(|(_, wait)| *wait));
    let cycle = real.collect::<Option<Vec<_>>>().filter(|cycle| !cycle.is_empty()).ok_or(ProofRefusal::NoCycle)?;
    let next = cycle.iter().cycle().skip(1);
    if cycle.iter().zip(next).any(|(wait, next)| wait.asked != next.held) || !can_be_filled(routings, &cycle) {
        return Err(ProofRefusal::NoCycle);
    }
    Ok(Verified::Filled { waits: cycle.len() })
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
