//! Who stands in a line before whom. Parts of requests that are granted one by one are asked for at known times: those
//! of one request all at once, or each as the one before it is granted. Lines are served first come, first served. So
//! nothing is granted to a head that came after another one had asked for it, and does not have it. Which of two
//! requests of one moment is first may differ from line to line.

use super::flits::Flits;
use super::{Grant, State};
use crate::rules::Parts;
use crate::{ResourceId, VisitIx, Workload, WorkloadStatement};
use std::collections::BTreeMap;

/// A part of a request: what was granted, or what its head asks for and never gets.
#[derive(Debug)]
struct Ask {
    message: usize,
    visit: VisitIx,
    resource: ResourceId,
    /// The number of its grant, if it is granted.
    grant: Option<usize>,
    /// The numbers of the grants that show that it was asked for: one of them, or all.
    shown_by: Vec<usize>,
}

/// The parts of requests that others ask for, too.
#[derive(Debug)]
pub(super) struct Lines {
    parts: Parts,
    asks: Vec<Ask>,
    /// For each ask the other ones for the same thing.
    others: Vec<Vec<usize>>,
    /// For each grant its ask.
    of_grant: Vec<Option<usize>>,
}

impl Lines {
    /// Of what is granted, and of what heads that have some part lack. None where requests are not in parts, or if the
    /// lines are of several virtual channels.
    pub(super) fn of(workload: &Workload, statement: &WorkloadStatement, grants: &[Grant]) -> Self {
        let mut asks = Vec::new();
        if workload.parts != Parts::Together && !statement.chooses_freely() {
            let mut heads: BTreeMap<(usize, VisitIx), BTreeMap<usize, usize>> = BTreeMap::new();
            for (number, Grant { message, visit, parts }) in grants.iter().enumerate() {
                let made = heads.entry((*message, *visit)).or_default();
                made.extend(parts.iter().map(|&part| (part, number)));
            }
            heads.iter().for_each(|(&head, made)| asks.extend(asks_of(workload, head, made)));
        }
        let is_other = |ask: &Ask, other: &Ask| ask.message != other.message && ask.resource == other.resource;
        let others = |ask: &Ask| (0..asks.len()).filter(|&other| is_other(ask, &asks[other])).collect();
        let others = asks.iter().map(others).collect();
        let mut of_grant = vec![None; grants.len()];
        asks.iter()
            .enumerate()
            .for_each(|(number, ask)| ask.grant.into_iter().for_each(|grant| of_grant[grant] = Some(number)));
        Self { parts: workload.parts, asks, others, of_grant }
    }

    /// Whether nobody stands in line before a grant that is to be made.
    pub(super) fn is_first(&self, state: &State, grant: usize) -> bool {
        let Some(own) = self.of_grant[grant] else { return true };
        let asked_before = |other: usize| state.asked_before.binary_search(&(other, own)).is_ok();
        !self.others[own].iter().any(|&other| !self.is_made(state, other) && asked_before(other))
    }

    /// Notes who is now known to stand before whom, after a grant in a state of flits.
    pub(super) fn note(&self, flits: &Flits<'_>, grant: usize, after: &mut State) {
        if self.of_grant[grant].is_none() {
            return;
        }
        let before = &flits.state;
        let mut found: Vec<(usize, usize)> = Vec::new();
        let shown = (0..self.asks.len()).filter(|&ask| self.is_shown(after, ask) && !self.is_shown(before, ask));
        for ask in shown {
            let has_come = |other: &Ask| flits.has_come(other.message, other.visit);
            let later = self.others[ask].iter().filter(|&&other| !has_come(&self.asks[other]));
            found.extend(later.map(|&other| (ask, other)));
        }
        if !found.is_empty() {
            after.asked_before.extend(found);
            after.asked_before.sort_unstable();
            after.asked_before.dedup();
        }
    }

    /// Whether everything that a grant is among the reasons to know is known after it. Otherwise another grant would
    /// show it, at a time that depends on which of them is made last.
    pub(super) fn shows_all(&self, grant: usize, after: &State) -> bool {
        let is_reason = |ask: &usize| self.asks[*ask].shown_by.contains(&grant);
        (0..self.asks.len()).filter(is_reason).all(|ask| self.is_shown(after, ask))
    }

    fn is_made(&self, state: &State, ask: usize) -> bool {
        self.asks[ask].grant.is_some_and(|grant| state.is_made(grant))
    }

    /// Whether the grants of a state show that something was asked for.
    fn is_shown(&self, state: &State, ask: usize) -> bool {
        let Ask { shown_by, .. } = &self.asks[ask];
        match self.parts {
            Parts::Apart => shown_by.iter().any(|&grant| state.is_made(grant)),
            _ => !shown_by.is_empty() && shown_by.iter().all(|&grant| state.is_made(grant)),
        }
    }
}

/// The parts of a head's request that it got, by their grants, and those that it is known to wait for in the end.
fn asks_of(workload: &Workload, (message, visit): (usize, VisitIx), made: &BTreeMap<usize, usize>) -> Vec<Ask> {
    let request = workload.request(visit);
    let lacking = request.len() - made.len();
    let ask = |part: usize| {
        let others: Vec<usize> = made.iter().filter(|(other, _)| **other != part).map(|(_, &grant)| grant).collect();
        let (is_asked, shown_by) = match workload.parts {
            Parts::InOrder => (part <= made.len(), made.get(&part.wrapping_sub(1)).copied().into_iter().collect()),
            // In which order is not known, before all others are there.
            Parts::AnyOrder if lacking > usize::from(!made.contains_key(&part)) => {
                (made.contains_key(&part), Vec::new())
            }
            _ => (true, others),
        };
        is_asked.then(|| Ask { message, visit, resource: request[part], grant: made.get(&part).copied(), shown_by })
    };
    (0..request.len()).filter_map(ask).collect()
}
