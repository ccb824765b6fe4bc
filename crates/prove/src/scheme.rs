//! Proofs about schemes: all sources, all destination sets, all lengths of messages, all sizes of buffers.
//!
//! A planner tells the routes that its worms can take ([`RouteSpace`]); the proof is about all of them, and names no
//! multicast set. It has two parts, either of which may be empty.
//!
//! **Numbers.** As long as a worm is a chain it makes one request after another. Channels and consumption channels get
//! numbers, equal for those that one request asks for together, such that each request asks for greater numbers than
//! what the worm holds. Of all requests that are never granted, look at those for the greatest number, and of these at
//! the first that was made: what it asks for is held by a worm with a request for a greater number, or free and the
//! request first in line.
//!
//! **Trees.** Worms that go down a tree, with all branches at a node requested together, do not wait for each other in
//! cycles, though their channels cannot be numbered. The proof is in `docs/prove-schemes.md`.

mod after_trees;
mod among_plans;
mod argument;
mod beside;
mod case;
mod channel_dependencies;
mod counterexample;
mod dateline;
mod dependency_graph;
mod listed;
mod probe;
mod random_search;
mod routers;
mod routing;
mod shrink;
mod trees;
mod turns;
mod waits;

use crate::{Effort, Proof, ProveError};
use argument::{Argument, Question};
pub(crate) use beside::beside;
pub(crate) use case::Harness;
use dateline::Dateline;
pub(crate) use listed::{about_all, all_worms};
use std::num::NonZeroU32;
use wormcast_check::proof::{Certificate, Numbered, SchemeCertificate, SchemeStatement};
use wormcast_model::{Owned, check_buffers, refuse_free_halves, refuse_own_virtual_channels};
use wormcast_plan::{Plan, RouteSpace, VcRule};
use wormcast_schemes::option::ROUTING;
use wormcast_schemes::{Options, Planner, scheme_named, unicast_space};
use wormcast_topology::{NodeId, Topology};

/// On networks with more nodes the routes of a routing between all of them are not followed, if their pieces are no
/// routes: they are too many.
const MAX_ROUTED: usize = 1 << 14;

/// Proves that no worms which a planner can plan deadlock, for all multicast sets, message lengths and buffers.
///
/// ```
/// use wormcast_check::proof::{SchemeStatement};
/// use wormcast_prove::{Proof, scheme::prove_scheme};
/// use wormcast_schemes::{Options, scheme_named};
/// let mesh = wormcast_topology::build("mesh:8x8")?;
/// let mut planner = scheme_named("dual-path")?.prepare(&*mesh, &Options::default())?;
/// let proof = prove_scheme(&*mesh, &mut *planner, &SchemeStatement::about("dual-path"))?;
/// assert!(matches!(proof, Proof::DeadlockFree(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// There is no such scheme for unicasts, or it does not serve the network.
pub fn prove_scheme(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    statement: &SchemeStatement,
) -> Result<Proof, ProveError> {
    prove_scheme_within(topology, planner, statement, &Effort::default())
}

/// The same with a budget of time for the search of a deadlock.
///
/// # Errors
/// There is no such scheme for unicasts, it does not serve the network, buffers do not take what they should, or a
/// user's own scheme failed at a multicast.
pub fn prove_scheme_within(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    statement: &SchemeStatement,
    effort: &Effort<'_>,
) -> Result<Proof, ProveError> {
    prove_scheme_beside(topology, planner, &[], statement, effort)
}

/// The same about a scheme beside given plans, and beside the routings and tables that the statement names, any number
/// of whose messages may be in flight too.
///
/// # Errors
/// As [`prove_scheme_within`]; or there is no such routing or table.
pub fn prove_scheme_beside(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    given: &[Plan],
    statement: &SchemeStatement,
    effort: &Effort<'_>,
) -> Result<Proof, ProveError> {
    check_buffers(&statement.about_plans())?;
    refuse_free_halves(statement.vc_rule, statement.virtual_channels)?;
    let (given, choose) = beside(topology, given, statement)?;
    let unicasts = unicast_planner(topology, statement)?;
    if scheme_named(&statement.scheme).is_ok_and(|scheme| scheme.definition().is_some()) {
        let mut harness = Harness::new(topology, planner, None, &[], statement, *effort);
        probe::probe(&mut harness).map_or(Ok(()), Err)?;
    }
    if statement.policies.is_whole() {
        // Nobody asks for routes here. A routing that fails, or has none for any pair, tells so once it was asked.
        if statement.options.iter().any(|word| word.strip_prefix("--") == Some(ROUTING.declaration.name)) {
            drop(planner.route_space());
            let mut harness = Harness::new(topology, planner, None, &[], statement, *effort);
            probe::probe(&mut harness).map_or(Ok(()), Err)?;
        }
        return Ok(Proof::DeadlockFree(Certificate::WholeWorms));
    }
    let reason = match route_space_beside(topology, planner, &given, statement) {
        None => "the routes that its worms can take are not known, or too many to list".to_owned(),
        Some(space) => {
            channel_dependencies::refuse_too_many(topology, &space)?;
            let question = Question { topology, space: &space, statement, effort };
            let alike = refuse_own_virtual_channels(topology, statement.virtual_channels);
            match alike.map_err(|own| own.to_string()).and_then(|()| question.argue()) {
                Ok(argument) => return Ok(Proof::DeadlockFree(certificate(question, &argument))),
                Err(reason) => reason,
            }
        }
    };
    if statement.policies.bubble {
        return Ok(Proof::Unknown(format!(
            "{reason}; and no engine knows bubble flow control, so none can show a deadlock"
        )));
    }
    let mut harness = Harness::new(topology, planner, unicasts, &given, statement, *effort);
    if let Some(counterexample) = counterexample::search(&mut harness, statement, effort) {
        return Ok(Proof::Deadlock(counterexample));
    }
    // Its worms are those that plans take, and not all that messages may choose.
    let listed = if choose { None } else { listed::prove(&mut harness, statement, effort) };
    if let Some(failure) = harness.failure() {
        return Err(failure);
    }
    let over = match effort.is_over() {
        true => format!(" in the {} s of the budget, which ended the search", effort.budget().as_secs_f64()),
        false => String::new(),
    };
    Ok(listed.unwrap_or_else(|| Proof::Unknown(format!("{reason}; but no messages that deadlock were found{over}"))))
}

/// The routes that a statement is about, with those of the plans beside the scheme. None as in [`route_space`].
pub(crate) fn route_space_beside(
    topology: &dyn Topology,
    planner: &dyn Planner,
    given: &[Plan],
    statement: &SchemeStatement,
) -> Option<RouteSpace<NodeId>> {
    beside::with_plans(topology, route_space(topology, planner, statement)?, given, statement)
}

/// The routes that a statement is about: those of the planner, and those of unicasts if they count too. None if they
/// are not known, or too many to look at.
pub fn route_space(
    topology: &dyn Topology,
    planner: &dyn Planner,
    statement: &SchemeStatement,
) -> Option<RouteSpace<NodeId>> {
    let mut space = planner.route_space()?;
    if statement.with_unicast {
        let unicasts = match &statement.unicast_scheme {
            None => unicast_space(topology)?,
            Some(_) => unicast_planner(topology, statement).ok()??.route_space()?,
        };
        space = space.with(unicasts);
    }
    let routed = space.families.iter().any(|family| family.chain == wormcast_plan::Chain::Routing);
    // Which part of the virtual channels a hop takes depends on all of the route before.
    let by_part = statement.virtual_channels > NonZeroU32::MIN && statement.vc_rule == VcRule::Dateline;
    let one_part = !by_part || Dateline::of(topology).is_none();
    let is_short = one_part && topology.own_routing().is_some_and(|routing| routing.pieces_are_routes());
    (!routed || is_short || topology.graph().node_count() <= MAX_ROUTED).then_some(space)
}

/// The planner of the unicasts that a statement counts in.
pub(crate) fn unicast_planner<'t>(
    topology: &'t dyn Topology,
    statement: &SchemeStatement,
) -> Result<Option<Box<dyn Planner + 't>>, ProveError> {
    let Some((name, words)) = statement.unicasts() else { return Ok(None) };
    let scheme = scheme_named(&name)?;
    Ok(Some(scheme.prepare(topology, &Options::of_words(words, scheme.options())?)?))
}

fn certificate(question: Question<'_>, argument: &Argument) -> Certificate {
    let name = |node: NodeId| question.topology.node_name(node);
    let numbered = |(resource, number): (u32, u32)| match argument.resources.what(resource) {
        Owned::Channel(channel, part) | Owned::Front(channel, part) => {
            let [from, to] = question.topology.channel_ends(channel);
            Numbered(from, Some(to), part, number)
        }
        Owned::Consumption(node, pool) => Numbered(name(node), None, pool, number),
    };
    let numbers = (0..).zip(&argument.numbering.numbers);
    let certificate = SchemeCertificate {
        space: question.space.map(|&node| name(node)),
        parts: argument.parts,
        waits: argument.numbering.pairs,
        numbers: numbers.filter_map(|(resource, &number)| Some((resource, number?))).map(numbered).collect(),
    };
    match argument.trees {
        0 => Certificate::Numbering(certificate),
        _ => Certificate::Trees(certificate),
    }
}
