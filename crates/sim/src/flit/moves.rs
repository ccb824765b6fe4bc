//! How flits move: when the next flit of a visit may leave it, and what follows when it does.

use super::Run;
use super::buffers::{BufferIx, NONE};
use crate::fleet::{Fleet, Visit, VisitIx};
use crate::{Handover, Time};

/// How far the flits are at one visit. 24 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// How many flits have left: the number of the next one.
    left: u32,
    /// Whether the head may leave.
    pub granted: bool,
    /// Whether it is settled when the next flit leaves.
    settled: bool,
    /// The visit before; itself at an origin.
    before: VisitIx,
    /// The buffer that it leaves; `NONE` at an origin.
    pub buffer: BufferIx,
    /// When the last one left.
    last: Time,
}

/// All visits before any flit has moved.
pub(super) fn start(fleet: &Fleet, into: &[BufferIx]) -> Vec<Progress> {
    let start = |(visit, (what, &buffer)): (VisitIx, (&Visit, &BufferIx))| {
        let before = what.entry.map_or(visit, |(before, _)| before);
        Progress { left: 0, granted: false, settled: false, before, buffer, last: Time::ZERO }
    };
    (0..).zip(fleet.visits.iter().zip(into)).map(start).collect()
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
            self.flit_leaves(visit);
        }
    }

    fn flit_leaves(&mut self, visit: VisitIx) {
        let progress = &mut self.progress[visit as usize];
        let (flit, buffer) = (progress.left, progress.buffer);
        (progress.left, progress.last, progress.settled) = (flit + 1, self.now, false);
        let children = self.fleet.children(visit);
        let mut has_room = true;
        for &child in children {
            has_room &= self.buffers.use_place(self.progress[child as usize].buffer);
        }
        if flit == 0 {
            self.head_leaves(visit);
        }
        if flit + 1 == self.timing.length {
            self.tail_leaves(visit);
        }
        match buffer {
            NONE => {}
            _ if self.timing.flow.credit > Time::ZERO => self.credits.add(self.now, buffer),
            _ => self.give_place(buffer),
        }
        if has_room {
            self.settle(visit);
        }
        for &child in children {
            // One that has not sent the flit before waits for something else.
            if self.progress[child as usize].left == flit {
                self.settle(child);
            }
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
                self.heads.add_next(self.now, child);
            }
        }
    }

    fn tail_leaves(&mut self, visit: VisitIx) {
        self.tails.add(self.now, visit);
        let own = self.progress[visit as usize].buffer;
        match self.timing.flow.handover {
            Handover::Empty if own == NONE => {}
            Handover::Empty => self.handovers.add(self.now, own),
            Handover::Tail => {
                for &child in self.fleet.children(visit) {
                    self.handovers.add(self.now, self.progress[child as usize].buffer);
                }
                if let Some(next) = self.buffers.leave(own) {
                    // It is looked at when it is there and the tail before it is on its way.
                    let arrived = self.times[next as usize].arrived.unwrap_or(self.now);
                    let ready = (self.now.max(arrived) + self.timing.router).max(self.now + self.timing.flit);
                    self.heads.add(self.now, ready, next);
                }
            }
        }
        if self.fleet.visit(visit).delivers {
            for &worm in self.fleet.started_by(visit) {
                self.followers.add(self.now, worm);
            }
        }
    }

    /// If all that the next flit of a visit waits for has happened, it is settled when that flit leaves.
    #[inline]
    pub(super) fn settle(&mut self, visit: VisitIx) {
        let Progress { left: flit, granted, settled, before, last, .. } = self.progress[visit as usize];
        if !granted || settled || flit == self.timing.length {
            return;
        }
        let mut time = self.now;
        // The head is there when it is granted.
        if flit > 0 {
            let Some(arrival) = self.arrival(visit, before, flit) else { return };
            time = time.max(last + self.timing.flit).max(arrival);
        }
        if self.fleet.children(visit).iter().all(|&child| self.buffers.has_room(self.progress[child as usize].buffer)) {
            self.progress[visit as usize].settled = true;
            self.flits.add(self.now, time, visit);
        }
    }

    /// When a flit is at a visit, or a time before now if it is there; none if it is not yet on its way.
    fn arrival(&self, visit: VisitIx, before: VisitIx, flit: u32) -> Option<Time> {
        let Progress { left, last, .. } = self.progress[before as usize];
        if before == visit {
            return Some(Time::ZERO);
        }
        // Flits are a flit time apart: all but the last one that left the visit before have arrived.
        (left > flit).then_some(if left == flit + 1 { last + self.timing.flit } else { Time::ZERO })
    }
}
