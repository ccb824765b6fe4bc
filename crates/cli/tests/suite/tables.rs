//! `wormcast tables`, and what comes back from them.

use crate::support::Folder;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A folder with a SpiNNaker machine of 4 x 4 chips.
fn machine() -> Folder {
    let folder = Folder::new();
    let chips: Vec<Value> = (0..16).map(|chip| json!([chip % 4, chip / 4, {}])).collect();
    folder.write("machine.json", json!({"width": 4, "height": 4, "chips": chips}).to_string());
    folder
}

fn read(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

/// The channels of a plan, as pairs of nodes.
fn channels(plan: &Value) -> BTreeSet<String> {
    let worms = plan["worms"].as_array().unwrap();
    let hops = worms.iter().flat_map(|worm| worm["route"].as_array().unwrap());
    hops.map(|hop| format!("{}>{}", hop[1], hop[2])).collect()
}

#[test]
fn plans_come_back_from_tables_of_spinnaker() {
    let folder = machine();
    for (number, to) in ["2,2 3,1 0,3", "0,0 2,1", "3,3"].iter().enumerate() {
        let scheme = if number == 1 { "unicast" } else { "routed-tree" };
        let run = folder.run(&format!(
            "plan file:machine.json --scheme {scheme} --routing up-down --source {number},0 --to {to} --out {number}.json"
        ));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    let run = folder.run("tables 0.json 1.json 2.json --form spinnaker --first-key 7 --out tables.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("import tables.json --topology file:machine.json --out back");
    assert_eq!(run.status, Some(0), "{run:?}");
    for number in 0..3 {
        let (own, back) = (read(&folder, &format!("{number}.json")), read(&folder, &format!("back/{number}.json")));
        assert_eq!(channels(&own), channels(&back));
        let nodes = |plan: &Value| -> BTreeSet<String> {
            plan["destinations"].as_array().unwrap().iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            (nodes(&own), &own["source"], 7 + number),
            (nodes(&back), &back["source"], back["key"].as_u64().unwrap())
        );
    }
    let run = folder.run("prove back/0.json back/1.json back/2.json");
    assert!(run.status == Some(0) && run.out.starts_with("deadlock-free"), "{run:?}");
    let run = folder.run("check file:machine.json --routes tables.json");
    assert!(run.status == Some(0) && run.out.contains("trees      3"), "{run:?}");
    // The same without plan files between.
    let run = folder.run("prove file:machine.json --routes tables.json --out proof.json");
    assert!(run.status == Some(0) && run.out.starts_with("deadlock-free"), "{run:?}");
    let run = folder.run("check proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    // Other tables, other numbers.
    let tables = folder.read("tables.json");
    folder.write("tables.json", "[]");
    assert_ne!(folder.run("check proof.json").status, Some(0), "other tables");
    folder.write("tables.json", tables);
    // Worms that get all their channels before they leave: that is so whatever the tables.
    let free = "prove file:machine.json --routes tables.json --reservation whole --out proof.json";
    assert_eq!(folder.run(free).status, Some(0));
    assert_eq!(folder.run("check proof.json").status, Some(0));
}

#[test]
fn masks_and_straight_ways_count_and_loops_are_refused() {
    let folder = machine();
    let entry = |key: u32, mask: u32, route: u32| json!({"key": key, "mask": mask, "spinnaker_route": route});
    let chip = |x: u32, y: u32, entries: Value| json!({"x": x, "y": y, "entries": entries});
    // East from 0,0, straight on through 1,0, and at 2,0 by a mask to the north and into a processor.
    let tables = json!([
        chip(0, 0, json!([entry(0x10, !0, 1)])),
        chip(2, 0, json!([entry(0x20, !0, 1 << 7), entry(0x10, 0xf0, 1 << 2 | 1 << 8)])),
        chip(2, 1, json!([entry(0x10, !0, 1 << 7)])),
    ]);
    folder.write("tables.json", tables.to_string());
    let run = folder.run("import tables.json --topology file:machine.json --out plans");
    assert_eq!(run.status, Some(0), "{run:?}");
    let plan = read(&folder, "plans/0.json");
    let expected = ["0,0>1,0", "1,0>2,0", "2,0>2,1"].map(|name| name.replace('>', "\">\""));
    assert_eq!(channels(&plan), expected.map(|name| format!("\"{name}\"")).into());
    assert_eq!(plan["destinations"], json!(["2,0", "2,1"]));
    for (tables, problem) in [
        (json!([chip(0, 0, json!([entry(1, !0, 1)])), chip(1, 0, json!([entry(1, !0, 8)]))]), "run in a loop"),
        (
            json!([
                chip(0, 0, json!([entry(1, !0, 3)])),
                chip(1, 0, json!([entry(1, !0, 4)])),
                chip(1, 1, json!([entry(1, !0, 64)]))
            ]),
            "twice",
        ),
        (json!([chip(0, 0, json!([entry(1, !0, 1)]))]), "run in a loop"),
        (json!([chip(9, 0, json!([]))]), "there is no chip `9,0`"),
    ] {
        folder.write("bad.json", tables.to_string());
        let run = folder.run("import bad.json --topology file:machine.json --out bad");
        assert!(run.status == Some(2) && run.err.contains(problem), "{problem}: {run:?}");
    }
}

#[test]
fn trees_are_written_as_the_subnet_manager_does_and_read_again() {
    let folder = Folder::new();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm/torus5x5-2qos");
    for file in ["ibnetdiscover.txt", "opensm-lfts.dump", "psl.txt", "slvl.txt"] {
        folder.write(file, std::fs::read(format!("{case}/{file}")).unwrap());
    }
    let hosts = json(&folder, "describe file:ibnetdiscover.txt --nodes --format json");
    let names = hosts["node_list"].as_array().unwrap().iter().map(|node| node["name"].as_str().unwrap().to_owned());
    let hosts: Vec<String> = names.filter(|name| name.starts_with('H')).take(6).collect();
    let plan = format!(
        "plan file:ibnetdiscover.txt --scheme routed-tree --routing up-down --source {} --to {} --out plan.json",
        hosts[0],
        hosts[1..].join(" ")
    );
    let run = folder.run(&plan);
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("tables plan.json --form mcfdbs --fabric . --out opensm.mcfdbs");
    assert_eq!(run.status, Some(0), "{run:?}");
    let written = folder.read("opensm.mcfdbs");
    let plan = read(&folder, "plan.json");
    let switches: BTreeSet<String> = channels(&plan)
        .iter()
        .flat_map(|name| name.split('>').map(str::to_owned).collect::<Vec<_>>())
        .filter(|name| name.starts_with("\"S"))
        .collect();
    assert_eq!(written.matches("0xC000 : ").count(), switches.len(), "{written}");
    let free = json(&folder, "prove --fabric . --format json");
    let both = json(&folder, "prove --fabric . --with-multicast --format json");
    assert!(both["dependencies"].as_u64() >= free["dependencies"].as_u64(), "the tree is read");
    let run = folder.run("tables plan.json --form mcfdbs --fabric . --first-key 3 --out other.mcfdbs");
    assert!(run.status == Some(2) || run.err.contains("0xc000"), "{run:?}");
}

fn json(folder: &Folder, command: &str) -> Value {
    let run = folder.run(command);
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"))
}
