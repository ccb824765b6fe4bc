//! Routes as other programs and people write them: each form is read as it is meant, or refused with what is read.

use wormcast_formats::{read_paths, read_routes};
use wormcast_topology::build;

/// The routes of a file: for each pair that has one its nodes, and then the lines that are none.
fn routes(spec: &str, text: &str) -> Result<String, String> {
    let topology = build(spec).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let mut read = read_routes(&*topology, file.path()).map_err(|error| told(&error, file.path()))?;
    let mut found = Vec::new();
    for from in topology.graph().nodes() {
        for to in topology.graph().nodes().filter(|&to| to != from) {
            let mut route = Vec::new();
            if read.routing.append_route(from, to, &mut route).is_ok() {
                let channels = route.iter().map(|lane| (topology.graph().target(lane.channel), lane.virtual_channel));
                let names = channels.map(|(node, lane)| {
                    let lane = if lane > 0 { format!("@{lane}") } else { String::new() };
                    topology.node_name(node) + &lane
                });
                found.push(format!("{} {}", topology.node_name(from), names.collect::<Vec<_>>().join(" ")));
            }
        }
    }
    found.extend(read.malformed.iter().map(|line| format!("{}: {}", line.line, line.problem)));
    Ok(found.join("; "))
}

fn told(error: &impl ToString, path: &std::path::Path) -> String {
    error.to_string().replace(&format!("{}:", path.display()), "")
}

#[track_caller]
fn assert_refused(spec: &str, text: &str, parts: &[&str]) {
    let told = routes(spec, text).unwrap_err();
    assert!(parts.iter().all(|part| told.contains(part)), "{text:?}: {told}");
}

#[test]
fn paths_stand_in_tables() {
    let two = Ok("0 1 2; 2 1".to_owned());
    for text in [
        "src,dst,path\n0,2,0 1 2\n2,1,2 1\n",
        "Source;Destination;Path\n0;2;0->1->2\n2;1;2->1\n",
        "\u{feff}from\tto\troute\r\n0\t2\t0 -> 1 -> 2\r\n2\t1\t2 -> 1\r\n",
        "# mine\n\nsrc,dst,path\n0,2,0-1-2\n2,1,2-1\n1,1,1\n",
        "src,dst,path\n0,2,0>1>2\n2,1,2>1\n",
        "src,dst,path\n0,2,0;1;2\n2,1,2|1\n",
        "src,dst,path\n0,2,0,1,2\n2,1,2,1\n",
        "src,dst,path\n0,2,\"0,1,2\"\n2,1,\"2,1\"\n",
        "path\n0 1 2\n2 1\n",
        "path,src\n0 1 2,0\n2 1,2\n",
    ] {
        assert_eq!(routes("ring:4", text), two, "{text:?}");
    }
    let mesh = Ok("0,0 1,0 1,1; 1,1 0,1".to_owned());
    for text in [
        "src,dst,path\n\"0,0\",\"1,1\",\"0,0 1,0 1,1\"\n\"1,1\",\"0,1\",\"1,1 0,1\"\n",
        "src,dst,path\n0,0,1,1,0,0 1,0 1,1\n1,1,0,1,1,1 0,1\n",
        "src;dst;path\n0,0;1,1;0,0;1,0;1,1\n1,1;0,1;1,1;0,1\n",
    ] {
        assert_eq!(routes("mesh:2x2", text), mesh, "{text:?}");
    }
    assert_eq!(routes("ring:4", "src,dst,path,vc\n0,2,0 1 2,\"0,1\"\n2,1,2 1,0\n"), Ok("0 1 2@1; 2 1".to_owned()));
    assert_eq!(routes("ring:4", "0 1 2 @0,1\n2 1 @0\n"), Ok("0 1 2@1; 2 1".to_owned()));
    assert_eq!(routes("ring:4", "Switch;Dst;Next\r0;1;1\r"), Ok("0 1".to_owned()));
    assert_eq!(routes("ring:4", "src,dst,path\n0,2,0 2\n"), Ok("2: there is no channel `0>2`".to_owned()));
}

#[test]
fn tables_of_paths_that_say_something_else_are_refused() {
    assert_refused("ring:4", "src,dst,path\n0,3,0 1 2\n", &["2:1: the path ends at `2`, and beside it stands `3`"]);
    assert_refused("ring:4", "src,dst,path\n1,2,0 1 2\n", &["2:1: the path begins at `0`, and beside it stands `1`"]);
    assert_refused("ring:4", "src,dst,path\n0,2,0 7 2\n", &["2:1: `0 7 2` is no path of this network", "no node `7`"]);
    assert_refused("ring:4", "src,dst,path\n0,2\n", &["2:1: there are 2 columns, and the heading has 3"]);
    assert_refused("ring:4", "src,dst,path,cost\n0,2,0 1 2,4\n", &["1:1: unknown column `cost`"]);
    assert_refused("ring:4", "src,dst,path,vc\n0,2,0 1 2,0\n", &["2:1: a path of 2 hops names 1 virtual channel"]);
    // Numbers are names, and never places in a list of nodes.
    assert_refused("mesh:2x2", "src,dst,path\n0,3,0 1 3\n", &["2:1: `0 1 3` is no path of this network"]);
}

#[test]
fn matrices_name_next_hops() {
    let all = Ok("0 1; 0 1 2; 1 0; 1 2; 2 1 0; 2 1".to_owned());
    for text in [
        ",0,1,2\n0,,1,1\n1,0,,2\n2,1,1,\n",
        "\t0\t1\t2\n0\t\t1\t1\n1\t0\t\t2\n2\t1\t1\t\n",
        "# mine\n\n\t0\t1\t2\r\n0\t\t1\t1\r\n1\t0\t\t2\r\n2\t1\t1\t\r\n",
        "router;0;1;2\n0;0;1;1\n1;0;1;2\n2;1;1;2\n",
        "from\\to\t0\t1\t2\n0\t-\t1\t1\n1\t0\t-\t2\n2\t1\t1\t-\n",
        "# mine\nswitch,0,1,2\n0,nan,1,1\n1,0,nan,2\n2,1,1,nan\n",
    ] {
        assert_eq!(routes("ring:4", text), all, "{text:?}");
    }
    let mesh = ",\"0,0\",\"1,0\"\n\"0,0\",,\"1,0\"\n\"1,0\",\"0,0\",\n";
    assert_eq!(routes("mesh:2x1", mesh), Ok("0,0 1,0; 1,0 0,0".to_owned()));
    assert_refused("ring:4", ",0,1\n0,,1\n1,0\n", &["3:1: there are 2 columns, and the first row has 3"]);
    assert_refused("ring:4", ",0,1\n0,,p1\n", &["2:1", "no node `p1`", "expected a neighbour of the router"]);
    assert_eq!(
        routes("ring:4", ",0,2\n0,,2\n2,0,\n"),
        Ok("2: there is no channel `0>2`; 3: there is no channel `2>0`".to_owned())
    );
}

#[test]
fn json_names_paths_and_next_hops() {
    let two = Ok("0 1 2; 2 1".to_owned());
    for text in [
        r#"[{"path": ["0", "1", "2"]}, {"path": ["2", "1"]}]"#,
        r#"[{"src": 0, "dst": 2, "path": [0, 1, 2]}, {"src": "2", "dst": "1", "path": "2 1", "note": "x"}]"#,
        "[\n  {\"source\": 0, \"target\": 2, \"path\": \"0->1->2\"},\n  {\"route\": [2, 1]}\n]",
        r#"{"0": {"0": [0], "2": [0, 1, 2]}, "2": {"1": ["2", "1"], "2": ["2"]}}"#,
    ] {
        assert_eq!(routes("ring:4", text), two, "{text:?}");
    }
    assert_eq!(routes("ring:4", r#"[{"path": [0, 1, 2], "vc": [0, 1]}]"#), Ok("0 1 2@1".to_owned()));
    for text in [
        r#"{"0": {"1": "1", "2": 1, "0": "0", "3": null}, "1": {"2": "2", "3": "-"}, "2": {"1": 1, "0": ""}}"#,
        "{\"0\": {\"1\": 1, \"2\": 1},\n\"1\": {\"2\": 2},\n\"2\": {\"1\": 1}}",
    ] {
        assert_eq!(routes("ring:4", text), Ok("0 1; 0 1 2; 1 2; 2 1".to_owned()), "{text:?}");
    }
    let mesh = r#"[{"path": [[0, 0], [1, 0], "1,1"]}]"#;
    assert_eq!(routes("mesh:2x2", mesh), Ok("0,0 1,0 1,1".to_owned()));
}

#[test]
fn json_that_says_something_else_is_refused() {
    assert_refused("ring:4", "[{\"path\": [0, 1]},\n{\"path\": [0, 9]}]", &["2:1: ", "has no node `9`"]);
    assert_refused(
        "ring:4",
        "[\n{\"dst\": 3, \"path\": [0, 1]}]",
        &["2:1: the path ends at `1`, and beside it stands `3`"],
    );
    assert_refused(
        "ring:4",
        r#"[{"hops": [0, 1]}]"#,
        &["there is no `path`; expected one path a line", "router,destination,next"],
    );
    assert_refused("ring:4", r#"{"nodes": 4}"#, &["expected one path a line", "`[{\"path\": [\"a\", \"b\"]}]`"]);
    assert_refused("ring:4", "{\"0\": {\"1\": 1},\n\"1\": {\"3\": [0, 3]}}", &["2:", "is no next hop"]);
    assert_refused("ring:4", r#"{"0": {"2": [1]}}"#, &["the path begins at `1`, and beside it stands `0`"]);
    assert_refused("ring:4", "{\"0\": {\"1\": 1},\n\"0\": {\"1\": 3}}", &["2:", "another line sends messages"]);
    assert_refused("mesh:2x2", r#"[{"path": [0, 1]}]"#, &["1:1", "has no node `0`"]);
}

#[test]
fn ports_and_other_tables_are_refused_with_what_is_read() {
    for header in ["router,dest,port", "switch;destination;out_port", "Router,Destination,Egress"] {
        assert_refused("ring:4", &format!("{header}\n"), &["1:1: which channel is at which port", "a column `next`"]);
    }
    let forms =
        ["expected one path a line", "`router,destination,next`", "`src,dst,path`", "a matrix of next hops", "JSON"];
    assert_refused("ring:4", "lft,lid,egress\n", &forms);
    assert_refused("ring:4", "# nothing\n", &forms);
}

/// What says which messages there are is taken for plans, too.
#[test]
fn paths_in_other_forms_are_paths() {
    let ring = build("ring:4").unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    for text in ["src,dst,path\n0,2,0 1 2\n", r#"[{"path": [0, 1, 2]}]"#, "0 1 2\n"] {
        std::fs::write(file.path(), text).unwrap();
        assert_eq!(read_paths(&*ring, file.path()).unwrap()[0].lanes.len(), 2, "{text}");
        assert!(!wormcast_formats::holds_tables(file.path()));
    }
    for text in [",0,1\n0,,1\n", r#"{"0": {"1": 1}}"#] {
        std::fs::write(file.path(), text).unwrap();
        let told = read_paths(&*ring, file.path()).unwrap_err().to_string();
        assert!(told.contains("this is a table"), "{told}");
    }
}
