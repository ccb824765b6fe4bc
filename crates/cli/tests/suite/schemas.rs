//! What commands print, held against the schemas in the documentation.

use crate::support::Folder;
use jsonschema::Registry;
use serde_json::Value;
use std::path::Path;

const SCHEMAS: [&str; 19] = [
    "cells",
    "check",
    "claims",
    "comparison",
    "description",
    "drawing",
    "groups",
    "list",
    "mending",
    "page",
    "plan",
    "plans",
    "proof",
    "replan",
    "results",
    "route",
    "simulation",
    "sweep",
    "trade-offs",
];

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{name}.schema.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What is wrong with a document by the schema of this name, which finds the others beside it.
fn errors(name: &str, document: &Value) -> Vec<String> {
    let all = SCHEMAS.iter().fold(Registry::new(), |registry, name| {
        registry.add(format!("json-schema:///{name}.schema.json"), schema(name)).unwrap()
    });
    let registry = all.prepare().unwrap();
    let schema = schema(name);
    let validator = jsonschema::options().with_registry(&registry).build(&schema).unwrap();
    validator.iter_errors(document).map(|error| error.to_string()).collect()
}

fn hold(name: &str, text: &str) {
    let errors = errors(name, &serde_json::from_str(text).unwrap());
    assert!(errors.is_empty(), "{name}: {errors:#?}");
}

/// A run that comes to an end, and one that is saturated.
const LOAD: &str = "topology = \"mesh:4x4\"\nschemes = [\"dual-path\"]\nloads = [0.02, 3.0]\n\
                    traffic.multicast_share = 0.1\nstatistics.max_messages = 500\n";

fn inside(html: &str) -> &str {
    let start = "<script type=\"application/json\" id=\"data\">";
    html.split_once(start).unwrap().1.split_once("</script>").unwrap().0
}

/// The key of a cell of that.
fn key_of(folder: &Folder) -> String {
    let list = folder.run("sweep load.toml --list --format json");
    let document: Value = serde_json::from_str(&list.out).unwrap();
    document["cells"][1]["key"].as_str().unwrap().to_owned()
}

/// Plans that wait for each other around a ring.
fn rings() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plans");
    (0..4).map(|number| format!(" {folder}/ring-{number}.json")).collect()
}

#[test]
fn documents_are_as_their_schemas_say() {
    let folder = Folder::with_plan();
    folder.run("plan mesh:4x4 --scheme shortest-path-tree --source 1,1 --to 3,1 0,3 --out tree.json");
    folder.run("prove mesh:4x4 --scheme dual-path --out proof.json");
    folder.write("bad.json", r#"{"topology": "mesh:2x2", "worms": [{"origin": "0,0", "route": ["0,0", "1,1"]}]}"#);
    folder.write("weighted.csv", "from,to,cost\na,b,2.5\nb,c,4\n");
    let rings = rings();
    let calls = [
        ("list", "list".to_owned()),
        ("comparison", "compare mesh:4x4 --source 0,0 --to 3,3 1,2".to_owned()),
        ("comparison", "compare tree:3 --source r --random 3".to_owned()),
        ("comparison", "compare mesh:4x4 --source 0,0 --random 2-5 --sets 3".to_owned()),
        ("simulation", "simulate plan.json --timeline".to_owned()),
        ("simulation", format!("simulate{rings} --timeline")),
        ("proof", "prove mesh:4x4 --scheme dual-path".to_owned()),
        ("proof", "prove torus:4x4 --scheme unicast".to_owned()),
        ("proof", "prove torus:4x4 --routing up-down".to_owned()),
        ("proof", format!("prove{rings}")),
        ("mending", format!("mend{rings}")),
        ("check", "check plan.json bad.json proof.json".to_owned()),
        ("description", "describe mesh:3x2 --nodes".to_owned()),
        ("description", "describe tree:3 --without-node r0".to_owned()),
        ("route", "route mesh:3x3 --routing up-down".to_owned()),
        ("route", "route torus:5x5 --routing dimension-order --without-node 0,1 2,1".to_owned()),
        ("plans", "plan-all all-gather --topology torus:4x4 --objective rounds".to_owned()),
        ("plans", "plan-all all-gather --topology torus:4x4 --objective rounds --parts 4".to_owned()),
        ("replan", "replan tree.json --without-node 2,1".to_owned()),
        (
            "groups",
            // A machine that is busy with other things takes longer.
            concat!("plan-groups --budget 300s ", env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm/torus5x5-dfsssp")
                .into(),
        ),
        ("claims", "reproduce mesh-labellings --quick --out figures".to_owned()),
        ("claims", "reproduce mot-lemma-1 --quick --out figures".to_owned()),
        ("trade-offs", "plan mesh:4x4 --scheme ocms --pareto --source 1,1 --to 3,3 0,2".to_owned()),
        ("description", "describe file:weighted.csv".to_owned()),
    ];
    for (name, call) in calls {
        let run = folder.run(&format!("{call} --format json"));
        assert!(run.status < Some(2), "{call}: {run:?}");
        hold(name, &run.out);
    }
}

/// Whatever a sweep is asked for, it prints one document.
#[test]
fn documents_of_sweeps_are_as_their_schemas_say() {
    let folder = Folder::new();
    folder.write("load.toml", LOAD);
    folder.write("search.toml", LOAD.replace("[0.02, 3.0]", "\"to-saturation\""));
    let calls = [
        ("cells", "sweep load.toml --list".to_owned()),
        ("cells", "sweep search.toml --list".to_owned()),
        ("sweep", "sweep load.toml --out part --shard 1/2".to_owned()),
        ("cells", "sweep load.toml --out part --list".to_owned()),
        ("results", format!("sweep load.toml --out part --cell {}", key_of(&folder))),
        ("sweep", "sweep load.toml --out load".to_owned()),
    ];
    for (name, call) in calls {
        let run = folder.run(&format!("{call} --format json"));
        assert_eq!(run.status, Some(0), "{call}: {run:?}");
        hold(name, &run.out);
    }
    hold("sweep", &folder.read("load/summary.json"));
    hold("results", &folder.read("load/results.json"));
}

#[test]
fn pages_hold_what_their_schema_says() {
    let folder = Folder::with_plan();
    folder.run(&format!("simulate{} --html ring.html", rings()));
    folder.run("plan torus:4x4 --without-node 1,1 --scheme single-tree --source 0,0 --random 3 --html plan.html");
    folder.run("plan hex-torus:4x4 --scheme unicast --source 0,0 --random 3 --html hex.html");
    folder.run("prove torus:4x4 --scheme unicast --html deadlock.html");
    folder.run("report plan.json --html report.html");
    for file in ["ring.html", "plan.html", "hex.html", "deadlock.html", "report.html"] {
        hold("page", inside(&folder.read(file)));
    }
}

#[test]
fn the_schema_of_proofs_knows_every_kind_of_certificate() {
    let kinds = &schema("proof")["properties"]["certificate"]["properties"]["kind"]["enum"];
    assert_eq!(*kinds, serde_json::json!(wormcast::check::proof::Certificate::KINDS));
}

#[test]
fn a_schema_refuses_what_it_does_not_describe() {
    let simulation = serde_json::json!({"format": "wormcast-simulation", "version": 1, "outcome": "perhaps"});
    assert!(!errors("simulation", &simulation).is_empty());
    assert!(!errors("page", &serde_json::json!({"format": "wormcast-page"})).is_empty());
}
