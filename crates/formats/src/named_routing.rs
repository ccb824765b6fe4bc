//! A routing by its name, or from a file of routes.

use crate::{is_accepted_pipe, read_routes};
use std::path::Path;
use thiserror::Error;
use wormcast_routing::{Lane, Routing, RoutingError, build, in_layers, is_known, pairs, terminals};
use wormcast_topology::{NodeId, Topology, TopologyError};

/// Why a text stands for no routing on a network.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoRouting {
    /// There is no such routing, or it does not serve the network.
    #[error(transparent)]
    Named(#[from] RoutingError),
    /// There is neither a routing nor a file of this name.
    #[error("{0}; or a file of routes, and there is none of this name")]
    Neither(RoutingError),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] TopologyError),
    /// The file has routes over channels that the network does not have.
    #[error("{file}:{line}: {problem}; `wormcast check NETWORK --routes {file}` tells all such lines")]
    Malformed {
        /// The file.
        file: String,
        /// The first such line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The tables leave a choice where one route for each pair is needed.
    #[error(
        "{file} leaves a choice among several next hops, and a layer takes whole routes; expected one next hop a row"
    )]
    Chooses {
        /// The file.
        file: String,
    },
    /// The routes name virtual channels that are not there.
    #[error("the routes of {file} take {named} virtual channels, and there {}", are(*given))]
    VirtualChannels {
        /// The file.
        file: String,
        /// As many are named.
        named: u32,
        /// As many are there.
        given: u32,
    },
    /// The routes name their virtual channels where routers are to choose them.
    #[error(
        "routing `{routing}` names the virtual channels of its routes, which leaves no free choice; take another rule"
    )]
    Names {
        /// The routing.
        routing: String,
    },
    /// With so few virtual channels a pair of nodes has no route that has one with more.
    #[error("routing `{routing}` takes {needed} virtual channels on this network: where there {}, it has no route from \
             `{from}` to `{to}`", are(*given))]
    Fewer {
        /// The routing.
        routing: String,
        /// As many it takes.
        needed: u32,
        /// As many are there.
        given: u32,
        /// Where a message begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// Multicasts and unicasts part the virtual channels, and one of them has too few.
    #[error(
        "routing `{routing}` takes {needed} virtual channels on this network, and by `class` {whose} have {given} of \
             them: expected {expected} virtual channels or more"
    )]
    Share {
        /// The routing.
        routing: String,
        /// As many it takes.
        needed: u32,
        /// The messages that go by it.
        whose: &'static str,
        /// As many they have.
        given: u32,
        /// With so many in all they have enough.
        expected: u32,
    },
    /// A pair of nodes has no route.
    #[error("routing `{routing}` has no route from `{from}` to `{to}`; `wormcast route` tells what serves all pairs")]
    Pair {
        /// The routing.
        routing: String,
        /// Where a message would begin.
        from: String,
        /// Where it would end.
        to: String,
    },
}

impl NoRouting {
    /// Refuses routes of a file that take more virtual channels than there are.
    ///
    /// # Errors
    /// They do.
    pub fn unless_there(file: &str, named: u32, given: u32) -> Result<(), Self> {
        if named > given { Err(Self::VirtualChannels { file: file.to_owned(), named, given }) } else { Ok(()) }
    }
}

fn are(number: u32) -> String {
    if number == 1 { "is 1".to_owned() } else { format!("are {number}") }
}

/// The routing that a text stands for: `layered:FILE`, the routes of a file in layers ([`in_layers`]), one of
/// [`ROUTINGS`](wormcast_routing::ROUTINGS) by its description, or the routes in the file of this name
/// ([`read_routes`]). Channels have so many virtual channels.
///
/// ```
/// let mesh = wormcast_topology::build("mesh:3x3")?;
/// assert!(wormcast_formats::named_routing(&*mesh, "turn-model:odd-even", 1).is_ok());
/// let error = wormcast_formats::named_routing(&*mesh, "up-down:5,5", 1).err().unwrap();
/// assert!(error.to_string().contains("5,5"));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
///
/// # Errors
/// There is neither such a routing nor such a file, it does not serve the network or takes more virtual channels, or a
/// line of the file is no route on it.
pub fn named_routing<'t>(
    topology: &'t dyn Topology,
    text: &str,
    virtual_channels: u32,
) -> Result<Box<dyn Routing + 't>, NoRouting> {
    if let Some(file) = layered_file(text) {
        let routes = named_routing(topology, file, u32::MAX)?;
        if routes.entries_with_choices() > 0 {
            return Err(NoRouting::Chooses { file: file.into() });
        }
        return Ok(in_layers(topology, routes, virtual_channels)?);
    }
    let file = Path::new(text);
    if is_named(text) || !(file.exists() || is_accepted_pipe(file)) {
        return build(topology, text, virtual_channels).map_err(|error| match error {
            RoutingError::Unknown { name, known, nearest } => {
                let nearest = called_elsewhere(&name).map(str::to_owned).or(nearest);
                NoRouting::Neither(RoutingError::Unknown { name, known, nearest })
            }
            other => NoRouting::Named(other),
        });
    }
    let read = read_routes(topology, file)?;
    match read.malformed.into_iter().next() {
        Some(line) => Err(NoRouting::Malformed { file: text.into(), line: line.line, problem: line.problem }),
        None => {
            NoRouting::unless_there(text, read.routing.virtual_channels(), virtual_channels)?;
            Ok(read.routing)
        }
    }
}

/// The routing that goes by this name elsewhere.
fn called_elsewhere(name: &str) -> Option<&'static str> {
    const MODELS: [&str; 4] =
        ["turn-model:west-first", "turn-model:north-last", "turn-model:negative-first", "turn-model:odd-even"];
    match &*name.to_ascii_lowercase().replace('_', "-") {
        "xy" | "yx" | "xyz" | "dor" | "e-cube" | "ecube" => Some("dimension-order"),
        "updown" | "up-down*" | "up*/down*" | "up*down*" => Some("up-down"),
        other => MODELS.into_iter().find(|model| model.ends_with(&format!(":{other}"))),
    }
}

/// Refuses a routing that takes more virtual channels than there are, so that a pair of nodes has no route that has one
/// with more, `most` at most. O(pairs · length) where it takes more.
///
/// # Errors
/// There is such a pair; or as [`named_routing`].
pub fn check_virtual_channels(topology: &dyn Topology, name: &str, there: u32, most: u32) -> Result<(), NoRouting> {
    let mut limited = named_routing(topology, name, there)?;
    let mut whole = named_routing(topology, name, most)?;
    let needed = whole.virtual_channels();
    if needed <= there {
        return Ok(());
    }
    let lost = first_pair(topology, whole.goes_by_source(), |from, to, route| {
        limited.append_route(from, to, route).is_err() && whole.append_route(from, to, route).is_ok()
    });
    let routing = name.to_owned();
    lost.map_or(Ok(()), |[from, to]| Err(NoRouting::Fewer { routing, needed, given: there, from, to }))
}

/// Refuses a routing that has no route for some pair of nodes with so many virtual channels. O(pairs · length).
///
/// # Errors
/// There is such a pair; or as [`named_routing`].
pub fn check_pairs(topology: &dyn Topology, name: &str, most: u32) -> Result<(), NoRouting> {
    let mut routing = named_routing(topology, name, most)?;
    let by_source = routing.goes_by_source();
    let missed = first_pair(topology, by_source, |from, to, route| routing.append_route(from, to, route).is_err());
    let routing = name.to_owned();
    missed.map_or(Ok(()), |[from, to]| Err(NoRouting::Pair { routing, from, to }))
}

/// The first pair of nodes of which this is so, by name.
fn first_pair(
    topology: &dyn Topology,
    by_source: bool,
    mut is_it: impl FnMut(NodeId, NodeId, &mut Vec<Lane>) -> bool,
) -> Option<[String; 2]> {
    let mut route = Vec::new();
    let nodes = terminals(topology);
    let mut all = pairs(&nodes, by_source);
    let found = all.find(|&(from, to)| {
        route.clear();
        is_it(from, to, &mut route)
    });
    found.map(|(from, to)| [from, to].map(|node| topology.node_name(node)))
}

/// The file of routes that a description such as `layered:own.csv` puts into layers.
///
/// ```
/// assert_eq!(wormcast_formats::layered_file("layered:own.csv"), Some("own.csv"));
/// assert_eq!(wormcast_formats::layered_file("layered"), None);
/// ```
pub fn layered_file(text: &str) -> Option<&str> {
    text.strip_prefix("layered:").filter(|file| !file.is_empty() && !is_named(file))
}

/// The file that a text names: of routes, or of those that are put into layers; none if it is a routing by its name.
pub fn routes_file(text: &str) -> Option<&str> {
    layered_file(text).or_else(|| Some(text).filter(|text| !is_named(text)))
}

/// Whether a text is the description of a routing, and neither the name of a file nor has one in it.
pub fn is_named(text: &str) -> bool {
    let name = text.split_once(':').map_or(text, |(name, _)| name);
    is_known(name) && layered_file(text).is_none()
}
