//! How long proofs about given plans take: 100 plans of 48 random destinations on a 16 × 16 torus.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::num::NonZeroU32;
use wormcast_model::WorkloadStatement;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms, random_destinations};
use wormcast_prove::prove_workload;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

fn plans(topology: &dyn Topology, scheme: &str) -> Vec<Plan> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let plan = |number: usize| {
        let source = NodeId::new(number * 37 % topology.graph().node_count());
        let destinations = random_destinations(topology, source, 48, number as u64).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet::checked(topology, source, &destinations).unwrap(), &mut worms).unwrap();
        let (network, scheme) = (NetworkSpec::whole(topology.spec()), scheme.to_owned());
        Plan { network, scheme, source, destinations, worms, claims: Vec::new(), extra: Default::default() }
    };
    (0..100).map(plan).collect()
}

fn workloads(criterion: &mut Criterion) {
    let torus = build("torus:16x16").unwrap();
    let mut group = criterion.benchmark_group("100 plans of 48 destinations on torus:16x16");
    group.sample_size(10);
    let cases =
        [("single-tree", 0), ("single-tree", 1), ("dstm-1", 2), ("dual-path", 0), ("routed-tree", 0), ("dstm-1", 1)];
    for (scheme, consumption) in cases {
        let plans = plans(&*torus, scheme);
        let statement = WorkloadStatement { consumption: NonZeroU32::new(consumption), ..WorkloadStatement::default() };
        group.bench_function(format!("{scheme}, {consumption} consumption channels"), |bench| {
            bench.iter(|| prove_workload(&*torus, black_box(&plans), &statement).unwrap());
        });
    }
}

criterion_group!(benches, workloads);
criterion_main!(benches);
