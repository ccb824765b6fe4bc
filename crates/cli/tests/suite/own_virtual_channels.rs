//! Networks whose files say how many virtual channels their channels have: every command goes by it, and says so.

use crate::support::Folder;

/// A ring of one way with so many virtual channels a channel, and a message from each node to the one after the next.
fn ring(count: u32) -> Folder {
    let folder = Folder::new();
    let channel = |[from, to]: [&str; 2]| format!(r#"{{"from":"{from}","to":"{to}","virtual_channels":{count}}}"#);
    let channels = [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]].map(channel).join(",");
    let nodes = ["a", "b", "c", "d"].map(|name| format!(r#"{{"name":"{name}"}}"#)).join(",");
    let network = format!(r#"{{"format":"wormcast-network","version":1,"nodes":[{nodes}],"channels":[{channels}]}}"#);
    folder.write("ring.json", network);
    for (from, to) in [("a", "c"), ("b", "d"), ("c", "a"), ("d", "b")] {
        folder.run(&format!("plan file:ring.json --scheme unicast --source {from} --to {to} --out {from}.json"));
    }
    folder
}

const PLANS: &str = "a.json b.json c.json d.json";

#[test]
fn the_number_of_the_file_is_told_and_no_other_is_taken() {
    let folder = ring(2);
    let run = folder.run(&format!("prove {PLANS} --copies 1 --vc-rule free"));
    assert!(run.status == Some(0) && run.out.contains(", 2 virtual channels (free)"), "{run:?}");
    for question in [
        &format!("prove {PLANS}"),
        &format!("simulate {PLANS}"),
        &format!("mend {PLANS}"),
        &format!("report {PLANS} --html page.html"),
        "prove file:ring.json --scheme unicast",
        "prove file:ring.json --routing shortest",
        "compare file:ring.json --source a --to b --schemes unicast",
    ] {
        let run = folder.run(&format!("{question} --virtual-channels 1"));
        let says = "1 virtual channel is asked for, and by the network's file every channel has 2";
        assert!(run.status == Some(2) && run.err.contains(says), "{question}: {run:?}");
        let run = folder.run(&format!("{question} --virtual-channels 2"));
        assert!(run.status != Some(2), "{question}: {run:?}");
        assert_eq!(folder.run(question).out, run.out, "{question}");
    }
    let alone = ring(1);
    let run = alone.run(&format!("prove {PLANS} --copies 1 --vc-rule free"));
    assert!(run.status == Some(1) && run.out.starts_with("deadlock of 4 worms"), "{run:?}");
}

/// Schemes are proved on as many as all channels have.
#[test]
fn schemes_are_proved_on_the_virtual_channels_of_the_file() {
    let folder = Folder::new();
    folder.run("describe mesh:4x4 --out chip.json");
    let chip = folder.read("chip.json");
    folder.write("chip.json", chip.replace("{\"from\":", "{\"virtual_channels\":2,\"from\":"));
    let question = "compare file:chip.json --source 0,0 --to 3,3 1,2 --schemes dual-path,multi-path";
    let run = folder.run(question);
    assert!(run.out.matches("free").count() >= 2 && !run.out.contains("unknown"), "{run:?}");
    let run = folder.run(&format!("{question} --with-unicast --routing up-down --vc-rule class"));
    assert!(!run.out.contains("keeps nothing apart"), "{run:?}");
    folder.write(
        "load.toml",
        "topology = \"file:chip.json\"\nschemes = [\"dual-path\"]\nloads = [0.01]\nseeds = [1]\n[traffic]\n\
         multicast_share = 0.5\nmulticast = { destinations = 3 }\n[timing]\nvirtual_channels = 1\n",
    );
    let run = folder.run("sweep load.toml --out results");
    assert!(run.status == Some(2) && run.err.contains("every channel has 2"), "{run:?}");
    // Where they differ, that is why nothing is proved.
    folder.write("chip.json", folder.read("chip.json").replacen("\"virtual_channels\":2", "\"virtual_channels\":3", 1));
    let run = folder.run(question);
    assert!(run.out.contains("schemes and routings are proved where all channels have as many"), "{run:?}");
    assert!(!run.out.contains("was found in the"), "{run:?}");
}

/// A network of these channels, each with its number of virtual channels.
fn network(channels: &[(&str, &str, u32)]) -> String {
    let nodes: std::collections::BTreeSet<_> = channels.iter().flat_map(|&(from, to, _)| [from, to]).collect();
    let nodes: Vec<_> = nodes.into_iter().map(|name| serde_json::json!({ "name": name })).collect();
    let channel =
        |&(from, to, own): &(&str, &str, u32)| serde_json::json!({ "from": from, "to": to, "virtual_channels": own });
    let channels: Vec<_> = channels.iter().map(channel).collect();
    serde_json::json!({ "format": "wormcast-network", "version": 1, "nodes": nodes, "channels": channels }).to_string()
}

/// Trees beside routes take only virtual channels that their channels have.
#[test]
fn trees_beside_routes_take_what_is_there() {
    let folder = Folder::new();
    let ring = [("a", "b", 1), ("b", "c", 1), ("c", "a", 1)];
    let further = [("a", "x", 2), ("x", "y", 2), ("y", "c", 2)];
    folder.write("ring.json", network(&ring));
    folder.write("further.json", network(&[&ring[..], &further[..]].concat()));
    folder.write("ring.txt", "b c a\nc a b\n");
    folder.write("further.txt", "b c a\nc a b\ny c a x\nx y c\n");
    for scheme in ["steiner", "shortest-path-tree", "ner"] {
        let plan = |network: &str| {
            let run = format!("plan file:{network}.json --scheme {scheme} --source a --to c --beside {network}.txt");
            folder.run(&format!("{run} --out tree.json"))
        };
        let run = plan("ring");
        assert_eq!(run.status, Some(2), "{scheme}: {run:?}");
        let run = plan("further");
        assert!(run.status == Some(0) && run.out.contains("a x y c"), "{scheme}: {run:?}");
        assert_eq!(folder.run("check tree.json --beside further.txt").status, Some(0), "{scheme}");
    }
}

/// So do trees that are planned anew where a link is lost.
#[test]
fn replanned_trees_take_what_is_there() {
    let folder = Folder::new();
    let ring = [("a", "b", 2), ("b", "c", 2), ("b", "a", 1), ("c", "b", 1), ("a", "d", 1), ("d", "c", 1)];
    let further = [("a", "e", 2), ("e", "f", 2), ("f", "c", 2)];
    folder.write("ring.json", network(&ring));
    folder.write("further.json", network(&[&ring[..], &further[..]].concat()));
    for (name, status, channels) in [("ring", 1, 0), ("further", 0, 3)] {
        let plan = format!(
            "plan file:{name}.json --scheme steiner --source a --to c --virtual-channel 1 --out {name}.plan.json"
        );
        assert_eq!(folder.run(&plan).status, Some(0));
        let run = folder.run(&format!("replan {name}.plan.json --without-link b-c --out after --format json"));
        assert_eq!(run.status, Some(status), "{name}: {run:?}");
        let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(told["changed"][0]["channels"], channels, "{name}: {told}");
    }
    assert_eq!(folder.run("check after/further.plan.json").status, Some(0));
}
