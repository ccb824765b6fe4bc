//! Messages that nodes have taken in before, and keep an ejection channel for, until they have sent another one.

use super::problem::Problem;
use super::sending::{Attempt, Begin, FLIT_NS, HOP_NS};
use std::collections::BTreeMap;
use wormcast_sim::{Stall, Time};

/// More messages of one plan than so many are not sent before.
const MOST: usize = 8;

/// The same after messages of the plans that nodes take in, so many that the last of each waits for a message of the
/// attempt which is to be sent. None if no dependence is about the attempt.
pub(super) fn taken_before(problem: Problem<'_>, reach: u32, attempt: &Attempt) -> Option<Attempt> {
    let before = counts(problem, attempt);
    let rounds = before.values().copied().max().filter(|&most| most > 0)?;
    let (length, _) = problem.length_and_buffer(reach);
    let alone = i64::from(problem.workload.height() + 1) * HOP_NS + i64::from(length) * FLIT_NS;
    // One after another: each has come before the next is sent, but for what it waits for.
    let round = 2 * alone;
    let mut begins = Vec::new();
    for number in 0..rounds {
        let sent = before.iter().filter(|&(_, &count)| number < count);
        begins.extend(sent.map(|(&plan, _)| Begin { plan, turn: 0, worm: None, at_ns: number as i64 * round }));
    }
    let later = rounds as i64 * round;
    let orders = attempt.orders_after(begins.len());
    begins.extend(attempt.begins.iter().map(|begin| Begin { at_ns: begin.at_ns + later, ..*begin }));
    let shifted = |stall: &Stall| Stall { from: stall.from + Time::from_ns(later as u64), ..*stall };
    Some(Attempt { begins, stalls: attempt.stalls.iter().map(shifted).collect(), orders })
}

/// How many messages of each plan come before: as many as of the plan that its node has to send, before and in the
/// attempt.
fn counts(problem: Problem<'_>, attempt: &Attempt) -> BTreeMap<usize, usize> {
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let stuck = |plan: usize| attempt.begins.iter().filter(|begin| begin.plan == plan).count();
    for _ in 0..MOST {
        for dependence in &problem.statement.dependences {
            let sent = dependence.only_after_sending;
            let needed = before.get(&sent).copied().unwrap_or(0) + stuck(sent);
            if needed > 0 {
                let own = before.entry(dependence.takes_in).or_default();
                *own = (*own).max(needed).min(MOST);
            }
        }
    }
    before
}
