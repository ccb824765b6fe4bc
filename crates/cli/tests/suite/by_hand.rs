//! Plans by hand: a network and routes are enough.

use crate::support::Folder;
use serde_json::{Value, json};

#[test]
fn routes_are_enough_for_a_plan() {
    let folder = Folder::new();
    folder.write("hand.json", r#"{"topology": "mesh:4x4", "origin": "0,0", "route": ["1,0", ["1,1", "1,2"], "2,0"]}"#);
    assert_eq!(folder.run("check hand.json").status, Some(0), "{:?}", folder.run("check hand.json"));
    assert_eq!(folder.run("simulate hand.json").status, Some(0));
    assert_eq!(folder.run("prove hand.json").status, Some(0));
    let run = folder.run("check hand.json --fill");
    let whole: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(whole["destinations"], json!(["1,2", "2,0"]));
    assert_eq!(whole["cost"], json!({"channels": 4, "longest_path": 3, "rounds": 1, "worms": 1}));
    folder.write("whole.json", &run.out);
    assert_eq!(folder.run("check whole.json").status, Some(0));
}

#[test]
fn worms_by_hand_start_where_others_deliver() {
    let folder = Folder::new();
    let worms = r#"[{"route": ["0,0", "1,0", "2,0"]}, {"origin": "2,0", "route": ["2,1", "2,2"]}]"#;
    folder.write("hand.json", format!(r#"{{"topology": "mesh:4x4", "worms": {worms}}}"#));
    let run = folder.run("check hand.json --fill");
    let whole: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&whole["worms"][1]["after"], &whole["worms"][1]["round"]), (&json!(0), &json!(1)), "{run:?}");
    folder.write("gap.json", r#"{"topology": "mesh:4x4", "route": ["0,0", "2,0"]}"#);
    let run = folder.run("check gap.json");
    assert!(run.status == Some(1) && run.out.contains("no such channel"), "{run:?}");
    for wrong in [
        r#"{"topology": "mesh:4x4", "route": []}"#,
        r#"{"topology": "mesh:4x4", "route": [[]]}"#,
        r#"{"route": ["a"]}"#,
    ] {
        folder.write("wrong.json", wrong);
        assert_eq!(folder.run("check wrong.json").status, Some(2), "{wrong}");
    }
}
