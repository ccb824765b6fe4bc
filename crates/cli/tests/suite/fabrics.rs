//! `wormcast prove --fabric`: tables that a real subnet manager made.

use crate::support::Folder;
use serde_json::Value;

const FABRICS: [&str; 3] = ["torus5x5-2qos", "torus5x5-dfsssp", "torus5x5-dor"];

/// A folder with the dumps of all fabrics.
fn folder() -> Folder {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm");
    for fabric in FABRICS {
        std::fs::create_dir(folder.path().join(fabric)).unwrap();
        for file in ["ibnetdiscover.txt", "opensm-lfts.dump", "opensm.mcfdbs", "psl.txt", "slvl.txt"] {
            folder.write(&format!("{fabric}/{file}"), std::fs::read(format!("{cases}/{fabric}/{file}")).unwrap());
        }
    }
    folder
}

fn prove(folder: &Folder, arguments: &str) -> Value {
    let run = folder.run(&format!("prove --fabric {arguments} --format json --out proof.json"));
    let document: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
    let status = if document["answer"] == "deadlock-free" { 0 } else { 1 };
    assert_eq!(run.status, Some(status));
    let run = folder.run("check proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    document
}

#[test]
fn credit_loops_are_found_where_there_are_some() {
    let folder = folder();
    for (fabric, unicasts, with_multicasts) in [
        ("torus5x5-2qos", "deadlock-free", "deadlock-free"),
        ("torus5x5-dfsssp", "deadlock-free", "deadlock"),
        ("torus5x5-dor", "deadlock", "deadlock"),
    ] {
        let document = prove(&folder, fabric);
        assert_eq!((&document["answer"], &document["unrouted_pairs"]), (&unicasts.into(), &0.into()), "{fabric}");
        let document = prove(&folder, &format!("{fabric} --with-multicast"));
        assert_eq!(document["answer"], with_multicasts, "{fabric}");
    }
}

/// The loop that only multicasts close names a group, and every wait follows the one before.
#[test]
fn the_loop_of_multicasts_names_them() {
    let document = prove(&folder(), "torus5x5-dfsssp --with-multicast");
    let cycle = document["dependency_cycle"].as_array().unwrap();
    assert!(cycle.iter().any(|wait| wait["group"].is_string()), "{cycle:?}");
    for (wait, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        assert_eq!(wait["waits_for"], next["holds"]);
    }
}

#[test]
fn a_loop_that_no_run_shows_is_drawn_and_no_folder_is_left_empty() {
    let folder = folder();
    let run = folder.run("prove --fabric torus5x5-dfsssp --with-multicast --svg loop.svg --save-plans saved");
    assert_eq!(run.status, Some(1), "{run:?}");
    let svg = folder.read("loop.svg");
    assert!(svg.contains("by messages from H2_0_0 towards S1_4") && svg.contains("S1_0 → S1_4"), "{svg}");
    assert!(!folder.path().join("saved").exists(), "{run:?}");
    assert!(run.err.contains("no plans are saved"), "{run:?}");
}

#[test]
fn tables_that_were_changed_after_the_proof_are_refused() {
    let folder = folder();
    prove(&folder, "torus5x5-2qos");
    // The tables of dfsssp under the name of the others: their messages do not ask for higher numbers only.
    let name = "torus5x5-2qos/opensm-lfts.dump";
    folder.write(name, folder.read("torus5x5-dfsssp/opensm-lfts.dump"));
    assert_eq!(folder.run("check proof.json").status, Some(1));
    let forged = folder.read("proof.json").replace("\"deadlock-free\"", "\"deadlock\"");
    folder.write("proof.json", forged);
    assert_eq!(folder.run("check proof.json").status, Some(1));
}

#[test]
fn a_cycle_that_no_messages_make_is_refused() {
    let folder = folder();
    prove(&folder, "torus5x5-dfsssp --with-multicast");
    let mut proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
    proof["dependency_cycle"].as_array_mut().unwrap().pop();
    folder.write("forged.json", proof.to_string());
    let run = folder.run("check forged.json");
    assert_eq!(run.status, Some(1), "{run:?}");
}

#[test]
fn bad_dumps_are_refused_with_file_and_line() {
    let folder = folder();
    folder.write("torus5x5-dor/psl.txt", "0x200000 21 1\n0xdead 30 5\n");
    let run = folder.run("prove --fabric torus5x5-dor");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("psl.txt:2") && run.err.contains("0xdead"), "{run:?}");
    std::fs::remove_file(folder.path().join("torus5x5-2qos/opensm-lfts.dump")).unwrap();
    let run = folder.run("prove --fabric torus5x5-2qos");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("opensm-lfts.dump"), "{run:?}");
}

/// What OpenSM makes of a torus of 5x5 switches, healthy, without a link, and without a switch. Theory: all its engines
/// are free of credit loops for unicasts but `dor` and `minhop`, whose rings have one virtual lane.
#[test]
#[ignore = "needs Debian's opensm, ibsim-utils, infiniband-diags and ibutils: docs/guide/route.md"]
fn every_engine_of_opensm_is_as_theory_says() {
    let folder = Folder::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/opensm-tables/run");
    let made = std::process::Command::new(script).arg(folder.path()).status().unwrap();
    assert!(made.success());
    for fabric in ["healthy", "link", "switch"] {
        for engine in ["torus-2QoS", "dor", "minhop", "updn", "lash", "dfsssp", "nue"] {
            let case = format!("{fabric}-{engine}");
            let judged = |kind| folder.read(&format!("{case}/ibdmchk-{kind}.txt")).contains("no credit loops found");
            let unicasts = prove(&folder, &case);
            let is_free = |document: &Value| document["answer"] == "deadlock-free";
            assert_eq!(is_free(&unicasts), !["dor", "minhop"].contains(&engine), "{case}");
            assert_eq!((is_free(&unicasts), &unicasts["unrouted_pairs"]), (judged("unicast"), &0.into()), "{case}");
            if is_free(&unicasts) {
                assert_changed_entries_are_refused(&folder, &case);
            }
            let multicasts = prove(&folder, &format!("{case} --with-multicast"));
            // ibdmchk takes the service levels to be mapped alike at all ports, which they are not.
            let is_missed = case == "switch-torus-2QoS";
            assert_eq!(is_free(&multicasts), judged("multicast") && !is_missed, "{case}");
            assert_real_loop(&multicasts);
        }
    }
}

/// Every wait of a loop follows the one before, and names its flow.
fn assert_real_loop(document: &Value) {
    let cycle = document["dependency_cycle"].as_array().map_or(&[][..], Vec::as_slice);
    for (wait, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        assert_eq!(wait["waits_for"], next["holds"]);
        assert!(wait["flow"][0].is_string() && wait["service_level"].is_number(), "{wait}");
    }
}

/// The tables with one entry sent to another port, at some of the switches, are not those of the proof.
fn assert_changed_entries_are_refused(folder: &Folder, case: &str) {
    let name = format!("{case}/opensm-lfts.dump");
    let tables = folder.read(&name);
    let lines: Vec<_> = tables.lines().collect();
    let entry = |line: &str| line.strip_prefix("0x").is_some_and(|rest| rest.as_bytes().get(4) == Some(&b' '));
    let entries: Vec<_> = (0..lines.len()).filter(|&at| entry(lines[at]) && lines[at].contains("# Channel")).collect();
    prove(folder, case);
    for &at in entries.iter().step_by(97) {
        let port: u32 = lines[at][7..10].trim().parse().unwrap();
        let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        changed[at].replace_range(7..10, &format!("{:03}", port % 4 + 1));
        folder.write(&name, changed.join("\n"));
        let run = folder.run("check proof.json");
        assert_eq!(run.status, Some(1), "{case} line {at}: {run:?}");
    }
    folder.write(&name, tables);
}

/// A proof from elsewhere must not choose among the files of the machine.
#[cfg(unix)]
#[test]
fn a_proof_opens_no_fabric_from_elsewhere() {
    let (folder, elsewhere) = (folder(), Folder::new());
    prove(&folder, "torus5x5-2qos");
    for file in ["ibnetdiscover.txt", "opensm-lfts.dump"] {
        elsewhere.write(file, folder.read(&format!("torus5x5-2qos/{file}")));
    }
    let proof = folder.read("proof.json");
    let named = |name: &str| proof.replace("\"torus5x5-2qos\"", &format!("{name:?}"));
    assert_ne!(named("elsewhere"), proof);
    folder.write("forged.json", named(elsewhere.path().to_str().unwrap()));
    let run = folder.run("check forged.json");
    assert!(run.status == Some(2) && run.err.contains("--allow-files"), "{run:?}");
    // Nor a special file, or one behind a link out of the folder.
    std::fs::create_dir(folder.path().join("linked")).unwrap();
    folder.write("linked/ibnetdiscover.txt", folder.read("torus5x5-2qos/ibnetdiscover.txt"));
    let link = folder.path().join("linked/opensm-lfts.dump");
    folder.write("forged.json", named("linked"));
    for (target, problem) in
        [(elsewhere.path().join("opensm-lfts.dump"), "--allow-files"), ("/dev/zero".into(), "not a regular file")]
    {
        std::os::unix::fs::symlink(target, &link).unwrap();
        let run = folder.run("check forged.json");
        assert!(run.status == Some(2) && run.err.contains(problem), "{run:?}");
        std::fs::remove_file(&link).unwrap();
    }
}

/// Numbers of nodes and channels of one network mean others in another: a proof must be about that of its tables.
#[test]
fn a_proof_about_another_network_than_that_of_its_tables_is_refused() {
    let folder = folder();
    let forged = r#"{"format": "wormcast-proof", "version": 1, "answer": "deadlock-free", "topology": "TOPOLOGY",
        "statement": {"about": "routing", "fabric": "torus5x5-dor", "virtual_channels": 8},
        "certificate": {"kind": "lane-numbers", "lanes": []}, "unrouted": [], "unrouted_pairs": 12, "lanes": 0,
        "dependencies": 0, "digest": "0000000000000000"}"#;
    for topology in ["mesh:2x2", "mesh:60x1", "torus:10x10"] {
        folder.write("forged.json", forged.replace("TOPOLOGY", topology));
        let run = folder.run("check forged.json");
        assert!(run.status == Some(1) && run.out.contains("another network"), "{topology}: {run:?}");
    }
}

/// Without tables of multicasts nothing is known about them, and a proof about both is none any more.
#[test]
fn multicasts_that_no_table_sends_are_no_answer() {
    let folder = folder();
    let told = folder.run("prove --fabric torus5x5-2qos --with-multicast --out proof.json");
    assert!(told.status == Some(0) && told.out.contains("unicasts and multicasts of the groups"), "{told:?}");
    assert!(folder.run("prove --fabric torus5x5-2qos").out.contains("unicasts alone"));
    let checked = folder.run("check proof.json");
    assert!(checked.status == Some(0) && checked.out.contains("unicasts and multicasts of the groups"), "{checked:?}");
    for is_empty in [true, false] {
        let groups = folder.path().join("torus5x5-2qos/opensm.mcfdbs");
        if is_empty {
            std::fs::write(&groups, "").unwrap()
        } else {
            std::fs::remove_file(&groups).unwrap()
        }
        let run = folder.run("prove --fabric torus5x5-2qos --with-multicast");
        assert!(run.status == Some(2) && run.err.contains("opensm.mcfdbs: no group of two members"), "{run:?}");
        assert_eq!(folder.run("check proof.json").status, Some(1), "{is_empty}");
    }
}

/// Other trees are proposed where they can help.
#[test]
fn no_trees_are_proposed_where_unicasts_loop_by_themselves() {
    let folder = folder();
    let run = folder.run("prove --fabric torus5x5-dfsssp --with-multicast");
    assert!(run.out.ends_with("\n  wormcast plan-groups torus5x5-dfsssp\n"), "{run:?}");
    let run = folder.run("prove --fabric torus5x5-dor --with-multicast");
    let told = "the unicasts close a loop by themselves, which no other trees mend; other routes do:\n";
    assert!(run.out.contains(told) && !run.out.contains("plan-groups"), "{run:?}");
}

#[test]
fn the_virtual_channels_of_a_fabric_are_those_that_are_given() {
    let folder = folder();
    let run = folder.run("prove --fabric torus5x5-2qos --virtual-channels 1");
    assert!(run.status == Some(2) && run.err.contains("virtual channels, and there is 1"), "{run:?}");
    let document = prove(&folder, "torus5x5-2qos --virtual-channels 12");
    assert_eq!(
        (&document["answer"], &document["statement"]["virtual_channels"]),
        (&"deadlock-free".into(), &12.into())
    );
}

/// Where no trees help, other routes of the unicasts do.
#[test]
fn routes_that_close_no_loop_are_named() {
    let folder = folder();
    for with in ["", " --with-multicast"] {
        let run = folder.run(&format!("prove --fabric torus5x5-dor{with}"));
        let command = run.out.lines().filter_map(|line| line.strip_prefix("  wormcast ")).next_back();
        let command = command.unwrap_or_else(|| panic!("{run:?}"));
        assert!(command.contains("--routing "), "{run:?}");
        let run = folder.run(command);
        assert_eq!(run.status, Some(0), "{command}: {run:?}");
    }
    let run = folder.run("plan-groups torus5x5-dor");
    assert!(run.out.contains("wormcast prove --fabric torus5x5-dor"), "{run:?}");
}
