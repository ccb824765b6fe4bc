//! `wormcast prove` and `check` on plans and their proofs.

use crate::support::Folder;
use serde_json::{Value, json};

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
    // The proof is about both.
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
    let run = folder.run("prove there.json back.json --consumption 1 --out proof.json --svg cycle.svg");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(folder.read("cycle.svg").starts_with("<svg"));
    let command = run.simulate_command();
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
        (free.replacen("\"lanes\": [", "\"lanes\": [[\"0,0>1,0\",0,9],", 1), 1),
        (free.replace("\"kind\": \"worm-numbers\"", "\"kind\": \"lane-numbers\""), 1),
        (free.replace("there.json", "nowhere.json"), 2),
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

#[test]
fn a_deadlock_is_one_of_the_plans_that_are_stated() {
    let folder = folder();
    folder.run("prove there.json back.json --consumption 1 --copies 1 --length 64 --buffer 2 --out proof.json");
    let check = |files: &str| folder.run(&format!("check forged.json {files}"));
    let forge = |place: &str, value: Value| {
        let mut proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
        let entry = proof.pointer_mut(place).unwrap_or_else(|| panic!("nothing at {place}"));
        assert_ne!(*entry, value, "{place}");
        *entry = value;
        // Plans are known by their hashes, too; what is told without them is no less true.
        proof.as_object_mut().unwrap().remove("plans_sha256");
        folder.write("forged.json", proof.to_string());
    };
    let [first, second] = [0, 1].map(|plan| json!({ "plan": plan, "worm": null }));
    let changes = [
        ("/statement/plans", json!(["back.json", "there.json"]), "it sends is not plan 0 of those"),
        ("/statement/plans", json!(["there.json"]), "there is no plan 1"),
        ("/statement/length", json!(65), "64 flits in the deadlock, and 65 in the statement"),
        ("/statement/buffer", json!(1), "2 flits in the deadlock, and 1 in the statement"),
        ("/counterexample/parts", json!([]), "what 0 of the 2 plans are parts"),
        ("/counterexample/parts", json!([first, { "plan": 7, "worm": null }]), "there is no plan 7"),
        ("/counterexample/parts", json!([first, { "plan": 1, "worm": 9 }]), "there is no worm 9 of plan 1"),
        ("/counterexample/parts", json!([second, second]), "it sends is not plan 1 of those"),
        ("/counterexample/starts_ns", json!([0, 0, 0]), "3 starts for 2 plans"),
        ("/counterexample/worms/0/holds", json!([]), "another deadlock"),
        ("/topology", json!("mesh:7x1"), "is for another network"),
    ];
    for (place, value, problem) in changes {
        forge(place, value);
        let run = check("");
        assert_eq!(run.status, Some(1), "{place}: {run:?}");
        assert!(run.out.contains(problem), "{place}: {run:?}");
    }
    forge("/statement/plans", json!(["there.json", "nowhere.json"]));
    let run = check("");
    assert!(run.status == Some(2) && run.err.contains("nowhere.json"), "{run:?}");
    let swapped = folder.read("proof.json").replace("there.json", "x").replace("back.json", "there.json");
    folder.write("forged.json", swapped.replace("\"x\"", "\"back.json\""));
    assert!(check("").out.contains("is not the plan that it is about"), "{:?}", check(""));
    folder.write("forged.json", folder.read("proof.json"));
    assert_eq!(check("").status, Some(0));
    assert_eq!(check("there.json back.json").status, Some(0));
    // What stands beside the proof counts, and not what it names.
    assert_eq!(check("back.json there.json").status, Some(1));
    let run = check("there.json");
    assert!(run.out.contains("it is about 2 plans, and 1 stand beside it"), "{run:?}");
    std::fs::remove_file(folder.path().join("back.json")).unwrap();
    let run = check("");
    assert!(run.status == Some(2) && run.err.contains("back.json"), "{run:?}");
}

#[test]
fn no_worm_of_a_deadlock_is_sent_more_often_than_stated() {
    let folder = folder();
    folder.run("prove there.json back.json --consumption 1 --copies 2 --out proof.json");
    let mut proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
    // A second message that comes much later changes nothing in the deadlock.
    let told = &mut proof["counterexample"];
    for (list, more) in [("plans", told["plans"][0].clone()), ("parts", told["parts"][0].clone())] {
        told[list].as_array_mut().unwrap().push(more);
    }
    told["starts_ns"].as_array_mut().unwrap().push(json!(900_000));
    for (copies, status) in [(json!(2), 0), (Value::Null, 0), (json!(1), 1)] {
        proof["statement"]["copies"] = copies;
        folder.write("forged.json", proof.to_string());
        let run = folder.run("check forged.json");
        assert_eq!(run.status, Some(status), "{run:?}");
        assert_eq!(run.out.contains("more often than 1 time"), status == 1, "{run:?}");
    }
}

#[test]
fn proofs_with_single_worms_unicasts_and_incremental_requests_hold() {
    let folder = folder();
    folder.run("plan torus:4x4 --scheme routed-tree --source 0,0 --to 1,1 2,2 3,1 --out a.json");
    folder.run("plan torus:4x4 --scheme routed-tree --source 2,2 --to 3,3 0,0 1,3 --out b.json");
    for (arguments, plans) in [
        ("there.json --with-unicast --consumption 1", "there.json"),
        ("there.json back.json --consumption 1 --virtual-channels 2", "there.json back.json"),
        ("a.json b.json --reservation incremental", "a.json b.json"),
        ("a.json --copies 2 --with-unicast", "a.json"),
    ] {
        let run = folder.run(&format!("prove {arguments} --out proof.json"));
        assert_ne!(run.status, Some(2), "{arguments}: {run:?}");
        for given in ["", plans] {
            let check = folder.run(&format!("check proof.json {given}"));
            assert_eq!(check.status, Some(0), "{arguments}: {check:?}");
        }
    }
}

#[test]
fn the_plans_that_were_verified_are_named() {
    let folder = folder();
    folder.run("prove there.json back.json --out proof.json");
    for (plan, copy) in [("there.json", "one.json"), ("back.json", "two.json")] {
        folder.write(copy, folder.read(plan));
    }
    let run = folder.run("check proof.json one.json two.json");
    assert!(run.out.contains("no worms of one.json two.json deadlock"), "{run:?}");
    assert!(!run.out.contains("there.json"), "{run:?}");
}

#[test]
fn virtual_channels_without_end_are_refused() {
    let folder = folder();
    folder.run("prove there.json back.json --virtual-channels 2 --out proof.json");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let proof = folder.read("proof.json");
    folder.write("forged.json", proof.replace("\"virtual_channels\": 2", "\"virtual_channels\": 4294967295"));
    let run = folder.run("check forged.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("at most 64 are looked at"), "{run:?}");
}

#[test]
fn worms_take_any_virtual_channel() {
    let folder = Folder::new();
    for (file, arguments) in [
        ("a", "routed-tree --source r1 --to r11 r00"),
        ("b", "unicast --source r --to r0"),
        ("c", "unicast --source r --to r11"),
    ] {
        folder.run(&format!("plan tree:2 --scheme {arguments} --out {file}.json"));
    }
    for files in ["a.json b.json c.json", "c.json a.json b.json", "b.json c.json a.json a.json"] {
        let run = folder.run(&format!("prove {files} --consumption 1 --virtual-channels 2 --out proof.json"));
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(!run.out.starts_with("deadlock-free"), "{run:?}");
        assert_eq!(folder.run("check proof.json").status, Some(0));
    }
}

#[test]
fn what_is_unknown_comes_with_narrower_questions_that_have_an_answer() {
    let folder = Folder::new();
    let plans = [
        "round-greedy --source 0,0 --random 2 --seed 108",
        "routed-tree --source 2,2 --random 3 --seed 109",
        "routed-path --source 1,1 --random 4 --seed 110",
        "unicast --source 0,0 --random 2 --seed 111",
    ];
    for (number, plan) in plans.iter().enumerate() {
        assert_eq!(folder.run(&format!("plan mesh:3x3 --scheme {plan} --out {number}.json")).status, Some(0), "{plan}");
    }
    let prove = |more: &str| folder.run(&format!("prove 0.json 1.json 2.json 3.json --consumption 2{more}"));
    let run = prove(" --budget 0s");
    assert!(run.status == Some(1) && run.out.starts_with("unknown: "), "{run:?}");
    assert!(run.out.contains("without `--consumption`"), "{run:?}");
    for (told, tried) in [("`--copies 1`", " --copies 1"), ("`--length` and `--buffer`", " --length 128 --buffer 1")] {
        assert!(run.out.contains(told), "{run:?}");
        assert_eq!(prove(tried).status, Some(0), "{told}");
    }
}

/// Plans beside unicasts by a routing, or by a table of routes; the proof names them.
#[test]
fn plans_are_proved_beside_routings_and_tables() {
    let folder = folder();
    folder.run("route mesh:6x1 --routing dimension-order --out routes.txt");
    for unicasts in ["--routes routes.txt", "--with-unicast --routing dimension-order"] {
        let run = folder.run(&format!("prove there.json back.json {unicasts} --out proof.json"));
        assert_eq!(run.status, Some(0), "{run:?}");
        let proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
        assert!(proof["assumes"].as_str().unwrap().starts_with("destinations take messages in"), "{proof}");
        assert_eq!(folder.run("check proof.json").status, Some(0), "{unicasts}");
        // A turn against the order of the labels is numbered by no such proof.
        let named = proof["statement"]["routes"][0].as_str().unwrap();
        folder.write("forged.json", folder.read("proof.json").replace(&format!("\"{named}\""), "\"valiant\""));
        assert_ne!(folder.run("check forged.json").status, Some(0), "{unicasts}");
    }
    let run = folder.run("prove there.json --routing up-down");
    assert!(run.status == Some(2) && run.err.contains("`--with-unicast`"), "{run:?}");
}

/// What a proof is about is told in full when it is checked: a narrow one does not look like one about all messages.
#[test]
fn a_checked_proof_tells_all_of_its_statement() {
    let folder = Folder::new();
    folder.write("h.txt", "0 1 2 3\n2 3 4 5\n4 5 0 1\n");
    assert_eq!(folder.run("import h.txt --topology ring:6 --out p").status, Some(0));
    let narrow =
        folder.run("prove p --length 1 --buffer 64 --copies 1 --delays equal --consumption 4 --out narrow.json");
    assert_eq!(narrow.status, Some(0), "{narrow:?}");
    let scope = "length 1, buffer size 64, 4 consumption channels per node, 1 virtual channel, atomic reservation, at \
                 most 1 message of each worm in flight, equal delays everywhere";
    assert!(narrow.out.contains(scope), "{narrow:?}");
    for format in ["table", "json"] {
        let checked = folder.run(&format!("check narrow.json --format {format}"));
        assert!(checked.status == Some(0) && checked.out.contains(scope), "{checked:?}");
    }
    let asked = "--with-unicast --consumption 3 --length 8";
    let proved = folder.run(&format!("prove mesh:3x3 --scheme dual-path {asked} --out scheme.json"));
    assert!(proved.status < Some(2), "{proved:?}");
    let checked = folder.run("check scheme.json").out;
    assert!(
        checked.contains("dual-path, length 8, every buffer size, 3 consumption channels per node, with unicasts"),
        "{checked}"
    );
    assert_eq!(folder.run("prove mesh:3x3 --routing dimension-order --buffer 4 --out routing.json").status, Some(0));
    let checked = folder.run("check routing.json").out;
    assert!(checked.contains("unicasts by dimension-order, every length, buffer size 4"), "{checked}");
}

/// What is printed can be run: also where the network lies outside of the folder.
#[test]
fn printed_commands_may_read_the_network() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    elsewhere.write("net.edges", "a b\nb c\nc d\nd a\n");
    let network = elsewhere.path().join("net.edges").display().to_string();
    folder.write("h.txt", "a b c\nb c d\nc d a\nd a b\n");
    assert_eq!(folder.run(&format!("import h.txt --topology file:{network} --out p")).status, Some(0));
    let proved = folder.run("prove p --allow-files --length 8 --save-plans saved --out proof.json");
    assert_eq!(proved.status, Some(1), "{proved:?}");
    let simulated = folder.run(&proved.simulate_command());
    assert!(simulated.status == Some(1) && simulated.out.contains("\ndeadlock: "), "{simulated:?}");
    for told in [&proved, &simulated] {
        let mend = told.out.lines().last().unwrap().strip_prefix("  wormcast ").unwrap();
        assert_eq!(folder.run(mend).status, Some(0), "{mend}");
    }
}

/// The budget counts the wait for a pipe, too.
#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_to_is_waited_for_as_long_as_the_budget_says() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo").arg("pipe.json").current_dir(folder.path()).status().unwrap();
    assert!(made.success());
    for command in ["prove pipe.json", "mend there.json pipe.json", "prove mesh:6x1 pipe.json --scheme dual-path"] {
        let run = folder.run(&format!("{command} --budget 1s"));
        assert!(run.status == Some(2) && run.err.contains("pipe.json had not been read in the 1 s"), "{run:?}");
    }
}

/// A name that two files have does not say which of them a dependence is about.
#[test]
fn dependences_name_plans_without_doubt() {
    let folder = folder();
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        let plan = format!("plan mesh:6x1 --scheme dual-path --source 0,0 --to 5,0 --out {name}/a.json");
        assert_eq!(folder.run(&plan).status, Some(0));
    }
    let waits = |taken: &str| format!(r#"[{{"at": "5,0", "takes_in": "{taken}", "only_after_sending": "back.json"}}]"#);
    folder.write("waits.json", waits("a.json"));
    let run = folder.run("prove one/a.json two/a.json back.json --dependences waits.json");
    assert!(run.status == Some(2) && run.err.contains("`a.json` may be `one/a.json` or `two/a.json`"), "{run:?}");
    folder.write("waits.json", waits("one/a.json"));
    let run = folder.run("prove one/a.json two/a.json back.json --dependences waits.json");
    assert!(run.status < Some(2), "{run:?}");
}

/// The quick argument comes first: numbers along the dependences of routes and branches, before any ranks.
#[test]
fn trees_beside_routes_are_proved_at_once() {
    let folder = Folder::new();
    let chip = "mesh:10x10 --without-node 3,4 --scheme steiner --beside up-down";
    let run = folder.run(&format!("plan {chip} --source 1,1 --random 10 --out tree.json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let routers = "--switching cut-through --reservation independent --buffer 128";
    let run = folder.run(&format!("prove tree.json --with-unicast --routing up-down {routers} --budget 30s"));
    assert!(run.status == Some(0) && run.out.contains("are numbered"), "{run:?}");
}
