//! Deadlocks that take routers which lag.

use crate::support::Folder;
use serde_json::Value;

/// Broadcasts of a chip; see `tests/cases/one-way-broadcasts/README`.
fn folder() -> Folder {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/one-way-broadcasts");
    for file in ["a.json", "b.json", "c.json", "d.json", "e.json"] {
        folder.write(file, std::fs::read_to_string(format!("{cases}/{file}")).unwrap());
    }
    folder
}

#[test]
fn broadcasts_deadlock_as_soon_as_routers_lag() {
    for files in ["a.json b.json", "c.json d.json", "c.json d.json e.json"] {
        let folder = folder();
        let run = folder.run(&format!("prove {files} --out proof.json --save-plans held"));
        assert_eq!(run.status, Some(1), "{files}: {run:?}");
        assert!(run.out.starts_with("deadlock of "), "{files}: {run:?}");
        assert_eq!(folder.run("check proof.json").status, Some(0), "{files}");
        let command = run.simulate_command();
        let run = folder.run(&command);
        assert_eq!(run.status, Some(1), "{command}: {run:?}");
        assert!(run.out.contains("deadlock: these worms wait for each other"), "{command}: {run:?}");
    }
}

#[test]
fn a_proof_about_equal_delays_holds_nothing_up() {
    let folder = folder();
    let run = folder.run("prove c.json d.json --out proof.json --format json");
    let mut proof: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(proof["statement"]["delays"], "vary");
    assert!(!proof["counterexample"]["stalls"].as_array().unwrap().is_empty(), "{proof}");
    proof["statement"]["delays"] = "equal".into();
    folder.write("forged.json", proof.to_string());
    let run = folder.run("check forged.json");
    assert!(run.out.contains("it is about equal delays"), "{run:?}");
    proof["statement"]["delays"] = "vary".into();
    for (field, value, status) in [("channel", "0,0>5,5", 1), ("channel", "9,0>0,0", 1)] {
        let mut forged = proof.clone();
        forged["counterexample"]["stalls"][0][field] = value.into();
        folder.write("forged.json", forged.to_string());
        assert_eq!(folder.run("check forged.json").status, Some(status), "{value}");
    }
}

#[test]
fn what_is_known_is_told_when_the_time_is_up() {
    let folder = folder();
    let run = folder.run("prove c.json d.json --budget 0s");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("the budget of 0 s was used up"), "{run:?}");
    let run = folder.run("prove c.json d.json --budget soon");
    assert!(run.status == Some(2) && run.err.contains("`soon` is no time, such as `30s`"), "{run:?}");
}

#[test]
fn what_never_looks_at_the_time_ends_after_it() {
    let folder = Folder::new();
    for question in ["--routing layered", "--scheme unicast --routing layered"] {
        let run = folder.run(&format!("prove mesh:64x64 {question} --budget 100ms"));
        let told = "unknown: the budget of 0.1 s was used up before there was an answer";
        assert!(run.status == Some(1) && run.out.contains(told), "{run:?}");
        let run = folder.run(&format!("prove mesh:64x64 {question} --budget 100ms --format json"));
        let document: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.status, &document["answer"]), (Some(1), &"unknown".into()), "{run:?}");
    }
}
