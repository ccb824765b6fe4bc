//! `shortest`: the network's own shortest routes, on one virtual channel.

use crate::Lane;
use crate::declaration::{Declaration, no_parameters};
use crate::routing::{RouteFlaw, Routing};
use wormcast_topology::{ChannelId, NodeId, ShortestRoutes, Topology};

/// How `shortest` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "shortest",
    parameters: "",
    summary: "the network's own shortest routes, on virtual channel 0",
    networks: "all",
    safety: "not safe: cycles of channels can deadlock",
    example: "shortest",
    build: |topology, parameters, _| {
        no_parameters("shortest", parameters)?;
        Ok(Box::new(Shortest::new(topology)))
    },
};

/// The network's own shortest routes ([`ShortestRoutes`]), on virtual channel 0.
#[derive(Debug)]
pub struct Shortest<'t> {
    routes: ShortestRoutes<'t>,
    channels: Vec<ChannelId>,
}

impl<'t> Shortest<'t> {
    /// Those of this network.
    pub fn new(topology: &'t dyn Topology) -> Self {
        Self { routes: ShortestRoutes::new(topology), channels: Vec::new() }
    }
}

impl Routing for Shortest<'_> {
    fn virtual_channels(&self) -> u32 {
        1
    }

    /// Routes that are searched for begin at the source.
    fn goes_by_source(&self) -> bool {
        true
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        self.channels.clear();
        self.routes.append(from, to, &mut self.channels).map_err(|_| RouteFlaw::NoRoute)?;
        route.extend(self.channels.iter().map(|&channel| Lane::new(channel, 0)));
        Ok(())
    }
}
