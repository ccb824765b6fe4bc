//! The JSON documents: one of them on standard output and nothing else, with the keys that programs outside rely on.

use crate::support::Folder;
use serde_json::{Value, json};
use std::path::Path;
use wormcast::Network;
use wormcast::formats::families;

fn document(folder: &Folder, call: &str, status: i32) -> Value {
    let run = folder.run(&format!("{call} --format json"));
    assert_eq!((run.status, &*run.err), (Some(status), ""), "{call}");
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{call}: {error}\n{}", run.out))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn documentation(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

fn schema() -> jsonschema::Validator {
    jsonschema::validator_for(&serde_json::from_str(&documentation("plan.schema.json")).unwrap()).unwrap()
}

#[test]
fn list_names_topologies_and_schemes() {
    let list = document(&Folder::new(), "list", 0);
    assert_eq!(keys(&list), ["figures", "options", "routings", "schemes", "topologies"]);
    let figures = list["figures"].as_array().unwrap();
    assert!(figures.iter().any(|figure| figure["name"] == "star-11a" && figure["paper"] == "star"));
    let names: Vec<_> =
        list["topologies"].as_array().unwrap().iter().map(|kind| kind["name"].as_str().unwrap()).collect();
    assert_eq!(names, families().map(|family| family.name).collect::<Vec<_>>());
    let scheme = |name: &str| list["schemes"].as_array().unwrap().iter().find(|scheme| scheme["name"] == name).unwrap();
    assert_eq!(scheme("unicast")["topologies"].as_array().unwrap().len(), names.len());
    let labelled = scheme("dual-path")["topologies"].as_array().unwrap();
    assert!(labelled.contains(&json!("mesh")) && !labelled.contains(&json!("tree")), "{labelled:?}");
    assert_eq!(scheme("single-tree")["options"], serde_json::json!(["root", "deliver-on-the-way-up"]));
}

#[test]
fn a_comparison_says_what_plan_and_simulate_say() {
    let folder = Folder::new();
    let set = "torus:4x4 --source 0,0 --random 5";
    let comparison = document(&folder, &format!("compare {set}"), 0);
    assert_eq!(comparison["format"], "wormcast-comparison");
    let schemes = comparison["schemes"].as_array().unwrap();
    assert!(schemes.len() > 8);
    for entry in schemes.iter().filter(|entry| entry.get("cost").is_some()) {
        let scheme = entry["scheme"].as_str().unwrap();
        let plan = document(&folder, &format!("plan {set} --scheme {scheme} --out plan.json"), 0);
        assert_eq!(plan["cost"], entry["cost"], "{scheme}");
        let status = if entry["latency_ns"].is_null() { 1 } else { 0 };
        let run = document(&folder, "simulate plan.json", status);
        assert_eq!(run["plans"][0]["latency_ns"], entry["latency_ns"], "{scheme}");
    }
}

#[test]
fn every_scheme_plans_on_the_topologies_that_list_names() {
    let folder = Folder::new();
    folder.write("ring.edges", "a b\nb c\nc d\nd a\n");
    let list = document(&folder, "list", 0);
    for kind in list["topologies"].as_array().unwrap() {
        let example = if kind["name"] == "file" { "file:ring.edges" } else { kind["example"].as_str().unwrap() };
        let ring = format!("file:{}", folder.path().join("ring.edges").display());
        let network = Network::build(if kind["name"] == "file" { &ring } else { example }).unwrap();
        let first = network.topology().graph().terminals().next().unwrap();
        let source = network.topology().node_name(first);
        for scheme in list["schemes"].as_array().unwrap() {
            let name = scheme["name"].as_str().unwrap();
            let served = scheme["topologies"].as_array().unwrap().contains(&kind["name"]);
            let root = if name == "arborescences" { format!("--root {source}") } else { String::new() };
            let run = folder.run(&format!("plan {example} --scheme {name} --source {source} --random 3 {root}"));
            assert_eq!(run.status == Some(0), served, "{name} on {example}: {}", run.err);
        }
    }
}

#[test]
fn plans_keep_to_the_format_and_to_the_schema() {
    let folder = Folder::new();
    let schema = schema();
    for call in [
        "plan mesh:8x8 --scheme dual-path --source 2,1 --to 3,2 6,1",
        "plan mesh:8x8 --scheme unicast-tree --source 2,1 --random 20 --seed 7",
        "plan mesh:8x8 --scheme single-tree --source 2,1 --all --without-node 3,3 --without-link 0,0-0,1",
    ] {
        let plan = document(&folder, call, 0);
        let errors: Vec<_> = schema.iter_errors(&plan).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{call}: {errors:?}");
    }
    let plan = document(&folder, "plan mesh:8x8 --scheme unicast --source 2,1 --to 3,2", 0);
    let expected = serde_json::json!({
        "format": "wormcast-plan", "version": 1, "topology": "mesh:8x8", "scheme": "unicast",
        "source": "2,1", "destinations": ["3,2"],
        "worms": [{"id": 0, "origin": "2,1", "after": null, "round": 0,
                   "route": [[null, "2,1", "3,1"], [0, "3,1", "3,2"]],
                   "deliver": [{"hop": 1, "node": "3,2"}]}],
        "cost": {"channels": 2, "longest_path": 2, "rounds": 1, "worms": 1}});
    assert_eq!(plan, expected);
}

/// The schema says the same as the reader about files with one thing wrong.
#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let folder = Folder::with_plan();
    let (schema, good) = (schema(), folder.read("plan.json"));
    for (from, to) in [
        ("\"version\": 1", "\"version\": 3"),
        ("\"version\": 1", "\"version\": \"1\""),
        ("\"scheme\"", "\"schema\""),
        ("\"after\":null", "\"after\":-1"),
        ("\"after\":null", "\"after\":4294967296"),
        ("\"round\":0", "\"round\":0.5"),
        ("[null,\"1,1\"", "[null,1"),
        ("[null,\"1,1\"", "[null,\"1,1\",\"1,1\""),
        ("\"hop\":1", "\"hop\":null"),
        ("\"channels\": 7", "\"channels\": \"7\""),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        folder.write("bad.json", &bad);
        assert_eq!(folder.run("check bad.json").status, Some(2), "{to}");
        assert!(!schema.is_valid(&serde_json::from_str(&bad).unwrap()), "{to}");
    }
    assert!(schema.is_valid(&serde_json::from_str(&good).unwrap()));
}

#[test]
fn the_documented_plan_is_valid() {
    let page = documentation("plan-format.md");
    let (_, rest) = page.split_once("```json\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    assert!(schema().is_valid(&serde_json::from_str(example).unwrap()));
    let folder = Folder::new();
    folder.write("plan.json", example);
    let run = folder.run("check plan.json");
    assert_eq!((run.status, &*run.out), (Some(0), "plan.json: valid (2 destinations, 2 worms, 6 hops)\n"));
}

#[test]
fn check_reports_every_plan() {
    let folder = Folder::with_plan();
    folder.write("bad.json", folder.read("plan.json").replace("\"channels\": 7", "\"channels\": 8"));
    let good = document(&folder, "check plan.json", 0);
    assert_eq!((&good["valid"], &good["plans"][0]["valid"]), (&Value::Bool(true), &Value::Bool(true)));
    let both = document(&folder, "check plan.json bad.json", 1);
    assert_eq!(keys(&both), ["format", "plans", "valid", "version"]);
    assert_eq!((&both["format"], &both["version"]), (&Value::from("wormcast-check"), &Value::from(1)));
    assert_eq!((&both["valid"], &both["plans"][1]["plan"]), (&Value::Bool(false), &Value::from("bad.json")));
    let fault = &both["plans"][1]["faults"][0];
    assert_eq!((&fault["kind"], &fault["stated"], &fault["actual"]), (&"wrong-cost".into(), &8.into(), &7.into()));
    assert_eq!(fault["message"], "the plan states a cost of 8 channels; its worms make it 7");
}

#[test]
fn simulate_tells_latencies() {
    let folder = Folder::with_plan();
    let run = document(&folder, "simulate plan.json plan.json@9000.5", 0);
    assert_eq!(keys(&run), ["cycle", "engine", "format", "outcome", "plans", "version"]);
    assert_eq!((&run["format"], &run["version"]), (&"wormcast-simulation".into(), &1.into()));
    assert_eq!((&run["engine"], &run["outcome"], &run["cycle"]), (&"worm".into(), &"delivered".into(), &Value::Null));
    let plan = &run["plans"][0];
    assert_eq!(keys(plan), ["deliveries", "latency_ns", "start_ns"]);
    // 5 channels at 50 ns and 127 flits at 10 ns: equation (1) of the mesh paper.
    assert_eq!((&plan["start_ns"], &plan["latency_ns"]), (&0.into(), &(5 * 50 + 127 * 10).into()));
    assert_eq!(keys(&plan["deliveries"][0]), ["latency_ns", "node"]);
    assert_eq!(run["plans"][1]["start_ns"], 9000.5);
    assert_eq!(run["plans"][1]["latency_ns"], plan["latency_ns"]);
}

#[test]
fn both_engines_tell_the_same() {
    let folder = Folder::with_plan();
    let run =
        |engine: &str| document(&folder, &format!("simulate plan.json plan.json@70 --timeline --engine {engine}"), 0);
    let (worm, flit) = (run("worm"), run("flit"));
    assert_eq!((&worm["engine"], &flit["engine"]), (&"worm".into(), &"flit".into()));
    assert_eq!((&worm["plans"], &worm["timeline"]), (&flit["plans"], &flit["timeline"]));
    let visit = &worm["timeline"][0]["visits"][1];
    assert_eq!(keys(visit), ["arrived_ns", "granted_ns", "node", "released_ns", "requested_ns"]);
}

#[test]
fn a_deadlock_is_told_with_its_cycle() {
    let folder = Folder::new();
    for (source, goal) in [(0, 2), (1, 3), (2, 0), (3, 1)] {
        let call = format!("plan torus:4 --scheme unicast --source {source} --to {goal} --out {source}.json");
        assert_eq!(folder.run(&call).status, Some(0));
    }
    let run = document(&folder, "simulate 0.json 1.json 2.json 3.json", 1);
    assert_eq!((&run["outcome"], &run["plans"][0]["latency_ns"]), (&"deadlock".into(), &Value::Null));
    let cycle = run["cycle"].as_array().unwrap();
    assert_eq!(cycle.len(), 4);
    assert_eq!(
        (&cycle[0]["worm"], &cycle[0]["holds"], &cycle[0]["waits_for"]),
        (&0.into(), &serde_json::json!([["0", "1"]]), &serde_json::json!([["1", "2"]]))
    );
    let table = folder.run("simulate 0.json 1.json 2.json 3.json");
    let line = "worm 0 of plan 3 is stuck at 0; it holds the channel 3 to 0; \
                it waits for the channel 0 to 1, which worm 0 of plan 0 holds";
    assert!(table.status == Some(1) && table.out.contains(line), "{}", table.out);
}

#[test]
fn describe_measures() {
    let folder = Folder::new();
    let mesh = document(&folder, "describe mesh:4x3", 0);
    assert_eq!((&mesh["nodes"], &mesh["links"], &mesh["diameter"]), (&12.into(), &17.into(), &5.into()));
    assert_eq!(mesh["degrees"], serde_json::json!({"2": 4, "3": 6, "4": 2}));
    let pieces = document(&folder, "describe mesh:3x1 --without-node 1,0", 0);
    assert_eq!(
        (&pieces["pieces"], &pieces["diameter"], &pieces["labelling"]),
        (&2.into(), &Value::Null, &false.into())
    );
    folder.write("chip.anynet", "router 0 node 0 node 1 router 1 5\nrouter 1 node 2\n");
    let chip = document(&folder, "describe file:chip.anynet", 0);
    assert_eq!(chip["terminals"], serde_json::json!({"0": ["0", "1"], "1": ["2"]}));
    assert_eq!(chip["latencies"]["5"], 1);
}

#[test]
fn a_comparison_tells_which_schemes_can_deadlock() {
    let folder = Folder::new();
    let set = "mesh:4x4 --source 1,1 --to 3,3 0,2 --schemes routed-path,dual-path";
    let proofs = |limit: &str| -> Vec<Value> {
        let comparison = document(&folder, &format!("compare {set} {limit}"), 0);
        let schemes = comparison["schemes"].as_array().unwrap().iter();
        schemes.map(|scheme| json!([scheme["scheme"], scheme["proof"]])).collect()
    };
    assert_eq!(proofs(""), [json!(["routed-path", "deadlock"]), json!(["dual-path", "deadlock-free"])]);
    // Two worms that deliver on the way can take each other's last consumption channel.
    assert_eq!(proofs("--consumption 1")[1], json!(["dual-path", "deadlock"]));
    assert_eq!(proofs("--reservation incremental")[1], json!(["dual-path", "deadlock-free"]));
}

/// An option with several values has taken the network for one more: it is found all the same.
#[test]
fn the_network_is_found_behind_options_with_several_values() {
    let folder = Folder::new();
    let count = |arguments: &str| document(&folder, arguments, 0)["nodes"].clone();
    assert_eq!(count("describe --without-node 1,1 2,2 mesh:4x4"), 14);
    assert_eq!(count("describe --without-node 1,1 mesh:4x4 --without-link 0,0-1,0"), 15);
    let plan = document(&folder, "plan --scheme unicast --source 0,0 --to 1,1 2,2 mesh:4x4", 0);
    assert_eq!(plan["destinations"], json!(["1,1", "2,2"]));
    let missing = folder.run("describe --without-node 1,1 2,2");
    assert!(missing.status == Some(2) && missing.err.contains("required"), "{}", missing.err);
}
