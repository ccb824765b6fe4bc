//! States that are left out of formulas, as messages do not come into them or do not stand still there: no run, drawn
//! at random, comes into one; and certificates that leave others out are refused.

use crate::engine_against_prover::Workload as Case;
use crate::plans_support::prove;
use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::num::NonZeroU32;
use wormcast_check::proof::{Certificate, HeadsCertificate, verify_heads};
use wormcast_model::{
    Copies, Formula, GrantOrder, Handover, Messages, NONE, Parts, Placed, Reaches, Reservation, Run, Scope, Snapshot,
    Switching, VisitIx, Workload, WorkloadStatement, grant_order, standing_order,
};
use wormcast_prove::Proof;

/// How often each worm may be sent.
const COPIES: usize = 2;

/// The statement of a case about messages of a known length, each of which may be sent so often; or of the same case
/// where heads ask in any order, and for ejection channels, too.
fn statement(case: &Case, in_any_order: bool, random: &mut Xoshiro256PlusPlus) -> WorkloadStatement {
    let some = |most: u32, random: &mut Xoshiro256PlusPlus| NonZeroU32::new(random.random_range(1..=most));
    let copies = Copies::AtMost(NonZeroU32::new(COPIES as u32).unwrap());
    let mut statement = WorkloadStatement { copies, dependences: Vec::new(), ..case.statement.clone() };
    if !statement.policies().takes_whole_messages() {
        (statement.length, statement.buffer) = (some(5, random), some(3, random));
    }
    if in_any_order {
        (statement.reservation, statement.consumption) = (Reservation::AnyOrder, some(2, random));
    }
    statement
}

/// Lets a head that can get something ask, for the parts of its request in any order if it may; or two at one time, if
/// each part stands in a line of its own. Whether there was one.
fn step(workload: &Workload, run: &mut Run<'_>, parts: Parts, random: &mut Xoshiro256PlusPlus) -> bool {
    let possible = run.possible();
    let Some(&head) = possible.choose(random) else { return false };
    let parts_of = |head: usize| 0..workload.request(run.head(head).1).len();
    let other = possible.iter().copied().find(|&other| other != head && parts == Parts::Apart);
    if let Some(other) = other.filter(|_| random.random_bool(0.3)) {
        let mut all: Vec<(usize, usize)> =
            [head, other].into_iter().flat_map(|head| parts_of(head).map(move |part| (head, part))).collect();
        all.shuffle(random);
        run.ask_at_once(&all);
        return true;
    }
    let mut order: Vec<usize> = parts_of(head).collect();
    if parts == Parts::AnyOrder {
        order.shuffle(random);
    }
    run.ask(head, order);
    true
}

/// Whether messages may be in these states, as far as what is added to a formula for their orders says. None if it has
/// no such states, as heads that have some parts of their request are in front of buffers already.
fn may_be(
    workload: &Workload,
    (plain, ordered): (&Snapshot, &Snapshot),
    worms: &[u32],
    states: &[Placed],
) -> Option<bool> {
    let mut free: Vec<usize> = (0..ordered.messages.len()).collect();
    let mut numbered = Vec::new();
    for (worm, state) in worms.iter().zip(states) {
        let Some(at) = free.iter().position(|&number| ordered.messages[number].worm == *worm) else { continue };
        numbered.push((free.remove(at), state.granted.clone()));
    }
    let mut rules = Formula::default();
    while rules.variables() < ordered.formula.variables() {
        rules.variable();
    }
    ordered.formula.clauses().skip(plain.formula.len()).for_each(|clause| rules.clause(clause.iter().copied()));
    for head in ordered.messages.iter().flat_map(|message| message.heads.values()) {
        head.parts.iter().for_each(|&part| rules.implies(&[head.granted], [part]));
    }
    let excluded = ordered.excluding(workload, &numbered)?;
    let is_possible =
        |clause: &Vec<i32>| is_satisfied(&rules, &clause.iter().map(|literal| -literal).collect::<Vec<_>>());
    Some(excluded.iter().any(is_possible))
}

fn is_satisfied(formula: &Formula, assumed: &[i32]) -> bool {
    let mut solver = BasicSolver::default();
    let variables: Vec<_> = (0..formula.variables()).map(|_| solver.new_var_default()).collect();
    let literal = |&literal: &i32| Lit::new(variables[literal.unsigned_abs() as usize - 1], literal > 0);
    for clause in formula.clauses() {
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    solver.solve_limited(&assumed.iter().map(literal).collect::<Vec<_>>()) == lbool::TRUE
}

/// A few of the messages to which something has been granted, in any order.
fn some_of(states: &[Placed], random: &mut Xoshiro256PlusPlus) -> Vec<Placed> {
    let mut few: Vec<Placed> = states.iter().filter(|placed| !placed.granted.is_empty()).cloned().collect();
    few.shuffle(random);
    few.truncate(random.random_range(2..=6));
    few
}

/// What is seen in runs of a workload: in how many steps clauses about orders say something, how many standstills there
/// are whose flits are counted, and for how many messages an order of their grants is found.
fn runs(seed: u64, in_any_order: bool, counts: &mut [usize; 3]) {
    let Some(case) = Case::under_a_policy(seed) else { return };
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let statement = statement(&case, in_any_order, random);
    let Ok(workload) = Workload::new(&*case.topology, &case.plans, &statement) else { return };
    let reach = Reaches::of(&statement, workload.height()).values[0];
    let worms: Vec<u32> = (0..workload.worms.len() as u32).flat_map(|worm| [worm; COPIES]).take(12).collect();
    let Some(messages) = Messages::of(&workload, &statement, reach, &worms) else { return };
    let live: Vec<_> = (0..workload.visits.len() as VisitIx).filter(|&at| !workload.request(at).is_empty()).collect();
    let scope = Scope { workload: &workload, statement: &statement, reach, live: &live };
    let Some(plain) = scope.snapshot(COPIES as u32).filter(|plain| plain.messages.len() <= 24) else { return };
    let ordered = scope.ordered(plain.clone());
    let has_rules = ordered.formula.variables() > plain.formula.variables();
    for _ in 0..3 {
        let mut run = messages.run();
        while step(&workload, &mut run, statement.policies().parts(), random) {
            let states = placed(&workload, &statement, &worms, &run);
            if random.random_bool(if in_any_order { 0.5 } else { 0.1 }) {
                let few: Vec<Placed> = some_of(&states, random);
                let order = grant_order(&workload, &statement, reach, &few);
                assert_ne!(order, GrantOrder::None, "seed {seed}: {few:?}; {statement:?}");
                counts[2] += usize::from(matches!(order, GrantOrder::Found(_)));
            }
            if has_rules && random.random_bool(0.2) {
                let may_be = may_be(&workload, (&plain, &ordered), &worms, &states);
                assert_ne!(may_be, Some(false), "seed {seed}: {states:?}; {statement:?}");
                counts[0] += usize::from(may_be.is_some());
            }
        }
        if run.standstill().is_some() && statement.policies().has_queues() {
            let stuck: Vec<Placed> = placed(&workload, &statement, &worms, &run)
                .into_iter()
                .filter(|it| is_under_way(&workload, it))
                .collect();
            let order = standing_order(&workload, &statement, reach, &stuck);
            assert_ne!(order, GrantOrder::None, "seed {seed}: {stuck:?}; {statement:?}");
            counts[1] += usize::from(matches!(order, GrantOrder::Found(_)));
        }
    }
}

/// What was granted to each message, but for fronts of buffers to which no flit has set out: where a flit leaves on all
/// branches at once, that is when all of them are granted.
fn placed(workload: &Workload, statement: &WorkloadStatement, worms: &[u32], run: &Run<'_>) -> Vec<Placed> {
    let in_step = !statement.policies().is_forked();
    let of_message = |(&worm, granted): (&u32, Vec<(VisitIx, usize)>)| {
        let has_all = |visit: VisitIx| (0..workload.request(visit).len()).all(|part| granted.contains(&(visit, part)));
        let is_there = |&(visit, _): &(VisitIx, usize)| {
            let parent = workload.visit(visit).parent;
            !in_step || parent == NONE || has_all(parent)
        };
        Placed { worm, granted: granted.iter().copied().filter(is_there).collect() }
    };
    worms.iter().zip(run.granted()).map(of_message).collect()
}

/// Whether something was granted to a message, and not everything.
fn is_under_way(workload: &Workload, placed: &Placed) -> bool {
    let visits = workload.worms[placed.worm as usize].visits.clone();
    let all: usize = visits.map(|visit| workload.request(visit).len()).sum();
    (1..all).contains(&placed.granted.len())
}

#[test]
fn no_run_comes_into_what_is_left_out() {
    let mut counts = [0; 3];
    (0..1200).for_each(|seed| runs(seed, false, &mut counts));
    println!("{counts:?}");
    assert!(counts[0] > 300 && counts[1] > 20 && counts[2] > 1000, "{counts:?}");
}

/// Of a request in any order, the last part is known when all others are there: no order of grants is lost by that.
#[test]
fn no_run_in_any_order_comes_into_what_is_left_out() {
    let mut counts = [0; 3];
    (0..100).for_each(|seed| runs(seed, true, &mut counts));
    println!("{counts:?}");
    assert!(counts[2] > 1000, "{counts:?}");
}

/// What a workload is refuted by.
fn refutation(case: &Case) -> HeadsCertificate {
    match prove(&*case.topology, &case.plans, &case.statement) {
        Proof::DeadlockFree(Certificate::Refutation(heads)) => heads,
        other => panic!("{other:?}"),
    }
}

/// States that are no standstills are only left out if that is so, and only for messages that are there alone.
#[test]
fn states_that_are_left_out_are_looked_at_again() {
    let case = Case::under_a_policy(6284).unwrap();
    let heads = refutation(&case);
    let accepts = |heads: &HeadsCertificate| verify_heads(&*case.topology, &case.plans, &case.statement, heads).is_ok();
    assert!(accepts(&heads));
    let case_of = |heads: &HeadsCertificate| heads.cases.iter().position(|case| !case.alone.is_empty()).unwrap();
    let at = case_of(&heads);
    let mut fewer = heads.clone();
    fewer.cases[at].alone.pop();
    assert!(!accepts(&fewer), "without one of the states");
    let mut whoever = heads.clone();
    let alone = std::mem::take(&mut whoever.cases[at].alone);
    whoever.cases[at].never.extend(alone);
    assert!(!accepts(&whoever), "whoever else is there");
    let mut others = heads.clone();
    for state in &mut others.cases[at].alone {
        for message in &mut state.0 {
            message.1.pop();
        }
    }
    assert!(!accepts(&others), "in other states");
}

/// Where each part of a request stands in a line of its own, two requests that are made at one time may each be first
/// in one: the plans of the counterexample say so, and without that it is none.
#[test]
fn requests_of_one_time_stand_in_lines_as_plans_say() {
    let case = Case::under_a_policy(2637).unwrap();
    assert_eq!(case.statement.reservation, Reservation::Independent);
    let Proof::Deadlock(found) = prove(&*case.topology, &case.plans, &case.statement) else { panic!("it deadlocks") };
    let timing = wormcast_sim::Timing {
        length: found.length,
        buffer: found.buffer,
        flow: wormcast_sim::FlowControl { reservation: Reservation::Independent, ..Default::default() },
        ..Default::default()
    };
    assert_eq!((case.statement.switching, case.statement.handover), (Switching::Wormhole, Handover::Empty));
    let stops = |found: &_| crate::plans_support::replayed(&*case.topology, found, &timing, wormcast_sim::Engine::Flit);
    assert!(stops(&found).is_some());
    let mut unnamed = found.clone();
    assert!(unnamed.plans.iter_mut().all(|plan| plan.extra.remove("request_order").is_some()));
    assert_eq!(stops(&unnamed), None);
}
