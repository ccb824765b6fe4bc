//! Runs drawn at random, request by request, of messages that keep each other waiting and of others: whoever can make
//! its request may be the next to do so, as routers lag at will. Messages that are gone in the end, and were in the way
//! of others, are part of such runs.

use super::confirm::{Trial, confirm};
use super::one_by_one::one_by_one;
use super::problem::Problem;
use super::random_search::Unreached;
use super::sending::{Attempt, Begin, are_too_many};
use crate::ProveError;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use wormcast_check::proof::Counterexample;
use wormcast_model::{Ask, Copies, Delays, Messages, ModelWorm, Parts, VisitIx};

/// How many choices of messages are drawn for one reach, and how many runs of each.
const CHOICES: usize = 400;
const RUNS: usize = 8;
/// How many requests are made in all runs of a reach together, and how many before it is tried to prove that there is
/// no deadlock.
const REQUESTS: usize = 60_000;
const FIRST_REQUESTS: usize = 6000;
/// The most messages that are sent.
const MOST: usize = 24;
/// Of how many standstills it is tried whether an engine comes into them.
const TRIED: usize = 60;

/// A run into a standstill, where delays may vary and one is found. One seed, one result.
pub(super) fn walks(problem: Problem<'_>, unreached: &[Unreached]) -> Result<Option<Counterexample>, ProveError> {
    if problem.statement.delays == Delays::Equal {
        return Ok(None);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    for states in unreached {
        if let Some(found) = of_reach(problem, states, REQUESTS, &mut random)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The same with a few runs of the worms that these heads are of, and of others.
pub(super) fn first_walks(
    problem: Problem<'_>,
    reach: u32,
    heads: &[VisitIx],
) -> Result<Option<Counterexample>, ProveError> {
    if problem.statement.delays == Delays::Equal {
        return Ok(None);
    }
    let mut worms: Vec<u32> = heads.iter().map(|&head| problem.workload.visit(head).worm).collect();
    worms.dedup();
    let alone = |worm: u32| {
        let ModelWorm { plan, turn, id, .. } = problem.workload.worms[worm as usize];
        Begin { plan, turn, worm: Some(id), at_ns: 0 }
    };
    let sent = vec![worms.into_iter().take(MOST).map(alone).collect()];
    let states = Unreached { reason: String::new(), reach, sent };
    of_reach(problem, &states, FIRST_REQUESTS, &mut Xoshiro256PlusPlus::seed_from_u64(10))
}

fn of_reach(
    problem: Problem<'_>,
    states: &Unreached,
    requests: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Option<Counterexample>, ProveError> {
    let trial = Trial { problem, reach: states.reach };
    let (mut left, mut tried) = (requests, 0);
    for _ in 0..CHOICES {
        let worms = drawn(problem, states, random);
        let Some(messages) = Messages::of(problem.workload, problem.statement, states.reach, &worms) else { continue };
        for _ in 0..RUNS {
            if problem.effort.is_over() || left == 0 || tried == TRIED {
                return Ok(None);
            }
            let (asks, stuck) = walk(problem, &messages, random);
            left = left.saturating_sub(asks.len().max(1));
            let Some(stuck) = stuck else { continue };
            let attempt = sent(problem, states.reach, &worms, &asks, &stuck);
            if are_too_many(problem, &attempt.begins) {
                continue;
            }
            tried += 1;
            if let Some(found) = confirm(&trial, attempt)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Messages of the states, and others, in any turn; each worm as often as it may be sent at most.
fn drawn(problem: Problem<'_>, states: &Unreached, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
    let workload = problem.workload;
    let in_state = states.sent.choose(random).map_or(&[][..], Vec::as_slice);
    let is_sent = |begin: &Begin, number: &u32| {
        let worm = &workload.worms[*number as usize];
        (begin.plan, begin.turn) == (worm.plan, worm.turn) && begin.worm.is_none_or(|alone| alone == worm.id)
    };
    let all = 0..workload.worms.len() as u32;
    let mut worms: Vec<u32> =
        in_state.iter().flat_map(|begin| all.clone().filter(move |number| is_sent(begin, number))).collect();
    let own = worms.clone();
    if random.random_bool(0.3) {
        // Many of a few: buffers may have to be filled.
        let few: Vec<u32> = (0..random.random_range(1..=3)).filter_map(|_| own.choose(random).copied()).collect();
        worms = (0..random.random_range(4..=MOST)).filter_map(|_| few.choose(random).copied()).collect();
    }
    let most = [2, 6, 12][random.random_range(0..3)];
    for _ in 0..random.random_range(0..=most) {
        // Copies of those that wait, or any others.
        let again = own.choose(random).filter(|_| random.random_bool(0.5)).copied();
        worms.push(again.unwrap_or_else(|| random.random_range(all.clone())));
    }
    if let Copies::AtMost(most) = problem.statement.copies {
        let name = |number: &u32| (workload.worms[*number as usize].plan, workload.worms[*number as usize].id);
        let before = std::mem::take(&mut worms);
        for number in before {
            let times = worms.iter().filter(|other| name(other) == name(&number)).count();
            worms.extend((times < most.get() as usize).then_some(number));
        }
    }
    worms.truncate(MOST);
    worms
}

/// A run: the requests that are made, and those that wait in the end, if that is a standstill. Half of the runs let the
/// messages go on in an order that changes now and then, the others in none.
fn walk(
    problem: Problem<'_>,
    messages: &Messages<'_>,
    random: &mut Xoshiro256PlusPlus,
) -> (Vec<Ask>, Option<Vec<Ask>>) {
    let mut run = messages.run();
    let mut asks: Vec<Ask> = Vec::new();
    let in_order = random.random_bool(0.5);
    let mut order: Vec<usize> = (0..MOST).collect();
    loop {
        if let Some(stuck) = run.standstill() {
            return (asks, Some(stuck));
        }
        if in_order && random.random_bool(0.2) {
            order.shuffle(random);
        }
        let possible = run.possible();
        let first = possible.iter().min_by_key(|&&number| order.get(run.head(number).0));
        let chosen = if in_order { first } else { possible.choose(random) };
        let Some(&number) = chosen else { return (asks, None) };
        let (message, visit) = run.head(number);
        let mut order: Vec<usize> = (0..problem.workload.request(visit).len()).collect();
        if problem.statement.policies().parts() == Parts::AnyOrder {
            order.shuffle(random);
            let free = run.free_parts(number);
            let first = order.iter().position(|part| free.contains(part)).unwrap_or(0);
            order.swap(0, first);
        }
        run.ask(number, order.clone());
        asks.push(Ask { message, visit, order });
    }
}

/// What is sent so that the requests are made one after the other, and those that wait at last.
fn sent(problem: Problem<'_>, reach: u32, worms: &[u32], asks: &[Ask], stuck: &[Ask]) -> Attempt {
    let all = || asks.iter().chain(stuck);
    let mut attempt = one_by_one(problem, reach, worms, all().map(|ask| (ask.message, ask.visit)));
    if problem.statement.policies().parts() == Parts::AnyOrder {
        for Ask { message, visit, order } in all().filter(|ask| problem.workload.is_parted(ask.visit)) {
            let of_plan = &problem.workload.worms[worms[*message] as usize];
            let worm = problem.plans[of_plan.plan].worms.get(of_plan.id);
            let mut numbers = vec![0; order.len()];
            order.iter().zip(0..).for_each(|(&part, number)| numbers[part] = number);
            attempt.order_of(*message, 0, worm).set(problem.workload, *visit, &numbers, worm);
        }
    }
    attempt
}
