//! Files that mean harm: refused with a place and a reason, in bounded time and memory, never by a panic.

use wormcast_formats::build;
use wormcast_topology::{Topology, TopologyError};

fn outcome(path: &str, bytes: impl AsRef<[u8]>) -> String {
    match wormcast_formats::from_bytes(path, bytes.as_ref()) {
        Ok(network) => format!("{} nodes, {} channels", network.graph().node_count(), network.graph().channel_count()),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn assert_outcomes(path: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let outcome = outcome(path, text);
        assert_eq!(outcome.strip_prefix(&format!("{path}:")).unwrap_or(&outcome), *expected, "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let cases: [(&[u8], &str); 5] = [
        (b"a b\r\n\xC3\xA9 \xFFx", "x:2:3: byte 0xFF is not UTF-8; expected UTF-8 text"),
        (b"\xFF\xFEa\0", "x:1:1: byte 0xFF is not UTF-8; expected UTF-8 text"),
        (b"a b\rc d\n\nx\0y", "x:4:2: control character U+0000; expected printable text"),
        (b"a b\x1B[2J", "x:1:4: control character U+001B; expected printable text"),
        (b"a \xC3", "x:1:3: byte 0xC3 is not UTF-8; expected UTF-8 text"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(outcome("x", bytes), expected);
    }
}

#[test]
fn broken_edge_lists() {
    assert_outcomes(
        "x.edges",
        &[
            ("", "1:1: no link; expected lines that name two nodes each"),
            (" \n# nothing\n", "3:1: no link; expected lines that name two nodes each"),
            ("a b\n c\n", "2:2: only `c` in this line; expected two nodes"),
            ("a b\nc d is\n", "2:5: `is` follows two nodes; only numbers may"),
            ("a b\n\nb  b", "3:1: `b` is linked to itself; a link joins two different nodes"),
            ("a,,1", "1:3: a name is empty; expected 1 to 256 bytes"),
            (",a", "1:1: a name is empty; expected 1 to 256 bytes"),
            (",", "1:1: only `,` in this line; expected two nodes"),
            ("1 18446744073709551616", "2 nodes, 2 channels"),
            (
                "SwitchName=s0 Nodes=a",
                "1:1: `SwitchName=s0` looks like a setting; expected a node, in quotation marks if it is one",
            ),
            ("\"a=1\" b", "2 nodes, 2 channels"),
            (
                "source,target\na,b,1",
                "2:1: 3 columns, where the first line has 2; it looks like an adjacency list; expected an edge list of two \
                 nodes a line, or a file whose name ends in `.adjlist`",
            ),
            ("source,target,weight\na,b,\nb,c,2", "3 nodes, 4 channels"),
            ("from,to,cost,cost\na,b,1,2", "1:14: two columns are called `cost`; every column needs a name of its own"),
        ],
    );
    let long = format!("{} b", "é".repeat(129));
    let expected = format!("x.edges:1:1: `{}…` is too long for a name; expected 1 to 256 bytes", "é".repeat(40));
    assert_eq!(outcome("x.edges", long), expected);
}

/// How many nodes there are goes by how long the file is, and not by a number in it.
#[test]
fn matrices_of_nodes_without_links() {
    let banner = "%%MatrixMarket matrix coordinate pattern general";
    assert_outcomes(
        "x.mtx",
        &[
            (&format!("{banner}\n9 9 1\n1 2\n"), "9 nodes, 1 channels"),
            (
                &format!("{banner}\n16777216 16777216 1\n1 2\n"),
                "2:1: 16777216 rows in a text of 73 bytes: nearly all nodes would have no link; expected at most 65536",
            ),
        ],
    );
}

#[test]
fn graphs_of_networkx_in_other_json() {
    let adjacency = r#"{"directed": false, "graph": [], "nodes": [{"id": 0}], "adjacency": [[{"id": 1}]]}"#;
    let cytoscape = r#"{"data": [], "elements": {"nodes": [{"data": {"id": "0"}}], "edges": []}}"#;
    for text in [adjacency, cytoscape] {
        let outcome = outcome("x.json", text);
        assert!(outcome.ends_with("with `node_link_data`"), "{outcome}");
    }
}

#[test]
fn broken_gml() {
    assert_outcomes(
        "x.gml",
        &[
            ("", "1:1: no graph; expected `graph [ node [ id 0 ] … ]`"),
            ("graph", "1:1: `graph` has no value; expected a number, a text or a list"),
            ("graph 1", "1:8: no graph; expected `graph [ node [ id 0 ] … ]`"),
            ("graph [ ]", "1:1: a graph without a node; expected `node [ id 0 ]` in it"),
            ("graph [\n node [ id 0 ]", "1:1: a list that is never closed; expected `]`"),
            (
                "graph [ node [ id 0 ] ] ]",
                "1:25: `]`, which closes nothing, where a key is expected, such as `graph`, `node` or `label`",
            ),
            ("graph [ node [ id 0 ] ] graph [ ]", "1:25: a second graph; expected one"),
            ("graph [ node [ label \"a ] ]", "1:22: a quotation mark that is never closed"),
            ("graph [ 5 node ]", "1:9: `5` where a key is expected, such as `graph`, `node` or `label`"),
            ("graph [ node 5 ]", "1:9: `node` is `5`; expected a list in brackets"),
            ("graph [ node [ ] ]", "1:9: a node without an id; expected `node [ id 0 ]`"),
            ("graph [ node [ id a ] ]", "1:16: `id` is `a`; expected a whole number below 2^63"),
            (
                "graph [ node [ id 9223372036854775808 ] ]",
                "1:16: `id` is `9223372036854775808`; expected a whole number below 2^63",
            ),
            ("graph [ node [ id 1 id 2 ] ]", "1:21: a second `id` of one node; expected one"),
            (
                "graph [ node [ id 1 ]\n\tnode [ id 1 ] ]",
                "2:2: a second node with id 1; every node needs an id of its own",
            ),
            ("graph [ node [ id 1 x 1e999 ] ]", "1:21: `x` is `1e999`; expected a finite number"),
            (
                "graph [ node [ id 1 ] edge [ source 1 ] ]",
                "1:23: an edge needs two ends; expected `edge [ source 0 target 1 ]`",
            ),
            ("graph [ node [ id 1 ] edge [ source 1 source 1 ] ]", "1:39: a second `source` of one edge; expected one"),
            (
                "graph [ node [ id 1 ] edge [ source 1 target 2 ] ]",
                "1:23: this edge names node 2, but no node has that id",
            ),
            ("graph [ node [ id 1 ] edge [ source 1 target 1 ] ]", "1 nodes, 0 channels"),
            ("graph [ directed yes ]", "1:9: `directed` is `yes`; expected a whole number below 2^63"),
        ],
    );
}

#[test]
fn broken_graphml() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><graphml>&b;</graphml>";
    assert_outcomes(
        "x.graphml",
        &[
            ("", "1:1: the document does not have a root node; expected GraphML, which is XML"),
            ("<graphml>", "1:1: the root node was opened but never closed; expected GraphML, which is XML"),
            ("<graphml>\n<é></a></graphml>", "2:4: expected 'é' tag, not 'a'; expected GraphML, which is XML"),
            (bomb, "1:1: a document type, which may define entities; expected none"),
            (
                "<svg/>",
                "1:1: the root element is `svg`; expected `graphml`, or another root of the XML that is read: GraphML, GEXF, SNDlib and hwloc",
            ),
            ("<graphml/>", "1:1: no graph; expected a `graph` element"),
            ("<graphml>\n<graph/></graphml>", "2:1: a graph without a node; expected `<node id=\"a\"/>` in it"),
            ("<graphml><graph><node/></graph></graphml>", "1:17: `node` has no attribute `id`; expected one"),
            ("<graphml><graph><node id=''/></graph></graphml>", "1:17: a name is empty; expected 1 to 256 bytes"),
            (
                "<graphml><graph><node id='a&#10;b'/></graph></graphml>",
                "1:17: a name has a control character; expected none",
            ),
            (
                "<graphml><graph><node id='a'/><node id='a'/></graph></graphml>",
                "1:31: a second node `a`; every node needs an id of its own",
            ),
            (
                "<graphml><graph><node id='a'/><edge source='a'/></graph></graphml>",
                "1:31: `edge` has no attribute `target`; expected one",
            ),
            (
                "<graphml><graph><node id='a'/><edge source='a' target='b'/></graph></graphml>",
                "1:31: this edge names node `b`, but no node has that id",
            ),
            (
                "<graphml><graph><node id='a'><graph/></node></graph></graphml>",
                "1:30: a graph inside a node; expected a flat graph",
            ),
            (
                "<graphml><graph><node id='a'/><hyperedge/></graph></graphml>",
                "1:31: a hyperedge; expected edges, which join two nodes",
            ),
            ("<graphml><graph/><graph/></graphml>", "1:18: a second graph; expected one"),
            (
                "<graphml><key id='k' attr.name='X'/><graph><node id='a'><data key='k'>NaN</data></node></graph></graphml>",
                "1:57: `NaN` is not a coordinate; expected a finite number",
            ),
        ],
    );
}

#[test]
fn broken_anynet() {
    assert_outcomes(
        "x.anynet",
        &[
            ("", "1:1: no router; expected lines such as `router 0 node 0 router 1`"),
            ("node 0", "1:7: no router; expected lines such as `router 0 node 0 router 1`"),
            ("router", "1:1: `router` without a number; expected `router 0`"),
            ("router 0 link 1", "1:10: `link` where `router` or `node` is expected"),
            ("router a", "1:8: `a` is not a number; expected one from 0 to 4294967295"),
            ("router 4294967295 router 0", "2 nodes, 2 channels"),
            ("router 4294967296", "1:8: `4294967296` is not a number; expected one from 0 to 4294967295"),
            ("router 0 router 1 99999999999", "1:19: `99999999999` is not a number; expected one from 0 to 4294967295"),
            ("router 0 router 0", "1:10: `0` is linked to itself; a link joins two different nodes"),
            ("node 0 node 1", "1:8: a node at a node; nodes are attached to routers"),
            ("router 0 node 0\nrouter 1 node 0", "2:10: node 0 at router 1 is already at router 0"),
            ("router 0 router 1 5\nrouter 0 router 1 6", "2:10: latency 6 from router 0 to 1, which has latency 5"),
        ],
    );
}

#[test]
fn a_million_nodes_in_a_line() {
    let numbers = |prefix: &str| (0..1_000_000).map(|n| format!("{prefix}{n} ")).collect::<String>();
    assert_eq!(outcome("x.edges", numbers("n")), "x.edges:1:7: `n2` follows two nodes; only numbers may");
    assert_eq!(outcome("x.edges", numbers("")), "2 nodes, 2 channels");
    assert_eq!(outcome("x.anynet", numbers("router ")), "1000000 nodes, 1999998 channels");
    let label = numbers("x");
    assert_eq!(outcome("x.gml", format!("graph [ node [ id 1 label \"{label}\" ] ]")), "1 nodes, 0 channels");
}

#[test]
fn nesting_without_end() {
    let deep = 300_000;
    let open = "a [ ".repeat(deep);
    assert_eq!(outcome("x.gml", format!("graph [ {open}")), "x.gml:1:9: a list that is never closed; expected `]`");
    let closed = "] ".repeat(deep);
    assert_eq!(outcome("x.gml", format!("graph [ node [ id 1 {open}{closed} ] ]")), "1 nodes, 0 channels");
    let [open, close] = ["<a>", "</a>"].map(|tag| tag.repeat(deep));
    let text = format!("<graphml>{open}{close}<graph><node id='a'>{open}{close}</node></graph></graphml>");
    assert_eq!(outcome("x.graphml", text), "1 nodes, 0 channels");
    assert!(outcome("x.graphml", open).contains("never closed"));
}

#[test]
fn what_would_cost_more_than_linear_time() {
    let size = 300_000;
    let attributes: String = (0..size).map(|n| format!("a{n}='' ")).collect();
    let expected = "x.graphml:1:1: more than 64 attributes of one element; expected a few";
    assert_eq!(outcome("x.graphml", format!("<graphml {attributes}/>")), expected);
    let spaces: String = (0..size).map(|n| format!("<a xmlns:n{n}='{n}'>")).collect();
    assert!(outcome("x.graphml", spaces).contains("more than 64 namespace declarations; expected a few"));
    let name = "a".repeat(size);
    assert!(outcome("x.graphml", format!("<graphml><{name}></{name}b>")).len() < 400);
    let many = "<a/>".repeat(5_000_000);
    let expected = "x.graphml:1:1: more than 4194304 elements, texts and comments; expected fewer";
    assert_eq!(outcome("x.graphml", format!("<graphml>{many}</graphml>")), expected);
    let references = "&".repeat(10_000_000);
    let text = format!("graph [ node [ id 1 label \"{references}\" ] ]");
    assert_eq!(outcome("x.gml", text), "1 nodes, 0 channels");
    assert_eq!(outcome("x", "graph ".repeat(size)).matches("only numbers may").count(), 1);
    assert_eq!(outcome("x", "\r".repeat(size) + "a b"), "2 nodes, 2 channels");
}

#[test]
fn what_is_no_file() {
    assert_eq!(
        build("file:").unwrap_err().to_string(),
        "`file:`: no path; expected the path of a file, such as `file:examples/networks/campus.gml`"
    );
    let missing = build("file:tests/data/none.gml").unwrap_err();
    assert!(missing.to_string().starts_with("cannot read tests/data/none.gml: "), "{missing}");
    let folder = build("file:tests/data").unwrap_err();
    assert_eq!(folder.to_string(), "cannot read tests/data: it is a folder; expected a regular file");
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_not_read() {
    let device = build("file:/dev/zero").unwrap_err();
    assert_eq!(device.to_string(), "cannot read /dev/zero: it is a pipe or a device; expected a regular file");
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.gml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let error = wormcast_formats::open(pipe.to_str().unwrap()).unwrap_err();
    assert!(error.to_string().ends_with("it is a pipe or a device; expected a regular file"), "{error}");
}

#[test]
fn files_beyond_the_limit_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.edges");
    // A sparse file: one tebibyte that takes no room on the disk.
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let error = wormcast_formats::open(path.to_str().unwrap()).unwrap_err();
    assert!(matches!(error, TopologyError::Io { .. }));
    assert!(error.to_string().ends_with("it is larger than the 64 MiB that are accepted"), "{error}");
}

#[test]
fn names_that_are_asked_for_may_be_hostile_too() {
    let text: String = (0..100_000).map(|n| format!("node{n} node{}\n", n + 1)).collect();
    let network = wormcast_formats::from_bytes("x.edges", text.as_bytes()).unwrap();
    assert_eq!(network.find_node("Node99999").unwrap_err().nearest.as_deref(), Some("node99999"));
    assert_eq!(network.find_node("nod5e0000").unwrap_err().nearest.as_deref(), Some("node50000"));
    assert_eq!(network.find_node(&"node".repeat(1_000_000)).unwrap_err().nearest, None);
    assert_eq!(network.find_node("").unwrap_err().nearest, None);
}

/// What the readers of mesh graphs, FlooGen and `nvidia-smi` refuse, with the culprit and what would be accepted.
#[test]
fn broken_descriptors_of_chips() {
    let refused = |path: &str, text: &str, what: &str| {
        let outcome = outcome(path, text);
        assert!(outcome.contains(what), "{text:?}: {outcome}");
    };
    let mesh = "mesh_descriptors { name: 'M' device_topology { dims: [2] } channels { count: 1 } } ";
    let graph = |inside: &str| format!("{mesh} graph_descriptors {{ name: 'G' {inside} }} {}", top("graph", "G"));
    fn top(kind: &str, name: &str) -> String {
        format!("top_level_instance {{ {kind} {{ {kind}_descriptor: '{name}' {kind}_id: 0 }} }}")
    }
    for (text, what) in [
        (mesh.to_owned(), "no `top_level_instance { … }` here"),
        (mesh.to_owned() + &top("mesh", "N"), "`N` is no mesh_descriptor"),
        (mesh.to_owned() + mesh, "a second descriptor `M`"),
        (graph("instances { graph { graph_descriptor: 'G' graph_id: 0 } }"), "more than 16 graphs in each other"),
        (graph("instances { mesh { mesh_descriptor: 'M' } } connections { }"), "0 ends of a connection"),
        (graph("graph_topology: STAR channels { count: 1 }"), "expected `ALL_TO_ALL` or `RING`"),
        (mesh.replace("[2]", "[1048576, 1048576]") + &top("mesh", "M"), "at most 1048576 chips"),
        (mesh.replace("[2]", "[x]") + &top("mesh", "M"), "`x` is no number"),
        (mesh.replace("count: 1", "count: 0") + &top("mesh", "M"), "expected 1 to 256"),
        ("a { ".repeat(100), "more than 64 messages"),
        ("a: \"b".into(), "never closed"),
        ("}".into(), "closes nothing"),
        ("a: [1".into(), "expected here"),
    ] {
        refused("x.textproto", &text, what);
    }
    let noc = |routers: &str, connections: &str| {
        format!("endpoints:\n  - name: e\nrouters:\n  - {{name: r, {routers}}}\nconnections:\n  - {{{connections}}}\n")
    };
    for (routers, connections, what) in [
        ("array: [2, 2]", "src: e, dst: q", "`q` is no node"),
        ("array: [1, 2, 3]", "src: e, dst: r_0", "3 dimensions"),
        ("array: [4000000000, 4000000000]", "src: e, dst: r", "more nodes than the 1048576"),
        ("tree: [1, 2], array: [2]", "src: e, dst: r", "both `array` and `tree`"),
        ("array: [2]", "src: e, dst: r, dst_range: [[0, 4000000000]]", "`r_2` is no node"),
        ("array: [2]", "src: e, dst: r, dst_range: [[0, 1]]", "1 nodes are connected to 2"),
        ("tree: [2]", "src: e, dst: r, dst_lvl: 1", "has no level 1"),
        ("array: [2]", "src: e, dst: r, dst_idx: 0, dst_lvl: 0", "several of range, idx and lvl"),
    ] {
        refused("x.yaml", &noc(routers, connections), what);
    }
    for (text, what) in [
        ("GPU0 GPU1\nGPU0 X NV2\n", "no row for `GPU1`"),
        ("GPU0 GPU1\nGPU0 X NV2\nGPU2 NV2 X\n", "a row for `GPU2`"),
        ("GPU0 GPU1\nGPU0 X NV2\nGPU1 NV1 X\n", "2 links to `GPU1`, which has 1 back"),
        ("GPU0 GPU1\nGPU0 X NVX\nGPU1 NV1 X\n", "`NVX` is no way between GPUs"),
        ("GPU0 GPU1\nGPU0 X\nGPU1 NV1 X\n", "1 entries in this row"),
        ("GPU0 GPU1\nGPU0 X SYS\nGPU1 SYS X\n", "no two devices are joined by NVLink"),
    ] {
        refused("topo", text, what);
    }
}

#[test]
fn broken_machines() {
    let of = |inner: &str| format!("<topology><object type=\"Machine\">{inner}</object></topology>");
    let device = "<object type=\"PCIDev\" pci_busid=\"a\"/>";
    let defines = format!("<!DOCTYPE topology [<!ENTITY a \"b\">]>{}", of(device));
    let names = format!("<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">{}", of(device));
    assert_outcomes(
        "x.xml",
        &[
            (&*of("<object/>"), "1:34: `object` has no attribute `type`; expected one"),
            (&*of("<object type=\"Bridge\"/>"), "1:34: `object` has no attribute `bridge_pci`; expected one"),
            (&*of(""), "1:1: a machine without packages and PCI devices; expected `Package` or `PCIDev` objects"),
            (&*of(&device.repeat(2)), "1:71: a second node `a`; every node needs a name of its own"),
            (&*defines, "1:1: a document type, which may define entities; expected none"),
            (&*names, "2 nodes, 2 channels"),
        ],
    );
}

/// What is for another network is not kept line by line.
#[test]
fn routes_that_are_all_wrong_are_refused() {
    let mesh = wormcast_formats::build("mesh:3x1").unwrap();
    let file = std::env::temp_dir().join(format!("wormcast-wrong-{}.txt", std::process::id()));
    let refused = |text: String| {
        std::fs::write(&file, text).unwrap();
        wormcast_formats::read_routes(&*mesh, &file).err().map(|error| error.to_string())
    };
    let said = "more than 100000 lines are no routes on this network; expected a file for it";
    assert_eq!(refused("0,0 2,0\n".repeat(100_000)), None);
    assert!(refused("0,0 2,0\n".repeat(100_001)).unwrap().contains(said));
    let table = format!("router;destination;next\n{}", "0,0;1,0;2,0\n".repeat(100_001));
    assert!(refused(table).unwrap().contains(said));
    std::fs::remove_file(&file).unwrap();
}
