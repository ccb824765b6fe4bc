//! `routed-path`: one worm from destination to destination. It can deadlock.

use crate::{Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{Chain, Delivers, MulticastSet, RouteFamily, RouteSpace, Worms};
use wormcast_topology::{ChannelId, NodeId, OwnRouting, Topology};

/// The scheme `routed-path`: what path-based multicast becomes without labels. **It can deadlock**: it is here to be
/// compared with, and for the prover to show how.
///
/// The worm goes to the nearest destination by the network's own routing, from there to the one that is nearest then
/// (of several, the one with the lowest number), and so on. A way that would take a channel a second time, for which
/// the worm would wait for itself, is left to a further worm from the source.
///
/// A plan takes O(d² + hops) steps of the routing for d destinations.
pub(crate) struct RoutedPath;

impl Scheme for RoutedPath {
    fn name(&self) -> &'static str {
        "routed-path"
    }

    fn summary(&self) -> &'static str {
        "a worm from destination to destination by routes of unicasts; it can deadlock"
    }

    fn topologies(&self) -> &'static str {
        ROUTED
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routing = routing_for(self, topology)?;
        SchemeError::check_routers(self.name(), topology)?;
        let taken = vec![false; topology.graph().channel_count()];
        Ok(Box::new(RoutedPathPlanner { topology, routing, left: Vec::new(), taken, route: Vec::new() }))
    }
}

/// The networks that schemes serve which need a routing.
pub(crate) const ROUTED: &str = "every topology with a routing of its own";

/// The network's own routing.
pub(crate) fn routing_for<'t>(
    scheme: &dyn Scheme,
    topology: &'t dyn Topology,
) -> Result<&'t dyn OwnRouting, SchemeError> {
    topology.own_routing().ok_or_else(|| SchemeError::Unserved {
        scheme: scheme.name(),
        topology: topology.spec(),
        serves: scheme.topologies(),
    })
}

struct RoutedPathPlanner<'t> {
    topology: &'t dyn Topology,
    routing: &'t dyn OwnRouting,
    /// The destinations that are not served yet.
    left: Vec<NodeId>,
    /// Whether the present worm takes a channel already.
    taken: Vec<bool>,
    route: Vec<ChannelId>,
}

impl Planner for RoutedPathPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.left.clear();
        self.left.extend_from_slice(set.destinations);
        while !self.left.is_empty() {
            self.append(set.source, worms)?;
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(RouteSpace::of([RouteFamily::chains(Chain::RoutingOnward, Delivers::OnTheWay)]))
    }
}

impl RoutedPathPlanner<'_> {
    /// Appends a worm that serves as many of those that are left as it can. The first it can always.
    fn append(&mut self, source: NodeId, worms: &mut Worms) -> Result<(), PlanError> {
        self.taken.fill(false);
        worms.start(source, None, 0);
        let (mut at, mut hop) = (source, None);
        while let Some(place) = self.nearest(at) {
            let next = self.left[place];
            self.find_route(at, next);
            if self.route.iter().any(|channel| self.taken[channel.index()]) {
                break;
            }
            PlanError::check_size(worms, &self.route)?;
            self.route.iter().for_each(|channel| self.taken[channel.index()] = true);
            hop = worms.chain(hop, self.route.iter().copied());
            worms.deliver(hop.expect("a destination is somewhere else"), next);
            self.left.swap_remove(place);
            at = next;
        }
        Ok(())
    }

    /// The place of the destination that is nearest.
    fn nearest(&self, at: NodeId) -> Option<usize> {
        let key = |&place: &usize| (self.routing.distance(at, self.left[place]), self.left[place]);
        (0..self.left.len()).min_by_key(key)
    }

    fn find_route(&mut self, mut at: NodeId, to: NodeId) {
        self.route.clear();
        while at != to {
            let next = self.routing.next(at, to);
            self.route.push(self.topology.graph().channel(at, next).expect("a routing follows channels"));
            at = next;
        }
    }
}
