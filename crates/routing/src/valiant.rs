//! `valiant`: by way of a random node, to spread any traffic evenly.

use crate::declaration::{Declaration, RoutingError, no_parameters};
use crate::dependencies::{DependencyGraph, Flow};
use crate::dimension_order::DimensionOrder;
use crate::routing::{Choices, RouteFlaw, Routing, Unrouted};
use crate::{Lane, terminals};
use std::collections::BTreeMap;
use wormcast_topology::{NodeId, Topology};

/// How `valiant` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "valiant",
    parameters: "",
    summary: "in dimension order to any node, and from there to the destination on virtual channels of their own",
    networks: "meshes and tori",
    safety: "safe with 2 virtual channels, on tori with 4",
    example: "valiant",
    build: |topology, parameters, virtual_channels| {
        no_parameters(DECLARATION.name, parameters)?;
        Ok(Box::new(Valiant::new(topology, virtual_channels)?))
    },
};

/// Routes of two phases, each in dimension order (Valiant: A scheme for fast parallel communication, 1982). The node
/// between them is any; `append_route` shows one of the choices.
struct Valiant<'t> {
    phase: DimensionOrder<'t>,
    /// Virtual channels of a phase: those of the second follow those of the first.
    each: u32,
    terminals: Vec<NodeId>,
}

impl<'t> Valiant<'t> {
    fn new(topology: &'t dyn Topology, virtual_channels: u32) -> Result<Self, RoutingError> {
        let phase = DimensionOrder::new(topology, 2).map_err(|_| RoutingError::unserved(&DECLARATION, topology))?;
        let each = phase.virtual_channels();
        if virtual_channels < 2 * each {
            let (network, needed) = (topology.spec(), (2 * each).to_string());
            return Err(RoutingError::VirtualChannels {
                routing: DECLARATION.name,
                network,
                needed,
                given: virtual_channels,
            });
        }
        Ok(Self { phase, each, terminals: terminals(topology) })
    }

    /// Appends the route of one phase.
    fn phase(&mut self, second: bool, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        let start = route.len();
        self.phase.append_route(from, to, route)?;
        let offset = if second { self.each } else { 0 };
        route[start..].iter_mut().for_each(|lane| lane.virtual_channel += offset);
        Ok(())
    }
}

/// Whether no channel is taken twice.
fn is_simple(route: &[Lane]) -> bool {
    route.iter().enumerate().all(|(place, lane)| route[..place].iter().all(|other| other.channel != lane.channel))
}

impl Routing for Valiant<'_> {
    fn virtual_channels(&self) -> u32 {
        2 * self.each
    }

    /// The route by way of one node, which depends on both ends: one by which no channel is taken twice, as a worm of a
    /// plan must not. By way of the destination itself none is.
    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if from == to {
            return Ok(());
        }
        let mixed = (from.index() as u64 * 0x9e37_79b9 + to.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let (start, count) = (route.len(), self.terminals.len());
        for next in 0..count {
            let between = self.terminals[(mixed as usize + next) % count];
            self.phase(false, from, between, route)?;
            self.phase(true, between, to, route).inspect_err(|_| route.truncate(start))?;
            if is_simple(&route[start..]) {
                return Ok(());
            }
            route.truncate(start);
        }
        self.phase(true, from, to, route)
    }

    fn choices(&mut self, _: &dyn Topology) -> Choices {
        Choices::Unlisted
    }

    /// The dependencies of both phases, and those from every last lane of the first to every first lane of the second
    /// at the same node. O(pairs · length).
    fn dependencies(&mut self, _: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        let nodes = self.terminals.clone();
        let mut unrouted = Vec::new();
        // At each node: the lanes that arrive for it, and those that leave it, each with one end.
        let mut arriving: BTreeMap<NodeId, BTreeMap<Lane, NodeId>> = BTreeMap::new();
        let mut leaving: BTreeMap<NodeId, BTreeMap<Lane, NodeId>> = BTreeMap::new();
        let mut route = Vec::new();
        for (&from, &to) in nodes.iter().flat_map(|from| nodes.iter().map(move |to| (from, to))).filter(|(a, b)| a != b)
        {
            for second in [false, true] {
                route.clear();
                match self.phase(second, from, to, &mut route) {
                    Ok(()) => graph.add_route(&route, Flow::unicast(from, to)),
                    Err(flaw) if second => unrouted.push(Unrouted { from, to, flaw }),
                    Err(_) => continue,
                }
                match (route.first(), route.last()) {
                    (Some(&first), _) if second => drop(leaving.entry(from).or_default().entry(first).or_insert(to)),
                    (_, Some(&last)) => drop(arriving.entry(to).or_default().entry(last).or_insert(from)),
                    _ => {}
                }
            }
        }
        for (node, lanes) in &arriving {
            let onward = leaving.get(node).into_iter().flatten();
            for (&first, &to) in onward {
                lanes.iter().for_each(|(&last, &from)| graph.add(last, first, Flow::unicast(from, to), u32::MAX));
            }
        }
        unrouted
    }
}
