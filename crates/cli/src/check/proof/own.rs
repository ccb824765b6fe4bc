//! Whether a proof about a scheme is about what that scheme plans: its planner is asked again.

use crate::failure::Failure;
use crate::network::Network;
use wormcast::check::proof::{Certificate, Counterexample, SchemeStatement, SchemeVerdict, verify_scheme};
use wormcast::plan::{MulticastSet, Plan, PlanDocument, Worms};
use wormcast::prove::scheme::route_space;
use wormcast::schemes::option::TREE;
use wormcast::schemes::{Options, Planner, Scheme, TreeChoice, scheme_named};
use wormcast::topology::Topology;

type Planners<'t> = Vec<Box<dyn Planner + 't>>;

/// The planner of the scheme, with the options that the statement names.
fn planner<'t>(topology: &'t dyn Topology, statement: &SchemeStatement) -> Result<Box<dyn Planner + 't>, Failure> {
    let (scheme, options) = scheme_and_options(statement)?;
    Ok(scheme.prepare(topology, &options)?)
}

/// Planners one of which makes each plan of the scheme. If its trees are chosen by what was planned before, that is one
/// for each tree.
fn planners<'t>(topology: &'t dyn Topology, statement: &SchemeStatement) -> Result<Planners<'t>, Failure> {
    let (scheme, options) = scheme_and_options(statement)?;
    let planner = scheme.prepare(topology, &options)?;
    if options.get(&TREE) != Some(TreeChoice::LeastLoaded) {
        return Ok(vec![planner]);
    }
    let fixed = |tree| options.clone().with(&TREE, TreeChoice::Fixed(tree as u32));
    Ok((0..planner.trees().len()).filter_map(|tree| scheme.prepare(topology, &fixed(tree)).ok()).collect())
}

fn scheme_and_options(statement: &SchemeStatement) -> Result<(&'static dyn Scheme, Options), Failure> {
    let scheme = scheme_named(&statement.scheme)?;
    if scheme.name() != statement.scheme {
        return Err(Failure::new(format!("the scheme `{}` is called `{}`", statement.scheme, scheme.name())));
    }
    Ok((scheme, Options::of_words(&statement.options, scheme.options())?))
}

/// Verifies a certificate about all routes that the scheme can take.
pub(super) fn verify(
    topology: &dyn Topology,
    statement: &SchemeStatement,
    certificate: &Certificate,
) -> Result<SchemeVerdict, String> {
    let planner = planner(topology, statement).map_err(|failure| failure.message())?;
    let own = route_space(topology, &*planner, statement);
    let own = own.ok_or_else(|| format!("the routes of {} on this network are not known", statement.scheme))?;
    verify_scheme(topology, statement, &own, certificate).map_err(|refusal| refusal.to_string())
}

/// The plans of a deadlock are those that the scheme makes for their sources and destinations on this network, or
/// unicasts if the statement counts them in.
pub(super) fn sends_own_plans(
    network: &Network,
    statement: &SchemeStatement,
    told: &Counterexample,
) -> Result<(), String> {
    let topology = &*network.topology;
    if !told.parts.is_empty() {
        return Err("it tells parts of plans, and a scheme has none".to_owned());
    }
    let mut own = planners(topology, statement).map_err(|failure| failure.message())?;
    let unicasts = SchemeStatement::about("unicast");
    let mut unicasts = planners(topology, &unicasts).map_err(|failure| failure.message())?;
    for (number, document) in told.plans.iter().enumerate() {
        if document.network != network.spec {
            return Err(format!("its plan {number} is for {}, and the proof for {}", document.network, network.spec));
        }
        let planners = match &*document.scheme {
            scheme if scheme == statement.scheme => &mut own,
            "unicast" if statement.with_unicast => &mut unicasts,
            other => return Err(format!("its plan {number} is by {other}, and the proof about {}", statement.scheme)),
        };
        let plan = document.resolve(topology).map_err(|error| format!("plan {number}: {error}"))?;
        let makes =
            |planner: &mut Box<dyn Planner>| plan_again(network, &mut **planner, &plan).as_ref() == Some(document);
        if !planners.iter_mut().any(makes) {
            return Err(format!("its plan {number} is not what {} plans", document.scheme));
        }
    }
    Ok(())
}

/// What a planner plans for the same multicast.
fn plan_again(network: &Network, planner: &mut dyn Planner, plan: &Plan) -> Option<PlanDocument> {
    let topology = &*network.topology;
    let mut worms = Worms::new();
    planner.plan(MulticastSet::checked(topology, plan.source, &plan.destinations).ok()?, &mut worms).ok()?;
    let claims = planner.claims().to_vec();
    Some(
        Plan { network: network.spec.clone(), worms, claims, extra: Default::default(), ..plan.clone() }
            .document(topology),
    )
}
