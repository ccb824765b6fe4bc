//! Trees: built, packed, made ready for routing.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_schemes::trees::{LinkOrder, dstm_1, most_trees};
use wormcast_topology::{NodeId, Topology, Torus, build};

fn packings(criterion: &mut Criterion) {
    for spec in ["torus:16x16", "torus:64x64", "torus:8x8x8", "hypercube:10"] {
        let network = build(spec).unwrap();
        for (name, order) in [("given", LinkOrder::Given), ("shuffled", LinkOrder::Seeded(1))] {
            let links = order.links(&*network).unwrap();
            criterion.bench_function(&format!("most trees of {spec}, {name} order"), |bencher| {
                bencher.iter(|| black_box(most_trees(network.graph(), &links).trees.len()));
            });
        }
    }
}

fn constructions(criterion: &mut Criterion) {
    for side in [16, 1024] {
        let torus = Torus::new(&[side, side]).unwrap();
        criterion.bench_function(&format!("dstm-1 trees of {}", torus.spec()), |bencher| {
            bencher.iter(|| black_box(dstm_1(&torus, NodeId::new(0)).unwrap()));
        });
    }
}

criterion_group!(benches, packings, constructions);
criterion_main!(benches);
