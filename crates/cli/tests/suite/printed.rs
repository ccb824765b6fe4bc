//! Commands that answers print: pasted, they ask what was asked. And what answers call their subject.

use crate::support::{Folder, Run};

/// Around a ring of a torus all wait for each other, where they keep to one virtual channel.
const AROUND: &str = "0,0 1,0 2,0\n1,0 2,0 3,0\n2,0 3,0 0,0\n3,0 0,0 1,0\n";

/// A folder with the plans of these paths, in `plans`.
fn imported(topology: &str, paths: &str) -> Folder {
    let folder = Folder::new();
    folder.write("paths.txt", paths);
    let run = folder.run(&format!("import paths.txt --topology {topology} --out plans"));
    assert_eq!(run.status, Some(0), "{run:?}");
    folder
}

/// The printed command of this name, without the program and the quotation marks of a shell.
fn printed(run: &Run, name: &str) -> String {
    let begin = format!("  wormcast {name} ");
    let command = run.out.lines().find(|line| line.starts_with(&begin));
    let command = command.unwrap_or_else(|| panic!("no command: {run:?}")).trim_start();
    command.strip_prefix("wormcast ").unwrap().replace('\'', "")
}

#[test]
fn mending_is_asked_for_the_rule_of_virtual_channels_that_deadlocks() {
    let folder = imported("torus:4x4", AROUND);
    for rule in ["fixed", "free"] {
        let run = folder.run(&format!("prove plans --virtual-channels 3 --vc-rule {rule}"));
        let command = printed(&run, "mend");
        assert!(command.ends_with(&format!("--virtual-channels 3 --vc-rule {rule}")), "{command}");
        let mended = folder.run(&command);
        assert!(mended.out.contains("the plans can deadlock;"), "{mended:?}");
        // What is written is free by this rule, and not by any.
        let with = format!("with `--virtual-channels 3 --vc-rule {rule}`");
        assert!(mended.out.contains(&with), "{mended:?}");
    }
}

#[test]
fn a_run_that_hangs_asks_to_mend_by_its_own_rule() {
    let three = AROUND.repeat(3).replace("\n", "\n\n");
    let folder = Folder::new();
    folder.write("paths.txt", three);
    let run = folder.run("import paths.txt --paragraphs --topology torus:4x4 --out plans");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("simulate plans --virtual-channels 3 --vc-rule free");
    assert_eq!(run.status, Some(1), "{run:?}");
    let command = printed(&run, "mend");
    assert!(command.ends_with("--virtual-channels 3 --vc-rule free"), "{command}");
}

#[test]
fn one_virtual_channel_is_said_where_the_plans_name_more() {
    let folder = imported("torus:4x4", &AROUND.replacen("1,0\n", "1,0 @0,1\n", 1).replace("2,0\n", "2,0 @1,1\n"));
    for command in ["prove", "simulate"] {
        let run = folder.run(&format!("{command} plans --virtual-channels 1"));
        let mend = printed(&run, "mend");
        assert!(mend.contains("--virtual-channels 1"), "{mend}");
        assert!(!folder.run(&mend).out.contains("free of deadlock as they are"), "{mend}");
    }
}

#[test]
fn mending_is_not_promised_where_the_others_deadlock_without_the_plans() {
    let folder = imported("torus:4x4", "0,0 0,1 1,1 2,1\n");
    let run = folder.run("prove plans --with-unicast");
    assert!(run.out.contains("the messages beside the plans are at fault"), "{run:?}");
    assert!(!run.out.contains("what makes such plans free of deadlock"), "{run:?}");
    let others = folder.run(&printed(&run, "prove"));
    assert_eq!(others.status, Some(1), "{others:?}");
    // A routing that is proved by itself is said with its virtual channels, which are more if nobody says.
    let run = folder.run("mend plans --with-unicast --virtual-channels 2 --vc-rule fixed");
    let command = printed(&run, "prove");
    assert!(command.ends_with("--vc-rule fixed --virtual-channels 2"), "{command}");
    assert_eq!(folder.run(&command).status, Some(1), "{command}");
}

#[test]
fn answers_name_the_options_of_their_scheme() {
    let folder = Folder::new();
    let subject = "single-tree --root 3,3 on mesh:4x4: ";
    let run = folder.run("prove mesh:4x4 --scheme single-tree --root 3,3 --out proof.json --html proof.html");
    assert!(run.out.starts_with(&format!("{subject}deadlock-free")), "{run:?}");
    assert!(folder.read("proof.html").contains("A proof about single-tree --root 3,3"));
    let run = folder.run("check proof.json");
    assert!(run.out.starts_with("proof.json: valid, single-tree --root 3,3 is deadlock-free"), "{run:?}");
    let run = folder.run("plan mesh:4x4 --scheme single-tree --root 3,3 --source 0,0 --to 1,1 --svg plan.svg");
    assert!(run.out.starts_with(&format!("{subject}from 0,0")), "{run:?}");
    assert!(folder.read("plan.svg").contains("single-tree --root 3,3 on mesh:4x4"));
    // A deadlock is one of the routers and virtual channels that were asked about.
    let run =
        folder.run("prove torus:4x4 --scheme unicast --virtual-channels 2 --vc-rule fixed --reservation incremental");
    let asked =
        "unicast on torus:4x4: deadlock; consumption channels for all, 2 virtual channels a link (fixed); incremental";
    assert!(run.out.starts_with(asked), "{run:?}");
}

#[test]
fn a_report_is_about_the_rule_that_it_is_asked_for() {
    let folder = imported("torus:4x4", AROUND);
    let run = folder.run("report plans --virtual-channels 3 --vc-rule fixed --html report.html");
    assert!(run.status == Some(1) && run.out.contains("all arrive, but can deadlock"), "{run:?}");
    let page = folder.read("report.html");
    assert!(page.contains("--virtual-channels 3 --vc-rule fixed"), "the commands have the rule");
    assert!(page.contains("\"answer\":\"deadlock\"") && page.contains("\"vc_rule\":\"fixed\""), "the proof has it");
}

#[test]
fn the_runs_of_plans_together_have_their_starts_and_lengths() {
    let folder = Folder::new();
    folder
        .write("w.csv", "source,destinations,flits,phase,start_ns\n\"0,0\",\"3,3\",64,0,0\n\"1,0\",\"3,3\",64,0,500\n");
    let run = folder.run("plan-all w.csv --topology mesh:4x4 --objective makespan --router-ns 20 --out plans");
    assert_eq!(run.status, Some(0), "{run:?}");
    let command = printed(&run, "simulate");
    assert_eq!(command, "simulate plans/phase-0/0.json@0 plans/phase-0/1.json@500 --length 64 --router-ns 20");
    let table = folder.run(&format!("{command} --format json"));
    assert_eq!(table.status, Some(0), "{table:?}");
    folder.write("v.csv", "source,destinations,flits,phase,start_ns\n\"0,0\",\"3,3\",64,0,0\n");
    let run = folder.run("plan-all v.csv --topology mesh:4x4 --objective load --out other");
    assert_eq!(printed(&run, "simulate"), "simulate other/phase-0 --length 64");
}
