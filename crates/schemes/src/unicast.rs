//! `unicast`: one worm per destination, on the network's own shortest route or by a routing.

use crate::unicast_routes::{ROUTING, UnicastRoutes};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Line, NodeId, ShortestRoutes, Topology};

/// The scheme `unicast`.
pub(crate) struct Unicast;

impl Scheme for Unicast {
    fn name(&self) -> &'static str {
        "unicast"
    }

    fn summary(&self) -> &'static str {
        "one worm per destination, on the network's own shortest route or by a routing"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROUTING.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routes = UnicastRoutes::new(self, topology, options)?;
        let own = routes.are_own().then(|| ShortestRoutes::new(topology));
        Ok(Box::new(UnicastPlanner { routes, own }))
    }
}

struct UnicastPlanner<'t> {
    routes: UnicastRoutes<'t>,
    /// The same by lines, if they are the network's own.
    own: Option<ShortestRoutes<'t>>,
}

impl Planner for UnicastPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        for &destination in set.destinations {
            self.routes.find(set.source, destination)?;
            worms.start(set.source, None, 0);
            let last = self.routes.append_to(worms, None)?;
            worms.deliver(last.expect("a destination is not the source"), destination);
        }
        Ok(())
    }

    fn append_lines(&mut self, source: NodeId, destination: NodeId, lines: &mut Vec<Line>) -> Result<bool, PlanError> {
        let Some(own) = &mut self.own else { return Ok(false) };
        let found = own.append_lines(source, destination, lines);
        found.map(|()| true).map_err(|_| PlanError::Unreachable { from: source, to: destination })
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        self.routes.route_space()
    }
}
