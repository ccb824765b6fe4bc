//! Leading messages into a snapshot grant by grant: between two of them all flits go on as far as they can.

use super::problem::Problem;
use super::sending::{Attempt, Begin, FLIT_NS, HOP_NS, Stuck};
use super::start_times::name_orders;
use std::collections::BTreeMap;
use wormcast_model::{Grant, NONE, Owned, VisitIx, Workload};
use wormcast_sim::{Stall, Time};

/// When each head makes its request, by message and visit.
type Times = BTreeMap<(usize, VisitIx), i64>;

/// Sends each message by itself, so that its heads make their requests in this order of grants, and those that are
/// stuck at last. Until then the virtual channel that leads to a head is held up, which lets its flits go on.
pub(super) fn one_by_one(problem: Problem<'_>, reach: u32, stuck: &[Stuck], grants: &[Grant]) -> Attempt {
    let workload = problem.workload;
    let times = times(problem, reach, stuck, grants);
    let begins = stuck.iter().enumerate().map(|(message, stuck)| {
        let worm = &workload.worms[stuck.worm as usize];
        Begin { plan: worm.plan, turn: worm.turn, worm: Some(worm.id), at_ns: times[&(message, worm.visits.start)] }
    });
    let stalls = stuck.iter().enumerate().flat_map(|(message, stuck)| stalls(problem, message, stuck, &times));
    let mut attempt = Attempt { begins: begins.collect(), stalls: stalls.collect(), ..Attempt::default() };
    let place: Vec<_> = (0..stuck.len()).map(|message| (message, 0)).collect();
    name_orders(problem, reach, stuck, &place, &mut attempt);
    attempt
}

/// A grant after the other, far enough apart for all flits to come to rest; then what is stuck, those first whose
/// request is for something that is full.
fn times(problem: Problem<'_>, reach: u32, stuck: &[Stuck], grants: &[Grant]) -> Times {
    let workload = problem.workload;
    let (length, buffer) = problem.length_and_buffer(reach);
    let sharing = problem.sharing();
    let flits = i64::from(length) + i64::from(buffer) * i64::from(workload.height() + 1);
    let step = i64::from(workload.height() + 2) * HOP_NS + 2 * flits * FLIT_NS * sharing;
    let mut times = Times::new();
    let mut now = 0;
    for Grant { message, visit, .. } in grants {
        times.entry((*message, *visit)).or_insert_with(|| {
            now += step;
            now
        });
    }
    let blocked =
        stuck.iter().enumerate().flat_map(|(message, stuck)| stuck.blocked.iter().map(move |at| (message, at.0)));
    for (number, (message, visit)) in in_lines(workload, stuck, blocked.collect()).into_iter().enumerate() {
        times.entry((message, visit)).or_insert(now + step + number as i64 * FLIT_NS);
    }
    // Origins that only lead on have no request of their own.
    for (message, stuck) in stuck.iter().enumerate() {
        times.entry((message, workload.worms[stuck.worm as usize].visits.start)).or_insert(0);
    }
    times
}

/// Blocked heads, each behind one whose request has something in common with its own and that waits for more, if it
/// does not wait for something full itself: those of the fewest parts first, as they wait for that alone.
fn in_lines(workload: &Workload, stuck: &[Stuck], mut blocked: Vec<(usize, VisitIx)>) -> Vec<(usize, VisitIx)> {
    let granted = stuck.iter().flat_map(|stuck| &stuck.granted).flat_map(|&(visit, _)| workload.request(visit));
    let taken: Vec<_> = granted.copied().collect();
    let free = |&(_, visit): &(usize, VisitIx)| {
        let request = workload.request(visit);
        request.iter().filter(|resource| !taken.contains(resource)).count() == request.len()
    };
    blocked.sort_by_key(free);
    blocked
}

/// What is held up so that each head of a message comes when it should.
fn stalls(problem: Problem<'_>, message: usize, stuck: &Stuck, times: &Times) -> Vec<Stall> {
    let workload = problem.workload;
    let mut stalls = Vec::new();
    // Where worms are behind others in buffers, a head that comes to the front has gone that way before.
    let own = 1 + usize::from(workload.has_queues());
    for visit in stuck.visits().filter(|&visit| workload.visit(visit).parent != NONE) {
        let Some(&until) = times.get(&(message, visit)) else { continue };
        let (channel, number) = match workload.resources.what(workload.visit(visit).into) {
            Owned::Channel(channel, number) if own == 1 => (channel, number),
            Owned::Front(channel, number) => (channel, number),
            _ => continue,
        };
        let before = workload.up(visit).skip(own).find_map(|at| times.get(&(message, at)));
        let from = before.copied().unwrap_or(0) + FLIT_NS;
        if until > from {
            let [from, span] = [from, until - from].map(|ns| Time::from_ns(ns as u64));
            let virtual_channel = if problem.statement.chooses_freely() { None } else { Some(number) };
            stalls.push(Stall { channel, virtual_channel, from, span });
        }
    }
    stalls
}
