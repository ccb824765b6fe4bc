//! False claims with certificates of true ones, changed at random: none is accepted.

use crate::mutation::{forge, inputs};
use crate::plans_support::{general, path, prove};
use crate::support::{Asked, ask};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use wormcast_check::proof::{Answer, ProofDocument, Statement};
use wormcast_formats::build;
use wormcast_plan::{NetworkSpec, Plan};
use wormcast_prove::{Verified, verify_proof};
use wormcast_topology::Topology;

/// A claim that does not hold, and a certificate that is to be forged.
struct Falsehood {
    network: Box<dyn Topology>,
    plans: Vec<Plan>,
    proof: Value,
}

/// Schemes that deadlock where consumption channels are scarce, with proofs for where they are not; and four worms
/// around a ring, with proofs about fewer of them.
fn falsehoods() -> Vec<Falsehood> {
    let schemes = [("mesh:4x1", "dual-path"), ("mesh:6x5", "multi-path"), ("torus:3x3", "dstm-1")];
    let of_scheme = |(spec, scheme)| {
        let network = build(spec).unwrap();
        let [truth, falsehood] = [0, 1].map(|consumption| Asked { consumption, ..Asked::about(scheme) });
        assert_eq!(ask(&*network, &falsehood).answer, Answer::Deadlock);
        let proof = ProofDocument { statement: Statement::Scheme(falsehood.statement()), ..ask(&*network, &truth) };
        Falsehood { network, plans: Vec::new(), proof: serde_json::to_value(proof).unwrap() }
    };
    let mut all: Vec<_> = schemes.into_iter().map(of_scheme).collect();
    for fewer in 1..4 {
        let network = build("torus:4").unwrap();
        let plans: Vec<_> = [["0", "1", "2"], ["1", "2", "3"], ["2", "3", "0"], ["3", "0", "1"]]
            .map(|nodes| path(&*network, &nodes, &nodes[2..]))
            .into();
        assert_eq!(prove(&*network, &plans, &general()).answer(), Answer::Deadlock);
        let truth = prove(&*network, &plans[..fewer], &general());
        let mut statement = general();
        statement.plans = plans.iter().map(|_| "plan.json".to_owned()).collect();
        let proof = truth.document(NetworkSpec::whole(network.spec()), Statement::Workload(statement));
        all.push(Falsehood { network, plans, proof: serde_json::to_value(proof).unwrap() });
    }
    all
}

fn forged_proofs(inputs: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let falsehoods = falsehoods();
    for _ in 0..inputs {
        let Falsehood { network, plans, proof } = falsehoods.choose(&mut rng).unwrap();
        let mut forged = proof.clone();
        forge(&mut forged, "certificate", &mut rng);
        let Ok(document) = serde_json::from_value::<ProofDocument>(forged) else { continue };
        if let Ok(verified) = verify_proof(&**network, &document, plans) {
            assert!(matches!(verified, Verified::Unanswered), "{document:?}");
        }
    }
}

#[test]
fn forged_proofs_are_refused() {
    forged_proofs(3_000);
}

/// The same, ten million times. `INPUTS` sets another number.
///
/// `cargo test --release -p wormcast-prove --test suite forged -- --ignored --nocapture`
#[test]
#[ignore = "some twenty minutes"]
fn ten_million_forged_proofs() {
    let inputs = inputs(10_000_000);
    forged_proofs(inputs);
    println!("{inputs} forged proofs, none accepted");
}
