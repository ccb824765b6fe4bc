//! Proofs about routes of which something is not true.

use serde_json::{Value, json};
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, ProofDocument, RoutingStatement};
use wormcast_plan::NetworkSpec;
use wormcast_prove::{prove_routing, verify_proof};
use wormcast_routing::Routing;

/// The proof about a routing on a ring, as it stands in a file.
fn proof(count: u32, answer: Answer) -> Value {
    let ring = wormcast_topology::build("torus:5").unwrap();
    let mut routing = wormcast_routing::build(&*ring, "dimension-order", count).unwrap();
    let statement = RoutingStatement::of("dimension-order", NonZeroU32::new(count).unwrap());
    let network = NetworkSpec::whole("torus:5");
    let mut routings: [&mut dyn Routing; 1] = [&mut *routing];
    let proved = prove_routing(&*ring, &network, &mut routings, &statement, Vec::new()).unwrap();
    let document = proved.document(network, statement);
    assert_eq!(document.answer, answer);
    serde_json::to_value(document).unwrap()
}

fn is_accepted(proof: &Value) -> bool {
    let ring = wormcast_topology::build("torus:5").unwrap();
    serde_json::from_value::<ProofDocument>(proof.clone())
        .is_ok_and(|document| verify_proof(&*ring, &document, &[]).is_ok())
}

/// Everything that a proof tells of the routes, of the cycle and of the messages in it is looked at.
#[test]
fn what_is_not_true_of_the_routes_is_refused() {
    let honest = proof(1, Answer::Deadlock);
    assert!(is_accepted(&honest));
    let lies = [
        ("/lanes", json!(99)),
        ("/dependencies", json!(1)),
        ("/digest", json!("0000000000000000")),
        ("/unrouted_pairs", json!(-1)),
        ("/unrouted", json!([{"from": "0", "to": "1", "reason": "there is no route"}])),
        ("/dependency_cycle/0/flow", json!(["0", "1"])),
        ("/dependency_cycle/0/holds", json!(["0>1", 7])),
        ("/dependency_cycle", json!([1])),
        ("/counterexample/plans/0/version", json!(0)),
        ("/counterexample/plans/0/format", json!("nonsense")),
        ("/counterexample/plans/0/topology", json!("mesh:9x9")),
        ("/counterexample/plans/0/scheme", json!("dual-path")),
        ("/counterexample/plans/0/cost/channels", json!(99)),
    ];
    for (at, lie) in lies {
        let mut forged = honest.clone();
        let value = forged.pointer_mut(at).unwrap_or_else(|| panic!("no {at} in {honest}"));
        assert_ne!(*value, lie, "{at}");
        *value = lie;
        assert!(!is_accepted(&forged), "{at}: {forged}");
    }
}

/// A proof that speaks of fewer virtual channels than the routes take is about other routers.
#[test]
fn fewer_virtual_channels_than_the_routes_take_are_refused() {
    let honest = proof(2, Answer::DeadlockFree);
    assert!(is_accepted(&honest));
    let mut forged = honest.clone();
    forged["certificate"]["lanes"].as_array_mut().unwrap().pop();
    assert!(!is_accepted(&forged));
    // The dateline takes the second one: with one, the routing itself is another.
    forged = honest;
    forged["statement"]["virtual_channels"] = json!(1);
    assert!(!is_accepted(&forged));
}
