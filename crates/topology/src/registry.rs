//! The families of networks: one line each.

use crate::{
    Topology, TopologyError, file, hypercube, mesh, mesh_of_trees, nearest, one_way_torus, ring, star, torus, tree,
};

/// A family of networks: what `wormcast list` shows, and how a description becomes a network.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The part of the description before the colon.
    pub name: &'static str,
    /// The form of the part after the colon.
    pub parameters: &'static str,
    /// What the network is, and what its nodes are called.
    pub summary: &'static str,
    /// A description that works (for files: that would).
    pub example: &'static str,
    /// Makes the network from the part after the colon.
    pub build: fn(&str) -> Result<Box<dyn Topology>, TopologyError>,
}

/// Every family. A new one is a file of its own and a line here.
pub const FAMILIES: &[Family] = &[
    mesh::FAMILY,
    torus::FAMILY,
    one_way_torus::FAMILY,
    ring::FAMILY,
    hypercube::FAMILY,
    star::FAMILY,
    tree::FAMILY,
    mesh_of_trees::FAMILY,
    file::FAMILY,
];

/// The longest description, in bytes: the longest path of most systems.
const MAX_LENGTH: usize = 4096;

/// The network that a description such as `mesh:8x8` stands for.
///
/// # Errors
/// An unknown family, or parameters that it does not accept; the error says what would be.
pub fn build(spec: &str) -> Result<Box<dyn Topology>, TopologyError> {
    if spec.len() > MAX_LENGTH {
        return Err(TopologyError::BadParameters {
            spec: spec.to_owned(),
            problem: format!("a description of {} bytes", spec.len()),
            expected: format!("at most {MAX_LENGTH}"),
        });
    }
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    match FAMILIES.iter().find(|family| family.name == name) {
        Some(family) => (family.build)(parameters),
        None => Err(TopologyError::UnknownFamily {
            spec: spec.to_owned(),
            known: known(),
            nearest: nearest(name, FAMILIES.iter().map(|family| family.name)),
        }),
    }
}

fn known() -> String {
    let forms: Vec<_> = FAMILIES.iter().map(|family| format!("`{}:{}`", family.name, family.parameters)).collect();
    forms.join(", ")
}
