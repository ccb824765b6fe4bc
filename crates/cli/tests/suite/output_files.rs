//! `--out` and `--svg`: files are whole or not there, and what was there is kept until then.

use crate::support::Folder;
use std::fs;
use std::io::Read;
use std::process::Stdio;

/// A plan of some hundred kilobytes.
const PLAN: &str = "plan mesh:32x32 --scheme unicast --source 0,0 --all";

#[test]
fn a_new_file_has_the_plan() {
    let folder = Folder::new();
    let printed = folder.run(&format!("{PLAN} --format json"));
    let written = folder.run(&format!("{PLAN} --out plan.json"));
    assert_eq!((printed.status, written.status), (Some(0), Some(0)));
    assert_eq!(folder.read("plan.json"), printed.out);
    assert!(written.out.starts_with("unicast on mesh:32x32: from 0,0 to 1023 destinations\n"));
    assert_eq!(folder.files(), ["plan.json"]);
}

#[test]
fn places_that_cannot_be_written_are_refused_before_the_work() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("folder")).unwrap();
    folder.write("locked.json", "old");
    let mut permissions = fs::metadata(folder.path().join("locked.json")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path().join("locked.json"), permissions).unwrap();
    for (target, problem) in [
        ("-", "`-` is not a file; `/dev/stdout` prints it"),
        ("folder", "it is a folder"),
        ("none/plan.json", "there is no folder none"),
        ("locked.json", "it is read-only"),
        ("locked.json/plan.json", "Not a directory"),
    ] {
        for option in ["--out", "--svg"] {
            // The network is unknown, too: the place is looked at first.
            let run = folder.run(&format!("plan nowhere:1 --scheme unicast --source 0,0 --all {option} {target}"));
            assert_eq!((run.status, &*run.out), (Some(2), ""), "{option} {target}");
            assert!(run.err.contains(&format!("cannot write {target}: {problem}")), "{option} {target}: {}", run.err);
        }
    }
    assert_eq!(folder.read("locked.json"), "old");
    let run = folder.run(&format!("{PLAN} --out same --svg same"));
    assert!(run.status == Some(2) && run.err.contains("the same file"), "{run:?}");
}

#[test]
fn a_plan_that_fails_leaves_the_old_file() {
    let folder = Folder::new();
    folder.write("plan.json", "old");
    let run = folder.run("plan mesh:4x4 --scheme unicast --source 0,0 --to 9,9 --out plan.json");
    assert_eq!(run.status, Some(2));
    assert_eq!(folder.read("plan.json"), "old");
    // The picture is too large: the plan is not written either.
    let run = folder.run("plan mesh:99x99 --scheme unicast --source 0,0 --to 9,9 --out plan.json --svg plan.svg");
    assert_eq!(run.status, Some(2));
    assert_eq!((folder.read("plan.json").as_str(), folder.files()), ("old", vec!["plan.json".to_owned()]));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn links_are_followed_and_permissions_kept() {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("store")).unwrap();
        folder.write("store/plan.json", "old");
        fs::set_permissions(folder.path().join("store/plan.json"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("store/plan.json", folder.path().join("link.json")).unwrap();
        symlink("nowhere", folder.path().join("broken.json")).unwrap();

        assert_eq!(folder.run(&format!("{PLAN} --out link.json")).status, Some(0));
        assert!(folder.read("store/plan.json").starts_with("{\n"));
        assert!(fs::symlink_metadata(folder.path().join("link.json")).unwrap().is_symlink());
        let mode = fs::metadata(folder.path().join("store/plan.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);

        let run = folder.run(&format!("{PLAN} --out broken.json"));
        assert!(run.status == Some(2) && run.err.contains("a symbolic link that leads nowhere"), "{run:?}");
    }

    #[test]
    fn a_new_file_is_as_public_as_any() {
        let folder = Folder::new();
        folder.write("any", "");
        assert_eq!(folder.run(&format!("{PLAN} --out plan.json")).status, Some(0));
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("plan.json"), mode("any"));
    }

    /// Writing fails at 64 blocks of 512 or 1024 bytes, as on a full disk, whether the system tells it by a signal or
    /// not.
    #[test]
    fn on_a_full_disk_the_old_file_stays() {
        for trap in ["", "trap '' XFSZ;"] {
            let folder = Folder::new();
            folder.write("plan.json", "old");
            let mut child = limited(&folder, trap);
            let mut message = String::new();
            child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(2));
            assert!(message.starts_with("error: cannot write plan.json: "), "{message}");
            assert_eq!(folder.read("plan.json"), "old");
            assert_eq!(folder.files(), ["plan.json"], "nothing is left behind");
        }
    }

    /// Plans with a limit on the size of files.
    fn limited(folder: &Folder, trap: &str) -> std::process::Child {
        let program = env!("CARGO_BIN_EXE_wormcast");
        let script = format!("ulimit -f 64; {trap} exec {program} {PLAN} --out plan.json");
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(script).current_dir(folder.path());
        shell.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// A part of the plans would be proved for the whole; and the folder can be used again.
    #[test]
    fn plans_that_cannot_all_be_written_are_all_taken_away() {
        let folder = Folder::new();
        let long: Vec<_> = (1..3000).map(|node: u32| node.to_string()).collect();
        folder.write("h.txt", format!("0 1\n{}\n", long.join(" ")));
        let import = "import h.txt --topology ring:3000 --out p";
        let script = format!("trap '' XFSZ; ulimit -f 16; exec {} {import}", env!("CARGO_BIN_EXE_wormcast"));
        let mut shell = std::process::Command::new("sh");
        let run: crate::support::Run = shell.arg("-c").arg(script).current_dir(folder.path()).output().unwrap().into();
        assert!(run.status == Some(2) && run.err.contains("cannot write p/1.json"), "{run:?}");
        assert_eq!(fs::read_dir(folder.path().join("p")).unwrap().count(), 0);
        assert_eq!(folder.run(import).status, Some(0));
    }

    #[test]
    fn a_pipe_that_nobody_reads_is_waited_for_with_a_word() {
        let folder = Folder::new();
        let made = std::process::Command::new("mkfifo").arg("pipe").current_dir(folder.path()).status().unwrap();
        assert!(made.success());
        let mut command = folder.command();
        command.args("plan mesh:4x4 --scheme unicast --source 0,0 --all --out pipe".split(' '));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let note = "note: nobody reads pipe yet; waiting for a reader\n";
        let mut said = vec![0; note.len()];
        child.stderr.take().unwrap().read_exact(&mut said).unwrap();
        assert_eq!(String::from_utf8_lossy(&said), note);
        assert!(fs::read_to_string(folder.path().join("pipe")).unwrap().starts_with("{\n"));
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_directly() {
        let folder = Folder::new();
        let run = folder.run(&format!("{PLAN} --out /dev/full"));
        assert!(run.status == Some(2) && run.err.contains("cannot write /dev/full: No space left"), "{run:?}");
        assert_eq!(folder.run(&format!("{PLAN} --out /dev/null")).status, Some(0));
        let both = folder.run(&format!("{PLAN} --out /dev/stdout"));
        assert!(both.out.starts_with("{\n") && both.out.contains("unicast on mesh:32x32"), "{}", both.out);

        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = folder.command().arg("list").stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output: No space left"));
    }
}

/// The reader goes away after the first bytes of much output.
#[test]
fn a_closed_pipe_ends_it_without_a_word() {
    let folder = Folder::with_plan();
    for (call, status) in
        [("list", 0), (PLAN, 0), ("plan mesh:64x64 --scheme unicast --source 0,0 --all --format json", 0)]
    {
        let mut command = folder.command();
        let mut child = command.args(call.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(status), &b""[..]), "{call}");
    }
}

/// Whatever a command reads, it does not write.
#[test]
fn outputs_do_not_take_the_place_of_inputs() {
    let folder = Folder::new();
    folder.run("plan mesh:4x4 --scheme unicast --source 0,0 --to 2,2 --out plan.json");
    folder.write("nodes.txt", "1,1\n");
    let plan = folder.read("plan.json");
    for call in [
        "simulate plan.json --svg plan.json",
        "prove plan.json --out plan.json",
        "prove plan.json --svg plan.json",
        "plan mesh:4x4 --scheme unicast --source 0,0 --to-file nodes.txt --out nodes.txt",
        "plan mesh:4x4 --scheme unicast --source 0,0 --to-file nodes.txt --svg nodes.txt",
    ] {
        let run = folder.run(call);
        assert_eq!(run.status, Some(2), "{call}: {run:?}");
        assert!(run.err.contains("is read by this command"), "{call}: {run:?}");
    }
    assert_eq!((folder.read("plan.json"), &*folder.read("nodes.txt")), (plan, "1,1\n"));
}

/// A command that is interrupted, or asked to end, leaves nothing behind; and what a killed one left is taken away.
#[cfg(target_os = "linux")]
#[test]
fn unfinished_files_do_not_stay() {
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let unfinished = || folder.files().into_iter().any(|name| name.starts_with(".wormcast-"));
    for signal in ["-INT", "-TERM", "-KILL"] {
        let large = "plan mesh:256x256 --scheme unicast --source 0,0 --all --out plan.json --format json";
        let mut running = folder.command();
        let mut running = running.args(large.split(' ')).stdout(std::process::Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while !unfinished() && start.elapsed() < Duration::from_secs(60) && running.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let status = std::process::Command::new("kill").args([signal, &running.id().to_string()]).status().unwrap();
        assert!(status.success(), "it is still at work");
        let ended = running.wait().unwrap().code();
        assert_eq!(
            ended,
            match signal {
                "-INT" => Some(130),
                "-TERM" => Some(143),
                _ => None,
            }
        );
        assert_eq!(unfinished(), signal == "-KILL", "{signal}: {:?}", folder.files());
    }
    folder.run("plan mesh:4x4 --scheme unicast --source 0,0 --to 1,1 --out other.json");
    assert!(!unfinished(), "{:?}", folder.files());
}

/// `nohup` has commands ignore the end of the terminal: so they do.
#[cfg(target_os = "linux")]
#[test]
fn signals_that_are_ignored_stay_ignored() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_wormcast");
    let script = format!("trap '' HUP; exec {program} plan file:- --scheme unicast --source a --to b");
    let mut command = std::process::Command::new("sh");
    command.arg("-c").arg(script).current_dir(folder.path());
    let mut running = command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    // A thread of its own hears signals.
    let status = format!("/proc/{}/status", running.id());
    while !std::fs::read_to_string(&status).unwrap().contains("Threads:\t2") {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let hang_up = std::process::Command::new("kill").args(["-HUP", &running.id().to_string()]).status().unwrap();
    assert!(hang_up.success());
    std::io::Write::write_all(&mut running.stdin.take().unwrap(), b"a b\n").unwrap();
    assert!(running.wait().unwrap().success());
}
