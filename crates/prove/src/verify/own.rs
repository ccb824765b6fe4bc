//! Whether a proof about a scheme is about what that scheme plans: its planner is asked again.

use super::ProofRefusal;
use crate::Effort;
use crate::scheme::{Harness, all_worms, route_space_beside, unicast_planner};
use std::time::Duration;
use wormcast_check::proof::{
    Certificate, Counterexample, SchemeRefusal, SchemeStatement, SchemeVerdict, verify_scheme,
};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, PlanDocument, RouteSpace, Worms};
use wormcast_schemes::option::TREE;
use wormcast_schemes::{Options, Planner, Scheme, TreeChoice, scheme_named};
use wormcast_topology::{NodeId, Topology};

type Planners<'t> = Vec<Box<dyn Planner + 't>>;

/// Verifies a certificate about all routes that the scheme can take.
pub(super) fn verify(
    topology: &dyn Topology,
    statement: &SchemeStatement,
    beside: &[Plan],
    certificate: &Certificate,
) -> Result<SchemeVerdict, ProofRefusal> {
    let scheme = stated_scheme(statement)?;
    let mut missing = None;
    let own = || {
        let space = own_routes(topology, scheme, statement, beside);
        space.map_err(|error| {
            let refusal = SchemeRefusal(error.to_string());
            missing = Some(error);
            refusal
        })
    };
    let verdict = verify_scheme(topology, statement, own, certificate);
    verdict.map_err(|refusal| missing.unwrap_or(refusal.into()))
}

fn own_routes(
    topology: &dyn Topology,
    scheme: &dyn Scheme,
    statement: &SchemeStatement,
    beside: &[Plan],
) -> Result<RouteSpace<NodeId>, ProofRefusal> {
    let options = Options::of_words(&statement.options, scheme.options())?;
    let planner = scheme.prepare(topology, &options)?;
    let own = route_space_beside(topology, &*planner, beside, statement);
    own.ok_or_else(|| ProofRefusal::UnknownRoutes(statement.scheme.clone()))
}

/// All plans that are in flight, where those are of finitely many messages.
pub(super) fn all_plans(
    topology: &dyn Topology,
    statement: &SchemeStatement,
    beside: &[Plan],
) -> Result<Vec<Plan>, ProofRefusal> {
    let scheme = stated_scheme(statement)?;
    let options = Options::of_words(&statement.options, scheme.options())?;
    let mut planner = scheme.prepare(topology, &options)?;
    let unicasts = unicast_planner(topology, statement)?;
    let effort = Effort::within(Duration::MAX);
    let mut harness = Harness::new(topology, &mut *planner, unicasts, beside, statement, effort);
    let all = all_worms(&mut harness, statement);
    let (_, turns) = all.ok_or_else(|| ProofRefusal::UnknownRoutes(statement.scheme.clone()))?;
    Ok(turns.plans)
}

/// Planners one of which makes each plan of the scheme. If its trees are chosen by what was planned before, that is one
/// for each tree.
fn planners<'t>(
    topology: &'t dyn Topology,
    scheme: &dyn Scheme,
    options: &Options,
) -> Result<Planners<'t>, ProofRefusal> {
    let planner = scheme.prepare(topology, options)?;
    if options.get(&TREE) != Some(TreeChoice::LeastLoaded) {
        return Ok(vec![planner]);
    }
    let fixed = |tree| options.clone().with(&TREE, TreeChoice::Fixed(tree as u32));
    Ok((0..planner.trees().len()).filter_map(|tree| scheme.prepare(topology, &fixed(tree)).ok()).collect())
}

/// The scheme of the statement, by its own name.
fn stated_scheme(statement: &SchemeStatement) -> Result<&'static dyn Scheme, ProofRefusal> {
    let scheme = scheme_named(&statement.scheme)?;
    match scheme.name() == statement.scheme {
        true => Ok(scheme),
        false => Err(ProofRefusal::Alias { stated: statement.scheme.clone(), name: scheme.name() }),
    }
}

/// The plans of a deadlock are those that the scheme makes for their sources and destinations on this network, or
/// unicasts if the statement counts them in, or plans beside it.
pub(super) fn sends_own_plans(
    topology: &dyn Topology,
    network: &NetworkSpec,
    statement: &SchemeStatement,
    beside: &[Plan],
    told: &Counterexample,
) -> Result<(), ProofRefusal> {
    if !told.parts.is_empty() {
        return Err(ProofRefusal::PartsOfScheme);
    }
    let scheme = stated_scheme(statement)?;
    let options = Options::of_words(&statement.options, scheme.options())?;
    let mut own = planners(topology, scheme, &options)?;
    let mut unicasts: Planners<'_> = unicast_planner(topology, statement)?.into_iter().collect();
    for (plan, document) in told.plans.iter().enumerate() {
        if document.network != *network {
            let (network, proof) = (Box::new(document.network.clone()), Box::new(network.clone()));
            return Err(ProofRefusal::OtherNetwork { plan, network, proof });
        }
        let resolved = document.resolve(topology).map_err(|error| ProofRefusal::Plan { plan, error })?;
        if beside.iter().any(|given| is_given(topology, network, given, document, &resolved)) {
            continue;
        }
        let by = &*document.scheme;
        let [is_own, is_unicast] = [by == statement.scheme, statement.unicast_name().is_some_and(|name| name == by)];
        if !is_own && !is_unicast {
            let (by, about) = (by.to_owned(), statement.scheme.clone());
            return Err(ProofRefusal::OtherScheme { plan, by, about });
        }
        // Both may go by one scheme with other options.
        let named = [(is_own, &mut own), (is_unicast, &mut unicasts)];
        let mut planners = named.into_iter().filter(|(is_named, _)| *is_named).flat_map(|(_, planners)| planners);
        let again = |planner: &mut Box<dyn Planner + '_>| plan_again(topology, network, &mut **planner, &resolved);
        if !planners.any(|planner| again(planner).as_ref() == Some(document)) {
            return Err(ProofRefusal::NotPlanned { plan, scheme: document.scheme.clone() });
        }
    }
    Ok(())
}

/// Whether a plan that is told is this given one.
fn is_given(
    topology: &dyn Topology,
    network: &NetworkSpec,
    given: &Plan,
    told: &PlanDocument,
    resolved: &Plan,
) -> bool {
    let is_like = given.source == resolved.source && given.destinations == resolved.destinations;
    is_like && Plan { network: network.clone(), ..given.clone() }.document(topology) == *told
}

/// What a planner plans for the same multicast.
fn plan_again(
    topology: &dyn Topology,
    network: &NetworkSpec,
    planner: &mut dyn Planner,
    plan: &Plan,
) -> Option<PlanDocument> {
    let mut worms = Worms::new();
    planner.plan(MulticastSet::checked(topology, plan.source, &plan.destinations).ok()?, &mut worms).ok()?;
    let claims = planner.claims().to_vec();
    let (network, extra) = (network.clone(), worms.carried());
    let again = Plan { network, worms, claims, extra, ..plan.clone() };
    Some(again.document(topology))
}
