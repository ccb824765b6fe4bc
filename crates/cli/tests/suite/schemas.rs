//! What commands print, held against the schemas in the documentation.

use crate::support::Folder;
use jsonschema::Registry;
use serde_json::Value;
use std::path::Path;

const SCHEMAS: [&str; 8] = ["comparison", "drawing", "list", "mending", "page", "plan", "proof", "simulation"];

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

fn inside(html: &str) -> &str {
    let start = "<script type=\"application/json\" id=\"data\">";
    html.split_once(start).unwrap().1.split_once("</script>").unwrap().0
}

/// Plans that wait for each other around a ring.
fn rings() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plans");
    (0..4).map(|number| format!(" {folder}/ring-{number}.json")).collect()
}

#[test]
fn documents_are_as_their_schemas_say() {
    let folder = Folder::with_plan();
    let rings = rings();
    let calls = [
        ("list", "list".to_owned()),
        ("comparison", "compare mesh:4x4 --source 0,0 --to 3,3 1,2".to_owned()),
        ("comparison", "compare tree:3 --source r --random 3".to_owned()),
        ("simulation", "simulate plan.json --timeline".to_owned()),
        ("simulation", format!("simulate{rings} --timeline")),
        ("proof", "prove mesh:4x4 --scheme dual-path".to_owned()),
        ("proof", "prove torus:4x4 --scheme unicast".to_owned()),
        ("proof", "prove torus:4x4 --routing up-down".to_owned()),
        ("proof", format!("prove{rings}")),
        ("mending", format!("mend{rings}")),
    ];
    for (name, call) in calls {
        let run = folder.run(&format!("{call} --format json"));
        assert!(run.status < Some(2), "{call}: {run:?}");
        hold(name, &run.out);
    }
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
fn a_schema_refuses_what_it_does_not_describe() {
    let simulation = serde_json::json!({"format": "wormcast-simulation", "version": 1, "outcome": "perhaps"});
    assert!(!errors("simulation", &simulation).is_empty());
    assert!(!errors("page", &serde_json::json!({"format": "wormcast-page"})).is_empty());
}
