//! The routings: one line each.

use crate::{
    AddedRouting, Declaration, Routing, RoutingError, dimension_order, layered, minimal_adaptive, shortest, turn_model,
    up_down, valiant,
};
use wormcast_topology::{Added, TakenName, Topology, nearest};

/// Every routing. A new one is a file of its own and a line here.
pub const ROUTINGS: &[Declaration] = &[
    shortest::DECLARATION,
    dimension_order::DECLARATION,
    up_down::DECLARATION,
    turn_model::DECLARATION,
    layered::DECLARATION,
    valiant::DECLARATION,
    minimal_adaptive::DECLARATION,
];

/// What users have added.
static ADDED: Added<dyn AddedRouting> = Added::new();

/// Adds a routing, which is found by its name from now on, wherever routings are named.
///
/// # Errors
/// The name is that of a routing of the library.
pub fn add_routing(routing: Box<dyn AddedRouting>) -> Result<(), TakenName> {
    let name = routing.name().to_owned();
    if ROUTINGS.iter().any(|known| known.name == name) {
        return Err(TakenName(name));
    }
    ADDED.put(&name, Box::leak(routing));
    Ok(())
}

/// Whether a routing has this name, of the library or added.
pub fn is_known(name: &str) -> bool {
    ROUTINGS.iter().any(|routing| routing.name == name) || ADDED.named(name).is_some()
}

/// What tells the code of a user's own routing from others of its name; none for the library's own.
pub fn definition_of(description: &str) -> Option<&'static str> {
    let name = description.split_once(':').map_or(description, |(name, _)| name);
    ADDED.named(name).map(AddedRouting::definition)
}

/// The routing that a description such as `turn-model:west-first` stands for, on a network whose channels have so many
/// virtual channels.
///
/// # Errors
/// No routing has this name, it does not take these parameters, or does not serve this network.
pub fn build<'t>(
    topology: &'t dyn Topology,
    description: &str,
    virtual_channels: u32,
) -> Result<Box<dyn Routing + 't>, RoutingError> {
    let (name, parameters) = description.split_once(':').unwrap_or((description, ""));
    let count = virtual_channels.max(1);
    match (ROUTINGS.iter().find(|routing| routing.name == name), ADDED.named(name)) {
        (Some(routing), _) => (routing.build)(topology, parameters, count),
        (None, Some(routing)) => routing.build(topology, parameters, count),
        (None, None) => Err(RoutingError::Unknown {
            name: name.into(),
            known: ROUTINGS.iter().map(|routing| format!("`{}`", routing.example)).collect::<Vec<_>>().join(", "),
            nearest: nearest(name, ROUTINGS.iter().map(|routing| routing.name)),
        }),
    }
}
