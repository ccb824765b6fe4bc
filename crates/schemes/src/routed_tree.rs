//! `routed-tree`: one worm on all unicast routes together. It can deadlock.

use crate::route_space::any_tree;
use crate::routed_path::ROUTED;
use crate::unicast_routes::{ROUTING, UnicastRoutes};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_routing::Lane;
use wormcast_topology::{NodeId, Topology};

/// The scheme `routed-tree`: the unicast routes to all destinations as one worm that splits where they part, such as
/// tree multicast along XY on a mesh. **It can deadlock**: it is here to be compared with, and for the prover to show
/// how.
///
/// Where two routes meet again after they have parted, the later one goes on from the earlier one, so that the worm
/// comes to every node once.
///
/// A plan takes O(hops + d · length) steps of the routing for d destinations.
pub(crate) struct RoutedTree;

impl Scheme for RoutedTree {
    fn name(&self) -> &'static str {
        "routed-tree"
    }

    fn summary(&self) -> &'static str {
        "all unicast routes as one worm that splits; it can deadlock"
    }

    fn topologies(&self) -> &'static str {
        ROUTED
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROUTING.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routes = UnicastRoutes::routed(self, topology, options)?;
        let nodes = topology.graph().node_count();
        Ok(Box::new(RoutedTreePlanner {
            topology,
            routes,
            hops: vec![None; nodes],
            way: Vec::new(),
            visits: Vec::new(),
        }))
    }
}

struct RoutedTreePlanner<'t> {
    topology: &'t dyn Topology,
    routes: UnicastRoutes<'t>,
    /// The hop by which the worm comes to each node; none where it does not come.
    hops: Vec<Option<u32>>,
    /// A route.
    way: Vec<Lane>,
    /// The destinations with the hops that arrive there.
    visits: Vec<(Option<u32>, NodeId)>,
}

impl Planner for RoutedTreePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.hops.fill(None);
        worms.start(set.source, None, 0);
        for &destination in set.destinations {
            self.way.clear();
            self.way.extend_from_slice(self.routes.find(set.source, destination)?);
            PlanError::check_size(worms, &self.way)?;
            self.branch_off(worms);
        }
        // Deliveries are told in the order in which the worm visits.
        self.visits.clear();
        self.visits.extend(set.destinations.iter().map(|&node| (self.hops[node.index()], node)));
        self.visits.sort_unstable();
        for &(hop, node) in &self.visits {
            worms.deliver(hop.expect("the worm comes to every destination"), node);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(any_tree())
    }
}

impl RoutedTreePlanner<'_> {
    /// Appends the part of the way beyond the last node that the worm comes to.
    fn branch_off(&mut self, worms: &mut Worms) {
        let graph = self.topology.graph();
        let comes_by = |lane: &Lane| self.hops[graph.target(lane.channel).index()];
        let last = self.way.iter().rposition(|lane| comes_by(lane).is_some());
        let mut hop = last.and_then(|last| comes_by(&self.way[last]));
        for &lane in &self.way[last.map_or(0, |last| last + 1)..] {
            hop = Some(self.routes.append_lane(lane, worms, hop));
            self.hops[graph.target(lane.channel).index()] = hop;
        }
    }
}
