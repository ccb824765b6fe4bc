//! When the last flit of a path leaves each of its visits.
//!
//! With T(v) = G(v, L−1) and all channels alike, T(v) is the greatest G(v+a, 0) + (L−1)·t_f − a·B·t_f for a up to the
//! reach ⌊(L−1)/B⌋ (see the tails of the worm engine): the greatest K(u) = G(u, 0) − u·B·t_f of a window of visits that
//! slides along the path with its head.
//!
//! A head needs at least t_f + t_r for a hop. Where that is no less than B·t_f, K never falls, and the newest grant
//! alone decides: T(v) = G(v + reach, 0) + (L−1 − reach·B)·t_f. Otherwise any grant of the window may be the greatest
//! later on, and all have to be kept: as many different tails can follow as there are windows of falling K.

use super::pool::Pool;
use super::worms::{Held, Ps, Worm};
use crate::Timing;

/// The closed form for paths of one length.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    length: u32,
    /// ⌊(L − 1)/B⌋: how many hops upstream a blocked head is felt.
    pub reach: u32,
    /// (L − 1)·t_f.
    body: Ps,
    /// B·t_f; a buffer longer than the message is as good as one of its length.
    step: Ps,
    /// (L − 1 − reach·B)·t_f.
    pub rest: Ps,
    /// The newest grant decides.
    pub newest: bool,
}

impl Tails {
    pub(super) fn new(timing: &Timing, length: u32) -> Self {
        let flit = timing.flit.ps();
        let room = timing.buffer.min(length);
        let (reach, step) = ((length - 1) / room, u64::from(room) * flit);
        let body = u64::from(length - 1) * flit;
        let newest = reach == 0 || flit + timing.router.ps() >= step;
        Self { length, reach, body, step, rest: body - u64::from(reach) * step, newest }
    }

    pub(super) fn length(&self) -> u32 {
        self.length
    }

    /// No tail that a grant makes certain lets go of a channel, or of anything else, sooner than so long after that
    /// grant: (L − reach·B)·t_f.
    pub(super) fn soonest_release(&self, flit: Ps) -> Ps {
        self.rest + flit
    }

    /// Takes in the grant of now, of the visit that the head is at. To be called for every visit of a worm, unless
    /// `newest`.
    #[inline(never)]
    pub(super) fn take_in(&self, worm: &mut Worm, rings: &mut Pool<Held>, now: Ps) {
        let newest = worm.at;
        let (mut front, mut back) = worm.window;
        let beats = |rings: &Pool<Held>, place: u32| {
            let older = rings[worm.candidate_place(place)].channel;
            rings[worm.place(older + 1)].from + u64::from(newest - older) * self.step <= now
        };
        if front < back && rings[worm.candidate_place(front)].channel + self.reach < newest {
            front += 1;
        }
        if front < back && beats(rings, front) {
            // The best candidate so far is beaten, and so are all behind it.
            back = front;
        }
        while front < back && beats(rings, back - 1) {
            back -= 1;
        }
        rings[worm.candidate_place(back)].channel = newest;
        worm.window = (front, back + 1);
    }

    /// Where the newest grant decides, and is that of the last visit: when the tail leaves the visit so many hops
    /// before. It leaves each one a [`step`](Self::step) after the one before.
    pub(super) fn newest_at_end(&self, before: u32, now: Ps) -> Ps {
        now + self.body - u64::from(before) * self.step
    }

    /// B·t_f.
    pub(super) fn step(&self) -> Ps {
        self.step
    }

    /// Where it does not: when the tail leaves a visit within the reach of the last one, which is granted now and taken
    /// in. To be asked for one visit after another.
    #[inline]
    pub(super) fn at_end(&self, worm: &mut Worm, rings: &Pool<Held>, visit: u32, now: Ps) -> Ps {
        if rings[worm.candidate_place(worm.window.0)].channel < visit {
            worm.window.0 += 1;
        }
        self.best(worm, rings, visit, now)
    }

    /// When the tail leaves a visit, if the front of the window decides about it.
    #[inline(never)]
    pub(super) fn best(&self, worm: &Worm, rings: &Pool<Held>, visit: u32, now: Ps) -> Ps {
        let best = rings[worm.candidate_place(worm.window.0)].channel;
        let grant = if best == worm.at { now } else { rings[worm.place(best + 1)].from };
        grant + self.body - u64::from(best - visit) * self.step
    }
}
