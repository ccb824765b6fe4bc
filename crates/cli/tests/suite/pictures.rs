//! The pictures that commands draw.

use std::fs;
use std::path::Path;
use std::process::Command;

fn wormcast(folder: &Path, arguments: &str) -> i32 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wormcast"));
    command.current_dir(folder).args(arguments.split(' ')).output().unwrap().status.code().unwrap()
}

#[test]
fn networks_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(wormcast(folder.path(), "describe torus:4x4 --without-node 1,1 --svg network.svg"), 0);
    let network = fs::read_to_string(folder.path().join("network.svg")).unwrap();
    assert!(network.starts_with("<svg") && network.contains("1,1: faulty"), "{network}");
    assert_eq!(wormcast(folder.path(), "describe mesh:100x100 --svg large.svg"), 2);
    assert!(!folder.path().join("large.svg").exists());
}

#[test]
fn plans_and_runs_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "plan mesh:4x4 --scheme dual-path --source 1,1 --to 3,3 0,0 --out plan.json --svg plan.svg";
    assert_eq!(wormcast(folder.path(), plan), 0);
    assert_eq!(wormcast(folder.path(), "simulate plan.json plan.json@100 --svg time.svg"), 0);
    let [plan, time] = ["plan.svg", "time.svg"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert!(plan.starts_with("<svg") && plan.contains(">dual-path on mesh:4x4<"), "{plan}");
    assert!(time.starts_with("<svg") && time.contains(">plan 1, worm 0<") && time.contains("delivered"), "{time}");
    assert!(time.contains("waiting"), "the second plan waits for the first");
}

/// A page with its fonts within, for every command that draws; a name that promises something else is refused.
#[test]
#[cfg(feature = "pdf")]
fn pictures_are_written_as_pdf_too() {
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        ("describe torus:4x4", 0),
        ("plan mesh:4x4 --scheme dual-path --source 1,1 --to 3,3 0,0 --out plan.json", 0),
        ("simulate plan.json", 0),
        ("prove mesh:4x4 --scheme unicast", 0),
        ("prove torus:4x4 --scheme unicast", 1),
    ];
    for (command, status) in commands {
        let file = folder.path().join("picture.pdf");
        assert_eq!(wormcast(folder.path(), &format!("{command} --pdf picture.pdf")), status, "{command}");
        // What is free of deadlock has no picture.
        if command != commands[3].0 {
            let pdf = fs::read(&file).unwrap();
            assert!(pdf.starts_with(b"%PDF-") && pdf.windows(10).any(|part| part == b"DejaVuSans"), "{command}");
            fs::remove_file(&file).unwrap();
        }
        assert!(!file.exists(), "{command}");
    }
    assert_eq!(wormcast(folder.path(), "describe torus:4x4 --pdf picture.svg"), 2);
}

/// Four worms go around a square, each waiting for the next.
#[test]
fn a_deadlock_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let ring = ["0,0", "1,0", "1,1", "0,1"];
    for start in 0..4 {
        let [a, b, c] = [0, 1, 2].map(|step| ring[(start + step) % 4]);
        let plan = format!(
            r#"{{"format": "wormcast-plan", "version": 1, "topology": "mesh:2x2", "scheme": "by-hand", "source": "{a}",
            "destinations": ["{c}"], "worms": [{{"id": 0, "origin": "{a}", "after": null, "round": 0,
            "route": [[null, "{a}", "{b}"], [0, "{b}", "{c}"]], "deliver": [{{"hop": 1, "node": "{c}"}}]}}],
            "cost": {{"channels": 2, "longest_path": 2, "rounds": 1, "worms": 1}}}}"#
        );
        fs::write(folder.path().join(format!("{start}.json")), plan).unwrap();
    }
    assert_eq!(wormcast(folder.path(), "simulate 0.json 1.json 2.json 3.json --svg time.svg"), 1);
    let time = fs::read_to_string(folder.path().join("time.svg")).unwrap();
    assert!(time.contains(">deadlock at 50 ns<") && time.matches(": waiting from").count() == 4, "{time}");
    assert_eq!(time.matches("waits for the channel").count(), 4, "{time}");

    assert_eq!(wormcast(folder.path(), "prove 0.json 1.json 2.json 3.json --svg cycle.svg"), 1);
    let cycle = fs::read_to_string(folder.path().join("cycle.svg")).unwrap();
    for (line, count) in [(">held<", 1), (">waited for<", 1), (", stuck at ", 8), (">a worm is stuck here<", 1)] {
        assert_eq!(cycle.matches(line).count(), count, "{line}: {cycle}");
    }
    assert!(!cycle.contains("node source") && !cycle.contains("destination"), "{cycle}");
}
