//! A deadlock as a formula: its models are the states in which blocked heads keep each other waiting.
//!
//! The page `docs/prove.md` proves that every deadlock is a model.

mod blocked;
mod near;

use super::cnf::{Formula, Lit};
use super::traffic::NONE;
use super::{Copies, Reservation, ResourceId, Traffic, VisitIx, WorkloadStatement};
use near::{Near, Truth};
use std::collections::BTreeMap;

/// The deepest heads of worms that let go behind them: the formula would be too large with more.
const MAX_DEPTH: u32 = 4096;

/// A message in a snapshot: one copy of a worm.
#[derive(Clone, Debug)]
pub struct Message {
    /// The worm.
    pub worm: u32,
    /// It is in the deadlock.
    pub present: Lit,
    /// For each visit of the worm that may be a blocked head: its request is granted; it is a blocked head.
    pub heads: BTreeMap<VisitIx, Head>,
}

/// A visit that may be a blocked head.
#[derive(Clone, Debug)]
pub struct Head {
    /// The request is granted.
    pub granted: Lit,
    /// It is not, and the head is here.
    pub blocked: Lit,
    /// With incremental reservation, for each part of the request but the last: it has been reserved, and the last not.
    pub reserved: Vec<(ResourceId, Lit)>,
}

/// The formula, and what its variables mean.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The formula.
    pub formula: Formula,
    /// The messages.
    pub messages: Vec<Message>,
}

/// What a formula is made for.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The worms.
    pub traffic: &'a Traffic,
    /// The statement.
    pub statement: &'a WorkloadStatement,
    /// The reach of a blocked head.
    pub reach: u32,
    /// The visits that may be blocked heads, in ascending order.
    pub live: &'a [VisitIx],
}

impl Scope<'_> {
    /// How many messages of a worm can be in a deadlock together and differ; `live` are its heads. Each holds a
    /// channel that leads to a head, or waits at the origin: of those one is enough.
    pub fn copies(&self, live: &[VisitIx]) -> u32 {
        let depth = |&head: &VisitIx| self.traffic.visit(head).depth;
        let waits_at_origin = live.iter().any(|head| depth(head) == 0);
        let under_way = live.iter().filter(|head| depth(head) > 0).count() as u32;
        let deepest = live.iter().map(depth).max().unwrap_or(0);
        let bound = match under_way {
            // Whoever is under way holds the first channels, and so all that a message at the origin would ask for.
            1.. if deepest <= self.reach && self.statement.reservation == Reservation::Atomic => 1,
            _ => under_way + u32::from(waits_at_origin),
        };
        match self.statement.copies {
            Copies::Any => bound,
            Copies::AtMost(most) => bound.min(most.get()),
        }
    }

    /// The formula, with at most so many messages a worm; none if it is too large.
    pub fn snapshot(&self, most_copies: u32) -> Option<Snapshot> {
        let deepest = self.live.iter().map(|&head| self.traffic.visit(head).depth).max().unwrap_or(0);
        if self.reach < deepest && deepest > MAX_DEPTH {
            return None;
        }
        let mut writer = Writer {
            scope: *self,
            formula: Formula::default(),
            messages: Vec::new(),
            holders: BTreeMap::new(),
            live: vec![false; self.traffic.visits.len()],
            asked: vec![false; self.traffic.resources.count()],
        };
        for &head in self.live {
            writer.live[head as usize] = true;
            self.traffic.request(head).iter().for_each(|&resource| writer.asked[resource as usize] = true);
        }
        let of_worm = |a: &VisitIx, b: &VisitIx| self.traffic.visit(*a).worm == self.traffic.visit(*b).worm;
        for heads in self.live.chunk_by(of_worm) {
            for _ in 0..self.copies(heads).min(most_copies) {
                writer.message(self.traffic.visit(heads[0]).worm);
                if writer.formula.is_too_large() {
                    return None;
                }
            }
        }
        Some(writer.finish()).filter(|snapshot| !snapshot.formula.is_too_large())
    }
}

/// Writes a formula.
struct Writer<'a> {
    scope: Scope<'a>,
    formula: Formula,
    messages: Vec<Message>,
    /// Who holds a resource: one literal for each message and visit.
    holders: BTreeMap<ResourceId, Vec<Lit>>,
    live: Vec<bool>,
    asked: Vec<bool>,
}

impl Writer<'_> {
    /// One more message of a worm.
    fn message(&mut self, worm: u32) {
        let traffic = self.scope.traffic;
        let visits = traffic.worms[worm as usize].visits.clone();
        let present = self.formula.variable();
        let mut message = Message { worm, present, heads: BTreeMap::new() };
        // Whether the head has come here, and whether the request is granted, for each visit.
        let mut granted: Vec<Lit> = Vec::with_capacity(visits.len());
        let first = visits.start;
        for visit in visits.clone() {
            let parent = traffic.visit(visit).parent;
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
        let request = self.scope.traffic.request(visit);
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
        let traffic = self.scope.traffic;
        let visits = traffic.worms[message.worm as usize].visits.clone();
        let first = visits.start;
        let mut near = Near::new(self.scope.reach, message, first, visits.len());
        for visit in visits {
            let what = *traffic.visit(visit);
            for (resource, since) in [(what.into, what.parent), (what.consumption, visit)] {
                if resource != NONE && self.matters(resource) {
                    let kept = near.keeps(traffic, &mut self.formula, visit);
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
            let worm = &self.scope.traffic.worms[message.worm as usize];
            of_worm.entry((worm.plan, worm.id)).or_default().push(message.present);
        }
        of_worm.values().for_each(|present| self.formula.at_most(present, most.get() as usize));
    }

    /// Whether several messages can hold a resource, or somebody asks for it.
    fn matters(&self, resource: ResourceId) -> bool {
        self.asked[resource as usize] || self.scope.traffic.users(resource).len() > 1
    }

    fn finish(mut self) -> Snapshot {
        let present: Vec<_> = self.messages.iter().map(|message| message.present).collect();
        self.formula.clause(present);
        self.at_most_copies();
        let holders = std::mem::take(&mut self.holders);
        let mut full = BTreeMap::new();
        for (&resource, holders) in &holders {
            let capacity = self.scope.traffic.capacity(resource) as usize;
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
