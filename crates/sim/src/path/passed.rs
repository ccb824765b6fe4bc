//! A step of a worm: what it takes, and what it lets go of.

use super::pool::Pool;
use super::routes::Run;
use super::tails::Tails;
use super::worms::{Held, Ps, Worm};

/// A head goes on from a visit.
pub(super) struct Passed {
    pub visit: u32,
    pub reach: u32,
    /// The channel that it takes, with `DELIVERS` if it delivers at its end.
    pub channel: u32,
    /// If the visit is so many hops behind its origin: what the worm lets go of, and when its tail leaves there.
    pub left: Held,
    pub tail: Ps,
}

/// Takes a worm whose request is granted now one step on.
#[inline(always)]
pub(super) fn pass(worm: &mut Worm, rings: &mut Pool<Held>, runs: &Pool<Run>, tails: &[Tails], now: Ps) -> Passed {
    let (visit, reach) = (worm.at, worm.reach);
    let tail = if worm.newest { now + worm.rest } else { slow_tail(worm, rings, tails, now) };
    let (next, oldest) = (worm.place(visit + 1), worm.place(visit.wrapping_sub(reach)));
    let channel = worm.step(runs);
    // What is let go of, if anything is, may lie where the next is put: it is read before.
    let held = rings.all();
    let left = held[oldest as usize];
    held[next as usize] = Held { from: now, channel };
    Passed { visit, reach, channel, left, tail }
}

/// When the tail leaves, where more grants than the newest count.
#[inline(never)]
fn slow_tail(worm: &mut Worm, rings: &mut Pool<Held>, tails: &[Tails], now: Ps) -> Ps {
    let tails = &tails[worm.tails as usize];
    tails.take_in(worm, rings, now);
    if worm.at < worm.reach { now } else { tails.best(worm, rings, worm.at - worm.reach, now) }
}
