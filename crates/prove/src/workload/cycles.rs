//! Deadlocks by short cycles: each worm holds what the one before it waits for.

use super::attempt::{Tried, attempt};
use super::confirm::Trial;
use super::problem::Problem;
use super::sending::Stuck;
use super::subset::among;
use super::waits::{Wait, WaitSearch};
use crate::ProveError;
use std::collections::BTreeSet;
use wormcast_check::proof::Counterexample;
use wormcast_model::{GrantOrder, Reaches, ResourceId};

/// At most so many resources of a component are begun with; the first time fewer, as one cycle often does.
const STARTS: usize = 256;
const FIRST: usize = 8;
/// Searches that begin in one component come to so many visits together.
const VISITS: usize = 1 << 25;
/// Up to so many visits worms are also chosen that hold nothing of what the one before holds.
const CAREFUL: usize = 1 << 14;
/// How many cycles are tried out, the shortest first.
const TRIED: usize = 64;

/// Of how many worms that stand in cycles those are looked for that deadlock.
const FEW: usize = 48;

/// Looks for a deadlock in each of these components of the channel dependency graph, by its shortest cycles with one
/// worm an edge. A cycle whose worms hold nothing in common is a deadlock if routers may lag; the engine confirms it.
pub(super) fn cycle_search(
    problem: Problem<'_>,
    components: &[Vec<ResourceId>],
) -> Result<Option<Counterexample>, ProveError> {
    let mut search = WaitSearch::new(problem.workload, problem.statement.reservation, *problem.effort);
    let starts = (VISITS / problem.workload.visits.len().max(1)).clamp(4, STARTS);
    let careful = problem.workload.visits.len() <= CAREFUL;
    let mut suspects = BTreeSet::new();
    let careful = careful.then_some((starts, true));
    for (starts, careful) in [(starts.min(FIRST), false), (starts, false)].into_iter().chain(careful) {
        for component in components {
            if problem.effort.is_over() {
                return Ok(None);
            }
            let begun = component.iter().step_by(component.len().div_ceil(starts));
            let begun = begun.take_while(|_| !problem.effort.is_over());
            let found: BTreeSet<_> = begun.filter_map(|&start| search.cycle(start, careful)).map(by_length).collect();
            for (_, cycle) in found.into_iter().take(TRIED) {
                if problem.effort.is_over() {
                    return Ok(None);
                }
                if let Some(counterexample) = try_out(problem, &cycle)? {
                    return Ok(Some(counterexample));
                }
                suspects.extend(cycle.iter().map(|wait| problem.workload.visit(wait.head).worm));
            }
        }
    }
    // Where the cycles are not led into, some worms of several of them may still be in a deadlock.
    let few: BTreeSet<_> = suspects.into_iter().take(FEW).collect();
    let is_part = few.len() < problem.workload.worms.len();
    if is_part { among(problem, &few) } else { Ok(None) }
}

fn by_length(cycle: Vec<Wait>) -> (usize, Vec<Wait>) {
    (cycle.len(), cycle)
}

/// Leads the worms of a cycle into it, with long messages if they hold nothing in common then; else with messages that
/// just reach from what each waits for back to what it holds.
fn try_out(problem: Problem<'_>, cycle: &[Wait]) -> Result<Option<Counterexample>, ProveError> {
    let workload = problem.workload;
    let reaches = Reaches::of(problem.statement, workload.height()).values;
    let needed = cycle.iter().map(|wait| workload.distance(wait.head, wait.holder, !wait.ejects)).max().unwrap_or(0);
    let least = reaches.iter().copied().find(|&reach| reach >= needed);
    let fits = |reach: &u32| are_apart(problem, cycle, *reach);
    let Some(reach) =
        [reaches.last().copied().filter(|&reach| reach >= needed), least].into_iter().flatten().find(fits)
    else {
        return Ok(None);
    };
    let stuck: Vec<_> = cycle.iter().map(|wait| wait.stuck(workload)).collect();
    match attempt(&Trial { problem, reach }, &stuck, &GrantOrder::Unknown)? {
        Tried::Deadlock(counterexample) => Ok(Some(counterexample)),
        Tried::Impossible(_) | Tried::Nothing => Ok(None),
    }
}

/// Whether no two worms of a cycle hold the same.
fn are_apart(problem: Problem<'_>, cycle: &[Wait], reach: u32) -> bool {
    let mut held = BTreeSet::new();
    cycle.iter().all(|wait| wait.held(problem.workload, reach).into_iter().all(|resource| held.insert(resource)))
}

impl Wait {
    /// The worm in the state in which it waits.
    fn stuck(&self, workload: &wormcast_model::Workload) -> Stuck {
        let granted = self.granted(workload).into_iter().map(|visit| (visit, 0)).collect();
        let reserved = [(self.head, Vec::new())].into_iter().collect();
        Stuck { worm: workload.visit(self.head).worm, number: 0, blocked: vec![(self.head, 0)], granted, reserved }
    }
}
