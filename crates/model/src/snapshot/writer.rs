//! Writes a snapshot: who is blocked, and what is held.

use super::message::{Head, Message, Snapshot};
use super::near::{Near, Truth};
use super::scope::Scope;
use crate::{Copies, Formula, Lit, NONE, ResourceId, VisitIx};
use std::collections::BTreeMap;
use wormcast_plan::Reservation;

/// Writes a formula.
pub(super) struct Writer<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) formula: Formula,
    pub(super) messages: Vec<Message>,
    /// Who holds a resource: one literal for each message and visit.
    holders: BTreeMap<ResourceId, Vec<Lit>>,
    live: Vec<bool>,
    asked: Vec<bool>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(scope: Scope<'a>) -> Self {
        let mut writer = Self {
            scope,
            formula: Formula::default(),
            messages: Vec::new(),
            holders: BTreeMap::new(),
            live: vec![false; scope.workload.visits.len()],
            asked: vec![false; scope.workload.resources.count()],
        };
        for &head in scope.live {
            writer.live[head as usize] = true;
            scope.workload.request(head).iter().for_each(|&resource| writer.asked[resource as usize] = true);
        }
        writer
    }

    /// One more message of a worm.
    pub(super) fn message(&mut self, worm: u32) {
        let workload = self.scope.workload;
        let visits = workload.worms[worm as usize].visits.clone();
        let present = self.formula.variable();
        let mut message = Message { worm, present, heads: BTreeMap::new() };
        // Whether the head has come here, and whether the request is granted, for each visit.
        let mut granted: Vec<Lit> = Vec::with_capacity(visits.len());
        let first = visits.start;
        for visit in visits.clone() {
            let parent = workload.visit(visit).parent;
            let here = if parent == NONE { present } else { granted[(parent - first) as usize] };
            if !self.live[visit as usize] {
                granted.push(here);
                continue;
            }
            let head = self.head(visit, here);
            granted.push(head.granted);
            message.heads.insert(visit, head);
        }
        let heads = message.heads.values().map(|head| head.blocked);
        self.formula.implies(&[present], heads);
        self.holds(&message, &granted);
        self.messages.push(message);
    }

    fn head(&mut self, visit: VisitIx, here: Lit) -> Head {
        let (granted, blocked) = (self.formula.variable(), self.formula.variable());
        self.formula.implies(&[granted], [here]);
        self.formula.implies(&[blocked], [here]);
        self.formula.clause([-blocked, -granted]);
        self.formula.implies(&[here], [blocked, granted]);
        let request = self.scope.workload.request(visit);
        let mut reserved = Vec::new();
        if self.scope.statement.reservation == Reservation::Incremental && request.len() > 1 {
            let mut before = blocked;
            for &resource in &request[..request.len() - 1] {
                let has = self.formula.variable();
                self.formula.implies(&[has], [before]);
                reserved.push((resource, has));
                before = has;
            }
        }
        Head { granted, blocked, reserved }
    }

    /// Adds what a message holds to the holders.
    fn holds(&mut self, message: &Message, granted: &[Lit]) {
        let workload = self.scope.workload;
        let visits = workload.worms[message.worm as usize].visits.clone();
        let first = visits.start;
        let mut near = Near::new(self.scope.reach, message, first, visits.len());
        for visit in visits {
            let what = *workload.visit(visit);
            for (resource, since) in [(what.into, what.parent), (what.consumption, visit)] {
                if resource != NONE && self.matters(resource) {
                    let kept = near.keeps(workload, &mut self.formula, visit);
                    let has = granted[(since - first) as usize];
                    let held = match kept {
                        Truth::Never => continue,
                        Truth::Always => has,
                        Truth::If(kept) => self.formula.all_of(&[has, kept]),
                    };
                    self.holders.entry(resource).or_default().push(held);
                }
            }
        }
        for (resource, has) in message.heads.values().flat_map(|head| &head.reserved) {
            self.holders.entry(*resource).or_default().push(*has);
        }
    }

    /// A worm counts over all turns of its plan.
    fn at_most_copies(&mut self) {
        let Copies::AtMost(most) = self.scope.statement.copies else { return };
        let mut of_worm: BTreeMap<_, Vec<Lit>> = BTreeMap::new();
        for message in &self.messages {
            let worm = &self.scope.workload.worms[message.worm as usize];
            of_worm.entry((worm.plan, worm.id)).or_default().push(message.present);
        }
        of_worm.values().for_each(|present| self.formula.at_most(present, most.get() as usize));
    }

    /// Whether several messages can hold a resource, or somebody asks for it.
    fn matters(&self, resource: ResourceId) -> bool {
        self.asked[resource as usize] || self.scope.workload.users(resource).len() > 1
    }

    pub(super) fn finish(mut self) -> Snapshot {
        let present: Vec<_> = self.messages.iter().map(|message| message.present).collect();
        self.formula.clause(present);
        self.at_most_copies();
        let holders = std::mem::take(&mut self.holders);
        let mut full = BTreeMap::new();
        for (&resource, holders) in &holders {
            let capacity = self.scope.workload.capacity(resource) as usize;
            if !self.asked[resource as usize] {
                self.formula.at_most(holders, capacity);
            } else if capacity == 1 {
                self.formula.at_most(holders, 1);
                full.insert(resource, self.formula.any_of(holders));
            } else if holders.len() >= capacity {
                let counts = self.formula.at_least(holders, capacity + 1);
                counts.get(capacity).copied().into_iter().for_each(|beyond| self.formula.clause([-beyond]));
                full.insert(resource, counts[capacity - 1]);
            }
        }
        match self.scope.statement.reservation {
            Reservation::Incremental => self.reservations(&full),
            _ => self.lines(&full),
        }
        Snapshot { formula: self.formula, messages: self.messages }
    }
}
