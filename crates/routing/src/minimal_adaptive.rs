//! `minimal-adaptive`: any shortest way, with an escape in dimension order.

use crate::Lane;
use crate::declaration::{Declaration, RoutingError, no_parameters};
use crate::dependencies::{DependencyGraph, Flow};
use crate::minimal::distances;
use crate::routing::{Choices, RouteFlaw, Routing, Unrouted};
use crate::whole_grid::WholeGrid;
use wormcast_topology::{NodeId, Topology};

/// How `minimal-adaptive` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "minimal-adaptive",
    parameters: "",
    summary: "any hop of a shortest way on the higher virtual channels, or the hop in dimension order on the escape channels",
    networks: "whole meshes and tori of up to 1024 nodes",
    safety: "safe with 2 virtual channels, on tori with 3",
    example: "minimal-adaptive",
    build: |topology, parameters, virtual_channels| {
        no_parameters(DECLARATION.name, parameters)?;
        Ok(Box::new(MinimalAdaptive::new(topology, virtual_channels)?))
    },
};

/// Its proof looks at all nodes between every pair.
const MOST_NODES: usize = 1024;

/// Minimal adaptive routes with an escape (Duato: A new theory of deadlock-free adaptive routing in wormhole networks,
/// 1993).
///
/// A message may take any channel of a shortest way on a virtual channel from `escapes` on; at every router it may also
/// ask for the escape hop: dimension order, on virtual channel 0 while the ring's wrap-around is ahead and on 1 when it
/// is not (on meshes always 0). It may leave the escape channels again. It is free of deadlock if the *extended*
/// dependency graph of the escape channels has no cycle: a message that holds one asks for another directly, or after
/// some adaptive hops. That graph is what [`Routing::dependencies`] gives here.
struct MinimalAdaptive<'t> {
    topology: &'t dyn Topology,
    grid: WholeGrid<'t>,
    escapes: u32,
}

impl<'t> MinimalAdaptive<'t> {
    fn new(topology: &'t dyn Topology, virtual_channels: u32) -> Result<Self, RoutingError> {
        let unserved = || RoutingError::unserved(&DECLARATION, topology);
        let grid = WholeGrid::of(topology).filter(WholeGrid::is_whole).ok_or_else(unserved)?;
        let nodes = topology.graph().node_count();
        if nodes > MOST_NODES {
            return Err(RoutingError::TooLarge { routing: DECLARATION.name, nodes, limit: MOST_NODES });
        }
        let escapes = if grid.wraps() { 2 } else { 1 };
        if virtual_channels <= escapes {
            let (network, needed) = (topology.spec(), format!("at least {}", escapes + 1));
            return Err(RoutingError::VirtualChannels {
                routing: DECLARATION.name,
                network,
                needed,
                given: virtual_channels,
            });
        }
        Ok(Self { topology, grid, escapes })
    }

    /// The escape hop of a message for a node; none at that node.
    fn escape(&self, at: NodeId, to: NodeId) -> Option<Lane> {
        let dimension = (0..self.grid.sides().len()).find(|&d| self.grid.steps_ahead(at, to, d) > 0)?;
        let ahead = self.grid.steps_ahead(at, to, dimension);
        let is_below = self.grid.point_is_below(at, to, dimension);
        let rises = match self.grid.is_ring(dimension) {
            true => ahead <= self.grid.sides()[dimension] - ahead,
            false => is_below,
        };
        let (next, _) = self.grid.step(at, dimension, rises)?;
        // The wrap-around is still ahead if the message moves away from the coordinate that it wants.
        let is_ahead = rises != is_below;
        let virtual_channel = if self.escapes == 2 && !is_ahead { 1 } else { 0 };
        Some(Lane::new(self.grid.channel(at, next)?, virtual_channel))
    }
}

impl Routing for MinimalAdaptive<'_> {
    fn virtual_channels(&self) -> u32 {
        self.escapes + 1
    }

    /// The route that keeps to the escape channels.
    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        let (mut at, start) = (from, route.len());
        while at != to {
            let Some(lane) = self.escape(at, to) else {
                route.truncate(start);
                return Err(RouteFlaw::NoRoute);
            };
            route.push(lane);
            at = self.topology.graph().target(lane.channel);
        }
        Ok(())
    }

    fn choices(&mut self, _: &dyn Topology) -> Choices {
        Choices::Unlisted
    }

    /// The extended dependency graph of the escape channels. O(nodes³).
    fn dependencies(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        let nodes = topology.graph().node_count();
        let distances = distances(topology.graph());
        let distance = |from: NodeId, to: NodeId| distances[from.index() * nodes + to.index()];
        let mut unrouted = Vec::new();
        for to in topology.graph().nodes() {
            for from in topology.graph().nodes().filter(|&from| from != to) {
                let Some(held) = self.escape(from, to) else {
                    unrouted.push(Unrouted { from, to, flaw: RouteFlaw::NoRoute });
                    continue;
                };
                graph.take(held);
                let start = topology.graph().target(held.channel);
                let between = |&node: &NodeId| distance(start, node) + distance(node, to) == distance(start, to);
                for node in topology.graph().nodes().filter(between) {
                    if let Some(asked) = self.escape(node, to) {
                        graph.add(held, asked, Flow::unicast(from, to), 1);
                    }
                }
            }
        }
        unrouted
    }
}
