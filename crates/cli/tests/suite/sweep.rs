//! `wormcast sweep`: schemes with options, and what it says of deadlocks.

use crate::support::{Folder, Run};

pub(crate) const EXPERIMENT: &str = r#"
topology = "mesh:4x4"
without_links = [["0,0", "1,0"]]
schemes = ["dual-path", { scheme = "single-tree", root = "3,3", deliver_on_the_way_up = true, label = "up and down" }]
loads = [0.2]
traffic = { multicast_share = 0.5, multicast = { destinations = 6 } }
timing = { length_flits = 64, consumption = 1 }
statistics = { half_width_share = 0.2, max_messages = 4000 }
"#;

#[test]
fn a_scheme_that_deadlocks_comes_with_the_command_that_shows_why() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT);
    let run = folder.run("sweep experiment.toml");
    assert_eq!(run.status, Some(0), "{run:?}");
    let commands: Vec<_> = run.out.lines().filter_map(|line| line.trim().strip_prefix("wormcast ")).collect();
    assert_eq!(
        commands,
        [
            "prove mesh:4x4 --without-link 0,0-1,0 --scheme dual-path --consumption 1",
            "prove mesh:4x4 --without-link 0,0-1,0 --scheme single-tree --root 3,3 --deliver-on-the-way-up --consumption 1",
        ]
    );
    assert!(run.out.contains("up and down deadlocks, first at load 0.2 with seed 1"), "{run:?}");
    for command in commands {
        let proof = folder.run(command);
        assert_eq!(proof.status, Some(1), "{command}: {proof:?}");
        assert!(proof.out.contains(": deadlock"), "{command}: {proof:?}");
    }
}

#[test]
fn a_steady_scheme_has_no_such_hint_and_its_label_names_its_picture() {
    let folder = Folder::new();
    let text = EXPERIMENT.replace("consumption = 1", "").replace("[0.2]", "[0.01]").replace("\"dual-path\", ", "");
    folder.write("experiment.toml", text);
    let run = folder.run("sweep experiment.toml --out results --html results/page.html");
    assert!(run.status == Some(0) && !run.out.contains("deadlock"), "{run:?}");
    assert!(folder.read("results/page.html").starts_with("<!"), "the page may stand among the results");
    assert!(folder.read("results/heat-up-and-down.svg").contains("up and down on mesh:4x4"));
    assert!(folder.read("results/results.csv").contains("\nup and down,0.01,1,all,"));
}

#[test]
fn the_worm_engine_is_refused_where_it_does_not_know_the_flow_control() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT.replace("consumption = 1", "engine = \"worm\", virtual_channels = 2"));
    let run = folder.run("sweep experiment.toml");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("the worm engine knows one virtual channel a link"), "{run:?}");
    assert!(run.err.contains("experiment.toml:7"), "{run:?}");
}

/// As many threads as asked for, but no more than are of use: a million of them could not be started.
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = Folder::new();
    let loads = "loads = [0.01, 0.02, 0.03, 0.05, 0.2]";
    folder.write("experiment.toml", EXPERIMENT.replace("loads = [0.2]", loads));
    let results = ["1", "2", "5", "1000000"].map(|threads| {
        let run = folder.run(&format!("sweep experiment.toml --threads {threads} --out with-{threads}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        ["results.csv", "channels.csv", "latency.svg"].map(|file| folder.read(&format!("with-{threads}/{file}")))
    });
    assert!(results.iter().all(|files| *files == results[0]));
}

/// Dual-path alone is free of deadlock; together with unicasts by dimension order it is not, though they rarely meet
/// so.
#[test]
fn a_scheme_that_can_deadlock_and_did_not_is_named_too() {
    let folder = Folder::new();
    let text = EXPERIMENT.replace(", consumption = 1", "").replace("[0.2]", "[0.001]").replace("without_links", "#");
    folder.write("alone.toml", &text);
    folder.write(
        "mixed.toml",
        text.replace("multicast_share = 0.5", "multicast_share = 0.5, unicast_scheme = \"unicast\""),
    );
    assert!(!folder.run("sweep alone.toml").out.contains("can deadlock"));
    let run = folder.run("sweep mixed.toml");
    assert!(run.out.contains("\ndual-path can deadlock, though no run did. To see how:\n"), "{run:?}");
    let commands = run.out.lines().filter_map(|line| line.trim().strip_prefix("wormcast "));
    for command in commands {
        assert!(command.ends_with("--with-unicast"), "{command}");
        assert_eq!(folder.run(command).status, Some(1), "{command}");
    }
}

/// What a scheme names for its hops counts within its class: a routing is a scheme of multicasts under `class`, too.
#[test]
fn a_routing_plans_multicasts_on_the_virtual_channels_of_their_class() {
    let folder = Folder::new();
    let routed = r#"schemes = [{ scheme = "unicast", routing = "up-down" }]"#;
    let schemes = EXPERIMENT.lines().find(|line| line.starts_with("schemes")).unwrap();
    let text = EXPERIMENT.replace(schemes, routed).replace("[0.2]", "[0.01]");
    folder.write("class.toml", text.replace("consumption = 1", "virtual_channels = 2, vc_rule = \"class\""));
    let run = folder.run("sweep class.toml --out class");
    assert!(run.status == Some(0) && !run.err.contains("make no sense"), "{run:?}");
}

/// Whoever interrupts a sweep is told what is kept, and the command that goes on.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_sweep_says_how_to_go_on() {
    let folder = Folder::new();
    let endless = EXPERIMENT.replace("max_messages = 4000", "max_messages = 4000000000").replace("0.2", "0.0001");
    folder.write("experiment.toml", endless);
    let mut sweep = folder.command();
    sweep.args(["sweep", "experiment.toml", "--out", "kept here", "--until-half-width", "0.0002", "--threads", "2"]);
    sweep.stderr(std::process::Stdio::piped());
    let running = sweep.spawn().unwrap();
    // It is at work when that is written down.
    let at_work = || std::fs::read(folder.path().join("kept here/.at-work")).is_ok_and(|told| !told.is_empty());
    while !(at_work() && folder.path().join("kept here/cells").is_dir()) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(50));
    let status = std::process::Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(status.success());
    let run = Run::from(running.wait_with_output().unwrap());
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.err.contains("cells are finished and kept; `wormcast sweep experiment.toml --resume"), "{run:?}");
    // Another half-width would be other cells.
    assert!(run.err.contains("--out 'kept here' --until-half-width 0.0002 --threads 2` goes on"), "{run:?}");
    assert!(!folder.path().join("kept here/.at-work").exists());
}

/// Where no file may grow beyond a kilobyte, as on a full disk, the sweep ends with the name of the file, and leaves no
/// cell that is not whole; with room again it goes on to the same tables.
#[cfg(target_os = "linux")]
#[test]
fn a_sweep_on_a_full_disk_goes_on_later() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT);
    let program = env!("CARGO_BIN_EXE_wormcast");
    let script = format!("trap '' XFSZ; ulimit -f 1; exec {program} sweep experiment.toml --out late");
    let full = std::process::Command::new("sh").arg("-c").arg(script).current_dir(folder.path()).output().unwrap();
    let full = Run::from(full);
    assert!(full.status == Some(2) && full.err.contains("late/"), "{full:?}");
    for (sweep, folder_name) in
        [("sweep experiment.toml --out late --resume", "late"), ("sweep experiment.toml --out whole", "whole")]
    {
        let run = folder.run(sweep);
        assert!(run.status == Some(0) && !run.err.contains("damaged"), "{folder_name}: {run:?}");
    }
    for table in ["results.csv", "results.json", "channels.csv", "latency.svg"] {
        assert_eq!(folder.read(&format!("late/{table}")), folder.read(&format!("whole/{table}")));
    }
}

#[test]
fn classes_that_share_no_virtual_channel_are_proved_one_by_one() {
    let folder = Folder::new();
    let text = "topology = \"mesh:4x4\"\nschemes = [\"single-tree\"]\nloads = [0.02]\nstatistics.max_messages = 500\n\
                traffic = { multicast_share = 0.1, unicast_scheme = \"unicast\" }\n\
                timing = { virtual_channels = 2, vc_rule = \"class\" }\n";
    folder.write("class.toml", text);
    let run = folder.run("sweep class.toml --out class");
    assert!(run.status == Some(0) && run.out.contains("single-tree: multicasts and unicasts share no"), "{run:?}");
    // What other routers do is asked as they do it.
    let routers = text.replace("vc_rule", "replication = \"forked\", handover = \"tail\", vc_rule");
    folder.write("routers.toml", &routers);
    let run = folder.run("sweep routers.toml --out routers");
    assert!(run.status == Some(0) && run.out.contains("single-tree: multicasts and unicasts share no"), "{run:?}");
    folder.write("shared.toml", text.replace("\"class\"", "\"fixed\""));
    let run = folder.run("sweep shared.toml --out shared");
    assert!(!run.out.contains("share no virtual channel"), "{run:?}");
}

/// Until the search for saturation is over it is not known how many cells there are.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_search_for_saturation_says_how_many_runs_are_kept() {
    let folder = Folder::new();
    let loads = "loads = \"to-saturation\"";
    let text = EXPERIMENT.replace("loads = [0.2]", loads).replace("half_width_share = 0.2", "half_width_share = 0.001");
    let text = text.replace(", consumption = 1", "").replace("max_messages = 4000", "max_messages = 100000");
    folder.write("experiment.toml", text);
    let mut sweep = folder.command();
    sweep.args(["sweep", "experiment.toml", "--out", "kept"]).stderr(std::process::Stdio::piped());
    sweep.stdout(std::process::Stdio::piped());
    let running = sweep.spawn().unwrap();
    let finished = || {
        let names = std::fs::read_dir(folder.path().join("kept/cells")).into_iter().flatten().flatten();
        names.filter(|entry| entry.path().extension().is_some_and(|end| end == "json")).count()
    };
    while finished() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let status = std::process::Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(status.success());
    let run = Run::from(running.wait_with_output().unwrap());
    let said = format!("interrupted: {} runs of the search for saturation are kept; `wormcast", finished());
    assert!(run.status == Some(130) && run.err.contains(&said), "{said}: {run:?}");
}

/// PDF files of an earlier run are of the cells as they were then: they are drawn anew.
#[cfg(feature = "pdf")]
#[test]
fn a_resumed_sweep_renews_its_pdf_files_and_names_them() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT.replace("consumption = 1", "").replace("[0.2]", "[0.01]"));
    let run = folder.run("sweep experiment.toml --out results --pdf");
    assert!(run.out.contains("heat-SCHEME.svg, with each picture as PDF, are in results\n"), "{run:?}");
    std::fs::write(folder.path().join("results/latency.pdf"), "old").unwrap();
    let run = folder.run("sweep experiment.toml --out results --resume");
    assert!(run.out.contains("heat-SCHEME.svg, with each picture as PDF, are in results\n"), "{run:?}");
    let pdf = std::fs::read(folder.path().join("results/latency.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF") && folder.path().join("results/heat-up-and-down.pdf").is_file());
}

/// Loads stand in the unit of the experiment wherever they are shown.
#[test]
fn loads_are_in_the_unit_of_the_experiment() {
    let folder = Folder::new();
    let loads = "loads_in = \"flits-per-cycle\"\nloads = [0.02]";
    folder.write("experiment.toml", EXPERIMENT.replace("loads = [0.2]", loads));
    let run = folder.run("sweep experiment.toml --list");
    assert!(run.out.starts_with("loads in flits per node and cycle\n\nscheme "), "{run:?}");
    assert!(run.out.contains("  0.02     1  "), "{run:?}");
    folder.run("sweep experiment.toml --out results");
    let summary = folder.read("results/summary.json");
    assert!(
        summary.contains("\"loads_in\": \"flits-per-cycle\"") && summary.contains("\"without_links\""),
        "{summary}"
    );
    assert!(folder.read("results/results.csv").lines().nth(1).unwrap().ends_with(",0.02"));
}

/// A mean that is not to be trusted says so itself, also where it is of multicasts alone.
#[test]
fn means_of_few_batches_are_marked() {
    let folder = Folder::new();
    let few = EXPERIMENT.replace("[0.2]", "[0.01]").replace("max_messages = 4000", "max_messages = 2000");
    let few = few.replace("multicast_share = 0.5", "multicast_share = 0.01").replace(", consumption = 1", "");
    folder.write("experiment.toml", few);
    let run = folder.run("sweep experiment.toml");
    let line = run.out.lines().find(|line| line.starts_with("dual-path ")).unwrap();
    assert!(line.matches('~').count() == 1 && run.out.contains("\n~: rests on few batches"), "{run:?}");
}
