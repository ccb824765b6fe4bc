//! What `wormcast sweep` shows: commands, what is finished, lists and pictures.

use crate::support::{Folder, Run};
use crate::sweep::EXPERIMENT;

/// The commands that a sweep names.
fn commands(run: &Run) -> Vec<&str> {
    run.out.lines().filter_map(|line| line.strip_prefix("  wormcast ")).collect()
}

/// Where each class has virtual channels of its own, the question is about one of them; what a sweep names is no
/// command that is refused, whatever the routers do.
#[test]
fn all_commands_that_a_sweep_names_show_what_it_says() {
    let folder = Folder::new();
    let text = "topology = \"mesh:4x4\"\nwithout_nodes = [\"1,1\"]\nloads = [0.005]\n\
                schemes = [\"single-tree\", \"unicast\", \"dual-path\"]\nstatistics.max_messages = 500\n\
                traffic = { multicast_share = 0.1, unicast_scheme = { scheme = \"unicast\", routing = \"dimension-order\" } }\n";
    let timings = [
        "virtual_channels = 3, vc_rule = \"class\"",
        "virtual_channels = 3, vc_rule = \"class\", consumption = 1",
        "virtual_channels = 4, vc_rule = \"class\", replication = \"forked\", handover = \"tail\"",
        "virtual_channels = 2, vc_rule = \"fixed\"",
        "consumption = 1",
        "replication = \"forked\"",
    ];
    for (number, timing) in timings.into_iter().enumerate() {
        folder.write("experiment.toml", format!("{text}timing = {{ length_flits = 8, {timing} }}\n"));
        let run = folder.run(&format!("sweep experiment.toml --out {number}"));
        assert_eq!(run.status, Some(0), "{timing}: {run:?}");
        assert!(!commands(&run).is_empty(), "{timing}: {run:?}");
        for block in run.out.split("\n\n").filter(|block| block.contains("\n  wormcast prove ")) {
            let says = if block.contains("can deadlock, though") { vec![1] } else { vec![0, 1] };
            for command in block.lines().filter_map(|line| line.strip_prefix("  wormcast ")) {
                let arguments = command.replace("'unicast --routing dimension-order'", "QUOTED");
                let words =
                    arguments.split(' ').map(|word| word.replace("QUOTED", "unicast --routing dimension-order"));
                let proof: Run = folder.command().args(words).output().unwrap().into();
                assert!(says.contains(&proof.status.unwrap()), "{timing}: {command}: {proof:?}");
            }
        }
    }
}

/// What is finished is printed when the sweep is interrupted, as a table or as a document.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_sweep_prints_what_is_finished() {
    let folder = Folder::new();
    let text = EXPERIMENT.replace("[0.2]", "[3.0, 0.0001]").replace("consumption = 1", "send_ns = 0");
    folder.write("experiment.toml", text.replace("max_messages = 4000", "max_messages = 4000000000"));
    for (out, options) in [("table", vec![]), ("document", vec!["--format", "json"])] {
        let mut sweep = folder.command();
        sweep.args(["sweep", "experiment.toml", "--until-half-width", "0.00002", "--threads", "2", "--out", out]);
        sweep.args(options).stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let running = sweep.spawn().unwrap();
        let finished = || {
            let names = std::fs::read_dir(folder.path().join(out).join("cells")).into_iter().flatten().flatten();
            names.filter(|entry| entry.path().extension().is_some_and(|end| end == "json")).count()
        };
        while finished() < 1 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let status = std::process::Command::new("kill").args(["-TERM", &running.id().to_string()]).status().unwrap();
        assert!(status.success());
        let run = Run::from(running.wait_with_output().unwrap());
        let are = if finished() == 1 { "is" } else { "are" };
        let said = format!("interrupted: {} of 4 cells {are} finished and kept; `wormcast", finished());
        assert!(run.status == Some(143) && run.err.contains(&said), "{said}: {run:?}");
        if out == "table" {
            let rows = run.out.lines().filter(|line| line.contains("  3     1  ")).count();
            assert!(rows == finished() && run.out.contains("zero-load latency"), "{run:?}");
        } else {
            let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            assert_eq!(document["missing_cells"], 4 - finished(), "{run:?}");
            assert!(document["rows"].as_array().unwrap().iter().all(|row| row["load"] == 3.0), "{run:?}");
        }
    }
}

/// Until the search is over its runs are listed, and then all cells; schemes that have no load in common are not
/// compared, which is said.
#[test]
fn a_sweep_to_saturation_lists_what_is_known() {
    let folder = Folder::new();
    let text = EXPERIMENT.replace("loads = [0.2]", "loads = \"to-saturation\"").replace(", consumption = 1", "");
    folder.write("experiment.toml", &text);
    let list = |state: &str| {
        let run = folder.run("sweep experiment.toml --list --out results");
        assert_eq!(run.status, Some(0), "{run:?}");
        (run.out.lines().filter(|line| line.ends_with(state)).count(), run.out)
    };
    let (missing, said) = list("missing");
    assert!(missing == 2 && said.contains("the search for saturation is over; these are its runs"), "{said}");
    let key = said.lines().find_map(|line| line.strip_suffix("  missing")?.rsplit(' ').next()).unwrap();
    let run = folder.run(&format!("sweep experiment.toml --cell {key} --out results"));
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!((list("missing").0, list("done").0), (2, 1), "{}", list("done").1);
    let run = folder.run("sweep experiment.toml --out results --resume");
    assert!(run.out.contains("\nnot compared message by message: each scheme has loads of its own"), "{run:?}");
    let (done, said) = list("done");
    assert!(done == 18 && !said.contains("search"), "{said}");
}

/// Pictures for a paper: all of them, and no titles.
#[test]
fn pictures_of_a_sweep_are_as_wide_as_a_paper_needs_them() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT.replace("consumption = 1", "").replace("[0.2]", "[0.01]"));
    let run = folder.run("sweep experiment.toml --out results --picture-width 8.5cm");
    assert_eq!(run.status, Some(0), "{run:?}");
    for picture in ["latency.svg", "heat-dual-path.svg"] {
        let svg = folder.read(&format!("results/{picture}"));
        assert!(svg.lines().next().unwrap().contains("width=\"8.5cm\"") || svg.contains(" width=\"8.5cm\" "), "{svg}");
    }
    assert!(!folder.read("results/latency.svg").contains(">Latency of a message"));
}

/// A terminal that is too narrow goes without the seed first, where there is one alone, and says so.
#[test]
fn a_narrow_table_goes_without_the_one_seed() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT.replace("consumption = 1", "").replace("[0.2]", "[0.01]"));
    folder.run("sweep experiment.toml --out results");
    let run: Run = folder
        .command()
        .args(["sweep", "experiment.toml", "--out", "results", "--resume"])
        .env("COLUMNS", "100")
        .output()
        .unwrap()
        .into();
    assert!(run.out.contains("left out, as the terminal is narrow: seed, grants"), "{run:?}");
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{run:?}");
}
