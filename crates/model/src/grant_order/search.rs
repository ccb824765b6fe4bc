//! The search for an order of grants: depth first, over sets of grants and the orders in which worms came into buffers.

use super::flits::Flits;
use super::layout::Layout;
use super::lines::Lines;
use super::{End, Grant, MOST_STATES, State};
use crate::rules::Parts;
use crate::{Copies, ResourceId, Workload};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Search<'a> {
    pub(super) workload: &'a Workload,
    pub(super) layout: &'a Layout,
    pub(super) lines: Lines,
    /// The worms of the messages.
    pub(super) worms: Vec<u32>,
    pub(super) copies: Copies,
    pub(super) grants: Vec<Grant>,
    /// The grants of each thing.
    pub(super) wanted: BTreeMap<ResourceId, Vec<usize>>,
    pub(super) end: End,
    pub(super) seen: BTreeSet<State>,
    /// The grants so far.
    pub(super) order: Vec<usize>,
}

impl Search<'_> {
    /// Whether all grants can be made from a state on, in which flits have still to go on; none if that was not found
    /// out.
    pub(super) fn from(&mut self, mut flits: Flits<'_>) -> Option<bool> {
        if self.seen.len() >= MOST_STATES {
            return None;
        }
        let before = self.order.len();
        self.settle(&mut flits);
        let found = self.go_on(&flits);
        if found == Some(false) {
            self.order.truncate(before);
        }
        found
    }

    /// Lets all flits go on as far as they can, and worms come to the front of buffers, or get what else nobody else
    /// can have: it holds nothing up.
    fn settle(&mut self, flits: &mut Flits<'_>) {
        flits.settle();
        while let Some(next) = self.due_front(flits).or_else(|| self.uncontested(flits)) {
            self.order.push(next);
            let state = self.after(next, &flits.state);
            flits.grant(state);
            flits.settle();
        }
    }

    /// A grant that can be made now, of what there is enough of for all who are still to get it, and that puts nobody
    /// into a line before others, nor helps to: it may as well be made at once.
    fn uncontested(&self, flits: &Flits<'_>) -> Option<usize> {
        let state = &flits.state;
        let is_enough = |at: usize, resource: ResourceId| {
            let others = self.wanted[&resource].iter().filter(|&&other| other != at && !state.is_made(other)).count();
            // Nobody comes into a buffer before others that were there first.
            let in_order = others == 0 || !self.layout.has_queues;
            in_order && flits.held(resource) as usize + others < self.workload.capacity(resource) as usize
        };
        let is_alone = |at: usize| {
            let Grant { visit, parts, .. } = &self.grants[at];
            parts.iter().all(|&part| is_enough(at, self.workload.request(*visit)[part]))
        };
        let notes_nothing = |at: usize| {
            let after = self.after(at, state);
            let mut noted = after.clone();
            self.lines.note(flits, at, &mut noted);
            noted == after && self.lines.shows_all(at, &after)
        };
        self.possible(flits).find(|&at| is_alone(at) && self.lines.is_first(state, at) && notes_nothing(at))
    }

    /// The same when flits have gone on as far as they can.
    fn go_on(&mut self, flits: &Flits<'_>) -> Option<bool> {
        if self.order.len() == self.grants.len() || self.lack_only_room(flits) {
            return Some(self.end != End::Standing || self.stands_still(flits));
        }
        let possible: Vec<_> = self.possible(flits).filter(|&at| self.lines.is_first(&flits.state, at)).collect();
        for at in possible {
            let mut state = self.after(at, &flits.state);
            self.lines.note(flits, at, &mut state);
            if !self.seen.insert(state.clone()) {
                continue;
            }
            self.order.push(at);
            if self.from(flits.with(state))? {
                return Some(true);
            }
            self.order.pop();
        }
        Some(false)
    }

    /// The grants that can be made now.
    fn possible<'s>(&'s self, flits: &'s Flits<'_>) -> impl Iterator<Item = usize> + 's {
        self.open(flits).filter(|&at| flits.has_come(self.grants[at].message, self.grants[at].visit))
    }

    fn due_front(&self, flits: &Flits<'_>) -> Option<usize> {
        let is_for_front = |&at: &usize| self.layout.place(self.grants[at].message, self.grants[at].visit).1;
        self.possible(flits).find(is_for_front)
    }

    fn after(&self, at: usize, state: &State) -> State {
        let Grant { message, visit, parts } = &self.grants[at];
        let request = self.workload.request(*visit);
        let things = parts.iter().map(|&part| request[part]).filter(|_| self.layout.has_queues);
        let mut after = state.clone();
        after.make(at, *message, things);
        after
    }

    /// The grants that are not made, and whose turn it is, of what is free.
    fn open<'s>(&'s self, flits: &'s Flits<'_>) -> impl Iterator<Item = usize> + 's {
        let is_open = |&at: &usize| {
            let Grant { message, visit, parts } = &self.grants[at];
            let is_next = self.workload.parts != Parts::InOrder
                || parts.iter().all(|&part| part == 0 || self.layout.is_made(&flits.state, *message, *visit, part - 1));
            let request = self.workload.request(*visit);
            let is_free = |&part: &usize| flits.held(request[part]) < self.workload.capacity(request[part]);
            !flits.state.is_made(at) && is_next && parts.iter().all(is_free)
        };
        (0..self.grants.len()).filter(is_open)
    }

    /// Whether all heads that are left only lack room to come, and would be granted everything one after the other: the
    /// formula takes that for granted. No flit goes on by it.
    fn lack_only_room(&self, flits: &Flits<'_>) -> bool {
        let mut left = self.grants.len() - self.order.len();
        let has_come = |Grant { message, visit, .. }: &Grant| flits.has_come(*message, *visit);
        if self.grants.iter().enumerate().any(|(at, grant)| !flits.state.is_made(at) && has_come(grant)) {
            return false;
        }
        let mut flits = flits.clone();
        while left > 0 {
            let may_come = |&at: &usize| flits.may_have_come(self.grants[at].message, self.grants[at].visit);
            let Some(at) = self.open(&flits).find(may_come) else { return false };
            let state = self.after(at, &flits.state);
            flits.grant(state);
            left -= 1;
        }
        true
    }
}
