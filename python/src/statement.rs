//! What is asked of a prover, out of named arguments.

use crate::arguments::Named;
use crate::errors::{Answer, Raised};
use pyo3::prelude::*;
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::check::proof::{RouterPolicies, WorkloadStatement};
use wormcast::formats::{holds_schedule, holds_tables};
use wormcast::{Network, Plan, RouterQuestion};

/// What routers do, and how long messages and how large buffers are.
pub(crate) fn routers(named: &mut Named<'_, '_>) -> PyResult<RouterQuestion> {
    let policies = RouterPolicies {
        reservation: named.value("reservation", Default::default())?,
        replication: named.value("replication", Default::default())?,
        switching: named.value("switching", Default::default())?,
        handover: named.value("handover", Default::default())?,
        bubble: named.switch("bubble")?,
    };
    Ok(RouterQuestion { length: named.optional("length")?, buffer: named.optional("buffer")?, policies })
}

/// The files of routes that are meant.
pub(crate) fn routes_of(named: &mut Named<'_, '_>) -> PyResult<Vec<String>> {
    named.texts(
        "routes",
        "a file of routes, or a list of such; a function is made a routing by `@wormcast.routing(\"name\")`",
    )
}

/// The question about plans, and about messages by routings and tables beside them, out of named arguments.
pub(crate) fn workload(network: &Network, plans: &[Plan], named: &mut Named<'_, '_>) -> PyResult<WorkloadStatement> {
    let mut routes = routes_of(named)?;
    routes.extend(named.optional("routing")?);
    let RouterQuestion { length, buffer, policies } = routers(named)?;
    let needed = virtual_channels(network, plans, &routes)?;
    let said: Option<NonZeroU32> = named.optional("virtual_channels")?;
    let with_unicast = named.switch("with_unicast")? && routes.is_empty();
    Ok(WorkloadStatement {
        routes,
        plans: (0..plans.len()).map(|number| number.to_string()).collect(),
        copies: named.value("copies", Default::default())?,
        consumption: named.optional("consumption")?,
        virtual_channels: network.virtual_channels_said(said, needed).map_err(Raised::from)?,
        with_unicast,
        delays: named.value("delays", Default::default())?,
        length,
        buffer,
        ..WorkloadStatement::default().under(policies)
    })
}

/// As many virtual channels as plans name, and routings beside them take.
fn virtual_channels(network: &Network, plans: &[Plan], routes: &[String]) -> Answer<NonZeroU32> {
    let named = plans.iter().map(|plan| plan.by_number().virtual_channels_needed()).max();
    let named = named.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    between_pairs(routes)
        .map(|name| network.virtual_channels_of(name))
        .try_fold(named, |most, taken| Ok(most.max(taken?)))
}

/// Those of these names and files that tell a route for each pair of nodes, and not worms.
pub(crate) fn between_pairs(routes: &[String]) -> impl Iterator<Item = &String> {
    routes.iter().filter(|name| !holds_schedule(Path::new(name)) && !holds_tables(Path::new(name)))
}
