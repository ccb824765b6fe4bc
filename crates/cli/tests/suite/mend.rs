//! `wormcast mend`.

use crate::support::Folder;
use serde_json::Value;

/// Four messages around a ring, each two steps on.
fn ring() -> Folder {
    let folder = Folder::new();
    for number in 0..4 {
        let (name, examples) =
            (format!("ring-{number}.json"), concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plans"));
        folder.write(&name, std::fs::read(format!("{examples}/{name}")).unwrap());
    }
    folder
}

const RING: &str = "ring-0.json ring-1.json ring-2.json ring-3.json";

#[test]
fn what_is_written_is_proved_and_can_be_used() {
    let folder = ring();
    let run = folder.run(&format!("mend {RING} --out mended --format json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&document["format"], &document["answer"]), (&"wormcast-mending".into(), &"mended".into()));
    let proposals = document["proposals"].as_array().unwrap();
    assert_eq!(proposals.len(), 3, "{run:?}");
    for (number, proposal) in (1..).zip(proposals) {
        for (phase, told) in (1..).zip(proposal["phases"].as_array().unwrap()) {
            let at = format!("mended/{number}/phase-{phase}");
            let checked = folder.run(&format!("check {at}-proof.json"));
            assert_eq!(checked.status, Some(0), "{checked:?}");
            let files: Vec<_> = told["plans"].as_object().unwrap().keys().map(|name| format!("{at}/{name}")).collect();
            let files = files.join(" ");
            let checked = folder.run(&format!("check {files}"));
            assert_eq!(checked.status, Some(0), "{checked:?}");
            let count = &told["virtual_channels"];
            let proved = folder.run(&format!("prove {files} --virtual-channels {count}"));
            assert_eq!(proved.status, Some(0), "{proved:?}");
        }
    }
    // Fewest channels first.
    let channels: Vec<_> = proposals.iter().map(|proposal| proposal["channels"].as_u64().unwrap()).collect();
    assert!(channels.is_sorted(), "{channels:?}");
}

#[test]
fn nothing_is_proposed_for_what_is_free() {
    let folder = ring();
    let run = folder.run("mend ring-0.json ring-1.json");
    assert_eq!((run.status, &*run.out), (Some(0), "the plans are free of deadlock as they are\n"), "{run:?}");
}

#[test]
fn options_of_other_commands_are_refused() {
    let folder = ring();
    let run = folder.run(&format!("mend {RING} --save-plans saved"));
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("`--save-plans` goes with `prove`"), "{run:?}");
}
