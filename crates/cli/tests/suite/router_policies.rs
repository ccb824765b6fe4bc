//! `wormcast prove` for what routers do, and for messages that depend on messages.

use crate::support::Folder;
use serde_json::Value;

/// A folder with the files of a case.
fn case(name: &str, files: &[&str]) -> Folder {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    for file in files {
        folder.write(file, std::fs::read(format!("{cases}/{name}/{file}")).unwrap());
    }
    folder
}

/// The answer, after `check` has verified it.
fn answer(folder: &Folder, question: &str) -> String {
    let run = folder.run(&format!("prove {question} --format json --out proof.json"));
    let document: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    let answer = document["answer"].as_str().unwrap().to_owned();
    assert_eq!(run.status, Some(i32::from(answer != "deadlock-free")), "{run:?}");
    let checked = folder.run("check proof.json");
    assert_eq!(checked.status, Some(0), "{question}: {checked:?}");
    answer
}

#[test]
fn a_pipeline_through_a_shared_arbiter_deadlocks_as_its_messages_depend() {
    let folder = case("pipeline", &["column.edges", "f0.json", "f1.json", "f2.json", "dependences.json"]);
    let plans = "f0.json f1.json f2.json";
    assert_eq!(answer(&folder, &format!("{plans} --consumption 1")), "deadlock-free");
    for boxes in ["", " --consumption 1"] {
        let question = format!("{plans} --dependences dependences.json{boxes}");
        assert_eq!(answer(&folder, &question), "deadlock", "{boxes}");
    }
    // One message of each flow passes.
    assert_eq!(answer(&folder, &format!("{plans} --dependences dependences.json --copies 1")), "deadlock-free");
    // Who says what depends on what says what answers take for granted.
    let run = folder.run(&format!("prove {plans} --dependences dependences.json --copies 1"));
    assert!(run.out.contains("as long as destinations take messages in, but for 2 dependences"), "{run:?}");
    // The command that is printed names what is saved, and stops.
    let run = folder.run(&format!("prove {plans} --dependences dependences.json --save-plans hung"));
    assert!(run.out.contains("with the plans in hung:\n") && run.out.contains(" --dependences hung/"), "{run:?}");
    let command = run
        .out
        .lines()
        .find(|line| line.starts_with("  wormcast simulate"))
        .unwrap()
        .trim()
        .strip_prefix("wormcast ")
        .unwrap()
        .replace('\'', "");
    assert_eq!(folder.run(&command).status, Some(1), "{command}");
}

#[test]
fn a_virtual_channel_for_the_last_flow_mends_the_pipeline() {
    let folder = case("pipeline", &["column.edges", "f0.json", "f1.json", "f2.json", "dependences.json"]);
    let class = |folder: &Folder, plan: &str, class: u32| {
        let mut document: Value = serde_json::from_str(&folder.read(plan)).unwrap();
        let hops = document["worms"][0]["route"].as_array().unwrap().len();
        document["virtual_channels"] = vec![vec![class; hops]].into();
        folder.write(plan, document.to_string());
    };
    for (plan, number) in [("f0.json", 0), ("f1.json", 0), ("f2.json", 1)] {
        class(&folder, plan, number);
    }
    let question = "f0.json f1.json f2.json --dependences dependences.json --virtual-channels 2";
    assert_eq!(answer(&folder, question), "deadlock-free");
}

#[test]
fn outputs_that_are_locked_one_by_one_deadlock_and_all_at_once_do_not() {
    let folder = case("column-forks", &["col-a1.json", "col-b3.json"]);
    for (policies, expected) in [
        ("", "deadlock-free"),
        ("--replication forked", "deadlock-free"),
        ("--reservation whole", "deadlock-free"),
        ("--reservation independent", "deadlock"),
        ("--reservation independent --replication forked", "deadlock"),
        ("--reservation independent --handover tail", "deadlock"),
        ("--reservation any-order", "deadlock"),
        ("--switching store-and-forward", "deadlock-free"),
    ] {
        assert_eq!(answer(&folder, &format!("col-a1.json col-b3.json {policies}")), expected, "{policies}");
    }
}

#[test]
fn broadcasts_that_hang_are_free_where_whole_trees_are_reserved() {
    let files = ["a.json", "b.json", "c.json", "d.json", "e.json"];
    let folder = case("rectangle-broadcasts", &files);
    for pair in ["a.json b.json", "c.json d.json e.json"] {
        assert_eq!(answer(&folder, pair), "deadlock", "{pair}");
        assert_eq!(answer(&folder, &format!("{pair} --reservation whole")), "deadlock-free", "{pair}");
    }
}

#[test]
fn forged_certificates_of_policies_are_refused() {
    let folder = case("column-forks", &["col-a1.json", "col-b3.json"]);
    for (policies, from, to) in [
        ("--reservation whole", "\"whole\"", "\"independent\""),
        ("--switching cut-through --reservation independent --length 4", "\"cut-through\"", "\"wormhole\""),
    ] {
        let run = folder.run(&format!("prove col-a1.json col-b3.json {policies} --out proof.json"));
        assert_eq!(run.status, Some(0), "{run:?}");
        let proof = folder.read("proof.json");
        let forged = proof.replacen(from, to, 1);
        assert_ne!(forged, proof);
        folder.write("forged.json", forged);
        assert_eq!(folder.run("check forged.json").status, Some(1), "{policies}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = case("pipeline", &["column.edges", "f0.json", "f1.json", "f2.json"]);
    folder.write("nobody.json", r#"[{"at": "core9", "takes_in": "f0", "only_after_sending": "f1"}]"#);
    folder.write("none.json", r#"[{"at": "core4", "takes_in": "f9", "only_after_sending": "f1"}]"#);
    folder.write("other.json", r#"[{"at": "core4", "takes_in": "f2", "only_after_sending": "f1"}]"#);
    for (question, expected) in [
        ("--dependences nobody.json", "`core9`, and there is no such node"),
        ("--dependences none.json", "no plan is called `f9`"),
        ("--dependences other.json", "no worm of plan 2 delivers there"),
        ("--bubble", "`cut-through` or `store-and-forward`"),
        ("--switching cut-through --length 8 --buffer 4", "do not fit into buffers of 4; expected 8"),
        ("--switching cut-through --bubble --length 8 --buffer 12", "expected 16 flits"),
    ] {
        let run = folder.run(&format!("prove f0.json f1.json f2.json {question}"));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains(expected), "{question}: {run:?}");
    }
}
