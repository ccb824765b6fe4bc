//! What a message keeps hold of: as much as its blocked heads are near enough to.

use super::message::Message;
use crate::formula::{Formula, Lit};
use crate::{VisitIx, Workload};
use std::collections::BTreeMap;

/// A condition that may be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Never,
    Always,
    If(Lit),
}

/// Whether a message has a blocked head near enough to keep what it holds at a visit.
pub(super) struct Near<'m> {
    reach: u32,
    message: &'m Message,
    first: VisitIx,
    /// The greatest distance of a head below each visit; none if there is no head there.
    below: Vec<Option<u32>>,
    /// Whether every head is near for every visit.
    always: bool,
    found_below: BTreeMap<(VisitIx, u32), Truth>,
    found: BTreeMap<VisitIx, Truth>,
}

impl<'m> Near<'m> {
    pub(super) fn new(reach: u32, message: &'m Message, first: VisitIx, visits: usize) -> Self {
        let (found_below, found) = (BTreeMap::new(), BTreeMap::new());
        Self { reach, message, first, below: vec![None; visits], always: false, found_below, found }
    }

    /// Whether it keeps what it holds at this visit.
    pub(super) fn keeps(&mut self, workload: &Workload, formula: &mut Formula, visit: VisitIx) -> Truth {
        if self.found.is_empty() {
            self.measure(workload);
        }
        if self.always {
            return Truth::Always;
        }
        // From the origin down, so that what is asked for above is known.
        let mut way: Vec<_> = workload.up(visit).collect();
        let mut above = Truth::Never;
        while let Some(at) = way.pop() {
            above = match self.found.get(&at) {
                Some(&found) => found,
                None => {
                    let here = self.below(workload, formula, at, self.reach);
                    let found = either(formula, &[above, here]);
                    self.found.insert(at, found);
                    found
                }
            };
        }
        above
    }

    /// How far below each visit heads are.
    fn measure(&mut self, workload: &Workload) {
        for &head in self.message.heads.keys() {
            let depth = workload.visit(head).depth;
            for at in workload.up(head) {
                let below = &mut self.below[(at - self.first) as usize];
                let distance = depth - workload.visit(at).depth;
                *below = Some(below.map_or(distance, |below| below.max(distance)));
            }
        }
        self.always = self.below[0].is_none_or(|deepest| deepest <= self.reach);
    }

    /// Whether there is a blocked head at most so many hops below a visit.
    fn below(&mut self, workload: &Workload, formula: &mut Formula, visit: VisitIx, hops: u32) -> Truth {
        let Some(farthest) = self.below[(visit - self.first) as usize] else { return Truth::Never };
        let hops = hops.min(farthest);
        if let Some(&found) = self.found_below.get(&(visit, hops)) {
            return found;
        }
        let mut ways: Vec<_> = self.message.heads.get(&visit).map(|head| Truth::If(head.blocked)).into_iter().collect();
        if hops > 0 {
            for &child in workload.children(visit) {
                ways.push(self.below(workload, formula, child, hops - 1));
            }
        }
        let found = either(formula, &ways);
        self.found_below.insert((visit, hops), found);
        found
    }
}

fn either(formula: &mut Formula, ways: &[Truth]) -> Truth {
    if ways.contains(&Truth::Always) {
        return Truth::Always;
    }
    let literals: Vec<_> =
        ways.iter().filter_map(|way| if let Truth::If(literal) = way { Some(*literal) } else { None }).collect();
    match &*literals {
        [] => Truth::Never,
        literals => Truth::If(formula.any_of(literals)),
    }
}
