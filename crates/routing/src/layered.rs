//! `layered`: shortest routes on any network, on as few virtual channels as are found.

use crate::minimal::{MOST_NODES, MinimalTables};
use crate::registry::{Declaration, RoutingError, no_parameters};
use crate::routing::{RouteFlaw, Routing};
use crate::{AcyclicOrder, Lane};
use wormcast_topology::{Graph, NodeId, Topology};

/// How `layered` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "layered",
    parameters: "",
    summary: "shortest routes that spread the load, each on one of as few virtual channels as are found, so that no virtual channel has a cycle",
    networks: "any network of up to 8192 nodes",
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
/// A route goes into the first layer in which it closes no cycle with the routes before it. O(pairs · length · degree · layers)
/// time and a search for each pair of channels and layer; 5 bytes a pair.
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
        let tables = MinimalTables::new(graph);
        let mut layers = Layers { graph, orders: Vec::new(), added: Vec::new() };
        let mut layer = vec![0; nodes * nodes];
        let mut route = Vec::new();
        for to in graph.nodes() {
            for from in graph.nodes() {
                route.clear();
                tables.follow(from, to, |channel| route.push(channel.index() as u32));
                if route.len() < 2 {
                    continue;
                }
                let found = layers
                    .place(&route)
                    .ok_or_else(|| Self::too_few(topology, "more than 64".into(), virtual_channels))?;
                layer[to.index() * nodes + from.index()] = found;
            }
        }
        let layers = layers.orders.len().max(1) as u32;
        if layers > virtual_channels {
            return Err(Self::too_few(topology, layers.to_string(), virtual_channels));
        }
        Ok(Self { tables, nodes, layer, layers })
    }

    fn too_few(topology: &dyn Topology, needed: String, given: u32) -> RoutingError {
        RoutingError::VirtualChannels { routing: DECLARATION.name, network: topology.spec(), needed, given }
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

/// The channel dependency graphs of all layers, none of which has a cycle.
struct Layers<'g> {
    graph: &'g Graph,
    orders: Vec<AcyclicOrder>,
    /// The waits of the route that is being placed, which go again if it finds no room.
    added: Vec<(u32, u32)>,
}

impl Layers<'_> {
    /// Puts a route into the first layer in which it closes no cycle; none if there would be too many layers.
    fn place(&mut self, route: &[u32]) -> Option<u8> {
        let layer = (0..self.orders.len()).find(|&layer| self.fits(layer, route));
        if layer.is_some() || self.orders.len() as u32 == MOST_LAYERS {
            return layer.map(|layer| layer as u8);
        }
        self.orders.push(AcyclicOrder::new(self.graph.channel_count()));
        let new = self.orders.len() - 1;
        self.fits(new, route).then_some(new as u8)
    }

    /// Puts a route into a layer, if it closes no cycle there.
    fn fits(&mut self, layer: usize, route: &[u32]) -> bool {
        let order = &mut self.orders[layer];
        self.added.clear();
        for pair in route.windows(2) {
            match order.insert(pair[0], pair[1]) {
                Some(true) => self.added.push((pair[0], pair[1])),
                Some(false) => {}
                None => {
                    self.added.iter().for_each(|&(held, asked)| order.remove(held, asked));
                    return false;
                }
            }
        }
        true
    }
}
