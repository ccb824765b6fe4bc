//! What a routing declares, and why one cannot be made.

use crate::Routing;
use thiserror::Error;
use wormcast_topology::{Topology, UnknownNode};

/// A routing: what `wormcast list` shows, and how it is made for a network.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// Its name; what stands behind a colon are its parameters.
    pub name: &'static str,
    /// The form of the parameters.
    pub parameters: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The networks that it serves, in words.
    pub networks: &'static str,
    /// Whether it is safe, and with how many virtual channels.
    pub safety: &'static str,
    /// A description that works.
    pub example: &'static str,
    /// Makes it for a network, from its parameters and how many virtual channels it may take.
    pub build: Builder,
}

/// A routing that a user of the library adds while it runs.
pub trait AddedRouting: Send + Sync {
    /// Its name; what stands behind a colon are its parameters.
    fn name(&self) -> &str;

    /// What tells its code from others of its name, such as a hash: results that are kept under it are not taken for
    /// those of changed code.
    fn definition(&self) -> &str;

    /// Makes it for a network, from its parameters and how many virtual channels it may take.
    ///
    /// # Errors
    /// It does not take these parameters, or does not serve this network.
    fn build<'t>(
        &self,
        topology: &'t dyn Topology,
        parameters: &str,
        virtual_channels: u32,
    ) -> Result<Box<dyn Routing + 't>, RoutingError>;
}

/// Makes a routing for a network from its parameters and how many virtual channels a channel has.
pub type Builder = for<'t> fn(&'t dyn Topology, &str, u32) -> Result<Box<dyn Routing + 't>, RoutingError>;

/// Why there is no such routing here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoutingError {
    /// No routing has this name.
    #[error("unknown routing `{name}`; known are {known}{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// All that there are.
        known: String,
        /// The nearest name.
        nearest: Option<String>,
    },
    /// The parameters behind the colon make no sense.
    #[error("`{routing}` takes no `{given}`; expected `{expected}`")]
    Parameters {
        /// The routing.
        routing: &'static str,
        /// What was given.
        given: String,
        /// What is accepted.
        expected: String,
    },
    /// It does not serve this network.
    #[error("`{routing}` does not serve {network}; it serves {served}")]
    Unserved {
        /// The routing.
        routing: &'static str,
        /// The network.
        network: String,
        /// What it serves.
        served: &'static str,
    },
    /// There are too few virtual channels.
    #[error("`{routing}` needs {needed} virtual channels on {network}, and there are {given}")]
    VirtualChannels {
        /// The routing.
        routing: &'static str,
        /// The network.
        network: String,
        /// How many it needs.
        needed: String,
        /// How many there are.
        given: u32,
    },
    /// A channel has fewer virtual channels of its own than routes over it need.
    #[error("`{routing}` finds no virtual channel for all routes over {channel}, which has {own} of its own")]
    Narrow {
        /// The routing.
        routing: &'static str,
        /// The channel.
        channel: String,
        /// How many it has.
        own: u32,
    },
    /// The network is larger than it can be made for.
    #[error(
        "`{routing}` keeps something for every pair of nodes; {nodes} nodes are more than the {limit} that it takes"
    )]
    TooLarge {
        /// The routing.
        routing: &'static str,
        /// The nodes of the network.
        nodes: usize,
        /// The most that are taken.
        limit: usize,
    },
    /// A user's own routing does not serve this network, or does not take the parameters.
    #[error("routing `{routing}`: {problem}")]
    Own {
        /// The routing.
        routing: String,
        /// What it says.
        problem: String,
    },
    /// A user's own routing failed at a pair of nodes: which one, and why.
    #[error("{0}")]
    Failed(String),
    /// It has no route for any pair of nodes.
    #[error("routing `{routing}` has no route for any pair of nodes, such as from `{from}` to `{to}`")]
    ServesNone {
        /// The routing.
        routing: String,
        /// The source of the first pair.
        from: String,
        /// The destination.
        to: String,
    },
    /// A node in the parameters is not one of the network.
    #[error(transparent)]
    Node(UnknownNode),
}

impl RoutingError {
    pub(crate) fn unserved(routing: &Declaration, topology: &dyn Topology) -> Self {
        Self::Unserved { routing: routing.name, network: topology.spec(), served: routing.networks }
    }

    pub(crate) fn parameters(routing: &Declaration, given: &str) -> Self {
        let expected = format!("{}:{}", routing.name, routing.parameters);
        Self::Parameters { routing: routing.name, given: given.into(), expected }
    }
}

/// Refuses parameters where there are none.
pub(crate) fn no_parameters(routing: &'static str, parameters: &str) -> Result<(), RoutingError> {
    match parameters {
        "" => Ok(()),
        _ => Err(RoutingError::Parameters { routing, given: parameters.into(), expected: routing.into() }),
    }
}
