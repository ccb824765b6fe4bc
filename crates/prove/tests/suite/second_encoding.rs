//! The model of deadlocks against a second one, written from `docs/prove.md` and `docs/time.md` alone: all standstills
//! of small workloads, one by one. It shares neither the layout of worms nor the formula with `wormcast-model`, counts
//! flits where the model measures distances, and is as plain as can be.

mod worms;

use crate::plans_support::general;
use crate::random_worms::random_worm;
use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use wormcast_model::{
    Copies, Formula, Handover, Reaches, Replication, Reservation, Scope, Switching, VisitIx, WaitForGraph, Workload,
    WorkloadStatement,
};
use wormcast_plan::Plan;
use wormcast_topology::{Topology, build};
use worms::{Head, Router, State, Thing, Worm, worms};

/// The most messages of a worm and a turn that are looked at: "any number" is cut there, in both encodings.
const COPIES: u32 = 2;

/// Workloads with more ways to choose states of messages are left out.
const MAX_STATES: usize = 20_000;

/// Of a workload with many standstills, so many are held against the wait-for graph.
const MAX_STANDSTILLS: usize = 50;

/// Messages that stand still: the number of the worm, and the state.
type Standstill<'s> = Vec<(usize, &'s State)>;

struct Search<'a> {
    worms: &'a [Worm],
    statement: &'a WorkloadStatement,
    router: Router,
    found: Vec<Standstill<'a>>,
    looked_at: usize,
}

impl<'a> Search<'a> {
    fn capacity(&self, thing: Thing) -> u32 {
        match thing {
            Thing::Channel(..) if self.router.queues => self.router.places,
            Thing::Channel(..) | Thing::Front(..) => 1,
            Thing::Consumption(_) => self.statement.consumption.unwrap().get(),
        }
    }

    /// How often each thing is held; none if that is more often than it is there, or if a buffer holds what it cannot.
    fn held(&self, messages: &Standstill<'_>, settled: bool) -> Option<BTreeMap<Thing, u32>> {
        let (mut held, mut inside): (BTreeMap<_, u32>, BTreeMap<_, (u32, bool)>) = Default::default();
        for &(worm, state) in messages {
            let (things, buffers) = self.worms[worm].held(state, self.router);
            things.into_iter().for_each(|thing| *held.entry(thing).or_default() += 1);
            for (buffer, flits, wants_more) in buffers {
                let all = inside.entry(buffer).or_default();
                *all = (all.0 + flits, all.1 || wants_more);
            }
        }
        let is_full = |&(flits, wants_more): &(u32, bool)| !wants_more || flits == self.router.buffer;
        let fits = inside.values().all(|buffer| buffer.0 <= self.router.buffer && (!settled || is_full(buffer)));
        (fits && held.iter().all(|(&thing, &times)| times <= self.capacity(thing))).then_some(held)
    }

    /// Whether one more message of a worm may be there: a limit counts over all turns of its plan.
    fn may_be_more(&self, messages: &Standstill<'_>, worm: usize) -> bool {
        let in_turn = messages.iter().filter(|message| message.0 == worm).count();
        let in_all = messages.iter().filter(|message| self.worms[message.0].name == self.worms[worm].name).count();
        let most = if let Copies::AtMost(most) = self.statement.copies { most.get() as usize } else { usize::MAX };
        in_turn < COPIES as usize && in_all < most
    }

    /// All sets of messages; `from` says from which state of which worm on more may come, so that each set comes once.
    fn run(&mut self, states: &'a [Vec<State>], messages: &mut Standstill<'a>, from: (usize, usize)) {
        for worm in from.0..self.worms.len() {
            if !self.may_be_more(messages, worm) {
                continue;
            }
            let first = if worm == from.0 { from.1 } else { 0 };
            for (number, state) in states[worm].iter().enumerate().skip(first) {
                self.looked_at += 1;
                if self.looked_at > MAX_STATES || self.found.len() >= MAX_STANDSTILLS {
                    return;
                }
                messages.push((worm, state));
                if self.held(messages, false).is_some() {
                    if self.held(messages, true).is_some_and(|held| self.stands_still(messages, &held)) {
                        self.found.push(messages.clone());
                    }
                    self.run(states, messages, (worm, number));
                }
                messages.pop();
            }
        }
    }

    /// Whether every blocked head waits.
    fn stands_still(&self, messages: &Standstill<'_>, held: &BTreeMap<Thing, u32>) -> bool {
        let full = |thing: &Thing| held.get(thing).is_some_and(|&times| times == self.capacity(*thing));
        let requests = self.requests(messages);
        requests.iter().all(|(desk, head)| {
            let (has, left): (Vec<_>, Vec<_>) = head.iter().copied().partition(|part| part.1);
            match self.router.reservation {
                Reservation::Independent => left.iter().all(|(thing, _)| full(thing)),
                Reservation::AnyOrder => left.iter().any(|(thing, _)| full(thing)),
                Reservation::Incremental => full(&head[has.len()].0),
                Reservation::Atomic | Reservation::Whole => {
                    // S₀, S₁, … at this router, until nothing is added.
                    let here: Vec<_> = requests.iter().filter(|other| other.0 == *desk).map(|other| &other.1).collect();
                    let all = here.iter().flat_map(|head| head.iter().map(|part| part.0));
                    let mut stuck: Vec<Thing> = all.filter(full).collect();
                    for _ in 0..here.len() {
                        for request in &here {
                            if request.iter().any(|part| stuck.contains(&part.0)) {
                                stuck.extend(request.iter().map(|part| part.0));
                            }
                        }
                    }
                    head.iter().any(|part| stuck.contains(&part.0))
                }
            }
        })
    }

    /// For each blocked head where it asks, and what for: each part, and whether it has that. Who asks for the whole
    /// worm stands in lines all over the network.
    fn requests(&self, messages: &Standstill<'_>) -> Vec<(usize, Vec<(Thing, bool)>)> {
        let mut requests = Vec::new();
        for &(number, state) in messages {
            let worm = &self.worms[number];
            for place in (0..state.len()).filter(|&place| worm.is_blocked(state, place)) {
                let whole = self.router.reservation == Reservation::Whole;
                let asking = if whole { 0..state.len() } else { place..place + 1 };
                let all =
                    asking.flat_map(|place| worm.branches[place].iter().enumerate().map(move |(n, b)| (place, n, b)));
                let parts = all.filter_map(|(place, number, branch)| {
                    let has = matches!(&state[place], Head::Here(granted) if granted[number]);
                    Some((branch.thing?, has))
                });
                let desk = if whole { 0 } else { worm.places[place].node.index() };
                match state[place] {
                    Head::Behind(_) => requests.push((usize::MAX, vec![(worm.front(place), false)])),
                    _ => requests.push((desk, parts.collect())),
                }
            }
        }
        requests
    }
}

fn has_model(formula: &Formula) -> bool {
    let mut solver = BasicSolver::default();
    let variables: Vec<_> = (0..formula.variables()).map(|_| solver.new_var_default()).collect();
    for clause in formula.clauses() {
        let literal = |&literal: &i32| Lit::new(variables[literal.unsigned_abs() as usize - 1], literal > 0);
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

/// A workload under one of all policies.
fn random_workload(seed: u64) -> (Box<dyn Topology>, Vec<Plan>, WorkloadStatement) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |count: usize| (random.next_u64() % count as u64) as usize;
    let specs = ["torus:3", "torus:4", "torus:5", "mesh:2x2", "mesh:3x2", "mesh:4x1", "tree:2", "star:3"];
    let topology = build(specs[below(specs.len())]).unwrap();
    let plans = (0..1 + below(3)).map(|_| random_worm(&*topology, &mut below)).collect();
    let number = |number: usize| NonZeroU32::new(number as u32);
    let reservations = [
        Reservation::Atomic,
        Reservation::Incremental,
        Reservation::AnyOrder,
        Reservation::Independent,
        Reservation::Whole,
    ];
    let [length, buffer] = [1 + below(7), 1 + below(3)];
    let switching =
        [Switching::Wormhole, Switching::Wormhole, Switching::CutThrough, Switching::StoreAndForward][below(4)];
    let statement = WorkloadStatement {
        copies: number(below(3)).map_or(Copies::Any, Copies::AtMost),
        length: number(length),
        buffer: number(if switching == Switching::Wormhole { buffer } else { length * (1 + seed as usize % 2) }),
        consumption: number(below(3)),
        virtual_channels: number(1 + below(4) / 3).unwrap(),
        reservation: reservations[below(5)],
        replication: [Replication::LockStep, Replication::Forked][below(2)],
        switching,
        handover: [Handover::Empty, Handover::Tail][below(3) / 2],
        ..general()
    };
    (topology, plans, statement)
}

/// Whether a workload has a standstill, after both encodings have said so; none if it is too large, or if a worm would
/// wait for itself.
fn compared(seed: u64) -> Option<bool> {
    let (topology, plans, statement) = random_workload(seed);
    let router = Router::of(&statement);
    let worms = worms(&*topology, &plans, &statement);
    Workload::new(&*topology, &plans, &statement).ok()?;
    let workload = Workload::with_places(&*topology, &plans, &statement, statement.messages_a_buffer()).ok()?;
    let states: Vec<_> = worms.iter().map(|worm| worm.states(router)).collect();
    let mut search = Search { worms: &worms, statement: &statement, router, found: Vec::new(), looked_at: 0 };
    search.run(&states, &mut Vec::new(), (0, 0));
    if search.looked_at > MAX_STATES && search.found.is_empty() {
        return None;
    }
    let [reach] = Reaches::of(&statement, workload.height()).values[..] else { panic!("one reach") };
    let live: Vec<_> = (0..workload.visits.len() as VisitIx).filter(|&at| !workload.request(at).is_empty()).collect();
    let scope = Scope { workload: &workload, statement: &statement, reach, live: &live };
    let snapshot = scope.snapshot(COPIES).unwrap();
    let stands = !search.found.is_empty();
    let has_model = has_model(&snapshot.formula);
    // With worms behind each other in buffers the model leaves open how many flits of each have room.
    let is_open = router.queues && !router.takes_whole_messages;
    let agrees = if is_open { has_model || !stands } else { has_model == stands };
    assert!(agrees, "seed {seed}: {has_model} {:?}; {statement:?}", search.found.first());
    // In a standstill every blocked head is related to a blocked one.
    let mut graph = WaitForGraph::new(&workload, &statement, reach, reach);
    for standstill in &search.found {
        let heads = standstill.iter().flat_map(|&(number, state)| {
            let first = workload.worms[number].visits.start;
            let worm = &worms[number];
            let blocked = (0..state.len()).filter(move |&place| worm.is_blocked(state, place));
            blocked.map(move |place| match (router.queues, &state[place]) {
                (true, Head::Behind(_)) => first + 2 * place as VisitIx - 1,
                (true, _) => first + 2 * place as VisitIx,
                (false, _) => first + place as VisitIx,
            })
        });
        let heads: Vec<_> = heads.collect();
        for &head in &heads {
            let related = graph.find(head, &|other| heads.contains(&other));
            assert!(related.is_some(), "seed {seed}: {head} of {standstill:?}; {statement:?}");
        }
    }
    Some(stands)
}

/// How many workloads have a standstill, how many have none, and how many are too large.
fn compare(seeds: std::ops::Range<u64>) -> [usize; 3] {
    let mut counts = [0; 3];
    seeds.for_each(|seed| counts[compared(seed).map_or(2, |stands| usize::from(!stands))] += 1);
    counts
}

#[test]
fn all_standstills_one_by_one_are_what_the_model_has() {
    let [standstills, none, large] = compare(0..400);
    println!("{standstills} with a standstill, {none} without, {large} too large");
    assert!(standstills >= 30 && none >= 80 && large <= 60, "{standstills} {none} {large}");
}

/// Seeds that found an error of the model once.
#[test]
fn what_was_found_once_is_not_found_again() {
    for seed in [304, 4430] {
        compared(seed);
    }
}

/// `cargo test --release -p wormcast-prove --test suite second_encoding -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn all_standstills_one_by_one_are_what_the_model_has_in_many_workloads() {
    let [standstills, none, large] = compare(400..11_500);
    println!("{standstills} with a standstill, {none} without, {large} too large");
}
