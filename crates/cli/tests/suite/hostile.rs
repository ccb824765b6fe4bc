//! Files from elsewhere: what they say is not believed, not printed as it stands, and not followed to other files.

use crate::support::{Folder, Run};
use serde_json::Value;
use std::time::{Duration, Instant};

/// A text that looks like lines of a report, and like commands to a terminal.
const FORGED: &str = "x\nplan.json: valid (1 destination, 1 worm, 1 hop)\n\u{1b}[2J\u{202e}";

fn cases() -> Folder {
    let folder = Folder::new();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/hostile");
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn is_clean(run: &Run) -> bool {
    let lines = || run.out.lines().chain(run.err.lines());
    let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    lines().all(|line| !line.starts_with("plan.json: valid")) && !run.out.contains(is_bad) && !run.err.contains(is_bad)
}

#[test]
fn every_value_of_headers_is_checked() {
    let folder = cases();
    let run = folder.run("check headers-plan.json --headers headers-forged.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    folder.run("plan torus:4x4 --scheme dstm-1 --source 0,0 --to 1,1 2,2 0,1 --out plan.json --headers headers.json");
    assert_eq!(folder.run("check plan.json --headers headers.json").status, Some(0));
    let headers: Value = serde_json::from_str(&folder.read("headers.json")).unwrap();
    let mut places = Vec::new();
    leaves(&headers, String::new(), &mut places);
    for place in places.iter().step_by(3) {
        let mut forged = headers.clone();
        let value = forged.pointer_mut(place).unwrap();
        *value = match &*value {
            Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
            Value::Bool(flag) => (!flag).into(),
            Value::Null => 1.into(),
            _ => "3,3".into(),
        };
        if forged == headers {
            continue;
        }
        folder.write("forged.json", forged.to_string());
        let run = folder.run("check plan.json --headers forged.json");
        assert!(matches!(run.status, Some(1 | 2)), "{place}: {run:?}");
    }
}

/// The places of all values that hold no others.
fn leaves(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| leaves(value, format!("{place}/{key}"), places));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, value)| leaves(value, format!("{place}/{at}"), places));
        }
        _ => places.push(place),
    }
}

#[test]
fn work_that_a_file_starts_is_bounded() {
    let folder = cases();
    for (call, status) in [
        ("check proof-750B-hypercube16-disjoint-trees.json", Some(1)),
        ("check plan-claim-big-faulty-mesh.json --budget 2", Some(2)),
    ] {
        let start = Instant::now();
        let run = folder.run(call);
        assert_eq!(run.status, status, "{call}: {run:?}");
        assert!(start.elapsed() < Duration::from_secs(60), "{call}: {:?}", start.elapsed());
    }
    let run = folder.run("check plan-claim-big-faulty-mesh.json --budget 1,100000");
    assert!(run.err.contains("the 1 s of its budget are used up") && run.err.contains("--budget"), "{run:?}");
}

/// Every text of a plan, a proof and headers in turn is replaced by one that forges lines.
#[test]
fn texts_from_files_forge_no_lines() {
    let folder = cases();
    let run = folder.run("check plan-forged-output.json");
    assert!(run.status == Some(1) && is_clean(&run), "{run:?}");
    folder.run("plan torus:4x4 --scheme dstm-1 --source 0,0 --to 1,1 2,2 --out a.json --headers headers.json");
    folder.run("plan mesh:3x3 --scheme ocms --source 1,1 --to 0,0 2,2 --out star.json");
    folder.run("prove mesh:3x3 --scheme single-tree --out proof.json");
    folder.run("prove mesh:4x4 --scheme routed-path --out cycle.json");
    folder.run("prove a.json --out plans.json");
    for (file, calls) in [
        ("a.json", &["check forged.json", "simulate forged.json", "prove forged.json"][..]),
        ("star.json", &["check forged.json"]),
        ("proof.json", &["check forged.json"]),
        ("cycle.json", &["check forged.json"]),
        ("plans.json", &["check forged.json"]),
        ("headers.json", &["check a.json --headers forged.json"]),
    ] {
        let whole: Value = serde_json::from_str(&folder.read(file)).unwrap();
        let mut places = Vec::new();
        leaves(&whole, String::new(), &mut places);
        let is_text = |place: &&String| whole.pointer(place).unwrap().is_string();
        let texts: Vec<_> = places.iter().filter(is_text).collect();
        for place in texts.iter().step_by(1 + texts.len() / 25) {
            let mut forged = whole.clone();
            *forged.pointer_mut(place).unwrap() = FORGED.into();
            folder.write("forged.json", forged.to_string());
            for call in calls {
                let run = folder.run(call);
                assert!(is_clean(&run), "{file}, {place}, {call}:\n{}\n{}", run.out, run.err);
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn files_choose_no_other_files() {
    let folder = cases();
    let elsewhere = Folder::new();
    elsewhere.write("net.edges", "a b\nb a\n");
    let secret = elsewhere.path().join("net.edges").display().to_string();
    let run = folder.run(&format!("plan file:{secret} --scheme unicast --source a --to b --out plan.json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("check plan.json");
    assert!(run.status == Some(2) && run.err.contains("--allow-files"), "{run:?}");
    assert_eq!(folder.run("check plan.json --allow-files").status, Some(0));
    assert_eq!(folder.run("simulate plan.json --allow-files").status, Some(0));
    // The plan tells which description it was made for.
    elsewhere.write("net.edges", "a b\nb a\nb c\nc b\n");
    let run = folder.run("check plan.json --allow-files");
    assert!(run.status == Some(2) && run.err.contains("SHA-256"), "{run:?}");
    // Devices and pipes are not opened.
    let plan = folder.read("plan.json");
    for device in ["/dev/zero", "/dev/stdin", "/dev/tty"] {
        folder.write("device.json", plan.replace(&secret, device));
        let run = folder.run("check device.json --allow-files");
        assert_eq!(run.status, Some(2), "{device}: {run:?}");
    }
    folder.run("plan mesh:4x4 --scheme dual-path --source 0,0 --to 3,3 --out a.json");
    folder.run("prove a.json --out proof.json");
    folder.write("device.json", folder.read("proof.json").replace("\"a.json\"", "\"/dev/zero\""));
    let run = folder.run("check device.json --allow-files");
    assert!(run.status == Some(2) && run.err.contains("not a regular file"), "{run:?}");
    assert_eq!(folder.run("check /dev/zero").status, Some(2));
}

/// Nor do the routes that a proof says its scheme is beside or within.
#[cfg(unix)]
#[test]
fn proofs_read_no_other_routes() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    elsewhere.write("secret", "root:x\n");
    folder.run("prove mesh:3x3 --scheme steiner --out proof.json");
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.json")).unwrap();
    let proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
    let secret = elsewhere.path().join("secret").display().to_string();
    for (option, files) in [
        ("--beside", secret.clone()),
        ("--within", secret.clone()),
        ("--beside", format!("dimension-order,{secret}")),
        // What begins as a routing may go on as a list.
        ("--within", format!("dimension-order:yx,{secret}")),
        ("--beside", format!("up-down:0,{secret}")),
        ("--within", format!("layered:{secret}")),
        ("--routing", format!("layered:{secret}")),
        ("--beside", "zero.json".to_owned()),
    ] {
        for options in [serde_json::json!([option, files]), serde_json::json!([format!("{option}={files}")])] {
            let mut forged = proof.clone();
            forged["statement"]["options"] = options;
            folder.write("forged.json", forged.to_string());
            let run = folder.run("check forged.json");
            assert!(run.status == Some(2) && !run.err.contains("root") && !run.out.contains("root"), "{run:?}");
        }
    }
    // A root with a comma in its name is no list of files.
    folder.run("prove mesh:3x3 --scheme steiner --within up-down:1,1 --switching cut-through --reservation independent --out order.json");
    let run = folder.run("check order.json");
    assert!(run.status < Some(2), "{run:?}");
    let run = folder.run("plan mesh:3x3 --scheme steiner --source 0,0 --to 1,1 --beside zero.json");
    assert!(run.status == Some(2) && run.err.contains("expected a regular file"), "{run:?}");
}

#[test]
fn what_a_proof_assumes_is_what_answers_assume() {
    let folder = Folder::new();
    folder.run("prove mesh:3x3 --scheme single-tree --out proof.json");
    let mut proof: Value = serde_json::from_str(&folder.read("proof.json")).unwrap();
    proof["assumes"] = "nothing".into();
    folder.write("forged.json", proof.to_string());
    let run = folder.run("check forged.json");
    assert!(run.status == Some(1) && run.out.contains("takes for granted that `nothing`"), "{run:?}");
}

/// Pages tell the command that they come from, whatever its words are.
#[cfg(target_os = "linux")]
#[test]
fn files_may_have_names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with_plan();
    let name = std::ffi::OsStr::from_bytes(b"\xff\xfe.json");
    std::fs::rename(folder.path().join("plan.json"), folder.path().join(name)).unwrap();
    let run: Run = folder.command().arg("report").arg(name).args(["--html", "a.html"]).output().unwrap().into();
    assert_eq!(run.status, Some(0), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_plan_may_come_through_a_pipe() {
    let folder = Folder::with_plan();
    for script in
        ["cat plan.json | \"$0\" check -", "cat plan.json | \"$0\" check /dev/stdin", "\"$0\" check <(cat plan.json)"]
    {
        let mut shell = std::process::Command::new("bash");
        shell.current_dir(folder.path()).args(["-c", script, env!("CARGO_BIN_EXE_wormcast")]);
        let run: Run = shell.output().unwrap().into();
        assert_eq!(run.status, Some(0), "{script}: {run:?}");
    }
}

/// What is given by the command line may come through pipes; a pipe that a plan names is not opened.
#[cfg(unix)]
#[test]
fn networks_routes_and_workloads_may_come_through_pipes() {
    let folder = Folder::new();
    folder.write("ring", "a b\nb c\nc a\n");
    folder.write("routes", "a b\nb c\n");
    folder.write("workload", "source,destinations,flits\na,b c,4\n");
    for script in [
        "cat ring | \"$0\" describe file:-",
        "\"$0\" prove file:<(cat ring) --routes <(cat routes)",
        "cat routes | \"$0\" prove file:ring --routes=-",
        "cat routes | \"$0\" import - --topology file:ring --out plans",
        "cat routes | \"$0\" plan file:ring --scheme unicast --routing - --source a --to b --out plan.json",
        "cat ring | \"$0\" plan file:- --scheme unicast --source a --to b --out piped.json",
        "cat workload | \"$0\" plan-all - --topology file:ring --objective load",
    ] {
        let mut shell = std::process::Command::new("bash");
        shell.current_dir(folder.path()).args(["-c", script, env!("CARGO_BIN_EXE_wormcast")]);
        let run: Run = shell.output().unwrap().into();
        assert_eq!(run.status, Some(0), "{script}: {run:?}");
    }
    assert_eq!(folder.run("check piped.json").status, Some(2), "what came through a pipe is not there any more");
    // Nothing is cut off in silence.
    let large =
        "(cat routes; yes '# 789012345678901234567890123456' | head -c 67108865) | \"$0\" prove file:ring --routes -";
    let mut shell = std::process::Command::new("bash");
    shell.current_dir(folder.path()).args(["-c", large, env!("CARGO_BIN_EXE_wormcast")]);
    let run: Run = shell.output().unwrap().into();
    assert!(run.status == Some(2) && run.err.contains("larger than the 64 MiB"), "{run:?}");
}

#[test]
fn proofs_and_headers_are_not_stuffed() {
    let folder = cases();
    folder.run("prove mesh:3x3 --scheme single-tree --out proof.json");
    let stuffed = |text: &str| text.replacen('{', &format!("{{\"note\": \"{}\",", "x".repeat((1 << 24) + 1)), 1);
    folder.write("stuffed.json", stuffed(&folder.read("proof.json")));
    assert_eq!(folder.run("check stuffed.json").status, Some(2));
    folder.write("stuffed.json", stuffed(&folder.read("headers-forged.json")));
    assert_eq!(folder.run("check headers-plan.json --headers stuffed.json").status, Some(2));
}

/// A file that has changed under a plan or a proof is not taken for the network that it was made for.
#[test]
fn plans_and_proofs_know_the_file_of_their_network() {
    let folder = Folder::new();
    folder.write("net.edges", "a b\nb c\nc a\n");
    let runs = [
        "plan file:net.edges --scheme unicast --source a --to b c --out plan.json",
        "prove file:net.edges --scheme single-tree --out proof.json",
        "check plan.json proof.json",
    ];
    for call in runs {
        assert_eq!(folder.run(call).status, Some(0), "{call}");
    }
    folder.write("net.edges", "a b\nb c\nc a\na d\n");
    for file in ["plan.json", "proof.json"] {
        let run = folder.run(&format!("check {file}"));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains("net.edges is not the network that it was made for"), "{run:?}");
    }
}

/// A name of a file makes no lines of its own, wherever it is told.
#[cfg(unix)]
#[test]
fn names_of_files_make_no_lines() {
    let folder = Folder::with_plan();
    let forged = "a\nplan.json: valid (4 destinations, 1 worm, 9 hops)\nb";
    let (plan, network) = (format!("{forged}.json"), format!("{forged}.edges"));
    folder.write(&plan, folder.read("plan.json"));
    folder.write(&network, "a b\nb c\nc a\n");
    let spec = format!("file:{network}");
    let planned = ["plan", &spec, "--scheme", "unicast", "--source", "a", "--to", "b", "--out", "on.json"];
    let calls: [&[&str]; 8] = [
        &["check", &plan],
        &["simulate", &plan],
        &planned,
        &["simulate", "on.json"],
        &["check", "on.json"],
        &["describe", &spec],
        &["compare", &spec, "--source", "a", "--to", "b", "c"],
        &["prove", &spec, "--routing", "up-down"],
    ];
    for call in calls {
        let run = folder.run_with(call.iter().copied());
        assert!(run.status < Some(2) && is_clean(&run), "{call:?}: {}\n{}", run.out, run.err);
    }
    folder.write(&plan, "{\n]");
    let run = folder.run_with(["check", &plan]);
    assert!(run.status == Some(2) && is_clean(&run), "{run:?}");
}

/// In JSON what is not seen, or turns the text around it, is written out: the value is the same.
#[test]
fn json_shows_what_is_not_seen() {
    let folder = Folder::new();
    let name = "\u{202e}gpj\u{e0041}";
    let channel = |from: &str, to: &str| serde_json::json!({ "from": from, "to": to });
    let network = serde_json::json!({
        "format": "wormcast-network", "version": 1, "nodes": [{ "name": name }, { "name": "b" }],
        "channels": [channel(name, "b"), channel("b", name)],
    });
    folder.write("n.json", network.to_string());
    for call in [
        "describe file:n.json --nodes --format json",
        "plan file:n.json --scheme steiner --source b --all --format json",
        "prove file:n.json --scheme unicast --format json",
    ] {
        let run = folder.run(call);
        assert!(run.status == Some(0) && run.out.is_ascii(), "{call}: {run:?}");
    }
    let described = folder.run("describe file:n.json --nodes --format json").out;
    assert!(described.contains(r"\u202egpj\udb40\udc41"), "{described}");
    let value: serde_json::Value = serde_json::from_str(&described).unwrap();
    assert!(value.to_string().contains(name));
}
