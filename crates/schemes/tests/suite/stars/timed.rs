//! `otms-timed` against all stars of small sets.

use crate::support::{random, random_set};
use wormcast_plan::FirstHop;
use wormcast_schemes::LabelRouting;
use wormcast_schemes::optimal::{
    FORBIDDEN, HalfProblem, Halves, MulticastStar, Pace, Routes, StarClock, StarPath, soonest,
};
use wormcast_topology::build;

const PACE: Pace = Pace { flits: 16, router_ns: 40, flit_ns: 10 };

/// Every way to hand each destination to a port.
fn all_stars(problem: &HalfProblem) -> impl Iterator<Item = MulticastStar> {
    let (count, ports) = (problem.len(), problem.ports());
    let star = move |code: usize| {
        let stops = |port| (0..count as u32).filter(move |&j| code / ports.pow(j) % ports == port);
        let path = |port| StarPath { port, stops: stops(port).collect() };
        let mut paths: Vec<_> = (0..ports).map(path).filter(|path| !path.stops.is_empty()).collect();
        paths.sort_by_key(|path| path.stops[0]);
        MulticastStar { paths }
    };
    let allowed = |star: &MulticastStar| {
        star.paths.iter().all(|path| problem.start(path.port, path.stops[0] as usize) != FORBIDDEN)
    };
    (0..ports.pow(count as u32)).map(star).filter(allowed)
}

#[test]
fn no_star_is_sooner_than_the_bound_and_few_than_what_is_found() {
    let mut rng = random(18);
    let (mut sides, mut missed) = (0, 0);
    for spec in ["mesh:5x5", "mesh:3x8", "hypercube:4", "star:4"] {
        let network = build(spec).unwrap();
        let routing = LabelRouting::new(&*network).unwrap();
        let halves = Halves::new(&*network, LabelRouting::new(&*network).unwrap(), FirstHop::Free);
        for _ in 0..60 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let source = routing.label(source);
            let mut labels: Vec<u32> = destinations.iter().map(|&node| routing.label(node)).collect();
            labels.retain(|&label| label > source);
            labels.sort_unstable();
            labels.truncate(if spec == "hypercube:4" { 5 } else { 8 });
            let half = halves.half(source, labels);
            let routes = Routes::new(&routing, source, &half);
            let Some(found) = soonest(&half.problem, &routes, PACE) else { continue };
            let mut clock = StarClock::new(&routes, PACE);
            assert_eq!(clock.time(&found.star), found.time);
            let least = all_stars(&half.problem).map(|star| clock.time(&star)).min().unwrap();
            assert!(found.bound <= least && least <= found.time, "{spec}");
            sides += 1;
            missed += usize::from(least < found.time);
        }
    }
    assert!(sides > 100 && missed * 50 <= sides, "missed {missed} of {sides}");
}

/// Two worms over one channel: the second gets it when the last flit of the first has left the buffer behind it.
#[test]
fn worms_that_share_a_channel_wait() {
    let mesh = build("mesh:4x4").unwrap();
    let routing = LabelRouting::new(&*mesh).unwrap();
    let halves = Halves::new(&*mesh, LabelRouting::new(&*mesh).unwrap(), FirstHop::Free);
    let mut shared = 0;
    let half = halves.half(0, vec![5, 9, 10, 13, 14]);
    let routes = Routes::new(&routing, 0, &half);
    let mut clock = StarClock::new(&routes, PACE);
    for star in all_stars(&half.problem) {
        let unhindered = PACE.unhindered(half.problem.measure(&star).longest);
        let disjoint = wormcast_schemes::optimal::is_disjoint(&star, &routes);
        let time = clock.time(&star);
        assert!(time >= unhindered && (!disjoint || time == unhindered));
        shared += usize::from(time > unhindered);
    }
    assert!(shared > 0);
}
