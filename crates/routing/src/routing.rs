//! What every routing has.

use crate::dependencies::{Dependency, DependencyGraph, Flow};
use crate::{Lane, terminals};
use std::sync::Arc;
use thiserror::Error;
use wormcast_topology::{NodeId, Topology};

/// A routing on one network: which virtual channels a message takes from its source to its destination.
///
/// A routing may keep tables and the search towards its last destination, or from its last source. So ask for pairs in
/// the order of [`pairs`].
pub trait Routing: Send {
    /// How many virtual channels of a channel its routes take, at least 1.
    fn virtual_channels(&self) -> u32;

    /// Whether it is quick for one source after another, and not for one destination after another.
    fn goes_by_source(&self) -> bool {
        false
    }

    /// The service level of the messages from one node to another; none if there are no such levels.
    fn level(&self, _from: NodeId, _to: NodeId) -> Option<u8> {
        None
    }

    /// Appends the route from one node to another; nothing if they are the same.
    ///
    /// # Errors
    /// There is no route, or what stands for it leads nowhere; nothing is appended then.
    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw>;

    /// What messages choose on their way. Plans take one route for each pair, whatever messages may choose.
    fn choices(&mut self, _: &dyn Topology) -> Choices {
        Choices::None
    }

    /// Adds to a graph which lane may be asked for by a message that holds another one, and returns what is amiss with
    /// pairs that have no route. Routings that leave a choice tell all their choices; the others are followed from all
    /// sources to all destinations.
    ///
    /// O(pairs · length) time.
    fn dependencies(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        all_pairs(self, topology, graph)
    }

    /// Adds the same dependences, each with any of the messages that make it, and returns what is amiss. Routings that
    /// know their turns without following each route from end to end are quicker here.
    fn turns(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        self.dependencies(topology, graph)
    }

    /// Whether a message may take this route from one node to another.
    fn may_take(&mut self, from: NodeId, to: NodeId, route: &[Lane]) -> bool {
        let mut own = Vec::new();
        self.append_route(from, to, &mut own).is_ok() && own == route
    }

    /// A route of the message of a dependency which makes it, and how many lanes it has taken before the one that it
    /// holds; none if the routing has no such message.
    fn route_of(&mut self, wait: &Dependency) -> Option<(Vec<Lane>, usize)> {
        let Flow { from, to, group: None, .. } = wait.flow else { return None };
        let mut route = Vec::new();
        self.append_route(from, to, &mut route).ok()?;
        let place = route.windows(2).position(|pair| pair == [wait.held, wait.asked])?;
        Some((route, place))
    }

    /// The lanes that the message of a dependency has taken before the one that it holds; none if the routing has no
    /// such message.
    fn lanes_before(&mut self, wait: &Dependency) -> Option<Vec<Lane>> {
        let (mut route, place) = self.route_of(wait)?;
        route.truncate(place);
        Some(route)
    }

    /// How many entries of its tables leave a choice.
    fn entries_with_choices(&self) -> usize {
        0
    }
}

/// What messages choose on their way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Nothing: there is one route from each node to each other.
    None,
    /// One of several routes. These and the route of each pair together have all dependences that messages may have,
    /// and each lane by which one may begin or end.
    Routes(Vec<ChosenRoute>),
    /// What no list of routes tells: there are too many, or messages wait for one of several lanes.
    Unlisted,
}

/// A route that messages may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenRoute {
    /// The source.
    pub from: NodeId,
    /// The destination.
    pub to: NodeId,
    /// What a message takes.
    pub lanes: Vec<Lane>,
}

/// Adds the routes of a routing from all sources to all destinations to a graph, and returns the pairs that have none.
/// The first pair at which a user's own routing fails is the last one. O(pairs · length) time.
pub fn all_pairs<R: Routing + ?Sized>(
    routing: &mut R,
    topology: &dyn Topology,
    graph: &mut DependencyGraph,
) -> Vec<Unrouted> {
    let mut unrouted = Vec::new();
    let mut route = Vec::new();
    for (from, to) in pairs(&terminals(topology), routing.goes_by_source()) {
        route.clear();
        match routing.append_route(from, to, &mut route) {
            Ok(()) => graph.add_route(&route, Flow { level: routing.level(from, to), ..Flow::unicast(from, to) }),
            Err(flaw) => {
                let is_failure = flaw.failure().is_some();
                unrouted.push(Unrouted { from, to, flaw });
                if is_failure {
                    break;
                }
            }
        }
    }
    unrouted
}

/// All pairs of different nodes of a list, source and destination: one source after another, or one destination after
/// another.
pub fn pairs(nodes: &[NodeId], by_source: bool) -> impl Iterator<Item = (NodeId, NodeId)> {
    let pair = move |a, b| if by_source { (a, b) } else { (b, a) };
    nodes.iter().flat_map(move |&a| nodes.iter().filter(move |&&b| b != a).map(move |&b| pair(a, b)))
}

/// A pair of nodes without a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrouted {
    /// The source.
    pub from: NodeId,
    /// The destination.
    pub to: NodeId,
    /// Why.
    pub flaw: RouteFlaw,
}

/// Why a pair of nodes has no route.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RouteFlaw {
    /// The routing has no route for this pair.
    #[error("there is no route")]
    NoRoute,
    /// The route ends at a node that does not know where to go on.
    #[error("the route ends at another node, which has no entry for the destination")]
    DeadEnd {
        /// That node.
        at: NodeId,
    },
    /// The route ends at a node whose entry for the destination leads nowhere.
    #[error("{problem}")]
    Blocked {
        /// That node.
        at: NodeId,
        /// Which node it is, and why its entry leads nowhere.
        problem: Arc<str>,
    },
    /// The route comes back to where it was, and would go on for ever.
    #[error("the route runs in a loop: its messages never arrive, and a long one waits for what it holds itself")]
    Loop {
        /// The node at which it is again as it was before.
        at: NodeId,
    },
    /// A user's own routing failed at this pair: a mistake in it, and no answer. It says itself which pair and why.
    #[error("{0}")]
    Failed(Arc<str>),
}

impl RouteFlaw {
    /// How a user's own routing failed, if that is the flaw.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed(problem) => Some(problem),
            _ => None,
        }
    }
}
