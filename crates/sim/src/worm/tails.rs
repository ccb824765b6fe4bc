//! When the last flit of a worm leaves each of its visits: what the grants tell, as soon as they tell it.
//!
//! Let T(v) = G(v, L−1). The closed form says: T(v) is the greatest G(u, 0) + (L−1 − aB + b)·t_f over the visits u of
//! the worm with aB ≤ L−1, where a and b are the distances from u and from v up to their lowest common ancestor w. For
//! each w the part over its own descendants, down(w), is the greatest G(u, 0) + (L−1 − aB)·t_f; and so T(v) =
//! max(down(v), T(parent) + t_f). T(v) is certain when all descendants within ⌊(L−1)/B⌋ hops (the reach) are granted,
//! below v and below each visit above v.

use super::visits::{TailRule, Visit, VisitAt, Visits, Worm};
use crate::slab::NONE;
use crate::{Time, Timing};

/// The parameters of the closed form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tails {
    flit: Time,
    /// (L − 1)·t_f.
    body: Time,
    /// B·t_f; a buffer longer than the message is as good as one of its length.
    step: Time,
    /// ⌊(L − 1)/B⌋: how many hops downstream a blocked head is felt.
    reach: u32,
}

/// A tail leaves a visit for certain at this time.
pub(super) type Gone = (VisitAt, Time);

impl Tails {
    pub(super) fn new(timing: &Timing) -> Self {
        let buffer = timing.buffer.min(timing.length);
        Self {
            flit: timing.flit,
            body: timing.flit.times(timing.length - 1),
            step: timing.flit.times(buffer),
            reach: (timing.length - 1) / buffer,
        }
    }

    /// The rule for a worm of this height.
    pub(super) fn rule(&self, height: u32, is_path: bool) -> TailRule {
        match (height <= self.reach, is_path) {
            (true, _) => TailRule::AtOnce,
            (false, true) => TailRule::Window,
            (false, false) => TailRule::Branches,
        }
    }

    /// The request at a visit is granted. Returns a visit whose tail is certain now, and appends those that are
    /// besides.
    #[inline]
    pub(super) fn granted(
        &self,
        worm: &mut Worm,
        visits: &mut Visits,
        at: VisitAt,
        gone: &mut Vec<Gone>,
    ) -> Option<Gone> {
        worm.ungranted -= 1;
        match worm.tail_rule {
            TailRule::AtOnce if worm.ungranted > 0 => {}
            TailRule::AtOnce => self.all_at_once(worm, visits, gone),
            TailRule::Window => return self.slide_window(worm, visits, at, gone),
            TailRule::Branches => self.look_back(visits, at, gone),
        }
        None
    }

    /// All visits are granted, and every one is within reach of all above it. O(visits).
    fn all_at_once(&self, worm: &Worm, visits: &mut Visits, gone: &mut Vec<Gone>) {
        let range = worm.first_visit..worm.first_visit + worm.visits;
        for at in range.clone() {
            visits[at].latest = visits[at].grant + self.body;
        }
        for at in range.clone().skip(1).rev() {
            let Visit { parent, latest, .. } = visits[at];
            let above = &mut visits[parent];
            above.latest = above.latest.max(latest - self.step);
        }
        for at in range {
            let Visit { parent, latest, .. } = visits[at];
            let above = if parent == NONE { Time::ZERO } else { visits[parent].latest + self.flit };
            let visit = &mut visits[at];
            (visit.latest, visit.gone) = (latest.max(above), true);
            gone.push((at, visit.latest));
        }
    }

    /// On a path only descendants matter: T(v) is the greatest G(v+a, 0) + body − a·step for a up to the reach. A
    /// queue of candidates, each above all behind it, slides along the path, in the `scratch` of the first visits.
    /// O(1) amortised.
    #[inline]
    fn slide_window(&self, worm: &mut Worm, visits: &mut Visits, at: VisitAt, gone: &mut Vec<Gone>) -> Option<Gone> {
        let path = visits.of(worm);
        let newest = at - worm.first_visit;
        let (mut front, mut back) = worm.window;
        if front < back && path[front as usize].scratch + self.reach < newest {
            front += 1;
        }
        let grant = path[newest as usize].grant;
        let beats = |older: u32| path[older as usize].grant + self.step.times(newest - older) <= grant;
        if front < back && beats(path[front as usize].scratch) {
            // The best candidate so far is beaten, and so are all behind it: the frequent case.
            (front, back) = (0, 0);
        }
        while front < back && beats(path[back as usize - 1].scratch) {
            back -= 1;
        }
        path[back as usize].scratch = newest;
        worm.window = (front, back + 1);
        let leaves = newest.checked_sub(self.reach)?;
        let tail = self.tail_in_window(path, front, leaves);
        if newest + 1 == worm.visits {
            self.empty_window(worm, visits, leaves + 1, gone);
        }
        Some((worm.first_visit + leaves, tail))
    }

    fn tail_in_window(&self, path: &mut [Visit], front: u32, leaves: u32) -> Time {
        path[leaves as usize].gone = true;
        let best = path[front as usize].scratch;
        path[best as usize].grant + self.body - self.step.times(best - leaves)
    }

    /// The last visit is granted: nothing is missing behind it either.
    fn empty_window(&self, worm: &mut Worm, visits: &mut Visits, from: u32, gone: &mut Vec<Gone>) {
        let path = visits.of(worm);
        let mut front = worm.window.0;
        for leaves in from..worm.visits {
            front += u32::from(path[front as usize].scratch < leaves);
            gone.push((worm.first_visit + leaves, self.tail_in_window(path, front, leaves)));
        }
    }

    /// Tells all visits within reach above of a grant. `scratch` counts the heads below a visit, within reach, that
    /// are not granted, and starts at 1 for the visit's own. O(reach), and O(1) amortised for what becomes certain.
    fn look_back(&self, visits: &mut Visits, granted: VisitAt, gone: &mut Vec<Gone>) {
        let mut heads = 0;
        let mut child = visits[granted].first_child;
        while child != NONE {
            (heads, child) = (heads + 1, visits[child].next_sibling);
        }
        let (mut at, mut highest) = (granted, NONE);
        let mut tail = visits[granted].grant + self.body;
        for distance in 0..=self.reach {
            let visit = &mut visits[at];
            visit.latest = visit.latest.max(tail);
            // The head that was granted is replaced by those that follow it, if these are within reach.
            visit.scratch = visit.scratch - 1 + if distance < self.reach { heads } else { 0 };
            if visit.scratch == 0 {
                highest = at;
            }
            at = visit.parent;
            if at == NONE || distance == self.reach {
                break;
            }
            tail = tail - self.step;
        }
        if highest != NONE {
            self.settle(visits, highest, gone);
        }
    }

    /// Nothing is missing below this visit. If the same holds above, its tail is certain, and perhaps those below.
    fn settle(&self, visits: &mut Visits, highest: VisitAt, gone: &mut Vec<Gone>) {
        let mut next = gone.len();
        self.settle_one(visits, highest, gone);
        while let Some(&(at, _)) = gone.get(next) {
            next += 1;
            let mut child = visits[at].first_child;
            while child != NONE {
                self.settle_one(visits, child, gone);
                child = visits[child].next_sibling;
            }
        }
    }

    fn settle_one(&self, visits: &mut Visits, at: VisitAt, gone: &mut Vec<Gone>) {
        let Visit { parent, scratch, latest, gone: already, .. } = visits[at];
        let above_is_gone = parent == NONE || visits[parent].gone;
        if scratch > 0 || already || !above_is_gone {
            return;
        }
        let above = if parent == NONE { Time::ZERO } else { visits[parent].latest + self.flit };
        let visit = &mut visits[at];
        visit.latest = latest.max(above);
        visit.gone = true;
        gone.push((at, visit.latest));
    }
}
