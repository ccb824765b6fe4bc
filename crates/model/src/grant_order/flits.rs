//! How far flits have gone when none can go on before another grant.

use super::layout::{Branch, Layout, Place};
use super::{Rules, State};
use crate::{ResourceId, VisitIx};

/// How many flits have left each place on each branch.
#[derive(Clone, Debug)]
pub(super) struct Flits<'a> {
    layout: &'a Layout,
    rules: Rules,
    pub(super) state: State,
    /// By branch of all places.
    left: Vec<u32>,
    /// By slot: how many hold it.
    held: Vec<u32>,
}

impl<'a> Flits<'a> {
    /// Before anything was granted.
    pub(super) fn new(layout: &'a Layout, rules: Rules) -> Self {
        let (left, held) = (vec![0; layout.branches], vec![0; layout.slots()]);
        Self { layout, rules, state: State::default(), left, held }
    }

    /// Lets all flits go on after grants: a flit that can leave can do so until it does, so the order makes no
    /// difference.
    pub(super) fn settle(&mut self) {
        loop {
            let mut moved = false;
            for place in 0..self.layout.places.len() {
                moved |= self.advance(place);
            }
            if !moved {
                break;
            }
        }
        self.count_held();
    }

    /// The same with other grants, before any flit goes on.
    pub(super) fn with(&self, state: State) -> Self {
        let Self { layout, rules, .. } = *self;
        Self { layout, rules, state, left: self.left.clone(), held: self.held.clone() }
    }

    /// What is held after a grant to a head that has not come.
    pub(super) fn grant(&mut self, state: State) {
        self.state = state;
        self.count_held();
    }

    fn is_made(&self, grant: Option<usize>) -> bool {
        grant.is_some_and(|at| self.state.is_made(at))
    }

    /// Whether all flits of a message have left its origin, whose place this is.
    fn has_sent(&self, origin: usize) -> bool {
        self.gone(origin) == self.rules.length
    }

    /// The same for a message and its origin.
    pub(super) fn has_left(&self, message: usize, origin: VisitIx) -> bool {
        self.has_sent(self.layout.place(message, origin).0)
    }

    /// Lets flits leave a place; whether any did.
    fn advance(&mut self, place: usize) -> bool {
        let Place { branches, first, .. } = &self.layout.places[place];
        let arrived = self.arrived(place);
        if arrived == 0 || !self.is_in_front(place) {
            return false;
        }
        if self.rules.forked {
            let moved = (0..branches.len()).filter(|&branch| self.advance_apart(place, branch, arrived)).count();
            return moved > 0;
        }
        // All branches go on together.
        let Some(&left) = self.left.get(*first).filter(|_| !branches.is_empty()) else { return false };
        if left == arrived || !branches.iter().all(|branch| self.is_made(branch.grant)) {
            return false;
        }
        let now = branches.iter().map(|branch| self.room(branch, arrived)).min().unwrap_or(0);
        if now > left {
            self.left[*first..first + branches.len()].fill(now);
        }
        now > left
    }

    /// Lets flits leave on one branch, as far as the others allow it; whether any did.
    fn advance_apart(&mut self, place: usize, at: usize, arrived: u32) -> bool {
        let Place { branches, first, .. } = &self.layout.places[place];
        let branch = &branches[at];
        if self.left[first + at] == arrived || !self.is_made(branch.grant) {
            return false;
        }
        let mut now = self.room(branch, arrived);
        if !self.rules.whole_messages {
            let others = (0..branches.len()).filter(|&other| other != at);
            now = others.map(|other| self.left[first + other] + 1).fold(now, u32::min);
        }
        let moved = now > self.left[first + at];
        self.left[first + at] = now.max(self.left[first + at]);
        moved
    }

    /// How many flits of those that arrived could have left on a branch, but for the other branches.
    fn room(&self, branch: &Branch, arrived: u32) -> u32 {
        match branch.to {
            Some(to) if !self.rules.whole_messages => {
                arrived.min((self.gone(to) + self.rules.buffer).saturating_sub(self.ahead_in_buffer(to)))
            }
            _ => arrived,
        }
    }

    /// Flits of others in front of those of a worm in the buffer before a place; none where those may be few.
    fn ahead_in_buffer(&self, place: usize) -> u32 {
        if !self.rules.shares_buffers {
            return 0;
        }
        self.before_in_buffer(place).map(|other| self.arrived(other) - self.gone(other)).sum()
    }

    /// The places of the messages that came into a buffer before.
    fn before_in_buffer(&self, place: usize) -> impl Iterator<Item = usize> {
        let Place { lane, message, .. } = self.layout.places[place];
        let first = self.state.came.partition_point(|came| came.0 < lane);
        let here = self.state.came[first..].iter().take_while(move |came| came.0 == lane);
        let before = here.map(|came| usize::from(came.1)).take_while(move |&other| other != message);
        before.filter_map(move |other| self.layout.place_behind(lane, other))
    }

    /// Whether a message is the first in the buffer before a place.
    fn is_in_front(&self, place: usize) -> bool {
        self.layout.places[place].front.is_none_or(|(_, grant)| self.is_made(grant))
    }

    /// How many flits have come to a place.
    fn arrived(&self, place: usize) -> u32 {
        match self.layout.places[place].before {
            Some((from, branch)) => self.left[self.layout.places[from].first + branch],
            None => self.rules.length,
        }
    }

    /// How many flits have left a place for good.
    fn gone(&self, place: usize) -> u32 {
        let Place { branches, first, .. } = &self.layout.places[place];
        match self.left[*first..first + branches.len()].iter().copied().min() {
            Some(least) => least,
            None if self.is_in_front(place) => self.arrived(place),
            None => 0,
        }
    }

    fn count_held(&mut self) {
        let mut held = std::mem::take(&mut self.held);
        held.fill(0);
        let length = self.rules.length;
        for place in &self.layout.places {
            for (branch, &left) in place.branches.iter().zip(&self.left[place.first..]) {
                let is_held = || match branch.to {
                    Some(to) if !self.rules.free_with_tail => self.gone(to) < length,
                    Some(_) => left < length,
                    None => left < length || place.after_sending.iter().any(|&origin| !self.has_sent(origin)),
                };
                held[branch.slot] += u32::from(self.is_made(branch.grant) && is_held());
            }
        }
        for (at, place) in self.layout.places.iter().enumerate() {
            if let Some((front, _)) = place.front.filter(|&(_, grant)| self.is_made(grant)) {
                held[front] += u32::from(self.gone(at) < length);
            }
        }
        self.held = held;
    }

    /// How many hold something.
    pub(super) fn held(&self, resource: ResourceId) -> u32 {
        self.layout.slot(resource).map_or(0, |slot| self.held[slot])
    }

    /// Whether a head has come to make the request of a visit, or would have if there were room on all branches of the
    /// visit before: the model takes for granted what such a head would get.
    pub(super) fn may_have_come(&self, message: usize, visit: VisitIx) -> bool {
        let (place, is_for_front) = self.layout.place(message, visit);
        match self.layout.places[place].before {
            Some((from, branch)) if !is_for_front => {
                let branches = &self.layout.places[from].branches;
                let needed = if self.rules.forked { branch..branch + 1 } else { 0..branches.len() };
                branches[needed].iter().all(|branch| self.is_made(branch.grant)) && self.is_in_front(place)
            }
            _ => self.has_come(message, visit),
        }
    }

    /// Whether a head has come to make the request of a visit.
    pub(super) fn has_come(&self, message: usize, visit: VisitIx) -> bool {
        let (place, is_for_front) = self.layout.place(message, visit);
        match self.layout.places[place].before {
            None => true,
            Some((from, branch)) if is_for_front => {
                let is_granted = self.is_made(self.layout.places[from].branches[branch].grant);
                is_granted && self.before_in_buffer(place).all(|other| self.gone(other) == self.rules.length)
            }
            Some(_) => self.arrived(place) > 0 && self.is_in_front(place),
        }
    }
}
