//! Which virtual channel each hop of a worm takes, and the numbers of what is used.

use super::FlitEngine;
use super::numbers::{POOL, ResourceIx, UPPER_POOL};
use crate::channels::Channel;
use crate::open_loop::Observer;
use crate::{FlowControl, Resource, SimError};
use wormcast_plan::{Hop, Plan, VcRule, named_virtual_channels, share_of, virtual_channels_at};
use wormcast_topology::{ChannelId, NodeId};

/// Why named virtual channels are refused where worms choose.
const NO_FREE_CHOICE: &str = "a plan that names them leaves no free choice; take another rule";

impl<O: Observer> FlitEngine<'_, O> {
    /// The virtual channels that a plan names.
    pub(super) fn names_of(&self, plan: &Plan) -> Result<Option<Vec<Vec<u32>>>, SimError> {
        let refuse = |problem| SimError::VirtualChannels { plan: self.intake.next_message(), problem };
        let named = named_virtual_channels(self.topology, plan, self.timing.flow.virtual_channels.get());
        let named = named.map_err(refuse)?;
        if named.is_some() && self.timing.flow.vc_rule == VcRule::Free {
            return Err(refuse(NO_FREE_CHOICE.to_owned()));
        }
        Ok(named)
    }

    /// The virtual channels of a worm's hops, named by its plan, by itself or by the rule; none if links have one.
    pub(super) fn virtual_channels_of(&mut self, route: wormcast_plan::Worm<'_>) -> Result<Vec<u32>, SimError> {
        match &mut self.named {
            _ if self.links.is_none() => Ok(Vec::new()),
            Some(named) => Ok(std::mem::take(&mut named[route.id as usize])),
            None if !route.virtual_channels.is_empty() => self.own_names(route),
            None => Ok(self.rule.of(route, self.next_worm, self.is_multicast)),
        }
    }

    /// The virtual channels that a worm names for its hops: of those of its class, where classes have their own.
    fn own_names(&self, route: wormcast_plan::Worm<'_>) -> Result<Vec<u32>, SimError> {
        let names = route.hops.iter().zip(route.virtual_channels).map(|(hop, &name)| self.own_name(*hop, name.into()));
        let refuse = |problem| SimError::VirtualChannels { plan: self.intake.next_message(), problem };
        names.collect::<Result<_, _>>().map_err(refuse)
    }

    /// The virtual channel of a hop whose worm names this one, or why it cannot have it.
    fn own_name(&self, hop: Hop, name: u32) -> Result<u32, String> {
        let FlowControl { virtual_channels, vc_rule, .. } = self.timing.flow;
        let count = virtual_channels_at(self.topology, hop.channel, virtual_channels.get());
        let (first, share) = match vc_rule {
            VcRule::Free => return Err(NO_FREE_CHOICE.to_owned()),
            VcRule::Class => share_of(count, self.is_multicast),
            _ => (0, count),
        };
        let channel = || self.topology.channel_name(hop.channel);
        match name < share {
            true => Ok(first + name),
            false if share == count => {
                Err(format!("a worm names number {name} of {}, which has {count}, numbered from 0", channel()))
            }
            false => {
                let whose = if self.is_multicast { "multicasts" } else { "unicasts" };
                Err(format!(
                    "a worm names number {name} of {}, of which {whose} have {share}, numbered from 0",
                    channel()
                ))
            }
        }
    }

    /// Whether heads take any free virtual channel of several.
    pub(super) fn worms_choose(&self) -> bool {
        self.links.is_some() && matches!(self.timing.flow.vc_rule, VcRule::Free | VcRule::FreeDateline)
    }

    /// The number of a virtual channel, which is used.
    #[inline]
    pub(super) fn number_of(&mut self, channel: ChannelId, virtual_channel: u8) -> ResourceIx {
        let number = self.numbers.channel(channel, virtual_channel);
        number.unwrap_or_else(|| self.new_number_of(channel, virtual_channel))
    }

    #[inline(never)]
    fn new_number_of(&mut self, channel: ChannelId, virtual_channel: u8) -> ResourceIx {
        let number = self.numbers.add_channel(channel, virtual_channel);
        self.allocator.add(1, channel.index() % 2 == 1);
        let &Channel { buffer, flit, .. } = self.channels.at(channel);
        self.buffers.add(buffer);
        self.links.iter_mut().for_each(|links| links.add(number, channel, flit));
        number
    }

    /// How many of a link's virtual channels are its lower half, where worms choose within halves; none if they do not,
    /// or if an end is an endpoint.
    fn lower_half(&self, channel: ChannelId) -> Option<u32> {
        let (graph, half) = (self.topology.graph(), self.virtual_channels_at(channel) / 2);
        let parted = self.timing.flow.vc_rule == VcRule::FreeDateline && half > 0;
        let ends = [graph.source(channel), graph.target(channel)];
        (parted && !ends.iter().any(|&end| graph.is_endpoint(end))).then_some(half)
    }

    /// The number that stands for those virtual channels of a link, which follow it, among which a head chooses that
    /// may take this one.
    pub(super) fn pool_of(&mut self, channel: ChannelId, virtual_channel: u8) -> ResourceIx {
        let (half, count) = (self.lower_half(channel), self.virtual_channels_at(channel));
        let (code, numbers) = match half {
            None => (POOL, 0..count),
            Some(half) if u32::from(virtual_channel) < half => (POOL, 0..half),
            Some(half) => (UPPER_POOL, half..count),
        };
        if let Some(number) = self.numbers.channel(channel, code) {
            return number;
        }
        let whole = Resource::Channel(channel);
        let name = half.map_or(whole, |_| Resource::VirtualChannel(channel, numbers.start));
        let pool = self.numbers.add_pool(channel, code, name);
        self.allocator.add(numbers.len() as u32, channel.index() % 2 == 1);
        self.buffers.add(0);
        for virtual_channel in numbers {
            let number = self.number_of(channel, virtual_channel as u8);
            self.choice.add(number, pool);
        }
        pool
    }

    /// All of a link's numbers that stand for several.
    pub(super) fn pools_of(&mut self, channel: ChannelId) -> Vec<ResourceIx> {
        let upper = self.lower_half(channel).map(|half| half as u8);
        [Some(0), upper].into_iter().flatten().map(|first| self.pool_of(channel, first)).collect()
    }

    /// The number of a pool of ejection channels, which is used.
    pub(super) fn number_of_ejection(&mut self, node: NodeId, pool: u8) -> ResourceIx {
        if let Some(number) = self.numbers.ejection(node, pool) {
            return number;
        }
        let name = self.pools.resource(node, pool);
        self.allocator.add(self.pools.capacity(name), false);
        self.buffers.add(0);
        self.numbers.add_ejection(node, pool, name)
    }
}
