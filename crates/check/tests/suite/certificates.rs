//! Certificates: those of the planners hold, and forged ones do not.

use crate::mutation::{forge, inputs};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use wormcast_check::{Report, Violation, judge};
use wormcast_plan::{MulticastSet, NetworkSpec, PlanDocument};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

fn plan(topology: &dyn Topology, scheme: &str, source: NodeId, destinations: &[NodeId]) -> PlanDocument {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, &Options::default()).unwrap();
    let set = MulticastSet::checked(topology, source, destinations).unwrap();
    planner.whole_plan(NetworkSpec::whole(topology.spec()), scheme, set).unwrap().document(topology)
}

fn random_set(topology: &dyn Topology, most: usize, rng: &mut Xoshiro256PlusPlus) -> (NodeId, Vec<NodeId>) {
    let mut nodes: Vec<_> = topology.graph().nodes().collect();
    nodes.shuffle(rng);
    let source = nodes.pop().unwrap();
    nodes.truncate(rng.random_range(1..=most));
    (source, nodes)
}

fn is_refused(report: &Report) -> bool {
    report.proved.is_none() && matches!(report.violations[..], [Violation::BadCertificate { .. }])
}

/// Networks with one, two and more ports on a side, with as many destinations as make the proofs interesting.
const CASES: [(&str, usize); 8] = [
    ("mesh:9x1", 8),
    ("mesh:6x6", 35),
    ("mesh:16x16", 100),
    ("torus:5x4", 12),
    ("mesh:3x3x3", 12),
    ("hypercube:4", 12),
    ("hypercube:7", 60),
    ("star:5", 30),
];

#[test]
fn the_certificates_of_the_planners_hold() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (spec, most) in CASES {
        let network = build(spec).unwrap();
        for _ in 0..20 {
            let (source, destinations) = random_set(&*network, most, &mut rng);
            for scheme in ["ocms", "otms"] {
                let document = plan(&*network, scheme, source, &destinations);
                let report = judge(&document, &*network);
                assert_eq!((&report.violations[..], &report.unverified[..]), (&[][..], &[][..]), "{spec} {scheme}");
                let proved = report.proved.unwrap();
                assert_eq!(document.extra["optimality"]["lower_bound"], proved.bound());
            }
        }
    }
}

/// Every number of a certificate, and where it is.
fn numbers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(at),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, entry)| numbers(entry, format!("{at}/{index}"), found))
        }
        Value::Object(map) => map.iter().for_each(|(key, entry)| numbers(entry, format!("{at}/{key}"), found)),
        _ => {}
    }
}

#[test]
fn a_greater_bound_than_is_true_is_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for (spec, most) in CASES {
        let network = build(spec).unwrap();
        for _ in 0..10 {
            let (source, destinations) = random_set(&*network, most.min(12), &mut rng);
            for scheme in ["ocms", "otms"] {
                let honest = plan(&*network, scheme, source, &destinations);
                assert_eq!(honest.extra["optimality"]["exact"], true);
                for side in 0..honest.extra["certificate"]["sides"].as_array().unwrap().len() {
                    let mut forged = honest.clone();
                    let bound = &mut forged.extra["certificate"]["sides"][side]["bound"];
                    *bound = (bound.as_u64().unwrap() + 1).into();
                    assert!(is_refused(&judge(&forged, &*network)), "{spec} {scheme}");
                }
            }
        }
    }
}

/// Whatever numbers are changed: a forged certificate never proves more than the truth.
#[test]
fn forged_numbers_prove_nothing_false() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut refused = 0;
    for (spec, most) in CASES {
        let network = build(spec).unwrap();
        for _ in 0..8 {
            let (source, destinations) = random_set(&*network, most.min(14), &mut rng);
            for scheme in ["ocms", "otms"] {
                let honest = plan(&*network, scheme, source, &destinations);
                let truth = honest.extra["optimality"]["value"].as_u64().unwrap();
                let mut places = Vec::new();
                numbers(&honest.extra["certificate"], String::new(), &mut places);
                for _ in 0..60 {
                    let mut forged = honest.clone();
                    for _ in 0..rng.random_range(1..=3) {
                        let place = &places[rng.random_range(0..places.len())];
                        let number = forged.extra["certificate"].pointer_mut(place).unwrap();
                        let was = number.as_i64().unwrap();
                        let change = [1, -1, 2, 7, -was, 1 << 50, i64::MAX - was.max(0)][rng.random_range(0..7)];
                        *number = was.saturating_add(change).into();
                    }
                    let report = judge(&forged, &*network);
                    match report.proved {
                        Some(proved) => assert!(proved.bound() <= truth, "{spec} {scheme}: {proved} of {truth}"),
                        None => refused += 1,
                    }
                }
            }
        }
    }
    assert!(refused > 3000, "only {refused} were refused");
}

/// The optimum among stars that leave by R is not that among all stars.
#[test]
fn a_claim_for_other_stars_than_the_certificate_is_not_verified() {
    let mesh = build("mesh:5x5").unwrap();
    let [source, a, b, c] = ["1,4", "1,1", "3,3", "4,2"].map(|name| mesh.find_node(name).unwrap());
    let mut document = plan(&*mesh, "ocms", source, &[a, b, c]);
    assert_eq!(judge(&document, &*mesh).unverified, [""; 0]);
    document.extra["optimality"]["first_hop"] = json!("free");
    let report = judge(&document, &*mesh);
    assert_eq!(report.unverified, ["optimality"]);
    assert!(report.proved.unwrap().to_string().contains("no star that leaves by R"));
    document.extra["optimality"]["first_hop"] = json!(17);
    assert_eq!(judge(&document, &*mesh).unverified, ["optimality"]);
}

#[test]
fn a_raised_price_is_refused() {
    let mesh = build("mesh:6x6").unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (source, destinations) = random_set(&*mesh, 20, &mut rng);
    let honest = plan(&*mesh, "ocms", source, &destinations);
    // The bound is the greatest that there is, so no price can rise alone.
    for (side, proof) in honest.extra["certificate"]["sides"].as_array().unwrap().iter().enumerate() {
        for stop in 0..proof["after"].as_array().unwrap().len() {
            let mut forged = honest.clone();
            let price = &mut forged.extra["certificate"]["sides"][side]["after"][stop];
            *price = (price.as_i64().unwrap() + 1).into();
            assert!(is_refused(&judge(&forged, &*mesh)));
        }
    }
}

#[test]
fn other_forms_are_refused() {
    let mesh = build("mesh:5x5").unwrap();
    let [source, a, b, c] = ["2,2", "4,2", "0,4", "1,0"].map(|name| mesh.find_node(name).unwrap());
    let honest = plan(&*mesh, "ocms", source, &[a, b, c]);
    let certificate = &honest.extra["certificate"];
    let with = |place: &str, value: Value| {
        let mut certificate = certificate.clone();
        *certificate.pointer_mut(place).unwrap() = value;
        certificate
    };
    let sides = certificate["sides"].as_array().unwrap();
    let forged = [
        json!({"minimizes": 1}),
        json!({"minimizes": "time", "first_hop": "routing", "sides": []}),
        with("/minimizes", json!("longest_path")),
        with("/sides", json!([])),
        with("/sides", json!([sides[0], sides[0]])),
        with("/sides", json!([sides[0], sides[1], sides[1]])),
        with("/sides/0/proof", json!("potentials")),
        with("/sides/0/ports", json!([])),
        with("/sides/0/ports/0/0", json!("9,9")),
        with("/sides/0/ports/0/0", json!("2,1")),
        with("/sides/0/ports/0/1", json!(1)),
        with("/sides/0/before/0", json!(1)),
        with("/sides/0/after", json!([])),
        with("/sides/0/before", json!([0, 0, 0, 0, 0, 0])),
    ];
    for certificate in forged {
        let mut document = honest.clone();
        document.extra.insert("certificate".to_owned(), certificate.clone());
        assert!(is_refused(&judge(&document, &*mesh)), "{certificate}");
    }
}

#[test]
fn a_certificate_of_another_kind_is_not_verified() {
    let mesh = build("mesh:5x5").unwrap();
    let [source, a] = ["2,2", "4,2"].map(|name| mesh.find_node(name).unwrap());
    for certificate in [json!("proved"), json!({}), json!({"kind": "other"})] {
        let mut document = plan(&*mesh, "ocms", source, &[a]);
        document.extra.insert("certificate".to_owned(), certificate);
        let report = judge(&document, &*mesh);
        assert_eq!((report.is_valid(), report.proved), (true, None));
        assert_eq!(report.unverified, ["certificate", "optimality"]);
    }
}

#[test]
fn a_plan_that_is_not_the_best_is_not_proved_to_be() {
    let mesh = build("mesh:8x8").unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..20 {
        let (source, destinations) = random_set(&*mesh, 30, &mut rng);
        let best = plan(&*mesh, "ocms", source, &destinations);
        let mut other = plan(&*mesh, "dual-path", source, &destinations);
        other.extra.insert("certificate".to_owned(), best.extra["certificate"].clone());
        let proved = judge(&other, &*mesh).proved.unwrap();
        assert_eq!((proved.value(), proved.bound()), (other.cost.channels, best.cost.channels));
        assert_eq!(proved.is_optimal(), other.cost.channels == best.cost.channels);
    }
}

#[test]
fn forged_certificates_prove_nothing_that_is_wrong() {
    forged_certificates(3_000);
}

/// The same, ten million times. `INPUTS` sets another number.
///
/// `cargo test --release -p wormcast-check --test suite certificates -- --ignored --nocapture`
#[test]
#[ignore = "some twenty minutes"]
fn ten_million_forged_certificates() {
    let inputs = inputs(10_000_000);
    println!(
        "{inputs} forged certificates, {} of them proofs of less, none of more than is true",
        forged_certificates(inputs)
    );
}

/// Forges certificates of plans that are not optimal: no bound that is proved is more than the optimum. How many are
/// accepted, with a lower bound.
fn forged_certificates(inputs: u64) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut accepted = 0;
    let (mut optimum, mut plan_of_another) = (0, Value::Null);
    let network = build("mesh:6x6").unwrap();
    for input in 0..inputs {
        if input % 100 == 0 {
            (optimum, plan_of_another) =
                beside_the_optimum(&*network, ["ocms", "otms"][input as usize / 100 % 2], &mut rng);
        }
        let mut forged = plan_of_another.clone();
        forge(&mut forged, "certificate", &mut rng);
        let Ok(document) = PlanDocument::parse(forged.to_string().as_bytes()) else { continue };
        if let Some(proved) = judge(&document, &*network).proved {
            assert!(proved.bound() <= optimum, "{forged}");
            accepted += 1;
        }
    }
    accepted
}

/// What the best star costs, and the plan of dual-path for the same multicast set with the proof of that.
fn beside_the_optimum(network: &dyn Topology, scheme: &str, rng: &mut Xoshiro256PlusPlus) -> (u64, Value) {
    let (source, destinations) = random_set(network, 10, rng);
    let best = plan(network, scheme, source, &destinations);
    let proved = judge(&best, network).proved.unwrap();
    let mut other = serde_json::to_value(plan(network, "dual-path", source, &destinations)).unwrap();
    other["certificate"] = best.extra["certificate"].clone();
    (proved.value(), other)
}

/// A value that is not the plan's, or on the wrong side of a bound, is no claim that could hold, whatever is least.
#[test]
fn contradictions_about_optimality_are_told() {
    let network = build("mesh:4x4").unwrap();
    let nodes: Vec<_> = network.graph().nodes().collect();
    for scheme in ["steiner", "ocms", "otms", "round-greedy"] {
        let honest = plan(&*network, scheme, nodes[0], &[nodes[3], nodes[12], nodes[15]]);
        let report = judge(&honest, &*network);
        assert!(report.is_valid(), "{scheme}: {report:?}");
        let value = honest.extra["optimality"]["value"].as_u64().unwrap();
        for (key, forged_value) in [("value", value - 1), ("value", value + 1), ("lower_bound", value + 93)] {
            assert_contradicted(&honest, &*network, key, forged_value.into());
        }
        if scheme == "round-greedy" {
            assert_contradicted(&honest, &*network, "gap", 7.into());
        }
        if honest.extra["optimality"].get("then").is_some() {
            let then = json!({"minimizes": "longest-path", "value": 1, "lower_bound": 1, "exact": true});
            assert_contradicted(&honest, &*network, "then", then);
        }
    }
}

/// What counts is not exactly at a bound that is below it.
#[test]
fn exact_is_at_the_bound() {
    let network = build("mesh:4x4").unwrap();
    let nodes: Vec<_> = network.graph().nodes().collect();
    let honest = plan(&*network, "ocms", nodes[0], &[nodes[3], nodes[12], nodes[15]]);
    assert_contradicted(&honest, &*network, "lower_bound", 0.into());
    assert_contradicted(&honest, &*network, "lower_bound_if_not_disjoint", 99.into());
    assert_contradicted(&honest, &*network, "longest_within", 1.into());
    assert_contradicted(&honest, &*network, "lower_bound", Value::Null);
}

fn assert_contradicted(honest: &PlanDocument, network: &dyn Topology, key: &str, value: Value) {
    let mut forged = honest.clone();
    forged.extra["optimality"][key] = value;
    let report = judge(&forged, network);
    let is_told = matches!(report.violations[..], [Violation::BadOptimality { .. }]);
    assert!(is_told, "{} {key}: {report:?}", honest.scheme);
}
