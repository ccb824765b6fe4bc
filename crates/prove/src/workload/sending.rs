//! What is sent so that a snapshot comes about: plans, or single worms of them.

use super::problem::Problem;
use super::request_order::RequestOrder;
use std::collections::BTreeMap;
use wormcast_check::proof::Part;
use wormcast_model::{Copies, Lit, Placed, VisitIx, Workload};
use wormcast_sim::Stall;

/// How long a head takes from router to router, and a flit over a channel, in ns: the defaults of `simulate`.
pub(super) const ROUTER_NS: i64 = 40;
pub(super) const FLIT_NS: i64 = 10;
pub(super) const HOP_NS: i64 = ROUTER_NS + FLIT_NS;

/// What is sent at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sending {
    /// Whole plans.
    Plans,
    /// Single worms.
    Worms,
}

/// Something that is sent: a plan, or one worm of it, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Begin {
    pub plan: usize,
    /// The turn of the plan, which says what virtual channels it takes.
    pub turn: u32,
    pub worm: Option<u32>,
    pub at_ns: i64,
}

impl Begin {
    /// What of which plan it is.
    pub(crate) fn part(&self) -> Part {
        Part { plan: self.plan, worm: self.worm }
    }
}

/// What is sent, and the channels that are held up meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub begins: Vec<Begin>,
    pub stalls: Vec<Stall>,
    /// Where heads ask for the parts of their requests in any order, that of some: by the number of what is sent, and
    /// the number of its worm.
    pub orders: BTreeMap<(usize, u32), RequestOrder>,
}

/// A message in a snapshot: where its head is blocked, and where its request was granted.
#[derive(Default)]
pub(crate) struct Stuck {
    pub worm: u32,
    /// Its number in the snapshot.
    pub number: usize,
    /// With the literal that says so.
    pub blocked: Vec<(VisitIx, Lit)>,
    /// With the literal that says so.
    pub granted: Vec<(VisitIx, Lit)>,
    /// Where parts of a request are granted one by one: those that each blocked head has, and the literals that say so.
    pub reserved: BTreeMap<VisitIx, Vec<(usize, Lit)>>,
}

impl Stuck {
    /// What was granted to it.
    pub(super) fn placed(&self, workload: &Workload) -> Placed {
        let whole = |&(visit, _): &(VisitIx, Lit)| (0..workload.request(visit).len()).map(move |part| (visit, part));
        let parts = self.reserved.iter().flat_map(|(&visit, has)| has.iter().map(move |&(part, _)| (visit, part)));
        Placed { worm: self.worm, granted: self.granted.iter().flat_map(whole).chain(parts).collect() }
    }

    /// The visits that it has come to.
    pub(super) fn visits(&self) -> impl Iterator<Item = VisitIx> {
        self.granted.iter().chain(&self.blocked).map(|&(visit, _)| visit)
    }
}

/// What is sent, and with which of it each message goes.
pub(super) fn placed(
    problem: Problem<'_>,
    reach: u32,
    stuck: &[Stuck],
    sending: Sending,
) -> (Vec<Begin>, Vec<(usize, i64)>) {
    let (mut begins, mut place) = (Vec::new(), Vec::new());
    let mut copies: BTreeMap<u32, usize> = BTreeMap::new();
    let mut sent: BTreeMap<(usize, u32, usize), usize> = BTreeMap::new();
    for message in stuck {
        let worm = &problem.workload.worms[message.worm as usize];
        let copy = copies.entry(message.worm).or_default();
        // Unicast messages are sent one by one in any case.
        let alone = sending == Sending::Worms || problem.is_of_unicasts(worm.plan);
        let number = match sent.get(&(worm.plan, worm.turn, *copy)) {
            Some(&number) if !alone => number,
            _ => {
                begins.push(Begin { plan: worm.plan, turn: worm.turn, worm: alone.then_some(worm.id), at_ns: 0 });
                begins.len() - 1
            }
        };
        sent.insert((worm.plan, worm.turn, *copy), number);
        *copy += 1;
        let later = if alone { 0 } else { starts_after(problem, reach, worm.plan, worm.id) };
        place.push((number, later));
    }
    (begins, place)
}

/// How long after its plan a worm starts, if nobody is delayed.
fn starts_after(problem: Problem<'_>, reach: u32, plan: usize, worm: u32) -> i64 {
    let worms = &problem.plans[plan].worms;
    let (mut at, mut later) = (worms.get(worm), 0);
    let length = i64::from(problem.length_and_buffer(reach).0);
    for _ in 0..worms.len() {
        let Some(after) = at.after else { break };
        let leader = worms.get(after);
        let hop = leader.deliveries.iter().find(|delivery| delivery.node == at.origin).map(|delivery| delivery.hop);
        let depth = std::iter::successors(hop, |&hop| leader.hops[hop as usize].parent()).count() as i64;
        later += depth * HOP_NS + (length - 1) * FLIT_NS;
        at = leader;
    }
    later
}

/// Whether a worm, alone or with its plan in any of its turns, is sent more often than it may be.
pub(super) fn are_too_many(problem: Problem<'_>, begins: &[Begin]) -> bool {
    let Copies::AtMost(most) = problem.statement.copies else { return false };
    let (mut whole, mut alone): (BTreeMap<_, u32>, BTreeMap<_, u32>) = Default::default();
    for begin in begins {
        match begin.worm {
            None => *whole.entry(begin.plan).or_default() += 1,
            Some(worm) => *alone.entry((begin.plan, worm)).or_default() += 1,
        }
    }
    let with_plan = |plan| whole.get(plan).copied().unwrap_or_default();
    whole.values().any(|&times| times > most.get())
        || alone.iter().any(|((plan, _), &times)| times + with_plan(plan) > most.get())
}
