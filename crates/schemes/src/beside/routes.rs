//! A search among channels, in buffers that are kept.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use wormcast_topology::ChannelId;

/// What a search has met. Channels come out in the order of their costs, and of equal ones as they were offered.
#[derive(Default)]
pub(super) struct Routes {
    /// By channel: the least cost known; `u64::MAX` where none is.
    cost: Vec<u64>,
    /// By channel that was met: the one before it, as the search goes; none where it began.
    before: Vec<Option<ChannelId>>,
    met: Vec<ChannelId>,
    /// Where all channels cost the same, those that are left.
    queue: VecDeque<ChannelId>,
    /// Elsewhere: their costs, the number of the offer, and the channels.
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
    is_even: bool,
    offers: u32,
}

impl Routes {
    /// Forgets the last search. O(channels that it has met), and O(channels) at first.
    pub(super) fn clear(&mut self, channels: usize, is_even: bool) {
        self.cost.resize(channels, u64::MAX);
        self.before.resize(channels, None);
        self.met.drain(..).for_each(|channel| self.cost[channel.index()] = u64::MAX);
        self.queue.clear();
        self.heap.clear();
        (self.is_even, self.offers) = (is_even, 0);
    }

    /// Whether an offer at this cost would be the best one.
    #[inline]
    pub(super) fn is_better(&self, channel: ChannelId, cost: u64) -> bool {
        cost < self.cost[channel.index()]
    }

    /// A channel can be had at this cost behind another one, or where the search begins.
    pub(super) fn offer(&mut self, channel: ChannelId, cost: u64, before: Option<ChannelId>) {
        if !self.is_better(channel, cost) {
            return;
        }
        if self.cost[channel.index()] == u64::MAX {
            self.met.push(channel);
        }
        self.cost[channel.index()] = cost;
        self.before[channel.index()] = before;
        if self.is_even {
            self.queue.push_back(channel);
        } else {
            self.heap.push(Reverse((cost, self.offers, channel.index() as u32)));
            self.offers += 1;
        }
    }

    /// The next channel, with its cost.
    pub(super) fn next(&mut self) -> Option<(ChannelId, u64)> {
        if let Some(channel) = self.queue.pop_front() {
            return Some((channel, self.cost[channel.index()]));
        }
        while let Some(Reverse((cost, _, channel))) = self.heap.pop() {
            if cost == self.cost[channel as usize] {
                return Some((ChannelId::new(channel as usize), cost));
            }
        }
        None
    }

    /// The channels from one to where the search began.
    pub(super) fn back(&self, from: ChannelId) -> impl Iterator<Item = ChannelId> + '_ {
        std::iter::successors(Some(from), |channel| self.before[channel.index()])
    }
}
