//! A plan with its header, on planners that are warm; the trees and numbers of a large torus.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_plan::{MulticastSet, Worms, random_destinations};
use wormcast_schemes::{HeaderEncoder, Options, scheme_named};
use wormcast_topology::{NodeId, build};

fn plan_with_header(criterion: &mut Criterion) {
    let torus = build("torus:16x16").unwrap();
    let set = |seed| {
        let source = NodeId::new(seed as usize * 37 % 256);
        (source, random_destinations(&*torus, source, 48, seed).unwrap())
    };
    let sets: Vec<_> = (0..64).map(set).collect();
    let mut turn = sets.iter().cycle();
    let mut planner = scheme_named("dstm-1").unwrap().prepare(&*torus, &Options::default()).unwrap();
    let (mut worms, mut flits) = (Worms::new(), Vec::new());
    let mut encoder = HeaderEncoder::new(torus.graph()).unwrap();
    criterion.bench_function("dstm-1 on torus:16x16, 48 destinations, with header", |bencher| {
        bencher.iter(|| {
            let (source, destinations) = turn.next().unwrap();
            worms.clear();
            flits.clear();
            planner.plan(MulticastSet { source: *source, destinations }, &mut worms).unwrap();
            encoder.encode(&planner.trees()[worms.get(0).consumption_class as usize], destinations, &mut flits);
            black_box((worms.hop_count(), flits.len()))
        });
    });
}

fn tables(criterion: &mut Criterion) {
    let torus = build("torus:1024x1024").unwrap();
    let mut group = criterion.benchmark_group("made ready");
    group.sample_size(10).bench_function("dstm-1 on torus:1024x1024", |bencher| {
        bencher.iter(|| scheme_named("dstm-1").unwrap().prepare(&*torus, &Options::default()).unwrap().trees().len());
    });
}

criterion_group!(benches, plan_with_header, tables);
criterion_main!(benches);
