//! Leading an engine into a snapshot.

use super::confirm::{Trial, confirm};
use super::differences::NoTimes;
use super::one_by_one::one_by_one;
use super::sending::{Attempt, Sending, Stuck, are_too_many};
use super::start_times::start_times;
use super::taken_before::taken_before;
use crate::ProveError;
use wormcast_check::proof::Counterexample;
use wormcast_model::{Delays, GrantOrder, Lit};

/// What an attempt comes to.
pub(super) enum Tried {
    /// An engine stopped in a deadlock.
    Deadlock(Counterexample),
    /// No times do it; this clause excludes all snapshots for which that is so for the same reason.
    Impossible(Vec<Lit>),
    /// There are such times, and no engine stopped in a deadlock.
    Nothing,
}

/// Tries to come into a snapshot: with equal delays plan by plan, and if that does not do, worm by worm; then with
/// delays that vary, if they may, and at last grant by grant in this order.
pub(super) fn attempt(trial: &Trial<'_>, stuck: &[Stuck], order: &GrantOrder) -> Result<Tried, ProveError> {
    let mut tried = Tried::Nothing;
    let varied: &[_] = if trial.problem.statement.delays == Delays::Vary { &[Delays::Vary] } else { &[] };
    for &delays in [Delays::Equal].iter().chain(varied) {
        for sending in [Sending::Plans, Sending::Worms] {
            tried = match start_times(trial.problem, trial.reach, stuck, sending, delays) {
                Err(NoTimes::Cycle(clause)) => Tried::Impossible(clause),
                Err(NoTimes::Unknown) => return Ok(Tried::Nothing),
                Ok(sent) if are_too_many(trial.problem, &sent.begins) => Tried::Nothing,
                Ok(sent) => match led(trial, sent)? {
                    Some(counterexample) => return Ok(Tried::Deadlock(counterexample)),
                    None => Tried::Nothing,
                },
            };
        }
    }
    if let (GrantOrder::Found(grants), Delays::Vary) = (order, trial.problem.statement.delays) {
        let sent = one_by_one(trial.problem, trial.reach, stuck, grants);
        if !are_too_many(trial.problem, &sent.begins)
            && let Some(counterexample) = led(trial, sent)?
        {
            return Ok(Tried::Deadlock(counterexample));
        }
    }
    Ok(tried)
}

/// The deadlock that comes of what is sent, if one does: after what nodes have taken in before, or without.
fn led(trial: &Trial<'_>, sent: Attempt) -> Result<Option<Counterexample>, ProveError> {
    let longer = taken_before(trial.problem, trial.reach, &sent);
    if let Some(longer) = longer.filter(|longer| !are_too_many(trial.problem, &longer.begins))
        && let Some(found) = confirm(trial, longer)?
    {
        return Ok(Some(found));
    }
    confirm(trial, sent)
}
