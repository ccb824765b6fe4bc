//! A worm alone in the network: equation (1) of the mesh paper, and where it is only a bound.

use crate::support;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use wormcast_plan::{Worm, Worms};
use wormcast_sim::{Engine, Outcome, Start, Time, Timing, simulate};
use wormcast_topology::{NodeId, build};

/// Send + d(t_r + t_f) + (L − 1)t_f + receive, for a destination d channels away.
fn equation_1(timing: &Timing, distance: u64) -> Time {
    let Timing { send, receive, router, flit, length, .. } = *timing;
    let flits = u64::from(length) - 1;
    Time::from_ps(send.ps() + distance * (router.ps() + flit.ps()) + flits * flit.ps() + receive.ps())
}

/// The distance of each hop's end from the origin.
fn depths(worm: Worm<'_>) -> Vec<u64> {
    let mut depths = Vec::new();
    for hop in worm.hops {
        depths.push(1 + hop.parent().map_or(0, |parent| depths[parent as usize]));
    }
    depths
}

/// What equation (1) says of every delivery, by node.
fn expected(worm: Worm<'_>, timing: &Timing) -> Vec<(NodeId, Time)> {
    let depths = depths(worm);
    let at = |delivery: &wormcast_plan::Delivery| (delivery.node, equation_1(timing, depths[delivery.hop as usize]));
    let mut expected: Vec<_> = worm.deliveries.iter().map(at).collect();
    expected.sort_unstable();
    expected
}

/// When each node has the message: as it was simulated, and by equation (1).
struct Case {
    engine: Engine,
    found: Vec<(NodeId, Time)>,
    expected: Vec<(NodeId, Time)>,
    /// Whether the worm delivers at its farthest visit.
    delivers_last: bool,
}

fn run(random: &mut Random, roomy: bool) -> Vec<Case> {
    let mesh = build("mesh:5x4x2").unwrap();
    let mut timing = support::random_timing(random);
    if roomy {
        timing.buffer = timing.length;
    }
    let mut worms = Worms::new();
    support::random_tree(&*mesh, &mut worms, random, 25);
    let plan = support::plan(&*mesh, worms);
    let start = Start { plan: &plan, at: Time::from_ps(random.random_range(0..100)) };
    let run = |engine| {
        let run = simulate(&*mesh, &[start], &timing, engine).unwrap();
        assert_eq!(run.outcome, Outcome::Delivered);
        let mut found: Vec<_> = run.plans[0].deliveries.iter().map(|a| (a.node, a.latency)).collect();
        assert_eq!(run.plans[0].latency.unwrap(), last(&found));
        found.sort_unstable();
        let worm = plan.worms.get(0);
        let expected = expected(worm, &timing);
        let farthest = depths(worm).into_iter().max().unwrap();
        let delivers_last = last(&expected) == equation_1(&timing, farthest);
        Case { engine, found, expected, delivers_last }
    };
    Engine::ALL.into_iter().map(run).collect()
}

fn last(times: &[(NodeId, Time)]) -> Time {
    times.iter().map(|(_, latency)| *latency).max().unwrap_or_default()
}

#[test]
fn with_room_for_the_whole_message_every_delivery_follows_equation_1() {
    let mut random = Random::seed_from_u64(1);
    for _ in 0..1500 {
        for Case { engine, found, expected, .. } in run(&mut random, true) {
            assert_eq!(found, expected, "{engine}");
        }
    }
}

#[test]
fn with_small_buffers_equation_1_is_a_lower_bound_that_the_farthest_leaf_meets() {
    let mut random = Random::seed_from_u64(2);
    let (mut later, mut met) = (0, 0);
    for _ in 0..1500 {
        for Case { engine, found, expected, delivers_last } in run(&mut random, false) {
            assert!(found.iter().zip(&expected).all(|(found, expected)| found >= expected), "{engine}");
            later += usize::from(found != expected);
            if delivers_last {
                assert_eq!(last(&found), last(&expected), "{engine}");
                met += 1;
            }
        }
    }
    // Flits do queue behind a head in its router delay.
    assert!(later > 100 && met > 500, "{later}, {met}");
}
