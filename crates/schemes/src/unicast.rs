//! `unicast`: one worm per destination, on the network's own shortest route.

use crate::route_space::unicast_space;
use crate::{Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_topology::{ChannelId, NodeId, ShortestRoutes, Topology};

/// The scheme `unicast`.
pub(crate) struct Unicast;

impl Scheme for Unicast {
    fn name(&self) -> &'static str {
        "unicast"
    }

    fn summary(&self) -> &'static str {
        "one worm per destination, on the network's own shortest route"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn planner<'t>(
        &self,
        topology: &'t dyn Topology,
        _options: &Options,
    ) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(UnicastPlanner { topology, routes: ShortestRoutes::new(topology), route: Vec::new() }))
    }
}

struct UnicastPlanner<'t> {
    topology: &'t dyn Topology,
    routes: ShortestRoutes<'t>,
    route: Vec<ChannelId>,
}

impl Planner for UnicastPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        for &destination in set.destinations {
            self.route.clear();
            self.routes
                .append(set.source, destination, &mut self.route)
                .map_err(|_| PlanError::Unreachable { from: set.source, to: destination })?;
            PlanError::check_size(worms, &self.route)?;
            worms.start(set.source, None, 0);
            let last = worms.chain(None, self.route.iter().copied());
            worms.deliver(last.expect("a destination is not the source"), destination);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        unicast_space(self.topology)
    }
}
