//! What only the flit engine knows, from the command line.

use crate::support::{Folder, Run};

/// Runs eight worms at once on a ring of eight, each three channels on.
fn around_the_ring(options: &str) -> Run {
    let folder = Folder::new();
    let plan = |node: u32| {
        let (to, file) = ((node + 3) % 8, format!("{node}.json"));
        let run = folder.run(&format!("plan torus:8 --scheme unicast --source {node} --to {to} --out {file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        file
    };
    let files: Vec<_> = (0..8).map(plan).collect();
    folder.run(&format!("simulate {} {options}", files.join(" ")))
}

#[test]
fn two_virtual_channels_deliver_what_one_deadlocks() {
    for engine in ["worm", "flit"] {
        let one = around_the_ring(&format!("--engine {engine}"));
        assert_eq!(one.status, Some(1), "{one:?}");
        assert!(one.out.contains("deadlock: these worms wait for each other"), "{}", one.out);
    }
    let two = around_the_ring("--engine flit --virtual-channels 2");
    assert_eq!(two.status, Some(0), "{two:?}");
    assert_eq!(two.out.matches("the last destination has the message after").count(), 8, "{}", two.out);
}

#[test]
fn credit_delay_and_handover_reach_the_engine() {
    let folder = Folder::new();
    for (file, from) in [("a.json", "0"), ("b.json", "1")] {
        let run = folder.run(&format!("plan mesh:5 --scheme unicast --source {from} --to 4 --out {file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    let run = |options: &str| {
        let run = folder.run(&format!("simulate a.json b.json --length 16 --engine flit {options}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        run.out
    };
    let plain = run("");
    assert_eq!(run("--credit-ns 0 --handover empty --virtual-channels 1"), plain);
    assert_ne!(run("--credit-ns 30"), plain);
    assert_ne!(run("--handover tail --buffer 4"), run("--buffer 4"));
}

/// Several copies of two plans, each copy on its own virtual channel; requests take one thing after another. A request
/// that was granted in the middle of a step once stood in a line for ever.
#[test]
fn incremental_requests_that_are_granted_leave_their_lines() {
    let folder = Folder::new();
    let plan = |arguments: &str, numbers: &[usize], name: &str| {
        assert_eq!(folder.run(&format!("plan mesh:5x3 {arguments} --out {name}.json")).status, Some(0));
        let plan: serde_json::Value = serde_json::from_str(&folder.read(&format!("{name}.json"))).unwrap();
        let hops = plan["worms"][0]["route"].as_array().unwrap().len();
        for number in numbers {
            let mut copy = plan.clone();
            copy["virtual_channels"] = serde_json::json!([vec![*number; hops]]);
            folder.write(&format!("{name}{number}.json"), copy.to_string());
        }
    };
    plan("--scheme single-tree --source 2,2 --to 4,1 0,0 4,2", &[0, 1], "tree");
    plan("--scheme routed-path --source 4,0 --to 2,1 0,0 4,1 4,2 3,1 3,0", &[0, 1], "path");
    let run = folder.run(
        "simulate tree0.json@430 path0.json@130 path1.json@250 tree1.json@230 path1.json@60 --length 7 --buffer 1 \
         --consumption 2 --virtual-channels 2 --reservation incremental --engine flit",
    );
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(run.out.matches("the last destination has the message after").count(), 5, "{}", run.out);
}
