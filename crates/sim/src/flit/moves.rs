//! How flits move: when the next flit of a visit may leave it, and what follows when it does.

use super::Run;
use super::numbers::{BufferIx, NONE};
use super::places::{Place, Progress, SEVERAL};
use crate::{Handover, Time};

impl Run<'_> {
    /// All flits that can leave now do, and those that can because of them.
    pub(super) fn move_flits(&mut self) {
        while let Some(buffer) = self.credits.pop(self.now) {
            self.give_room(buffer);
        }
        if self.links.is_some() {
            return self.take_turns();
        }
        while let Some(place) = self.flits.pop(self.now) {
            self.flit_leaves(place);
        }
    }

    /// The same when virtual channels share links: links that are free from now on are given to those first in line;
    /// then flits that can leave line up, in the order of worms and of their visits.
    fn take_turns(&mut self) {
        while let Some(next) = self.links.as_mut().and_then(|links| links.next_at_free_link(self.now)) {
            next.into_iter().for_each(|place| self.try_cross(place));
        }
        let mut batch = Vec::new();
        loop {
            batch.extend(std::iter::from_fn(|| self.flits.pop(self.now)));
            if batch.is_empty() {
                return;
            }
            batch.sort_unstable_by_key(|&place| self.places[place].visit);
            for place in batch.drain(..) {
                self.links.iter_mut().for_each(|links| links.join(self.places.ahead(place), place));
                self.try_cross(place);
            }
        }
    }

    fn try_cross(&mut self, place: Place) {
        let Some(links) = &mut self.links else { return };
        if let Some(free) = links.try_cross(|| self.places.ahead(place), place, self.now) {
            self.other = self.other.min(free);
            self.flit_leaves(place);
        }
    }

    fn flit_leaves(&mut self, place: Place) {
        let progress = &mut self.places[place];
        (progress.left, progress.last) = (progress.left + 1, self.now);
        let Progress { left, before, buffer, next, ahead, .. } = *progress;
        let has_room = self.use_room(place, ahead);
        if left == 1 {
            self.head_leaves(place);
        }
        if left == self.timing.length {
            self.tail_leaves(place);
        } else if has_room && self.places[before].left > left {
            // The next one has left the visit before at the latest when this one left here: now.
            self.flits.add_next(self.now, place);
        }
        match buffer {
            NONE => {}
            _ if self.timing.flow.credit > Time::ZERO => {
                self.other = self.other.min(self.credits.add(self.now, buffer))
            }
            _ => self.give_room(buffer),
        }
        match next {
            NONE => {}
            SEVERAL => self.places.children(place).for_each(|child| self.follow(child, left)),
            child => self.follow(child, left),
        }
    }

    /// A flit is sent to all buffers ahead. Whether they have room for another.
    #[inline]
    fn use_room(&mut self, place: Place, ahead: BufferIx) -> bool {
        match ahead {
            NONE => true,
            SEVERAL => self.use_rooms(place),
            buffer => self.buffers.use_room(buffer),
        }
    }

    #[cold]
    fn use_rooms(&mut self, place: Place) -> bool {
        let mut has_room = true;
        for buffer in self.places.ahead(place) {
            has_room &= self.buffers.use_room(buffer);
        }
        has_room
    }

    #[inline]
    fn has_room(&self, place: Place, ahead: BufferIx) -> bool {
        match ahead {
            NONE => true,
            SEVERAL => self.have_room(place),
            buffer => self.buffers.has_room(buffer),
        }
    }

    #[cold]
    fn have_room(&self, place: Place) -> bool {
        self.places.ahead(place).all(|buffer| self.buffers.has_room(buffer))
    }

    /// The visit before has just sent the last of so many flits. If this one has sent all that it had, it sends that
    /// flit as soon as it comes; but the head is granted first.
    #[inline]
    fn follow(&mut self, place: Place, sent: u32) {
        let Progress { left, ahead, .. } = self.places[place];
        if left > 0 && left + 1 == sent && self.has_room(place, ahead) {
            self.flits.add_next(self.now, place);
        }
    }

    #[inline]
    fn give_room(&mut self, buffer: BufferIx) {
        if let Some(feeder) = self.buffers.give_room(buffer) {
            self.settle(feeder);
        }
    }

    fn head_leaves(&mut self, place: Place) {
        for child in self.places.children(place) {
            let Progress { visit, buffer, .. } = self.places[child];
            self.times[visit as usize].arrived = Some(self.now + self.timing.flit);
            if self.timing.flow.handover == Handover::Empty || self.buffers.enter(buffer, child) {
                self.other = self.other.min(self.heads.add_next(self.now, child));
            }
        }
    }

    fn tail_leaves(&mut self, place: Place) {
        let mut next = self.tails.add(self.now, place);
        for buffer in self.places.ahead(place) {
            self.buffers.feed(buffer, NONE);
        }
        let Progress { visit, buffer, .. } = self.places[place];
        match self.timing.flow.handover {
            Handover::Empty if buffer == NONE || self.free_with_tail => {}
            Handover::Empty => next = next.min(self.handovers.add(self.now, buffer)),
            Handover::Tail => self.hand_over_after_tail(place, buffer),
        }
        for &worm in self.fleet.started_by(visit) {
            next = next.min(self.followers.add(self.now, worm));
        }
        self.other = self.other.min(next);
    }

    fn hand_over_after_tail(&mut self, place: Place, buffer: BufferIx) {
        for ahead in self.places.ahead(place) {
            self.handovers.add(self.now, ahead);
        }
        if let Some(next) = self.buffers.leave(buffer) {
            // It is looked at when it is there and the tail before it is on its way.
            let arrived = self.times[self.places[next].visit as usize].arrived.unwrap_or(self.now);
            let ready = (self.now.max(arrived) + self.timing.router).max(self.now + self.timing.flit);
            self.heads.add(self.now, ready, next);
        }
    }

    /// A head is granted, or there is room again ahead of a visit. If its next flit waits for nothing else, it is
    /// settled when that flit leaves.
    #[inline]
    pub(super) fn settle(&mut self, place: Place) {
        let Progress { left, before, ahead, last, .. } = self.places[place];
        if !self.has_room(place, ahead) {
            return;
        }
        let mut time = self.now;
        // The head is there when it is granted.
        if left > 0 {
            let from = &self.places[before];
            if from.left <= left {
                return;
            }
            time = time.max(last + self.timing.flit);
            // Flits are a flit time apart: all but the last one that left the visit before have arrived.
            if from.left == left + 1 {
                time = time.max(from.last + self.timing.flit);
            }
        }
        self.flits.add(self.now, time, place);
    }
}
