//! One plan after another, on planners that are warm.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_plan::{MulticastSet, Worms, random_destinations};
use wormcast_schemes::{Options, SCHEMES};
use wormcast_topology::{NodeId, Topology, build};

/// How many multicast sets are planned in turn.
const SETS: u64 = 64;

fn plans(criterion: &mut Criterion) {
    for (spec, destinations) in [("star:6", 120), ("mesh:32x32", 120), ("torus:32x32", 120), ("mesh:8x8", 10)] {
        let network = build(spec).unwrap();
        let sets = sets(&*network, destinations);
        let mut group = criterion.benchmark_group(format!("{spec}, {destinations} destinations"));
        for scheme in SCHEMES {
            let Ok(mut planner) = scheme.prepare(&*network, &Options::default()) else { continue };
            let mut worms = Worms::new();
            let mut turn = sets.iter().cycle();
            group.bench_function(scheme.name(), |bencher| {
                bencher.iter(|| {
                    let (source, destinations) = turn.next().unwrap();
                    worms.clear();
                    planner.plan(MulticastSet { source: *source, destinations }, &mut worms).unwrap();
                    black_box(worms.hop_count())
                });
            });
        }
    }
}

fn sets(network: &dyn Topology, destinations: usize) -> Vec<(NodeId, Vec<NodeId>)> {
    let set = |seed| {
        let source = NodeId::new(seed as usize * 7919 % network.graph().node_count());
        (source, random_destinations(network, source, destinations, seed).unwrap())
    };
    (0..SETS).map(set).collect()
}

criterion_group!(benches, plans);
criterion_main!(benches);
