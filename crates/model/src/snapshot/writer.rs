//! Writes a snapshot: who is blocked, and what is held.

use super::message::{Ghost, Head, Message, Snapshot};
use super::near::Near;
use super::scope::Scope;
use super::truth::Truth;
use crate::rules::Parts;
use crate::{Copies, Formula, Lit, NONE, ResourceId, VisitIx};
use std::collections::BTreeMap;

/// Writes a formula.
pub(super) struct Writer<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) formula: Formula,
    pub(super) messages: Vec<Message>,
    pub(super) ghosts: Vec<Ghost>,
    /// Who holds a resource: one literal for each message and visit.
    pub(super) holders: BTreeMap<ResourceId, Vec<Lit>>,
    /// Who may be in the buffer at the end of a channel: by the number of the message, a literal for each.
    pub(super) inside: BTreeMap<ResourceId, Vec<(usize, Lit)>>,
    /// Who holds a channel if its flits have no room in the buffer behind it: the channel, the message, the literal.
    pub(super) squeezed: Vec<(VisitIx, usize, Lit)>,
    /// Who holds the front of a buffer: the message, the visit in front, the literal.
    pub(super) fronts: Vec<(usize, VisitIx, Lit)>,
    /// If the first literal is true, so is the second: who holds something that it took in front of a buffer is there.
    pub(super) follows: Vec<(Lit, Lit)>,
    live: Vec<bool>,
    asked: Vec<bool>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(scope: Scope<'a>) -> Self {
        let mut writer = Self {
            scope,
            formula: Formula::default(),
            messages: Vec::new(),
            ghosts: Vec::new(),
            holders: BTreeMap::new(),
            inside: BTreeMap::new(),
            squeezed: Vec::new(),
            fronts: Vec::new(),
            follows: Vec::new(),
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
        let first = visits.start;
        let present = self.formula.variable();
        let mut message = Message { worm, present, here: Vec::with_capacity(visits.len()), heads: BTreeMap::new() };
        for visit in visits {
            let here = match workload.visit(visit).parent {
                NONE => present,
                // Where branches go on by themselves, the head has come as soon as this one is granted.
                parent if workload.steps.is_forked() => message.has(parent, workload.part_of(visit), first),
                parent => message.granted(parent, first),
            };
            message.here.push(here);
            if self.live[visit as usize] {
                let head = self.head(visit, here);
                message.heads.insert(visit, head);
            }
        }
        let heads = message.heads.values().map(|head| head.blocked);
        self.formula.implies(&[present], heads);
        self.holds(&message, first);
        self.messages.push(message);
    }

    fn head(&mut self, visit: VisitIx, here: Lit) -> Head {
        let (granted, blocked) = (self.formula.variable(), self.formula.variable());
        self.formula.implies(&[granted], [here]);
        self.formula.implies(&[blocked], [here]);
        self.formula.clause([-blocked, -granted]);
        self.formula.implies(&[here], [blocked, granted]);
        let parts = if self.scope.workload.is_parted(visit) { self.parts(visit, here, granted) } else { Vec::new() };
        Head { granted, blocked, parts }
    }

    /// The parts of a request that are granted one by one: all of them are iff the request is.
    fn parts(&mut self, visit: VisitIx, here: Lit, granted: Lit) -> Vec<Lit> {
        let workload = self.scope.workload;
        let mut parts: Vec<Lit> = workload.request(visit).iter().map(|_| self.formula.variable()).collect();
        match workload.parts {
            Parts::InOrder => {
                parts.pop();
                parts.push(granted);
                let before = std::iter::once(here).chain(parts.iter().copied());
                before.zip(&parts).for_each(|(before, &part)| self.formula.implies(&[part], [before]));
            }
            _ => {
                for &part in &parts {
                    self.formula.implies(&[part], [here]);
                    self.formula.implies(&[granted], [part]);
                }
                self.formula.implies(&parts, [granted]);
            }
        }
        parts
    }

    /// Adds what a message holds to the holders.
    fn holds(&mut self, message: &Message, first: VisitIx) {
        let workload = self.scope.workload;
        let mut near = Near::new(workload, self.scope.reach, message, first);
        let mut certain =
            workload.has_queues().then(|| Near::new(workload, self.scope.reach, message, first).for_certain());
        let mut in_front: BTreeMap<VisitIx, Option<Lit>> = BTreeMap::new();
        for visit in workload.worms[message.worm as usize].visits.clone() {
            let what = *workload.visit(visit);
            if what.into != NONE && self.matters(what.into) {
                let has = message.has(what.parent, workload.part_of(visit), first);
                let kept = near.keeps_way(&mut self.formula, visit);
                let surely = certain.as_mut().map_or(kept, |near| near.keeps_way(&mut self.formula, visit));
                let held = self.holder(what.into, has, kept, surely);
                self.fills(message, visit, held);
                self.is_taken_in_front(&in_front, what.parent, held);
                in_front.extend((workload.slack(what.parent) == 1).then_some((visit, held)));
            }
            if what.consumption != NONE && self.matters(what.consumption) {
                let has = message.has(visit, workload.children(visit).len(), first);
                let kept = near.keeps_ejection(&mut self.formula, visit);
                let surely = certain.as_mut().map_or(kept, |near| near.keeps_ejection(&mut self.formula, visit));
                let held = self.holder(what.consumption, has, kept, surely);
                self.is_taken_in_front(&in_front, visit, held);
            }
        }
    }

    /// Whoever holds something that it took in front of a buffer is there: its tail has not come so far.
    fn is_taken_in_front(&mut self, in_front: &BTreeMap<VisitIx, Option<Lit>>, at: VisitIx, held: Option<Lit>) {
        if let Some((held, front)) = held.zip(in_front.get(&at)) {
            self.follows.push((held, front.unwrap_or(-held)));
        }
    }

    /// Whoever has something holds it if that is kept, and does so surely if it is surely kept.
    fn holder(&mut self, resource: ResourceId, has: Lit, kept: Truth, surely: Truth) -> Option<Lit> {
        let held = match kept.and(&mut self.formula, has) {
            Truth::If(held) if kept == surely => held,
            Truth::If(may) => {
                let held = self.formula.variable();
                self.formula.implies(&[held], [may]);
                if let Truth::If(must) = surely.and(&mut self.formula, has) {
                    self.formula.implies(&[must], [held]);
                }
                held
            }
            Truth::Never | Truth::Always => return None,
        };
        self.holders.entry(resource).or_default().push(held);
        Some(held)
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
        self.at_most_ghosts(most.get() as usize);
    }

    /// The messages of a worm are alike: those that are there come first, and of worms that never split those that have
    /// come farthest.
    fn sort_copies(&mut self) {
        for pair in self.messages.windows(2).filter(|pair| pair[0].worm == pair[1].worm) {
            let visits = self.scope.workload.worms[pair[0].worm as usize].visits.clone();
            let is_chain = visits.clone().all(|visit| self.scope.workload.children(visit).len() <= 1);
            let compared = if is_chain { pair[0].here.len() } else { 1 };
            for (&before, &after) in pair[0].here.iter().zip(&pair[1].here).take(compared) {
                self.formula.implies(&[after], [before]);
            }
        }
    }

    /// Whether several messages can hold a resource, or somebody asks for it.
    fn matters(&self, resource: ResourceId) -> bool {
        self.asked[resource as usize] || self.scope.workload.users(resource).len() > 1
    }

    /// The whole formula; none if it grows too large, or `goes_on` says no.
    pub(super) fn finish(mut self, goes_on: &dyn Fn() -> bool) -> Option<Snapshot> {
        let present: Vec<_> = self.messages.iter().map(|message| message.present).collect();
        self.formula.clause(present);
        self.sort_copies();
        self.squeeze();
        self.add_ghosts();
        self.at_most_copies();
        let holders = std::mem::take(&mut self.holders);
        let mut full = BTreeMap::new();
        for (&resource, holders) in &holders {
            if self.formula.is_too_large() || !goes_on() {
                return None;
            }
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
        match self.scope.workload.parts {
            Parts::Together => self.lines(&full),
            _ => self.reservations(&full),
        }
        let Self { formula, messages, ghosts, follows, .. } = self;
        Some(Snapshot { formula, messages, ghosts, follows })
    }
}
