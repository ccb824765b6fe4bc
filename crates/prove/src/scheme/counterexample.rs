//! A deadlock that the engine stops in, put into words.

use super::among_plans::among_plans;
use super::case::{Case, Harness};
use super::random_search::RandomSearch;
use super::shrink;
use crate::Effort;
use crate::blocked::blocked_worms;
use crate::workload::stalls_told;
use wormcast_check::proof::{Counterexample, SchemeStatement};
use wormcast_sim::{Blocked, Outcome};

/// How many deadlocks are made small, where worms run as a whole, and where they run flit by flit; the smallest is the
/// answer.
const FOUND: [usize; 2] = [6, 2];
/// On large networks, where some planners are slow, the first of them will do: after so many plans times nodes.
const ENOUGH: usize = 1 << 19;

/// Looks for messages that deadlock: few of them, with few destinations and hops.
pub(super) fn search(
    harness: &mut Harness<'_>,
    statement: &SchemeStatement,
    effort: &Effort<'_>,
) -> Option<Counterexample> {
    effort.tell("random multicasts, in the engine");
    let case = smallest(harness, effort).or_else(|| {
        let found = among_plans(harness, statement, effort)?;
        Some(shrink::shrink(harness, found, effort))
    })?;
    told(harness, &case)
}

/// The deadlock that some messages end in, in words.
pub(super) fn told(harness: &Harness<'_>, case: &Case) -> Option<Counterexample> {
    let run = harness.known_deadlock(case)?;
    let Outcome::Deadlock(cycle) = &run.outcome else { return None };
    Some(document(harness, case, cycle))
}

/// The smallest of some deadlocks of random messages.
fn smallest(harness: &mut Harness<'_>, effort: &Effort<'_>) -> Option<Case> {
    let mut random_search = RandomSearch::over(harness);
    let mut best: Option<(_, Case)> = None;
    let nodes = harness.topology.graph().node_count();
    for found in 0..FOUND[usize::from(harness.runs_flit_by_flit())] {
        if found > 0 && harness.planned * nodes > ENOUGH {
            break;
        }
        let Some(found) = random_search.next(harness) else { break };
        let case = shrink::shrink(harness, found, effort);
        let size = (case.plans.len(), case.destinations(), case.hops());
        if best.as_ref().is_none_or(|(least, _)| size < *least) {
            best = Some((size, case));
        }
    }
    best.map(|(_, case)| case)
}

fn document(harness: &Harness<'_>, case: &Case, cycle: &[Blocked]) -> Counterexample {
    Counterexample {
        plans: case.plans.iter().map(|plan| plan.document(harness.topology)).collect(),
        starts_ns: case.messages.iter().map(|message| message.start).collect(),
        length: harness.timing.length,
        buffer: harness.timing.buffer,
        stalls: stalls_told(harness.topology, &case.stalls),
        worms: blocked_worms(harness.topology, cycle),
        parts: Vec::new(),
    }
}
