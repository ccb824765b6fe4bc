//! What goes from region to region.

use crate::path::core::{Comer, NewWorm};
use crate::path::events::NEVER;
use crate::path::routes::Run;
use crate::path::site::Free;
use crate::path::worms::{Held, Ps};
use wormcast_topology::NodeId;

/// Worms that will start in a region. They are small here, and come in when their time has come: all that were drawn
/// ahead would not leave room in the caches for those under way.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// When each starts, and which of the runs are its own; from `next` on, in the order of time, once they are lined
    /// up.
    worms: Vec<(Ps, NewWorm, (u32, u32))>,
    next: usize,
    runs: Vec<Run>,
}

impl Arrivals {
    pub(super) fn add(&mut self, at: Ps, worm: NewWorm, route: &[Run]) {
        let first = self.runs.len() as u32;
        self.runs.extend_from_slice(route);
        self.worms.push((at, worm, (first, route.len() as u32)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.next == self.worms.len()
    }

    /// Takes over others, and lines all up; of the others there are none then.
    pub(super) fn take_over(&mut self, others: &mut Self) {
        std::mem::swap(self, others);
        for &(at, worm, runs) in &others.worms[others.next..] {
            self.add(at, worm, others.runs_of(runs));
        }
        others.clear();
        // Quick where they are in order, as they mostly are.
        self.worms[self.next..].sort_by_key(|&(at, worm, _)| (at, worm.rank));
    }

    fn runs_of(&self, (first, count): (u32, u32)) -> &[Run] {
        &self.runs[first as usize..][..count as usize]
    }

    fn clear(&mut self) {
        self.worms.clear();
        self.runs.clear();
        self.next = 0;
    }

    /// When the first one starts.
    pub(super) fn next_time(&self) -> Ps {
        self.worms.get(self.next).map_or(NEVER, |&(at, ..)| at)
    }

    /// Takes those that start before a time, in the order of their starts and ranks.
    pub(super) fn take_before(&mut self, end: Ps, mut each: impl FnMut(Ps, NewWorm, &[Run])) {
        while self.next_time() < end {
            let (at, worm, runs) = self.worms[self.next];
            self.next += 1;
            each(at, worm, self.runs_of(runs));
        }
        if self.is_empty() {
            self.clear();
        }
    }
}

/// What a region sends to another in a window, in words that lie behind each other: a line of a cache that comes from
/// another core takes as long as the work on some hops.
#[derive(Debug, Default)]
pub(super) struct Letters(pub Vec<u64>);

/// The first byte of a letter; the rest of its first word follows from it.
const CHANNEL: u64 = 0;
const INJECTION: u64 = 1;
const EJECTION: u64 = 2;
const CROSSING: u64 = 3;

/// Two numbers in a word.
fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

fn parts(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl Letters {
    /// Something at a node is free from this time on.
    pub(super) fn free(&mut self, node: NodeId, free: Free, at: Ps) {
        let node = (node.index() as u64) << 32;
        let first = match free {
            Free::Channel(channel) => CHANNEL | u64::from(channel) << 32,
            Free::Injection => INJECTION | node,
            Free::Ejection(pool) => EJECTION | u64::from(pool) << 8 | node,
        };
        self.0.extend([first, at]);
    }

    /// The head of a worm comes over, with the rest of its runs and its ring, and is ready at this time.
    pub(super) fn cross(&mut self, ready: Ps, comer: Comer, runs: &[Run], ring: &[Held]) {
        let Comer { worm, at, delivers, window, run, .. } = comer;
        self.0.extend([
            CROSSING | u64::from(worm.pool) << 8 | u64::from(delivers) << 16 | u64::from(at) << 32,
            ready,
            worm.rank,
            pair(worm.message, worm.id),
            pair(worm.origin.index() as u32, worm.steps),
            pair(worm.length, run.steps),
            pair(run.channel, run.stride),
            pair(window.0, window.1),
            pair(runs.len() as u32, ring.len() as u32),
        ]);
        runs.iter().for_each(|run| self.0.extend([pair(run.channel, run.stride), run.steps.into()]));
        ring.iter().for_each(|held| self.0.extend([held.from, held.channel.into()]));
    }
}

/// A letter that is read; the runs and the ring of a worm are written down elsewhere.
pub(super) enum Letter {
    Channel(u32, Ps),
    Node(NodeId, Free, Ps),
    Crossing(Ps, Comer),
}

/// Reads the next letter, if there is one.
pub(super) fn read(words: &mut impl Iterator<Item = u64>, runs: &mut Vec<Run>, ring: &mut Vec<Held>) -> Option<Letter> {
    let (first, at) = (words.next()?, words.next()?);
    let (pool, number) = ((first >> 8) as u8, (first >> 32) as u32);
    let node = NodeId::new(number as usize);
    match first & 0xff {
        CHANNEL => return Some(Letter::Channel(number, at)),
        INJECTION => return Some(Letter::Node(node, Free::Injection, at)),
        EJECTION => return Some(Letter::Node(node, Free::Ejection(pool), at)),
        _ => {}
    }
    let rank = words.next()?;
    let mut next = || words.next().map(parts);
    let ((message, id), (origin, steps), (length, run_steps)) = (next()?, next()?, next()?);
    let ((channel, stride), window, (run_count, places)) = (next()?, next()?, next()?);
    let worm = NewWorm { rank, message, id, origin: NodeId::new(origin as usize), steps, length, pool };
    runs.clear();
    for _ in 0..run_count {
        let ((channel, stride), steps) = (parts(words.next()?), words.next()? as u32);
        runs.push(Run { channel, stride, steps });
    }
    ring.clear();
    for _ in 0..places {
        ring.push(Held { from: words.next()?, channel: words.next()? as u32 });
    }
    let run = Run { channel, stride, steps: run_steps };
    Some(Letter::Crossing(at, Comer { worm, at: number, delivers: first >> 16 & 1 != 0, window, run }))
}
