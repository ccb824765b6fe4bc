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
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

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
/// first those that never turn from falling to rising ranks, which are all taken by the first layer. Where channels
/// have a number of virtual channels of their own, a route takes no more than its narrowest channel has, and the
/// narrowest are placed first. O(pairs · length · layers) time, and a search for each wait that is new to a layer; 9
/// bytes a pair, and 10 bytes a wait and layer.
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
        let room = Room(topology.has_own_channels().then_some(topology));
        let (mut fewest, mut narrow) = (None, None);
        for tables in tables.into_iter().flatten() {
            match place_all(graph, &tables, &rank, room) {
                Ok((layer, layers)) if fewest.as_ref().is_none_or(|(_, fewest, _)| layers < *fewest) => {
                    fewest = Some((layer, layers, tables));
                }
                Ok(_) => {}
                Err(channel) => narrow = channel,
            }
        }
        let Some((layer, layers, tables)) = fewest else {
            return Err(
                narrow.map_or_else(|| too_few(format!("more than {MOST_LAYERS}")), |channel| room.full(channel))
            );
        };
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

/// How many layers a channel has room for: none of its own says so, if the network has no such channels.
#[derive(Clone, Copy)]
struct Room<'t>(Option<&'t dyn Topology>);

impl Room<'_> {
    fn of(self, channel: ChannelId) -> usize {
        let own = self.0.and_then(|topology| topology.channel_properties(channel).virtual_channels);
        own.map_or(MOST_LAYERS as usize, |own| own.clamp(1, MOST_LAYERS) as usize)
    }

    /// The narrowest channel of a route, and its room.
    fn along(self, tables: &MinimalTables<'_>, [from, to]: [NodeId; 2]) -> (usize, Option<ChannelId>) {
        let mut narrowest = (MOST_LAYERS as usize, None);
        if self.0.is_some() {
            tables.follow(from, to, |channel| {
                let room = self.of(channel);
                if room < narrowest.0 {
                    narrowest = (room, Some(channel));
                }
            });
        }
        narrowest
    }

    /// No layer that a channel has takes another route over it.
    fn full(self, channel: ChannelId) -> RoutingError {
        let name = self.0.map_or_else(String::new, |topology| topology.channel_name(channel));
        RoutingError::Narrow { routing: DECLARATION.name, channel: name, own: self.of(channel) as u32 }
    }
}

/// The layer of each route, by destination and then source, and how many layers there are.
///
/// # Errors
/// There are more than 64; or a channel, with fewer virtual channels of its own, lacks one for a route over it.
fn place_all(
    graph: &Graph,
    tables: &MinimalTables<'_>,
    rank: &[u32],
    room: Room<'_>,
) -> Result<(Vec<u8>, u32), Option<ChannelId>> {
    let nodes = graph.node_count();
    let waits = Waits::of(graph);
    let mut layers: Vec<Layer> = Vec::new();
    let mut placed = vec![0; nodes * nodes];
    let mut route = Vec::new();
    for pair in fewest_turns_first(graph, tables, rank, room) {
        let ends = [source(pair, nodes), destination(pair, nodes)];
        route.clear();
        tables.follow(ends[0], ends[1], |channel| route.push(channel.index() as u32));
        let (most, narrowest) = room.along(tables, ends);
        let free = layers.iter_mut().take(most).position(|layer| layer.takes(&route, &waits));
        if free.is_none() && layers.len() >= most {
            return Err(narrowest);
        }
        let layer = free.unwrap_or_else(|| {
            layers.push(Layer::new(graph.channel_count(), &waits));
            layers.len() - 1
        });
        if free.is_none() && !layers[layer].takes(&route, &waits) {
            return Err(None);
        }
        placed[pair as usize] = layer as u8;
    }
    Ok((placed, layers.len().max(1) as u32))
}

/// All pairs, those first whose route has the least room, and of these those whose route turns least often from falling
/// to rising ranks.
fn fewest_turns_first(graph: &Graph, tables: &MinimalTables<'_>, rank: &[u32], room: Room<'_>) -> Vec<u32> {
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
    pairs.sort_by_cached_key(|pair| {
        let ends = [source(*pair, nodes), destination(*pair, nodes)];
        (room.along(tables, ends).0, turns(pair))
    });
    pairs
}

fn source(pair: u32, nodes: usize) -> NodeId {
    NodeId::new(pair as usize % nodes)
}

fn destination(pair: u32, nodes: usize) -> NodeId {
    NodeId::new(pair as usize / nodes)
}
