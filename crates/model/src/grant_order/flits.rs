//! How far flits have gone when none can go on before another grant.

use super::layout::{Branch, Layout, Place};
use super::{Rules, State};
use crate::{ResourceId, VisitIx};
use std::collections::BTreeMap;

/// How many flits have left each place on each branch.
#[derive(Clone, Debug)]
pub(super) struct Flits<'a> {
    layout: &'a Layout,
    rules: Rules,
    pub(super) state: State,
    left: Vec<Vec<u32>>,
    held: BTreeMap<ResourceId, u32>,
}

impl<'a> Flits<'a> {
    /// Lets all flits go on.
    pub(super) fn settled(layout: &'a Layout, rules: Rules, state: State) -> Self {
        let left = layout.places.iter().map(|place| vec![0; place.branches.len()]).collect();
        let mut flits = Self { layout, rules, state, left, held: BTreeMap::new() };
        flits.settle();
        flits
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
        self.held = self.all_held();
    }

    /// What is held after a grant to a head that has not come.
    pub(super) fn grant(&mut self, state: State) {
        self.state = state;
        self.held = self.all_held();
    }

    fn is_made(&self, grant: Option<usize>) -> bool {
        grant.is_some_and(|at| self.state.is_made(at))
    }

    /// Whether all flits of a message have left its origin, whose place this is.
    fn has_sent(&self, origin: usize) -> bool {
        self.gone(origin) == self.rules.length
    }

    /// Lets flits leave a place; whether any did.
    fn advance(&mut self, place: usize) -> bool {
        let branches = &self.layout.places[place].branches;
        let mut now: Vec<u32> = (0..branches.len()).map(|branch| self.room(place, branch)).collect();
        if !self.rules.forked {
            let least = now.iter().copied().min().unwrap_or(0);
            now.fill(least);
        } else if !self.rules.whole_messages {
            for (branch, now) in now.iter_mut().enumerate() {
                let others = self.left[place].iter().enumerate().filter(|(other, _)| *other != branch);
                *now = others.map(|(_, &left)| left + 1).fold(*now, u32::min);
            }
        }
        let moved = now.iter().zip(&self.left[place]).any(|(now, left)| now > left);
        self.left[place].iter_mut().zip(now).for_each(|(left, now)| *left = now.max(*left));
        moved
    }

    /// How many flits could have left on a branch, but for the other branches.
    fn room(&self, place: usize, branch: usize) -> u32 {
        let Branch { grant, to, .. } = self.layout.places[place].branches[branch];
        if !self.is_made(grant) || !self.is_in_front(place) {
            return 0;
        }
        match to {
            Some(to) if !self.rules.whole_messages => {
                self.arrived(place).min((self.gone(to) + self.rules.buffer).saturating_sub(self.ahead_in_buffer(to)))
            }
            _ => self.arrived(place),
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
        let before = self.state.came.iter().filter(move |came| came.0 == lane);
        let before = before.map(|came| usize::from(came.1)).take_while(move |&other| other != message);
        before.filter_map(move |other| {
            self.layout.places.iter().position(|place| place.message == other && place.lane == lane)
        })
    }

    /// Whether a message is the first in the buffer before a place.
    fn is_in_front(&self, place: usize) -> bool {
        self.layout.places[place].front.is_none_or(|(_, grant)| self.is_made(grant))
    }

    /// How many flits have come to a place.
    fn arrived(&self, place: usize) -> u32 {
        match self.layout.places[place].before {
            Some((from, branch)) => self.left[from][branch],
            None => self.rules.length,
        }
    }

    /// How many flits have left a place for good.
    fn gone(&self, place: usize) -> u32 {
        match self.left[place].iter().copied().min() {
            Some(least) => least,
            None if self.is_in_front(place) => self.arrived(place),
            None => 0,
        }
    }

    fn all_held(&self) -> BTreeMap<ResourceId, u32> {
        let mut held: BTreeMap<ResourceId, u32> = BTreeMap::new();
        let mut hold = |resource, is_held: bool| *held.entry(resource).or_default() += u32::from(is_held);
        let length = self.rules.length;
        for (place, left) in self.layout.places.iter().zip(&self.left) {
            for (branch, &left) in place.branches.iter().zip(left).filter(|(branch, _)| self.is_made(branch.grant)) {
                let is_held = match branch.to {
                    Some(to) if !self.rules.free_with_tail => self.gone(to) < length,
                    Some(_) => left < length,
                    None => left < length || place.after_sending.iter().any(|&origin| !self.has_sent(origin)),
                };
                hold(branch.resource, is_held);
            }
        }
        for (at, place) in self.layout.places.iter().enumerate() {
            if let Some((front, _)) = place.front.filter(|&(_, grant)| self.is_made(grant)) {
                hold(front, self.gone(at) < length);
            }
        }
        held
    }

    /// How many hold something.
    pub(super) fn held(&self, resource: ResourceId) -> u32 {
        self.held.get(&resource).copied().unwrap_or(0)
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
