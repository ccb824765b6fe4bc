//! Trees that fit unicasts: `plan --beside`, and `plan-groups` on tables that a real subnet manager made.

use crate::support::Folder;
use serde_json::Value;

/// A folder with the dumps of a fabric.
fn fabric(name: &str) -> Folder {
    let folder = Folder::new();
    let case = format!("{}/tests/cases/opensm/{name}", env!("CARGO_MANIFEST_DIR"));
    for file in ["ibnetdiscover.txt", "opensm-lfts.dump", "opensm.mcfdbs", "psl.txt", "slvl.txt"] {
        folder.write(file, std::fs::read(format!("{case}/{file}")).unwrap());
    }
    folder
}

fn json(folder: &Folder, command: &str) -> Value {
    let run = folder.run(command);
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"))
}

/// The tables of the subnet manager have a credit loop once multicasts are sent; the new ones have none.
#[test]
fn new_trees_of_a_fabric_close_no_credit_loop() {
    let folder = fabric("torus5x5-dfsssp");
    assert_eq!(json(&folder, "prove --fabric . --with-multicast --format json")["answer"], "deadlock");
    let planned = json(&folder, "plan-groups . --out opensm.mcfdbs --budget 10min --format json");
    let groups = planned["groups"].as_array().unwrap();
    assert_eq!((groups.len(), &planned["service_levels"]), (5, &1.into()));
    // A tree of all 25 hosts has a channel for each host, and 24 between the switches.
    assert_eq!((&groups[0]["members"], &groups[0]["channels"]), (&25.into(), &49.into()));
    for group in groups {
        let [channels, bound] = ["channels", "lower_bound"].map(|key| group[key].as_u64());
        assert!(bound <= channels, "{group}");
    }
    assert_eq!(json(&folder, "prove --fabric . --with-multicast --format json")["answer"], "deadlock-free");
    let run = folder.run("prove --fabric . --with-multicast --out proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
}

#[test]
fn groups_may_be_named_and_their_service_levels_are_read_again() {
    let folder = fabric("torus5x5-2qos");
    folder.write("groups.txt", "# two groups\n0xC005: H0_0_0, H1_1_0, H3_2_0\n0xC006: H4_4_0, H0_3_0\n");
    let run = folder.run("plan-groups . --groups groups.txt --out opensm.mcfdbs --levels-out msl.txt");
    assert!(run.status == Some(0) && run.out.contains("2 groups in 1 service level\n"), "{run:?}");
    assert_eq!(folder.read("msl.txt").lines().count(), 2);
    assert_eq!(json(&folder, "prove --fabric . --with-multicast --format json")["answer"], "deadlock-free");
    for (text, problem) in [
        ("0xC005 H0_0_0", "expected a multicast LID, a colon and members"),
        ("5: H0_0_0", "from 0xC000 to 0xFFFE"),
        ("0xC005: H0_0_0\n0xC005: H0_0_0", "a second time"),
        ("0xC005: H9_9_9", "H9_9_9"),
    ] {
        folder.write("groups.txt", text);
        let run = folder.run("plan-groups . --groups groups.txt");
        assert!(run.status == Some(2) && run.err.contains(problem), "{problem}: {run:?}");
    }
}

#[test]
fn unicasts_with_a_loop_are_not_mended_by_trees() {
    let run = fabric("torus5x5-dor").run("plan-groups .");
    assert!(run.status == Some(1) && run.out.contains("the unicasts close a credit loop"), "{run:?}");
}

/// The routes of the unicasts and those of the tree are proved together, by the prover of routes.
#[test]
fn a_tree_beside_a_routing_is_proved_with_it() {
    let folder = Folder::new();
    for (network, routing) in [("torus:4x4", "dimension-order"), ("mesh:4x3", "turn-model:west-first")] {
        let command = format!("route {network} --routing {routing} --out unicasts.txt");
        assert_eq!(folder.run(&command).status, Some(0));
        for seed in 0..4 {
            let command = format!(
                "plan {network} --scheme steiner --beside {routing} --source 1,1 --random 5 --seed {seed} --routes-out \
                 tree.txt --out tree{seed}.json --format json"
            );
            let plan = json(&folder, &command);
            assert_eq!(plan["optimality"]["exact"], true, "{plan}");
            let run = folder.run(&format!("prove {network} --routes unicasts.txt --routes tree.txt"));
            assert_eq!(run.status, Some(0), "{run:?}");
            assert_eq!(folder.run(&format!("check tree{seed}.json")).status, Some(0));
        }
    }
}

#[test]
fn what_trees_shall_be_beside_is_read_or_refused() {
    let folder = Folder::new();
    let plan = "plan torus:4x4 --scheme steiner --source 0,0 --to 2,2";
    for (option, problem) in [
        ("--beside nothing-such", "nothing-such"),
        ("--beside shortest", "closes a cycle of dependences by itself"),
        ("--beside up-down --weight delay", "the description gives no channel `delay`"),
    ] {
        let run = folder.run(&format!("{plan} {option}"));
        assert!(run.status == Some(2) && run.err.contains(problem), "{problem}: {run:?}");
    }
    let run = folder.run(&format!("{plan} --beside up-down --out first.json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run(&format!("{plan} --beside up-down,first.json --layers 1"));
    assert_eq!(run.status, Some(0), "{run:?}");
}

/// What a plan says of the routes that it is beside must be what its certificate is about, and what its worms do.
#[test]
fn forged_claims_of_trees_beside_routes_are_refused() {
    let folder = Folder::new();
    let plan =
        "plan one-way-torus:5 --scheme steiner --beside dimension-order --source 2 --to 1 --certificate --out far.json";
    assert_eq!(folder.run(plan).status, Some(0));
    let honest: Value = serde_json::from_str(&folder.read("far.json")).unwrap();
    let run = folder.run("check far.json");
    assert!(run.status == Some(0) && run.out.contains("its certificate holds: no tree in virtual channel"), "{run:?}");
    assert!(!run.out.contains("claims beside"), "{run:?}");
    let layer = honest["beside"]["layer"].as_u64().unwrap();
    let searches = honest["certificate"]["no_tree"].as_array().unwrap();
    let other_layers = [0, 1, 3].into_iter().filter(|&other| other != layer);
    let mut changes: Vec<(&str, Value)> = other_layers.map(|other| ("/beside/layer", other.into())).collect();
    changes.extend([
        ("/beside/routes", "up-down".into()),
        ("/beside/lower_ones_have_no_tree", false.into()),
        ("/virtual_channels", serde_json::json!([[1, 1, 1, 1]])),
        ("/certificate/no_tree", searches[..searches.len() - 1].into()),
    ]);
    for (place, value) in changes {
        let mut forged = honest.clone();
        *forged.pointer_mut(place).unwrap() = value;
        assert_ne!(forged, honest, "{place}");
        folder.write("forged.json", forged.to_string());
        for call in ["check forged.json", "check forged.json --beside dimension-order"] {
            let run = folder.run(call);
            assert_eq!(run.status, Some(1), "{place}: {run:?}");
        }
    }
    // Without a certificate nothing is verified, and that is told.
    assert_eq!(folder.run(&plan.replace(" --certificate", "")).status, Some(0));
    let run = folder.run("check far.json");
    assert!(run.status == Some(0) && run.out.contains("claims beside, which `check` does not verify"), "{run:?}");
}

/// The groups of a fabric send from every member, also beside a tree that is planned anew.
#[test]
fn the_groups_of_a_fabric_are_there_when_a_tree_is_planned_beside_it() {
    let folder = fabric("torus5x5-dfsssp");
    let plan =
        "plan file:ibnetdiscover.txt --scheme steiner --beside . --source H0_0_0 --to H1_1_0 H2_3_0 --out tree.json";
    let run = folder.run(plan);
    assert_eq!(run.status, Some(2), "{run:?}");
    for told in ["prove --fabric . --with-multicast", "plan-groups .", "without `opensm.mcfdbs`"] {
        assert!(run.err.contains(told), "{told}: {run:?}");
    }
    std::fs::remove_file(folder.path().join("opensm.mcfdbs")).unwrap();
    let run = folder.run(plan);
    assert_eq!(run.status, Some(0), "{run:?}");
}

/// A plan is for one source, and in tables every host of its tree sends.
#[test]
fn written_tables_are_judged_with_the_unicasts_and_the_other_groups() {
    let folder = fabric("torus5x5-dfsssp");
    let run = folder.run(
        "plan file:ibnetdiscover.txt --scheme routed-tree --routing up-down --source H0_0_0 --to H1_1_0 --out pair.json",
    );
    assert_eq!(run.status, Some(0), "{run:?}");
    let tables = "tables pair.json --form mcfdbs --fabric . --first-key 0xC009 --out new.mcfdbs";
    let run = folder.run(tables);
    // The groups that stand in the tables of this subnet manager close a loop.
    assert!(run.status == Some(0) || run.status == Some(1), "{run:?}");
    assert!(run.out.contains("keys from 0xc009") && run.out.contains("credit loop"), "{run:?}");
    assert!(folder.read("new.mcfdbs").contains("0xC009"), "written all the same");
    // What the tables say is what `prove` says of the folder with them.
    let alone = run.out.contains("these trees close no credit loop");
    folder.write("opensm.mcfdbs", folder.read("new.mcfdbs"));
    let proved = json(&folder, "prove --fabric . --with-multicast --format json");
    assert_eq!(proved["answer"] == "deadlock-free", alone, "{run:?}");
    let run = folder.run(tables);
    assert_eq!(run.status, Some(if alone { 0 } else { 1 }), "{run:?}");
    let run = folder.run("tables pair.json --form mcfdbs --fabric . --first-key 0xQ --out new.mcfdbs");
    assert!(run.status == Some(2) && run.err.contains("such as 49152 or 0xC000"), "{run:?}");
}

/// Only the trees that close a loop are planned anew.
#[test]
fn trees_that_are_free_together_are_kept() {
    let folder = fabric("torus5x5-dfsssp");
    let before = folder.read("opensm.mcfdbs");
    let planned =
        json(&folder, "plan-groups . --keep --out opensm.mcfdbs --levels-out msl.txt --budget 10min --format json");
    let groups = planned["groups"].as_array().unwrap();
    let kept = |groups: &[Value]| groups.iter().filter(|group| group["kept"] == true).count();
    assert!((1..groups.len()).contains(&kept(groups)), "{planned}");
    for group in groups.iter().filter(|group| group["kept"] == true) {
        assert_eq!(group["channels"], group["channels_before"], "{group}");
    }
    assert_ne!(folder.read("opensm.mcfdbs"), before);
    assert_eq!(json(&folder, "prove --fabric . --with-multicast --format json")["answer"], "deadlock-free");
    // Now all may stay; and a group with other members is the only one that is planned.
    let again = json(&folder, "plan-groups . --keep --format json");
    assert_eq!(kept(again["groups"].as_array().unwrap()), groups.len(), "{again}");
    folder.write("groups.txt", "0xC001: H0_0_0, H1_1_0, H3_2_0\n0xC007: H4_4_0, H0_3_0\n");
    let run = folder.run("plan-groups . --keep --groups groups.txt --out opensm.mcfdbs --levels-out msl.txt");
    assert!(run.status == Some(0) && run.out.contains("4 kept as they stand in the tables, and 2 planned"), "{run:?}");
    assert_eq!(json(&folder, "prove --fabric . --with-multicast --format json")["answer"], "deadlock-free");
}
