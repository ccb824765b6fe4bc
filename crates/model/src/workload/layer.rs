//! Worms, visit by visit.

use super::{ModelWorm, NONE, Visit, VisitIx, WorkloadError};
use crate::{ResourceId, Resources};
use wormcast_plan::{Plan, VcRule, virtual_channels_by};
use wormcast_topology::{ChannelId, Topology};

/// Lays worms out.
pub(super) struct Layer<'a> {
    pub topology: &'a dyn Topology,
    pub resources: Resources,
    /// The pools of consumption channels per node, if they are limited.
    pub pools: Option<u32>,
    /// Whether the end of a hop is two visits: behind others in the buffer, and in front of it.
    pub queues: bool,
    /// Whether flits of worms behind others may be in the buffer before, too.
    pub is_spread: bool,
    pub worms: Vec<ModelWorm>,
    pub visits: Vec<Visit>,
}

impl Layer<'_> {
    pub(super) fn plan(
        &mut self,
        index: usize,
        plan: &Plan,
        turn: u32,
        (rule, count): (VcRule, u32),
    ) -> Result<(), WorkloadError> {
        let refuse = |problem| WorkloadError::VirtualChannels { plan: index, problem };
        let named = virtual_channels_by(self.topology, rule, plan, turn, count).map_err(refuse)?;
        for (worm, named) in plan.worms.iter().zip(named) {
            let start = self.visits.len() as VisitIx;
            let number = self.worms.len() as u32;
            let origin =
                Visit { worm: number, node: worm.origin, parent: NONE, depth: 0, into: NONE, consumption: NONE };
            self.visits.push(origin);
            let each = 1 + u32::from(self.queues);
            let end = |hop: u32| start + each * (hop + 1);
            for (hop, name) in worm.hops.iter().zip(named) {
                self.hop(hop.parent().map_or(start, end), hop.channel, name);
            }
            let pool = self.pools.map(|pools| u32::from(worm.consumption_class) % pools);
            for (delivery, pool) in worm.deliveries.iter().filter_map(|delivery| Some((delivery, pool?))) {
                let visit = &mut self.visits[end(delivery.hop) as usize];
                visit.consumption = self.resources.consumption(visit.node, pool);
            }
            let visits = start..self.visits.len() as VisitIx;
            self.worms.push(ModelWorm { plan: index, id: worm.id, turn, visits });
        }
        Ok(())
    }

    /// The end of a hop. Who is behind others in the buffer is no hop farther than at the router before, if flits of
    /// others may fill the buffer but for one place.
    fn hop(&mut self, mut parent: VisitIx, channel: ChannelId, name: u32) {
        let Visit { worm, depth, .. } = self.visits[parent as usize];
        let node = self.topology.graph().target(channel);
        let mut arrive = |parent: VisitIx, depth: u32, into: ResourceId| {
            self.visits.push(Visit { worm, node, parent, depth, into, consumption: NONE });
            self.visits.len() as VisitIx - 1
        };
        let mut into = self.resources.channel(channel, name);
        if self.queues {
            parent = arrive(parent, depth + u32::from(!self.is_spread), into);
            into = self.resources.front(channel, name);
        }
        arrive(parent, depth + 1, into);
    }
}
