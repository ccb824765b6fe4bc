//! The numbers of a certificate, by what they belong to.

use super::{SchemeRefusal, require};
use crate::proof::Numbered;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The numbers that a certificate gives.
pub(super) struct Numbers {
    /// Into how many parts the virtual channels of a link fall that have numbers of their own.
    pub parts: u32,
    pools: u32,
    channels: Vec<Option<u32>>,
    consumption: Vec<Option<u32>>,
}

impl Numbers {
    pub(super) fn read(
        topology: &dyn Topology,
        listed: &[Numbered],
        parts: u32,
        pools: u32,
    ) -> Result<Self, SchemeRefusal> {
        let graph = topology.graph();
        let mut numbers = Self {
            parts,
            pools,
            channels: vec![None; graph.channel_count() * parts as usize],
            consumption: vec![None; graph.node_count() * pools as usize],
        };
        for Numbered(from, to, part, number) in listed {
            let find = |name: &String| topology.find_node(name).map_err(|error| SchemeRefusal(error.to_string()));
            let from_node = find(from)?;
            let (list, place) = match to {
                Some(to) => {
                    let channel = topology.find_channel_between(from, to).map(|channel| channel.index() as u64);
                    (&mut numbers.channels, channel.filter(|_| *part < parts).map(|at| at * u64::from(parts)))
                }
                None => {
                    let node = (*part < pools).then_some(from_node.index() as u64);
                    (&mut numbers.consumption, node.map(|at| at * u64::from(pools)))
                }
            };
            let name = || format!("{from} to {}, part {part}", to.as_deref().unwrap_or("itself"));
            let place = place.ok_or_else(|| SchemeRefusal(format!("{} has a number and does not exist", name())))?;
            let entry = &mut list[(place + u64::from(*part)) as usize];
            require(entry.replace(*number).is_none(), || format!("{} has two numbers", name()))?;
        }
        Ok(numbers)
    }

    pub(super) fn channel(&self, channel: ChannelId, part: u32) -> Option<u32> {
        self.channels[channel.index() * self.parts as usize + part as usize]
    }

    pub(super) fn consumption(&self, node: NodeId, pool: u32) -> Option<u32> {
        self.consumption[node.index() * self.pools as usize + pool as usize]
    }

    /// How many channels and consumption channels have one.
    pub(super) fn counts(&self) -> [usize; 2] {
        [&self.channels, &self.consumption].map(|list| list.iter().flatten().count())
    }
}
