//! `plan --scheme steiner` on networks with weights.

use crate::support::Folder;
use serde_json::{Value, json};

const SET: &str = "--source p0s3 --to p0s5 p5s6 p2s7 p1s2 p5s2 p2s3 p2s0 p4s6";

fn cases() -> Folder {
    let folder = Folder::new();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/light-trees");
    for file in ["sats.edges", "eq.edges"] {
        std::fs::copy(from.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

fn optimality(folder: &Folder, call: &str) -> Value {
    let run = folder.run(&format!("{call} --format json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    serde_json::from_str::<Value>(&run.out).unwrap()["optimality"].clone()
}

#[test]
fn the_lightest_tree_of_satellites_weighs_206_and_has_16_links_by_hops() {
    let folder = cases();
    let by_weight = optimality(&folder, &format!("plan file:sats.edges --scheme steiner --weight weight {SET}"));
    assert_eq!(by_weight, json!({"minimizes": "weight", "value": 206, "lower_bound": 206, "exact": true}));
    for file in ["sats", "eq"] {
        let by_hops = optimality(&folder, &format!("plan file:{file}.edges --scheme steiner {SET}"));
        assert_eq!(by_hops, json!({"minimizes": "hops", "value": 16, "lower_bound": 16, "exact": true}));
    }
}

#[test]
fn cuts_are_verified_and_weights_that_are_not_told_are_missed() {
    let folder = cases();
    let call = format!("plan file:sats.edges --scheme steiner --weight weight --certificate {SET} --out plan.json");
    assert_eq!(folder.run(&call).status, Some(0));
    let run = folder.run("check plan.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("its certificate holds: no tree has less than"), "{run:?}");
    let run = folder.run("plan mesh:4x4 --scheme steiner --weight delay --source 0,0 --to 3,3");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("the description gives 0,0>1,0 none"), "{run:?}");
}

/// Weights survive in every format that is written.
#[test]
fn weights_are_written_and_read_back() {
    let folder = cases();
    for file in ["net.json", "net.graphml", "net.dot"] {
        assert_eq!(folder.run(&format!("describe file:sats.edges --out {file}")).status, Some(0));
        let told = optimality(&folder, &format!("plan file:{file} --scheme steiner --weight weight {SET}"));
        assert_eq!(told["value"], 206, "{file}");
    }
}
