//! How forgiving the commands are, and how they name things.

use crate::support::{Folder, Run};

#[test]
fn blanks_in_lists_and_names_are_taken() {
    let folder = Folder::new();
    let call = ["compare", "mesh:4x4", "--source", "0, 0", "--to", "3, 3", "--schemes", "ocms, otms"];
    let run = folder.run_with(call);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("\nocms") && run.out.contains("\notms"), "{run:?}");
}

#[test]
fn a_proof_is_not_taken_for_a_plan() {
    let folder = Folder::new();
    folder.run("prove mesh:4x4 --scheme unicast --out proof.json");
    for command in ["prove", "simulate"] {
        let run = folder.run(&format!("{command} proof.json"));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains("this is a proof: `wormcast check proof.json`"), "{run:?}");
    }
}

#[test]
fn unicasts_are_named_by_their_ends_and_virtual_channels_by_their_number() {
    let folder = Folder::new();
    folder.run("plan mesh:3x3 --scheme dual-path --source 1,1 --all --out plan.json");
    let run = folder.run("prove plan.json --with-unicast");
    assert!(run.status == Some(1) && run.out.starts_with("deadlock of "), "{run:?}");
    assert!(run.out.contains("\n  unicast ") && !run.out.contains("of the unicast"), "{run:?}");
    let run = folder.run("prove torus:4x4 --scheme routed-path --virtual-channels 2");
    assert!(run.out.contains("(vc 0)") && run.out.contains("name their virtual channels"), "{run:?}");
    let help = folder.run("prove --help").out;
    let heading = |title: &str| help.find(&format!("\n{title}:\n")).unwrap_or_else(|| panic!("{title}: {help}"));
    let option = |name: &str| help.find(&format!("{name} <")).unwrap_or_else(|| panic!("{name}: {help}"));
    assert!(heading("Plan files only") < option("--copies"));
    assert!(option("--out") > heading("Output") && option("--format") > heading("Output"));
}

/// Answers are in colours where these are shown, and `NO_COLOR` is not set.
#[test]
fn colours_are_for_terminals_and_can_be_turned_off() {
    let folder = Folder::new();
    let prove = |variables: &[(&str, &str)]| {
        let mut command = folder.command();
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        let run: Run = command.args(["prove", "mesh:4x4", "--scheme", "dual-path"]).output().unwrap().into();
        assert_eq!(run.status, Some(0), "{run:?}");
        run.out
    };
    assert!(!prove(&[]).contains('\u{1b}'));
    assert!(prove(&[("CLICOLOR_FORCE", "1")]).contains("\u{1b}[1m\u{1b}[34mdeadlock-free\u{1b}[0m"));
    assert!(!prove(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\u{1b}'));
}

/// Names that differ in characters alone that are not seen would look like one.
#[test]
fn what_is_not_seen_in_a_name_is_shown() {
    let folder = Folder::new();
    let unseen = "\u{ad}\u{34f}\u{115f}\u{180b}\u{200b}\u{2800}\u{3164}\u{fe0f}\u{fff9}\u{1d173}\u{e0041}";
    for c in unseen.chars() {
        folder.write("net.edges", format!("a b{c}\nb{c} c\n"));
        let node = format!("b{c}");
        for words in [
            vec!["describe", "file:net.edges", "--nodes"],
            vec!["plan", "file:net.edges", "--scheme", "unicast", "--source", "a", "--to", &node],
            vec!["plan", "file:net.edges", "--scheme", "unicast", "--source", "a", "--to", &format!("x{c}")],
        ] {
            let run = folder.run_with(words.iter().copied());
            let told = run.out.clone() + &run.err;
            assert!(!told.contains(c) && told.contains(['?', '\u{fffd}']), "{words:?}: {told:?}");
        }
    }
}
