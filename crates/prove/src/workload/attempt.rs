//! Leading an engine into a snapshot.

use super::confirm::{Trial, confirm};
use super::sending::{Sending, Stuck, are_too_many};
use super::start_times::start_times;
use super::taken_before::taken_before;
use crate::ProveError;
use wormcast_check::proof::Counterexample;
use wormcast_model::{Delays, Lit};

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
/// delays that vary, if they may.
pub(super) fn attempt(trial: &Trial<'_>, stuck: &[Stuck]) -> Result<Tried, ProveError> {
    let mut tried = Tried::Nothing;
    let varied: &[_] = if trial.problem.statement.delays == Delays::Vary { &[Delays::Vary] } else { &[] };
    for &delays in [Delays::Equal].iter().chain(varied) {
        for sending in [Sending::Plans, Sending::Worms] {
            tried = match start_times(trial.problem, trial.reach, stuck, sending, delays) {
                Err(clause) => Tried::Impossible(clause),
                Ok(sent) if are_too_many(trial.problem, &sent.begins) => Tried::Nothing,
                Ok(sent) => {
                    let found = match taken_before(trial.problem, trial.reach, &sent) {
                        Some(longer) if !are_too_many(trial.problem, &longer.begins) => confirm(trial, longer)?,
                        _ => None,
                    };
                    match found.map_or_else(|| confirm(trial, sent), |found| Ok(Some(found)))? {
                        Some(counterexample) => return Ok(Tried::Deadlock(counterexample)),
                        None => Tried::Nothing,
                    }
                }
            };
        }
    }
    Ok(tried)
}
