//! How long large networks take to build, to label and to search.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_topology::{BreadthFirst, FileNetwork, NodeId, Permutation, build, hamiltonian_path};

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

/// A torus as an edge list and as GML.
fn reading(criterion: &mut Criterion) {
    let torus = build("torus:300x300").unwrap();
    let graph = torus.graph();
    let ends = graph.channels().map(|channel| (graph.source(channel).index(), graph.target(channel).index()));
    let links: Vec<_> = ends.filter(|(a, b)| a < b).collect();
    let edges: String = links.iter().map(|(a, b)| format!("n{a} n{b}\n")).collect();
    let nodes: String = (0..graph.node_count()).map(|node| format!("node [ id {node} label \"n{node}\" ]\n")).collect();
    let gml_edges: String = links.iter().map(|(a, b)| format!("edge [ source {a} target {b} ]\n")).collect();
    let gml = format!("graph [\n{nodes}{gml_edges}]");
    let mut group = criterion.benchmark_group("read");
    group.sample_size(10);
    for (path, text) in [("torus.edges", edges), ("torus.gml", gml)] {
        let read = || FileNetwork::from_bytes(path, black_box(text.as_bytes())).unwrap();
        group.bench_function(path, |bencher| bencher.iter(read));
    }
}

criterion_group!(benches, building, labelling, searching, hamiltonian_paths, reading);
criterion_main!(benches);
