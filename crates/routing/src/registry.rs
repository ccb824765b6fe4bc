//! The routings: one line each.

use crate::{
    Declaration, Routing, RoutingError, dimension_order, layered, minimal_adaptive, shortest, turn_model, up_down,
    valiant,
};
use wormcast_topology::{Topology, nearest};

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
    match ROUTINGS.iter().find(|routing| routing.name == name) {
        Some(routing) => (routing.build)(topology, parameters, virtual_channels.max(1)),
        None => Err(RoutingError::Unknown {
            name: name.into(),
            known: ROUTINGS.iter().map(|routing| format!("`{}`", routing.example)).collect::<Vec<_>>().join(", "),
            nearest: nearest(name, ROUTINGS.iter().map(|routing| routing.name)),
        }),
    }
}
