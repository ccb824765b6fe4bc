//! `layered`: shortest routes on any network, on as few virtual channels as are found.

mod layer;
mod waits;

use crate::Lane;
use crate::declaration::{Declaration, RoutingError, no_parameters};
use crate::minimal::{MOST_NODES, MinimalTables};
use crate::routing::{RouteFlaw, Routing};
use crate::up_down::{best_root, ranks};
use layer::Layer;
use waits::Waits;
use wormcast_topology::{Graph, NodeId, Topology};

/// How `layered` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "layered",
    parameters: "",
    summary: "shortest routes that spread the load, each on one of as few virtual channels as are found, so that no virtual channel has a cycle",
    networks: "all of up to 4096 nodes",
    safety: "safe with as many virtual channels as it takes",
    example: "layered",
    build: |topology, parameters, virtual_channels| {
        no_parameters(DECLARATION.name, parameters)?;
        Ok(Box::new(Layered::new(topology, virtual_channels)?))
    },
};

/// The most layers that are tried.
const MOST_LAYERS: u32 = 64;

/// Shortest routes: the network's own, or those that spread the load, whichever take fewer layers. Each keeps to one
/// virtual channel, its layer (Skeie, Lysne, Theiss: LASH, 2002; Domke, Hoefler, Nagel: DFSSSP, 2011).
///
/// The routes are placed one after another, each in the first layer in which it closes no cycle with those before it;
/// first those that never turn from falling to rising ranks, which are all taken by the first layer. O(pairs · length ·
/// layers) time, and a search for each wait that is new to a layer; 9 bytes a pair, and 10 bytes a wait and layer.
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
        let rank = ranks(graph, best_root(graph));
        let too_few = |needed: String| {
            let network = topology.spec();
            RoutingError::VirtualChannels { routing: DECLARATION.name, network, needed, given: virtual_channels }
        };
        let tables = [MinimalTables::of_routing(topology), Some(MinimalTables::spread(graph, &rank))];
        let placed =
            tables.into_iter().flatten().filter_map(|tables| Some((place_all(graph, &tables, &rank)?, tables)));
        let fewest = placed.min_by_key(|((_, layers), _)| *layers);
        let ((layer, layers), tables) = fewest.ok_or_else(|| too_few(format!("more than {MOST_LAYERS}")))?;
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

/// The layer of each route, by destination and then source, and how many layers there are; none if there are more than
/// 64.
fn place_all(graph: &Graph, tables: &MinimalTables<'_>, rank: &[u32]) -> Option<(Vec<u8>, u32)> {
    let nodes = graph.node_count();
    let waits = Waits::of(graph);
    let mut layers: Vec<Layer> = Vec::new();
    let mut placed = vec![0; nodes * nodes];
    let mut route = Vec::new();
    for pair in fewest_turns_first(graph, tables, rank) {
        route.clear();
        tables.follow(source(pair, nodes), destination(pair, nodes), |channel| route.push(channel.index() as u32));
        let free = layers.iter_mut().position(|layer| layer.takes(&route, &waits));
        let layer = free.unwrap_or_else(|| {
            layers.push(Layer::new(graph.channel_count(), &waits));
            layers.len() - 1
        });
        if free.is_none() && !layers[layer].takes(&route, &waits) {
            return None;
        }
        if layers.len() > MOST_LAYERS as usize {
            return None;
        }
        placed[pair as usize] = layer as u8;
    }
    Some((placed, layers.len().max(1) as u32))
}

/// All pairs, those first whose route turns least often from falling to rising ranks.
fn fewest_turns_first(graph: &Graph, tables: &MinimalTables<'_>, rank: &[u32]) -> Vec<u32> {
    let nodes = graph.node_count();
    let turns = |&pair: &u32| {
        let (mut turns, mut rose) = (0_u32, true);
        tables.follow(source(pair, nodes), destination(pair, nodes), |channel| {
            let rises = rank[graph.target(channel).index()] < rank[graph.source(channel).index()];
            turns += u32::from(rises && !rose);
            rose = rises;
        });
        turns
    };
    let is_terminal = |node| graph.endpoints().is_empty() || graph.is_endpoint(node);
    let between = |&pair: &u32| is_terminal(source(pair, nodes)) && is_terminal(destination(pair, nodes));
    let mut pairs: Vec<_> = (0..(nodes * nodes) as u32).filter(between).collect();
    pairs.sort_by_cached_key(turns);
    pairs
}

fn source(pair: u32, nodes: usize) -> NodeId {
    NodeId::new(pair as usize % nodes)
}

fn destination(pair: u32, nodes: usize) -> NodeId {
    NodeId::new(pair as usize / nodes)
}
