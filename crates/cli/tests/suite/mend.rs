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

/// Two rings of four messages that have nothing to do with each other, and a message that arrives.
const TWO_CYCLES: &str = "0,0 1,0 1,1\n1,0 1,1 0,1\n1,1 0,1 0,0\n0,1 0,0 1,0\n4,4 5,4 5,5\n5,4 5,5 4,5\n5,5 4,5 4,4\n\
                          4,5 4,4 5,4\n2,2 3,2 3,3\n";

fn two_cycles() -> Folder {
    let folder = Folder::new();
    folder.write("two.txt", TWO_CYCLES);
    let run = folder.run("import two.txt --topology mesh:6x6 --out two");
    assert_eq!(run.status, Some(0), "{run:?}");
    folder
}

#[test]
fn each_of_several_cycles_is_told() {
    let folder = two_cycles();
    let plans: String = (0..9).map(|number| format!(" two/{number}.json")).collect();
    for engine in ["worm", "flit"] {
        let run = folder.run(&format!("simulate{plans} --engine {engine}"));
        let (first, second) = run.out.split_once("another cycle, which would stay").expect("there are two");
        assert!(first.contains("worm 0 of plan 3 is stuck") && !first.contains("worm 0 of plan 4 is stuck"), "{run:?}");
        assert!(second.contains("worm 0 of plan 7 is stuck") && !second.contains("worm 0 of plan 8"), "{run:?}");
        let run = folder.run(&format!("simulate{plans} --engine {engine} --format json"));
        let document: Value = serde_json::from_str(&run.out).unwrap();
        let plans = |cycle: &Value| -> Vec<u64> {
            cycle.as_array().unwrap().iter().map(|worm| worm["plan"].as_u64().unwrap()).collect()
        };
        assert_eq!(plans(&document["cycle"]), [0, 1, 2, 3]);
        let more = document["more_cycles"].as_array().unwrap();
        assert_eq!(more.iter().map(plans).collect::<Vec<_>>(), [[4, 5, 6, 7]]);
    }
}

#[test]
fn each_of_several_changes_is_told_with_the_cycle_that_it_breaks() {
    let folder = two_cycles();
    let run = folder.run("mend two");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("mend two --format json");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    for proposal in document["proposals"].as_array().unwrap() {
        let changes = proposal["changes"].as_array().unwrap();
        assert_eq!(changes.len(), 2, "{proposal}");
        for change in changes {
            let broken: Vec<_> = change["breaks"].as_array().unwrap().iter().map(|worm| &worm["plan"]).collect();
            assert_eq!(broken.len(), 4, "{change}");
            assert!(broken.contains(&&change["plan"]), "{change}");
        }
        assert_ne!(changes[0]["breaks"], changes[1]["breaks"], "{proposal}");
    }
    let words = folder.run("mend two").out;
    assert!(words.contains("against the cycle of worm 0 of two/4.json, worm 0 of two/5.json"), "{words}");
    let words = ring().run(&format!("mend {RING}")).out;
    assert!(!words.contains("against"), "one change needs no such word: {words}");
}
