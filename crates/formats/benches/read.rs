//! How long a million links take to read, in each format that is read line by line or written: well under a second
//! where nothing else runs.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_formats::{FORMATS, from_bytes};
use wormcast_topology::{Topology, build};

/// A torus of half a million nodes and a million links.
const SPEC: &str = "torus:1000x500";

fn reading(criterion: &mut Criterion) {
    let torus = build(SPEC).unwrap();
    let mut group = criterion.benchmark_group("read a million links");
    group.sample_size(10);
    for (path, text) in texts(&*torus) {
        let read = || from_bytes(path, black_box(&text)).unwrap();
        group.bench_function(path, |bencher| bencher.iter(read));
    }
}

fn texts(torus: &dyn Topology) -> Vec<(&'static str, Vec<u8>)> {
    let graph = torus.graph();
    let ends = graph.channels().map(|channel| (graph.source(channel).index(), graph.target(channel).index()));
    let links: Vec<_> = ends.filter(|(a, b)| a < b).collect();
    let every = |link: &dyn Fn(usize, usize) -> String| links.iter().map(|&(a, b)| link(a, b)).collect::<String>();
    let nodes: String = (0..graph.node_count()).map(|node| format!("node [ id {node} label \"n{node}\" ]\n")).collect();
    let gml = every(&|a, b| format!("edge [ source {a} target {b} ]\n"));
    let mut texts = vec![
        ("torus.edges", every(&|a, b| format!("n{a} n{b}\n")).into_bytes()),
        ("torus.csv", every(&|a, b| format!("n{a},n{b},1.5\n")).into_bytes()),
        ("torus.gml", format!("graph [\n{nodes}{gml}]").into_bytes()),
        ("torus.anynet", every(&|a, b| format!("router {a} router {b}\n")).into_bytes()),
    ];
    for (path, word) in [("own.json", "wormcast-network"), ("torus.dot", "dot")] {
        let format = FORMATS.iter().find(|format| format.word() == word).unwrap();
        let mut bytes = Vec::new();
        format.write(torus, &mut bytes).unwrap();
        // What is written names every channel: twice as many lines as links, and more than files may have in JSON.
        if bytes.len() <= 64 << 20 {
            texts.push((path, bytes));
        }
    }
    texts
}

criterion_group!(benches, reading);
criterion_main!(benches);
