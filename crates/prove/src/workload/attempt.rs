//! Leading an engine into a snapshot.

use super::confirm::{Trial, confirm};
use super::differences::NoTimes;
use super::moments::at_moments;
use super::one_by_one::one_by_one;
use super::problem::Problem;
use super::sending::{Attempt, Sending, Stuck, are_too_many};
use super::start_times::{name_orders, start_times};
use super::taken_before::taken_before;
use crate::ProveError;
use wormcast_check::proof::Counterexample;
use wormcast_model::{Delays, Grant, GrantOrder, Lit, Parts, VisitIx, Workload};

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
        let worms: Vec<u32> = stuck.iter().map(|stuck| stuck.worm).collect();
        let places: Vec<usize> = (0..stuck.len()).collect();
        let sent = by_grants(trial.problem, trial.reach, stuck, &places, &worms, grants);
        if !are_too_many(trial.problem, &sent.begins)
            && let Some(counterexample) = led(trial, sent)?
        {
            return Ok(Tried::Deadlock(counterexample));
        }
    }
    Ok(tried)
}

/// Sends a message of each of these worms so that their heads make their requests in this order of grants, and those
/// that are stuck at last, whose places among them are told.
pub(super) fn by_grants(
    problem: Problem<'_>,
    reach: u32,
    stuck: &[Stuck],
    places: &[usize],
    worms: &[u32],
    grants: &[Grant],
) -> Attempt {
    let granted = grants.iter().map(|grant| (grant.message, grant.visit));
    let of_message =
        |(stuck, &place): (&Stuck, &usize)| stuck.blocked.iter().map(|&(visit, _)| (place, visit)).collect::<Vec<_>>();
    let blocked = stuck.iter().zip(places).flat_map(of_message).collect();
    let last = in_lines(problem.workload, stuck, blocked);
    if problem.statement.policies().parts() == Parts::Apart {
        return at_moments(problem, reach, worms, grants, last);
    }
    let mut attempt = one_by_one(problem, reach, worms, granted.chain(last).map(|request| vec![request]));
    let begins: Vec<_> = places.iter().map(|&place| (place, 0)).collect();
    name_orders(problem, reach, stuck, &begins, &mut attempt);
    attempt
}

/// Blocked heads, those first whose request is for something that is taken: others may stand in line behind them.
fn in_lines(workload: &Workload, stuck: &[Stuck], mut blocked: Vec<(usize, VisitIx)>) -> Vec<(usize, VisitIx)> {
    let granted = stuck.iter().flat_map(|stuck| &stuck.granted).flat_map(|&(visit, _)| workload.request(visit));
    let taken: Vec<_> = granted.copied().collect();
    blocked.sort_by_key(|&(_, visit)| workload.request(visit).iter().all(|resource| !taken.contains(resource)));
    blocked
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

/// The deadlock that comes of what is sent, if one does and it is not sent too often.
pub(super) fn confirmed(trial: &Trial<'_>, sent: Attempt) -> Result<Option<Counterexample>, ProveError> {
    if are_too_many(trial.problem, &sent.begins) { Ok(None) } else { confirm(trial, sent) }
}
