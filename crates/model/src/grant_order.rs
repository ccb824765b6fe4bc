//! Whether messages can come to where they are: whether there is an order in which all their requests are granted.
//!
//! Take a run, and the requests of some messages that were granted in it, in that order. Send those messages alone, let
//! each head make its request when it was granted, and let all flits go on as far as they can between two grants. Then
//! at each grant no more is held than in the run, so each is possible again, and heads come no later. So if there is no
//! such order, the messages never come there, whatever the delays, and whatever else is in flight.

mod alone;
mod flits;
mod layout;
mod lines;
mod messages;
mod run;
mod search;

use crate::rules::Parts;
use crate::{Handover, Reaches, ResourceId, Switching, VisitIx, Workload, WorkloadStatement};
pub use alone::standing_order;
use flits::Flits;
use layout::Layout;
use lines::Lines;
pub use messages::Messages;
pub use run::{Ask, Run};
use search::Search;
use std::collections::{BTreeMap, BTreeSet};

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
/// less may come about. Who asks for everything at once waits in no buffer.
pub(crate) fn are_as_they_are(workload: &Workload, statement: &WorkloadStatement) -> bool {
    let may_share = statement.handover == Handover::Tail && statement.policies().takes_whole_messages();
    let known = statement.length.zip(statement.buffer);
    !may_share
        || workload.asks_whole()
        || workload.has_queues()
        || known.is_some_and(|(length, buffer)| buffer.get() < 2 * length.get())
}

/// Looks for an order in which these messages, of a reach, get what was granted to them: depth first, over sets of
/// grants and the orders in which worms came into buffers. O(2^grants), up to a fixed number of states.
pub fn grant_order(workload: &Workload, statement: &WorkloadStatement, reach: u32, messages: &[Placed]) -> GrantOrder {
    order_of(workload, statement, reach, messages, End::Any)
}

/// The same where nodes take messages in as the statement says: the nth of a plan only as they send the nth of another.
pub fn paired_grant_order(
    workload: &Workload,
    statement: &WorkloadStatement,
    reach: u32,
    messages: &[Placed],
) -> GrantOrder {
    order_of(workload, statement, reach, messages, End::Paired)
}

/// What is asked of messages beside that they get what was granted to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Nothing.
    Any,
    /// Nodes take some in only as they send others.
    Paired,
    /// They stand still then.
    Standing,
}

fn order_of(
    workload: &Workload,
    statement: &WorkloadStatement,
    reach: u32,
    messages: &[Placed],
    end: End,
) -> GrantOrder {
    let grants = grants(workload, messages);
    let rules = Rules::of(workload, statement, reach, messages.len());
    let Some(rules) = rules.filter(|_| grants.len() <= MOST_GRANTS) else { return GrantOrder::Unknown };
    let mut layout = Layout::of(workload, messages, &grants);
    let worms: Vec<u32> = messages.iter().map(|placed| placed.worm).collect();
    if end == End::Paired {
        layout.pair(workload, &worms);
    }
    let lines = Lines::of(workload, statement, &grants);
    let (seen, order) = (BTreeSet::new(), Vec::new());
    let mut wanted: BTreeMap<ResourceId, Vec<usize>> = BTreeMap::new();
    for (at, Grant { visit, parts, .. }) in grants.iter().enumerate() {
        parts.iter().for_each(|&part| wanted.entry(workload.request(*visit)[part]).or_default().push(at));
    }
    let copies = statement.copies;
    let mut search = Search { workload, layout: &layout, lines, worms, copies, grants, wanted, end, seen, order };
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
        let is_known = !is_large && workload.has_formula() && are_as_they_are(workload, statement);
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
