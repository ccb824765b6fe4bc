//! Times with least differences between them.

use crate::Effort;
use wormcast_model::Lit;

/// The second begins at least so much later than the first, because of these literals.
pub(super) struct Constraint {
    pub first: usize,
    pub second: usize,
    pub gap: i64,
    pub because: Vec<Lit>,
}

/// Why there are no times.
pub(super) enum NoTimes {
    /// Constraints in a cycle contradict each other: this clause says that they do not all hold.
    Cycle(Vec<Lit>),
    /// The time for the search is used up.
    Unknown,
}

/// The earliest times that meet all constraints, by Bellman and Ford: O(begins · constraints).
pub(super) fn earliest(begins: usize, constraints: &[Constraint], effort: &Effort<'_>) -> Result<Vec<i64>, NoTimes> {
    let (mut times, mut reason) = (vec![0_i64; begins], vec![usize::MAX; begins]);
    for round in 0..=begins {
        if effort.is_over() {
            return Err(NoTimes::Unknown);
        }
        let mut changed = None;
        for (number, constraint) in constraints.iter().enumerate() {
            let earliest = times[constraint.first] + constraint.gap;
            if constraint.first == constraint.second && constraint.gap > 0 {
                return Err(NoTimes::Cycle(constraint.because.iter().map(|literal| -literal).collect()));
            }
            if earliest > times[constraint.second] {
                times[constraint.second] = earliest;
                reason[constraint.second] = number;
                changed = Some(constraint.second);
            }
        }
        match changed {
            None => return Ok(times),
            Some(at) if round == begins => return Err(NoTimes::Cycle(cycle(constraints, at, &reason))),
            Some(_) => {}
        }
    }
    Ok(times)
}

/// The latest times that meet all constraints, of which the last ones are as early as they can be: so nothing comes
/// earlier than something else asks for. `earliest` are the earliest. O(times · constraints).
pub(super) fn latest(earliest: &[i64], constraints: &[Constraint], effort: &Effort<'_>) -> Result<Vec<i64>, NoTimes> {
    let end = earliest.iter().copied().max().unwrap_or(0);
    let mut is_last = vec![true; earliest.len()];
    constraints.iter().for_each(|constraint| is_last[constraint.first] = false);
    let mut times: Vec<_> = earliest.iter().zip(is_last).map(|(&time, last)| if last { time } else { end }).collect();
    // Invariant: no time is earlier than the earliest, which meet all constraints.
    while !effort.is_over() {
        let mut changed = false;
        for constraint in constraints {
            let latest = times[constraint.second] - constraint.gap;
            if latest < times[constraint.first] {
                times[constraint.first] = latest;
                changed = true;
            }
        }
        if !changed {
            return Ok(times);
        }
    }
    Err(NoTimes::Unknown)
}

/// The clause of a cycle of constraints that leads back to `at` or to what precedes it.
fn cycle(constraints: &[Constraint], mut at: usize, reason: &[usize]) -> Vec<Lit> {
    // After so many steps back it is on the cycle.
    for _ in 0..reason.len() {
        at = constraints[reason[at]].first;
    }
    let (start, mut clause) = (at, Vec::new());
    loop {
        let constraint = &constraints[reason[at]];
        clause.extend(constraint.because.iter().map(|literal| -literal));
        at = constraint.first;
        if at == start {
            break;
        }
    }
    clause.sort_unstable();
    clause.dedup();
    clause
}
