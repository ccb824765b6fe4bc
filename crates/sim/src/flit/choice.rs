//! Which virtual channel of a link a worm takes, where it may take any that is free.

use super::buffers::Buffers;
use super::numbers::ResourceIx;
use crate::slab::NONE;

/// The virtual channels of a link have the numbers that follow that of their pool.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// By virtual channel: the number of its pool.
    pools: Vec<ResourceIx>,
    /// By pool: which of its virtual channels is looked at first, from 1.
    turns: Vec<u32>,
}

impl Choice {
    /// A virtual channel is one of a pool.
    pub(super) fn add(&mut self, channel: ResourceIx, pool: ResourceIx) {
        self.pools.resize(self.pools.len().max(channel as usize + 1), NONE);
        self.pools[channel as usize] = pool;
        self.turns.resize(self.turns.len().max(pool as usize + 1), 1);
    }

    /// The number in whose line a worm stands for a virtual channel.
    pub(super) fn line_of(&self, channel: ResourceIx) -> ResourceIx {
        self.pools.get(channel as usize).copied().filter(|&pool| pool != NONE).unwrap_or(channel)
    }

    /// The virtual channel that is next in turn and free, of a pool of so many that is not taken whole.
    pub(super) fn take(&mut self, pool: ResourceIx, count: u32, buffers: &Buffers) -> ResourceIx {
        let turn = &mut self.turns[pool as usize];
        let next = (0..count).map(|step| (*turn - 1 + step) % count + 1);
        let taken = next.into_iter().find(|&number| buffers.is_free(pool + number)).unwrap_or(*turn);
        *turn = taken % count + 1;
        pool + taken
    }
}
