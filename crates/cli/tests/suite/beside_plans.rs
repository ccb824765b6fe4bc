//! Trees beside plans that name no virtual channel: these take turns over all that there are, once another plan takes a
//! second one.

use crate::support::Folder;

/// A ring of one way, and a plan that names no virtual channel. A tree from `c` to `b` closes a cycle with it.
fn ring() -> Folder {
    let folder = Folder::new();
    folder.write("ring.edges", "a > b\nb > c\nc > d\nd > a\n");
    let run = folder.run("plan file:ring.edges --scheme steiner --source a --to d --out first.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    folder
}

const SECOND: &str = "plan file:ring.edges --scheme steiner --source c --to b";

#[test]
fn a_second_virtual_channel_is_not_taken_beside_a_plan_that_names_none() {
    let folder = ring();
    let named = "`wormcast check first.json --fill --virtual-channel 0`";
    let refused = folder.run(&format!("{SECOND} --beside first.json --out second.json"));
    assert!(refused.status == Some(2) && refused.err.contains(named), "{refused:?}");
    // Nor where something else takes a second one, whatever the tree does.
    let run = folder.run("plan file:ring.edges --scheme steiner --source a --to b --beside first.json,layered");
    assert!(run.status == Some(2) && run.err.contains(named), "{run:?}");
    // One that closes no cycle stays as it was.
    let run =
        folder.run("plan file:ring.edges --scheme steiner --source a --to c --beside first.json --out third.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("prove first.json third.json").status, Some(0));

    let named = folder.run("check first.json --fill --virtual-channel 0");
    assert_eq!(named.status, Some(0), "{named:?}");
    folder.write("named.json", &named.out);
    let run = folder.run(&format!("{SECOND} --beside named.json --certificate --out second.json"));
    assert!(run.status == Some(0) && run.out.contains("layer 1, lower_ones_have_no_tree true"), "{run:?}");
    assert_eq!(folder.run("check second.json --beside named.json").status, Some(0));
    assert_eq!(folder.run("prove named.json second.json").status, Some(0));
    // Beside the one that names none it may deadlock, and is not called valid.
    let run = folder.run("check second.json --beside first.json");
    assert!(run.status == Some(2) && run.err.contains("first.json names no virtual channel"), "{run:?}");
    assert_eq!(folder.run("prove first.json second.json").status, Some(1));
}

#[test]
fn a_virtual_channel_is_named_where_none_is() {
    let folder = ring();
    for (command, problem) in [
        ("check first.json --virtual-channel 0", "--fill"),
        ("check first.json --fill --virtual-channel 64", "from 0 to 63"),
        ("check first.json first.json --fill --virtual-channel 0", "one plan"),
    ] {
        let run = folder.run(command);
        assert!(run.status == Some(2) && run.err.contains(problem), "{command}: {run:?}");
    }
    let plan: serde_json::Value =
        serde_json::from_str(&folder.run("check first.json --fill --virtual-channel 3").out).unwrap();
    assert_eq!(plan["virtual_channels"], serde_json::json!([[3, 3, 3]]));
    folder.write("named.json", plan.to_string());
    let run = folder.run("check named.json --fill --virtual-channel 0");
    assert!(run.status == Some(2) && run.err.contains("names its virtual channels already"), "{run:?}");
}

/// Trees that are changed count by the same rule, and keep the names that they had.
#[test]
fn changed_plans_keep_to_their_virtual_channels() {
    let folder = Folder::new();
    for (file, source, to) in [("0.json", "0,0", "2,2"), ("1.json", "2,2", "0,0")] {
        let run = folder.run(&format!("plan mesh:3x3 --scheme steiner --source {source} --to {to} --out {file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    std::fs::create_dir(folder.path().join("named")).unwrap();
    for (number, file) in ["0.json", "1.json"].iter().enumerate() {
        let named = folder.run(&format!("check {file} --fill --virtual-channel {number}"));
        folder.write(&format!("named/{file}"), &named.out);
    }
    let run = folder.run("replan named --join 0.json=0,2 --join 1.json=2,0 --out after");
    assert_eq!(run.status, Some(0), "{run:?}");
    for number in [0, 1] {
        let plan: serde_json::Value = serde_json::from_str(&folder.read(&format!("after/{number}.json"))).unwrap();
        let named = plan["virtual_channels"][0].as_array().unwrap();
        assert!(!named.is_empty() && named.iter().all(|channel| *channel == number), "{plan}");
    }
    let run = folder.run("replan 0.json named/1.json --join 0.json=0,2");
    assert!(run.status == Some(2) && run.err.contains("0.json: it names no virtual channel"), "{run:?}");
}

/// `check --beside` judges plans that carry no certificate, too.
#[test]
fn plans_without_a_certificate_are_judged_beside_routes() {
    let folder = Folder::new();
    let plan = "plan torus:4x4 --scheme steiner --source 1,1 --to 3,1 0,3 2,3";
    assert_eq!(folder.run(&format!("{plan} --virtual-channel 0 --out own.json")).status, Some(0));
    let run = folder.run("check own.json --beside shortest");
    assert!(run.status == Some(1) && run.out.contains("closes a cycle of dependences"), "{run:?}");
    assert_eq!(folder.run(&format!("{plan} --beside dimension-order --out fits.json")).status, Some(0));
    let run = folder.run("check fits.json --beside dimension-order");
    assert_eq!(run.status, Some(0), "{run:?}");
    let mut forged: serde_json::Value = serde_json::from_str(&folder.read("fits.json")).unwrap();
    let layer = forged["beside"]["layer"].as_u64().unwrap();
    forged["beside"]["layer"] = (layer + 1).into();
    folder.write("forged.json", forged.to_string());
    let run = folder.run("check forged.json --beside dimension-order");
    assert!(run.status == Some(1) && run.out.contains("it says that it takes virtual channel"), "{run:?}");
}
