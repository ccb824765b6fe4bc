//! How flits move: when the next flit of a visit may leave it, and what follows when it does.

use super::Run;
use super::buffers::{BufferIx, NONE};
use crate::fleet::{Fleet, Visit, VisitIx};
use crate::{Handover, Time};

/// How far the flits are at one visit, and what is before and behind it: all that the move of a flit looks at. 24 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// How many flits have left: the number of the next one.
    left: u32,
    /// The visit before; at an origin the [`source`].
    before: VisitIx,
    /// The buffer that flits leave; `NONE` at an origin.
    pub buffer: BufferIx,
    /// The buffer that flits are sent to, or `NONE`, or `SEVERAL`.
    ahead: BufferIx,
    /// When the last one left.
    last: Time,
}

/// The route branches here.
const SEVERAL: u32 = NONE - 1;

/// What all origins take their flits from: more than any worm has, and all there from the beginning.
fn source() -> Progress {
    Progress { left: u32::MAX, before: NONE, buffer: NONE, ahead: NONE, last: Time::ZERO }
}

/// All visits before any flit has moved, and the [`source`]. `into` has the buffer that leads to each visit.
pub(super) fn start(fleet: &Fleet, into: &[BufferIx]) -> Vec<Progress> {
    let end = fleet.visits.len() as VisitIx;
    let start = |(visit, (what, &buffer)): (VisitIx, (&Visit, &BufferIx))| {
        let before = what.entry.map_or(end, |(before, _)| before);
        let ahead = match *fleet.children(visit) {
            [] => NONE,
            [child] => into[child as usize],
            [..] => SEVERAL,
        };
        Progress { left: 0, before, buffer, ahead, last: Time::ZERO }
    };
    (0..).zip(fleet.visits.iter().zip(into)).map(start).chain([source()]).collect()
}

/// The buffers that the flits of a visit are sent to.
#[inline]
pub(super) fn ahead<'s>(
    fleet: &'s Fleet,
    progress: &'s [Progress],
    visit: VisitIx,
) -> impl Iterator<Item = BufferIx> + 's {
    let ahead = progress[visit as usize].ahead;
    let several = if ahead == SEVERAL { fleet.children(visit) } else { &[] };
    let only = (ahead < SEVERAL).then_some(ahead);
    only.into_iter().chain(several.iter().map(|&child| progress[child as usize].buffer))
}

impl Run<'_> {
    /// All flits that can leave now do, and those that can because of them.
    pub(super) fn move_flits(&mut self) {
        while let Some(buffer) = self.credits.pop(self.now) {
            self.give_place(buffer);
        }
        if self.links.is_some() {
            return self.take_turns();
        }
        while let Some(visit) = self.flits.pop(self.now) {
            self.flit_leaves(visit);
        }
    }

    /// The same when virtual channels share links: links that are free from now on are given to those first in line;
    /// then flits that can leave line up, in the order of worms and of their visits.
    fn take_turns(&mut self) {
        while let Some(next) = self.links.as_mut().and_then(|links| links.next_at_free_link(self.now)) {
            next.into_iter().for_each(|visit| self.try_cross(visit));
        }
        let mut batch = Vec::new();
        loop {
            batch.extend(std::iter::from_fn(|| self.flits.pop(self.now)));
            if batch.is_empty() {
                return;
            }
            batch.sort_unstable();
            for visit in batch.drain(..) {
                let children = self.fleet.children(visit);
                self.links.iter_mut().for_each(|links| links.join(children, visit));
                self.try_cross(visit);
            }
        }
    }

    fn try_cross(&mut self, visit: VisitIx) {
        let children = self.fleet.children(visit);
        if self.links.as_mut().is_some_and(|links| links.try_cross(children, visit, self.now)) {
            self.other = self.other.min(self.now + self.timing.flit);
            self.flit_leaves(visit);
        }
    }

    fn flit_leaves(&mut self, visit: VisitIx) {
        let progress = &mut self.progress[visit as usize];
        (progress.left, progress.last) = (progress.left + 1, self.now);
        let Progress { left, before, buffer, ahead, .. } = *progress;
        let has_room = self.use_place(visit, ahead);
        if left == 1 {
            self.head_leaves(visit);
        }
        if left == self.timing.length {
            self.tail_leaves(visit);
        } else if has_room && self.progress[before as usize].left > left {
            // The next one has left the visit before at the latest when this one left here: now.
            self.flits.add_next(self.now, visit);
        }
        match buffer {
            NONE => {}
            _ if self.timing.flow.credit > Time::ZERO => self.other = self.other.min(self.credits.add(self.now, buffer)),
            _ => self.give_place(buffer),
        }
        for &child in self.fleet.children(visit) {
            self.follow(child, left);
        }
    }

    /// A flit is sent to all buffers ahead of a visit. Whether they have room for another.
    #[inline]
    fn use_place(&mut self, visit: VisitIx, ahead: BufferIx) -> bool {
        match ahead {
            NONE => true,
            SEVERAL => self.use_places(visit),
            buffer => self.buffers.use_place(buffer),
        }
    }

    #[cold]
    fn use_places(&mut self, visit: VisitIx) -> bool {
        ahead(self.fleet, &self.progress, visit).fold(true, |has_room, buffer| self.buffers.use_place(buffer) && has_room)
    }

    #[inline]
    fn has_room(&self, visit: VisitIx, ahead: BufferIx) -> bool {
        match ahead {
            NONE => true,
            SEVERAL => self.have_room(visit),
            buffer => self.buffers.has_room(buffer),
        }
    }

    #[cold]
    fn have_room(&self, visit: VisitIx) -> bool {
        ahead(self.fleet, &self.progress, visit).all(|buffer| self.buffers.has_room(buffer))
    }

    /// The visit before has just sent a flit, so many together. If this one has sent all that it had, it sends that flit as
    /// soon as it comes. The head is granted first.
    #[inline]
    fn follow(&mut self, visit: VisitIx, sent: u32) {
        let Progress { left, ahead, .. } = self.progress[visit as usize];
        if left > 0 && left + 1 == sent && self.has_room(visit, ahead) {
            self.flits.add_next(self.now, visit);
        }
    }

    fn give_place(&mut self, buffer: BufferIx) {
        if let Some(feeder) = self.buffers.give_place(buffer) {
            self.settle(feeder);
        }
    }

    fn head_leaves(&mut self, visit: VisitIx) {
        for &child in self.fleet.children(visit) {
            self.times[child as usize].arrived = Some(self.now + self.timing.flit);
            if self.timing.flow.handover == Handover::Empty
                || self.buffers.enter(self.progress[child as usize].buffer, child)
            {
                self.other = self.other.min(self.heads.add_next(self.now, child));
            }
        }
    }

    fn tail_leaves(&mut self, visit: VisitIx) {
        let own = self.progress[visit as usize].buffer;
        let mut next = self.tails.add(self.now, visit);
        match self.timing.flow.handover {
            Handover::Empty if own == NONE || self.free_with_tail => {}
            Handover::Empty => next = next.min(self.handovers.add(self.now, own)),
            Handover::Tail => {
                for buffer in ahead(self.fleet, &self.progress, visit) {
                    self.handovers.add(self.now, buffer);
                }
                if let Some(next) = self.buffers.leave(own) {
                    // It is looked at when it is there and the tail before it is on its way.
                    let arrived = self.times[next as usize].arrived.unwrap_or(self.now);
                    let ready = (self.now.max(arrived) + self.timing.router).max(self.now + self.timing.flit);
                    self.heads.add(self.now, ready, next);
                }
            }
        }
        for &worm in self.fleet.started_by(visit) {
            next = next.min(self.followers.add(self.now, worm));
        }
        self.other = self.other.min(next);
    }

    /// A head is granted, or there is room again ahead of a visit. If its next flit waits for nothing else, it is settled
    /// when that flit leaves.
    #[inline(always)]
    pub(super) fn settle(&mut self, visit: VisitIx) {
        let Progress { left, before, ahead, last, .. } = self.progress[visit as usize];
        if left == self.timing.length || !self.has_room(visit, ahead) {
            return;
        }
        let mut time = self.now;
        // The head is there when it is granted.
        if left > 0 {
            let from = &self.progress[before as usize];
            if from.left <= left {
                return;
            }
            time = time.max(last + self.timing.flit);
            // Flits are a flit time apart: all but the last one that left the visit before have arrived.
            if from.left == left + 1 {
                time = time.max(from.last + self.timing.flit);
            }
        }
        self.flits.add(self.now, time, visit);
    }
}
