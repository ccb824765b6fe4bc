//! Speed of the engines. The unit is a flit-hop: one flit that crosses one channel.

mod uniform;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use uniform::{Case, run_worms};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Engine, Start, Time, Timing, simulate};
use wormcast_topology::{Topology, build};

/// Loads near a half and nine tenths of saturation on a 16×16 mesh, in flits per node and flit time, by length.
const LOADS: [(u32, [f64; 2]); 3] = [(4, [0.0122, 0.0220]), (16, [0.0171, 0.0308]), (128, [0.0405, 0.0729])];

fn uniform_traffic(criterion: &mut Criterion, engine: Engine, message_hops: u64) {
    let mesh = build("mesh:16x16").unwrap();
    let mut group = criterion.benchmark_group(format!("{engine} engine, uniform unicast on mesh:16x16"));
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for (length, loads) in LOADS {
        for (load, name) in loads.into_iter().zip(["half", "near"]) {
            let timing = Timing { length, ..Timing::default() };
            let case = Case { topology: &*mesh, timing: &timing, load };
            group.throughput(Throughput::Elements(message_hops * u64::from(length)));
            let id = BenchmarkId::new(format!("{length} flits"), name);
            group.bench_function(id, |bench| bench.iter(|| run_worms(case, message_hops, engine)));
        }
    }
    group.finish();
}

fn worm_engine(criterion: &mut Criterion) {
    uniform_traffic(criterion, Engine::Worm, 1_000_000);
}

fn flit_engine(criterion: &mut Criterion) {
    uniform_traffic(criterion, Engine::Flit, 50_000);
}

/// A message from the first node to all others.
fn broadcast_plan(topology: &dyn Topology, scheme: &str) -> Plan {
    let nodes: Vec<_> = topology.graph().nodes().collect();
    let (source, destinations) = (nodes[0], nodes[1..].to_vec());
    let mut worms = Worms::new();
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).unwrap();
    let network = NetworkSpec::whole(topology.spec());
    Plan { network, scheme: scheme.to_owned(), source, destinations, worms, claims: vec![], extra: Default::default() }
}

fn broadcast(criterion: &mut Criterion) {
    let torus = build("torus:128x128").unwrap();
    let mut group = criterion.benchmark_group("worm engine, broadcast on torus:128x128");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for scheme in ["hamiltonian-path", "single-tree"] {
        let plan = broadcast_plan(&*torus, scheme);
        let start = Start { plan: &plan, at: Time::ZERO };
        group.throughput(Throughput::Elements(plan.worms.hop_count() as u64 * 128));
        group.bench_function(scheme, |bench| {
            bench.iter(|| simulate(&*torus, black_box(&[start]), &Timing::default(), Engine::Worm))
        });
    }
    group.finish();
}

criterion_group!(benches, worm_engine, flit_engine, broadcast);
criterion_main!(benches);
