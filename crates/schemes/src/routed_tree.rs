//! `routed-tree`: one worm on all unicast routes together. It can deadlock.

use crate::route_space::any_tree;
use crate::routed_path::{ROUTED, routing_for};
use crate::{Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{MAX_HOPS, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, OwnRouting, Topology};

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

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let routing = routing_for(self, topology)?;
        let nodes = topology.graph().node_count();
        Ok(Box::new(RoutedTreePlanner {
            topology,
            routing,
            hops: vec![None; nodes],
            way: Vec::new(),
            visits: Vec::new(),
        }))
    }
}

struct RoutedTreePlanner<'t> {
    topology: &'t dyn Topology,
    routing: &'t dyn OwnRouting,
    /// The hop by which the worm comes to each node; none where it does not come.
    hops: Vec<Option<u32>>,
    /// The nodes of a route.
    way: Vec<NodeId>,
    /// The destinations with the hops that arrive there.
    visits: Vec<(Option<u32>, NodeId)>,
}

impl Planner for RoutedTreePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.hops.fill(None);
        worms.start(set.source, None, 0);
        for &destination in set.destinations {
            self.find_way(set.source, destination);
            if worms.hop_count() + self.way.len() > MAX_HOPS {
                return Err(PlanError::TooManyHops);
            }
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
    fn find_way(&mut self, from: NodeId, to: NodeId) {
        self.way.clear();
        self.way.push(from);
        let mut at = from;
        while at != to {
            at = self.routing.next(at, to);
            self.way.push(at);
        }
    }

    /// Appends the part of the way beyond the last node that the worm comes to.
    fn branch_off(&mut self, worms: &mut Worms) {
        let last = self.way.iter().rposition(|node| self.hops[node.index()].is_some()).unwrap_or(0);
        let mut hop = self.hops[self.way[last].index()];
        for step in self.way[last..].windows(2) {
            let channel = self.topology.graph().channel(step[0], step[1]).expect("a routing follows channels");
            hop = Some(worms.hop(hop, channel));
            self.hops[step[1].index()] = hop;
        }
    }
}
