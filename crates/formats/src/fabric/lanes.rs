//! Which virtual lanes messages take, by their service levels.

use super::Fabric;
use wormcast_routing::{Lane, MulticastLanes};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The lane of management, which stands for none in the tables.
pub(super) const MANAGEMENT: u8 = 15;

impl Fabric {
    /// The lane by which a message leaves a node through a port, if there is a cable and a lane for its service level.
    pub(super) fn lane_of(&self, at: NodeId, came_by: Option<Lane>, port: u32, level: u8) -> Option<Lane> {
        let channel = *self.port_channel.get(&(at, port))?;
        let virtual_channel = match (&self.lanes, came_by) {
            (Some(lanes), Some(came_by)) => {
                let input = *self.port_entered.get(&came_by.channel)?;
                let row = lanes.get(&(at, input, port))?;
                Some(row[usize::from(level)]).filter(|&lane| lane < MANAGEMENT)?
            }
            // A host, or a fabric whose tables are not known.
            (Some(_), None) => 0,
            (None, _) => level,
        };
        Some(Lane::new(channel, virtual_channel.into()))
    }

    /// The lane of a service level, if it is the same at all ports of all switches.
    pub(super) fn fixed_lane(&self, level: u8) -> Option<u8> {
        let Some(lanes) = &self.lanes else { return Some(level) };
        let mut all = lanes.values().map(|row| row[usize::from(level)]);
        let first = all.next().filter(|&lane| lane < MANAGEMENT)?;
        all.all(|lane| lane == first).then_some(first)
    }
}

/// The layers are the service levels.
impl MulticastLanes for Fabric {
    fn layers(&self) -> u32 {
        match &self.lanes {
            Some(_) => 16,
            None => self.routing(false).levels(),
        }
    }

    fn lane(&self, came_by: Option<Lane>, channel: ChannelId, layer: u32) -> Option<Lane> {
        let at = self.network.graph().source(channel);
        let fixed = *self.fixed_lanes.get(layer as usize)?;
        if came_by.is_none() && !self.network.graph().is_endpoint(at) {
            return Some(Lane::new(channel, fixed?.into()));
        }
        self.lane_of(at, came_by, self.port_out(channel)?, layer as u8)
    }

    fn is_fixed(&self, layer: u32) -> bool {
        self.fixed_lanes.get(layer as usize).is_some_and(Option::is_some)
    }
}

impl MulticastLanes for &Fabric {
    fn layers(&self) -> u32 {
        (**self).layers()
    }

    fn lane(&self, came_by: Option<Lane>, channel: ChannelId, layer: u32) -> Option<Lane> {
        (**self).lane(came_by, channel, layer)
    }

    fn is_fixed(&self, layer: u32) -> bool {
        (**self).is_fixed(layer)
    }
}
