//! Looking for a deadlock among the plans of random multicasts: the prover of given plans finds those that take several
//! of them at just the right times.

use super::case::{Case, Harness, Message};
use super::random_search::{draw, random};
use crate::Effort;
use crate::workload::quick_deadlock;
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_check::proof::{Counterexample, SchemeStatement};
use wormcast_sim::{Stall, Time};
use wormcast_topology::find_channel;

/// How many multicasts are looked at together, one size after another, and to how many destinations they go at most: 0
/// stands for a third of the nodes.
const SETS: [(usize, usize); 8] = [(12, 3), (24, 3), (24, 6), (48, 3), (48, 6), (48, 0), (96, 3), (160, 6)];
/// How often each is drawn.
const ROUNDS: usize = 12;
/// Up to so many nodes all messages to one destination are looked at.
const MOST_NODES: usize = 128;
/// How many hops all of them may have together.
const MOST_HOPS: usize = 1 << 17;

/// A deadlock of some of the plans that the scheme makes for random multicasts. One seed, one result, if the time
/// suffices.
pub(super) fn among_plans(harness: &mut Harness<'_>, statement: &SchemeStatement, effort: &Effort<'_>) -> Option<Case> {
    for (what, messages) in whole_sets(harness) {
        effort.tell(what);
        let case = harness.plan(messages);
        if effort.is_over() || case.hops() > MOST_HOPS {
            continue;
        }
        if let Some(found) = deadlock(harness, statement, &case, effort) {
            return Some(found);
        }
    }
    let (mut random, mut hops) = (random(), 0);
    for (number, most) in std::iter::repeat_n(SETS, ROUNDS).flatten() {
        effort.tell(&format!("{number} multicasts together"));
        let case = multicasts(harness, number, most, &mut random);
        hops += case.hops();
        if effort.is_over() || hops > MOST_HOPS {
            return None;
        }
        if let Some(found) = deadlock(harness, statement, &case, effort) {
            return Some(found);
        }
    }
    None
}

/// All messages to one node, and all broadcasts; with all unicasts, if those are in flight too. None on networks where
/// they are many.
fn whole_sets(harness: &Harness<'_>) -> Vec<(&'static str, Vec<Message>)> {
    let nodes: Vec<_> = harness.topology.graph().nodes().collect();
    if nodes.len() > MOST_NODES {
        return Vec::new();
    }
    let pairs = |unicast: bool| {
        let nodes = &nodes;
        let others = move |source| nodes.iter().filter(move |&&other| other != source);
        let message = move |source, &to| Message { source, destinations: vec![to], unicast, start: 0 };
        nodes.iter().flat_map(move |&source| others(source).map(move |to| message(source, to)))
    };
    let unicasts: Vec<_> = if harness.has_unicast() { pairs(true).collect() } else { Vec::new() };
    let broadcasts = nodes.iter().map(|&source| {
        let destinations = nodes.iter().copied().filter(|&node| node != source).collect();
        Message { source, destinations, unicast: false, start: 0 }
    });
    let with = |messages: Vec<Message>| unicasts.iter().cloned().chain(messages).collect();
    vec![
        ("all messages to one destination", with(pairs(false).collect())),
        ("all broadcasts", with(broadcasts.collect())),
    ]
}

fn multicasts(harness: &mut Harness<'_>, number: usize, most: usize, random: &mut Xoshiro256PlusPlus) -> Case {
    let nodes: Vec<_> = harness.topology.graph().nodes().collect();
    let most = if most == 0 { (nodes.len() / 3).max(1) } else { most };
    let messages: Vec<Message> = (0..number).map(|_| draw(harness, &nodes, most, random)).collect();
    harness.plan(messages)
}

/// The messages of a deadlock of some of these plans, with their starts; none if the engine does not stop when whole
/// plans are sent.
fn deadlock(harness: &mut Harness<'_>, statement: &SchemeStatement, case: &Case, effort: &Effort<'_>) -> Option<Case> {
    let found = quick_deadlock(harness.topology, &case.plans, &statement.about_plans(), effort).ok()??;
    harness.timing.length = found.length;
    harness.timing.buffer = found.buffer;
    let starts = found.parts.iter().zip(&found.starts_ns).map(|(part, &start)| (part.plan, start));
    let stalls = stalls(harness, &found)?;
    let case = Case { stalls, ..case.select(starts) };
    harness.deadlock(&case).is_some().then_some(case)
}

fn stalls(harness: &Harness<'_>, found: &Counterexample) -> Option<Vec<Stall>> {
    let stall = |told: &wormcast_check::proof::StallTold| {
        let channel = find_channel(harness.topology, &told.channel).ok()?;
        let [from, span] = [told.from_ns, told.for_ns].map(Time::from_ns);
        Some(Stall { channel, virtual_channel: told.virtual_channel, from, span })
    };
    found.stalls.iter().map(stall).collect()
}
