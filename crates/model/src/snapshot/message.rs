//! What the variables of a snapshot mean.

use crate::{Formula, Lit, NONE, VisitIx, Workload};
use std::collections::BTreeMap;

/// In how many ways messages of the same worms are in the states that are excluded.
const MOST_ARRANGEMENTS: usize = 1000;

/// A message in a snapshot: one copy of a worm.
#[derive(Clone, Debug)]
pub struct Message {
    /// The worm.
    pub worm: u32,
    /// It is in the deadlock.
    pub present: Lit,
    /// For each visit of the worm, from its origin on: the head has come there.
    pub here: Vec<Lit>,
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
    /// If its parts are granted one by one: for each part of the request, it is granted.
    pub parts: Vec<Lit>,
}

/// A message that is gone but for an ejection channel, which its node keeps until it has sent another message.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// It is there.
    pub present: Lit,
    /// The visit at which it holds the ejection channel.
    pub visit: VisitIx,
    /// The number, in the snapshot, of the message that is to be sent.
    pub sender: usize,
}

/// The formula, and what its variables mean.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The formula.
    pub formula: Formula,
    /// The messages.
    pub messages: Vec<Message>,
    /// What they keep nodes from taking in.
    pub ghosts: Vec<Ghost>,
    /// What is true besides, of worms behind others in buffers: if the first literal is, so is the second.
    pub(super) follows: Vec<(Lit, Lit)>,
}

impl Message {
    /// The literal that says that a part of a visit's request is granted; `first` is the worm's origin.
    pub fn has(&self, visit: VisitIx, part: usize, first: VisitIx) -> Lit {
        match self.heads.get(&visit) {
            Some(head) => head.parts.get(part).copied().unwrap_or(head.granted),
            None => self.here[(visit - first) as usize],
        }
    }

    /// The literal that says that a visit's request is granted; `first` is the worm's origin.
    pub fn granted(&self, visit: VisitIx, first: VisitIx) -> Lit {
        self.heads.get(&visit).map_or(self.here[(visit - first) as usize], |head| head.granted)
    }
}

impl Snapshot {
    /// The clauses that say that not all of these messages, by their numbers, are in states in which just these parts
    /// of these visits' requests have been granted to them; nor other messages of the same worms, which are like them:
    /// up to a fixed number of clauses. None if there are no such messages or states.
    pub fn excluding(&self, workload: &Workload, states: &[(usize, Vec<(VisitIx, usize)>)]) -> Option<Vec<Vec<Lit>>> {
        self.excluding_among(workload, states, false)
    }

    /// The same, unless other messages are there as well.
    pub fn excluding_alone(
        &self,
        workload: &Workload,
        states: &[(usize, Vec<(VisitIx, usize)>)],
    ) -> Option<Vec<Vec<Lit>>> {
        self.excluding_among(workload, states, true)
    }

    fn excluding_among(
        &self,
        workload: &Workload,
        states: &[(usize, Vec<(VisitIx, usize)>)],
        alone: bool,
    ) -> Option<Vec<Vec<Lit>>> {
        let mut alike = Vec::with_capacity(states.len());
        for (own, granted) in states {
            let worm = self.messages.get(*own)?.worm;
            let is_alike = |number: &usize| number != own && self.messages[*number].worm == worm;
            let numbers = std::iter::once(*own).chain((0..self.messages.len()).filter(is_alike));
            let denied = |number: usize| {
                let literals = self.messages[number].denies_all(workload, granted)?;
                Some(Denied { number, worm, granted, literals })
            };
            alike.push(numbers.map(denied).collect::<Option<Vec<_>>>()?);
        }
        let mut clauses = Vec::new();
        let others = |chosen: &[&Denied<'_>]| {
            let is_other = |number: &usize| chosen.iter().all(|denied| denied.number != *number);
            let others = (0..self.messages.len()).filter(|number| alone && is_other(number));
            others.map(|number| self.messages[number].present).collect::<Vec<_>>()
        };
        arrangements(&alike, &others, &mut Vec::new(), &mut clauses);
        Some(clauses)
    }
}

/// A message, and literals one of which is true unless it is in a certain state.
struct Denied<'a> {
    number: usize,
    worm: u32,
    granted: &'a [(VisitIx, usize)],
    literals: Vec<Lit>,
}

impl Denied<'_> {
    /// Whether it can be chosen after another one: no message is in two states, and those in the same state have an
    /// order.
    fn may_follow(&self, before: &Self) -> bool {
        let is_same = (self.worm, self.granted) == (before.worm, before.granted);
        if is_same { before.number < self.number } else { before.number != self.number }
    }
}

/// One clause for each choice of one message a state, and what else may be true then.
fn arrangements<'a>(
    alike: &'a [Vec<Denied<'a>>],
    others: &dyn Fn(&[&Denied<'_>]) -> Vec<Lit>,
    chosen: &mut Vec<&'a Denied<'a>>,
    clauses: &mut Vec<Vec<Lit>>,
) {
    let Some(next) = alike.get(chosen.len()) else {
        let denied = chosen.iter().flat_map(|denied| &denied.literals).copied();
        return clauses.push(denied.chain(others(chosen)).collect());
    };
    for denied in next {
        if clauses.len() < MOST_ARRANGEMENTS && chosen.iter().all(|before| denied.may_follow(before)) {
            chosen.push(denied);
            arrangements(alike, others, chosen, clauses);
            chosen.pop();
        }
    }
}

impl Message {
    /// Literals that are false if it is there, and just these parts of the requests of its worm have been granted.
    fn denies_all(&self, workload: &Workload, granted: &[(VisitIx, usize)]) -> Option<Vec<Lit>> {
        let mut literals = vec![-self.present];
        for visit in workload.worms[self.worm as usize].visits.clone() {
            literals.extend(self.denies(workload, visit, granted)?);
        }
        Some(literals)
    }

    /// Literals that are false if, at a visit, just these parts have been granted.
    fn denies(&self, workload: &Workload, visit: VisitIx, granted: &[(VisitIx, usize)]) -> Option<Vec<Lit>> {
        let has = |visit: VisitIx, part: usize| granted.contains(&(visit, part));
        let has_all = |visit: VisitIx| (0..workload.request(visit).len()).all(|part| has(visit, part));
        let has_some = (0..workload.request(visit).len()).any(|part| has(visit, part));
        let has_come = match workload.visit(visit).parent {
            NONE => true,
            parent if workload.steps.is_forked() => has(parent, workload.part_of(visit)),
            parent => has_all(parent),
        };
        let denied = |literal: Lit, is_true: bool| if is_true { -literal } else { literal };
        match self.heads.get(&visit) {
            _ if !has_come => (!has_some).then(Vec::new),
            None => has_all(visit).then(Vec::new),
            Some(head) if head.parts.is_empty() => {
                (has_all(visit) == has_some).then(|| vec![denied(head.granted, has_some)])
            }
            Some(head) => {
                Some(head.parts.iter().enumerate().map(|(part, &literal)| denied(literal, has(visit, part))).collect())
            }
        }
    }
}
