//! Runs drawn at random, request by request, of messages that keep each other waiting and of others: whoever can make
//! its request may be the next to do so, as routers lag at will. Messages that are gone in the end, and were in the way
//! of others, are part of such runs.

use super::confirm::{Trial, confirm};
use super::one_by_one::{Request, one_by_one};
use super::problem::Problem;
use super::random_search::Unreached;
use super::sending::{Attempt, Begin, are_too_many};
use crate::ProveError;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use wormcast_check::proof::Counterexample;
use wormcast_model::{Ask, Copies, Delays, Messages, Parts, Run, VisitIx};

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
    // Which message is to be sent for which that is taken in, their order says.
    let orders: &[bool] = if problem.workload.waits_for_channels_alone() { &[false] } else { &[false, true] };
    for (states, &in_any_order) in unreached.iter().flat_map(|states| orders.iter().map(move |order| (states, order))) {
        if let Some(found) = of_reach(problem, states, (REQUESTS, in_any_order), &mut random)? {
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
    let sent = vec![worms.into_iter().take(MOST).map(|worm| problem.alone(worm)).collect()];
    let states = Unreached { reason: String::new(), reach, sent };
    of_reach(problem, &states, (FIRST_REQUESTS, false), &mut Xoshiro256PlusPlus::seed_from_u64(10))
}

fn of_reach(
    problem: Problem<'_>,
    states: &Unreached,
    (requests, in_any_order): (usize, bool),
    random: &mut Xoshiro256PlusPlus,
) -> Result<Option<Counterexample>, ProveError> {
    let trial = Trial { problem, reach: states.reach };
    let (mut left, mut tried) = (requests, 0);
    for _ in 0..CHOICES {
        let worms = drawn(problem, states, in_any_order, random);
        let Some(messages) = Messages::of(problem.workload, problem.statement, states.reach, &worms) else { continue };
        for _ in 0..RUNS {
            if problem.effort.is_over() || left == 0 || tried == TRIED {
                return Ok(None);
            }
            let (made, stuck) = walk(problem, &messages, random);
            left = left.saturating_sub(made.len().max(1));
            let Some(stuck) = stuck else { continue };
            let attempt = sent(problem, states.reach, &worms, &made, &stuck);
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
fn drawn(problem: Problem<'_>, states: &Unreached, in_any_order: bool, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
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
    if in_any_order {
        worms.shuffle(random);
    }
    worms
}

/// A request that is made in a run: its message and visit, when, in steps, and numbers for its parts, if it says in
/// which order it makes them, or stands in lines.
struct Made {
    request: Request,
    step: usize,
    numbers: Vec<u32>,
}

/// A run: the requests that are made, and those that wait in the end, if that is a standstill. Half of the runs let the
/// messages go on in an order that changes now and then, the others in none.
fn walk(
    problem: Problem<'_>,
    messages: &Messages<'_>,
    random: &mut Xoshiro256PlusPlus,
) -> (Vec<Made>, Option<Vec<Ask>>) {
    let mut run = messages.run();
    let mut made: Vec<Made> = Vec::new();
    let is_apart = problem.statement.policies().parts() == Parts::Apart;
    let in_order = random.random_bool(0.5);
    let mut order: Vec<usize> = (0..MOST).collect();
    for step in 0.. {
        if let Some(stuck) = run.standstill() {
            return (made, Some(stuck));
        }
        if in_order && random.random_bool(0.2) {
            order.shuffle(random);
        }
        let possible = run.possible();
        let first = possible.iter().min_by_key(|&&number| order.get(run.head(number).0));
        let chosen = if in_order { first } else { possible.choose(random) };
        let Some(&number) = chosen else { break };
        let others: Vec<usize> = possible.iter().copied().filter(|&other| is_apart && other != number).collect();
        match others.choose(random).filter(|_| random.random_bool(0.5)) {
            Some(&other) => made.extend(ask_at_once(problem, &mut run, [number, other], step, random)),
            None => made.push(ask(problem, &mut run, number, step, random)),
        }
    }
    (made, None)
}

/// Makes a request.
fn ask(problem: Problem<'_>, run: &mut Run<'_>, number: usize, step: usize, random: &mut Xoshiro256PlusPlus) -> Made {
    let request = run.head(number);
    let mut order: Vec<usize> = (0..problem.workload.request(request.1).len()).collect();
    let is_any = problem.statement.policies().parts() == Parts::AnyOrder;
    if is_any {
        order.shuffle(random);
        let free = run.free_parts(number);
        let first = order.iter().position(|part| free.contains(part)).unwrap_or(0);
        order.swap(0, first);
    }
    let numbers = if is_any { numbers_of(&order) } else { Vec::new() };
    run.ask(number, order);
    Made { request, step, numbers }
}

/// Makes two requests at one time, which stand in each line in any order.
fn ask_at_once(
    problem: Problem<'_>,
    run: &mut Run<'_>,
    heads: [usize; 2],
    step: usize,
    random: &mut Xoshiro256PlusPlus,
) -> [Made; 2] {
    let parts = |number: usize| (0..problem.workload.request(run.head(number).1).len()).map(move |part| (number, part));
    let mut all: Vec<(usize, usize)> = heads.into_iter().flat_map(parts).collect();
    all.shuffle(random);
    let made = heads.map(|number| {
        let own = (0..).zip(&all).filter(|(_, part)| part.0 == number);
        let mut own: Vec<(usize, u32)> = own.map(|(place, part)| (part.1, place)).collect();
        own.sort_unstable();
        Made { request: run.head(number), step, numbers: own.into_iter().map(|(_, place)| place).collect() }
    });
    run.ask_at_once(&all);
    made
}

/// For each part its place in an order.
fn numbers_of(order: &[usize]) -> Vec<u32> {
    let mut numbers = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&part, number)| numbers[part] = number);
    numbers
}

/// What is sent so that the requests are made one after the other, and those that wait at last.
fn sent(problem: Problem<'_>, reach: u32, worms: &[u32], made: &[Made], stuck: &[Ask]) -> Attempt {
    let steps = made.chunk_by(|a, b| a.step == b.step).map(|made| made.iter().map(|made| made.request).collect());
    let last = stuck.iter().map(|ask| vec![(ask.message, ask.visit)]);
    let mut attempt = one_by_one(problem, reach, worms, steps.chain(last));
    let is_any = problem.statement.policies().parts() == Parts::AnyOrder;
    let stuck = stuck.iter().filter(|_| is_any).map(|ask| ((ask.message, ask.visit), numbers_of(&ask.order)));
    let made = made.iter().filter(|made| !made.numbers.is_empty()).map(|made| (made.request, made.numbers.clone()));
    for (request, numbers) in made.chain(stuck).filter(|(request, _)| problem.workload.is_parted(request.1)) {
        attempt.name(problem, worms, request, &numbers);
    }
    attempt
}
