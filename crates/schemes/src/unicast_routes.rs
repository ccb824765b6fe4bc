//! How unicasts go: on the network's own shortest routes, or by a routing.

use crate::route_space::{MAX_LISTED, unicast_space};
use crate::{OptionSpec, OptionValue, Options, PlanError, Scheme, SchemeError};
use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::{self, Display};
use std::str::FromStr;
use wormcast_formats::{NoRouting, named_routing};
use wormcast_plan::{Chain, ChainLane, Delivers, MAX_VIRTUAL_CHANNELS, RouteFamily, RouteSpace, Worms};
use wormcast_routing::{
    Choices, DependencyGraph, Lane, RouteFlaw, Routing, RoutingError, Shortest, Unrouted, all_pairs, definition_of,
};
use wormcast_topology::{Graph, NodeId, Topology};

/// How unicasts go.
pub const ROUTING: OptionSpec<RoutingName> = OptionSpec::new(
    "routing",
    "NAME|FILE",
    "How unicasts go, and on which virtual channels: a routing, such as `dimension-order` or `up-down`, or a file of \
     routes; the plan then names the virtual channel of every hop",
)
.expects("a routing, such as `up-down`, or a file of routes")
.default("the network's own shortest routes");

/// A routing by its description, or the file that holds its routes. What it stands for is known on a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutingName(String);

impl RoutingName {
    /// What tells the code of a user's own routing from others of its name; none for all other routings.
    pub fn definition(&self) -> Option<&'static str> {
        definition_of(&self.0)
    }
}

impl<S: Into<String>> From<S> for RoutingName {
    fn from(name: S) -> Self {
        Self(name.into())
    }
}

impl FromStr for RoutingName {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(Self(name.to_owned()))
    }
}

impl Display for RoutingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl OptionValue for RoutingName {}

/// The unicast routes of a network, one after another.
pub(crate) struct UnicastRoutes<'t> {
    topology: &'t dyn Topology,
    /// Borrowed for a while where all routes are told.
    routing: RefCell<Box<dyn Routing + 't>>,
    /// The routing that was asked for; none for the network's own, whose virtual channels a rule names.
    name: Option<String>,
    /// The route that was found last.
    route: Vec<Lane>,
    /// How a user's own routing failed when all routes were told, if it did: then no other question is answered.
    failed: RefCell<Option<String>>,
}

impl<'t> UnicastRoutes<'t> {
    /// The routes that the options ask for: [`ROUTING`].
    ///
    /// # Errors
    /// There is no such routing, or it does not serve the network.
    pub(crate) fn new(scheme: &dyn Scheme, topology: &'t dyn Topology, options: &Options) -> Result<Self, SchemeError> {
        let name = options.get(&ROUTING);
        let refuse = |error: NoRouting| SchemeError::Routing { scheme: scheme.name(), problem: error.to_string() };
        let routing: Box<dyn Routing> = match &name {
            None => Box::new(Shortest::new(topology)),
            Some(RoutingName(name)) => named_routing(topology, name, MAX_VIRTUAL_CHANNELS).map_err(refuse)?,
        };
        let (routing, failed) = (RefCell::new(routing), RefCell::new(None));
        let name = name.map(|RoutingName(name)| name);
        Ok(Self { topology, routing, name, route: Vec::new(), failed })
    }

    /// The same for schemes that need a routing of the network's own where the options name none.
    ///
    /// # Errors
    /// The network has none; or as [`new`](Self::new).
    pub(crate) fn routed(
        scheme: &dyn Scheme,
        topology: &'t dyn Topology,
        options: &Options,
    ) -> Result<Self, SchemeError> {
        let routes = Self::new(scheme, topology, options)?;
        match routes.are_own() && topology.own_routing().is_none() {
            false => Ok(routes),
            true => Err(SchemeError::Unserved {
                scheme: scheme.name(),
                topology: topology.spec(),
                serves: scheme.topologies(),
            }),
        }
    }

    /// Whether they are the network's own, whose virtual channels a rule names.
    pub(crate) fn are_own(&self) -> bool {
        self.name.is_none()
    }

    /// How many hops the route from one node to another has; none if there is none.
    pub(crate) fn length(&mut self, from: NodeId, to: NodeId) -> Option<u32> {
        match self.topology.own_routing().filter(|_| self.are_own()) {
            Some(own) => Some(own.distance(from, to)),
            None => self.find(from, to).ok().map(|route| route.len() as u32),
        }
    }

    /// The route from one node to another; empty if they are the same.
    ///
    /// # Errors
    /// There is none, or a user's own routing failed.
    pub(crate) fn find(&mut self, from: NodeId, to: NodeId) -> Result<&[Lane], PlanError> {
        if let Some(problem) = self.failed.get_mut() {
            return Err(PlanError::Own(problem.clone()));
        }
        self.route.clear();
        let found = self.routing.get_mut().append_route(from, to, &mut self.route);
        match found {
            Ok(()) => Ok(&self.route),
            Err(_) if self.are_own() => Err(PlanError::Unreachable { from, to }),
            Err(RouteFlaw::Failed(problem)) => Err(PlanError::Own(problem.to_string())),
            Err(flaw) => {
                let [from, to] = [from, to].map(|node| self.topology.node_name(node));
                Err(PlanError::Unrouted { from, to, flaw })
            }
        }
    }

    /// Appends the route that was found last to the worm that was started last, behind a hop of it; returns the last
    /// hop.
    ///
    /// # Errors
    /// The plan would have too many hops.
    pub(crate) fn append_to(&self, worms: &mut Worms, parent: Option<u32>) -> Result<Option<u32>, PlanError> {
        PlanError::check_size(worms, &self.route)?;
        Ok(match self.are_own() {
            true => worms.chain(parent, self.route.iter().map(|lane| lane.channel)),
            false => self.route.iter().fold(parent, |parent, &lane| Some(self.append_lane(lane, worms, parent))),
        })
    }

    /// Appends a hop, with its virtual channel if the routing names it.
    pub(crate) fn append_lane(&self, lane: Lane, worms: &mut Worms, parent: Option<u32>) -> u32 {
        match self.are_own() {
            true => worms.hop(parent, lane.channel),
            false => worms.hop_on(parent, lane.channel, lane.virtual_channel),
        }
    }

    /// All routes, for proofs; none if they are too many to list, or a user's own routing fails at one. O(pairs ·
    /// length).
    pub(crate) fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        self.space(unicast_space, one_by_one, Delivers::AtEnd)
    }

    /// All routes one behind another in one worm, which delivers where one ends.
    pub(crate) fn onward_space(&self) -> Option<RouteSpace<NodeId>> {
        let own =
            |_: &dyn Topology| Some(RouteSpace::of([RouteFamily::chains(Chain::RoutingOnward, Delivers::OnTheWay)]));
        self.space(own, onward, Delivers::OnTheWay)
    }

    /// That no pair has a route, of which this is the first.
    fn none_of(&self, first: &Unrouted) -> Option<String> {
        let [from, to] = [first.from, first.to].map(|node| self.topology.node_name(node));
        Some(RoutingError::ServesNone { routing: self.name.clone()?, from, to }.to_string())
    }

    fn space(
        &self,
        own: impl Fn(&dyn Topology) -> Option<RouteSpace<NodeId>>,
        chain: impl Fn(&Graph, &DependencyGraph) -> Chain<NodeId>,
        delivers: Delivers,
    ) -> Option<RouteSpace<NodeId>> {
        if self.are_own() {
            return own(self.topology);
        }
        let graph = self.topology.graph();
        if graph.node_count() > MAX_LISTED {
            return None;
        }
        // Plans take the same route each time; messages of routers may take others, if these are told.
        let routing = &mut **self.routing.borrow_mut();
        let mut dependencies = DependencyGraph::new(graph, routing.virtual_channels());
        let unrouted = match routing.choices(self.topology) {
            Choices::Routes(_) => routing.dependencies(self.topology, &mut dependencies),
            Choices::None | Choices::Unlisted => all_pairs(routing, self.topology, &mut dependencies),
        };
        let failure = unrouted.iter().find_map(|pair| pair.flaw.failure().map(str::to_owned));
        let no_lanes = dependencies.lanes().next().is_none();
        let in_a_loop = unrouted.iter().find(|pair| matches!(pair.flaw, RouteFlaw::Loop { .. }));
        let astray = in_a_loop.map(|pair| {
            let [from, to] = [pair.from, pair.to].map(|node| self.topology.node_name(node));
            PlanError::Unrouted { from, to, flaw: pair.flaw.clone() }.to_string()
        });
        if let Some(problem) = failure.or(astray).or_else(|| self.none_of(unrouted.first().filter(|_| no_lanes)?)) {
            self.failed.replace(Some(problem));
            return None;
        }
        Some(RouteSpace::of([RouteFamily::chains(chain(graph, &dependencies), delivers)]))
    }
}

/// The lanes that routes take, and those that are asked for one after another.
fn one_by_one(graph: &Graph, dependencies: &DependencyGraph) -> Chain<NodeId> {
    let taken: Vec<_> = dependencies.lanes().collect();
    let place = |lane: Lane| taken.binary_search(&lane).ok().map(|place| place as u32);
    let waits = dependencies.dependencies().filter_map(|wait| Some([place(wait.held)?, place(wait.asked)?]));
    lanes(graph, &taken, waits.collect())
}

/// The same, where a worm may go on by any lane that leaves the node at which it stops.
fn onward(graph: &Graph, dependencies: &DependencyGraph) -> Chain<NodeId> {
    let taken: Vec<_> = dependencies.lanes().collect();
    // Channels are numbered by the nodes that they leave.
    let leaving = |node: NodeId| {
        let first = taken.partition_point(|lane| graph.source(lane.channel) < node);
        let count = taken[first..].iter().take_while(|lane| graph.source(lane.channel) == node).count();
        first as u32..(first + count) as u32
    };
    let after = |(held, lane): (u32, &Lane)| leaving(graph.target(lane.channel)).map(move |asked| [held, asked]);
    lanes(graph, &taken, (0..).zip(&taken).flat_map(after).collect())
}

fn lanes(graph: &Graph, taken: &[Lane], waits: Vec<[u32; 2]>) -> Chain<NodeId> {
    let named = |&Lane { channel, virtual_channel }: &Lane| {
        ChainLane(graph.source(channel), graph.target(channel), graph.number(channel), virtual_channel)
    };
    Chain::Lanes { lanes: taken.iter().map(named).collect(), waits }
}
