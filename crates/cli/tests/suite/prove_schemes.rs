//! `wormcast prove … --scheme`, and `check` of what it writes.

use crate::support::Folder;
use serde_json::{Value, json};

#[test]
fn a_proof_is_printed_and_its_certificate_holds() {
    let folder = Folder::new();
    let run = folder.run("prove mesh:32x32 --scheme dual-path --out proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("numbering of 3968 channels and 0 consumption channels, checked over "), "{run:?}");
    let check = folder.run("check proof.json");
    assert_eq!(check.status, Some(0), "{check:?}");
    assert!(check.out.starts_with("proof.json: valid, dual-path is deadlock-free"), "{check:?}");
}

#[test]
fn a_deadlock_is_told_worm_by_worm_and_can_be_run() {
    let folder = Folder::new();
    let run = folder.run("prove mesh:4x4 --scheme routed-path --out proof.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.starts_with("routed-path on mesh:4x4: deadlock\n"), "{run:?}");
    let cycle: Vec<_> = run.out.lines().filter(|line| line.starts_with("  worm 0 of plan")).collect();
    assert!(
        cycle.len() == 2 && cycle[0].ends_with("worm 0 of plan 1") && cycle[1].ends_with("worm 0 of plan 0"),
        "{run:?}"
    );
    assert_eq!(folder.run("check proof.json").status, Some(0));
    // The command that it prints deadlocks, too.
    for arguments in ["mesh:4x4 --scheme routed-path", "torus:4x4 --scheme dstm-1 --consumption 1"] {
        let run = folder.run(&format!("prove {arguments} --save-plans hung"));
        assert!(run.out.contains("with the plans in hung:\n"), "{run:?}");
        let command = run.out.lines().last().unwrap().trim().strip_prefix("wormcast ").unwrap();
        let simulated: serde_json::Value =
            serde_json::from_str(&folder.run(&format!("{command} --format json")).out).unwrap();
        assert_eq!(simulated["outcome"], "deadlock", "{arguments}");
    }
}

/// A later `simulate FOLDER` would take them for some of what was saved.
#[test]
fn saved_plans_of_before_are_removed() {
    let folder = Folder::new();
    folder.run("prove torus:4x4 --scheme unicast --save-plans hung");
    folder.write("hung/17.json", "{}");
    folder.write("hung/own.json", "{}");
    let run = folder.run("prove torus:4x4 --scheme unicast --save-plans hung");
    assert!(run.status == Some(1) && run.err.contains("17.json is removed"), "{run:?}");
    let is_there = |name: &str| folder.path().join("hung").join(name).exists();
    assert!(is_there("0.json") && is_there("own.json") && !is_there("17.json"));
}

#[test]
fn saved_plans_do_not_take_the_place_of_those_that_are_read() {
    let folder = Folder::new();
    folder.run("prove torus:4x4 --scheme unicast --save-plans read");
    let before = folder.read("read/0.json");
    let run = folder.run("prove read/0.json read/1.json read/2.json read/3.json --save-plans read");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("is read by this command"), "{run:?}");
    assert_eq!(folder.read("read/0.json"), before);
}

#[test]
fn options_of_schemes_are_for_schemes_and_faults_are_taken_away() {
    let folder = Folder::new();
    folder.run("plan mesh:3x3 --scheme unicast --source 0,0 --to 2,2 --out plan.json");
    for option in ["--root 0,0", "--without-node 1,1"] {
        let run = folder.run(&format!("prove plan.json {option}"));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains("`--scheme`"), "{run:?}");
    }
    let run =
        folder.run("prove mesh:3x3 --scheme single-tree --without-node 1,1 --without-link 0,0-1,0 --out proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
}

#[test]
fn plans_that_never_run_are_refused() {
    let folder = Folder::new();
    folder.run("plan mesh:3x3 --scheme unicast --source 0,0 --to 2,2 --out plan.json");
    let plan = folder.read("plan.json").replace(r#""deliver":[{"hop":3,"node":"2,2"}]"#, r#""deliver":[]"#);
    assert!(plan.contains(r#""deliver":[]"#), "{plan}");
    folder.write("plan.json", plan);
    let run = folder.run("prove plan.json");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("plan.json: worm 0 delivers to nobody"), "{run:?}");
}

#[test]
fn false_proofs_are_found_out() {
    let folder = Folder::new();
    folder.run("prove torus:4x4 --scheme dstm-1 --consumption 2 --out trees.json");
    folder.run("prove torus:4x4 --scheme unicast --out circle.json");
    let forge = |file: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut proof = serde_json::from_str(&folder.read(file)).unwrap();
        change(&mut proof);
        folder.write("forged.json", proof.to_string());
        let run = folder.run("check forged.json");
        assert_eq!(run.status, Some(1), "{run:?}");
        run.out
    };
    let found = forge("trees.json", &|proof| proof["statement"]["consumption"] = 1.into());
    assert!(found.contains("worms of two trees share consumption channels"), "{found}");
    let found = forge("trees.json", &|proof| proof["certificate"]["numbers"][0][3] = 99.into());
    assert!(found.contains("may wait for a lower number"), "{found}");
    let found = forge("circle.json", &|proof| proof["statement"]["virtual_channels"] = 2.into());
    assert!(found.contains("the flit engine delivers its messages"), "{found}");
    for file in ["trees.json", "circle.json"] {
        let found = forge(file, &|proof| proof["statement"]["virtual_channels"] = u32::MAX.into());
        assert!(found.contains("4294967295 virtual channels a link; at most 64"), "{found}");
    }
    let found = forge("circle.json", &|proof| proof["answer"] = "deadlock-free".into());
    assert!(found.contains("goes without a certificate"), "{found}");
}

/// Checks a proof with one thing in it changed; what is said of it, which must not be that it is valid.
fn said_of_forged(folder: &Folder, file: &str, place: &str, value: Value) -> String {
    let mut proof: Value = serde_json::from_str(&folder.read(file)).unwrap();
    let entry = proof.pointer_mut(place).unwrap_or_else(|| panic!("nothing at {place} in {file}"));
    assert_ne!(*entry, value, "{place}");
    *entry = value;
    folder.write("forged.json", proof.to_string());
    let run = folder.run("check forged.json");
    assert_eq!(run.status, Some(1), "{place}: {run:?}");
    run.out
}

#[test]
fn every_part_of_a_deadlock_of_a_scheme_is_held_against_the_engine() {
    let folder = Folder::new();
    folder.run("prove mesh:4x4 --scheme routed-path --out proof.json");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let changes = [
        ("/statement/scheme", json!("dual-path"), "its plan 0 is by routed-path"),
        ("/statement/scheme", json!("nonsense"), "nonsense"),
        ("/topology", json!("mesh:5x5"), "its plan 0 is for mesh:4x4"),
        ("/counterexample/plans/0/topology", json!("mesh:5x5"), "its plan 0 is for mesh:5x5"),
        ("/counterexample/plans/0/scheme", json!("unicast"), "its plan 0 is by unicast"),
        ("/counterexample/plans/0/destinations", json!(["0,0"]), "plan 0"),
        ("/counterexample/worms/0/holds", json!([]), "another deadlock"),
        ("/counterexample/worms/0/waits_for", json!([]), "another deadlock"),
        ("/counterexample/worms/0/at", json!("nonsense"), "another deadlock"),
        ("/counterexample/starts_ns", json!([0, 0, 0]), "3 starts for 2 plans"),
        ("/counterexample/starts_ns", json!([0]), "1 start for 2 plans"),
    ];
    for (place, value, problem) in changes {
        let said = said_of_forged(&folder, "proof.json", place, value);
        assert!(said.contains(problem), "{place}: {said}");
    }
}

#[test]
fn worms_that_the_scheme_does_not_plan_are_no_deadlock_of_it() {
    let folder = Folder::new();
    folder.run("prove mesh:4x4 --scheme routed-path --out proof.json");
    let forged = folder.read("proof.json").replace("\"routed-path\"", "\"dual-path\"");
    folder.write("forged.json", forged);
    let run = folder.run("check forged.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("its plan 0 is not what dual-path plans"), "{run:?}");
}

#[test]
fn a_certificate_is_about_the_routes_of_its_scheme() {
    let folder = Folder::new();
    folder.run("prove mesh:3x3 --scheme dual-path --out labels.json");
    folder.run("prove torus:4x4 --scheme dstm-1 --consumption 2 --out trees.json");
    folder.run("prove mesh:3x3 --scheme single-tree --out tree.json");
    let trees: Value = serde_json::from_str(&folder.read("trees.json")).unwrap();
    let first = trees["certificate"]["space"]["families"][0].clone();
    let rootless = json!({ "down": { "parents": vec![Value::Null; 9] } });
    let changes = [
        ("labels.json", "/certificate/space/families", json!([]), "states no routes"),
        ("labels.json", "/certificate/numbers", json!([]), "has no number"),
        ("labels.json", "/certificate/waits", json!(5), "it says that its numbers rise over 5 pairs"),
        ("labels.json", "/certificate/space/families/0/class", json!(7), "of a class that is none"),
        ("labels.json", "/certificate/space/classes", json!(2), "not those of dual-path"),
        ("labels.json", "/statement/scheme", json!("unicast"), "not those of unicast"),
        ("labels.json", "/statement/scheme", json!("nonsense"), "nonsense"),
        ("trees.json", "/certificate/space/families/1", first, "not those of dstm-1"),
        ("tree.json", "/certificate/space/families/0/splits", rootless, "it says that its numbers rise over"),
    ];
    for (file, place, value, problem) in changes {
        let said = said_of_forged(&folder, file, place, value);
        assert!(said.contains(problem), "{place}: {said}");
    }
}

#[test]
fn the_options_of_the_scheme_are_part_of_the_statement() {
    let folder = Folder::new();
    for arguments in [
        "mesh:3x3 --scheme single-tree --root 1,1",
        "mesh:3x3 --scheme single-tree --root 2,2 --deliver-on-the-way-up",
        "torus:4x4 --scheme disjoint-trees --trees 1 --link-order random:7",
        "torus:4x4 --scheme dstm-2 --tree fewest-channels --consumption 1",
        // Lost links and nodes leave several parts of a tree.
        "torus:4x4 --scheme dstm-1 --without-link 0,0-1,0 --fault-knowledge local --consumption 2",
        "torus:3x3 --scheme dstm-2 --without-link 2,0-0,0 --consumption 2",
        "torus:5x3 --scheme dstm-optimised --without-node 2,0",
        "torus:4x4 --scheme dstm-1 --tree 1 --consumption 1 --with-unicast",
        "star:4 --scheme two-phase-multi-path --first-phase dual-path --later-phases multi-path --phases 2",
        "mesh:4x4 --scheme ocms --first-hop free --minimize channels,longest --consumption 1",
        "mesh:4x4 --scheme round-greedy --ports 2",
        "torus:4x4 --scheme unicast --virtual-channels 2",
        "torus:4x4 --scheme dstm-1 --tree least-loaded --consumption 1",
        "mesh:4x4 --scheme round-greedy --without-node 0,0",
        "torus:4x4 --scheme disjoint-trees --without-link 0,0-1,0 --consumption 1",
        "mesh:4x4 --scheme dual-path --consumption-classes direction --consumption 2",
        "mesh:4x4 --scheme multi-path --consumption-classes direction --consumption 1",
    ] {
        let run = folder.run(&format!("prove {arguments} --out proof.json"));
        assert_ne!(run.status, Some(2), "{arguments}: {run:?}");
        let check = folder.run("check proof.json");
        assert_eq!(check.status, Some(0), "{arguments}: {check:?}");
    }
    folder.run("prove mesh:3x3 --scheme single-tree --root 1,1 --out proof.json");
    let said = said_of_forged(&folder, "proof.json", "/statement/options", json!(["--root", "0,1"]));
    assert!(said.contains("not those of single-tree"), "{said}");
    let said = said_of_forged(&folder, "proof.json", "/statement/options", json!(["--nonsense"]));
    assert!(said.contains("sets no options"), "{said}");
}

#[test]
fn what_is_for_plans_only_is_refused() {
    let folder = Folder::new();
    for (arguments, problem) in [
        ("prove mesh:4x4 --scheme dual-path --copies 8", "`--copies` is for plan files"),
        ("prove mesh:4x4 --scheme dual-path --dependences none.json", "`--dependences` is for plan files"),
        ("prove mesh:4x4 --scheme dual-path --bubble", "bubble flow control is for buffers that take whole messages"),
        ("prove mesh:4x4 --routing up-down --copies 8", "`--copies` is for plan files"),
        ("prove mesh:4x4 mesh:5x5 --scheme dual-path", "go with one network"),
        ("prove tree:3 --scheme dual-path", "needs a Hamiltonian labelling"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.replace("\n  │ ", " ").contains(problem), "{run:?}");
    }
}

#[test]
fn compare_names_the_proof_with_its_own_limits() {
    let folder = Folder::new();
    for (arguments, status) in [
        ("mesh:4x4 --source 1,1 --random 4 --schemes dual-path,unicast --consumption 1", 1),
        ("torus:4x4 --source 1,1 --random 4 --schemes unicast", 1),
        ("torus:4x4 --source 1,1 --random 4 --schemes unicast --without-link 0,0-1,0", 1),
        ("torus:4x4 --source 1,1 --random 4 --schemes unicast --virtual-channels 2", 0),
        ("mesh:4x4 --source 1,1 --random 4 --schemes dual-path", 0),
    ] {
        let run = folder.run(&format!("compare {arguments}"));
        let command = run.out.split_once("`wormcast prove").and_then(|(_, rest)| rest.split_once('`')).unwrap().0;
        let proof = folder.run(&format!("prove{command}"));
        assert_eq!(proof.status, Some(status), "{command}: {proof:?}");
        let told = run.out.lines().any(|line| line.ends_with(" deadlock"));
        assert_eq!(told, status == 1, "{run:?}");
    }
    let large = folder.run("compare mesh:40x40 --source 1,1 --random 4 --schemes dual-path");
    assert!(large.out.contains("the network has 6240 channels, and at most 2048 are looked at here"), "{large:?}");
    let steps = folder.run("compare mesh:4x4 --source 1,1 --random 4 --schemes dual-path --reservation incremental");
    assert!(steps.out.contains("`wormcast prove mesh:4x4 --scheme dual-path --reservation incremental`"), "{steps:?}");
}

/// Two paths out of one node that go round in opposite orders: their waits make a cycle, but messages that are long
/// fill what both come by.
#[test]
fn unicasts_are_looked_at_one_by_one_where_their_routes_go_round() {
    let folder = Folder::new();
    folder.write("net.edges", "e r\nr a\na b\nb c\nc d\nd a\nr c\nd x\nb y\n");
    folder.write("paths.txt", "e r a b c d x\ne r c d a b y\n");
    let question = "prove file:net.edges --scheme unicast --routing paths.txt --out proof.json";
    let run = folder.run(&format!("{question} --length 128 --buffer 1"));
    assert!(run.status == Some(0) && run.out.contains("all its worms, one by one"), "{run:?}");
    let check = folder.run("check proof.json");
    assert!(check.status == Some(0) && check.out.contains("as long as destinations take messages in"), "{check:?}");
    // Short ones are gone from there before they wait.
    let run = folder.run(&format!("{question} --length 1 --buffer 1"));
    assert_eq!(run.status, Some(1), "{run:?}");
    // The proof is about the paths that were there.
    folder.run(&format!("{question} --length 128 --buffer 1"));
    folder.write("paths.txt", "e r a b c d x\ne r c d a b y\nr a b c\nb c d a\n");
    assert_eq!(folder.run("check proof.json").status, Some(1));
}

#[test]
fn a_scheme_is_asked_about_beside_plans_and_routes() {
    let folder = Folder::new();
    folder.run("plan mesh:3x3 --scheme unicast --source 0,0 --to 1,1 --out along.json");
    folder.write("round.txt", "0,0 0,1 1,1 1,0\n1,1 1,0 0,0 0,1\n");
    let question = "prove mesh:3x3 along.json --scheme unicast --out proof.json";
    for (routes, status) in [("", 0), (" --routes round.txt", 1), (" --routes dimension-order", 0)] {
        let run = folder.run(&format!("{question}{routes} --save-plans saved"));
        assert!(run.status == Some(status) && run.out.contains("along.json"), "{run:?}");
        for plans in ["", " along.json"] {
            assert_eq!(folder.run(&format!("check proof.json{plans}")).status, Some(0), "{routes}");
        }
    }
    let run = folder.run("prove mesh:3x3 along.json --scheme unicast --routes ring.xml");
    assert_eq!(run.status, Some(2), "{run:?}");
    // Beside another plan it is another question.
    assert_eq!(folder.run(question).status, Some(0));
    folder.run("plan mesh:3x3 --scheme dual-path --source 2,2 --to 0,1 --out along.json");
    assert_eq!(folder.run("check proof.json").status, Some(1));
}

#[test]
fn a_folder_stands_for_the_plans_in_it() {
    let folder = Folder::new();
    folder.write("routes.txt", "0,0 0,1 1,1 1,0\n1,1 1,0 0,0 0,1\n");
    assert_eq!(folder.run("import routes.txt --topology mesh:3x3 --out plans").status, Some(0));
    folder.write("plans/dependences.json", "[]");
    let run = folder.run("prove plans");
    assert!(run.status == Some(1) && run.out.contains("deadlock of 2 worms"), "{run:?}");
    let run = folder.run("check plans");
    assert!(run.status == Some(0) && run.out.lines().count() == 2, "{run:?}");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let run = folder.run("prove empty");
    assert!(run.status == Some(2) && run.err.contains("no files"), "{run:?}");
}

/// A proof that was changed is refused by name.
#[test]
fn proofs_about_nothing_that_there_is_are_refused() {
    let folder = Folder::new();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
        change(&mut proof);
        folder.write("changed.json", proof.to_string());
        folder.run("check changed.json")
    };
    folder.run("prove mesh:3x3 --routing dimension-order --out proof.json");
    let run = changed(&|proof| proof["statement"]["routing"] = json!("vary"));
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(
        run.err.contains("changed.json: `vary` is no routing that is known, and there is no file `vary`"),
        "{run:?}"
    );
    folder.run("plan mesh:3x3 --scheme unicast --source 0,0 --to 2,2 --out plan.json");
    folder.run("prove plan.json --out proof.json");
    let run = changed(&|proof| {
        proof["statement"]["plans"] = json!([]);
        proof["certificate"] = json!({"kind": "ranks", "ranks": []});
    });
    assert!(run.status == Some(1) && run.out.contains("it is about no plans"), "{run:?}");
    let run = changed(&|proof| {
        proof["certificate"] = json!({"kind": "worm-numbers", "lanes": [["9,9>8,9", 0, 1]]});
    });
    assert!(run.status == Some(1) && run.out.contains("there is no such thing"), "{run:?}");
}

#[test]
fn what_is_proved_of_a_single_node_is_accepted() {
    let folder = Folder::new();
    for network in ["mesh:1x1", "torus:1x1", "complete:1"] {
        let proved = folder.run(&format!("prove {network} --scheme arborescences --out proof.json"));
        assert_eq!(proved.status, Some(0), "{network}: {proved:?}");
        let checked = folder.run("check proof.json");
        assert_eq!(checked.status, Some(0), "{network}: {checked:?}");
    }
}
