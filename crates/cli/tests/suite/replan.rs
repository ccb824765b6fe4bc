//! `wormcast replan`: members by the names of files, and folders that get all of the plans or none.

use crate::support::Folder;

fn planned() -> Folder {
    let folder = Folder::new();
    for (file, to) in [("plans/0.json", "3,3 2,2"), ("plans/1.json", "0,3 3,0")] {
        let _ = std::fs::create_dir(folder.path().join("plans"));
        let run = folder.run(&format!("plan mesh:4x4 --scheme shortest-path-tree --source 0,0 --to {to} --out {file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    folder
}

#[test]
fn plans_are_called_by_their_files() {
    let folder = planned();
    for name in ["plans/1.json", "1.json", "1"] {
        let run = folder.run(&format!("replan plans --join {name}=1,3 --format json"));
        assert!(run.status == Some(0) && run.out.contains("\"plan\":1"), "{name}: {run:?}");
    }
    for (member, said) in [
        ("2.json=1,3", "no plan is called `2.json`; there are `plans/0.json`, `plans/1.json`"),
        ("1,3", "expected such as `plans/0.json=1,1`"),
    ] {
        let run = folder.run(&format!("replan plans --join {member}"));
        assert!(run.status == Some(2) && run.err.contains(said), "{member}: {run:?}");
    }
}

/// The folder that they come from may be the one that they go to; what cannot be written is told before any is.
#[test]
fn all_plans_are_written_or_none() {
    let folder = planned();
    let before = [0, 1].map(|plan| folder.read(&format!("plans/{plan}.json")));
    std::fs::create_dir_all(folder.path().join("blocked/1.json/in")).unwrap();
    let run = folder.run("replan plans --without-node 0,1 --out blocked");
    assert!(run.status == Some(2) && run.err.contains("1.json: it is a folder"), "{run:?}");
    assert!(!folder.path().join("blocked/0.json").exists() && !folder.path().join("blocked/.unfinished").exists());
    // What a command left that was killed is no part of it.
    std::fs::create_dir_all(folder.path().join("plans/.unfinished")).unwrap();
    folder.write("plans/.unfinished/9.json", "{");
    let run = folder.run("replan plans --without-node 0,1 --out plans");
    assert!(matches!(run.status, Some(0 | 1)), "{run:?}");
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path().join("plans")).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["0.json", "1.json"]);
    let after = [0, 1].map(|plan| folder.read(&format!("plans/{plan}.json")));
    assert!(before != after && after.iter().all(|plan| plan.contains("without_nodes")), "{after:?}");
}

/// A plan that is over is told as such.
#[test]
fn a_lost_source_is_told() {
    let folder = planned();
    let run = folder.run("replan plans --without-node 0,0");
    let said =
        "2 plans have nobody left to send to, as the source or all destinations are lost: plans/0.json plans/1.json";
    assert!(run.status == Some(1) && run.out.contains(said), "{run:?}");
    let run = folder.run("replan plans --without-node 3,3");
    assert!(!run.out.contains("nobody left"), "{run:?}");
}

/// No plan takes the place of another one.
#[test]
fn plans_of_one_name_are_refused() {
    let folder = planned();
    std::fs::create_dir(folder.path().join("others")).unwrap();
    folder.write("others/0.json", folder.read("plans/1.json"));
    let run = folder.run("replan plans/0.json others/0.json --without-node 0,1 --out after");
    assert!(run.status == Some(2) && run.err.contains("others/0.json have the same name"), "{run:?}");
    assert!(!folder.path().join("after").exists());
    let run = folder.run("replan plans plans/0.json --without-node 0,1");
    assert!(run.status == Some(2) && run.err.contains("plans/0.json is given twice"), "{run:?}");
}

/// Consumption classes, hashes and what else plans carry stay with them, changed or not.
#[test]
fn plans_keep_what_they_carry() {
    let folder = Folder::new();
    folder.write("net.edges", "a b\nb c\nc d\nd a\na e\ne c\n");
    for (file, source, to) in [("one.json", "a", "c"), ("other.json", "d", "c")] {
        let plan = format!("plan file:net.edges --scheme steiner --source {source} --to {to} --consumption-class 1");
        let run = folder.run(&format!("{plan} --virtual-channel 0 --out {file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        let mut plan: serde_json::Value = serde_json::from_str(&folder.read(file)).unwrap();
        plan["note"] = "mine".into();
        folder.write(file, plan.to_string());
    }
    let run = folder.run("replan one.json other.json --without-link a-b a-e --out after");
    assert!(run.out.contains("1 of 2 plans changed"), "{run:?}");
    for file in ["one.json", "other.json"] {
        let [before, after]: [serde_json::Value; 2] =
            [file.to_owned(), format!("after/{file}")].map(|file| serde_json::from_str(&folder.read(&file)).unwrap());
        for key in ["consumption_classes", "topology_sha256", "note"] {
            assert!(!before[key].is_null() && before[key] == after[key], "{file}: {key}: {before} {after}");
        }
        assert_eq!(before["worms"][0]["consumption_class"], after["worms"][0]["consumption_class"]);
        assert_eq!(folder.run(&format!("check after/{file}")).status, Some(0), "{file}");
    }
}

#[test]
fn who_cannot_join_is_told() {
    let folder = planned();
    let run = folder.run("replan plans/0.json --without-link 3,0-2,0 3,0-3,1 --join plans/0.json=3,0");
    assert!(run.status == Some(1) && run.out.contains("3,0"), "{run:?}");
}
