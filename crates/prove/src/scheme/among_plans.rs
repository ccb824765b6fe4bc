//! Looking for a deadlock among the plans of random multicasts: the prover of given plans finds those that take several
//! of them at just the right times.

use super::case::{By, Case, Harness, Message};
use super::random_search::{draw, random};
use super::turns::Turns;
use crate::Effort;
use crate::workload::{deadlock_by_cycle, quick_deadlock};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_check::proof::{Counterexample, SchemeStatement, StallTold};
use wormcast_sim::{Stall, Time};
use wormcast_topology::{NodeId, find_channel};

/// How many multicasts are looked at together, one size after another, and to how many destinations they go at most: 0
/// stands for a third of the nodes.
const SETS: [(usize, usize); 8] = [(12, 3), (24, 3), (24, 6), (48, 3), (48, 6), (48, 0), (96, 3), (160, 6)];
/// How many messages are sent at most to come into a deadlock, and when those start that only take a turn.
const MOST_SENT: usize = 256;
const AFTER_ALL_NS: u64 = 1_000_000;
/// How often each is drawn.
const ROUNDS: usize = 12;
/// Up to so many nodes all messages to one destination are looked at.
pub(super) const MOST_NODES: usize = 64;
/// How many hops those may have together: they are looked at by short cycles alone.
const MOST_HOPS_OF_ALL: usize = 1 << 15;
/// How many hops all of them may have together.
const MOST_HOPS: usize = 1 << 17;

/// A deadlock of some of the plans that the scheme makes for random multicasts. One seed, one result, if the time
/// suffices.
pub(super) fn among_plans(harness: &mut Harness<'_>, statement: &SchemeStatement, effort: &Effort<'_>) -> Option<Case> {
    for (what, messages) in whole_sets(harness) {
        effort.tell(what);
        let case = harness.plan(messages);
        if harness.is_over() {
            return None;
        }
        let Some(turns) = Turns::of(harness, &case, MOST_HOPS_OF_ALL) else { continue };
        let (topology, statement) = (harness.topology, statement.about_plans());
        let found = deadlock_by_cycle(topology, &turns.plans, &statement, &effort.part(8)).ok().flatten();
        if let Some(found) = found.and_then(|found| confirmed(harness, &case, &turns, &found)) {
            return Some(found);
        }
    }
    let (mut random, mut hops) = (random(), 0);
    for (number, most) in std::iter::repeat_n(SETS, ROUNDS).flatten() {
        effort.tell(&format!("{number} multicasts together"));
        let case = multicasts(harness, number, most, &mut random);
        let turns = Turns::of(harness, &case, MOST_HOPS - hops).filter(|_| !harness.is_over())?;
        hops += turns.hops;
        if let Some(found) = deadlock(harness, statement, &case, &turns, effort) {
            return Some(found);
        }
    }
    None
}

/// The given plans; with them all messages to one node, and all broadcasts; with all unicasts, if those are in flight
/// too. Only the given plans on networks where those are many.
fn whole_sets(harness: &Harness<'_>) -> Vec<(&'static str, Vec<Message>)> {
    let nodes: Vec<_> = harness.topology.graph().terminals().collect();
    if nodes.len() > MOST_NODES {
        return vec![("the given plans", harness.given().collect())];
    }
    let singles = single_messages(harness, &nodes);
    let beside: Vec<_> = singles.iter().filter(|message| message.by != By::Scheme).cloned().collect();
    let broadcasts = nodes.iter().map(|&source| {
        let destinations = nodes.iter().copied().filter(|&node| node != source).collect();
        Message { source, destinations, by: By::Scheme, start: 0 }
    });
    let broadcasts = beside.into_iter().chain(broadcasts).collect();
    vec![("all messages to one destination", singles), ("all broadcasts", broadcasts)]
}

/// The given plans, all unicasts beside the scheme, if there are some, and all its messages to one of these nodes.
pub(super) fn single_messages(harness: &Harness<'_>, nodes: &[NodeId]) -> Vec<Message> {
    let pairs = |by: By| {
        let others = move |source| nodes.iter().filter(move |&&other| other != source);
        let message = move |source, &to| Message { source, destinations: vec![to], by, start: 0 };
        nodes.iter().flat_map(move |&source| others(source).map(move |to| message(source, to)))
    };
    let unicasts: Vec<_> = if harness.has_unicast() { pairs(By::Unicasts).collect() } else { Vec::new() };
    harness.given().chain(unicasts).chain(pairs(By::Scheme)).collect()
}

fn multicasts(harness: &mut Harness<'_>, number: usize, most: usize, random: &mut Xoshiro256PlusPlus) -> Case {
    let nodes: Vec<_> = harness.topology.graph().terminals().collect();
    let most = if most == 0 { (nodes.len() / 3).max(1) } else { most };
    let drawn = (0..number).map(|_| draw(harness, &nodes, most, random)).collect();
    harness.plan(drawn)
}

/// A deadlock of some of these plans.
fn deadlock(
    harness: &mut Harness<'_>,
    statement: &SchemeStatement,
    case: &Case,
    turns: &Turns,
    effort: &Effort<'_>,
) -> Option<Case> {
    let found = quick_deadlock(harness.topology, &turns.plans, &statement.about_plans(), effort).ok()??;
    confirmed(harness, case, turns, &found)
}

/// The messages of a deadlock, with their starts; none if the engine does not stop when whole plans are sent.
pub(super) fn confirmed(harness: &mut Harness<'_>, case: &Case, turns: &Turns, found: &Counterexample) -> Option<Case> {
    harness.timing.length = found.length;
    harness.timing.buffer = found.buffer;
    let starts = in_turn(case, turns, found)?;
    let stalls = stalls(harness, found)?;
    let case = Case { stalls, ..case.select(starts) };
    harness.known_deadlock(&case).is_some().then_some(case)
}

/// The messages of a deadlock with their starts, in such an order that each worm takes the virtual channels that it
/// takes there: which ones depends on how many worms come before it. Where a place would be empty, a small message
/// stands that starts when all is over.
fn in_turn(case: &Case, turns: &Turns, found: &Counterexample) -> Option<Vec<(usize, u64)>> {
    let mut left: Vec<usize> = (0..found.parts.len()).collect();
    let sent = |number: usize| turns.of[found.parts[number].plan];
    let filler = (0..case.plans.len()).min_by_key(|&message| case.plans[message].worms.hop_count())?;
    let over = found.starts_ns.iter().max()? + AFTER_ALL_NS;
    let (mut starts, mut worms) = (Vec::new(), 0_u32);
    while !left.is_empty() && starts.len() < MOST_SENT {
        let fits = |&number: &usize| worms % turns.periods[sent(number).0] == sent(number).1;
        let (message, start) = match left.iter().position(fits) {
            Some(at) => {
                let number = left.remove(at);
                (sent(number).0, found.starts_ns[number])
            }
            None => (filler, over),
        };
        worms += case.plans[message].worms.len() as u32;
        starts.push((message, start));
    }
    left.is_empty().then_some(starts)
}

fn stalls(harness: &Harness<'_>, found: &Counterexample) -> Option<Vec<Stall>> {
    let stall = |told: &StallTold| {
        let channel = find_channel(harness.topology, &told.channel).ok()?;
        let [from, span] = [told.from_ns, told.for_ns].map(Time::from_ns);
        let StallTold { virtual_channel, only_heads, .. } = *told;
        Some(Stall { channel, virtual_channel, only_heads, from, span })
    };
    found.stalls.iter().map(stall).collect()
}
