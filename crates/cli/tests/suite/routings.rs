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
    let document = json(&folder, "prove file:line.edges --routes table.csv", 0);
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
    folder.write("twice.csv", "router,destination,next\ns00,s11,s01\ns00,s11,s10\n");
    folder.write("short.txt", "s00 s01\ns00\n");
    folder.write("empty.txt", "# nothing\n");
    for (arguments, expected) in [
        ("file:net.edges --routes unknown.csv", "s99"),
        ("file:net.edges --routes column.csv", "unknown column `colour`"),
        ("file:net.edges --routes twice.csv", "sends messages for `s11` at `s00` elsewhere"),
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
