//! Verifying why a scheme is free of deadlock.
//!
//! Nothing is taken from the prover but its numbers and trees: every pair of channels that can follow each other in the
//! stated routes is found anew, and they must be those that the planner tells. Whether a scheme's worms keep to these
//! routes is not verified here, where no scheme is known; tests hold the planners against them.

mod claims;
mod forests;
mod numbers;
mod routers;
mod steps;

use super::{Certificate, SchemeCertificate, SchemeStatement};
use claims::{Claims, Rises};
use forests::Forests;
use numbers::Numbers;
use std::collections::BTreeSet;
use thiserror::Error;
use wormcast_model::{refuse_own_virtual_channels, rings};
use wormcast_plan::RouteSpace;
use wormcast_topology::{NodeId, Topology, shortened};

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchemeVerdict {
    /// Trees that worms go down.
    pub trees: usize,
    /// Numbers of channels.
    pub channels: usize,
    /// Numbers of consumption channels.
    pub consumption: usize,
    /// Pairs of what worms of a family hold and what they wait for: the number of the second is greater.
    pub pairs: u64,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the certificate does not hold: {}", shortened(.0))]
pub struct SchemeRefusal(pub String);

/// Refuses a certificate, with this reason, unless a condition holds.
fn require(holds: bool, problem: impl FnOnce() -> String) -> Result<(), SchemeRefusal> {
    if holds { Ok(()) } else { Err(SchemeRefusal(problem())) }
}

/// Verifies that a certificate proves a statement about a scheme on a network. `own` gives the routes that the scheme's
/// planner tells, with those of unicasts if the statement counts them in: a certificate that states others is refused.
/// It is asked last, when all else holds, since planners may take long to be made ready. O(nodes² · length) for routes
/// of the network's own routing, and O(pairs of channels) for all others.
///
/// # Errors
/// What is wrong with it.
pub fn verify_scheme(
    topology: &dyn Topology,
    statement: &SchemeStatement,
    own: impl FnOnce() -> Result<RouteSpace<NodeId>, SchemeRefusal>,
    certificate: &Certificate,
) -> Result<SchemeVerdict, SchemeRefusal> {
    let (certificate, with_trees) = match certificate {
        Certificate::WholeWorms => {
            require(statement.policies.is_whole(), || "worms do not get all their channels before they leave".into())?;
            own()?;
            return Ok(SchemeVerdict::default());
        }
        Certificate::Numbering(certificate) => (certificate, false),
        Certificate::Trees(certificate) => (certificate, true),
        #[allow(unreachable_patterns, reason = "other kinds of certificates are about plans")]
        _ => return Err(SchemeRefusal("it is of a kind that is not about schemes".into())),
    };
    // Worms take numbers of virtual channels that are the same everywhere.
    refuse_own_virtual_channels(topology, statement.virtual_channels).map_err(|own| SchemeRefusal(own.to_string()))?;
    let SchemeCertificate { space, parts, waits, numbers } = certificate;
    // Where there are no channels, no scheme has routes.
    let has_routes = !space.families.is_empty() || topology.graph().channel_count() == 0;
    require(has_routes, || "it states no routes".into())?;
    let known = space.families.iter().all(|family| family.class < space.classes);
    require(known, || format!("worms are of a class that is none of the {} that there are", space.classes))?;
    let space = space.try_map(|name| topology.find_node(name)).map_err(|error| SchemeRefusal(error.to_string()))?;
    let forests = Forests::of(topology.graph(), &space, statement.policies.copies_apart())?;
    require(with_trees == (forests.count() > 0), || "its kind does not fit its trees".into())?;
    let virtual_channels = statement.virtual_channels.get();
    require([1, 2, virtual_channels].contains(parts), || {
        format!(
            "links fall into {parts} parts; they can into 1, 2, or one for each of {virtual_channels} virtual channels"
        )
    })?;
    let pools = statement.consumption.map(|channels| u32::from(space.classes).clamp(1, channels.get()));
    let numbers = Numbers::read(topology, numbers, *parts, pools.unwrap_or(0))?;
    let rises = Rises::of(topology.graph().channel_count() * numbers.parts as usize);
    let rings = if statement.policies.bubble { rings(topology) } else { Vec::new() };
    let mut claims = Claims {
        topology,
        statement,
        space: &space,
        forests: &forests,
        numbers: &numbers,
        pools,
        rings,
        rises,
        leaving: BTreeSet::new(),
    };
    claims.verify()?;
    let ([channels, consumption], pairs) = (numbers.counts(), claims.rises.count);
    require(pairs == *waits as u64, || {
        format!("it says that its numbers rise over {waits} pairs; they do over {pairs}")
    })?;
    require(space == own()?, || format!("the routes that it states are not those of {}", statement.scheme))?;
    Ok(SchemeVerdict { trees: forests.count(), channels, consumption, pairs })
}
