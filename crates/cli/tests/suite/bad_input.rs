//! Wrong input: exit status 2, nothing on standard output, and a message that names the culprit and what would do.

use crate::support::Folder;

/// Calls, and what their message must say.
const CALLS: &[(&str, &[&str])] = &[
    ("", &["Usage: wormcast <COMMAND>"]),
    ("plann", &["unrecognized subcommand 'plann'", "'plan'"]),
    ("list --format yaml", &["[possible values: table, json]"]),
    // Networks.
    ("describe", &["<TOPOLOGY>"]),
    ("describe unknown-node.json", &["`unknown-node.json` is a file", "`file:unknown-node.json`"]),
    ("describe mehs:8x8", &["unknown topology `mehs:8x8`", "`torus:WxH[x…]`", "did you mean `mesh`?"]),
    ("describe mesh:8x", &["`mesh:8x`", "expected sides", "such as `mesh:8x8`"]),
    ("describe mesh:99999x99999", &["`mesh:99999x99999`", "16777216"]),
    ("describe mesh:18446744073709551616x2", &["18446744073709551616", "expected sides"]),
    ("describe hypercube:99", &["hypercube:99", "too large", "expected a dimension"]),
    ("describe file:", &["no path", "expected the path of a file"]),
    ("describe file:none.gml", &["cannot read none.gml"]),
    ("describe file:.", &["cannot read ."]),
    ("describe file:broken.gml", &["broken.gml:3:"]),
    ("describe file:latin1.edges", &["latin1.edges:2:3", "UTF-8"]),
    ("describe mesh:4x4 --without-node 9,9", &["mesh:4x4 has no node `9,9`", "`0,0` to `3,3`"]),
    ("describe mesh:4x4 --without-link 0,0", &["`0,0` is not a link", "with `-` between them"]),
    ("describe mesh:4x4 --without-link 0,0-1,1", &["no link 0,0-1,1", "`0,0` is linked to `1,0`, `0,1`"]),
    ("describe mesh:1x1 --without-node 0,0", &["at least one node"]),
    // Plans.
    ("plan mesh:4x4 --scheme unicast --source 0,0", &["--to <NODE>...|--to-file <FILE>|--random <K>|--all"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --all --random 3", &["'--all' cannot be used with '--random <K>'"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --all --seed 3", &["'--all' cannot be used with '--seed <SEED>'"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --random x", &["invalid value 'x' for '--random <K>'"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --random 16", &["16 destinations", "15 nodes beside the source"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --random 0", &["no destinations; at least one is needed"]),
    ("plan mesh:4x4 --scheme unicast --source 4,0 --all", &["no node `4,0`", "`0,0` to `3,3`"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --to 1,1 1,1", &["`1,1` is named twice"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --to 1,1 0,0", &["source `0,0` is among the destinations"]),
    ("plan mesh:1x1 --scheme unicast --source 0,0 --all", &["no destinations"]),
    (
        "plan mesh:4x4 --scheme singletree --source 0,0 --all",
        &["unknown scheme `singletree`", "did you mean `single-tree`?"],
    ),
    ("plan mesh:4x4 --scheme steiner-tree --source 0,0 --all", &["did you mean `steiner`?"]),
    ("plan mesh:4x4 --scheme spt --source 0,0 --all", &["did you mean `shortest-path-tree`?"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --all --root 1,1", &["`unicast` has no option `root`"]),
    ("plan mesh:4x4 --scheme single-tree --source 0,0 --all --root 9,9", &["no node `9,9`"]),
    ("plan tree:3 --scheme dual-path --source r --all", &["`dual-path` needs a Hamiltonian labelling"]),
    ("plan file:pieces.edges --scheme unicast --source a --all", &["no way leads from `a` to `c`"]),
    ("plan file:pieces.edges --scheme unicast --source A --to b", &["no node `A`", "did you mean `a`?"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --to-file nodes.txt", &["no node `5,5`", "nodes.txt:4:2"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --to-file none.txt", &["cannot read none.txt"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --to-file latin1.edges", &["latin1.edges, line 2: not UTF-8"]),
    ("plan mesh:4x4 --scheme unicast --source 0,0 --to-file .", &["cannot read ."]),
    ("plan mesh:99x99 --scheme unicast --source 0,0 --random 3 --svg big.svg", &["9801 nodes", "at most 4096"]),
    // Pictures are SVG, whatever a name promises.
    (
        "plan mesh:4x4 --scheme unicast --source 0,0 --to 1,1 --svg a.png",
        &["cannot write a.png", "`--svg` draws SVG", "`.svg`"],
    ),
    ("describe mesh:4x4 --svg a.PDF", &["cannot write a.PDF", "`--svg` draws SVG"]),
    ("simulate plan.json --svg a.jpg", &["cannot write a.jpg", "`--svg` draws SVG"]),
    ("prove mesh:4x4 --scheme unicast --svg a.jpeg", &["cannot write a.jpeg", "`--svg` draws SVG"]),
    // Plan files.
    ("check", &["<FILE.json|TOPOLOGY>"]),
    ("check none.json", &["cannot read none.json"]),
    ("check trailing.json", &["a comma before a closing bracket", "trailing.json:1:"]),
    ("check truncated.json", &["EOF", "truncated.json:"]),
    ("check other.json", &["other.json", "`wormcast-plan` version 1"]),
    ("check newer.json", &["newer.json", "version 3"]),
    ("check deep.json", &["recursion limit exceeded"]),
    ("check nowhere.json", &["nowhere.json: unknown topology `mehs:4x4`", "did you mean `mesh`?"]),
    ("check broken-network.json", &["broken.gml:3:"]),
    ("check faulty.json", &["faulty.json: mesh:4x4 has no node `9,9`"]),
    // Runs.
    ("simulate", &["<PLAN.json[@NS]>"]),
    ("simulate none.json", &["cannot read none.json"]),
    ("simulate plan.json@soon", &["`soon` is not a time in ns"]),
    ("simulate plan.json other-network.json", &["plan.json is for mesh:4x4, but other-network.json is for mesh:5x5"]),
    ("simulate plan.json --length 0", &["invalid value '0' for", "expected a whole number above 0"]),
    ("simulate plan.json --length 99999999999", &["invalid value '99999999999'"]),
    ("simulate plan.json --flit-ns 0", &["flit time is 0"]),
    ("simulate plan.json --flit-ns 0.0001", &["at most three decimals"]),
    ("simulate plan.json --router-ns 99999999999999999999", &["is not a time in ns"]),
    ("simulate plan.json --buffer 0", &["expected a whole number above 0"]),
    ("simulate plan.json --injection 0", &["`all-port` or a number of at least 1"]),
    ("simulate plan.json --startup maybe", &["`serial`, `parallel`"]),
    ("simulate plan.json --engine flits", &["`flits` is none of `auto`, `worm`, `flit`"]),
    (
        "simulate plan.json --virtual-channels 2 --engine worm",
        &["the worm engine knows one virtual channel", "leave `--engine worm` out"],
    ),
    ("simulate plan.json --credit-ns 1 --engine worm", &["no credit delay", "leave `--engine worm` out"]),
    ("simulate plan.json --handover tail --engine worm", &["handed over when empty", "leave `--engine worm` out"]),
    ("prove mesh:4x4 --scheme dual-path --handover head", &["`head` is none of `empty`, `tail`"]),
    ("prove plan.json --handover head", &["`head` is none of `empty`, `tail`"]),
    ("simulate plan.json --handover head", &["`head` is none of `empty`, `tail`"]),
    ("simulate plan.json --virtual-channels 0 --engine flit", &["invalid value '0'"]),
    ("simulate plan.json --virtual-channels 65 --engine flit", &["invalid value '65'", "at most 64"]),
    ("prove plan.json --virtual-channels 4294967295", &["invalid value '4294967295'", "at most 64"]),
    ("simulate circle.json", &["worm 0", "starts after worm 0", "`wormcast check` tells"]),
    ("simulate unknown-node.json", &["unknown-node.json: mesh:4x4 has no node `2,9`"]),
];

fn folder() -> Folder {
    let folder = Folder::with_plan();
    let plan = folder.read("plan.json");
    folder.write("broken.gml", "graph [\n  node [ id 0 ]\n  node [ id ]\n]\n");
    folder.write("latin1.edges", b"a b\nb \xe9\n");
    folder.write("pieces.edges", "a b\nc d\n");
    folder.write("nodes.txt", "# the others\n1,1\n\n\t5,5 # outside\n");
    folder.write("trailing.json", "{\"format\": \"wormcast-plan\",}");
    folder.write("truncated.json", &plan[..plan.len() / 2]);
    folder.write("other.json", "{\"format\": \"something\", \"version\": 1}");
    folder.write("newer.json", plan.replace("\"version\": 1", "\"version\": 3"));
    folder.write("deep.json", "{\"x\": ".to_owned() + &"[".repeat(1_000_000));
    folder.write("nowhere.json", plan.replace("mesh:4x4", "mehs:4x4"));
    folder.write("faulty.json", plan.replace("\"scheme\"", "\"without_nodes\": [\"9,9\"], \"scheme\""));
    folder.write("broken-network.json", plan.replace("mesh:4x4", "file:broken.gml"));
    folder.write("circle.json", plan.replace("\"after\":null", "\"after\":0"));
    folder.write("unknown-node.json", plan.replace("\"2,2\"", "\"2,9\""));
    let other = "plan mesh:5x5 --scheme unicast --source 0,0 --to 1,1 --out other-network.json";
    assert_eq!(folder.run(other).status, Some(0));
    folder
}

#[test]
fn wrong_input_is_told() {
    let folder = folder();
    let files = folder.files();
    for (call, parts) in CALLS {
        let run = folder.run(call);
        assert_eq!((run.status, &*run.out), (Some(2), ""), "wormcast {call}: {}", run.err);
        for part in *parts {
            assert!(run.err.contains(part), "wormcast {call}: no {part:?} in\n{}", run.err);
        }
        assert!(!run.err.contains("panicked"), "wormcast {call}: {}", run.err);
    }
    assert_eq!(folder.files(), files, "nothing is written");
}

/// Messages from files that are there show the line with the place in it.
#[test]
fn places_in_files_are_shown() {
    let folder = folder();
    let run = folder.run("plan mesh:4x4 --scheme unicast --source 0,0 --to-file nodes.txt");
    let shown = " 4 |     5,5 # outside\n   :     ^";
    assert!(run.err.contains(shown), "{}", run.err);
}

#[test]
fn arguments_may_be_anything() {
    let folder = Folder::with_plan();
    let long = "9".repeat(100_000);
    for argument in ["\u{1b}[2J", "é", "--", "-", "", " ", "@", "plan.json@", "@5", &long] {
        for call in [
            vec!["describe", argument],
            vec!["describe", "mesh:4x4", "--without-link", argument],
            vec!["plan", "mesh:4x4", "--scheme", argument, "--source", "0,0", "--all"],
            vec!["plan", "mesh:4x4", "--scheme", "unicast", "--source", argument, "--all"],
            vec!["plan", "mesh:4x4", "--scheme", "unicast", "--source", "0,0", "--to", argument],
            vec!["check", argument],
            vec!["simulate", argument],
        ] {
            let run = folder.run_with(call.iter().copied());
            assert_eq!((run.status, &*run.out), (Some(2), ""), "{call:?}: {}", run.err);
            assert!(!run.err.contains("panicked") && !run.err.contains("\u{1b}[2J"), "{call:?}: {}", run.err);
        }
    }
}

/// A file may call its nodes what it likes.
#[test]
fn names_may_be_long_and_strange() {
    let folder = Folder::new();
    let long = |first: char| format!("{first}{}", "x".repeat(250));
    let links: Vec<_> = (b'a'..=b'y').map(|c| format!("{} {}", long(c.into()), long((c + 1).into()))).collect();
    folder.write("long.edges", links.join("\n"));
    folder.write("dashes.edges", "a-b b\nb a\na a-b\na b-b\n");
    for (call, status) in [
        (format!("plan file:long.edges --scheme single-tree --source {} --all --svg p.svg --out p.json", long('a')), 0),
        ("check p.json".to_owned(), 0),
        ("simulate p.json --timeline".to_owned(), 0),
        ("describe file:long.edges --without-link a-b".to_owned(), 2),
        // Read as `a` and `b-b`, or as `a-b` and `b`: both are linked.
        ("describe file:dashes.edges --without-link a-b-b".to_owned(), 2),
        ("describe file:dashes.edges --without-link b-a-b".to_owned(), 0),
        ("describe file:dashes.edges --without-link a-a-b".to_owned(), 0),
    ] {
        let run = folder.run(&call);
        assert_eq!(run.status, Some(status), "{call}: {}", run.err);
        assert!(run.out.len() < 40_000 && run.err.len() < 1000, "{call}: {}", run.out.len());
    }
}

#[test]
fn plan_files_are_read_with_care() {
    let folder = Folder::new();
    folder.run("plan mesh:4x4 --scheme unicast --source 0,0 --to 2,2 --out plan.json");
    let plan = folder.read("plan.json");
    // A destination that no worm delivers at.
    folder.write("left-out.json", plan.replace("\"2,2\"\n", "\"2,2\", \"3,3\"\n"));
    let run = folder.run("simulate left-out.json");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("does not deliver at all its destinations"), "{run:?}");
    // Keys that nobody knows are kept, but not without bound.
    let unknown = |bytes: usize| plan.replacen('{', &format!("{{\"note\": \"{}\",", "x".repeat(bytes)), 1);
    folder.write("noted.json", unknown(1 << 20));
    assert_eq!(folder.run("check noted.json").status, Some(0));
    folder.write("stuffed.json", unknown((1 << 24) + 1));
    let run = folder.run("check stuffed.json");
    assert_eq!(run.status, Some(2), "{run:?}");
    // A byte order mark is no part of the text.
    folder.write("marked.json", format!("\u{feff}{plan}"));
    assert_eq!(folder.run("check marked.json").status, Some(0));
    // A name does not reach the terminal as anything but a name.
    folder.write("named.json", plan.replace("\"scheme\": \"unicast\"", "\"scheme\": \"a\\nb\u{202e}c\""));
    let run = folder.run("simulate named.json");
    assert!(run.out.contains("a?b???c on mesh:4x4"), "{run:?}");
}
