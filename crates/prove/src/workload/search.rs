//! The search for a deadlock that can be reached, with the fewest worms first.

use super::attempt::{Tried, attempt};
use super::confirm::Trial;
use super::problem::Problem;
use super::random_search::Unreached;
use super::sat::{Sat, Verdict};
use super::sending::{Begin, Sending, Stuck, are_too_many, placed};
use super::taken_in::{TakenIn, after_taken_in};
use crate::ProveError;
use std::collections::BTreeSet;
use wormcast_check::proof::{Counterexample, NeverThere};
use wormcast_model::{Delays, Ghost, GrantOrder, Lit, Message, Scope, Snapshot, VisitIx, grant_order, standing_order};

/// Up to so many worms the fewest are looked for; then any number.
const FEWEST: usize = 8;

/// How many snapshots are tried, and how many are excluded as messages do not come into them.
const SNAPSHOTS: usize = 300;
const EXCLUDED: usize = 1000;

/// In how many snapshots flits are counted.
const COUNTED: usize = 150;

/// Of how many snapshots it is kept what was sent.
const KEPT: usize = 64;

/// What a search comes to.
pub(crate) enum Found {
    /// There is no snapshot, but for those into which messages do not come.
    Nothing(Excluded),
    /// A deadlock, as an engine stopped in it.
    Deadlock(Counterexample),
    /// There are snapshots, and none of those tried was reached.
    Unreached(Unreached),
}

/// States into which messages do not come, and those in which they do not stand still if no others are there.
#[derive(Default)]
pub(crate) struct Excluded {
    pub never: Vec<NeverThere>,
    pub alone: Vec<NeverThere>,
}

impl Excluded {
    fn len(&self) -> usize {
        self.never.len() + self.alone.len()
    }
}

pub(crate) struct Search<'a> {
    problem: Problem<'a>,
    scope: Scope<'a>,
    messages: &'a [Message],
    sat: Sat<'a>,
    /// For j = 1, 2, …: at least j messages are present.
    counts: Vec<Lit>,
    snapshot: &'a Snapshot,
    excluded: Excluded,
    /// Whether no others have been excluded.
    is_certain: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: Problem<'a>, scope: Scope<'a>, snapshot: &'a Snapshot) -> Self {
        let mut formula = snapshot.formula.clone();
        let present: Vec<_> = snapshot.messages.iter().map(|message| message.present).collect();
        let counts = formula.at_least(&present, FEWEST + 1);
        let sat = Sat::new(&formula, problem.effort, false);
        let excluded = Excluded::default();
        Self { problem, scope, messages: &snapshot.messages, sat, counts, snapshot, excluded, is_certain: true }
    }

    /// Tries one snapshot after another, those with few messages first.
    pub(super) fn run(mut self) -> Result<Found, ProveError> {
        match self.sat.solve(&[]) {
            Verdict::Unsat => return Ok(Found::Nothing(Excluded::default())),
            Verdict::GaveUp => return Ok(self.unreached(self.gave_up(), Vec::new())),
            Verdict::Sat => {}
        }
        let (mut most, mut last, mut sent, mut tried, mut counted) = (1, None, Vec::new(), 0, 0);
        while tried < SNAPSHOTS && self.excluded.len() < EXCLUDED && !self.problem.effort.is_over() {
            let assumed = self.counts.get(most).map(|count| -count);
            match self.sat.solve(assumed.as_slice()) {
                Verdict::Sat => {}
                Verdict::Unsat if assumed.is_some() => {
                    most += 1;
                    continue;
                }
                Verdict::Unsat if self.is_certain => return Ok(Found::Nothing(self.excluded)),
                _ => break,
            }
            let (stuck, taken) = (self.read(), self.taken_in());
            let mut order = self.order_of(&stuck.iter().collect::<Vec<_>>());
            if order == GrantOrder::None && self.exclude(&stuck) {
                continue;
            }
            counted += 1;
            let standing = if counted > COUNTED { GrantOrder::Unknown } else { self.standing_order_of(&stuck) };
            match standing {
                GrantOrder::None if self.exclude_alone(&stuck) => continue,
                GrantOrder::Found(grants) => order = GrantOrder::Found(grants),
                _ => {}
            }
            if self.problem.is_coarse() {
                return Ok(self.unreached(self.describe(&stuck), sent));
            }
            tried += 1;
            match self.try_out(&stuck, &taken, &order)? {
                Ok(counterexample) => return Ok(Found::Deadlock(counterexample)),
                Err(clause) => self.sat.add(&clause),
            }
            self.leave_out(&stuck);
            self.is_certain = false;
            self.keep(&stuck, &taken, &mut sent);
            last = Some(stuck);
        }
        let reason = last.map_or_else(|| self.gave_up(), |last| self.describe(&last));
        Ok(self.unreached(reason, sent))
    }

    /// An order in which messages come to where they are stuck.
    fn order_of(&self, stuck: &[&Stuck]) -> GrantOrder {
        let Scope { workload, statement, reach, .. } = self.scope;
        let placed: Vec<_> = stuck.iter().map(|stuck| stuck.placed(workload)).collect();
        grant_order(workload, statement, reach, &placed)
    }

    /// Excludes all snapshots in which these messages are, or already some of them that never come there; whether it
    /// could.
    fn exclude(&mut self, stuck: &[Stuck]) -> bool {
        let mut few: Vec<&Stuck> = stuck.iter().collect();
        let mut at = 0;
        while at < few.len() && !self.problem.effort.is_over() {
            let mut fewer = few.clone();
            fewer.remove(at);
            match self.order_of(&fewer) {
                GrantOrder::None => few = fewer,
                _ => at += 1,
            }
        }
        let workload = self.scope.workload;
        let states: Vec<_> = few.iter().map(|stuck| (stuck.number, stuck.placed(workload).granted)).collect();
        let Some(clauses) = self.snapshot.excluding(workload, &states) else { return false };
        clauses.iter().for_each(|clause| self.sat.add(clause));
        self.excluded.never.push(NeverThere(states));
        true
    }

    /// An order in which messages come to where they are stuck, and stand still if no others are there.
    fn standing_order_of(&self, stuck: &[Stuck]) -> GrantOrder {
        let Scope { workload, statement, reach, .. } = self.scope;
        let placed: Vec<_> = stuck.iter().map(|stuck| stuck.placed(workload)).collect();
        standing_order(workload, statement, reach, &placed)
    }

    /// Excludes the snapshots in which these messages are, and no others; whether it could.
    fn exclude_alone(&mut self, stuck: &[Stuck]) -> bool {
        let workload = self.scope.workload;
        let states: Vec<_> = stuck.iter().map(|stuck| (stuck.number, stuck.placed(workload).granted)).collect();
        let Some(clauses) = self.snapshot.excluding_alone(workload, &states) else { return false };
        clauses.iter().for_each(|clause| self.sat.add(clause));
        self.excluded.alone.push(NeverThere(states));
        true
    }

    /// Leaves out this snapshot, and those in which others of the same worms are in the same states: it was tried.
    fn leave_out(&mut self, stuck: &[Stuck]) {
        let workload = self.scope.workload;
        let states: Vec<_> = stuck.iter().map(|stuck| (stuck.number, stuck.placed(workload).granted)).collect();
        let clauses = self.snapshot.excluding(workload, &states).unwrap_or_default();
        clauses.iter().for_each(|clause| self.sat.add(clause));
    }

    fn unreached(&self, reason: String, sent: Vec<Vec<Begin>>) -> Found {
        Found::Unreached(Unreached { reason, reach: self.scope.reach, sent })
    }

    fn gave_up(&self) -> String {
        let messages = self.messages.len();
        self.problem.out_of_time(&format!("while states of up to {messages} messages were looked for"))
    }

    /// Keeps what is sent for a snapshot, if it is new: without and with what nodes have taken in.
    fn keep(&self, stuck: &[Stuck], taken: &[TakenIn], sent: &mut Vec<Vec<Begin>>) {
        let worm = |taken: &TakenIn| self.problem.alone(self.scope.workload.visit(taken.visit).worm);
        let of = |sending| placed(self.problem, self.scope.reach, stuck, sending).0;
        let after: Vec<Begin> = of(Sending::Worms).into_iter().chain(taken.iter().map(worm)).collect();
        for begins in [of(Sending::Plans), of(Sending::Worms), after] {
            if sent.len() < KEPT && !sent.contains(&begins) && !are_too_many(self.problem, &begins) {
                sent.push(begins);
            }
        }
    }

    /// What nodes keep in the model until they have sent something.
    fn taken_in(&self) -> Vec<TakenIn> {
        let is_there = |ghost: &&Ghost| self.sat.is_true(ghost.present);
        let taken = |ghost: &Ghost| TakenIn { visit: ghost.visit, sender: ghost.sender };
        self.snapshot.ghosts.iter().filter(is_there).map(taken).collect()
    }

    /// The messages of the model.
    fn read(&self) -> Vec<Stuck> {
        let present = self.messages.iter().enumerate().filter(|(_, message)| self.sat.is_true(message.present));
        present.map(|(number, message)| Stuck { number, ..self.read_message(message) }).collect()
    }

    fn read_message(&self, message: &Message) -> Stuck {
        let workload = self.scope.workload;
        let visits = workload.worms[message.worm as usize].visits.clone();
        let first = visits.start;
        let mut stuck = Stuck { worm: message.worm, ..Stuck::default() };
        for visit in visits {
            let here = message.here[(visit - first) as usize];
            let arrived = self.sat.is_true(here);
            let granted = match message.heads.get(&visit) {
                Some(head) if arrived && self.sat.is_true(head.blocked) => {
                    stuck.blocked.push((visit, head.blocked));
                    let parts = head.parts.iter().copied().enumerate();
                    stuck.reserved.insert(visit, parts.filter(|&(_, part)| self.sat.is_true(part)).collect());
                    None
                }
                _ => arrived.then(|| message.granted(visit, first)),
            };
            stuck.granted.extend(granted.map(|literal| (visit, literal)));
        }
        stuck
    }

    /// With equal delays plan by plan, and if that does not do, worm by worm; then with delays that vary, if they may;
    /// if nothing does, a clause that excludes the snapshot.
    fn try_out(
        &self,
        stuck: &[Stuck],
        taken: &[TakenIn],
        order: &GrantOrder,
    ) -> Result<Result<Counterexample, Vec<Lit>>, ProveError> {
        let trial = Trial { problem: self.problem, reach: self.scope.reach };
        let all = || stuck.iter().flat_map(|stuck| stuck.blocked.iter().map(|&(_, literal)| -literal)).collect();
        if let Some(found) = after_taken_in(&trial, stuck, taken)? {
            return Ok(Ok(found));
        }
        Ok(match attempt(&trial, stuck, order)? {
            Tried::Deadlock(counterexample) => Ok(counterexample),
            Tried::Impossible(clause) => Err(clause),
            Tried::Nothing => Err(all()),
        })
    }

    fn describe(&self, stuck: &[Stuck]) -> String {
        let workload = self.scope.workload;
        let name = |visit: VisitIx| self.problem.topology.node_name(workload.visit(visit).node);
        let line = |stuck: &Stuck| {
            let worm = &workload.worms[stuck.worm as usize];
            let at: BTreeSet<_> = stuck.blocked.iter().map(|&(visit, _)| name(visit)).collect();
            let at: Vec<_> = at.into_iter().collect();
            format!("worm {} of plan {} at {}", worm.id, worm.plan, at.join(" and "))
        };
        let lines: Vec<_> = stuck.iter().map(line).collect();
        let is_long = self.scope.reach >= workload.height();
        let varying = if is_long { ", and routers whose delays vary can lead into them" } else { "" };
        let missing = match self.problem.statement.delays {
            Delays::Vary => "no run that leads into one was found",
            Delays::Equal => "with the same delay at every router no start times were found that do",
        };
        format!(
            "there are states in which worms block each other for good ({}){varying}; but {missing}, among the states tried",
            lines.join("; ")
        )
    }
}
