//! When the last flit of a worm leaves each of its visits: what the grants tell, as soon as they tell it.
//!
//! Let T(v) = G(v, L−1). The rules of time make T(v) the length of a longest walk that begins at flit L−1 in v and ends
//! at a grant G(u, 0). Its steps are: to the flit before at the same visit, which takes t_f; up to the visit before,
//! which takes t_f + D for a channel of delay D; down to a next visit, which takes no time, and goes back by the B
//! flits of the buffer there. In a tree a walk from v to u has the steps up to their lowest common ancestor w and down
//! to u; whatever it has besides are pairs of steps down and up over the same channel. Where D ≤ (B−1)·t_f such a pair
//! takes no longer than the B flits that it goes back, and can be left out.
//!
//! So T(v) is the greatest G(u, 0) + (L−1 − ΣB)·t_f + Σ(t_f + D) over the visits u of the worm with ΣB ≤ L−1, where
//! ΣB are the buffers from w down to u, and Σ(t_f + D) the channels from w down to v. For each w the part over its own
//! descendants, down(w), is the greatest G(u, 0) + (L−1 − ΣB)·t_f; and so T(v) = max(down(v), T(parent) + t_f + D).
//! T(v) is certain when all descendants within reach, those with ΣB ≤ L−1, are granted, below v and below each visit
//! above v. Where all buffers are alike the reach is ⌊(L−1)/B⌋ hops.

use super::visits::{TailRule, Visit, VisitAt, Visits, Worm};
use crate::channels::{Channel, Channels};
use crate::slab::NONE;
use crate::{Time, Timing};
use wormcast_topology::ChannelId;

/// What the closed form needs of a channel.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// t_f + D.
    latency: Time,
    /// B flits; a buffer longer than the message is as good as one of its length.
    room: u32,
    /// B·t_f.
    time: Time,
}

/// The parameters of the closed form for worms of one length.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    flit: Time,
    /// L − 1.
    behind: u32,
    /// (L − 1)·t_f.
    body: Time,
    usual: Step,
    channels: Channels,
    /// ⌊(L − 1)/B⌋: how many hops downstream a blocked head is felt, where all buffers are alike.
    reach: u32,
}

/// Up to this reach it is quicker to look at all grants within it than to keep a queue of the best.
const NEAR: u32 = 4;

/// A tail leaves a visit for certain at this time.
pub(super) type Gone = (VisitAt, Time);

impl Tails {
    pub(super) fn new(timing: &Timing, channels: &Channels, length: u32) -> Self {
        let Timing { flit, buffer, .. } = *timing;
        let room = buffer.min(length);
        Self {
            flit,
            behind: length - 1,
            body: flit.times(length - 1),
            usual: Step { latency: flit, room, time: flit.times(room) },
            channels: channels.clone(),
            reach: (length - 1) / room,
        }
    }

    /// The length of the worms.
    pub(super) fn length(&self) -> u32 {
        self.behind + 1
    }

    #[inline]
    fn step(&self, channel: ChannelId) -> Step {
        if !self.channels.are_own() {
            return self.usual;
        }
        let &Channel { latency, buffer, .. } = self.channels.at(channel);
        let room = buffer.min(self.length());
        Step { latency, room, time: self.flit.times(room) }
    }

    /// The flits that the buffer behind a channel holds, as far as they matter.
    pub(super) fn room(&self, channel: ChannelId) -> u32 {
        self.step(channel).room
    }

    /// The rule for a worm, given the most flits that the buffers from its origin down to a visit hold.
    pub(super) fn rule(&self, depth: u32, is_path: bool) -> TailRule {
        match (depth <= self.behind, is_path && !self.channels.are_own()) {
            (true, _) => TailRule::AtOnce,
            (false, true) if self.reach <= NEAR => TailRule::Near,
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
            TailRule::Near => return self.look_ahead(worm, visits, at, gone),
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
            let Visit { parent, latest, channel, .. } = visits[at];
            let above = &mut visits[parent];
            above.latest = above.latest.max(latest - self.step(channel).time);
        }
        for at in range {
            let Visit { parent, latest, channel, .. } = visits[at];
            let above = if parent == NONE { Time::ZERO } else { visits[parent].latest + self.step(channel).latency };
            let visit = &mut visits[at];
            (visit.latest, visit.gone) = (latest.max(above), true);
            gone.push((at, visit.latest));
        }
    }

    /// On a path only descendants matter: T(v) is the greatest G(v+a, 0) + body − a·step for a up to the reach, and is
    /// certain when the visit at the end of the reach, or the last one, is granted. O(reach).
    #[inline]
    fn look_ahead(&self, worm: &Worm, visits: &mut Visits, at: VisitAt, gone: &mut Vec<Gone>) -> Option<Gone> {
        let newest = at - worm.first_visit;
        let leaves = newest.checked_sub(self.reach)?;
        let path = visits.of(worm);
        let is_last = newest + 1 == worm.visits;
        for left in if is_last { leaves + 1..worm.visits } else { 0..0 } {
            gone.push((worm.first_visit + left, self.tail_over(&mut path[left as usize..])));
        }
        Some((worm.first_visit + leaves, self.tail_over(&mut path[leaves as usize..=newest as usize])))
    }

    /// When the tail leaves the first of the visits within its reach, all of which are granted.
    #[inline]
    fn tail_over(&self, within_reach: &mut [Visit]) -> Time {
        let (body, step) = (self.body.ps(), self.usual.time.ps());
        let ends = (0..).zip(&*within_reach).map(|(after, visit)| visit.grant.ps() + body - step * after);
        let tail = ends.max().unwrap_or(0);
        within_reach[0].gone = true;
        Time::from_ps(tail)
    }

    /// The same with a long reach: T(v) is the greatest G(v+a, 0) + body − a·step for a up to the reach. A
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
        let beats = |older: u32| path[older as usize].grant + self.usual.time.times(newest - older) <= grant;
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
        path[best as usize].grant + self.body - self.usual.time.times(best - leaves)
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
    /// are not granted, and starts at 1 for the visit's own. O(reach · branches), and O(1) amortised for what becomes
    /// certain.
    fn look_back(&self, visits: &mut Visits, granted: VisitAt, gone: &mut Vec<Gone>) {
        let heads = self.heads_after(visits, granted);
        let (mut at, mut highest) = (granted, NONE);
        let (mut room, mut tail) = (0, visits[granted].grant + self.body);
        loop {
            // The head that was granted is replaced by those that follow it, if these are within reach.
            let following = self.within_reach(visits, granted, heads, room);
            let visit = &mut visits[at];
            visit.latest = visit.latest.max(tail);
            visit.scratch = visit.scratch - 1 + following;
            if visit.scratch == 0 {
                highest = at;
            }
            let Visit { parent, channel, .. } = *visit;
            let step = self.step(channel);
            room += step.room;
            if parent == NONE || room > self.behind {
                break;
            }
            (at, tail) = (parent, tail - step.time);
        }
        if highest != NONE {
            self.settle(visits, highest, gone);
        }
    }

    /// How many heads follow a visit.
    fn heads_after(&self, visits: &Visits, at: VisitAt) -> u32 {
        visits.children(at).count() as u32
    }

    /// How many of the heads that follow a visit are within reach of one above, with buffers for `room` flits between.
    #[inline]
    fn within_reach(&self, visits: &Visits, granted: VisitAt, heads: u32, room: u32) -> u32 {
        if !self.channels.are_own() {
            return if room + self.usual.room <= self.behind { heads } else { 0 };
        }
        let near = |&child: &VisitAt| room + self.room(visits[child].channel) <= self.behind;
        visits.children(granted).filter(near).count() as u32
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
        let Visit { parent, channel, scratch, latest, gone: already, .. } = visits[at];
        let above_is_gone = parent == NONE || visits[parent].gone;
        if scratch > 0 || already || !above_is_gone {
            return;
        }
        let above = if parent == NONE { Time::ZERO } else { visits[parent].latest + self.step(channel).latency };
        let visit = &mut visits[at];
        visit.latest = latest.max(above);
        visit.gone = true;
        gone.push((at, visit.latest));
    }
}
