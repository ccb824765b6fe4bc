//! Why a scheme does not plan.

use crate::OptionDeclaration;
use std::fmt::Display;
use thiserror::Error;
use wormcast_plan::{MAX_HOPS, MulticastSet, Worms};
use wormcast_routing::RouteFlaw;
use wormcast_topology::{NoLabelling, NodeId, Topology, UnknownNode};

/// A name that no scheme has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown scheme `{name}`; known are {known}{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct UnknownScheme {
    /// The name that was asked for.
    pub name: String,
    /// The names that exist.
    pub known: String,
    /// The nearest name.
    pub nearest: Option<String>,
}

/// Why a scheme cannot be made ready for a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemeError {
    /// It is made for other networks.
    #[error("scheme `{scheme}` does not serve {topology}; it serves {serves}")]
    Unserved {
        /// The scheme.
        scheme: &'static str,
        /// The network.
        topology: String,
        /// The networks that it serves.
        serves: &'static str,
    },
    /// It needs links that go both ways, and the network has others.
    #[error("scheme `{scheme}` needs links that go both ways; {topology} has no channel opposite to {channel}")]
    OneWay {
        /// The scheme.
        scheme: &'static str,
        /// The network.
        topology: String,
        /// A channel without its opposite.
        channel: String,
    },
    /// Its worms would pass through endpoints.
    #[error(
        "scheme `{scheme}` serves networks of routers alone; `{endpoint}` of {topology} is an endpoint, which forwards nothing"
    )]
    Endpoint {
        /// The scheme.
        scheme: &'static str,
        /// The network.
        topology: String,
        /// An endpoint.
        endpoint: String,
    },
    /// It needs labels, and the network has none.
    #[error("scheme `{scheme}` needs a Hamiltonian labelling: {source}")]
    NoLabelling {
        /// The scheme.
        scheme: &'static str,
        /// Why there is none.
        source: NoLabelling,
    },
    /// It does not know an option.
    #[error("scheme `{scheme}` has no option `{option}`; it has {known}")]
    UnknownOption {
        /// The scheme.
        scheme: &'static str,
        /// The option.
        option: &'static str,
        /// The options that it has.
        known: String,
    },
    /// It cannot do what an option asks.
    #[error("scheme `{scheme}` cannot take {value} as `{option}`; expected {expected}")]
    BadOption {
        /// The scheme.
        scheme: &'static str,
        /// The option.
        option: &'static str,
        /// What it asks.
        value: String,
        /// What would be accepted.
        expected: String,
    },
    /// It would take too long.
    #[error("scheme `{scheme}` gave up on {topology}: {advice}")]
    TooLong {
        /// The scheme.
        scheme: &'static str,
        /// The network.
        topology: String,
        /// What takes long, and what to ask for instead.
        advice: &'static str,
    },
    /// It does not take two options together.
    #[error("scheme `{scheme}` cannot take `{option}` together with `{other}`")]
    Conflict {
        /// The scheme.
        scheme: &'static str,
        /// One of the options.
        option: &'static str,
        /// The other.
        other: &'static str,
    },
    /// There is no routing as it is asked for.
    #[error("scheme `{scheme}`: {problem}")]
    Routing {
        /// The scheme.
        scheme: &'static str,
        /// What is wrong with the routing, and what would be accepted.
        problem: String,
    },
    /// A user's own scheme does not serve this network, or cannot do what an option asks.
    #[error("scheme `{scheme}`: {problem}")]
    Own {
        /// The scheme.
        scheme: &'static str,
        /// What it says.
        problem: String,
    },
    /// An option names a node that the network does not have.
    #[error(transparent)]
    UnknownNode(#[from] UnknownNode),
}

impl SchemeError {
    /// Whether the scheme does not serve the network, whatever its options.
    pub fn is_about_network(&self) -> bool {
        matches!(self, Self::Unserved { .. } | Self::OneWay { .. } | Self::Endpoint { .. } | Self::NoLabelling { .. })
    }

    /// Refuses a network some of whose channels have no opposite.
    pub(crate) fn check_two_way(scheme: &'static str, topology: &dyn Topology) -> Result<(), Self> {
        let graph = topology.graph();
        let Some(channel) = graph.one_way_channel().filter(|_| !graph.is_symmetric()) else { return Ok(()) };
        Err(Self::OneWay { scheme, topology: topology.spec(), channel: topology.channel_name(channel) })
    }

    /// Refuses a network that has endpoints.
    pub(crate) fn check_routers(scheme: &'static str, topology: &dyn Topology) -> Result<(), Self> {
        let Some(endpoint) = topology.graph().endpoints().iter().next() else { return Ok(()) };
        Err(Self::Endpoint { scheme, topology: topology.spec(), endpoint: topology.node_name(endpoint) })
    }

    pub(crate) fn unknown_option(scheme: &'static str, option: &'static str, known: &[OptionDeclaration]) -> Self {
        let names: Vec<_> = known.iter().map(|option| format!("`{}`", option.name)).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Self::UnknownOption { scheme, option, known }
    }
}

/// Why a multicast set cannot be planned.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// No way leads from one node to another. Who knows the network tells their names.
    #[error("no way leads from a source to a destination")]
    Unreachable {
        /// Where the message is.
        from: NodeId,
        /// Where it cannot go.
        to: NodeId,
    },
    /// The routing that was asked for has no route for a pair.
    #[error("the routing has no route from `{from}` to `{to}`: {flaw}; `wormcast route` tells what serves all pairs")]
    Unrouted {
        /// The name of the source.
        from: String,
        /// The name of the destination.
        to: String,
        /// What it has instead.
        flaw: RouteFlaw,
    },
    /// The tree leads away from its root, and the source is elsewhere.
    #[error(
        "`{from}` is not above all destinations in the tree, whose channels lead away from `{root}`, and no way there is safe; send from `{root}`, or choose `{from}` as `root`"
    )]
    NotAbove {
        /// The name of the source.
        from: String,
        /// The name of the root.
        root: String,
    },
    /// Labels rise along channels that lead one way, and a destination has a lower one than the source.
    #[error(
        "`{to}` comes before `{from}` on the Hamiltonian path, whose channels lead one way; send from `{first}`, where it begins"
    )]
    NotAhead {
        /// The name of the source.
        from: String,
        /// The name of the destination.
        to: String,
        /// The name of the first node of the path.
        first: String,
    },
    /// The plan would take too much memory.
    #[error(
        "the plan has more than the {MAX_HOPS} hops that are accepted; take fewer destinations, or a scheme with fewer worms"
    )]
    TooManyHops,
    /// A table of all lengths between them would take too much memory.
    #[error(
        "{count} destinations on one side of the source are more than the {accepted} that are accepted on this network"
    )]
    TooManyDestinations {
        /// How many there are.
        count: usize,
        /// How many are accepted.
        accepted: usize,
    },
    /// A limit on the longest path that no star keeps.
    #[error("no star has all its paths within {longest} channels; the least that may do is {least}")]
    NoStarWithin {
        /// The limit.
        longest: u64,
        /// A lower bound on the longest path of any star.
        least: u64,
    },
    /// A bound on the routes of a tree that no tree keeps.
    #[error("no tree brings all destinations within {most} {unit} of the source; one of them is {least} away at least")]
    TooFar {
        /// The bound.
        most: String,
        /// How far a destination is from the source on its shortest route.
        least: String,
        /// What is counted.
        unit: String,
    },
    /// A user's own scheme does not plan it, or what it gives is no plan: what it says.
    #[error("{0}")]
    Own(String),
    /// No tree fits what it shall be beside.
    #[error(
        "{} closes a cycle with what it is beside{}, in each of {layers} virtual channels; `--layers` allows more",
        if *.is_proved { "every tree, as a search proves," } else { "every tree that was found" },
        if *.is_bounded { ", or takes a destination beyond the bound" } else { "" }
    )]
    NoTreeBeside {
        /// How many virtual channels there are.
        layers: u32,
        /// Whether it is known that there is none.
        is_proved: bool,
        /// Whether it is bounded how far destinations are.
        is_bounded: bool,
    },
    /// A tree that fits takes a second virtual channel, and a plan that it shall be beside names none.
    #[error("no tree that closes no cycle with what it is beside does with one virtual channel: {problem}")]
    BesideUnnamed {
        /// Which plan, and how it names one.
        problem: String,
    },
    /// Given routes allow no way to a destination.
    #[error("no way from `{from}` to `{to}` takes only turns of `{routes}`")]
    NotWithin {
        /// The name of the source.
        from: String,
        /// The name of the destination.
        to: String,
        /// The routes.
        routes: String,
    },
    /// Given routes allow ways, and those that were found take a channel twice.
    #[error("the way to a destination that was found within `{routes}` takes {channel} on two virtual channels")]
    TwiceWithin {
        /// The channel.
        channel: String,
        /// The routes.
        routes: String,
    },
    /// The search for the best plan took too much memory or time.
    #[error("the search for this optimum grew too wide; take fewer destinations, or ask for less")]
    TooWide,
}

impl PlanError {
    /// Refuses a route that would lead a plan beyond the accepted size.
    pub(crate) fn check_size<T>(worms: &Worms, route: &[T]) -> Result<(), Self> {
        if worms.hop_count() + route.len() > MAX_HOPS { Err(Self::TooManyHops) } else { Ok(()) }
    }

    /// What is wrong with the plan of a user's own scheme for a multicast.
    pub fn invalid(scheme: &str, topology: &dyn Topology, set: MulticastSet<'_>, problem: &impl Display) -> Self {
        let name = |node: &NodeId| topology.node_name(*node);
        let to = set.destinations.iter().map(name).collect::<Vec<_>>().join(" ");
        Self::Own(format!("scheme `{scheme}`: its plan from {} to {to} is not valid: {problem}", name(&set.source)))
    }
}
