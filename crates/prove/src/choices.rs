//! Routings whose messages choose among several routes.
//!
//! Plans have one route for each pair of nodes. Beside them, and beside schemes, a proof is about whatever messages
//! choose: it is about routes that together have every dependence. Numbers that rise along each of these rise along all
//! others, too; and where worms go down trees which share nothing once they are there, so do all others: what comes
//! behind a channel of a tree is of the same tree. Every other argument is about the worms that are listed, and proves
//! nothing of the rest.

use crate::{Proof, ProveError};
use wormcast_check::proof::{Certificate, SchemeStatement};
use wormcast_formats::named_routing;
use wormcast_plan::MAX_VIRTUAL_CHANNELS;
use wormcast_routing::{Choices, ChosenRoute, Routing};
use wormcast_schemes::option::ROUTING;
use wormcast_schemes::{Options, Scheme, scheme_named};
use wormcast_topology::Topology;

/// The routes that messages may choose besides that of each pair; none if they have no choice.
///
/// # Errors
/// No list of routes tells what they choose.
pub(crate) fn chosen_routes(
    topology: &dyn Topology,
    name: &str,
    routing: &mut dyn Routing,
) -> Result<Option<Vec<ChosenRoute>>, ProveError> {
    match routing.choices(topology) {
        Choices::None => Ok(None),
        Choices::Routes(routes) => Ok(Some(routes)),
        Choices::Unlisted => Err(unlisted(&format!("`{name}`"))),
    }
}

fn unlisted(name: &str) -> ProveError {
    ProveError::Routes(format!(
        "messages by {name} choose their way in more ways than a list of routes tells, so that nothing is proved of them \
         beside others; expected a routing with one route for each pair, such as `dimension-order`, or a `turn-model`"
    ))
}

/// Refuses several routings together of which one is told by more than its dependences.
///
/// # Errors
/// There is such a one.
pub(crate) fn are_told_together(topology: &dyn Topology, routings: &mut [&mut dyn Routing]) -> Result<(), ProveError> {
    let is_unlisted = |routing: &mut &mut dyn Routing| routing.choices(topology) == Choices::Unlisted;
    match routings.len() > 1 && routings.iter_mut().any(is_unlisted) {
        true => Err(unlisted("one of these routings")),
        false => Ok(()),
    }
}

/// Whether messages that a statement about a scheme is about, or the unicasts that it counts in, go by a routing that
/// chooses among several routes.
///
/// # Errors
/// There is no such scheme or routing; or as [`chosen_routes`].
pub(crate) fn unicasts_choose(topology: &dyn Topology, statement: &SchemeStatement) -> Result<bool, ProveError> {
    if let Some((name, words)) = statement.unicasts() {
        let scheme = scheme_named(&name)?;
        if let Some((name, mut routing)) = routing_of(topology, scheme, &words)? {
            return Ok(chosen_routes(topology, &name, &mut *routing)?.is_some());
        }
    }
    // A user's own scheme has no routing that is known here. Plans by a routing whose choices no list tells take the
    // routes that it shows.
    let Ok(scheme) = scheme_named(&statement.scheme) else { return Ok(false) };
    let routing = routing_of(topology, scheme, &statement.options)?;
    Ok(routing.is_some_and(|(_, mut routing)| matches!(routing.choices(topology), Choices::Routes(_))))
}

/// A routing with its name.
type Named<'t> = (String, Box<dyn Routing + 't>);

/// The routing that the options of a scheme name, if they do.
fn routing_of<'t>(
    topology: &'t dyn Topology,
    scheme: &dyn Scheme,
    words: &[String],
) -> Result<Option<Named<'t>>, ProveError> {
    let options = Options::of_words(words, scheme.options())?;
    let Some(name) = options.get(&ROUTING).map(|name| name.to_string()) else { return Ok(None) };
    let routing = named_routing(topology, &name, MAX_VIRTUAL_CHANNELS);
    Ok(Some((name, routing.map_err(|error| ProveError::Routes(error.to_string()))?)))
}

/// Whether a certificate about listed worms holds for all routes that have no other dependences.
pub(crate) fn holds_for_choices(certificate: &Certificate) -> bool {
    !certificate.is_about_worms() || matches!(certificate, Certificate::WormNumbers(_) | Certificate::TreeWorms(_))
}

/// What a proof about listed worms says of messages that choose among more routes, if they do.
pub(crate) fn of_choices(proof: Proof, choose: bool) -> Proof {
    match proof {
        Proof::DeadlockFree(certificate) if choose && !holds_for_choices(&certificate) => Proof::Unknown(
            "messages choose among several routes, and no numbers for channels were found that rise along all of them and \
             beside what else is sent; none of the messages that were looked at can deadlock, and those are not all choices"
                .to_owned(),
        ),
        other => other,
    }
}
