//! What a message proposes leads on: commands do what they are said to do, and keys and options are told whole.

use crate::support::Folder;

#[test]
fn where_no_route_is_left_the_command_that_tells_all_lines_does_so() {
    let folder = Folder::new();
    folder.write("away.txt", "0,0 3,3\n1,0 3,3\n");
    let run = folder.run("prove mesh:4x4 --routes away.txt");
    assert!(
        run.status == Some(2) && run.err.contains("`wormcast check NETWORK --routes away.txt` tells all"),
        "{run:?}"
    );
    let run = folder.run("check mesh:4x4 --routes away.txt");
    assert!(run.out.contains("away.txt:1:") && run.out.contains("away.txt:2:"), "{run:?}");
}

#[test]
fn a_router_that_sends_on_what_is_for_itself_is_no_clean_table() {
    let folder = Folder::new();
    folder.write("own.csv", "router,destination,next\n0,1,1\n1,0,0\n1,1,0\n");
    let run = folder.run("check ring:4 --routes own.csv");
    assert!(run.status == Some(1) && run.out.contains("own.csv:4: `1` sends on what is for itself"), "{run:?}");
}

#[test]
fn routes_that_deadlock_are_written_in_layers_into_a_file_of_paths() {
    let folder = Folder::new();
    folder.run("route ring:5 --routing shortest --out own.csv");
    let run = folder.run("prove ring:5 --routes own.csv");
    assert!(
        run.status == Some(1) && run.out.contains("--routing layered:own.csv --out FILE.txt` writes them"),
        "{run:?}"
    );
    assert_eq!(folder.run("route ring:5 --routing layered:own.csv --out FILE.txt").status, Some(0));
}

#[test]
fn each_file_of_routes_has_an_option_of_its_own() {
    let folder = Folder::new();
    folder.write("a.csv", "router,destination,next\n0,1,1\n");
    folder.write("b.csv", "router,destination,next\n0,2,1\n");
    let run = folder.run("prove ring:4 --routes a.csv b.csv");
    assert!(run.status == Some(2) && run.err.contains("`--routes a.csv --routes b.csv`"), "{run:?}");
}

#[test]
fn a_plan_by_hand_of_one_worm_says_where_it_delivers() {
    let folder = Folder::new();
    folder.write(
        "hand.json",
        r#"{"topology": "mesh:4x1", "origin": "0,0", "route": ["1,0", "2,0", "3,0"], "deliver": ["1,0", "3,0"]}"#,
    );
    let run = folder.run("check hand.json --fill");
    assert!(run.status == Some(0) && run.out.contains("\"1,0\""), "{run:?}");
    folder.write("lost.json", r#"{"topology": "mesh:4x1", "deliver": ["1,0"], "worms": [{"route": ["0,0", "1,0"]}]}"#);
    assert!(folder.run("check lost.json").err.contains("`origin` and `deliver` belong to a `route`"));
    folder.write("other.json", r#"{"topology": "mesh:4x1", "rute": ["0,0", "1,0"], "worms": []}"#);
    let run = folder.run("check other.json");
    assert!(run.err.contains("unknown field `rute`") && run.err.contains("`route`, `deliver`"), "{run:?}");
}

/// Buffers that take whole messages take one, if nobody says more.
#[test]
fn buffers_of_cut_through_take_a_message() {
    let folder = Folder::with_plan();
    for (with, status) in [("", 0), (" --length 4", 0), (" --buffer 2", 2)] {
        let run = folder.run(&format!("simulate plan.json --switching cut-through{with}"));
        assert_eq!(run.status, Some(status), "{with}: {run:?}");
    }
}

#[test]
fn members_of_groups_are_parted_by_commas() {
    let folder = Folder::new();
    folder.write("groups.txt", "0xC001: H0_0_0, H1_1_0\n0xC002: H0_0_0 H1_1_0\n");
    let fabric = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm/torus5x5-2qos");
    let run = folder.run(&format!("plan-groups {fabric} --groups groups.txt"));
    let told = ["groups.txt:2:1", "no node `H0_0_0 H1_1_0`", "members are parted by commas"];
    assert!(run.status == Some(2) && told.iter().all(|part| run.err.contains(part)), "{run:?}");
}
