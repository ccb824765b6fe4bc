//! How requests are granted, and what worms then hold.

use super::FlitEngine;
use super::allocator::Grant;
use super::numbers::ResourceIx;
use super::slots::{SEVERAL, Slot, SlotIx};
use crate::open_loop::{Moment, Observer};
use crate::slab::NONE;

impl<O: Observer> FlitEngine<'_, O> {
    /// Grants what can be granted; whether there was anything.
    pub(super) fn grant(&mut self) -> bool {
        let mut any = false;
        if !self.allocator.is_stirred() {
            return any;
        }
        while let Some(grant) = self.allocator.grant(&self.slots) {
            any = true;
            match grant {
                Grant::All(at) => self.grant_all(at),
                Grant::Part(at, resource) => self.grant_part(at, resource),
            }
        }
        any
    }

    #[inline]
    pub(super) fn grant_all(&mut self, at: SlotIx) {
        let Slot { next, ejection, fork, .. } = self.slots[at];
        if next < SEVERAL && ejection == NONE && fork == NONE && !self.rules.is_special {
            // The frequent case: one channel, and no choice.
            let buffer = self.slots[next].buffer;
            self.buffers.hold(buffer, next, self.now);
            self.is_granted(at);
            if self.rules.tells_ahead {
                return self.set_out(at);
            }
            self.wants_links(at);
            self.buffers.feed(buffer, at);
            return self.settle(at);
        }
        let asked = at..at + self.slots.route(at).asks;
        asked.for_each(|asked| self.hold(asked, None));
        self.is_granted(at);
        self.slots.branches(at).for_each(|branch| self.go(branch));
    }

    pub(super) fn grant_part(&mut self, at: SlotIx, resource: ResourceIx) {
        let complete = self.allocator.is_complete(at);
        for branch in self.slots.branches(at) {
            let wanted = self.slots.wants(branch).any(|wanted| wanted == resource);
            let free = resource == NONE && self.slots.wants(branch).next().is_none();
            if wanted {
                self.hold(branch, Some(resource));
            }
            if self.rules.by_branch && (wanted || free) {
                self.go(branch);
            }
        }
        if complete && !self.slots[at].granted && resource != NONE {
            self.is_granted(at);
            if !self.rules.by_branch {
                self.go(at);
            }
        }
    }

    /// The request of a visit has all that it asked for.
    pub(super) fn is_granted(&mut self, at: SlotIx) {
        self.grants += 1;
        self.tell(at, Moment::Granted, self.now);
        self.slots[at].granted = true;
        if self.slots[at].buffer == NONE {
            let origin = self.worms[self.slots[at].worm].origin;
            self.backlog[origin.index()] -= 1;
        }
    }

    /// What a slot wants, or this of it, is held from now on.
    pub(super) fn hold(&mut self, at: SlotIx, only: Option<ResourceIx>) {
        let Slot { ejection, .. } = self.slots[at];
        let is_meant = |resource| only.is_none_or(|only| only == resource);
        if ejection != NONE && is_meant(ejection) {
            self.slots.route_mut(at).ejects = true;
        }
        let mut visit = self.slots.route(at).first_child;
        while visit != NONE {
            let line = self.slots[visit].buffer;
            if is_meant(line) {
                let buffer = self.choose(at, visit, line);
                self.buffers.hold(buffer, visit, self.now);
            }
            visit = self.visit_beside(visit);
        }
    }

    /// The virtual channel that leads from a slot to a visit: chosen now, if there is a choice.
    pub(super) fn choose(&mut self, at: SlotIx, visit: SlotIx, line: ResourceIx) -> ResourceIx {
        if !self.worms_choose() || self.choice.line_of(line) != line {
            return line;
        }
        let buffer = self.choice.take(line, self.slots[at].buffer, &self.buffers);
        if self.slots[at].ahead == line {
            self.slots[at].ahead = buffer;
        }
        self.slots.branches(visit).for_each(|branch| self.slots[branch].buffer = buffer);
        buffer
    }

    /// The head leaves on a branch, or on all of them, as soon as there is room.
    pub(super) fn go(&mut self, at: SlotIx) {
        if self.rules.tells_ahead {
            return self.set_out(at);
        }
        self.wants_links(at);
        let mut visit = self.slots.route(at).first_child;
        while visit != NONE {
            self.buffers.feed(self.slots[visit].buffer, at);
            visit = self.visit_beside(visit);
        }
        self.settle(at);
    }
}
