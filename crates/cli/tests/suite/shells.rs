//! Completions and manual pages know every command.

use crate::support::Folder;

const COMMANDS: [&str; 12] = [
    "list",
    "describe",
    "plan",
    "compare",
    "check",
    "prove",
    "mend",
    "simulate",
    "sweep",
    "reproduce",
    "completions",
    "man",
];

#[test]
fn every_shell_gets_completions_of_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = folder.run(&format!("completions {shell}"));
        assert_eq!((run.status, &*run.err), (Some(0), ""), "{shell}");
        for word in COMMANDS.iter().chain(&["without-node", "scheme"]) {
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(folder.run("completions csh").status, Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    assert_eq!(folder.run("man share/man1").status, Some(0));
    assert!(folder.read("share/man1/wormcast.1").contains(r"wormcast\-plan"));
    for command in COMMANDS {
        let page = folder.read(&format!("share/man1/wormcast-{command}.1"));
        assert!(page.contains(".TH ") && page.contains(".SH SYNOPSIS"), "{command}");
    }
    folder.write("file", "");
    let run = folder.run("man file/man1");
    assert!(run.status == Some(2) && run.err.contains("file/man1: cannot write manual pages"), "{run:?}");
}
