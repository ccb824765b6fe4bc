//! How long large files take to read.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_topology::build;

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
        let read = || wormcast_formats::from_bytes(path, black_box(text.as_bytes())).unwrap();
        group.bench_function(path, |bencher| bencher.iter(read));
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
