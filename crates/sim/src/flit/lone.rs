//! How time goes on where a single flit, head, tail or start is all that happens at most instants.

use super::event_queue::NEVER;
use super::links::Links;
use super::{FlitEngine, Worm};
use crate::Time;
use crate::open_loop::{Moment, Observer};
use std::cmp::Reverse;

impl<O: Observer> FlitEngine<'_, O> {
    /// Lets everything happen that happens before a time; whether anything is left. Where channels are alike and not
    /// held up, and flits cross routers as they come.
    pub(super) fn work_off_plain_before(&mut self, end: Time) -> bool {
        loop {
            let start = self.next_worm();
            let links = self.links.as_ref().map_or(NEVER, Links::next_time);
            let rest = self.handovers.next_time().min(self.credits.next_time()).min(links);
            let flit = self.flits.next_time();
            if !self.work_off_hops_before(end.min(flit).min(start).min(rest)) {
                self.work_off_what_follows();
                continue;
            }
            let (hop, flit) = (self.heads.next_time().min(self.tails.next_time()), flit.min(self.ends.next_time()));
            let next = hop.min(flit).min(start).min(rest);
            if next >= end {
                return next != NEVER || self.ahead.until >= end;
            }
            self.now = next;
            let is_quiet = if flit < hop.min(start).min(rest) {
                self.move_flits();
                false
            } else if start < hop.min(flit).min(rest) && self.starts_at_once {
                self.start_worm()
            } else {
                self.work_off_now();
                true
            };
            if !is_quiet {
                self.work_off_what_follows();
            }
        }
    }

    /// What a single flit, head, tail or start brings about now.
    #[inline]
    fn work_off_what_follows(&mut self) {
        if self.entered.is_empty() && self.next_worm() > self.now {
            if self.allocator.is_stirred() {
                self.grant();
            }
            if self.flits.is_due(self.now) || self.ends.is_due(self.now) {
                self.move_flits();
            }
            if !self.allocator.is_stirred() && self.next_worm() > self.now {
                return;
            }
        }
        self.work_off_now();
    }

    /// One worm at least starts now, which waits for nothing before its first request. Whether nothing more follows.
    fn start_worm(&mut self) -> bool {
        let Some(Reverse((_, _, worm))) = self.starts.pop() else { return true };
        let Worm { origin, first_slot, .. } = self.worms[worm];
        self.backlog[origin.index()] += 1;
        self.tell(first_slot, Moment::Arrived, self.now);
        if self.next_worm() == self.now {
            self.entered.push(first_slot);
            return false;
        }
        self.request(first_slot)
    }
}
