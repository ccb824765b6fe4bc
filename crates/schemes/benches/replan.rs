//! How fast plans that are in use are changed.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, Worms, random_destinations};
use wormcast_schemes::beside::{PlannedTree, Replanner};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology};

/// 1000 multicasts of 16 destinations each.
fn trees(torus: &dyn Topology, scheme: &str) -> Vec<PlannedTree> {
    let graph = torus.graph();
    let mut planner = scheme_named(scheme).unwrap().prepare(torus, &Options::default()).unwrap();
    let tree = |seed: u64| {
        let source = NodeId::new((seed as usize * 2654435761) % graph.node_count());
        let destinations = random_destinations(torus, source, 16, seed).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).unwrap();
        let channels = worms.get(0).hops.iter().map(|hop| hop.channel).collect();
        PlannedTree { source, destinations, channels, layer: 0 }
    };
    // Worms that visit a node twice, up the tree and down again, are no trees of table entries.
    let is_tree = |tree: &PlannedTree| {
        let mut entered: Vec<_> = tree.channels.iter().map(|&channel| graph.target(channel)).collect();
        entered.push(tree.source);
        entered.sort_unstable();
        entered.windows(2).all(|pair| pair[0] != pair[1])
    };
    (0..).map(tree).filter(is_tree).take(1000).collect()
}

/// Trees that keep to an up*/down* order, and such that close cycles together.
fn bench(criterion: &mut Criterion) {
    let torus = build("torus:64x64").unwrap();
    for scheme in ["single-tree", "shortest-path-tree"] {
        bench_trees(criterion, &*torus, scheme);
    }
}

fn bench_trees(criterion: &mut Criterion, torus: &dyn Topology, scheme: &str) {
    let graph = torus.graph();
    let trees = trees(torus, scheme);
    // The busiest link, and a node beside it.
    let mut loads = vec![0; graph.channel_count()];
    trees.iter().flat_map(|tree| &tree.channels).for_each(|channel| loads[channel.index()] += 1);
    let busiest = graph.channels().max_by_key(|channel| loads[channel.index()]).unwrap();
    let link = [Some(busiest), graph.reverse(busiest)].into_iter().flatten().collect::<Vec<_>>();
    let node = graph.target(busiest);
    let mut group = criterion.benchmark_group(format!("1000 multicasts by {scheme} on torus:64x64"));
    group.sample_size(10);
    let ready = || Replanner::new(graph, trees.clone(), 1, None);
    let touched = [ready().lose(&[], &[node]), ready().lose(&link, &[])].map(|changes| changes.len());
    println!("{scheme}: {} trees take the node, {} the link", touched[0], touched[1]);
    group.bench_function("are read", |bencher| bencher.iter(ready));
    group.bench_function("lose a node", |bencher| {
        bencher.iter_batched(ready, |mut ready| black_box(ready.lose(&[], &[node])).len(), BatchSize::PerIteration);
    });
    group.bench_function("lose the busiest link", |bencher| {
        bencher.iter_batched(ready, |mut ready| black_box(ready.lose(&link, &[])).len(), BatchSize::PerIteration);
    });
    group.bench_function("get a member", |bencher| {
        bencher.iter_batched(ready, |mut ready| black_box(ready.join(0, node)).is_some(), BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
