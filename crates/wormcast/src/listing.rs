//! What there is to choose from.

use serde::Serialize;
use wormcast_formats::{FILE, build, families, from_bytes};
use wormcast_routing::{Declaration, ROUTINGS};
use wormcast_schemes::{OptionDeclaration, Options, Scheme, options_among};
use wormcast_topology::{Family, Topology, TopologyError};

/// Families of networks, schemes with their options, and routings. It is written as the `list` command writes it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// All families of networks.
    pub topologies: Vec<TopologyEntry>,
    /// The schemes.
    pub schemes: Vec<SchemeEntry>,
    /// Their options.
    pub options: Vec<OptionEntry>,
    /// All routings.
    pub routings: Vec<RoutingEntry>,
}

/// A family of networks.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TopologyEntry {
    /// Its name.
    pub name: &'static str,
    /// The form of its parameters.
    pub parameters: &'static str,
    /// What it is, or does.
    pub summary: &'static str,
    /// An example.
    pub example: &'static str,
}

/// A scheme.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SchemeEntry {
    /// Its name.
    pub name: &'static str,
    /// What it is, or does.
    pub summary: &'static str,
    /// The families that it serves.
    pub topologies: Vec<&'static str>,
    /// The names of its options.
    pub options: Vec<&'static str>,
}

/// An option of schemes.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct OptionEntry {
    /// Its name.
    pub name: &'static str,
    /// What it is, or does.
    pub summary: &'static str,
    /// What values it takes; none if it is set or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
    /// What is done where it is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<&'static str>,
    /// The schemes that take it.
    pub schemes: Vec<&'static str>,
}

/// A routing of unicasts.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RoutingEntry {
    /// Its name.
    pub name: &'static str,
    /// The form of its parameters.
    pub parameters: &'static str,
    /// What it is, or does.
    pub summary: &'static str,
    /// The networks that it is for.
    pub networks: &'static str,
    /// Whether it can deadlock, in words.
    pub safety: &'static str,
    /// An example.
    pub example: &'static str,
}

impl Listing {
    /// All families and routings, and these schemes, each of which is tried on an example of each family.
    ///
    /// ```
    /// use wormcast::{Listing, schemes::SCHEMES};
    /// let listing = Listing::of(SCHEMES);
    /// let scheme = listing.schemes.iter().find(|scheme| scheme.name == "dual-path").expect("it is listed");
    /// assert!(scheme.topologies.contains(&"mesh"));
    /// ```
    pub fn of(schemes: &[&dyn Scheme]) -> Self {
        Self {
            topologies: families().map(topology_entry).collect(),
            schemes: schemes.iter().map(|scheme| scheme_entry(*scheme)).collect(),
            options: options_among(schemes).into_iter().map(option_entry).collect(),
            routings: ROUTINGS.iter().map(routing_entry).collect(),
        }
    }
}

fn topology_entry(family: &Family) -> TopologyEntry {
    TopologyEntry { name: family.name, parameters: family.parameters, summary: family.summary, example: family.example }
}

fn routing_entry(routing: &Declaration) -> RoutingEntry {
    let Declaration { name, parameters, summary, networks, safety, example, .. } = *routing;
    RoutingEntry { name, parameters, summary, networks, safety, example }
}

fn scheme_entry(scheme: &dyn Scheme) -> SchemeEntry {
    let served = families().filter(|family| serves(scheme, family)).map(|family| family.name);
    SchemeEntry {
        name: scheme.name(),
        summary: scheme.summary(),
        topologies: served.collect(),
        options: scheme.options().iter().map(|option| option.name).collect(),
    }
}

fn option_entry((option, schemes): (OptionDeclaration, Vec<&'static str>)) -> OptionEntry {
    let OptionDeclaration { name, help, value, .. } = option;
    let (expected, default) = (value.map(|value| value.expected), value.and_then(|value| value.default));
    OptionEntry { name, summary: help, value: expected, default, schemes }
}

/// Whether a scheme serves a family of networks: it is tried on an example.
fn serves(scheme: &dyn Scheme, family: &Family) -> bool {
    example(family).is_ok_and(|example| scheme.prepare(&*example, &Options::default()).is_ok())
}

/// A network of the family. For files it is a ring, on which everything is possible that is on some file.
fn example(family: &Family) -> Result<Box<dyn Topology>, TopologyError> {
    match family.name == FILE.name {
        true => Ok(Box::new(from_bytes("ring.edges", b"a b\nb c\nc d\nd a\n")?)),
        false => build(family.example),
    }
}
