//! Worms with lengths of their own: the engines agree, and do what the page says.

use crate::open::{Notes, flit_engine, random_messages, sorted, worm_engine};
use crate::{naive, policies, support};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{Plan, Worms};
use wormcast_sim::*;
use wormcast_topology::build;

/// A length up to that of the timing for each worm.
fn random_lengths(plan: &Plan, timing: &Timing, random: &mut Random) -> Vec<u32> {
    (0..plan.worms.len()).map(|_| random.random_range(1..=timing.length)).collect()
}

/// Injects each message at its time, with the lengths of its worms.
fn run(engine: &mut impl OpenLoop<Observer = Notes>, messages: &[(Plan, Time)], lengths: &[Vec<u32>]) {
    for ((plan, at), lengths) in messages.iter().zip(lengths) {
        engine.run_before(*at);
        engine.inject_lengths(&plan.worms, lengths, *at).unwrap();
    }
    engine.drain();
}

#[test]
fn the_engines_agree_on_worms_of_many_lengths() {
    let mesh = build("mesh:4x3").unwrap();
    let mut random = Random::seed_from_u64(31);
    for case in 0..1500 {
        let timing = support::random_timing(&mut random);
        let network = support::with_own_channels(&*mesh, &timing, true, &mut random);
        let topology = if case % 3 == 0 { &network } else { &*mesh };
        let messages = random_messages(topology, &mut random);
        let lengths: Vec<_> = messages.iter().map(|(plan, _)| random_lengths(plan, &timing, &mut random)).collect();
        let (mut worm, mut flit) = (worm_engine(topology, &timing), flit_engine(topology, &timing));
        run(&mut worm, &messages, &lengths);
        run(&mut flit, &messages, &lengths);
        assert_eq!(sorted(worm.observer()), sorted(flit.observer()), "{timing:?}");
        assert_eq!(worm.deadlock(), flit.deadlock(), "{timing:?}");
    }
}

#[test]
fn the_flit_engine_does_what_the_page_says_of_worms_of_many_lengths() {
    let mesh = build("mesh:3x3").unwrap();
    let mut random = Random::seed_from_u64(32);
    for _ in 0..1000 {
        let timing = policies::random_timing(&mut random);
        let mut messages = policies::random_plans(&*mesh, &mut random);
        messages.sort_by_key(|(_, at)| *at);
        for (plan, _) in &mut messages {
            let is_multicast = plan.is_multicast();
            plan.worms.set_multicast(is_multicast);
        }
        let lengths: Vec<_> = messages.iter().map(|(plan, _)| random_lengths(plan, &timing, &mut random)).collect();
        let starts: Vec<_> = messages.iter().map(|(plan, at)| Start { plan, at: *at }).collect();
        if let Err(SimError::WholeTwice { .. }) = simulate(&*mesh, &starts, &timing, Engine::Flit) {
            continue;
        }
        let mut flit = flit_engine(&*mesh, &timing);
        // The engine was made for three classes, and the page counts those of the plans.
        let classes = messages.iter().map(|(plan, _)| plan.worms.consumption_classes()).max();
        if classes != Some(3) && timing.consumption != Ports::All {
            continue;
        }
        run(&mut flit, &messages, &lengths);
        let expected = naive::run_lengths(&*mesh, &starts, &timing, &Conditions::default(), &lengths.concat());
        for (visit, times) in (0..).zip(&expected.times) {
            assert_eq!(flit.observer().moments.get(&visit).copied().unwrap_or_default(), *times, "{timing:?}");
        }
        let mut delivered: Vec<_> = flit.observer().delivered.iter().map(|delivery| delivery.at).collect();
        let mut of_page: Vec<_> = expected.delivered.into_iter().flatten().collect();
        delivered.sort_unstable();
        of_page.sort_unstable();
        assert_eq!(delivered, of_page);
    }
}

#[test]
fn lengths_that_make_no_sense_are_refused() {
    let mesh = build("mesh:2x1").unwrap();
    let mut worms = Worms::new();
    support::path(&*mesh, &mut worms, &["0,0", "1,0"]);
    let timing = Timing { length: 4, ..Timing::default() };
    for lengths in [&[5][..], &[0], &[1, 1]] {
        let error = worm_engine(&*mesh, &timing).inject_lengths(&worms, lengths, Time::ZERO).unwrap_err();
        assert!(error.to_string().contains("each is from 1 to the 4 flits"), "{error}");
        assert!(flit_engine(&*mesh, &timing).inject_lengths(&worms, lengths, Time::ZERO).is_err());
    }
    assert_eq!(worm_engine(&*mesh, &timing).inject_lengths(&worms, &[4], Time::ZERO), Ok(0));
}

#[test]
fn worms_with_their_headers_are_as_long_as_their_message_and_a_flit_an_address() {
    let mesh = build("mesh:3x3").unwrap();
    let mut random = Random::seed_from_u64(33);
    for _ in 0..300 {
        let timing = support::random_timing(&mut random);
        let messages = random_messages(&*mesh, &mut random);
        let with_headers = Timing { header_flits: true, ..timing.clone() };
        let longer = Timing { length: timing.length + 20, ..timing.clone() };
        let headers = |plan: &Plan| plan.worms.iter().map(|worm| timing.length + worm.header_flits()).collect();
        let lengths: Vec<Vec<u32>> = messages.iter().map(|(plan, _)| headers(plan)).collect();
        let mut by_length = worm_engine(&*mesh, &longer);
        run(&mut by_length, &messages, &lengths);
        let none = vec![Vec::new(); messages.len()];
        let (mut worm, mut flit) = (worm_engine(&*mesh, &with_headers), flit_engine(&*mesh, &with_headers));
        run(&mut worm, &messages, &none);
        run(&mut flit, &messages, &none);
        assert_eq!(sorted(worm.observer()), sorted(by_length.observer()), "{timing:?}");
        assert_eq!(sorted(worm.observer()), sorted(flit.observer()), "{timing:?}");
    }
}

#[test]
fn a_header_has_a_flit_for_each_destination_and_each_split() {
    let mesh = build("mesh:3x2").unwrap();
    let mut worms = Worms::new();
    let node = |name: &str| mesh.find_node(name).unwrap();
    let channel = |from: &str, to: &str| mesh.graph().channel(node(from), node(to)).unwrap();
    worms.start(node("1,0"), None, 0);
    let left = worms.hop(None, channel("1,0", "0,0"));
    let up = worms.hop(None, channel("1,0", "1,1"));
    let last = worms.hop(Some(up), channel("1,1", "2,1"));
    worms.deliver(left, node("0,0"));
    worms.deliver(last, node("2,1"));
    // 1,0 splits, 0,0 and 2,1 are destinations, 1,1 is passed.
    assert_eq!(worms.iter().next().unwrap().header_flits(), 3);
}
