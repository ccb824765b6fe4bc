//! `routed-path`: one worm from destination to destination. It can deadlock.

use crate::unicast_routes::{ROUTING, UnicastRoutes};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `routed-path`: what path-based multicast becomes without labels. **It can deadlock**: it is here to be
/// compared with, and for the prover to show how.
///
/// The worm goes to the nearest destination by the network's own routing or another one, from there to the one that is
/// nearest then (of several, the one with the lowest number), and so on. A way that would take a channel a second time,
/// for which the worm would wait for itself, is left to a further worm from the source.
///
/// A plan takes O(d² + hops) steps of the network's own routing for d destinations, and O(d²) routes of another one.
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

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROUTING.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routes = UnicastRoutes::routed(self, topology, options)?;
        SchemeError::check_routers(self.name(), topology)?;
        let taken = vec![false; topology.graph().channel_count()];
        Ok(Box::new(RoutedPathPlanner { routes, left: Vec::new(), taken }))
    }
}

/// The networks that schemes serve which need a routing.
pub(crate) const ROUTED: &str =
    "every topology with a routing of its own, and with `--routing` every one that the routing serves";

struct RoutedPathPlanner<'t> {
    routes: UnicastRoutes<'t>,
    /// The destinations that are not served yet.
    left: Vec<NodeId>,
    /// Whether the present worm takes a channel already.
    taken: Vec<bool>,
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
        self.routes.onward_space()
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
            let route = self.routes.find(at, next)?;
            if route.iter().any(|lane| self.taken[lane.channel.index()]) {
                break;
            }
            route.iter().for_each(|lane| self.taken[lane.channel.index()] = true);
            hop = self.routes.append_to(worms, hop)?;
            worms.deliver(hop.expect("a destination is somewhere else"), next);
            self.left.swap_remove(place);
            at = next;
        }
        Ok(())
    }

    /// The place of the destination that is nearest.
    fn nearest(&mut self, at: NodeId) -> Option<usize> {
        let Self { routes, left, .. } = self;
        let mut key = |place: usize| (routes.length(at, left[place]).unwrap_or(u32::MAX), left[place]);
        (0..left.len()).min_by_key(|&place| key(place))
    }
}
