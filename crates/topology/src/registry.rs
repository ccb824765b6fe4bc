//! The families of networks: one line each.

use crate::{
    Added, AddedFamily, Family, TakenName, Topology, TopologyError, complete, concentrated_mesh, dragonfly, fat_tree,
    hex_mesh, hex_torus, hypercube, mesh, mesh_of_trees, nearest, one_way_torus, ring, star, torus, tree,
    twisted_torus,
};

/// Every family that is built by arithmetic. A new one is a file of its own and a line here.
pub const FAMILIES: &[Family] = &[
    mesh::FAMILY,
    torus::FAMILY,
    one_way_torus::FAMILY,
    twisted_torus::FAMILY,
    hex_torus::FAMILY,
    hex_mesh::FAMILY,
    ring::FAMILY,
    complete::FAMILY,
    hypercube::FAMILY,
    star::FAMILY,
    tree::FAMILY,
    mesh_of_trees::FAMILY,
    concentrated_mesh::FAMILY,
    fat_tree::FAMILY,
    dragonfly::FAMILY,
];

/// What users have added.
static ADDED: Added<dyn AddedFamily> = Added::new();

/// Adds a family for descriptions to begin with, wherever these are read.
///
/// ```
/// use wormcast_topology::{AddedFamily, DescribedNetwork, Description, NodeId, Topology, TopologyError};
/// use wormcast_topology::{add_family, build};
/// struct Pair;
/// impl AddedFamily for Pair {
///     fn name(&self) -> &str {
///         "pair"
///     }
///     fn build(&self, _: &str) -> Result<Box<dyn Topology>, TopologyError> {
///         let mut pair = Description { names: ["a", "b"].map(Into::into).into(), ..Description::default() };
///         pair.add_link(NodeId::new(0), NodeId::new(1));
///         Ok(Box::new(DescribedNetwork::new("pair".into(), "pair", pair)?))
///     }
/// }
/// add_family(Box::new(Pair))?;
/// assert_eq!(build("pair")?.graph().channel_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The name is that of a family of the library.
pub fn add_family(family: Box<dyn AddedFamily>) -> Result<(), TakenName> {
    let name = family.name().to_owned();
    if name == "file" || FAMILIES.iter().any(|known| known.name == name) {
        return Err(TakenName(name));
    }
    ADDED.put(&name, Box::leak(family));
    Ok(())
}

/// The longest description, in bytes: the longest path of most systems.
const MAX_LENGTH: usize = 4096;

/// The network that a description such as `mesh:8x8` stands for.
///
/// # Errors
/// An unknown family, or parameters that it does not accept; the error says what would be.
pub fn build(spec: &str) -> Result<Box<dyn Topology>, TopologyError> {
    build_among(FAMILIES.iter(), spec)
}

/// The same among these families, of which there may be more than in [`FAMILIES`].
///
/// # Errors
/// As [`build`].
pub fn build_among<'f>(
    families: impl Iterator<Item = &'f Family> + Clone,
    spec: &str,
) -> Result<Box<dyn Topology>, TopologyError> {
    if spec.len() > MAX_LENGTH {
        return Err(TopologyError::BadParameters {
            spec: spec.to_owned(),
            problem: format!("a description of {} bytes", spec.len()),
            expected: format!("at most {MAX_LENGTH}"),
        });
    }
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let added = ADDED.named(name);
    match (families.clone().find(|family| family.name == name), added) {
        (Some(family), _) => (family.build)(parameters),
        (None, Some(family)) => family.build(parameters),
        (None, None) => Err(TopologyError::UnknownFamily {
            spec: spec.to_owned(),
            known: known(families.clone()),
            nearest: nearest(name, families.map(|family| family.name)),
        }),
    }
}

fn known<'f>(families: impl Iterator<Item = &'f Family>) -> String {
    let forms: Vec<_> = families.map(|family| format!("`{}:{}`", family.name, family.parameters)).collect();
    forms.join(", ")
}
