//! `layered`: shortest routes on any network, on as few virtual channels as are found.

mod layer;

use crate::Lane;
use crate::minimal::{MOST_NODES, MinimalTables};
use crate::registry::{Declaration, RoutingError, no_parameters};
use crate::routing::{RouteFlaw, Routing};
use crate::up_down::{best_root, ranks};
use layer::Layer;
use wormcast_topology::{NodeId, Topology};

/// How `layered` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "layered",
    parameters: "",
    summary: "shortest routes that spread the load, each on one of as few virtual channels as are found, so that no virtual channel has a cycle",
    networks: "any network of up to 4096 nodes",
    safety: "safe with the virtual channels that it takes",
    example: "layered",
    build: |topology, parameters, virtual_channels| {
        no_parameters(DECLARATION.name, parameters)?;
        Ok(Box::new(Layered::new(topology, virtual_channels)?))
    },
};

/// The most layers that are tried.
const MOST_LAYERS: u32 = 64;

/// Shortest routes; each keeps to one virtual channel, its layer (Skeie, Lysne, Theiss: LASH, 2002; Domke, Hoefler, Nagel: DFSSSP, 2011).
///
/// All routes begin in layer 0; [`Layer`] moves some on until it has no cycle. O(pairs · length) time and memory a layer.
struct Layered<'t> {
    tables: MinimalTables<'t>,
    nodes: usize,
    /// By destination, then source.
    layer: Vec<u8>,
    layers: u32,
}

impl<'t> Layered<'t> {
    fn new(topology: &'t dyn Topology, virtual_channels: u32) -> Result<Self, RoutingError> {
        let graph = topology.graph();
        let nodes = graph.node_count();
        if nodes > MOST_NODES {
            return Err(RoutingError::TooLarge { routing: DECLARATION.name, nodes, limit: MOST_NODES });
        }
        let tables = MinimalTables::new(graph, &ranks(graph, best_root(graph)));
        let too_few = |needed: String| {
            let network = topology.spec();
            RoutingError::VirtualChannels { routing: DECLARATION.name, network, needed, given: virtual_channels }
        };
        let mut layer = vec![0; nodes * nodes];
        let mut layers = 1;
        while Layer::of(graph, &tables, &mut layer, layers as u8 - 1).break_cycles() {
            layers += 1;
            if layers > MOST_LAYERS {
                return Err(too_few(format!("more than {MOST_LAYERS}")));
            }
        }
        if layers > virtual_channels {
            return Err(too_few(layers.to_string()));
        }
        Ok(Self { tables, nodes, layer, layers })
    }
}

impl Routing for Layered<'_> {
    fn virtual_channels(&self) -> u32 {
        self.layers
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if !self.tables.reaches(from, to) {
            return Err(RouteFlaw::NoRoute);
        }
        let layer = self.layer[to.index() * self.nodes + from.index()];
        self.tables.follow(from, to, |channel| route.push(Lane::new(channel, layer.into())));
        Ok(())
    }
}
