//! Leading messages to where they are stuck, request by request: between two of them all flits go on as far as they
//! can.

use super::problem::Problem;
use super::sending::{Attempt, Begin, FLIT_NS, HOP_NS};
use std::collections::BTreeMap;
use wormcast_model::{NONE, Owned, ResourceId, VisitIx};
use wormcast_sim::{Stall, Time};

/// When each head makes its request, by message and visit.
type Times = BTreeMap<Request, i64>;

/// A request: the number of the message, and the visit.
pub(super) type Request = (usize, VisitIx);

/// Sends a message of each of these worms by itself, so that its heads make their requests in this order, those of
/// one list at one time. Until then they are held up at the end of the channel that leads there, which lets flits go
/// on, and others take it.
pub(super) fn one_by_one(
    problem: Problem<'_>,
    reach: u32,
    worms: &[u32],
    requests: impl IntoIterator<Item = Vec<Request>>,
) -> Attempt {
    let step = step(problem, reach);
    let mut times = Times::new();
    let mut now = 0;
    for moment in requests {
        now += step;
        for request in moment {
            times.entry(request).or_insert(now);
        }
    }
    let workload = problem.workload;
    let begin = |(message, &worm): (usize, &u32)| {
        // Origins that only lead on have no request of their own.
        let origin = workload.worms[worm as usize].visits.start;
        let at_ns = times.get(&(message, origin)).copied().unwrap_or(0);
        Begin { at_ns, ..problem.alone(worm) }
    };
    let begins = worms.iter().enumerate().map(begin).collect();
    Attempt { begins, stalls: stalls(problem, &times), ..Attempt::default() }
}

/// How long all flits take at most to come to rest.
fn step(problem: Problem<'_>, reach: u32) -> i64 {
    let height = i64::from(problem.workload.height());
    let (length, buffer) = problem.length_and_buffer(reach);
    let flits = i64::from(length) + i64::from(buffer) * (height + 1);
    (height + 2) * HOP_NS + 2 * flits * FLIT_NS * problem.sharing()
}

/// What holds heads up so that each comes when it should: one after another at the end of each channel.
fn stalls(problem: Problem<'_>, times: &Times) -> Vec<Stall> {
    let workload = problem.workload;
    // Where worms are behind others in buffers, a head that comes to the front has gone that way before.
    let own = 1 + usize::from(workload.has_queues());
    let mut waits: Vec<(ResourceId, i64, i64)> = Vec::new();
    for (&(message, visit), &until) in times {
        let what = workload.visit(visit);
        if what.parent == NONE {
            continue;
        }
        if own > 1 && matches!(workload.resources.what(what.into), Owned::Channel(..)) {
            continue;
        }
        let before = workload.up(visit).skip(own).find_map(|at| times.get(&(message, at)));
        waits.push((what.into, until, before.copied().unwrap_or(0) + FLIT_NS));
    }
    waits.sort_unstable();
    let mut stalls = Vec::new();
    let mut last = (NONE, 0);
    for (lane, until, from) in waits {
        let from = if last.0 == lane { from.max(last.1 + FLIT_NS) } else { from };
        last = (lane, until);
        let (Owned::Channel(channel, number) | Owned::Front(channel, number)) = workload.resources.what(lane) else {
            continue;
        };
        if until > from {
            let [from, span] = [from, until - from].map(|ns| Time::from_ns(ns as u64));
            let virtual_channel = if problem.statement.chooses_freely() { None } else { Some(number) };
            stalls.push(Stall { channel, virtual_channel, only_heads: true, from, span });
        }
    }
    stalls
}
