//! Deadlocks of few worms among many.

use super::confirm::part;
use super::problem::Problem;
use super::sending::are_too_many;
use crate::ProveError;
use std::collections::BTreeSet;
use wormcast_check::proof::{Counterexample, Part};
use wormcast_model::{Workload, WorkloadStatement};

/// A deadlock of the longest messages of these worms alone, if any is quickly found. It is one of all worms, too: who
/// is not sent is in nobody's way.
pub(super) fn among(problem: Problem<'_>, worms: &BTreeSet<u32>) -> Result<Option<Counterexample>, ProveError> {
    let Problem { topology, statement, workload, effort, .. } = problem;
    // Dependences are between the plans as they are numbered there.
    if !statement.dependences.is_empty() {
        return Ok(None);
    }
    let begins: Vec<_> = worms.iter().map(|&worm| problem.alone(worm)).collect();
    let plans: Vec<_> = begins.iter().map(|begin| part(&problem.plans[begin.plan], workload, begin)).collect();
    let statement = WorkloadStatement { with_unicast: false, routes: Vec::new(), ..statement.clone() };
    let workload = Workload::new(topology, &plans, &statement)?;
    let few =
        Problem { topology, plans: &plans, given: plans.len(), statement: &statement, workload: &workload, effort };
    let Some(mut found) = few.longest_messages()? else { return Ok(None) };
    let sent: Vec<_> = found.parts.iter().map(|part| begins[part.plan]).collect();
    found.parts = sent.iter().map(|begin| Part { plan: begin.plan, worm: begin.worm }).collect();
    Ok((!are_too_many(problem, &sent)).then_some(found))
}
