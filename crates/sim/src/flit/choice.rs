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
    /// By pool: how many virtual channels it has.
    counts: Vec<u32>,
    /// By virtual channel that heads come through, where each goes by turns of its own: what it led to last.
    last: Option<Vec<ResourceIx>>,
}

impl Choice {
    /// With turns of the links, or of the virtual channels that heads come through.
    pub(super) fn new(own_turns: bool) -> Self {
        Self { last: own_turns.then(Vec::new), ..Self::default() }
    }

    /// A virtual channel is one of a pool.
    pub(super) fn add(&mut self, channel: ResourceIx, pool: ResourceIx) {
        self.pools.resize(self.pools.len().max(channel as usize + 1), NONE);
        self.pools[channel as usize] = pool;
        self.turns.resize(self.turns.len().max(pool as usize + 1), 1);
        self.counts.resize(self.turns.len(), 0);
        self.counts[pool as usize] += 1;
    }

    /// The number in whose line a worm stands for a virtual channel.
    pub(super) fn line_of(&self, channel: ResourceIx) -> ResourceIx {
        self.pools.get(channel as usize).copied().filter(|&pool| pool != NONE).unwrap_or(channel)
    }

    /// The virtual channel that is next in turn and free, of a pool that is not taken whole, for a head that comes
    /// through another (`NONE` at an origin).
    pub(super) fn take(&mut self, pool: ResourceIx, from: ResourceIx, buffers: &Buffers) -> ResourceIx {
        let count = self.counts[pool as usize];
        let own = self.last.as_mut().filter(|_| from != NONE).map(|last| {
            last.resize(last.len().max(from as usize + 1), NONE);
            &mut last[from as usize]
        });
        let turn = match &own {
            Some(last) if (pool + 1..=pool + count).contains(*last) => (**last - pool) % count + 1,
            Some(_) => 1,
            None => self.turns[pool as usize],
        };
        let mut next = (0..count).map(|step| (turn - 1 + step) % count + 1);
        let taken = next.find(|&number| buffers.is_free(pool + number)).unwrap_or(turn);
        match own {
            Some(last) => *last = pool + taken,
            None => self.turns[pool as usize] = taken % count + 1,
        }
        pool + taken
    }
}
