//! Plans by hand: a network and routes are enough.

use crate::support::Folder;
use serde_json::{Value, json};

#[test]
fn routes_are_enough_for_a_plan() {
    let folder = Folder::new();
    folder.write("hand.json", r#"{"topology": "mesh:4x4", "origin": "0,0", "route": ["1,0", ["1,1", "1,2"], "2,0"]}"#);
    assert_eq!(folder.run("check hand.json").status, Some(0), "{:?}", folder.run("check hand.json"));
    assert_eq!(folder.run("simulate hand.json").status, Some(0));
    assert_eq!(folder.run("prove hand.json").status, Some(0));
    let run = folder.run("check hand.json --fill");
    let whole: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(whole["destinations"], json!(["1,2", "2,0"]));
    assert_eq!(whole["cost"], json!({"channels": 4, "longest_path": 3, "rounds": 1, "worms": 1}));
    folder.write("whole.json", &run.out);
    assert_eq!(folder.run("check whole.json").status, Some(0));
}

#[test]
fn worms_by_hand_start_where_others_deliver() {
    let folder = Folder::new();
    let worms = r#"[{"route": ["0,0", "1,0", "2,0"]}, {"origin": "2,0", "route": ["2,1", "2,2"]}]"#;
    folder.write("hand.json", format!(r#"{{"topology": "mesh:4x4", "worms": {worms}}}"#));
    let run = folder.run("check hand.json --fill");
    let whole: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&whole["worms"][1]["after"], &whole["worms"][1]["round"]), (&json!(0), &json!(1)), "{run:?}");
    folder.write("gap.json", r#"{"topology": "mesh:4x4", "route": ["0,0", "2,0"]}"#);
    let run = folder.run("check gap.json");
    assert!(run.status == Some(1) && run.out.contains("no such channel"), "{run:?}");
    for wrong in [
        r#"{"topology": "mesh:4x4", "route": []}"#,
        r#"{"topology": "mesh:4x4", "route": [[]]}"#,
        r#"{"route": ["a"]}"#,
    ] {
        folder.write("wrong.json", wrong);
        assert_eq!(folder.run("check wrong.json").status, Some(2), "{wrong}");
    }
}

/// Two multicasts of one node stay two where an empty line stands between them.
#[test]
fn paragraphs_are_plans() {
    let folder = Folder::new();
    folder.write("routes.txt", "2,2 2,1\n2,2 3,2\n\n# another\n\n2,2 2,3\n0,0->1,0→2,0 # by the edge\n0,0 -> 0,1\n");
    for (options, plans) in [("", 2), ("--paragraphs", 3)] {
        let out = format!("out{options}");
        let run = folder.run(&format!("import routes.txt --topology mesh:4x4 --out {out} {options}"));
        assert_eq!((run.status, run.out.matches(".json ").count()), (Some(0), plans), "{run:?}");
    }
}

/// Notes and arrows without blanks are read; a name that looks like either stays a name.
#[test]
fn routes_have_notes_and_arrows() {
    let folder = Folder::new();
    folder.write("routes.txt", "0,0->1,0 @0 # a note @ home\n0,0\t->\t0,1\t#0\n");
    let run = folder.run("prove mesh:2x2 --routes routes.txt");
    assert!(run.status == Some(0) && run.out.contains("10 pairs without a route"), "{run:?}");
    let [nodes, ends] = [r##"[{"name": "a->b"}, {"name": "#c"}]"##, r##"[{"from": "a->b", "to": "#c"}]"##];
    let network = r#"{"format": "wormcast-network", "version": 1, "nodes": NODES, "channels": ENDS}"#;
    folder.write("net.json", network.replace("NODES", nodes).replace("ENDS", ends));
    folder.write("routes.txt", "a->b #c\n");
    let run = folder.run("prove file:net.json --routes routes.txt");
    assert!(run.status == Some(0) && run.out.contains("1 pair without a route"), "{run:?}");
}

/// A table with another header says which one is read; semicolons and tabs may part columns.
#[test]
fn foreign_headers_name_the_own_one() {
    let folder = Folder::new();
    for header in ["from,to,via", "from;to;via", "# mine\n\nfrom\tto\tvia"] {
        folder.write("table.csv", format!("{header}\n\"0,0\",\"1,1\",\"1,0\"\n"));
        let run = folder.run("prove mesh:2x2 --routes table.csv");
        assert!(run.status == Some(2) && run.err.contains("router,destination,next"), "{run:?}");
    }
    for separator in [";", "\t"] {
        let rows = [["router", "destination", "next"], ["0,0", "1,0", "1,0"], ["0,0", "1,1", "5,5"]];
        let text = rows.map(|row| row.join(separator)).join("\n");
        folder.write("table.csv", text.replace("5,5", "1,0"));
        let run = folder.run("prove mesh:2x2 --routes table.csv");
        assert!(run.status == Some(0) && run.out.contains("deadlock-free"), "{run:?}");
        folder.write("table.csv", text);
        let run = folder.run("prove mesh:2x2 --routes table.csv");
        assert!(run.status == Some(2) && run.err.contains("table.csv:3"), "{run:?}");
    }
}

#[test]
fn lists_and_trees_that_are_none_are_told_well() {
    let folder = Folder::new();
    folder.write("list.txt", "[1,1] [2,1]\n");
    let run = folder.run("import list.txt --topology mesh:4x4 --out a");
    assert!(run.status == Some(2) && run.err.contains("no brackets: `1,1 2,1 2,2`"), "{run:?}");
    folder.write("two.txt", "1,1 2,1 3,1\n1,1 1,2 2,2 3,2 3,1\n");
    let run = folder.run("import two.txt --topology mesh:4x4 --tree --out a");
    assert!(
        run.status == Some(1) && run.out.contains("two paths lead to 3,1, and a tree has one to each node"),
        "{run:?}"
    );
}

/// Virtual channels that paths name stay named, be they the first, also on the way out and in again; where none is
/// named, it is told what that means.
#[test]
fn virtual_channels_are_named_as_the_paths_name_them() {
    let folder = Folder::new();
    let named = |run: &crate::support::Run, out: &str| {
        assert_eq!(run.status, Some(0), "{run:?}");
        let plan = folder.read(&format!("{out}/0.json")).contains("\"virtual_channels\"");
        assert_ne!(plan, run.out.contains("the paths name no virtual channel"), "{run:?}");
        plan
    };
    for (out, paths, is_named) in
        [("none", "0 1 2\n2 1\n", false), ("first", "0 1 2 @0,0\n2 1\n", true), ("other", "0 1 2\n2 1 @1\n", true)]
    {
        folder.write("paths.txt", paths);
        let run = folder.run(&format!("import paths.txt --topology torus:4 --out {out}"));
        assert_eq!(named(&run, out), is_named, "{paths}");
    }
    folder.write("paths.txt", "0 1 2\n");
    let run = folder.run("import paths.txt --topology torus:4 --out option --virtual-channel 0");
    assert!(named(&run, "option"), "{run:?}");
    for (naming, is_named) in [("--virtual-channel 0", true), ("", false)] {
        let plan = format!("plan torus:4 --scheme unicast --source 0 --to 2 --routes-out routes.txt {naming}");
        assert_eq!(folder.run(&plan).status, Some(0));
        let out = format!("back-{is_named}");
        let run = folder.run(&format!("import routes.txt --topology torus:4 --out {out}"));
        assert_eq!(named(&run, &out), is_named, "{}", folder.read("routes.txt"));
    }
}
