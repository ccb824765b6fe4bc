//! When worms start, and when heads are ready.

use super::{Naive, Release};
use std::collections::BTreeMap;
use wormcast_sim::*;

impl Naive<'_> {
    /// Worms start, pay, and get injection channels; whether anything happened.
    pub(super) fn start_worms(&mut self) -> bool {
        let before = self.progress();
        self.passes += 1;
        for worm in 0..self.worms.len() {
            self.start(worm);
        }
        let mut paying: Vec<_> =
            (0..self.worms.len()).filter(|&worm| self.pays_until(worm) == Some(self.now)).collect();
        paying.retain(|&worm| self.worms[worm].paid.is_none());
        for worm in paying {
            self.worms[worm].paid = Some(self.passes);
        }
        for worm in 0..self.worms.len() {
            self.begin_to_pay(worm);
        }
        self.enter();
        before != self.progress()
    }

    fn progress(&self) -> usize {
        let steps = |worm: &super::layout::Worm| {
            [
                worm.starts.is_some_and(|at| at <= self.now),
                worm.pays.is_some(),
                worm.paid.is_some(),
                worm.entered.is_some(),
            ]
        };
        let arrived = self.worms.iter().filter(|worm| self.visits[worm.first].arrived.is_some()).count();
        arrived + self.worms.iter().flat_map(steps).filter(|&step| step).count()
    }

    fn start(&mut self, worm: usize) {
        if let Some(leader) = self.worms[worm].after {
            let length = self.length(leader);
            let delivery = self.visits[leader].branches.iter().find(|branch| branch.is_delivery).unwrap();
            let done = delivery.left.get(length - 1).map(|&at| at + self.timing.receive.ps());
            self.worms[worm].starts = done;
        }
        let first = self.worms[worm].first;
        if self.worms[worm].starts == Some(self.now) && self.visits[first].arrived.is_none() {
            self.visits[first].arrived = Some(self.now);
        }
    }

    fn pays_until(&self, worm: usize) -> Option<u64> {
        self.worms[worm].pays.map(|from| from + self.timing.send.ps())
    }

    /// Of a node's worms the lowest that may start pays next, when nobody else pays; or all pay at once.
    fn begin_to_pay(&mut self, worm: usize) {
        let (origin, first) = (self.worms[worm].origin, self.worms[worm].first);
        let may = self.visits[first].arrived.is_some() && self.worms[worm].pays.is_none();
        let busy =
            self.worms.iter().any(|other| other.origin == origin && other.pays.is_some() && other.paid.is_none());
        if !may || (self.timing.startup == Startup::Serial && self.timing.send > Time::ZERO && busy) {
            return;
        }
        self.worms[worm].pays = Some(self.now);
        if self.timing.send == Time::ZERO {
            self.worms[worm].paid = Some(self.passes);
        }
    }

    /// Injection channels go to those that have paid: those of an earlier pass first, and then the lower worm.
    fn enter(&mut self) {
        let mut waiting: Vec<_> = (0..self.worms.len()).filter(|&worm| self.worms[worm].entered.is_none()).collect();
        waiting.retain(|&worm| self.worms[worm].paid.is_some());
        waiting.sort_by_key(|&worm| self.worms[worm].paid);
        for worm in waiting {
            let origin = self.worms[worm].origin;
            let inside =
                |other: &&super::layout::Worm| other.origin == origin && other.entered.is_some() && !other.injected;
            let inside = self.worms.iter().filter(inside).count();
            if self.timing.injection.limit().is_none_or(|limit| inside < limit.get() as usize) {
                self.worms[worm].entered = Some(self.now);
            }
        }
    }

    /// What was to be free now is.
    pub(super) fn free_what_is_due(&mut self) -> bool {
        let due: Vec<_> = self.releases.iter().filter(|(at, _)| *at <= self.now).copied().collect();
        let mut any = false;
        for (at, release) in due {
            if self.release(release) {
                any = true;
                let place = self.releases.iter().position(|&other| other == (at, release)).unwrap();
                self.releases.remove(place);
            }
        }
        any
    }

    /// Whether something can be free, which has come to it.
    pub(super) fn release(&mut self, release: Release) -> bool {
        match release {
            Release::Visit(visit) => self.visits[visit].released = Some(self.now),
            Release::Injection(worm) => self.worms[worm].injected = true,
            Release::Channel(visit) if !self.has_room_for_a_message(visit) => return false,
            Release::Channel(visit) => self.free_channel(visit),
            Release::Ejection(visit) if !self.has_sent_what_it_has_to(visit) => return false,
            Release::Ejection(visit) => {
                let delivery = self.visits[visit].branches.iter().find(|branch| branch.to.is_none()).unwrap();
                delivery.key.into_iter().for_each(|key| *self.held.get_mut(&key).unwrap() -= 1);
            }
        }
        true
    }

    /// With packet switching a channel is free when its buffer has room for a whole message.
    fn has_room_for_a_message(&self, visit: usize) -> bool {
        let whole = self.timing.flow.switching != Switching::Wormhole;
        !whole || self.filled(visit) + self.timing.length as usize <= self.buffer(self.visits[visit].entry.unwrap().2)
    }

    fn has_sent_what_it_has_to(&self, visit: usize) -> bool {
        let (node, plan) = (self.node(visit), self.worms[self.visits[visit].worm].plan);
        let asked = self.conditions.dependences.iter().filter(|other| other.at == node && other.takes_in == plan);
        let mut worms = asked.flat_map(|asked| {
            self.worms.iter().filter(move |worm| worm.plan == asked.only_after_sending && worm.origin == node)
        });
        worms.all(|worm| self.visits[worm.first].released.is_some())
    }

    /// When the head of a visit is ready, if that is known.
    pub(super) fn ready(&self, visit: usize) -> Option<u64> {
        let what = &self.visits[visit];
        let Some((parent, branch, channel)) = what.entry else { return self.worms[what.worm].entered };
        let waits_for = match self.timing.flow.switching {
            Switching::StoreAndForward => self.length(visit) - 1,
            _ => 0,
        };
        let there = self.visits[parent].branches[branch].left.get(waits_for)? + self.latency(channel);
        if self.timing.flow.handover == Handover::Empty {
            return Some(there + self.router(channel));
        }
        let last = |times: &BTreeMap<_, u64>| times.get(&(channel, what.number)).copied().unwrap_or(0);
        let looked_at = what.front?.max(there).max(last(&self.turned));
        Some((looked_at + self.router(channel)).max(last(&self.crossed)))
    }
}
