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
        r#"[{"src": 0, "dst": 2, "path": [0, 1, 2]}, {"src": "2", "dst": "1", "path": "2 1"}]"#,
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
        &["2:1: entry 1 to `3`: the path ends at `1`, and beside it stands `3`"],
    );
    assert_refused(
        "ring:4",
        r#"[{"src": 0}]"#,
        &["entry 1 from `0`: there is no `path`; expected one path a line", "router,destination,next"],
    );
    let told = routes("ring:4", r#"{"nodes": 4}"#).unwrap_err();
    assert!(!told.contains("expected expected"), "{told}");
    assert_refused("ring:4", r#"{"nodes": 4}"#, &["expected one path a line", "`[{\"path\": [\"a\", \"b\"]}]`"]);
    assert_refused("ring:4", "{\"0\": {\"1\": 1},\n\"1\": {\"3\": [0, 3]}}", &["2:", "is no next hop"]);
    assert_refused("ring:4", r#"{"0": {"2": [1]}}"#, &["the path begins at `1`, and beside it stands `0`"]);
    assert_refused("ring:4", "{\"0\": {\"1\": 1},\n\"0\": {\"1\": 3}}", &["2:", "another line sends messages"]);
    assert_refused("mesh:2x2", r#"[{"path": [0, 1]}]"#, &["1:1", "has no node `0`"]);
}

/// A list of objects is a table, under the names that tables take for their columns.
#[test]
fn json_has_tables_as_csv_has_them() {
    for text in [
        r#"[{"router": "0", "destination": "1", "next": "1"}, {"router": 0, "destination": 2, "next": 1},
            {"router": "1", "destination": "2", "next": "2", "vc": 1, "in": "0"}]"#,
        r#"[{"Switch": "0", "dst": "1", "next_hop": "1"}, {"node": 0, "dest": 2, "via": 1, "number": 0},
            {"at": "1", "to": "2", "nextHop": "2", "VL": "1", "came-from": 0}]"#,
    ] {
        assert_eq!(routes("ring:4", text), Ok("0 1; 0 1 2@1".to_owned()), "{text}");
    }
    let kept = r#"[{"router": 0, "destination": 0, "next": null}, {"router": 0, "destination": 1, "next": "-"},
        {"router": 1, "destination": 1, "next": 1}, {"router": 2, "destination": 1, "next": 1, "vl": "3"}]"#;
    assert_eq!(routes("ring:4", kept), Ok("2 1@3".to_owned()));
    let mesh = r#"[{"router": [0, 0], "destination": [1, 0], "next": [1, 0]}]"#;
    assert_eq!(routes("mesh:2x1", mesh), Ok("0,0 1,0".to_owned()));
    for (text, parts) in [
        (
            r#"[{"router": 0, "destination": 1, "next": [1, 3]}]"#,
            ["entry 1 at `0` for `1`: `next` is a list", "one neighbour"],
        ),
        (
            r#"[{"router": 0, "next": 1}]"#,
            ["entry 1 at `0`: there is no `destination`", "expected `router`, `destination`"],
        ),
        (r#"[{"router": 0, "destination": 9, "next": 1}]"#, ["entry 1 at `0` for `9`:", "no node `9`"]),
        (r#"[{"router": 0, "destination": 1, "next": 1, "vc": 64}]"#, ["`vc` is `64`", "a number from 0 to 63"]),
        (r#"[{"router": 0, "destination": 1, "port": 1}]"#, ["which channel is at which port", "a column `next`"]),
    ] {
        assert_refused("ring:4", text, &parts);
    }
}

/// Virtual channels count under whatever name they stand; what is not understood is named, and not passed over.
#[test]
fn keys_beside_paths_are_read_or_refused() {
    for key in ["vc", "VC", "vcs", "vl", "VL", "lane", "lanes", "virtual_channel", "Virtual Channels", "virtual-lanes"]
    {
        for list in ["[0, 1]", "\"0,1\""] {
            let text = format!(r#"[{{"src": 0, "dst": 2, "hops": [0, 1, 2], "{key}": {list}}}]"#);
            assert_eq!(routes("ring:4", &text), Ok("0 1 2@1".to_owned()), "{text}");
        }
    }
    for (text, parts) in [
        (
            r#"[{"path": [0, 1]}, {"src": 1, "dst": 2, "path": [1, 2], "colour": 1}]"#,
            ["entry 2 from `1` to `2`: unknown key `colour`", "expected `path` and, if wanted, `src`, `dst`, `vc`"],
        ),
        (r#"[{"path": [0, 1], "route": [0, 1]}]"#, ["entry 1: two keys name the `path`", "expected one"]),
        (r#"[{"path": [0, 1]}, {"from": 0, "path": [0, 7]}]"#, ["1:1: entry 2 from `0`", "no node `7`"]),
        (r#"[{"src": 0, "dst": 3, "path": [0, 1]}]"#, ["entry 1 from `0` to `3`: the path ends at `1`", "`3`"]),
        (r#"{"0": {"2": [0, 7, 2]}}"#, ["the path from `0` to `2`:", "no node `7`"]),
    ] {
        assert_refused("ring:4", text, &parts);
    }
    let told = routes("ring:4", r#"[{"path": [0, 1]}, {"path": [0, 2]}]"#).unwrap();
    assert_eq!(told, "0 1; 1: entry 2: there is no channel `0>2`");
}

#[test]
fn a_router_that_sends_on_what_is_for_itself_is_told() {
    let told = "2: `1` sends on what is for itself, to `2`; expected no next hop there";
    assert_eq!(routes("ring:4", "router,destination,next\n1,1,2\n0,1,1\n"), Ok(format!("0 1; {told}")));
    assert_eq!(routes("ring:4", ",0,1\n1,0,2\n0,,1\n"), Ok(format!("0 1; 1 0; {told}")));
    for own in ["1", "", "-"] {
        let text = format!("router,destination,next\n1,1,{own}\n0,1,1\n");
        assert_eq!(routes("ring:4", &text), Ok("0 1".to_owned()), "{own:?}");
    }
}

#[test]
fn rows_without_a_heading_and_names_in_parentheses_are_explained() {
    assert_refused(
        "ring:4",
        "0,1,1\n1,2,2\n",
        &["1:1: ", "a table begins with its heading, `router,destination,next`"],
    );
    assert_refused("mesh:2x2", "0,0;1,1;1,0\n", &["a table begins with its heading"]);
    let bare = ["no node `(0,0)`", "names stand without parentheses: `0,0`"];
    assert_refused("mesh:2x2", "router;destination;next\n(0,0);(1,0);(1,0)\n", &bare);
    assert_refused("mesh:2x2", "src;dst;path\n0,0;1,0;(0,0)->(1,0)\n", &bare[1..]);
    assert_refused("mesh:2x2", r#"[{"path": ["(0,0)", "(1,0)"]}]"#, &bare);
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
    for text in
        ["src,dst,path\n0,2,0 1 2\n", r#"[{"path": [0, 1, 2]}]"#, r#"[{"src": 0, "hops": [0, 1, 2]}]"#, "0 1 2\n"]
    {
        std::fs::write(file.path(), text).unwrap();
        assert_eq!(read_paths(&*ring, file.path()).unwrap()[0].lanes.len(), 2, "{text}");
        assert!(!wormcast_formats::holds_tables(file.path()));
    }
    for text in [",0,1\n0,,1\n", r#"{"0": {"1": 1}}"#, r#"[{"router": 0, "destination": 1, "next": 1}]"#] {
        std::fs::write(file.path(), text).unwrap();
        assert!(!wormcast_formats::holds_tables(file.path()));
        let told = read_paths(&*ring, file.path()).unwrap_err().to_string();
        assert!(told.contains("this is a table"), "{told}");
    }
}
