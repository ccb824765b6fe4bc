//! `layered`: shortest routes on any network, on as few virtual channels as are found.

mod layer;
mod place;
mod waits;

use crate::Lane;
use crate::declaration::{Declaration, RoutingError};
use crate::minimal::{MOST_NODES, MinimalTables};
use crate::routing::{RouteFlaw, Routing};
use crate::up_down::{best_root, ranks};
use place::{MOST_LAYERS, Room, place_all};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// How `layered` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "layered",
    parameters: "[FILE]",
    summary: "shortest routes that spread the load, or the routes of a file, each on one of as few virtual channels as are found, so that no virtual channel has a cycle",
    networks: "all of up to 4096 nodes",
    safety: "safe with as many virtual channels as it takes",
    example: "layered",
    build: |topology, parameters, virtual_channels| {
        // Files are read on the floor above.
        if !parameters.is_empty() {
            return Err(RoutingError::parameters(&DECLARATION, parameters));
        }
        Ok(Box::new(Layered::new(topology, virtual_channels)?))
    },
};

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
        let tables = [MinimalTables::of_routing(topology), Some(MinimalTables::spread(graph, &rank))];
        let room = Room(topology.has_own_channels().then_some(topology));
        let (mut fewest, mut narrow) = (None, None);
        for tables in tables.into_iter().flatten() {
            let mut follow =
                |from, to, route: &mut Vec<u32>| tables.follow(from, to, |channel| route.push(number(channel)));
            match place_all(graph, &mut follow, &rank, room) {
                Ok((layer, layers)) if fewest.as_ref().is_none_or(|(_, fewest, _)| layers < *fewest) => {
                    fewest = Some((layer, layers, tables));
                }
                Ok(_) => {}
                Err(channel) => narrow = channel,
            }
        }
        let Some((layer, layers, tables)) = fewest else { return Err(no_layer(topology, narrow, virtual_channels)) };
        are_there(topology, layers, virtual_channels)?;
        Ok(Self { tables, nodes, layer, layers })
    }
}

/// The routes of another routing, whatever virtual channels they name, each on one virtual channel: its layer. Routes
/// are placed as those of `layered` are, and need not be as short as can be.
///
/// ```
/// use wormcast_routing::{Routed, build, in_layers};
/// let ring = wormcast_topology::build("torus:5")?;
/// let mut layered = in_layers(&*ring, build(&*ring, "shortest", 1)?, 64)?;
/// assert_eq!(layered.virtual_channels(), 2);
/// assert!(Routed::of(&*ring, &mut *layered).dependencies.numbering().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The network has more than 4096 nodes; the routes need more layers than there are virtual channels, or than are
/// tried; or a route comes back to a channel, and so waits for itself in every layer.
pub fn in_layers<'t>(
    topology: &'t dyn Topology,
    mut routes: Box<dyn Routing + 't>,
    virtual_channels: u32,
) -> Result<Box<dyn Routing + 't>, RoutingError> {
    let graph = topology.graph();
    let nodes = graph.node_count();
    if nodes > MOST_NODES {
        return Err(RoutingError::TooLarge { routing: DECLARATION.name, nodes, limit: MOST_NODES });
    }
    let rank = ranks(graph, best_root(graph));
    let room = Room(topology.has_own_channels().then_some(topology));
    let mut lanes: Vec<Lane> = Vec::new();
    let mut follow = |from, to, route: &mut Vec<u32>| {
        lanes.clear();
        // Pairs without a route have none to be placed.
        if routes.append_route(from, to, &mut lanes).is_ok() {
            route.extend(lanes.iter().map(|lane| number(lane.channel)));
        }
    };
    let placed = place_all(graph, &mut follow, &rank, room);
    let (layer, layers) = placed.map_err(|narrow| no_layer(topology, narrow, virtual_channels))?;
    are_there(topology, layers, virtual_channels)?;
    Ok(Box::new(Given { routes, nodes, layer, layers }))
}

/// Routes of another routing in layers.
struct Given<'t> {
    routes: Box<dyn Routing + 't>,
    nodes: usize,
    /// By destination, then source.
    layer: Vec<u8>,
    layers: u32,
}

impl Routing for Given<'_> {
    fn virtual_channels(&self) -> u32 {
        self.layers
    }

    fn goes_by_source(&self) -> bool {
        self.routes.goes_by_source()
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        let start = route.len();
        self.routes.append_route(from, to, route)?;
        let layer = self.layer[to.index() * self.nodes + from.index()];
        route[start..].iter_mut().for_each(|lane| lane.virtual_channel = layer.into());
        Ok(())
    }
}

fn number(channel: ChannelId) -> u32 {
    channel.index() as u32
}

/// Why routes have no layers.
fn no_layer(topology: &dyn Topology, narrow: Option<ChannelId>, given: u32) -> RoutingError {
    let room = Room(Some(topology));
    narrow.map_or_else(|| too_few(topology, format!("more than {MOST_LAYERS}"), given), |channel| room.full(channel))
}

fn are_there(topology: &dyn Topology, layers: u32, given: u32) -> Result<(), RoutingError> {
    if layers > given { Err(too_few(topology, layers.to_string(), given)) } else { Ok(()) }
}

fn too_few(topology: &dyn Topology, needed: String, given: u32) -> RoutingError {
    RoutingError::VirtualChannels { routing: DECLARATION.name, network: topology.spec(), needed, given }
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
