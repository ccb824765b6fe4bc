//! `dimension-order`: one dimension after another, with a dateline in every ring.

mod corners;

use crate::declaration::{Declaration, RoutingError};
use crate::dependencies::DependencyGraph;
use crate::detours::SafeRoutes;
use crate::routing::{RouteFlaw, Routing, Unrouted};
use crate::up_down;
use crate::whole_grid::WholeGrid;
use crate::{Lane, terminals};
use corners::Corners;
use std::collections::BTreeMap;
use wormcast_topology::{NodeId, Topology};

/// How `dimension-order` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "dimension-order",
    parameters: "[yx]",
    summary: "one dimension after another, the first first, or with `:yx` the last first; a message changes the virtual channel where it crosses the wrap-around of a \
              ring; around what is lost it goes the long way, or by a detour that closes no cycle, or up and down a tree on a \
              virtual channel more",
    networks: "meshes and tori",
    safety: "safe with 1 virtual channel, on tori with 2; with several faults, 1 more for all pairs",
    example: "dimension-order",
    build: |topology, parameters, virtual_channels| match parameters {
        "" => Ok(Box::new(DimensionOrder::new(topology, virtual_channels)?)),
        "yx" => Ok(Box::new(DimensionOrder::last_first(topology, virtual_channels)?)),
        _ => Err(RoutingError::parameters(&DECLARATION, parameters)),
    },
};

/// Detours are sought where there are at most so many pairs of nodes.
const MOST_PAIRS: usize = 1 << 24;

/// One dimension after another, the first coordinate first or last, by the shorter way round if nothing on it is lost,
/// else by the longer one; with rising coordinates where both are equally long.
///
/// In each ring a message takes virtual channel 0 before it crosses the wrap-around, and 1 from that crossing on. No
/// message goes all the way around, so no ring is a cycle of waiting, however many links are lost; and no message comes
/// back to a dimension that it left.
///
/// A pair whose turn is lost, or whose ring is broken twice, gets a detour: a shortest route that closes no cycle with
/// all routes before it ([`SafeRoutes`]). Pairs that are left go by `up-down` on a virtual channel of their own, if one
/// more may be taken: messages on it wait for no others, so it is as safe as `up-down`. Detours are kept in a table.
pub(crate) struct DimensionOrder<'t> {
    grid: WholeGrid<'t>,
    virtual_channels: u32,
    /// Whether the last coordinate is the first to change.
    last_first: bool,
    detours: BTreeMap<(NodeId, NodeId), Box<[Lane]>>,
}

impl<'t> DimensionOrder<'t> {
    pub(crate) fn new(topology: &'t dyn Topology, virtual_channels: u32) -> Result<Self, RoutingError> {
        Self::in_this_order(topology, virtual_channels, false)
    }

    fn last_first(topology: &'t dyn Topology, virtual_channels: u32) -> Result<Self, RoutingError> {
        Self::in_this_order(topology, virtual_channels, true)
    }

    fn in_this_order(
        topology: &'t dyn Topology,
        virtual_channels: u32,
        last_first: bool,
    ) -> Result<Self, RoutingError> {
        let grid = WholeGrid::of(topology).ok_or_else(|| RoutingError::unserved(&DECLARATION, topology))?;
        let own = if grid.wraps() { virtual_channels.min(2) } else { 1 };
        let mut routing = Self { grid, virtual_channels: own, last_first, detours: BTreeMap::new() };
        if !routing.grid.is_whole() {
            let left = routing.find_detours(topology);
            // With one virtual channel on a torus the rings have cycles anyhow.
            if virtual_channels > if routing.grid.wraps() { 2 } else { 1 } {
                routing.add_layer(topology, &left);
            }
        }
        Ok(routing)
    }

    /// Gives detours to pairs that have no route in dimension order, and returns those for which it finds none.
    /// O(pairs · length), and a search a detour.
    fn find_detours(&mut self, topology: &dyn Topology) -> Vec<(NodeId, NodeId)> {
        let terminals = terminals(topology);
        if terminals.len().saturating_mul(terminals.len()) > MOST_PAIRS {
            return Vec::new();
        }
        let mut safe = SafeRoutes::new(topology.graph(), self.virtual_channels);
        let mut missing = Vec::new();
        let mut route = Vec::new();
        for &to in &terminals {
            for &from in terminals.iter().filter(|&&from| from != to) {
                route.clear();
                match self.in_order(from, to, &mut route) {
                    // With one virtual channel on a torus the rings have cycles anyhow.
                    Some(()) => drop(safe.add(&route)),
                    None => missing.push((from, to)),
                }
            }
        }
        missing.retain(|&(from, to)| match safe.find(from, to) {
            Some(route) => self.detours.insert((from, to), route.into()).is_some(),
            None => true,
        });
        missing
    }

    /// Gives routes up and down a tree to pairs, on a virtual channel that no other route takes.
    fn add_layer(&mut self, topology: &dyn Topology, pairs: &[(NodeId, NodeId)]) {
        let layer = self.virtual_channels;
        let mut tree = up_down::from_best_root(topology.graph());
        for &(from, to) in pairs {
            let mut route = Vec::new();
            if tree.append_route(from, to, &mut route).is_ok() {
                let route = route.iter().map(|lane| Lane::new(lane.channel, layer)).collect();
                self.detours.insert((from, to), route);
                self.virtual_channels = layer + 1;
            }
        }
    }

    /// Appends the route in dimension order; nothing if something on it is lost.
    fn in_order(&self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Option<()> {
        let start = route.len();
        let (mut at, goal) = (self.grid.point(from), self.grid.point(to));
        for dimension in self.dimensions() {
            let Some(next) = self.along(at, goal, dimension, route) else {
                route.truncate(start);
                return None;
            };
            at = next;
        }
        Some(())
    }

    /// The dimensions in the order in which messages go along them.
    fn dimensions(&self) -> impl Iterator<Item = usize> + use<> {
        let (count, last_first) = (self.grid.sides().len(), self.last_first);
        (0..count).map(move |place| if last_first { count - 1 - place } else { place })
    }

    /// Appends the hops along one dimension, and returns where they end.
    fn along(&self, at: NodeId, goal: NodeId, dimension: usize, route: &mut Vec<Lane>) -> Option<NodeId> {
        let ahead = self.grid.steps_ahead(at, goal, dimension);
        if ahead == 0 {
            return Some(at);
        }
        let back = self.grid.sides()[dimension] - ahead;
        let forth = match self.grid.is_ring(dimension) {
            true => ahead <= back,
            // Without a wrap-around the steps that do not fall off the border are those in the direction of the goal.
            false => self.grid.point_is_below(at, goal, dimension),
        };
        let (near, far) = if forth { ((true, ahead), (false, back)) } else { ((false, back), (true, ahead)) };
        self.walk(at, dimension, near, route).or_else(|| self.walk(at, dimension, far, route))
    }

    /// Appends so many hops in one direction; none, and nothing appended, if something is lost on the way.
    fn walk(&self, from: NodeId, dimension: usize, way: (bool, u32), route: &mut Vec<Lane>) -> Option<NodeId> {
        let start = route.len();
        let (mut at, mut crossed) = (from, false);
        for _ in 0..way.1 {
            let hop = self.grid.step(at, dimension, way.0);
            let hop = hop.and_then(|(next, wraps)| Some((next, wraps, self.grid.channel(at, next)?)));
            let Some((next, wraps, channel)) = hop else {
                route.truncate(start);
                return None;
            };
            crossed |= wraps;
            route.push(Lane::new(channel, u32::from(crossed).min(self.virtual_channels - 1)));
            at = next;
        }
        Some(at)
    }
}

impl Routing for DimensionOrder<'_> {
    fn virtual_channels(&self) -> u32 {
        self.virtual_channels
    }

    fn turns(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        if !self.grid.is_whole() || terminals(topology).len() < topology.graph().node_count() {
            return self.dependencies(topology, graph);
        }
        for turn in Corners::of(self, topology, graph).turns() {
            graph.add_route(&turn.0, turn.1);
        }
        Vec::new()
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if self.in_order(from, to, route).is_some() {
            return Ok(());
        }
        let detour = self.detours.get(&(from, to)).ok_or(RouteFlaw::NoRoute)?;
        route.extend_from_slice(detour);
        Ok(())
    }
}
