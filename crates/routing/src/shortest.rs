//! `shortest`: the network's own shortest routes, on one virtual channel.

use crate::Lane;
use crate::declaration::{Declaration, no_parameters};
use crate::routing::{RouteFlaw, Routing};
use wormcast_topology::{ChannelId, NodeId, ShortestRoutes};

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
        Ok(Box::new(Shortest { routes: ShortestRoutes::new(topology), channels: Vec::new() }))
    },
};

struct Shortest<'t> {
    routes: ShortestRoutes<'t>,
    channels: Vec<ChannelId>,
}

impl Routing for Shortest<'_> {
    fn virtual_channels(&self) -> u32 {
        1
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        self.channels.clear();
        self.routes.append(from, to, &mut self.channels).map_err(|_| RouteFlaw::NoRoute)?;
        route.extend(self.channels.iter().map(|&channel| Lane::new(channel, 0)));
        Ok(())
    }
}
