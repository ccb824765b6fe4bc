//! What newcomers stumbled over: each answer leads on.

use super::support::Folder;

const RING: &str = "0 1 2\n1 2 3\n2 3 0\n3 0 1\n";

/// The plans of a phase are all that lies in its folder, and folders with files are not written into.
#[test]
fn folders_of_plans_hold_plans_alone() {
    let folder = Folder::new();
    folder.write("ring.txt", RING);
    assert_eq!(folder.run("import ring.txt --topology one-way-torus:4 --out ring").status, Some(0));
    let again = folder.run("import ring.txt --topology one-way-torus:4 --out ring");
    assert!(again.status == Some(2) && again.err.contains("the folder ring has files already"), "{again:?}");
    let plans = "ring/0.json ring/1.json ring/2.json ring/3.json";
    assert_eq!(folder.run(&format!("mend {plans} --out mended")).status, Some(0));
    let again = folder.run(&format!("mend {plans} --out mended"));
    assert!(again.status == Some(2) && again.err.contains("the folder mended has files already"), "{again:?}");
    let names = std::fs::read_dir(folder.path().join("mended/1/phase-1")).unwrap();
    let names: Vec<_> =
        names.map(|entry| format!("mended/1/phase-1/{}", entry.unwrap().file_name().display())).collect();
    assert_eq!(folder.run(&format!("prove {}", names.join(" "))).status, Some(0), "{names:?}");
    assert_eq!(folder.run("check mended/1/phase-1-proof.json").status, Some(0));
}

#[test]
fn what_is_no_plan_is_told_where_it_leads() {
    let folder = Folder::new();
    folder.write("ring.txt", RING);
    let run = folder.run("prove ring.txt");
    assert!(run.status == Some(2) && run.err.contains("`wormcast import`") && run.err.contains("--routes"), "{run:?}");
    let run = folder.run("check .");
    assert!(run.status == Some(2) && run.err.contains("has no files `*.json`"), "{run:?}");
}

/// One source alone is served: that is no advice for unicasts between all nodes.
#[test]
fn a_scheme_that_does_not_plan_all_unicasts_is_not_recommended_for_them() {
    let folder = Folder::new();
    let run = folder.run("compare one-way-torus:4 --source 0 --all --schemes arborescences --with-unicast");
    assert!(run.out.contains("no scheme here is proved free of deadlock"), "{run:?}");
    let run = folder.run("compare mesh:6x6 --source 0,0 --to 5,5 --schemes single-tree --with-unicast");
    assert!(run.out.contains("recommended: `single-tree`"), "{run:?}");
}

#[test]
fn a_sweep_takes_options_behind_the_name_of_a_scheme() {
    let folder = Folder::new();
    let text = "topology = \"mesh:4x4\"\nschemes = [\"single-tree --root 1,1\"]\nloads = [0.01]\n\
                traffic.unicast_scheme = \"unicast --routing up-down\"\nstatistics.max_messages = 500\n";
    folder.write("experiment.toml", text);
    let run = folder.run("sweep experiment.toml");
    assert!(run.status == Some(0) && run.out.contains("single-tree root=1,1"), "{run:?}");
    folder.write("experiment.toml", text.replace("--routing", "--ruoting"));
    let run = folder.run("sweep experiment.toml");
    assert!(run.status == Some(2) && run.err.contains("--ruoting"), "{run:?}");
}

#[test]
fn names_with_blanks_stand_between_quotes_and_missing_files_are_told() {
    let folder = Folder::new();
    folder.write(
        "net.json",
        r#"{"nodes": [{"id": "host A"}, {"id": "b"}], "links": [{"source": "host A", "target": "b"}]}"#,
    );
    let run = folder.run_with(["plan", "file:net.json", "--scheme", "unicast", "--source", "host A", "--to", "b"]);
    assert!(run.status == Some(0) && run.out.contains("\"host A\" b"), "{run:?}");
    let run = folder.run("describe my.gml");
    assert!(
        run.status == Some(2) && run.err.contains("there is no file my.gml") && run.err.contains("file:PATH"),
        "{run:?}"
    );
}

/// A proof of a comparison may take ten seconds, or what is said.
#[test]
fn a_comparison_keeps_its_budget() {
    let folder = Folder::new();
    let run =
        folder.run("compare torus:6x6 --source 0,0 --to 3,3 --schemes dstm-1 --virtual-channels 3 --budget 0.001s");
    assert!(run.status == Some(0), "{run:?}");
}

/// What is saved deadlocks without a word about virtual channels: the plans name theirs.
#[test]
fn saved_plans_of_several_virtual_channels_deadlock_as_they_are() {
    let folder = Folder::new();
    let proof = folder.run("prove torus:10x10 --scheme single-tree --virtual-channels 3 --save-plans saved");
    assert!(proof.status == Some(1), "{proof:?}");
    let command = proof.out.lines().find(|line| line.trim_start().starts_with("wormcast simulate")).unwrap();
    let plans: Vec<_> = command.split_whitespace().filter(|word| word.starts_with("saved/")).collect();
    let files: Vec<_> = plans.iter().map(|plan| plan.split('@').next().unwrap()).collect();
    let run = folder.run(&format!("simulate {} --length 24 --buffer 1 --engine flit", plans.join(" ")));
    assert_eq!(run.status, Some(1), "{run:?}");
    let run = folder.run(&format!("prove {}", files.join(" ")));
    assert!(run.status == Some(1) && run.out.contains("deadlock"), "{run:?}");
}

#[test]
fn options_that_say_nothing_are_refused() {
    let folder = Folder::new();
    for (option, hint) in [("--root 0,0", "go with `--scheme`"), ("--with-multicast", "goes with `--fabric`")] {
        let run = folder.run(&format!("prove mesh:4x4 --routing dimension-order {option}"));
        assert!(run.status == Some(2) && run.err.contains(hint), "{option}: {run:?}");
    }
}

/// Seeds count on from the last one, too.
#[test]
fn several_sets_are_drawn_from_any_seed() {
    let folder = Folder::new();
    let command = "compare mesh:4x4 --source 0,0 --random 3 --sets 2 --schemes unicast --seed 18446744073709551615";
    let run = folder.run(command);
    assert!(run.status == Some(0) && run.out.contains("2 random sets"), "{run:?}");
}

/// Hosts alone send on a fat tree: what routes of switches would do is no deadlock of anybody's messages.
#[test]
fn unicasts_of_hosts_are_free_on_a_fat_tree_by_scheme_and_by_routing() {
    let folder = Folder::new();
    for question in ["--scheme unicast", "--routing shortest"] {
        let run = folder.run(&format!("prove fat-tree:4 {question} --out proof.json"));
        assert!(run.status == Some(0) && run.out.contains("deadlock-free"), "{question}: {run:?}");
        assert_eq!(folder.run("check proof.json").status, Some(0), "{question}");
    }
}
