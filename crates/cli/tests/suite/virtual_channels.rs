//! Virtual channels that are given are there, whichever form a question has; and options that say nothing are refused.

use crate::support::Folder;

/// A folder with the routes of a torus, which name two virtual channels, and a plan.
fn torus() -> Folder {
    let folder = Folder::new();
    for command in [
        "route torus:5x4 --routing dimension-order --out two.csv",
        "route torus:5x4 --routing up-down --out one.csv",
        "plan torus:5x4 --scheme unicast --source 0,0 --to 1,0 --out plan.json",
    ] {
        assert_eq!(folder.run(command).status, Some(0), "{command}");
    }
    folder
}

/// All that is asked about the routes in a file.
const FORMS: [&str; 6] = [
    "prove torus:5x4 --routes two.csv",
    "prove torus:5x4 --routing two.csv",
    "prove torus:5x4 --scheme unicast --routing two.csv",
    "prove plan.json --routes two.csv",
    "prove plan.json --with-unicast --routing two.csv",
    "route torus:5x4 --routing two.csv",
];

#[test]
fn routes_that_name_more_virtual_channels_than_there_are_are_refused_by_every_form() {
    let folder = torus();
    for form in FORMS {
        let run = folder.run(&format!("{form} --virtual-channels 1"));
        let told = "two.csv take 2 virtual channels, and there is 1";
        assert!(run.status == Some(2) && run.err.contains(told), "{form}: {run:?}");
        for count in ["", "--virtual-channels 2", "--virtual-channels 3"] {
            let run = folder.run(&format!("{form} {count}"));
            assert_eq!(run.status, Some(0), "{form} {count}: {run:?}");
        }
    }
    let run = folder.run("prove torus:5x4 --scheme unicast --routing layered --virtual-channels 1");
    assert!(run.status == Some(2) && run.err.contains("`layered` needs"), "{run:?}");
}

#[test]
fn with_more_than_routes_name_the_answer_is_for_so_many() {
    let folder = torus();
    for form in ["--routes one.csv", "--routing one.csv"] {
        let run = folder.run(&format!("prove torus:5x4 {form} --virtual-channels 4 --out proof.json"));
        assert!(run.status == Some(0) && run.out.contains("4 virtual channels per channel"), "{run:?}");
        let run = folder.run("check proof.json");
        assert_eq!(run.status, Some(0), "{run:?}");
    }
}

#[test]
fn what_says_nothing_is_refused() {
    let folder = torus();
    for (command, told) in [
        ("prove torus:5x4 --routes one.csv --with-unicast", "`--with-unicast` adds unicasts beside something"),
        ("prove torus:5x4 --routes one.csv --consumption 2", "`--consumption` is for plan files and schemes"),
        ("prove torus:5x4 --routing up-down --consumption 2", "`--consumption` is for plan files and schemes"),
        ("prove --fabric dumps --without-node a", "`--without-…` does not go with `--fabric`"),
        ("prove --fabric dumps --with-unicast", "`--with-unicast` adds unicasts beside something"),
        ("check torus:5x4 --routes one.csv --beside up-down", "`--beside` is for plans"),
        ("check torus:5x4 --routes one.csv --fill", "`--fill` is for plans"),
        ("prove torus:5x4 --scheme single-tree --certificate proof.json", "`--out FILE` writes the proof"),
    ] {
        let run = folder.run(command);
        assert!(run.status == Some(2) && run.err.contains(told), "{command}: {run:?}");
    }
}

/// Routes of a file, and the network's own unicasts: both are in flight.
#[test]
fn unicasts_are_in_flight_beside_routes_of_files_too() {
    let folder = Folder::new();
    // A turn that dimension-order routes never make, beside such that close the cycle.
    folder.write("a.json", r#"{"topology": "mesh:2x2", "route": ["1,0", "1,1", "0,1"]}"#);
    folder.write("b.txt", "0,1 0,0 1,0\n");
    assert_eq!(folder.run("prove a.json --routes b.txt").status, Some(0));
    let run = folder.run("prove a.json --routes b.txt --with-unicast");
    assert_eq!(run.status, Some(1), "{run:?}");
}

#[test]
fn a_table_that_deadlocks_is_put_into_layers() {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/route-tables");
    for name in ["net.edges", "mixed.csv"] {
        folder.write(name, std::fs::read(format!("{cases}/{name}")).unwrap());
    }
    let run = folder.run("prove file:net.edges --routes mixed.csv");
    assert_eq!(run.status, Some(1), "{run:?}");
    let command = run.out.lines().find(|line| line.contains("prove") && line.contains("layered:mixed.csv"));
    let command = command.unwrap_or_else(|| panic!("{run:?}")).trim().strip_prefix("wormcast ").unwrap();
    let run = folder.run(&format!("{command} --out proof.json"));
    assert_eq!(run.status, Some(0), "{command}: {run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let run = folder.run("prove file:net.edges --routing layered:mixed.csv --virtual-channels 1");
    assert!(run.status == Some(2) && run.err.contains("`layered` needs 2 virtual channels"), "{run:?}");
    // The same routes, and nothing but their virtual channels is new.
    let run = folder.run("route file:net.edges --routing layered:mixed.csv --out free.txt");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("prove file:net.edges --routes free.txt");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("route file:net.edges --routing mixed.csv --out mixed.txt").status, Some(0));
    let nodes = |name: &str| -> Vec<String> {
        let text = folder.read(name);
        let mut lines: Vec<_> = text.lines().map(|line| line.split('@').next().unwrap().trim().to_owned()).collect();
        lines.sort();
        lines
    };
    assert_eq!(nodes("mixed.txt"), nodes("free.txt"));
    let run = folder.run("route file:net.edges --routing mixed.csv");
    assert!(run.out.contains("that many the routes name") && run.out.contains("layered:mixed.csv"), "{run:?}");
    for (name, told) in [("layered:nothing.csv", "nothing.csv"), ("layered:up-down", "layered")] {
        let run = folder.run(&format!("route file:net.edges --routing {name}"));
        assert!(run.status == Some(2) && run.err.contains(told), "{run:?}");
    }
}

/// Multicasts and unicasts that share no virtual channel are two questions, and both are answered.
#[test]
fn both_questions_of_classes_are_answered() {
    let folder = Folder::new();
    let asked =
        "prove mesh:4x4 --scheme single-tree --with-unicast --routing up-down --virtual-channels 2 --vc-rule class";
    let run = folder.run(asked);
    assert!(run.status == Some(0) && run.out.contains("together they are deadlock-free"), "{run:?}");
    let commands: Vec<_> = run.out.lines().filter_map(|line| line.strip_prefix("  wormcast ")).collect();
    assert_eq!(commands.len(), 2, "{run:?}");
    for command in commands {
        let run = folder.run(command);
        assert_eq!(run.status, Some(0), "{command}: {run:?}");
    }
    let run = folder.run(&asked.replace("--routing up-down", "--routing turn-model:odd-even"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let alone = "prove mesh:4x4 --scheme single-tree --vc-rule class --virtual-channels 2";
    let run = folder.run(&format!("{alone} --out proof.json"));
    assert!(run.status == Some(0) && run.out.contains("single-tree on mesh:4x4: deadlock-free"), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let unsafe_ones = asked.replace("single-tree", "routed-tree");
    assert_eq!(folder.run(&unsafe_ones).status, Some(1));
    for (command, told) in [
        (format!("{asked} --format json"), "two questions"),
        (format!("{asked} --consumption 1"), "share consumption channels"),
        (asked.replace("--virtual-channels 2", "--virtual-channels 1"), "of 2 or more"),
    ] {
        let run = folder.run(&command);
        assert!(run.status == Some(2) && run.err.contains(told), "{command}: {run:?}");
    }
}
