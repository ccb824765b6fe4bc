//! Pipes in place of files, which may have no writer yet.
#![cfg(unix)]

use crate::support::Folder;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// Whatever reads it: a command that waits tells for whom.
#[test]
fn a_pipe_without_a_writer_is_waited_for_with_a_word() {
    let edges = "a b\nb c\n";
    for (command, content, status) in [
        ("describe file:pipe", edges, 0),
        ("plan file:pipe --scheme unicast --source a --to c", edges, 0),
        ("prove mesh:3x1 --routes pipe", "0,0 1,0 2,0\n", 0),
        ("import pipe --topology mesh:3x1 --out plans", "0,0 1,0 2,0\n", 0),
        ("check pipe", "{}", 2),
    ] {
        let folder = Folder::new();
        let made = Command::new("mkfifo").arg("pipe").current_dir(folder.path()).status().unwrap();
        assert!(made.success());
        let mut waiting = folder.command();
        waiting.args(command.split(' ')).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = waiting.spawn().unwrap();
        let note = "waiting for somebody to write to the pipe pipe\n";
        let mut said = vec![0; note.len()];
        let mut err = child.stderr.take().unwrap();
        err.read_exact(&mut said).unwrap();
        assert_eq!(String::from_utf8_lossy(&said), note, "{command}");
        let mut pipe = std::fs::File::options().write(true).open(folder.path().join("pipe")).unwrap();
        pipe.write_all(content.as_bytes()).unwrap();
        drop(pipe);
        let mut rest = String::new();
        err.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status), "{command}: {rest}");
        assert!(!rest.contains("waiting for somebody"), "{command}: {rest}");
    }
}
