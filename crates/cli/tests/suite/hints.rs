//! What is said where there is nothing to write, and what refusals say to do instead.

use crate::support::{Folder, Run};

#[test]
fn a_picture_of_no_deadlock_is_not_passed_over_in_silence() {
    let folder = Folder::new();
    folder.write("old.svg", "<svg/>");
    let free = "prove mesh:4x4 --scheme single-tree";
    let run = folder.run(&format!("{free} --svg old.svg --save-plans saved"));
    assert!(run.err.contains("note: old.svg is not written: there is no deadlock to draw; what was there"), "{run:?}");
    assert!(run.err.contains("note: no plans are saved: there is no run"), "{run:?}");
    assert_eq!((folder.read("old.svg"), folder.files()), ("<svg/>".into(), vec!["old.svg".into()]));
    let run = folder.run(&format!("{free} --svg new.svg --pdf new.pdf --format json"));
    assert!(run.err.contains("new.svg and new.pdf are not written") && !run.err.contains("before"), "{run:?}");
    let found = folder.run("prove torus:4x4 --scheme unicast --svg new.svg");
    assert!(found.err.is_empty() && folder.read("new.svg").contains("Deadlock"), "{found:?}");
}

#[test]
fn mending_what_is_free_leaves_no_folder() {
    let folder = Folder::with_plan();
    let run = folder.run("mend plan.json --out mended");
    assert!(run.status == Some(0) && run.err.contains("nothing is written: there is no proposal"), "{run:?}");
    assert_eq!(folder.files(), ["plan.json"]);
}

#[test]
fn figures_without_pictures_do_not_promise_any() {
    let folder = Folder::new();
    let run = folder.run("reproduce star-deadlock --quick --out figures --pdf");
    assert!(run.out.contains("; tables are in figures\nno PDF is written"), "{run:?}");
}

/// Plans of an earlier run beside the new ones would be taken for a part of them.
#[test]
fn plans_together_are_alone_in_their_folder() {
    let folder = Folder::new();
    let plan =
        |pattern: &str| folder.run(&format!("plan-all {pattern} --topology mesh:3x3 --objective load --out plans"));
    assert_eq!(plan("all-gather").status, Some(0));
    let again = plan("rows");
    assert!(again.status == Some(2) && again.err.contains("the folder plans has files already"), "{again:?}");
    // What a killed command left is none of them.
    std::fs::remove_dir_all(folder.path().join("plans")).unwrap();
    std::fs::create_dir_all(folder.path().join("plans/.unfinished/phase-0")).unwrap();
    folder.write("plans/.unfinished/phase-0/0.json", "{");
    assert_eq!(plan("rows").status, Some(0));
    let left: Vec<_> =
        std::fs::read_dir(folder.path().join("plans")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["phase-0"]);
    // A plan that cannot be written: none is there.
    let program = env!("CARGO_BIN_EXE_wormcast");
    let script = format!(
        "trap '' XFSZ; ulimit -f 4; exec {program} plan-all all-gather --topology mesh:6x6 --objective load --out full"
    );
    let full = std::process::Command::new("sh").arg("-c").arg(script).current_dir(folder.path()).output().unwrap();
    let full = Run::from(full);
    let left = std::fs::read_dir(folder.path().join("full")).unwrap().count();
    assert!(full.status == Some(2) && left == 0, "{full:?}");
}

#[test]
fn refusals_say_what_is_accepted() {
    let folder = Folder::with_plan();
    folder.write("table.csv", "router,destination,next\n\"0,0\",\"1,0\",\"1,0\"\n\"1,0\",\"0,0\",\"0,0\"\n");
    folder.write("nested.txt", "# by hand\n0,0 1,0 (1,1 1,2) 2,0\n");
    folder.write("one.txt", "0,0 1,0 @0,1\n");
    folder.write(
        "layer.toml",
        "topology = \"mesh:4x4\"\n[[multicast]]\nsource = \"0,0\"\nto = [\"1,0\"]\nflits = 16\n\
                                [[multicast]]\nsource = \"2,0\"\nto = [\"1,0\"]\nflits = 64\n",
    );
    folder.run("plan-all layer.toml --objective load --out whole");
    for (call, parts) in [
        ("check whole", ["the folder whole has no files `*.json`", "it has folders, such as whole/phase-0"]),
        (
            "import table.csv --topology mesh:2x1 --out plans",
            ["table.csv:1:1: this is a table", "prove NETWORK --routes FILE"],
        ),
        (
            "import nested.txt --topology mesh:4x4 --tree --out plans",
            ["nested.txt:2:1", "one a line to each of its leaves"],
        ),
        ("import one.txt --topology mesh:4x4 --out plans", ["a path of 1 hop names 2 virtual channels", "expected"]),
        (
            "plan-all layer.toml --objective rounds",
            ["in phase 0 the multicast from 0,0 has 16 flits, that from 2,0 64", "`load` and `makespan` take any"],
        ),
        (
            "prove mesh:4x4 plan.json --routes up-down",
            ["`plan.json` stands beside the network `mesh:4x4`", "leave that out"],
        ),
    ] {
        let run = folder.run(call);
        assert_eq!((run.status, &*run.out), (Some(2), ""), "{call}: {run:?}");
        assert!(parts.iter().all(|part| run.err.contains(part)), "{call}: {}", run.err);
    }
    // The file that `prove` takes as `--routes` is a routing here.
    let [routes, routing] =
        ["routes", "routing"].map(|option| folder.run(&format!("route mesh:2x1 --{option} table.csv")));
    assert!(routes.status == Some(0) && routes.out == routing.out, "{routes:?}");
}

#[test]
fn a_schedule_without_messages_is_refused() {
    let folder = Folder::new();
    folder.write("empty.xml", "<algo name=\"x\" proto=\"Simple\" ngpus=\"2\" coll=\"allgather\"><gpu id=\"0\"></gpu><gpu id=\"1\"></gpu></algo>");
    let run = folder.run("import empty.xml --topology mesh:2x1 --out plans");
    assert!(run.status == Some(2) && run.err.contains("empty.xml"), "{run:?}");
}

/// What cannot be printed is a failure, help as much as an answer.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_a_failure() {
    let folder = Folder::new();
    for call in ["--help", "--version", "help prove", "list"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let run = Run::from(folder.command().args(call.split(' ')).stdout(full).output().unwrap());
        assert!(run.status == Some(2) && run.err.contains("cannot write to standard output"), "{call}: {run:?}");
    }
}

/// On a terminal of 80 columns no word is broken, so that all can be copied.
#[test]
fn lists_are_whole_on_a_narrow_terminal() {
    let folder = Folder::new();
    let run = |call: &str, width: &str| {
        Run::from(folder.command().args(call.split(' ')).env("COLUMNS", width).output().unwrap())
    };
    let list = run("list", "80");
    for whole in ["mesh-of-trees:HEIGHT[xHEIGHT…]", "turn-model:west-first|north-last|negative-first|odd-even"] {
        assert!(list.out.contains(whole), "{list:?}");
    }
    let claims = run("reproduce star-deadlock --quick --rules --out figures", "80");
    assert!(claims.out.contains("\ncommand    wormcast prove ") && claims.out.starts_with("figure     "), "{claims:?}");
    // 0 is what a terminal says that does not know.
    assert_eq!(run("list", "0").out, folder.run("list").out);
}

#[test]
fn a_scheme_for_one_source_is_not_recommended_for_all() {
    let folder = Folder::new();
    let faults = "--without-node 2,2 5,4 --without-link 3,3-4,3";
    let run = folder.run(&format!(
        "compare mesh:8x8 {faults} --source 0,0 --random 10 --seed 1 --schemes arborescences,single-tree"
    ));
    assert!(run.out.contains("recommended: `single-tree`"), "{run:?}");
    assert!(run.out.contains("`arborescences` has no plan from 1,5 to 0,0"), "{run:?}");
}

#[test]
fn a_comparison_says_how_long_it_looked() {
    let folder = Folder::new();
    let run = folder.run_with(
        "compare mesh:6x6 --source 0,0 --random 8 --seed 1 --budget 1ms --schemes"
            .split(' ')
            .chain(["steiner --within up-down"]),
    );
    let known = "unknown: neither a proof nor a deadlock was found in the 0.001s that each scheme has (`--budget`)";
    assert!(run.out.contains(known), "{run:?}");
}

/// Names with blanks and signs come back from files of routes as they are.
#[test]
fn names_with_blanks_come_back_from_routes() {
    let folder = Folder::new();
    let names = ["s", "a", "b", "a b", "#h", "t @0", "x->y"];
    let nodes: Vec<_> = names.iter().map(|name| serde_json::json!({"name": name, "kind": "router"})).collect();
    let pairs = names.iter().flat_map(|from| names.iter().map(move |to| (from, to))).filter(|(from, to)| from != to);
    let channels: Vec<_> = pairs.map(|(from, to)| serde_json::json!({"from": from, "to": to, "number": 0})).collect();
    let network = serde_json::json!({"format": "wormcast-network", "version": 1, "nodes": nodes, "channels": channels});
    folder.write("net.json", network.to_string());
    for file in ["routes.txt", "routes.csv"] {
        let run = folder.run(&format!("route file:net.json --routing shortest --out {file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        let run = folder.run(&format!("prove file:net.json --routes {file}"));
        assert!(run.status == Some(0) && !run.out.contains("without a route"), "{file}: {run:?}");
    }
    let plan = [
        "plan",
        "file:net.json",
        "--scheme",
        "unicast",
        "--source",
        "s",
        "--to",
        "a b",
        "#h",
        "x->y",
        "--routes-out",
        "own.txt",
    ];
    assert_eq!(folder.run_with(plan).status, Some(0));
    let run = folder.run("import own.txt --topology file:net.json --out plans");
    assert_eq!(run.status, Some(0), "{run:?}");
    let plan: serde_json::Value = serde_json::from_str(&folder.read("plans/0.json")).unwrap();
    assert_eq!(plan["destinations"], serde_json::json!(["a b", "#h", "x->y"]));
}

/// What is meant is told in the words that are accepted.
#[test]
fn words_of_other_programs_and_slips_are_answered() {
    let folder = Folder::with_plan();
    folder.write("curve.toml", "topology = \"mesh:4x4\"\n");
    folder.write("class.toml", CLASSES);
    for (call, said) in [
        ("route mesh:4x4 --routing XY", "did you mean `dimension-order`?"),
        ("route mesh:4x4 --routing west-first", "did you mean `turn-model:west-first`?"),
        ("describe mesh10x12", "did you mean `mesh:10x12`?"),
        ("describe mesh:4x4 --without-link 1,1>1,2", "--without-channel"),
        ("simulate mesh:4x4 plan.json", "is a network, and no plan file"),
        ("sweep plan.json", "this is JSON, and no experiment"),
        ("check curve.toml", "wormcast sweep curve.toml"),
        ("sweep class.toml", "the rule `class` parts virtual channels"),
        ("simulate plan.json --vc-rule class", "the rule `class` parts virtual channels"),
        ("compare mesh:4x4 --source 0,0 --to 1,1 --vc-rule class", "the rule `class` parts virtual channels"),
        ("prove mesh:4x4 --scheme single-tree --vc-rule class", "the rule `class` parts virtual channels"),
    ] {
        let run = folder.run(call);
        assert!(run.status == Some(2) && run.err.contains(said), "{call}: {run:?}");
    }
    let run = folder.run("compare mesh:4x4 --source 0,0 --to 1,1 --schemes unicast --switching cut-through");
    assert_eq!(run.status, Some(0), "{run:?}");
}

/// An experiment whose classes have nothing to part.
const CLASSES: &str = "topology = 'mesh:4x4'\nschemes = ['single-tree']\nloads = [0.01]\n\
                       timing = { vc_rule = 'class', virtual_channels = 1 }\n";

/// Experiments and workloads name faults as the command line does, or by nodes.
#[test]
fn files_name_faults_in_either_form() {
    let folder = Folder::new();
    for (links, channels) in [("['1,1-2,1']", "['0,0>1,0']"), ("[['1,1', '2,1']]", "[['0,0', '1,0']]")] {
        let faults = format!("without_nodes = ['3,3']\nwithout_links = {links}\nwithout_channels = {channels}\n");
        let experiment = "schemes = ['single-tree']\nloads = [0.01]\nstatistics.max_messages = 100\n";
        folder.write("curve.toml", format!("topology = 'mesh:4x4'\n{faults}{experiment}"));
        let run = folder.run("sweep curve.toml --list");
        assert_eq!(run.status, Some(0), "{run:?}");
        let multicast = "[[multicast]]\nsource = '0,0'\nto = ['2,2', '3,2']\n";
        folder.write("layer.toml", format!("topology = 'mesh:4x4'\n{faults}{multicast}"));
        let run = folder.run("plan-all layer.toml --objective load --format json");
        assert!(run.status == Some(0) && run.out.contains("without_channels"), "{run:?}");
    }
}

/// A routing that cannot serve is refused before anything runs.
#[test]
fn sweeps_refuse_routings_that_do_not_serve() {
    let folder = Folder::new();
    let experiment = |faults: &str, routing: &str, timing: &str| {
        format!(
            "topology = 'mesh:6x6'\n{faults}\nschemes = ['single-tree']\nloads = [0.01]\ntraffic.multicast_share = 0.1\n\
             traffic.multicast = {{ pattern = 'uniform', destinations = 3 }}\n\
             traffic.unicast_scheme = {{ scheme = 'unicast', routing = '{routing}' }}\n{timing}\n"
        )
    };
    let faults = "without_nodes = ['2,2', '3,3']";
    let class = "timing = { vc_rule = 'class', virtual_channels = 2 }";
    for (text, said) in [
        (experiment(faults, "dimension-order", class), "takes 2 virtual channels on this network"),
        (
            experiment(faults, "dimension-order", "timing.virtual_channels = 1"),
            "where there is 1, it has no route from",
        ),
        (experiment(faults, "turn-model:west-first", ""), "has no route from"),
    ] {
        folder.write("curve.toml", text);
        let run = folder.run("sweep curve.toml");
        assert!(run.status == Some(2) && run.err.contains(said) && run.err.contains("curve.toml:"), "{run:?}");
        assert_eq!(folder.files(), ["curve.toml"]);
    }
}

/// What is told of a file is told once by every command, and keys of one's own are not passed over in silence.
#[test]
fn commands_tell_what_is_not_read_of_a_file() {
    let folder = Folder::new();
    let node = |name: &str| format!(r#"{{"id":"{name}","role":"core"}}"#);
    let links = r#"[{"source":"a","target":"b","lat_ns":3,"wire_ps":2},{"source":"b","target":"c","lat_ns":3}]"#;
    let nodes = ["a", "b", "c"].map(node).join(",");
    folder.write("net.json", format!(r#"{{"directed":false,"nodes":[{nodes}],"links":{links}}}"#));
    for call in [
        "compare file:net.json --source a --to c --schemes unicast",
        "plan file:net.json --scheme unicast --source a --to c",
        "prove file:net.json --scheme unicast",
    ] {
        let run = folder.run(call);
        for said in ["`lat_ns`", "`wire_ps`", "attribute `role`, `core`"] {
            assert!(run.status == Some(0) && run.err.matches(said).count() == 1, "{call}: {run:?}");
        }
    }
    let run = folder.run("describe file:net.json");
    assert!(run.err.is_empty() && run.out.matches("warning").count() == 3, "{run:?}");
}
