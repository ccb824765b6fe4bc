//! How long large networks take to build, to label and to search.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_topology::{BreadthFirst, NodeId, Permutation, build, hamiltonian_path};

/// About a million nodes each.
const LARGE: &[&str] =
    &["mesh:1024x1024", "torus:1024x1024", "torus:100x100x100", "hypercube:20", "mesh-of-trees:9", "tree:19", "star:9"];

fn building(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for &spec in LARGE {
        group.bench_function(spec, |bencher| bencher.iter(|| build(black_box(spec)).unwrap()));
    }
}

fn labelling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("labelling");
    group.sample_size(10);
    for spec in ["mesh:1024x1024", "hypercube:20", "star:9"] {
        let network = build(spec).unwrap();
        group.bench_function(spec, |bencher| bencher.iter(|| network.labelling().unwrap()));
    }
    group.bench_function("star:10, one label", |bencher| {
        bencher.iter(|| Permutation::from_label(10, black_box(1_234_567)).label());
    });
}

fn searching(criterion: &mut Criterion) {
    let network = build("torus:1024x1024").unwrap();
    let mut search = BreadthFirst::new(network.graph());
    let mut group = criterion.benchmark_group("breadth-first search");
    group.sample_size(10);
    group.bench_function("torus:1024x1024", |bencher| bencher.iter(|| search.run(black_box(NodeId::new(0)))));
}

/// Hamiltonian paths without the arithmetic of the families: found, and proved impossible.
fn hamiltonian_paths(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hamiltonian path");
    group.sample_size(10);
    for spec in ["mesh:16x16", "torus:100x100", "mesh:316x316", "hypercube:12", "mesh-of-trees:5", "mesh-of-trees:1"] {
        let network = build(spec).unwrap();
        let name = |node| network.node_name(node);
        group.bench_function(spec, |bencher| bencher.iter(|| hamiltonian_path(black_box(network.graph()), &name)));
    }
}

criterion_group!(benches, building, labelling, searching, hamiltonian_paths);
criterion_main!(benches);
