//! `wormcast prove` and `check` on plans and their proofs.

mod support;

use support::Folder;

/// Two messages that deadlock where nodes have one consumption channel.
fn folder() -> Folder {
    let folder = Folder::new();
    for (name, ends) in [("there", "0,0 --to 2,0 3,0"), ("back", "5,0 --to 3,0 2,0")] {
        let run = folder.run(&format!("plan mesh:6x1 --scheme dual-path --source {ends} --out {name}.json"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    folder
}

#[test]
fn a_certificate_is_verified_for_its_plans_only() {
    let folder = folder();
    let run = folder.run("prove there.json back.json --out proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.starts_with("deadlock-free ("), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    assert_eq!(folder.run("check proof.json there.json back.json").status, Some(0));
    // One plan alone has other worms than the ranks.
    assert_eq!(folder.run("check proof.json there.json").status, Some(1));
    // What is free with consumption channels for all is not with one.
    let proof = folder.read("proof.json");
    folder.write("forged.json", proof.replace("\"consumption\": null", "\"consumption\": 1"));
    let run = folder.run("check forged.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("not valid"), "{run:?}");
}

#[test]
fn a_deadlock_is_reproduced_by_the_command_that_is_printed() {
    let folder = folder();
    let run = folder.run("prove there.json back.json --consumption 1 --out proof.json --svg circle.svg");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(folder.read("circle.svg").starts_with("<svg"));
    let command = run.out.lines().last().unwrap().trim().strip_prefix("wormcast ").unwrap().to_owned();
    for engine in ["worm", "flit"] {
        let run = folder.run(&format!("{command} --engine {engine}"));
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.out.contains("deadlock: these worms wait for each other"), "{run:?}");
    }
    assert_eq!(folder.run("check proof.json").status, Some(0));
    // Started far apart, they do not meet.
    let proof = folder.read("proof.json");
    let forged = proof.replacen("\"starts_ns\": [0,0]", "\"starts_ns\": [0,900000]", 1);
    assert_ne!(forged, proof);
    folder.write("forged.json", forged);
    assert_eq!(folder.run("check forged.json").status, Some(1));
}

#[test]
fn hostile_proofs_are_refused() {
    let folder = folder();
    folder.run("prove there.json back.json --consumption 1 --copies 1 --out deadlock.json");
    folder.run("prove there.json back.json --out free.json");
    let [deadlock, free] = ["deadlock.json", "free.json"].map(|name| folder.read(name));
    let forgeries = [
        (deadlock.replace("\"deadlock\"", "\"deadlock-free\""), 1),
        (free.replace("\"ranks\": [", "\"ranks\": [[0],"), 1),
        (free.replace("\"kind\": \"ranks\"", "\"kind\": \"refutation\""), 0),
        (free.replace("there.json", "nowhere.json"), 1),
        (free.replace("mesh:6x1", "mesh:7x1"), 1),
        (free.replace("\"version\": 1", "\"version\": 2"), 2),
        (free[..free.len() / 2].to_owned(), 2),
        (deadlock.replace("\"starts_ns\": [", "\"starts_ns\": [18446744073709551615,"), 1),
        (deadlock.replace("\"length\": 128", "\"length\": 4294967295"), 1),
    ];
    for (number, (text, status)) in forgeries.into_iter().enumerate() {
        folder.write("forged.json", text);
        let run = folder.run("check forged.json");
        assert_eq!(run.status, Some(status), "forgery {number}: {run:?}");
    }
}
