//! Random search for start times, with messages that delay others on the way and are gone in the end.

use super::confirm::{Trial, confirm};
use super::problem::Problem;
use super::sending::{Attempt, Begin, FLIT_NS, HOP_NS, are_too_many};
use crate::ProveError;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use wormcast_check::proof::Counterexample;

/// How many runs there are at most for one reach.
const RUNS: usize = 4000;
/// How many flits may take a hop in all runs together.
const FLIT_HOPS: u64 = 1 << 22;
/// The most messages that are sent beside those of a snapshot, or instead of them.
const OTHERS: usize = 4;

/// States in which messages of a reach block each other for good, and that no start times are known to lead to.
pub(super) struct Unreached {
    pub reason: String,
    pub reach: u32,
    /// What was sent for each of them.
    pub sent: Vec<Vec<Begin>>,
}

/// Sends the messages of such states at random times, with others beside them, until an engine stops in a deadlock. One
/// seed, one result. It takes up to a number of flits' hops that does not depend on the plans.
pub(super) fn random_search(
    problem: Problem<'_>,
    unreached: &[Unreached],
) -> Result<Option<Counterexample>, ProveError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    for states in unreached {
        let trial = Trial { problem, reach: states.reach };
        let length = u64::from(problem.length_and_buffer(states.reach).0);
        let mut flit_hops = 0;
        for _ in 0..RUNS {
            let begins = drawn(problem, states, &mut random);
            flit_hops += begins.iter().map(|begin| hops(problem, begin)).sum::<u64>() * length;
            if flit_hops > FLIT_HOPS / unreached.len() as u64 || problem.effort.is_over() {
                break;
            }
            let attempt = Attempt { begins, ..Attempt::default() };
            if are_too_many(problem, &attempt.begins) || !trial.stops(&attempt)? {
                continue;
            }
            if let Some(counterexample) = confirm(&trial, attempt)? {
                return Ok(Some(counterexample));
            }
        }
    }
    Ok(None)
}

/// The messages of a state, and others; within a time that lets heads, or whole messages, get in each other's way.
fn drawn(problem: Problem<'_>, states: &Unreached, random: &mut Xoshiro256PlusPlus) -> Vec<Begin> {
    let mut begins = states.sent.choose(random).cloned().unwrap_or_default();
    let least = 2_usize.saturating_sub(begins.len());
    for _ in 0..random.random_range(least..=OTHERS) {
        begins.push(other(problem, random));
    }
    let way = i64::from(problem.workload.height() + 1) * HOP_NS;
    let message = i64::from(problem.length_and_buffer(states.reach).0) * FLIT_NS;
    let within = way + [0, message / 4, message, 2 * message][random.random_range(0..4)];
    begins.iter_mut().for_each(|begin| begin.at_ns = FLIT_NS * random.random_range(0..=within / FLIT_NS));
    begins
}

/// Any plan, or one of its worms, in any turn.
fn other(problem: Problem<'_>, random: &mut Xoshiro256PlusPlus) -> Begin {
    let worm = problem.workload.worms.choose(random).expect("who is blocked is a worm");
    let is_alone = problem.is_of_unicasts(worm.plan) || random.random_bool(0.5);
    Begin { plan: worm.plan, turn: worm.turn, worm: is_alone.then_some(worm.id), at_ns: 0 }
}

fn hops(problem: Problem<'_>, begin: &Begin) -> u64 {
    let worms = &problem.plans[begin.plan].worms;
    begin.worm.map_or(worms.hop_count(), |id| worms.get(id).hops.len()) as u64
}
