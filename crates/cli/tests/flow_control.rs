//! What only the flit engine knows, from the command line.

mod support;

use support::{Folder, Run};

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
