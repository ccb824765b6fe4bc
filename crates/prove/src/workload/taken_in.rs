//! States in which nodes keep messages that they have taken in, until they have sent others.

use super::attempt::{by_grants, confirmed};
use super::confirm::Trial;
use super::sending::Stuck;
use crate::ProveError;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use wormcast_check::proof::Counterexample;
use wormcast_model::{Delays, GrantOrder, Placed, VisitIx, Workload, paired_grant_order};

/// Up to so many steps an order of messages is looked for.
const STEPS: usize = 10_000;

/// A message that a node has taken in: where, and the number in the snapshot of the one that it has to send first.
pub(super) struct TakenIn {
    pub visit: VisitIx,
    pub sender: usize,
}

/// Leads messages to where they are stuck while nodes keep what they have taken in: that is sent as well, and numbered
/// so that it waits for the messages that are stuck.
pub(super) fn after_taken_in(
    trial: &Trial<'_>,
    stuck: &[Stuck],
    taken: &[TakenIn],
) -> Result<Option<Counterexample>, ProveError> {
    let Trial { problem, reach } = *trial;
    let workload = problem.workload;
    if taken.is_empty() || problem.statement.delays == Delays::Equal {
        return Ok(None);
    }
    let Some(list) = (Numbering { workload, stuck, taken, steps: STEPS, seen: BTreeSet::new() }).list() else {
        return Ok(None);
    };
    let messages: Vec<Placed> = list.iter().map(|&item| placed(workload, stuck, taken, item)).collect();
    let GrantOrder::Found(grants) = paired_grant_order(workload, problem.statement, reach, &messages) else {
        return Ok(None);
    };
    let worms: Vec<u32> = messages.iter().map(|message| message.worm).collect();
    let place = |item: usize| list.iter().position(|&other| other == item).expect("each is in the list");
    let places: Vec<usize> = (0..stuck.len()).map(place).collect();
    confirmed(trial, by_grants(problem, reach, stuck, &places, &worms, &grants))
}

/// What was granted to a message of a state, or to one behind those that a node has taken in: everything.
fn placed(workload: &Workload, stuck: &[Stuck], taken: &[TakenIn], item: usize) -> Placed {
    let Some(taken) = item.checked_sub(stuck.len()).map(|at| &taken[at]) else {
        return stuck[item].placed(workload);
    };
    let worm = workload.visit(taken.visit).worm;
    let all_parts = |visit: VisitIx| (0..workload.request(visit).len()).map(move |part| (visit, part));
    Placed { worm, granted: workload.worms[worm as usize].visits.clone().flat_map(all_parts).collect() }
}

/// The search for an order of messages in which each that was taken in has the same number among its like as the one
/// that it waits for.
struct Numbering<'a> {
    workload: &'a Workload,
    stuck: &'a [Stuck],
    taken: &'a [TakenIn],
    steps: usize,
    /// The sets of messages that were looked at.
    seen: BTreeSet<Vec<bool>>,
}

impl Numbering<'_> {
    /// All messages: those that are stuck by their places, then those that were taken in.
    fn list(mut self) -> Option<Vec<usize>> {
        let items = self.stuck.len() + self.taken.len();
        let mut class: Vec<usize> = (0..items).collect();
        for (at, taken) in self.taken.iter().enumerate() {
            let sender = self.stuck.iter().position(|stuck| stuck.number == taken.sender)?;
            class[self.stuck.len() + at] = sender;
        }
        // What is taken in for a message comes with it: they have the same number. Such come as early as they can.
        let of = |sender: usize| (0..items).filter(|&item| class[item] == sender).collect();
        let mut classes: Vec<Vec<usize>> = (0..self.stuck.len()).map(of).collect();
        classes.sort_by_key(|class| Reverse(class.len()));
        let mut list = Vec::new();
        self.extend(&mut list, &classes, &mut vec![false; classes.len()]).then_some(list)
    }

    fn extend(&mut self, list: &mut Vec<usize>, classes: &[Vec<usize>], used: &mut [bool]) -> bool {
        if used.iter().all(|&used| used) {
            return true;
        }
        for at in 0..classes.len() {
            if used[at] || self.steps == 0 {
                continue;
            }
            self.steps -= 1;
            let before = list.len();
            list.extend(&classes[at]);
            used[at] = true;
            // Which pairs there are is the same in whichever order those before have come.
            if self.is_paired(list) && self.seen.insert(used.to_vec()) && self.extend(list, classes, used) {
                return true;
            }
            used[at] = false;
            list.truncate(before);
        }
        false
    }

    /// Whether what was taken in waits for the messages that it should, as far as the list goes.
    fn is_paired(&self, list: &[usize]) -> bool {
        let stuck = self.stuck.len();
        let worm = |&item: &usize| match item.checked_sub(stuck) {
            None => self.stuck[item].worm,
            Some(at) => self.workload.visit(self.taken[at].visit).worm,
        };
        let pairs = self.workload.pairs(&list.iter().map(worm).collect::<Vec<_>>());
        let is_met = |item: usize| {
            let TakenIn { visit, sender } = self.taken[item - stuck];
            let is_pair = |&(taken, at, sent): &(usize, VisitIx, usize)| {
                let sent = list[sent];
                (list[taken], at) == (item, visit) && sent < stuck && self.stuck[sent].number == sender
            };
            pairs.iter().any(is_pair)
        };
        list.iter().all(|&item| item < stuck || is_met(item))
    }
}
