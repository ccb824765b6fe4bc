//! The prover against an exhaustive search over start times, on small networks.

use crate::plans_support::{general, holds, prove, replayed};
use crate::random_worms::random_worm;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::num::NonZeroU32;
use wormcast_check::proof::{Certificate, verify_heads};
use wormcast_model::{Copies, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_prove::Proof;
use wormcast_sim::{Engine, FlowControl, Outcome, Ports, Reservation, Start, Time, Timing, simulate};
use wormcast_topology::{Topology, build};

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }
}

fn deadlocks(topology: &dyn Topology, plans: &[Plan], times: &[u64], timing: &Timing) -> bool {
    let starts: Vec<_> = plans.iter().zip(times).map(|(plan, &at)| Start { plan, at: Time::from_ns(at) }).collect();
    let engine = if timing.flow == FlowControl::default() { Engine::Worm } else { Engine::Flit };
    simulate(topology, &starts, timing, engine).unwrap().outcome != Outcome::Delivered
}

/// Whether any subset of the plans deadlocks from any start times on a grid that is finer than a hop.
fn search(topology: &dyn Topology, plans: &[Plan], timing: &Timing) -> bool {
    let steps = [0, 10, 30, 50, 60, 80, 100, 110, 130, 150, 160, 180, 200, 230, 260, 300, 340, 380];
    let mut places = vec![0; plans.len()];
    loop {
        let times: Vec<_> = places.iter().map(|&place| steps[place]).collect();
        if times.contains(&0) && deadlocks(topology, plans, &times, timing) {
            return true;
        }
        let Some(next) = (0..places.len()).find(|&at| places[at] + 1 < steps.len()) else { return false };
        places[..next].fill(0);
        places[next] += 1;
    }
}

fn statement(timing: &Timing, ports: Ports) -> WorkloadStatement {
    let consumption = if let Ports::Limited(ports) = ports { Some(ports) } else { None };
    let [length, buffer] = [timing.length, timing.buffer].map(NonZeroU32::new);
    WorkloadStatement {
        copies: Copies::AtMost(NonZeroU32::MIN),
        length,
        buffer,
        consumption,
        reservation: timing.flow.reservation,
        ..general()
    }
}

/// Deadlocks, answers of freedom, and open questions.
fn compare(seeds: std::ops::Range<u64>) -> [usize; 3] {
    let (mut counts, mut refuted) = ([0; 3], 0);
    for seed in seeds {
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let spec = ["torus:3", "torus:4", "torus:5", "torus:6", "mesh:2x2", "mesh:4x1", "star:3"][dice.below(7)];
        let topology = &*build(spec).unwrap();
        let plans: Vec<_> =
            (0..2 + dice.below(2)).map(|_| random_worm(topology, &mut |count| dice.below(count))).collect();
        let ports = [Ports::All, Ports::Limited(NonZeroU32::MIN)][dice.below(2)];
        let [length, buffer] = [1 + dice.below(7), 1 + dice.below(3)].map(|number| number as u32);
        let reservation = [Reservation::Atomic, Reservation::Incremental][dice.below(2)];
        let flow = FlowControl { reservation, ..FlowControl::default() };
        let timing = Timing { length, buffer, consumption: ports, flow, ..Timing::default() };
        let statement = statement(&timing, ports);
        match prove(topology, &plans, &statement) {
            Proof::DeadlockFree(certificate) => {
                assert!(holds(topology, &plans, &statement, &certificate), "seed {seed}");
                if let Certificate::Refutation(heads) = &certificate
                    && heads.cases.iter().any(|case| case.formula.is_some())
                {
                    refuted += 1;
                    let mut forged = heads.clone();
                    forged.cases.iter_mut().for_each(|case| case.lemmas.clear());
                    assert!(verify_heads(topology, &plans, &statement, &forged).is_err(), "seed {seed}: no lemmas");
                }
                assert!(!search(topology, &plans, &timing), "seed {seed}: free, but it deadlocks");
                counts[1] += 1;
            }
            Proof::Deadlock(found) => {
                let run = replayed(topology, &found, &timing, Engine::Flit);
                assert!(run.is_some(), "seed {seed}: it does not deadlock");
                counts[0] += 1;
            }
            Proof::Unknown(_) => counts[2] += 1,
        }
    }
    println!("{refuted} of {} free by refutation", counts[1]);
    assert!(refuted > 0, "the solver had nothing to do");
    counts
}

#[test]
fn the_prover_agrees_with_a_search_over_start_times() {
    let [deadlocks, free, unknown] = compare(0..250);
    assert!(deadlocks >= 10 && free >= 100 && unknown <= 1, "{deadlocks} {free} {unknown}");
}

/// `cargo test --release -p wormcast-prove --test suite cross_check -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn the_prover_agrees_with_a_search_over_start_times_in_thousands_of_cases() {
    let [deadlocks, free, unknown] = compare(1000..11_000);
    println!("{deadlocks} deadlocks, {free} free, {unknown} unknown");
    assert!(unknown * 1000 <= deadlocks + free + unknown);
}
