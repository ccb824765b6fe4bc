//! `wormcast mend` where links have parallel channels, which files of paths cannot name.

use crate::support::Folder;
use serde_json::json;

/// What a file of paths cannot hold is left out with a word, and all the rest is written.
#[test]
fn plans_on_parallel_channels_are_written_without_a_file_of_paths() {
    let folder = Folder::new();
    let names = ["0", "1", "2", "3"];
    let nodes: Vec<_> = names.iter().map(|name| json!({"name": name})).collect();
    let pair =
        |from: usize| [0, 1].map(|number| json!({"from": names[from], "to": names[(from + 1) % 4], "number": number}));
    let channels: Vec<_> = (0..4).flat_map(pair).collect();
    let network = json!({"format": "wormcast-network", "version": 1, "nodes": nodes, "channels": channels});
    folder.write("net.json", network.to_string());
    for from in 0..4 {
        let [a, b, c] = [0, 1, 2].map(|step| names[(from + step) % 4]);
        let worm = json!({"id": 0, "origin": a, "after": null, "round": 0,
            "route": [[null, a, b, 1], [0, b, c, 1]], "deliver": [{"hop": 1, "node": c}]});
        let plan = json!({"format": "wormcast-plan", "version": 2, "topology": "file:net.json", "scheme": "hand",
            "source": a, "destinations": [c], "worms": [worm],
            "cost": {"channels": 2, "longest_path": 2, "rounds": 1, "worms": 1}});
        folder.write(&format!("{from}.json"), plan.to_string());
    }
    let run = folder.run("mend 0.json 1.json 2.json 3.json --out mended");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.err.contains("1/phase-1-routes.txt is not written: the parallel channel `"), "{run:?}");
    assert!(!folder.path().join("mended/1/phase-1-routes.txt").exists());
    for name in ["phase-1/0.json", "phase-1/3.json", "phase-1-proof.json"] {
        let run = folder.run(&format!("check mended/1/{name}"));
        assert_eq!(run.status, Some(0), "{name}: {run:?}");
    }
}
