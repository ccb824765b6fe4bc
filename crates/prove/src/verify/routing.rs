//! Proofs about routings: the routes are gone over again.

use super::parts::are_stated;
use super::replay::Replay;
use super::{ProofRefusal, Verified};
use crate::choices::are_told_together;
use crate::{can_be_filled, cut_groups};
use std::path::Path;
use wormcast_check::proof::{
    Answer, Certificate, Counterexample, CycleWait, ProofDocument, RoutesFound, RoutingStatement, verify_lanes,
};
use wormcast_formats::{Fabric, is_named, layered_file, named_routing, read_routes};
use wormcast_plan::{NetworkSpec, Plan, virtual_channels};
use wormcast_routing::{Dependency, Lane, Routed, Routing, RoutingError};
use wormcast_topology::{Graph, Topology};

pub(super) fn verify(
    topology: &dyn Topology,
    document: &ProofDocument,
    statement: &RoutingStatement,
) -> Result<Verified, ProofRefusal> {
    let fabric = statement.fabric.as_ref().map(|folder| Fabric::open(Path::new(folder))).transpose()?;
    if let Some(fabric) = &fabric {
        is_same_network(topology, fabric.network())?;
    }
    if let (Some(fabric), Some(folder), true) = (&fabric, &statement.fabric, statement.with_multicast) {
        fabric.require_multicasts(Path::new(folder))?;
    }
    let mut routings = stated(topology, statement, fabric.as_ref())?;
    let mut borrowed: Vec<&mut dyn Routing> = routings.iter_mut().map(|routing| &mut **routing as _).collect();
    are_told_together(topology, &mut borrowed)?;
    let routed = Routed::together(topology, &mut borrowed);
    if let Some(problem) = routed.failure() {
        return Err(RoutingError::Failed(problem.to_owned()).into());
    }
    fit_virtual_channels(&routed, statement)?;
    let found = document.routes.as_ref().ok_or(ProofRefusal::Incomplete)?;
    let cycle = told_cycle(topology, &routed, &found.dependency_cycle)?;
    are_those_told_of(topology, &routed, found, &cycle)?;
    reach_what_is_told(fabric.as_ref().filter(|_| statement.with_multicast), found)?;
    match (document.answer, &document.certificate, &document.counterexample) {
        (Answer::DeadlockFree, ..) if routed.loops() > 0 => Err(ProofRefusal::Loops(routed.loops())),
        (Answer::DeadlockFree, Some(Certificate::LaneNumbers(numbers)), None) => {
            verify_lanes(topology, &routed, numbers)?;
            Ok(Verified::Routing { lanes: found.lanes, dependencies: found.dependencies })
        }
        (Answer::DeadlockFree, Some(Certificate::WholeWorms), None) if statement.policies.is_whole() => {
            Ok(Verified::Whole)
        }
        (Answer::Deadlock, None, Some(told)) => {
            are_stated(statement.length, statement.buffer, told)?;
            sends_own_routes(topology, &mut borrowed, (&document.network, statement), told)?;
            Replay::of_routing(statement).stops(topology, told)
        }
        (Answer::Deadlock, None, None) if fills_buffers(statement) => match can_be_filled(&mut borrowed, &cycle) {
            true if !cycle.is_empty() => Ok(Verified::Filled { waits: cycle.len() }),
            _ => Err(ProofRefusal::NoCycle),
        },
        (Answer::Unknown, None, None) => Ok(Verified::Unanswered),
        _ => Err(ProofRefusal::Incomplete),
    }
}

/// The proof is about the network of the fabric whose tables it names: numbers of nodes and channels mean the same.
fn is_same_network(told: &dyn Topology, own: &dyn Topology) -> Result<(), ProofRefusal> {
    let [told_graph, own_graph] = [told, own].map(Topology::graph);
    let ends = |graph: &Graph, channel| (graph.source(channel), graph.target(channel));
    let is_same = told_graph.node_count() == own_graph.node_count()
        && told_graph.channel_count() == own_graph.channel_count()
        && own_graph.channels().all(|channel| ends(told_graph, channel) == ends(own_graph, channel))
        && own_graph.nodes().all(|node| told.node_name(node) == own.node_name(node));
    if is_same { Ok(()) } else { Err(ProofRefusal::NotOfTheFabric) }
}

/// No route takes a virtual channel beyond those that the statement says.
fn fit_virtual_channels(routed: &Routed, statement: &RoutingStatement) -> Result<(), ProofRefusal> {
    let stated = statement.virtual_channels;
    let taken = routed.dependencies.lanes().map(|lane| lane.virtual_channel + 1).max().unwrap_or(0);
    if taken > stated.get() { Err(ProofRefusal::TooFewVirtualChannels { stated, taken }) } else { Ok(()) }
}

/// Whether messages fill buffers, if their length and the flits of a buffer may be chosen as stated; and they do not
/// wait until they can have all.
fn fills_buffers(statement: &RoutingStatement) -> bool {
    let fits = statement.length.zip(statement.buffer).is_none_or(|(length, buffer)| length == buffer);
    fits && !statement.policies.is_whole()
}

/// What the proof tells of the routes is what they make: they were not changed since.
fn are_those_told_of(
    topology: &dyn Topology,
    routed: &Routed,
    found: &RoutesFound,
    cycle: &[Dependency],
) -> Result<(), ProofRefusal> {
    let counts = [
        ("lanes", found.lanes, routed.dependencies.lanes().count()),
        ("dependencies", found.dependencies, routed.dependencies.dependencies().count()),
        ("pairs without a route", found.unrouted_pairs, routed.unrouted.len()),
    ];
    match counts.into_iter().find(|(_, told, made)| told != made) {
        Some((what, told, made)) => Err(ProofRefusal::OtherRoutes { what, told, made }),
        None => {
            let made = RoutesFound::of(topology, routed, cycle, found.malformed.clone());
            let made = RoutesFound { cut_groups: found.cut_groups.clone(), ..made };
            if *found == made { Ok(()) } else { Err(ProofRefusal::ChangedRoutes) }
        }
    }
}

/// The groups whose trees are cut are those that are told, if any are: proofs of earlier versions tell none.
fn reach_what_is_told(sends: Option<&Fabric>, found: &RoutesFound) -> Result<(), ProofRefusal> {
    let made = || sends.map(cut_groups).unwrap_or_default();
    if found.cut_groups.is_empty() || found.cut_groups == made() { Ok(()) } else { Err(ProofRefusal::ChangedRoutes) }
}

/// The routings that a statement is about.
fn stated<'t>(
    topology: &'t dyn Topology,
    statement: &RoutingStatement,
    fabric: Option<&'t Fabric>,
) -> Result<Vec<Box<dyn Routing + 't>>, ProofRefusal> {
    let count = statement.virtual_channels.get();
    let build =
        |name: &String| named_routing(topology, name, count).map_err(|error| ProofRefusal::Named(error.to_string()));
    let named = statement.routing.iter().map(build);
    // Lines that are no routes here are told in the proof.
    let read = statement.routes.iter().map(|name| match is_named(name) || layered_file(name).is_some() {
        true => build(name),
        false => Ok(read_routes(topology, Path::new(name))?.routing),
    });
    let tables = fabric.map(|fabric| Ok(Box::new(fabric.routing(statement.with_multicast)) as Box<dyn Routing + 't>));
    named.chain(read).chain(tables).collect()
}

/// The cycle that is told, of waits that messages make; it may be empty.
fn told_cycle(topology: &dyn Topology, routed: &Routed, told: &[CycleWait]) -> Result<Vec<Dependency>, ProofRefusal> {
    if told.is_empty() {
        return Ok(Vec::new());
    }
    let all = routed.dependencies.dependencies().map(|wait| (CycleWait::of(topology, &wait), wait));
    let all: Vec<_> = all.filter(|(named, _)| told.contains(named)).collect();
    let real = told.iter().map(|wait| all.iter().find(|(named, _)| named == wait).map(|(_, wait)| *wait));
    let cycle = real.collect::<Option<Vec<_>>>().ok_or(ProofRefusal::NoCycle)?;
    let next = cycle.iter().cycle().skip(1);
    match cycle.iter().zip(next).all(|(wait, next)| wait.asked == next.held) {
        true => Ok(cycle),
        false => Err(ProofRefusal::NoCycle),
    }
}

/// Every worm of the deadlock is a message on a route of the routings, on its virtual channels.
fn sends_own_routes(
    topology: &dyn Topology,
    routings: &mut [&mut dyn Routing],
    (network, statement): (&NetworkSpec, &RoutingStatement),
    told: &Counterexample,
) -> Result<(), ProofRefusal> {
    for (number, document) in told.plans.iter().enumerate() {
        let plan = document.resolve(topology).map_err(|error| ProofRefusal::Plan { plan: number, error })?;
        // What a plan says beside its route is what the prover says of every message.
        let as_sent = Plan { network: network.clone(), scheme: "unicast".to_owned(), ..plan.clone() };
        if as_sent.document(topology) != *document {
            return Err(ProofRefusal::NotARoute { plan: number });
        }
        let names = virtual_channels(topology, &plan, 0, statement.virtual_channels.get());
        let names = names.map_err(|_| ProofRefusal::NotARoute { plan: number })?;
        let taken: Vec<Vec<Lane>> = plan
            .worms
            .iter()
            .zip(names)
            .map(|(worm, names)| worm.hops.iter().zip(names).map(|(hop, name)| Lane::new(hop.channel, name)).collect())
            .collect();
        let is_route = |routing: &mut &mut dyn Routing| match (&*taken, plan.destinations.first()) {
            ([route], Some(&to)) => routing.may_take(plan.source, to, route),
            _ => false,
        };
        if plan.destinations.len() != 1 || !routings.iter_mut().any(is_route) {
            return Err(ProofRefusal::NotARoute { plan: number });
        }
    }
    Ok(())
}
