//! Speed of proofs about schemes, from the network to the certificate.

use criterion::{Criterion, criterion_group, criterion_main};
use std::time::Duration;
use wormcast_check::proof::SchemeStatement;
use wormcast_prove::{Proof, scheme::prove_scheme};
use wormcast_schemes::{Options, SCHEMES};
use wormcast_topology::build;

fn all_schemes(criterion: &mut Criterion) {
    for topology in ["mesh:32x32", "torus:16x16", "star:6", "hypercube:10"] {
        let network = build(topology).unwrap();
        let mut group = criterion.benchmark_group(format!("prove on {topology}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
        for scheme in SCHEMES {
            if scheme.prepare(&*network, &Options::default()).is_err() {
                continue;
            }
            let statement = SchemeStatement::about(scheme.name());
            let prove = || -> Proof {
                let mut planner = scheme.prepare(&*network, &Options::default()).unwrap();
                prove_scheme(&*network, &mut *planner, &statement).unwrap()
            };
            let answer = prove().answer();
            group.bench_function(format!("{}: {answer:?}", scheme.name()), |bench| bench.iter(prove));
        }
        group.finish();
    }
}

criterion_group!(benches, all_schemes);
criterion_main!(benches);
