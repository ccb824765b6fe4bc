//! Dumps of a subnet manager that say too little, or two things: nothing is taken for granted without a word.

use crate::support::Folder;
use serde_json::Value;

const LFTS: &str = "fabric/opensm-lfts.dump";
const GROUPS: &str = "fabric/opensm.mcfdbs";

/// A folder with a fabric that has no loop.
fn folder() -> Folder {
    let folder = Folder::new();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm/torus5x5-2qos");
    std::fs::create_dir(folder.path().join("fabric")).unwrap();
    for file in ["ibnetdiscover.txt", "opensm-lfts.dump", "opensm.mcfdbs", "psl.txt", "slvl.txt"] {
        folder.write(&format!("fabric/{file}"), std::fs::read(format!("{own}/{file}")).unwrap());
    }
    folder
}

/// The lines of a file with one changed, or left out.
fn change(folder: &Folder, file: &str, change: impl Fn(usize, &str) -> Option<String>) {
    let text = folder.read(file);
    let lines = text.lines().enumerate().filter_map(|(at, line)| change(at, line));
    folder.write(file, lines.collect::<Vec<_>>().join("\n") + "\n");
}

fn assert_refused(folder: &Folder, parts: &[&str]) {
    let run = folder.run("prove --fabric fabric");
    assert!(run.status == Some(2) && parts.iter().all(|part| run.err.contains(part)), "{parts:?}: {run:?}");
}

#[test]
fn tables_by_which_nothing_is_sent_are_refused() {
    let folder = folder();
    for tables in ["", "# nothing\n", "0x0001 UNREACHABLE\n0 lids dumped\n"] {
        folder.write(LFTS, tables);
        assert_refused(&folder, &["opensm-lfts.dump", "none of the 600 pairs of hosts has a route by these tables"]);
        let run = folder.run("prove --fabric fabric --with-multicast");
        assert_eq!(run.status, Some(2), "{run:?}");
    }
}

#[test]
fn lines_that_are_not_understood_are_refused() {
    for (file, line) in [
        (LFTS, "0x00"),
        (LFTS, "0x0001 port5"),
        (LFTS, "0x0001 : 005  : 00  : yes"),
        (LFTS, "1 5"),
        (GROUPS, "0xC000 0x001 0x002"),
        (GROUPS, "0xC000 : 0x001 port2"),
        (GROUPS, "Swi"),
    ] {
        let folder = folder();
        change(&folder, file, |at, own| Some(if at == 12 { line.to_owned() } else { own.to_owned() }));
        let name = file.strip_prefix("fabric/").unwrap();
        assert_refused(&folder, &[&format!("{name}:13:1"), "expected `"]);
    }
    // What may stand there.
    let folder = folder();
    folder.write(LFTS, "# mine\n\n  Lid  Out   Destination\n       Port     Info\n".to_owned() + &folder.read(LFTS));
    folder.write(GROUPS, "# mine\n".to_owned() + &folder.read(GROUPS));
    assert_eq!(folder.run("prove --fabric fabric --with-multicast").status, Some(0));
}

#[test]
fn two_entries_for_one_thing_are_refused_unless_they_are_equal() {
    for (file, at, other) in [
        ("opensm-lfts.dump", 1, "0x0001 004 # Channel Adapter"),
        ("opensm.mcfdbs", 3, "0xC000 : 0x001"),
        ("psl.txt", 0, "0x200000 21 7"),
        ("slvl.txt", 0, "0x0000000000100000 0 1 0x01 0x01 0x01 0x01 0x45 0x45 0x45 0x46"),
    ] {
        let path = format!("fabric/{file}");
        for is_equal in [true, false] {
            let folder = folder();
            change(&folder, &path, |line, own| match line == at {
                true if is_equal => Some(format!("{own}\n{own}")),
                true => Some(format!("{own}\n{other}")),
                false => Some(own.to_owned()),
            });
            if is_equal {
                let run = folder.run("prove --fabric fabric --with-multicast");
                assert_eq!(run.status, Some(0), "{file}: {run:?}");
            } else {
                let lines = [format!("{file}:{}:1", at + 2), format!("in line {} ", at + 1)];
                assert_refused(&folder, &[&lines[0], &lines[1], "expected one entry"]);
            }
        }
    }
}

#[test]
fn files_that_say_a_part_alone_are_told() {
    let folder = folder();
    folder.write("fabric/msl.txt", "0xC000 0\n");
    change(&folder, "fabric/psl.txt", |at, line| (at < 100).then(|| line.to_owned()));
    let run = folder.run("prove --fabric fabric --with-multicast");
    assert!(run.err.contains("note: 500 of 600 pairs have no row in `psl.txt`; level 0 is taken"), "{run:?}");
    assert!(run.err.contains("note: 4 of 5 groups have no row in `msl.txt`; level 0 is taken"), "{run:?}");
    assert!(!run.err.contains("slvl.txt"), "{run:?}");
    change(&folder, "fabric/slvl.txt", |at, line| (at > 30).then(|| line.to_owned()));
    let run = folder.run("prove --fabric fabric");
    assert!(run.err.contains(" pairs of ports of switches have no row in `slvl.txt`"), "{run:?}");
}

/// Where a tree is cut its members do not get what they should, which is no deadlock, and is told.
#[test]
fn groups_whose_members_are_not_all_reached_are_told() {
    let folder = folder();
    change(&folder, GROUPS, |at, line| (at < 40).then(|| line.to_owned()));
    let run = folder.run("prove --fabric fabric --with-multicast --out proof.json");
    assert!(run.status == Some(0) && run.out.contains("  group 0xc000: from H"), "{run:?}");
    assert!(run.out.contains("whose tree does not lead from every member to all others"), "{run:?}");
    assert!(!folder.run("prove --fabric fabric").out.contains("group 0x"));
    let proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
    let cut = &proof["cut_groups"][0];
    assert!(cut["group"] == "0xc000" && cut["reached"].as_u64() < cut["others"].as_u64(), "{cut}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let forged = folder.read("proof.json").replacen("\"reached\":", "\"reached\":1", 1);
    assert_ne!(forged, folder.read("proof.json"));
    folder.write("forged.json", forged);
    assert_eq!(folder.run("check forged.json").status, Some(1));
}

/// One port less at one end of a link cuts one way of it.
#[test]
fn a_port_that_is_missing_at_one_end_is_told() {
    let folder = folder();
    change(&folder, GROUPS, |at, line| Some(if at == 3 { line.replace("0x003  ", "") } else { line.to_owned() }));
    let run = folder.run("prove --fabric fabric --with-multicast");
    assert!(run.status == Some(0) && run.out.contains("1 group whose tree"), "{run:?}");
    assert!(run.out.contains("  group 0xc000: from H0_0_0, 0 of 24 other members are reached\n"), "{run:?}");
}

/// Trees by which no member reaches another one are no multicasts.
#[test]
fn groups_that_send_nothing_are_refused() {
    let folder = folder();
    change(&folder, GROUPS, |_, line| match line.strip_prefix("0xC") {
        Some(_) if !line.contains("0x005") => None,
        Some(_) => Some(format!("{}: 0x005", line.split(':').next()?)),
        None => Some(line.to_owned()),
    });
    let run = folder.run("prove --fabric fabric --with-multicast");
    assert!(run.status == Some(2) && run.err.contains("no member of a group reaches another one"), "{run:?}");
}

/// What is taken for granted of switches is said as it is meant: they take whole packets in.
#[test]
fn proofs_about_fabrics_say_what_switches_do() {
    let folder = folder();
    let told = folder.run("prove --fabric fabric --with-multicast --out proof.json");
    let checked = folder.run("check proof.json");
    for run in [told, checked] {
        assert!(
            run.out.contains("switches that take in whole packets (virtual cut-through) and send each copy by itself"),
            "{run:?}"
        );
        assert!(run.out.contains("buffers of a packet or more"), "{run:?}");
        assert!(!run.out.contains("atomic") && !run.out.contains("every buffer size"), "{run:?}");
    }
    let proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
    let statement = &proof["statement"];
    assert_eq!((&statement["switching"], &statement["reservation"]), (&"cut-through".into(), &"independent".into()));
    // Documents of earlier versions said nothing of that, and hold as well.
    let mut earlier = proof.clone();
    let fields = earlier["statement"].as_object_mut().unwrap();
    fields.remove("switching");
    fields.remove("reservation");
    folder.write("earlier.json", earlier.to_string());
    assert_eq!(folder.run("check earlier.json").status, Some(0));
}
