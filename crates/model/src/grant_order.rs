//! Whether messages can come to where they are: whether there is an order in which all their requests are granted.
//!
//! Take a run, and the requests of some messages that were granted in it, in that order. Send those messages alone, let
//! each head make its request when it was granted, and let all flits go on as far as they can between two grants. Then
//! at each grant no more is held than in the run, so each is possible again, and heads come no later. So if there is no
//! such order, the messages never come there, whatever the delays, and whatever else is in flight.

mod flits;
mod layout;
mod lines;
mod messages;
mod run;

use crate::rules::Parts;
use crate::{Handover, Reaches, ResourceId, Switching, VisitIx, Workload, WorkloadStatement};
use flits::Flits;
use layout::Layout;
use lines::Lines;
pub use messages::Messages;
pub use run::{Ask, Run};
use std::collections::BTreeSet;

/// The most grants that are looked at together, and after how many states it is given up.
const MOST_GRANTS: usize = 256;
const MOST_STATES: usize = 1 << 11;

/// The most flits of a message that are looked at.
const LONGEST: u32 = 1 << 10;

/// A message, and what was granted to it: each visit, and which part of its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The worm.
    pub worm: u32,
    /// What was granted.
    pub granted: Vec<(VisitIx, usize)>,
}

/// What is granted at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The message, by its place among those that were asked about.
    pub message: usize,
    /// The visit.
    pub visit: VisitIx,
    /// The parts of its request.
    pub parts: Vec<usize>,
}

/// Whether there is an order of grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrantOrder {
    /// This one.
    Found(Vec<Grant>),
    /// None.
    None,
    /// It was not looked for, or not found out.
    Unknown,
}

/// Whether buffers that take several messages are looked at as they are: as if they took one, more is a standstill, and
/// less may come about.
fn are_as_they_are(workload: &Workload, statement: &WorkloadStatement) -> bool {
    let may_share = statement.handover == Handover::Tail && statement.policies().takes_whole_messages();
    let known = statement.length.zip(statement.buffer);
    !may_share || workload.has_queues() || known.is_some_and(|(length, buffer)| buffer.get() < 2 * length.get())
}

/// Looks for an order in which these messages, of a reach, get what was granted to them: depth first, over sets of
/// grants and the orders in which worms came into buffers. O(2^grants), up to a fixed number of states.
pub fn grant_order(workload: &Workload, statement: &WorkloadStatement, reach: u32, messages: &[Placed]) -> GrantOrder {
    let grants = grants(workload, messages);
    let rules = Rules::of(workload, statement, reach, messages.len());
    let Some(rules) = rules.filter(|_| grants.len() <= MOST_GRANTS) else { return GrantOrder::Unknown };
    let layout = Layout::of(workload, messages, &grants);
    let lines = Lines::of(workload, statement, &grants);
    let mut search = Search { workload, layout: &layout, lines, grants, seen: BTreeSet::new(), order: Vec::new() };
    match search.from(Flits::new(&layout, rules)) {
        Some(true) => GrantOrder::Found(search.order.iter().map(|&at| search.grants[at].clone()).collect()),
        Some(false) => GrantOrder::None,
        None => GrantOrder::Unknown,
    }
}

/// What is granted, in the order of messages and visits.
fn grants(workload: &Workload, messages: &[Placed]) -> Vec<Grant> {
    let mut grants: Vec<Grant> = Vec::new();
    for (message, placed) in messages.iter().enumerate() {
        let mut granted = placed.granted.clone();
        granted.sort_unstable();
        for (visit, part) in granted {
            match grants.last_mut() {
                Some(last) if workload.parts == Parts::Together && (last.message, last.visit) == (message, visit) => {
                    last.parts.push(part);
                }
                _ => grants.push(Grant { message, visit, parts: vec![part] }),
            }
        }
    }
    grants
}

/// What flits do.
#[derive(Clone, Copy, Debug)]
struct Rules {
    length: u32,
    buffer: u32,
    whole_messages: bool,
    forked: bool,
    /// Whether a channel is free when the tail has crossed it.
    free_with_tail: bool,
    /// Whether worms behind others in a buffer have as much room as those leave, and no more. Where the question is
    /// about several lengths and buffers, they have as much as they ever could.
    shares_buffers: bool,
}

impl Rules {
    /// What flits of messages of a reach do; none if they are too long or too many, or if no order is looked for.
    fn of(workload: &Workload, statement: &WorkloadStatement, reach: u32, messages: usize) -> Option<Self> {
        let (length, buffer) = Reaches::messages(statement, workload.height(), reach);
        let is_large = length > LONGEST || messages > usize::from(u8::MAX);
        let is_known =
            !is_large && !workload.asks_whole() && workload.has_formula() && are_as_they_are(workload, statement);
        is_known.then_some(Self {
            length,
            buffer,
            whole_messages: statement.switching != Switching::Wormhole,
            forked: workload.steps.is_forked(),
            free_with_tail: statement.handover == Handover::Tail && statement.switching == Switching::Wormhole,
            shares_buffers: statement.length.is_some() && statement.buffer.is_some(),
        })
    }
}

/// Which grants were made, and who came into each buffer, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// Bit by bit.
    made: Vec<u64>,
    came: Vec<(ResourceId, u8)>,
    /// What was asked for before what else, in ascending order, as far as that matters.
    asked_before: Vec<(usize, usize)>,
}

impl State {
    fn is_made(&self, grant: usize) -> bool {
        self.made.get(grant / 64).is_some_and(|bits| bits >> (grant % 64) & 1 == 1)
    }

    /// One more grant, of these things to a message.
    fn make(&mut self, grant: usize, message: usize, things: impl Iterator<Item = ResourceId>) {
        if self.made.len() <= grant / 64 {
            self.made.resize(grant / 64 + 1, 0);
        }
        self.made[grant / 64] |= 1 << (grant % 64);
        let before = self.came.len();
        self.came.extend(things.map(|thing| (thing, message as u8)));
        if self.came.len() > before {
            self.came.sort_by_key(|&(resource, _)| resource);
        }
    }
}

struct Search<'a> {
    workload: &'a Workload,
    layout: &'a Layout,
    lines: Lines,
    grants: Vec<Grant>,
    seen: BTreeSet<State>,
    /// The grants so far.
    order: Vec<usize>,
}

impl Search<'_> {
    /// Whether all grants can be made from a state on, in which flits have still to go on; none if that was not found
    /// out.
    fn from(&mut self, mut flits: Flits<'_>) -> Option<bool> {
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

    /// Lets all flits go on as far as they can, and worms come to the front of buffers: nobody else can have that, and
    /// it holds nothing up.
    fn settle(&mut self, flits: &mut Flits<'_>) {
        flits.settle();
        while let Some(front) = self.due_front(flits) {
            self.order.push(front);
            let state = self.after(front, &flits.state);
            flits.grant(state);
            flits.settle();
        }
    }

    /// The same when flits have gone on as far as they can.
    fn go_on(&mut self, flits: &Flits<'_>) -> Option<bool> {
        if self.order.len() == self.grants.len() || self.lack_only_room(flits) {
            return Some(true);
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
