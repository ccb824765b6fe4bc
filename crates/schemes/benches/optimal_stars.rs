//! Optimal stars: what planning takes, and how much faster it is than the mesh paper's own methods on the same sets.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use wormcast_plan::{FirstHop, MulticastSet, Worms, random_destinations};
use wormcast_schemes::optimal::{
    Half, HalfProblem, Halves, fewest_channels, fewest_channels_by_matching, shortest_longest,
    shortest_longest_by_table,
};
use wormcast_schemes::{LabelRouting, Options, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

/// Whole plans: from the set to the worms, on a planner that has its labels ready.
fn plans(criterion: &mut Criterion) {
    let cases = [
        ("ocms", "mesh:1024x1024", "512,512", 1_048_575),
        ("ocms", "mesh:64x64", "32,32", 1_000),
        ("otms", "mesh:64x64", "32,32", 1_000),
        ("otms", "mesh:64x64", "32,32", 4_095),
        ("otms", "mesh:64x64", "0,0", 4_095),
        ("ocms", "star:7", "4351627", 500),
        ("otms", "star:7", "4351627", 500),
        ("ocms", "hypercube:12", "010110011010", 500),
        ("otms", "hypercube:12", "010110011010", 500),
    ];
    let mut group = criterion.benchmark_group("plan");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (scheme, spec, from, count) in cases {
        let network = build(spec).unwrap();
        let (source, destinations) = set(&*network, from, count);
        let set = MulticastSet { source, destinations: &destinations };
        let mut planner = scheme_named(scheme).unwrap().prepare(&*network, &Options::default()).unwrap();
        group.bench_function(format!("{scheme} {spec} from {from} to {count}"), |bencher| {
            bencher.iter_batched_ref(
                Worms::new,
                |worms| {
                    planner.plan(set, worms).unwrap();
                    black_box(worms.hop_count())
                },
                BatchSize::PerIteration,
            );
        });
    }
    let network = build("mesh:1024x1024").unwrap();
    group.bench_function("labels of mesh:1024x1024, made ready", |bencher| {
        bencher.iter(|| scheme_named("ocms").unwrap().prepare(&*network, &Options::default()).unwrap().claims().len());
    });
}

/// The solvers alone, beside the methods of the mesh paper, on the same sides.
fn solvers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("channels, mesh:64x64, 1000 destinations");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let sides = sides("mesh:64x64", "32,32", 1_000);
    group.bench_function("range minima", |bencher| bencher.iter(|| solve(&sides, fewest_channels)));
    group.bench_function("matching", |bencher| bencher.iter(|| solve(&sides, fewest_channels_by_matching)));
    let corner = self::sides("mesh:64x64", "0,0", 1_000);
    group.bench_function("range minima, one problem", |bencher| bencher.iter(|| solve(&corner, fewest_channels)));
    group.bench_function("matching, one problem", |bencher| {
        bencher.iter(|| solve(&corner, fewest_channels_by_matching))
    });
    group.finish();

    let mut group = criterion.benchmark_group("longest path, mesh:16x16, 60 destinations");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let sides = self::sides("mesh:16x16", "8,8", 60);
    let table = |problem: &HalfProblem| shortest_longest_by_table(problem, 255);
    group.bench_function("undominated pairs", |bencher| bencher.iter(|| solve(&sides, shortest_longest)));
    group.bench_function("table", |bencher| bencher.iter(|| solve(&sides, table)));
    group.finish();
}

fn solve<T>(sides: &[Half; 2], solver: impl Fn(&HalfProblem) -> Option<T>) -> usize {
    sides.iter().filter(|half| black_box(solver(&half.problem)).is_some()).count()
}

fn sides(spec: &str, source: &str, count: usize) -> [Half; 2] {
    let network = build(spec).unwrap();
    let (source, destinations) = set(&*network, source, count);
    let routing = LabelRouting::new(&*network).unwrap();
    let source = routing.label(source);
    let mut labels: Vec<_> = destinations.iter().map(|&node| routing.label(node)).collect();
    labels.sort_unstable();
    let (below, above) = labels.split_at(labels.partition_point(|&label| label < source));
    let sides = [above.to_vec(), below.iter().rev().copied().collect()];
    let halves = Halves::new(&*network, routing, FirstHop::Routing);
    sides.map(|labels| halves.half(source, labels))
}

fn set(network: &dyn Topology, source: &str, count: usize) -> (NodeId, Vec<NodeId>) {
    let source = network.find_node(source).unwrap();
    (source, random_destinations(network, source, count, 1).unwrap())
}

criterion_group!(benches, plans, solvers);
criterion_main!(benches);
