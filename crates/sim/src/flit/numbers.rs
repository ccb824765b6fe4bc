//! Small numbers for what worms hold: so that tables are as short as the plans are, and not as the network.

use crate::fleet::{Fleet, Visit, VisitIx};
use crate::{Ports, Resource, Timing};
use std::collections::HashMap;
use wormcast_topology::ChannelId;

/// The number of a virtual channel, and of its buffer, among those that worms take.
pub(super) type BufferIx = u32;

/// The number of something that worms hold: a virtual channel, or after those the consumption channels of a node.
pub(super) type ResourceIx = u32;

/// No number.
pub(super) const NONE: u32 = u32::MAX;

/// The numbers of all that worms take.
#[derive(Debug)]
pub(super) struct Numbers {
    channels: Channels,
    /// How many virtual channels are taken.
    buffers: u32,
    /// How many worms can hold a resource at a time, by its number.
    capacities: Vec<u32>,
    /// Empty when nobody ever waits for a consumption channel.
    consumption: HashMap<Resource, ResourceIx>,
}

#[derive(Debug)]
enum Channels {
    /// Links have one virtual channel each: by channel, up to the last one that is taken.
    Whole(Vec<BufferIx>),
    /// A table of all virtual channels would be mostly empty.
    Virtual(HashMap<(ChannelId, u8), BufferIx>),
}

impl Numbers {
    pub(super) fn new(fleet: &Fleet, timing: &Timing) -> Self {
        let (channels, buffers) = match timing.flow.virtual_channels.get() {
            1 => number_channels(fleet),
            _ => number_virtual_channels(fleet),
        };
        let (capacities, consumption) = (vec![1; buffers as usize], HashMap::new());
        let mut numbers = Self { channels, buffers, capacities, consumption };
        if timing.consumption != Ports::All {
            numbers.number_consumption(fleet);
        }
        numbers
    }

    pub(super) fn buffers(&self) -> usize {
        self.buffers as usize
    }

    pub(super) fn capacities(&self) -> &[u32] {
        &self.capacities
    }

    /// The buffer that leads to a visit; `NONE` at an origin.
    #[inline]
    pub(super) fn buffer_into(&self, visit: &Visit) -> BufferIx {
        match (visit.entry, &self.channels) {
            (None, _) => NONE,
            (Some((_, channel)), Channels::Whole(numbers)) => numbers[channel.index()],
            (Some((_, channel)), Channels::Virtual(numbers)) => numbers[&(channel, visit.virtual_channel)],
        }
    }

    /// The consumption channels that a visit delivers through; `NONE` if it never waits for one.
    #[inline]
    pub(super) fn consumption_of(&self, fleet: &Fleet, visit: VisitIx) -> ResourceIx {
        match self.consumption.is_empty() || !fleet.visit(visit).delivers {
            true => NONE,
            false => self.consumption[&fleet.consumption(visit)],
        }
    }

    fn number_consumption(&mut self, fleet: &Fleet) {
        let delivering = (0..).zip(&fleet.visits).filter(|(_, visit)| visit.delivers);
        for resource in delivering.map(|(visit, _)| fleet.consumption(visit)) {
            let next = self.capacities.len() as ResourceIx;
            if *self.consumption.entry(resource).or_insert(next) == next {
                self.capacities.push(fleet.pools.capacity(resource));
            }
        }
    }
}

fn number_channels(fleet: &Fleet) -> (Channels, u32) {
    let (mut numbers, mut count) = (Vec::new(), 0);
    for channel in fleet.visits.iter().filter_map(|visit| Some(visit.entry?.1.index())) {
        if channel >= numbers.len() {
            numbers.resize(channel + 1, NONE);
        }
        if numbers[channel] == NONE {
            (numbers[channel], count) = (count, count + 1);
        }
    }
    (Channels::Whole(numbers), count)
}

fn number_virtual_channels(fleet: &Fleet) -> (Channels, u32) {
    let mut numbers = HashMap::new();
    for visit in &fleet.visits {
        let next = numbers.len() as BufferIx;
        visit.entry.map(|(_, channel)| *numbers.entry((channel, visit.virtual_channel)).or_insert(next));
    }
    let count = numbers.len() as u32;
    (Channels::Virtual(numbers), count)
}
