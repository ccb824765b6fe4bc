//! Which route goes into which layer.

use super::DECLARATION;
use super::layer::Layer;
use super::waits::Waits;
use crate::declaration::RoutingError;
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// The most layers that are tried.
pub(super) const MOST_LAYERS: u32 = 64;

/// Appends the channels of the route of a pair; none if it has no route.
type Follow<'f> = &'f mut dyn FnMut(NodeId, NodeId, &mut Vec<u32>);

/// How many layers a channel has room for: none of its own says so, if the network has no such channels.
#[derive(Clone, Copy)]
pub(super) struct Room<'t>(pub(super) Option<&'t dyn Topology>);

impl Room<'_> {
    fn of(self, channel: ChannelId) -> usize {
        let own = self.0.and_then(|topology| topology.channel_properties(channel).virtual_channels);
        own.map_or(MOST_LAYERS as usize, |own| own.clamp(1, MOST_LAYERS) as usize)
    }

    /// The narrowest channel of a route, and its room.
    fn along(self, route: &[u32]) -> (usize, Option<ChannelId>) {
        let mut narrowest = (MOST_LAYERS as usize, None);
        if self.0.is_some() {
            for channel in route.iter().map(|&channel| ChannelId::new(channel as usize)) {
                let room = self.of(channel);
                if room < narrowest.0 {
                    narrowest = (room, Some(channel));
                }
            }
        }
        narrowest
    }

    /// No layer that a channel has takes another route over it.
    pub(super) fn full(self, channel: ChannelId) -> RoutingError {
        let name = self.0.map_or_else(String::new, |topology| topology.channel_name(channel));
        RoutingError::Narrow { routing: DECLARATION.name, channel: name, own: self.of(channel) as u32 }
    }
}

/// The layer of each route, by destination and then source, and how many layers there are.
///
/// # Errors
/// There are more than 64; or a channel, with fewer virtual channels of its own, lacks one for a route over it.
pub(super) fn place_all(
    graph: &Graph,
    follow: Follow<'_>,
    rank: &[u32],
    room: Room<'_>,
) -> Result<(Vec<u8>, u32), Option<ChannelId>> {
    let nodes = graph.node_count();
    let waits = Waits::of(graph);
    let mut layers: Vec<Layer> = Vec::new();
    let mut placed = vec![0; nodes * nodes];
    let mut route = Vec::new();
    for pair in fewest_turns_first(graph, follow, rank, room) {
        route.clear();
        follow(source(pair, nodes), destination(pair, nodes), &mut route);
        let (most, narrowest) = room.along(&route);
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
fn fewest_turns_first(graph: &Graph, follow: Follow<'_>, rank: &[u32], room: Room<'_>) -> Vec<u32> {
    let nodes = graph.node_count();
    let turns = |route: &[u32]| {
        let (mut turns, mut rose) = (0_u32, true);
        for channel in route.iter().map(|&channel| ChannelId::new(channel as usize)) {
            let rises = rank[graph.target(channel).index()] < rank[graph.source(channel).index()];
            turns += u32::from(rises && !rose);
            rose = rises;
        }
        turns
    };
    let is_terminal = |node| graph.endpoints().is_empty() || graph.is_endpoint(node);
    let between = |&pair: &u32| is_terminal(source(pair, nodes)) && is_terminal(destination(pair, nodes));
    let mut pairs: Vec<_> = (0..(nodes * nodes) as u32).filter(between).collect();
    let mut route = Vec::new();
    pairs.sort_by_cached_key(|&pair| {
        route.clear();
        follow(source(pair, nodes), destination(pair, nodes), &mut route);
        (room.along(&route).0, turns(&route))
    });
    pairs
}

fn source(pair: u32, nodes: usize) -> NodeId {
    NodeId::new(pair as usize % nodes)
}

fn destination(pair: u32, nodes: usize) -> NodeId {
    NodeId::new(pair as usize / nodes)
}
