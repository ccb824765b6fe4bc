//! How heads get what they ask for.

use super::layout::Key;
use super::{Naive, Request};
use wormcast_sim::*;

impl Naive<'_> {
    fn in_parts(&self) -> bool {
        matches!(
            self.timing.flow.reservation,
            Reservation::Incremental | Reservation::AnyOrder | Reservation::Independent
        )
    }

    /// What is asked for at a visit, in the order of the hops, the ejection channel last.
    fn needs(&self, visit: usize) -> Vec<Key> {
        let keys = |visit: usize| self.visits[visit].branches.iter().filter_map(|branch| branch.key);
        match (self.timing.flow.reservation, self.visits[visit].entry) {
            (Reservation::Whole, None) => self.worms[self.visits[visit].worm].visits.clone().flat_map(keys).collect(),
            (Reservation::Whole, Some(_)) => Vec::new(),
            _ => keys(visit).collect(),
        }
    }

    /// Heads that are ready make their requests, in the order of worms and of their visits.
    pub(super) fn make_requests(&mut self) -> bool {
        // A head on a channel that is held up is looked at when that ends.
        let held_up = |visit: usize| {
            let what = &self.visits[visit];
            what.entry.is_some_and(|(_, _, channel)| self.are_heads_held_up(channel, what.number))
        };
        let is_due = |visit: usize| self.ready(visit).is_some_and(|at| at <= self.now) && !held_up(visit);
        let ready = |&visit: &usize| self.visits[visit].requested.is_none() && is_due(visit);
        let ready: Vec<_> = (0..self.visits.len()).filter(ready).collect();
        for &visit in &ready {
            self.visits[visit].requested = Some(self.now);
            let mut missing = self.needs(visit);
            if self.timing.flow.reservation == Reservation::AnyOrder {
                missing.reverse();
            }
            let one_by_one = self.in_parts() && self.timing.flow.reservation != Reservation::Independent;
            if !one_by_one {
                missing.iter().for_each(|&key| self.join(key, visit, &ready));
            }
            if self.in_parts() && self.by_branch() {
                let free = self.visits[visit].branches.iter_mut().filter(|branch| branch.key.is_none());
                free.for_each(|branch| branch.has = true);
            }
            self.requests.push(Request { visit, missing, lined_up: !one_by_one });
        }
        !ready.is_empty()
    }

    /// Odd channels take the higher of the worms first that ask by parts at one time.
    fn join(&mut self, key: Key, visit: usize, now: &[usize]) {
        let odd = match key {
            Key::Channel(channel, _) | Key::Link(channel) | Key::Half(channel, _) => channel.index() % 2 == 1,
            Key::Ejection(..) => false,
        };
        let line = self.lines.entry(key).or_default();
        let others = line.iter().filter(|other| now.contains(other)).count();
        let place =
            line.len() - if odd && self.timing.flow.reservation == Reservation::Independent { others } else { 0 };
        line.insert(place, visit);
    }

    fn is_open(&self, key: Key, visit: usize) -> bool {
        let stalled = match key {
            Key::Channel(channel, number) => self.is_lane_stalled(channel, number),
            Key::Link(channel) | Key::Half(channel, _) => self.is_stalled(channel),
            Key::Ejection(..) => false,
        };
        let held = self.held.get(&key).copied().unwrap_or(0);
        !stalled && held < self.capacity(key) && self.lines[&key].first() == Some(&visit)
    }

    /// Grants all that can be granted; whether there was anything.
    pub(super) fn grant(&mut self) -> bool {
        let mut any = false;
        loop {
            if self.grant_one() {
                any = true;
                continue;
            }
            // When nothing more can be granted, those that got something ask for the next thing.
            let mut asking: Vec<_> = (0..self.requests.len()).filter(|&at| !self.requests[at].lined_up).collect();
            if asking.is_empty() {
                return any;
            }
            asking.sort_by_key(|&at| self.requests[at].visit);
            for at in asking {
                let Request { visit, ref missing, .. } = self.requests[at];
                let next = missing.first().copied();
                next.into_iter().for_each(|key| self.lines.entry(key).or_default().push(visit));
                self.requests[at].lined_up = true;
            }
        }
    }

    fn grant_one(&mut self) -> bool {
        for at in 0..self.requests.len() {
            let Request { visit, ref missing, lined_up } = self.requests[at];
            if !lined_up {
                continue;
            }
            let missing = missing.clone();
            let found: Vec<Key> = match self.timing.flow.reservation {
                _ if missing.is_empty() => Vec::new(),
                Reservation::Atomic | Reservation::Whole => missing.clone(),
                Reservation::Independent => {
                    missing.iter().copied().find(|&key| self.is_open(key, visit)).into_iter().collect()
                }
                Reservation::Incremental | Reservation::AnyOrder => missing[..1].to_vec(),
            };
            if found.iter().all(|&key| self.is_open(key, visit)) && (!found.is_empty() || missing.is_empty()) {
                found.into_iter().for_each(|key| self.take(at, key));
                if self.requests[at].missing.is_empty() {
                    self.is_granted(at);
                }
                return true;
            }
        }
        false
    }

    fn take(&mut self, at: usize, key: Key) {
        let visit = self.requests[at].visit;
        self.lines.get_mut(&key).unwrap().remove(0);
        *self.held.entry(key).or_default() += 1;
        self.requests[at].missing.retain(|&other| other != key);
        let one_by_one = matches!(self.timing.flow.reservation, Reservation::Incremental | Reservation::AnyOrder);
        self.requests[at].lined_up = !one_by_one || self.requests[at].missing.is_empty();
        let whole = self.timing.flow.reservation == Reservation::Whole;
        let visits = if whole { self.worms[self.visits[visit].worm].visits.clone() } else { visit..visit + 1 };
        for visit in visits {
            for branch in 0..self.visits[visit].branches.len() {
                if self.visits[visit].branches[branch].key == Some(key) {
                    self.visits[visit].branches[branch].has |= self.in_parts();
                    self.choose(visit, branch);
                }
            }
        }
    }

    /// Which virtual channel it is, where worms choose among those of a link: the next in turn that is free.
    fn choose(&mut self, visit: usize, branch: usize) {
        let Some(to) = self.visits[visit].branches[branch].to else { return };
        let channel = self.visits[to].entry.unwrap().2;
        let numbers = match self.visits[visit].branches[branch].key {
            Some(Key::Link(_)) => Some(0..self.virtual_channels(channel)),
            Some(Key::Half(_, upper)) => Some(self.half(channel, upper)),
            _ => None,
        };
        if let Some(numbers) = numbers {
            // With separable allocators each virtual channel that heads come through has turns of its own.
            let what = &self.visits[visit];
            let own = self.timing.flow.crossbar == Crossbar::Separable;
            let owner = what.entry.filter(|_| own).map(|(_, _, from)| (from, what.number));
            let last = match owner {
                None => self.last.get(&(channel, numbers.start)).copied(),
                Some(owner) => self.own_last.get(&owner).filter(|(to, _)| *to == channel).map(|(_, number)| *number),
            };
            let later = |number: &u32| last.is_some_and(|last| *number > last);
            let in_turn = numbers.clone().filter(later).chain(numbers.clone());
            let number = in_turn.into_iter().find(|&number| !self.holders.contains_key(&(channel, number))).unwrap();
            match owner {
                None => self.last.extend([((channel, numbers.start), number)]),
                Some(owner) => self.own_last.extend([(owner, (channel, number))]),
            }
            self.visits[to].number = number;
        }
        self.holders.insert((channel, self.visits[to].number), to);
    }

    fn is_granted(&mut self, at: usize) {
        let visit = self.requests.remove(at).visit;
        self.visits[visit].granted = Some(self.now);
        self.visits[visit].branches.iter_mut().for_each(|branch| branch.has = true);
    }

    pub(super) fn free_channel(&mut self, visit: usize) {
        let (parent, branch, channel) = self.visits[visit].entry.unwrap();
        let key = self.visits[parent].branches[branch].key.unwrap();
        *self.held.get_mut(&key).unwrap() -= 1;
        self.holders.remove(&(channel, self.visits[visit].number));
    }
}
