//! What a message keeps hold of: as much as its blocked heads are near enough to.

use super::message::Message;
use super::truth::{Truth, either};
use crate::formula::Formula;
use crate::{VisitIx, Workload};
use std::collections::BTreeMap;

/// Whether a message has a blocked head near enough to keep what it holds at a visit.
pub(super) struct Near<'m> {
    workload: &'m Workload,
    message: &'m Message,
    first: VisitIx,
    /// How many hops a head may lie below what leads to it, and below the last router in common with what is beside.
    below_within: u32,
    beside_within: Option<u32>,
    /// Heads behind others in a buffer count as a hop farther away than the nearest that they may be.
    slack: u32,
    /// The greatest distance of a head below each visit; none if there is no head there.
    farthest: Vec<Option<u32>>,
    /// Whether every head is near for every visit.
    always: bool,
    found_below: BTreeMap<(VisitIx, u32), Truth>,
    found_beside: BTreeMap<VisitIx, Truth>,
}

impl<'m> Near<'m> {
    /// For a message whose worm has its origin at `first`.
    pub(super) fn new(workload: &'m Workload, reach: u32, message: &'m Message, first: VisitIx) -> Self {
        let mut near = Self {
            workload,
            message,
            first,
            below_within: workload.steps.hops_below(reach),
            beside_within: workload.steps.hops_beside(reach),
            slack: 0,
            farthest: vec![None; message.here.len()],
            always: false,
            found_below: BTreeMap::new(),
            found_beside: BTreeMap::new(),
        };
        near.measure();
        near
    }

    /// The same where heads behind others in a buffer are as far away as they may be.
    pub(super) fn for_certain(self) -> Self {
        let mut near = Self { slack: 1, ..self };
        near.measure();
        near
    }

    /// How far below each visit heads are.
    fn measure(&mut self) {
        let mut deepest = 0;
        for &head in self.message.heads.keys() {
            let depth = self.workload.visit(head).depth;
            deepest = deepest.max(depth + self.slack_of(head));
            for at in self.workload.up(head) {
                let farthest = &mut self.farthest[(at - self.first) as usize];
                let distance = depth - self.workload.visit(at).depth;
                *farthest = Some(farthest.map_or(distance, |farthest| farthest.max(distance)));
            }
        }
        self.always = self.beside_within.is_some_and(|within| deepest <= within);
    }

    fn slack_of(&self, head: VisitIx) -> u32 {
        self.workload.slack(head).min(self.slack)
    }

    /// Whether it keeps the channel that leads to a visit.
    pub(super) fn keeps_way(&mut self, formula: &mut Formula, visit: VisitIx) -> Truth {
        if self.always {
            return Truth::Always;
        }
        if self.beside_within == Some(self.below_within) {
            return self.beside(formula, visit);
        }
        let parent = self.workload.visit(visit).parent;
        let above = if visit == self.first { Truth::Never } else { self.beside(formula, parent) };
        let below = self.below(formula, visit, self.below_within);
        either(formula, &[above, below])
    }

    /// Whether it keeps the ejection channel that it has at a visit.
    pub(super) fn keeps_ejection(&mut self, formula: &mut Formula, visit: VisitIx) -> Truth {
        if self.always { Truth::Always } else { self.beside(formula, visit) }
    }

    /// Whether a head keeps what the worm holds right below a visit, and not on the way to the head.
    fn beside(&mut self, formula: &mut Formula, visit: VisitIx) -> Truth {
        let Some(within) = self.beside_within else { return Truth::Never };
        // From the origin down, so that what is asked for above is known.
        let mut way: Vec<_> = self.workload.up(visit).collect();
        let mut above = Truth::Never;
        while let Some(at) = way.pop() {
            above = match self.found_beside.get(&at) {
                Some(&found) => found,
                None => {
                    let here = self.below(formula, at, within);
                    let found = either(formula, &[above, here]);
                    self.found_beside.insert(at, found);
                    found
                }
            };
        }
        above
    }

    /// Whether there is a blocked head at most so many hops below a visit.
    fn below(&mut self, formula: &mut Formula, visit: VisitIx, hops: u32) -> Truth {
        let Some(farthest) = self.farthest[(visit - self.first) as usize] else { return Truth::Never };
        let hops = hops.min(farthest + self.slack);
        if let Some(&found) = self.found_below.get(&(visit, hops)) {
            return found;
        }
        let own = self.message.heads.get(&visit).filter(|_| hops >= self.slack_of(visit));
        let mut ways: Vec<_> = own.map(|head| Truth::If(head.blocked)).into_iter().collect();
        let workload = self.workload;
        for &child in workload.children(visit) {
            let step = workload.visit(child).depth - workload.visit(visit).depth;
            if let Some(left) = hops.checked_sub(step) {
                ways.push(self.below(formula, child, left));
            }
        }
        let found = either(formula, &ways);
        self.found_below.insert((visit, hops), found);
        found
    }
}
