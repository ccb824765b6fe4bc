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

/// What is proposed for these plans, with these options, after all of it has been used: the proofs are checked, the
/// plans are judged, and proved once more.
fn mended(folder: &Folder, plans: &str, options: &str) -> Vec<Value> {
    let run = folder.run(&format!("mend {plans} {options} --out mended --format json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&document["format"], &document["answer"]), (&"wormcast-mending".into(), &"mended".into()));
    let proposals = document["proposals"].as_array().unwrap();
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
            let proved = folder.run(&format!("prove {files} --virtual-channels {count} {options}"));
            assert_eq!(proved.status, Some(0), "{proved:?}");
        }
    }
    // Fewest channels first, then the soonest.
    let soonest = |proposal: &Value| proposal["latency_ns"].as_f64().map_or(u64::MAX, |ns| (1000.0 * ns) as u64);
    let rank = |proposal: &Value| (proposal["channels"].as_u64(), soonest(proposal));
    assert!(proposals.iter().map(rank).is_sorted(), "{run:?}");
    proposals.clone()
}

#[test]
fn what_is_written_is_proved_and_can_be_used() {
    let proposals = mended(&ring(), RING, "");
    assert_eq!(proposals.len(), 3, "{proposals:?}");
}

#[test]
fn workloads_that_hung_elsewhere_are_mended() {
    for (case, plans, options, least) in [
        ("rectangle-broadcasts", "a.json b.json", "", 2),
        ("rectangle-broadcasts", "c.json d.json", "", 2),
        ("column-forks", "col-a1.json col-b3.json", "--reservation independent", 2),
        ("column-forks", "col-a1.json col-b3.json", "--reservation any-order --handover tail", 2),
    ] {
        let folder = Folder::new();
        let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
        for file in plans.split(' ') {
            folder.write(file, std::fs::read(format!("{cases}/{case}/{file}")).unwrap());
        }
        assert_eq!(folder.run(&format!("prove {plans} {options}")).status, Some(1), "{plans}");
        let proposals = mended(&folder, plans, options);
        assert!(proposals.len() >= least, "{plans} {options}: {proposals:?}");
    }
}

#[test]
fn a_pipeline_is_mended_with_what_its_messages_depend_on() {
    let folder = Folder::new();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/pipeline");
    for file in ["column.edges", "f0.json", "f1.json", "f2.json", "dependences.json"] {
        folder.write(file, std::fs::read(format!("{case}/{file}")).unwrap());
    }
    let proposals = mended(&folder, "f0.json f1.json f2.json", "--dependences dependences.json");
    assert!(!proposals.is_empty());
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
