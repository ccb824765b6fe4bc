//! `wormcast route`, and `prove` about routings and about tables that others wrote.

use crate::support::Folder;
use serde_json::Value;

/// A folder with switches and two routing tables of theirs.
fn tables() -> Folder {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/route-tables");
    for name in ["net.edges", "net.graphml", "xy.csv", "mixed.csv"] {
        folder.write(name, std::fs::read(format!("{cases}/{name}")).unwrap());
    }
    folder
}

fn json(folder: &Folder, command: &str, status: i32) -> Value {
    let run = folder.run(&format!("{command} --format json"));
    assert_eq!(run.status, Some(status), "{run:?}");
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn tables_in_dimension_order_are_free_and_mixed_ones_deadlock() {
    let folder = tables();
    for network in ["net.edges", "net.graphml"] {
        let free = json(&folder, &format!("prove file:{network} --routes xy.csv --out free.json"), 0);
        assert_eq!(free["answer"], "deadlock-free");
        assert_eq!((&free["unrouted"], &free["unrouted_pairs"]), (&Value::Array(vec![]), &Value::from(0)));
        let deadlock = json(&folder, &format!("prove file:{network} --routes mixed.csv --out deadlock.json"), 1);
        assert_eq!(deadlock["answer"], "deadlock");
        let cycle = deadlock["dependency_cycle"].as_array().unwrap();
        for (wait, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            assert_eq!(wait["waits_for"], next["holds"]);
        }
        for proof in ["free.json", "deadlock.json"] {
            let run = folder.run(&format!("check {proof}"));
            assert_eq!(run.status, Some(0), "{run:?}");
        }
    }
}

#[test]
fn a_table_with_one_entry_changed_is_refused_by_the_check() {
    let folder = tables();
    assert_eq!(folder.run("prove file:net.edges --routes xy.csv --out free.json").status, Some(0));
    // The mixed table under the name of the other one: its waits are not those of the certificate.
    folder.write("xy.csv", folder.read("mixed.csv"));
    let run = folder.run("check free.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("not valid"), "{run:?}");
}

#[test]
fn forged_numbers_are_refused() {
    let folder = tables();
    folder.run("prove file:net.edges --routes xy.csv --out free.json");
    let mut proof: Value = serde_json::from_str(&folder.read("free.json")).unwrap();
    let highest = proof["certificate"]["lanes"].as_array().unwrap().iter().position(|lane| lane[2] != 0).unwrap();
    proof["certificate"]["lanes"][highest][2] = 0.into();
    folder.write("forged.json", proof.to_string());
    assert_eq!(folder.run("check forged.json").status, Some(1));
    proof["certificate"]["lanes"].as_array_mut().unwrap().remove(highest);
    folder.write("forged.json", proof.to_string());
    assert_eq!(folder.run("check forged.json").status, Some(1));
}

#[test]
fn loops_dead_ends_missing_pairs_and_missing_channels_are_told_apart_from_deadlocks() {
    let folder = Folder::new();
    folder.write("line.edges", "a b\nb c\nc d\n");
    folder.write("table.csv", "router,destination,next\na,d,b\nb,d,a\na,c,b\nb,c,c\nc,a,d\nd,a,b\nc,b,b\n");
    // Where routes run in loops nothing is called free.
    let document = json(&folder, "prove file:line.edges --routes table.csv", 1);
    assert_eq!(document["answer"], "unknown");
    let reason = |from: &str, to: &str| {
        let pairs = document["unrouted"].as_array().unwrap();
        let pair = pairs.iter().find(|pair| pair["from"] == from && pair["to"] == to);
        pair.map_or_else(String::new, |pair| pair["reason"].as_str().unwrap().to_owned())
    };
    assert!(reason("a", "d").contains("loop"), "{document}");
    assert!(reason("c", "a").contains("no entry"), "{document}");
    assert!(reason("b", "a").contains("no route"), "{document}");
    assert_eq!(reason("a", "c"), "");
    assert_eq!(document["malformed"][0]["problem"], "there is no channel `d>b`");
    assert_eq!(document["malformed"][0]["line"], 7);
}

/// A network may say how many virtual channels a link has: a route over one that it does not have is no route.
#[test]
fn routes_over_missing_virtual_channels_are_told() {
    let folder = Folder::new();
    let channels =
        r#"[{"from": "a", "to": "b", "virtual_channels": 2}, {"from": "b", "to": "a", "virtual_channels": 2}]"#;
    let nodes = r#"[{"name": "a"}, {"name": "b"}]"#;
    let head = r#""format": "wormcast-network", "version": 1"#;
    folder.write("own.json", format!("{{{head}, \"nodes\": {nodes}, \"channels\": {channels}}}"));
    folder.write("table.csv", "router,destination,next,vc\na,b,b,2\nb,a,a,1\n");
    folder.write("table.paths", "a b @2\nb a @1\n");
    for table in ["table.csv", "table.paths"] {
        let document = json(&folder, &format!("prove file:own.json --routes {table}"), 0);
        let malformed = document["malformed"].as_array().unwrap();
        assert_eq!(malformed.len(), 1, "{table}: {document}");
        let problem = "`a>b` has no virtual channel 2: it has 2, numbered from 0";
        assert_eq!(malformed[0]["problem"], problem, "{table}");
    }
}

#[test]
fn dimension_order_is_free_on_tori_whole_and_with_a_lost_link_or_node() {
    let folder = Folder::new();
    for fault in ["", "--without-link 0,0-1,0", "--without-link 2,0-2,4", "--without-node 2,2", "--without-node 0,0"] {
        let command = format!("prove torus:6x5 {fault} --routing dimension-order --virtual-channels 2");
        assert_eq!(json(&folder, &command, 0)["answer"], "deadlock-free", "{fault}");
        let summary = json(&folder, &format!("route torus:6x5 {fault} --routing dimension-order"), 0);
        assert_eq!((&summary["unrouted"], &summary["virtual_channels"]), (&0.into(), &2.into()), "{fault}");
    }
    assert_eq!(
        json(&folder, "prove torus:6x5 --routing dimension-order --virtual-channels 1", 1)["answer"],
        "deadlock"
    );
}

/// What `route --out` writes is read again, and is as free as the routing itself.
#[test]
fn written_routes_are_read_again() {
    let folder = Folder::new();
    let written = json(&folder, "route torus:4x4 --without-node 1,1 --routing dimension-order --out routes.txt", 0);
    assert_eq!(folder.read("routes.txt").lines().count() as u64, written["pairs"].as_u64().unwrap());
    let proof = json(&folder, "prove torus:4x4 --without-node 1,1 --routes routes.txt", 0);
    assert_eq!(proof["answer"], "deadlock-free");
    assert_eq!(proof["statement"]["virtual_channels"], 2);
}

#[test]
fn bad_tables_and_routings_are_refused_with_the_culprit() {
    let folder = tables();
    folder.write("unknown.csv", "router,destination,next\ns00,s01,s99\n");
    folder.write("column.csv", "router,destination,next,colour\ns00,s01,s01,red\n");
    folder.write("short.txt", "s00 s01\ns00\n");
    folder.write("empty.txt", "# nothing\n");
    for (arguments, expected) in [
        ("file:net.edges --routes unknown.csv", "s99"),
        ("file:net.edges --routes column.csv", "unknown column `colour`"),
        ("file:net.edges --routes short.txt", "a path has two nodes at least"),
        ("file:net.edges --routes empty.txt", "there is no route"),
        ("torus:4x4 --routing dimension-ordre", "did you mean `dimension-order`?"),
        ("star:4 --routing dimension-order", "does not serve star:4"),
        ("torus:4x4 --routing valiant --virtual-channels 2", "needs 4 virtual channels"),
    ] {
        let run = folder.run(&format!("prove {arguments}"));
        assert_eq!(run.status, Some(2), "{arguments}: {run:?}");
        assert!(run.err.contains(expected), "{arguments}: {run:?}");
    }
}

#[test]
fn flaws_of_routes_are_told_apart() {
    let folder = Folder::new();
    // A loop for 2, a dead end for 3, nothing for 0 from 2, and a channel that is not there.
    let table = "router,destination,next\n0,1,1\n0,2,1\n1,2,0\n0,3,1\n1,0,0\n3,0,0\n3,1,2\n2,1,1\n2,0,0\n";
    folder.write("table.csv", table);
    let run = folder.run("check ring:4 --routes table.csv --format json");
    assert_eq!(run.status, Some(1), "{run:?}");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["format"], "wormcast-routes-check");
    let counts = ["loops", "dead_ends", "without_route"].map(|kind| report[kind]["count"].as_u64().unwrap());
    assert_eq!((counts, report["routed"].as_u64(), report["pairs"].as_u64()), ([2, 1, 4], Some(5), Some(12)));
    assert_eq!(report["dead_ends"]["first"][0]["at"], "1");
    assert_eq!(report["missing_channels"][0]["problem"], "there is no channel `2>0`");
    let words = folder.run("check ring:4 --routes table.csv");
    assert!(words.out.contains("from 0 to 2: the route runs in a loop"), "{words:?}");
    assert_eq!(folder.run("check ring:4 --routes table.csv extra.json").status, Some(2));
    assert_eq!(folder.run("check plan.json --without-node 0").status, Some(2));
}

#[test]
fn paths_of_plans_come_back_as_plans() {
    let folder = Folder::new();
    let plan = "plan torus:4x4 --scheme unicast --routing dimension-order --source 1,0 --to 3,2 0,3 2,2";
    assert_eq!(folder.run(&format!("{plan} --out plan.json --routes-out routes.txt")).status, Some(0));
    assert!(folder.read("routes.txt").contains("# worm 0, from 1,0\n1,0 "));
    let run = folder.run("import routes.txt --topology torus:4x4 --out plans");
    assert_eq!(run.status, Some(0), "{run:?}");
    let read = |name: &str| serde_json::from_str::<Value>(&folder.read(name)).unwrap();
    let (own, imported) = (read("plan.json"), read("plans/0.json"));
    for key in ["worms", "destinations", "virtual_channels", "cost"] {
        assert_eq!(own[key], imported[key], "{key}");
    }
    // Paths by hand, as trees; and one that is no path.
    folder.write("hand.txt", "0,0 1,0 1,1\n0,0 1,0 2,0\n# the other way\n3,3 2,3\n");
    let run = folder.run("import hand.txt --topology mesh:4x4 --tree --out hand");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(read("hand/0.json")["cost"]["channels"], 3);
    assert_eq!(read("hand/1.json")["source"], "3,3");
    folder.write("bad.txt", "0,0 1,0\n0,0 2,2\n");
    let run = folder.run("import bad.txt --topology mesh:4x4 --out bad");
    assert!(run.status == Some(2) && run.err.contains("bad.txt:2") && run.err.contains("`0,0>2,2`"), "{run:?}");
}

#[test]
fn a_chip_with_dead_tiles_gets_a_safe_answer() {
    let folder = Folder::new();
    let chip = "mesh:5x5 --without-node 1,1 3,1 2,3";
    let run = folder.run(&format!("prove {chip} --scheme unicast"));
    assert!(
        run.status == Some(1) && run.out.contains("with `--routing turn-model:negative-first` it is deadlock-free"),
        "{run:?}"
    );
    let run = folder.run(&format!("prove {chip} --scheme unicast --routing up-down --out proof.json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let compared = json(&folder, &format!("compare {chip} --source 0,0 --to 4,4 0,4 --with-unicast"), 0);
    assert_eq!(compared["unicasts"]["proof"], "deadlock");
    assert_eq!(compared["unicasts"]["safe_routing"]["routing"], "turn-model:negative-first");
    let compared =
        json(&folder, &format!("compare {chip} --source 0,0 --to 4,4 0,4 --with-unicast --routing up-down"), 0);
    assert_eq!(
        (&compared["unicasts"]["scheme"], &compared["unicasts"]["proof"]),
        (&"unicast --routing up-down".into(), &"deadlock-free".into())
    );
}

#[test]
fn a_file_of_routes_is_a_routing_and_proofs_read_none_from_elsewhere() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    folder.run("route mesh:3x3 --routing up-down --out routes.txt");
    let run = folder.run("prove mesh:3x3 --scheme unicast --routing routes.txt --out proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    elsewhere.write("routes.txt", folder.read("routes.txt"));
    let stranger = elsewhere.path().join("routes.txt");
    for word in ["\"routes.txt\"", "\"--routing\",\"routes.txt\""] {
        let name = stranger.to_str().unwrap();
        let other = if word.contains("--") { format!("\"--routing={name}\"") } else { format!("\"{name}\"") };
        folder.write("forged.json", folder.read("proof.json").replace(word, &other));
        let run = folder.run("check forged.json");
        assert!(run.status == Some(2) && run.err.contains("--allow-files"), "{run:?}");
    }
    let run = folder.run("plan mesh:3x3 --scheme unicast --routing no.txt --source 0,0 --to 1,1");
    assert!(run.status == Some(2) && run.err.contains("a file of routes"), "{run:?}");
}

#[test]
fn sweeps_send_unicasts_by_a_routing() {
    let folder = Folder::new();
    folder.write(
        "load.toml",
        r#"
topology = "torus:4x4"
schemes = [{ scheme = "unicast", routing = "dimension-order" }]
loads = [0.5]
seeds = [1]
[traffic]
multicast_share = 0.0
unicast_scheme = { scheme = "unicast", routing = "dimension-order" }
[timing]
virtual_channels = 2
length_flits = 8
[statistics]
half_width_share = 0.2
max_messages = 2000
"#,
    );
    let run = folder.run("sweep load.toml");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(!run.out.contains("deadlock"), "{run:?}");
}

/// Who asks about a routing that does not serve all pairs learns of one that does, and how to prove it.
#[test]
fn another_routing_is_named_where_pairs_have_no_route_or_a_deadlock() {
    let folder = Folder::new();
    for question in [
        "prove mesh:4x4 --without-node 1,1 2,2 --routing dimension-order --virtual-channels 1",
        "prove torus:4x4 --routing shortest --switching cut-through",
    ] {
        let run = folder.run(question);
        assert_eq!(run.status, Some(1 - i32::from(run.out.contains("deadlock-free, for "))), "{run:?}");
        let command = run.out.lines().last().unwrap().trim();
        let again = folder.run(command.strip_prefix("wormcast ").unwrap_or_else(|| panic!("{run:?}")));
        assert!(again.status == Some(0) && !again.out.contains("without a route"), "{command}: {again:?}");
    }
}

/// The layers of very many routes are left to a command that finds them.
#[test]
fn layers_of_very_many_routes_are_searched_only_if_they_are_asked_for() {
    let folder = Folder::new();
    for (network, is_told) in [("torus:6x6", true), ("torus:18x18", false)] {
        folder.run(&format!("route {network} --routing shortest --out routes.txt"));
        let run = folder.run(&format!("prove {network} --routes routes.txt"));
        assert_eq!(run.status, Some(1), "{run:?}");
        assert_eq!(run.out.contains("are deadlock-free with "), is_told, "{run:?}");
        let named = |line: &&str| line.contains("prove") && line.contains(" --routing layered:routes.txt");
        let command = run.out.lines().find(named).unwrap_or_else(|| panic!("{run:?}")).trim();
        assert_eq!(folder.run(command.strip_prefix("wormcast ").unwrap()).status, Some(0), "{command}");
    }
}

#[test]
fn schedules_are_judged_and_proved_on_a_network() {
    let folder = Folder::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/routes/ring.xml");
    folder.write("ring.xml", std::fs::read(example).unwrap());
    let report = json(&folder, "check ring:4 --routes ring.xml", 0);
    assert_eq!((&report["schedules"][0]["gpus"], &report["schedules"][0]["messages"]), (&4.into(), &12.into()));
    assert_eq!(folder.run("check ring:3 --routes ring.xml").status, Some(2));
    for (places, status) in [("", 1), (" --consumption 3", 0)] {
        let question = format!("prove ring:4 --routes ring.xml --copies 1{places} --out proof.json");
        assert_eq!(folder.run(&question).status, Some(status), "{question}");
        assert_eq!(folder.run("check proof.json").status, Some(0));
    }
    // Another schedule is another question.
    let other = r#"<algo name="pass"><gpu id="0"><tb id="0" send="1" recv="-1" chan="0">
        <step s="0" type="s" cnt="1" depid="-1" deps="-1"/></tb></gpu><gpu id="1"><tb id="0" send="-1" recv="0" chan="0">
        <step s="0" type="r" cnt="1" depid="-1" deps="-1"/></tb></gpu></algo>"#;
    folder.write("ring.xml", other);
    assert_eq!(folder.run("check proof.json").status, Some(1));
}

#[test]
fn columns_of_tables_have_other_names_elsewhere() {
    let folder = Folder::new();
    let rows = "0,1,1\n0,2,1\n1,0,0\n1,2,2\n2,0,1\n2,1,1\n";
    for header in [
        "router,destination,next",
        "switch,dest,next_hop",
        "Node, dst ,NextHop",
        "Router,Destination,Next Hop",
        "\u{feff}at,to,via",
    ] {
        folder.write("table.csv", format!("{header}\n{rows}"));
        let run = folder.run("prove ring:3 --routes table.csv");
        assert!(run.status == Some(0) && run.out.contains("deadlock-free"), "{header}: {run:?}");
    }
    folder.write("table.csv", format!("router,where,next\n{rows}"));
    let run = folder.run("prove ring:3 --routes table.csv");
    assert!(run.status == Some(2) && run.err.contains("unknown column `where`"), "{run:?}");
}

/// What is written as a table is the same routing when it is read: its figures, and every path.
#[test]
fn routings_come_back_from_their_tables() {
    let folder = Folder::new();
    for (network, routing) in [
        ("mesh:4x3", "dimension-order"),
        ("mesh:4x4 --without-node 1,1", "up-down"),
        ("tree:3", "up-down"),
        ("mesh:4x4", "turn-model:odd-even"),
        ("ring:5", "layered"),
    ] {
        let run = folder.run(&format!("route {network} --routing {routing} --out table.csv"));
        assert_eq!(run.status, Some(0), "{run:?}");
        folder.run(&format!("route {network} --routing {routing} --out paths.txt"));
        folder.run(&format!("route {network} --routing table.csv --out again.txt"));
        let sorted = |file: &str| {
            let text = folder.read(file);
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(sorted("paths.txt"), sorted("again.txt"), "{network}, {routing}");
    }
    // Whether a message has crossed the dateline is not seen from where it comes.
    let run = folder.run("route torus:6x5 --routing dimension-order --virtual-channels 2 --out torus.csv");
    assert!(run.status == Some(2) && run.err.contains("which no table says"), "{run:?}");
    assert!(!folder.files().contains(&"torus.csv".to_owned()));
}

/// What a proof beside plans or a scheme is not about is told; routes that run in a loop are refused.
#[test]
fn pairs_that_tables_leave_out_are_told_beside_plans_and_schemes() {
    let folder = Folder::new();
    let rows = "router,destination,next\n\"0,0\",\"2,0\",\"1,0\"\n\"0,0\",\"1,0\",\"1,0\"\n";
    folder.write("table.csv", rows);
    folder.write("loop.csv", format!("{rows}\"1,0\",\"2,0\",\"0,0\"\n"));
    assert_eq!(folder.run("plan mesh:3x1 --scheme dual-path --source 0,0 --to 2,0 --out plan.json").status, Some(0));
    for question in ["plan.json", "mesh:3x1 --scheme dual-path"] {
        let run = folder.run(&format!("prove {question} --routes table.csv"));
        assert!(run.out.contains("table.csv leaves 5 pairs out, such as 0,0 to 2,0: the route ends"), "{run:?}");
        let run = folder.run(&format!("prove {question} --routes loop.csv"));
        assert!(run.status == Some(2) && run.err.contains("runs in a loop at"), "{run:?}");
    }
}

/// Routings by name and files of routes, together: XY and YX take all turns, on one virtual channel.
#[test]
fn several_routings_are_one_question() {
    let folder = Folder::new();
    let alone = folder.run("prove mesh:4x4 --routing dimension-order:yx");
    assert!(alone.status == Some(0) && alone.out.contains("deadlock-free"), "{alone:?}");
    let run = folder.run("prove mesh:4x4 --routes dimension-order --routes dimension-order:yx --out proof.json");
    assert!(run.status == Some(1) && run.out.contains("deadlock"), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let run = folder.run("prove mesh:4x4 --routes dimension-order --routes turn-model:west-first");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("prove torus:4x4 --routes dimension-order --routes minimal-adaptive");
    assert!(run.status == Some(2) && run.err.contains("choose their way"), "{run:?}");
    let run = folder.run("prove ring:5 --routing valiant");
    assert!(run.err.contains("`valiant`") && !run.err.contains("dimension-order"), "{run:?}");
}

/// What messages of a turn model may choose counts beside plans and schemes, not the one route that plans would take.
#[test]
fn choices_of_a_turn_model_count_beside_plans_and_schemes() {
    let folder = Folder::new();
    folder.write("one.txt", "0,1 1,1 1,0\n");
    assert_eq!(folder.run("import one.txt --topology mesh:2x2 --out plans").status, Some(0));
    for how in ["--routes turn-model:negative-first", "--with-unicast --routing turn-model:negative-first"] {
        let run = folder.run(&format!("prove plans {how} --out proof.json"));
        assert!(run.status == Some(1) && run.out.contains("deadlock of"), "{run:?}");
        assert_eq!(folder.run("check proof.json").status, Some(0));
    }
    let run = folder.run("prove mesh:4x4 --scheme unicast --routes turn-model:negative-first");
    assert_eq!(run.status, Some(1), "{run:?}");
    let run = folder.run("prove mesh:4x4 --scheme dual-path --with-unicast --routing valiant --virtual-channels 2");
    assert!(run.status == Some(2) && run.err.contains("`valiant` choose their way"), "{run:?}");
}

/// A layered routing is searched pair by pair: that has an end.
#[test]
fn the_search_for_routes_has_a_budget() {
    let folder = Folder::new();
    let run = folder.run("route hypercube:10 --routing layered --budget 50ms --out routes.txt");
    assert!(run.status == Some(2) && run.err.contains("of its budget are used up"), "{run:?}");
    assert_eq!(folder.files(), [""; 0]);
}
