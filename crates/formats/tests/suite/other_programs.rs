//! Files as other programs write them: fabrics of ibsim, graphs of SteinLib, DIMACS, Pajek, GEXF, D3 and
//! SNDlib, machines of rig; what is wrong with them, and what of other programs is not read.

use wormcast_topology::{DescribedNetwork, Topology};

pub(crate) fn open(name: &str) -> DescribedNetwork {
    wormcast_formats::open(&format!("tests/data/{name}")).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn read(path: &str, text: &str) -> DescribedNetwork {
    wormcast_formats::from_bytes(path, text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Where a text is refused, and why.
#[track_caller]
pub(crate) fn assert_refused(path: &str, text: &str, expected: &str) {
    match wormcast_formats::from_bytes(path, text.as_bytes()) {
        Ok(network) => panic!("{text:?} was read as {}", network.format()),
        Err(error) => assert_eq!(error.to_string(), format!("{path}:{expected}"), "{text:?}"),
    }
}

/// Each channel with a number that it has, in their order.
pub(crate) fn numbered(network: &DescribedNetwork, key: &str) -> Vec<String> {
    let network: &dyn Topology = network;
    let numbered = |channel| {
        let name = network.channel_name(channel);
        network.channel_value(key, channel).map_or(name.clone(), |value| format!("{name} {value}"))
    };
    network.graph().channels().map(numbered).collect()
}

fn position(network: &DescribedNetwork, name: &str) -> Option<[f64; 2]> {
    network.position(network.find_node(name).unwrap())
}

fn is_endpoint(network: &DescribedNetwork, name: &str) -> bool {
    network.graph().is_endpoint(network.find_node(name).unwrap())
}

#[test]
fn fabrics_of_ibsim_name_devices_before_they_declare_them() {
    let fabric = open("switches.ibsim");
    assert_eq!(fabric.format(), "ibnetdiscover");
    let expected = [
        "left>right",
        "left>right#1",
        "left>host-a",
        "right>left",
        "right>left#1",
        "right>host-b",
        "host-a>left",
        "host-b>right",
    ];
    assert_eq!(numbered(&fabric, ""), expected);
    assert!(is_endpoint(&fabric, "host-a") && !is_endpoint(&fabric, "left"));
    let text = "Switch 8 \"S\"\n[1] \"H\"[1]\nHca 2 \"H\"\n[1] \"S\"[1]\n";
    assert_eq!(read("net", text).graph().channel_count(), 2);
    assert_refused("net", &text.replace("Hca 2 \"H\"", "Hca 2 \"G\""), "2:1: `H` is no device of this file");
    assert_refused(
        "net",
        &text.replace("\"[1]\n[1]", "[1]\n[1]").replacen("\"H\"[1]", "\"H\"", 1),
        "2:8: a port in brackets is expected here, such as `[1]`",
    );
}

#[test]
fn steinlib_has_weights_places_and_terminals() {
    let square = open("square.stp");
    assert_eq!(square.format(), "SteinLib STP");
    let expected = ["1>2 3", "1>3 9", "1>4 6", "2>1 3", "2>3 2.5", "3>2 2.5", "3>4 1", "4>1 6", "4>3 1"];
    assert_eq!(numbered(&square, "weight"), expected);
    assert_eq!(position(&square, "3"), Some([10.0, -10.0]));
    assert_eq!(square.warnings(), ["the terminals of the problem are `--source 1 --to 3 4`"]);
    let graph = |inside: &str, end: &str| format!("33d32945 stp\nSection graph\nNodes 3\n{inside}\nEnd\n{end}");
    let rooted = read("x", &graph("E 1 2 5\nE 2 3 5", "Section Terminals\nRoot 2\nT 2\nT 3\nEnd\nEof\nrubbish"));
    assert_eq!(rooted.warnings(), ["the root and the terminals of the problem are `--source 2 --to 3`"]);
    let announced = graph("Edges 2\nE 1 2 5", "");
    for (text, expected) in [
        ("33D32945\n", "2:1: no graph; expected `SECTION Graph` with a line `Nodes 9`"),
        ("33D32945\nE 1 2 3\n", "2:1: `E 1 2 3` where `SECTION` or `EOF` is expected"),
        (&*announced, "4:1: 2 edges are announced, and 1 follow"),
        (&graph("E 1 4 5", ""), "4:5: `4` is no node; expected a number from 1 to 3"),
        (&graph("E 1", ""), "4:1: `E 1` does not name two nodes; expected two"),
        (&graph("E 1 2 x", ""), "4:7: `x` where a weight is expected"),
        (&graph("E 1 2 -5", ""), "4:7: a weight of `-5`; expected a number of at least 0"),
        (&graph("F 1 2 5", ""), "4:1: `F 1 2 5` in the section of the graph; expected `E a b w` or `A a b w`"),
        (&graph("Nodes 3", ""), "4:1: a second number of nodes; expected one"),
        (&graph("", "Section Terminals\nT 9\nEnd"), "7:3: `9` is no node; expected a number from 1 to 3"),
        (&graph("", "Section Coordinates\nDD 1 2\nEnd"), "7:1: `DD 1 2` is no place; expected `DD 1 x y`"),
        (
            &graph("", "Section Coordinates\nDD 1 2 NaN\nEnd"),
            "7:8: `NaN` is not a coordinate; expected a finite number",
        ),
        ("33D32945\nSECTION Graph\nE 1 2 3\n", "3:1: no number of nodes before; expected a line `Nodes 9`"),
        ("33D32945\nSECTION Graph\nNodes 2\n", "2:1: the section `graph` is never closed; expected `END`"),
        ("33D32945\nSECTION Graph\nSECTION Graph\n", "3:1: a section in the section `graph`; expected `END` before"),
        ("33D32945\nSECTION Graph\nNodes 0\n", "3:1: 0 nodes; expected 1 to 16777216"),
        ("33D32945\nSECTION Graph\nNodes x\n", "3:7: `x` where a whole number is expected"),
    ] {
        assert_refused("x.stp", text, expected);
    }
}

#[test]
fn dimacs_has_links_and_arcs() {
    let roads = open("roads.gr");
    assert_eq!(roads.format(), "DIMACS");
    let expected = ["1>2 803", "2>1 803", "2>3 158", "3>2 158", "3>4 774", "4>1 6", "4>3 774"];
    assert_eq!(numbered(&roads, "weight"), expected);
    let coloured = read("net", "c both ways\np col 3 4\nn 1 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n");
    assert_eq!(numbered(&coloured, "weight"), ["1>2", "2>1", "2>3", "3>2"]);
    let told = "2 repeat a link that was declared before, the first in line 5; each link counts once";
    assert_eq!(coloured.warnings(), [told]);
    let flow = read("net", "p max 3 3\nn 1 s\nn 3 t\na 1 2 5\na 2 3 4\n");
    assert_eq!(numbered(&flow, "capacity"), ["1>2 5", "2>3 4"]);
    assert_eq!(flow.warnings(), ["3 links are announced, and 2 follow"]);
    assert_eq!(numbered(&read("net", "p min 2 1\na 1 2 0 5 7\n"), "cost"), ["1>2 7"]);
    assert_eq!(read("net", "p max\nmax q\n").format(), "edge list");
    for (text, expected) in [
        ("", "1:1: no problem before; expected a line such as `p edge 5 7` or `p sp 5 7`"),
        ("c a\ne 1 2\n", "2:1: no problem before; expected a line such as `p edge 5 7` or `p sp 5 7`"),
        ("p edge 2\n", "1:1: `p edge 2` is no problem; expected `p edge 5 7`"),
        ("p tw 2 1\n", "1:3: `tw` is no kind of graph that is read; expected edge, col, sp, max or min"),
        ("p edge x 1\n", "1:8: `x` where a whole number is expected"),
        ("p edge 2 1\np edge 2 1\n", "2:1: a second problem; expected one line `p`"),
        ("p edge 2 1\n1 2\n", "2:1: `1 2` is no link; expected `e 1 2` or `a 1 2`"),
        ("p edge 2 1\ne 1 3\n", "2:5: `3` is no node; expected a number from 1 to 2"),
        ("p sp 2 1\na 1 2 x\n", "2:7: `x` where a number is expected"),
        ("p sp 2 1\na 1\n", "2:1: `a 1` does not name two nodes; expected two"),
        (
            "p sp 900000 1\n",
            "1:6: 900000 nodes in a text of 14 bytes: nearly all nodes would have no link; expected at most 65536",
        ),
    ] {
        assert_refused("x.gr", text, expected);
    }
}

#[test]
fn pajek_has_labels_places_and_weights() {
    let rooms = open("rooms.net");
    assert_eq!(rooms.format(), "Pajek");
    let expected = [
        "hall>north wing 2",
        "hall>south wing 1.5",
        "north wing>hall 2",
        "north wing>south wing 7",
        "south wing>hall 1.5",
        "south wing>tower 4",
        "tower>south wing 4",
    ];
    assert_eq!(numbered(&rooms, "weight"), expected);
    assert_eq!(position(&rooms, "tower"), Some([0.5, 0.95]));
    let lists = "*network x\n% comment\n*VERTICES 3\n*Arcslist\n1 2 3\n*Edgeslist\n2 3\n*Partition p\n*Vertices 3\n1\n";
    assert_eq!(numbered(&read("x.net", lists), "weight"), ["1>2", "1>3", "2>3", "3>2"]);
    // Labels that are alike are no names, and places that are alike are none.
    let alike = read("x.net", "*Vertices 2\n1 a 0.0 0.0\n2 a 0.0 0.0\n*Edges\n1 2 3\n1 2 3\n1 1\n");
    assert_eq!(numbered(&alike, "weight"), ["1>2 3", "1>2#1 3", "2>1 3", "2>1#1 3"]);
    assert_eq!((position(&alike, "1"), alike.warnings().len()), (None, 1));
    for (text, expected) in [
        ("*Vertices x\n", "1:11: `x` where a whole number is expected"),
        ("*Vertices 2\n3 a\n", "2:1: `3` is no node; expected a number from 1 to 2"),
        ("*Vertices 2\n*Edges\n1\n", "3:1: `1` does not name two nodes; expected two"),
        ("*Vertices 2\n*Edges\n1 2 -4\n", "3:5: a weight of `-4`; expected a number of at least 0"),
        ("*Vertices 2\n*Vertices 2\n", "2:1: a second network; expected one"),
        (
            "*Vertices 2\n*Matrix\n0 1\n",
            "2:1: `*Matrix` is no section that is read; expected `*Arcs`, `*Edges`, `*Arcslist` or `*Edgeslist`",
        ),
        ("*Network x\n*Edges\n*Vertices 2\n", "2:1: no vertices before; expected `*Vertices 9`"),
    ] {
        assert_refused("x.net", text, expected);
    }
}

#[test]
fn gexf_has_labels_places_and_numbers() {
    let sites = open("sites.gexf");
    assert_eq!(sites.format(), "GEXF");
    assert_eq!(numbered(&sites, "weight"), ["mill>A & B 2.5", "A & B>mill 2.5", "A & B>lab", "lab>A & B 4"]);
    assert_eq!(sites.channel_keys(), ["cost", "weight"]);
    assert_eq!((position(&sites, "A & B"), position(&sites, "lab")), (Some([4.0, -3.0]), None));
    let file =
        |nodes: &str, edges: &str| format!("<gexf><graph><nodes>{nodes}</nodes><edges>{edges}</edges></graph></gexf>");
    let two = "<node id='a' label='x'/><node id='b' label='x'/>";
    let edge = "<edge source='a' target='b'/>";
    assert_eq!(numbered(&read("net", &file(two, &edge.repeat(2))), ""), ["a>b", "a>b#1", "b>a", "b>a#1"]);
    for (text, expected) in [
        ("<gexf/>".to_owned(), "1:1: no graph; expected a `graph` element"),
        (
            "<svg/>".into(),
            "1:1: the root element is `svg`; expected `gexf`, or another root of the XML that is read: GraphML, GEXF, SNDlib and hwloc",
        ),
        (file("", ""), "1:7: a graph without a node; expected `<nodes><node id=\"a\"/></nodes>`"),
        (file("<node/>", ""), "1:21: `node` has no attribute `id`; expected one"),
        (file("<node id='a'/><node id='a'/>", ""), "1:35: a second node `a`; every node needs an id of its own"),
        (file("<node id='a'><nodes/></node>", ""), "1:34: nodes inside a node; expected a flat graph"),
        (file(two, "<edge source='a'/>"), "1:84: `edge` has no attribute `target`; expected one"),
        (file(two, "<edge source='a' target='c'/>"), "1:84: this edge names node `c`, but no node has that id"),
        (
            file(two, "<edge source='a' target='b' type='x'/>"),
            "1:84: an edge of the type `x`; expected `undirected`, `directed` or `mutual`",
        ),
        (
            file(two, "<edge source='a' target='b' weight='-1'/>"),
            "1:84: a weight of `-1`; expected a number of at least 0",
        ),
        (
            file("<node id='a'><position x='1' y='z'/></node>", ""),
            "1:34: `z` is not a coordinate; expected a finite number",
        ),
    ] {
        assert_refused("x.gexf", &text, expected);
    }
}

#[test]
fn machines_of_rig_tell_what_is_dead() {
    let machine = open("small-machine.rig.json");
    assert_eq!(machine.format(), "SpiNNaker machine JSON");
    let graph = machine.graph();
    // 12 chips with six links each; the dead one has six links and is at the end of six; two links are dead.
    assert_eq!((graph.node_count(), graph.channel_count()), (11, 72 - 12 - 2));
    let leads = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|name| machine.find_node(name).unwrap());
        graph.channel(from, to).is_some()
    };
    assert!(!leads("0,0", "3,0") && leads("3,0", "0,0") && !leads("0,1", "3,0") && leads("3,0", "0,1"));
    let file = |inside: &str| format!("{{\"width\": 2, \"height\": 2,\n{inside}}}");
    for (inside, expected) in [
        ("\"dead_chips\": [[2, 0]]", "2:16: chip 2,0 is outside of 2 by 2 chips"),
        (
            "\"dead_chips\": [[0, 0], [0, 1], [1, 0], [1, 1]]",
            "1:1: a machine without a chip; expected `\"chips\": [[0, 0, {}]]`",
        ),
        ("\"dead_links\": [[0, 2, \"west\"]]", "2:16: chip 0,2 is outside of 2 by 2 chips"),
        (
            "\"dead_links\": [[0, 0, \"up\"]]",
            "2:16: dead link `up`; expected one of east, north_east, north, west, south_west, south",
        ),
    ] {
        assert_refused("x.json", &file(inside), expected);
    }
    let large = "{\"width\": 1024, \"height\": 1024, \"dead_chips\": []}";
    assert_refused(
        "x.json",
        large,
        "1:1: 1048576 chips in a text of 49 bytes: nearly all nodes would have no link; expected at most 65536",
    );
}

#[test]
fn tables_of_rig_name_their_directions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.json");
    let machine = open("small-machine.rig.json");
    let trees = |text: &str| {
        std::fs::write(&path, text).unwrap();
        wormcast_formats::read_spinnaker_tables(&machine, &path)
    };
    let chip = |x: u32, y: u32, directions: &str| {
        let entry = format!("{{\"key\": 2, \"mask\": 4294967295, \"directions\": [{directions}]}}");
        format!("{{\"chip\": [{x}, {y}], \"entries\": [{entry}]}}")
    };
    let [first, last] = [chip(0, 0, "\"north_east\", \"core_2\""), chip(1, 1, "\"core_1\"")];
    let found = trees(&format!("[{first}, {last}]")).unwrap();
    assert_eq!((found.len(), found[0].hops.len(), found[0].takers.len()), (1, 1, 1));
    for (text, problem) in [
        (first.replace("north_east", "up"), "a direction \"up\"; expected one of east, north_east"),
        (first.replace("core_2", "core_26"), "a direction \"core_26\"; expected one of east"),
        (first.replace("directions", "ways"), "an entry without a route; expected `spinnaker_route` or `directions`"),
        (first.replace("chip", "place"), "a table without a chip; expected `x` and `y`, or `chip`"),
    ] {
        let error = trees(&format!("[{text}]")).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn json_of_d3_names_nodes_by_names_or_numbers() {
    let three = open("three.d3.json");
    assert_eq!(numbered(&three, "value"), ["a>b 5", "b>a 5", "b>c 3", "c>b 3"]);
    let plain = read("x.json", "{\"nodes\": [{}, {}], \"links\": [{\"source\": 1, \"target\": 0}]}");
    assert_eq!(numbered(&plain, ""), ["0>1", "1>0"]);
    let file = |nodes: &str, ends: &str| format!("{{\"nodes\": [{nodes}],\n\"links\": [{{{ends}}}]}}");
    for (nodes, ends, expected) in [
        (
            "{\"name\": \"a\"}",
            "\"source\": 0, \"target\": 1",
            "2:11: `1` is no node; expected a name, or a number from 0 to 0",
        ),
        (
            "{\"name\": \"a\"}",
            "\"source\": 0, \"target\": \"b\"",
            "2:11: `b` is no node; expected one that is declared",
        ),
        ("{\"name\": \"a\"}, {}", "", "1:27: missing field `name`; expected a node with an `id`, or all with a `name`"),
        ("{\"name\": 5}", "", "1:21: `5` is no name; expected a text, or an `id`"),
        ("{\"id\": 5}, {\"name\": \"a\"}", "", "1:23: missing field `id`; expected a node with an `id`"),
    ] {
        assert_refused("x.json", &file(nodes, ends), expected);
    }
}

#[test]
fn subgraphs_of_dot_are_ends_of_edges() {
    let text = "digraph { a -> { b; c } -> d [weight=3]; subgraph s { e f } -> { subgraph { g } }; { a; { b } } }";
    let expected = ["a>b 3", "a>c 3", "b>d 3", "c>d 3", "e>g", "f>g"];
    assert_eq!(numbered(&read("x.dot", text), "weight"), expected);
    let inner = read("x.dot", "graph { { a -- b } -- c }");
    assert_eq!(numbered(&inner, "").len(), 6);
    let deep = format!("graph {}", "{".repeat(100));
    assert_refused("x.dot", &deep, "1:72: more than 64 subgraphs in each other");
    let many = |sign: char| (0..1025).map(|n| format!("{sign}{n} ")).collect::<String>();
    let problem = "1:5057: too many edges between subgraphs; expected fewer nodes in them";
    assert_refused("x.dot", &format!("graph {{ {{ {} }} -- {{ {} }} }}", many('a'), many('b')), problem);
    assert_refused("x.dot", "graph { a -- { b }", "1:19: a graph that is never closed; expected `}`");
    assert_refused("x.dot", "graph { a -- subgraph x b }", "1:25: `{` is expected here");
    assert_refused("x.dot", "graph { a -- ; }", "1:14: a node is expected here");
}

#[test]
fn sndlib_is_read_in_both_of_its_forms() {
    let native = open("lines.sndlib.txt");
    assert_eq!(native.format(), "SNDlib");
    let expected = ["Ulm>Bern 133", "Ulm>Linz 1319", "Bern>Ulm 133", "Linz>Ulm 1319", "Linz>Graz", "Graz>Linz"];
    assert_eq!(numbered(&native, "cost"), expected);
    assert_eq!(numbered(&native, "routing_cost")[0], "Ulm>Bern 12.5");
    let keys = ["capacity", "cost", "preinstalled_capacity", "preinstalled_cost", "routing_cost", "setup_cost"];
    assert_eq!(native.channel_keys(), keys);
    assert_eq!(position(&native, "Ulm"), Some([10.0, -48.4]));
    let xml = open("lines.sndlib.xml");
    assert_eq!(numbered(&xml, "cost"), ["Ulm>Bern 133", "Ulm>Linz", "Bern>Ulm 133", "Linz>Ulm"]);
    assert_eq!(numbered(&xml, "preinstalled_capacity")[0], "Ulm>Bern 10");
    let [ulm, linz] = ["Ulm", "Linz"].map(|name| position(&xml, name));
    // North of the equator a map is stretched.
    assert!(ulm.is_some_and(|[x, y]| x == 10.0 && y < -48.4) && linz.is_none());
    let file = |inside: &str| format!("?SNDlib native format; type: network; version: 1.0\n{inside}");
    let nodes = "NODES ( a ( 1 2 ) b ( 1 2 ) ) LINKS ( ";
    for (inside, expected) in [
        ("".to_owned(), "2:1: no node; expected `NODES ( a ( 1.0 2.0 ) )`, or the same in XML"),
        ("NODES\n".into(), "3:1: a section such as `NODES (` is expected here"),
        ("NODES ( a ( 1 2 )".into(), "2:18: an entry or `)` is expected here"),
        ("NODES ( a ( 1 x ) )".into(), "2:15: `x` is not a coordinate; expected a finite number"),
        ("NODES ( a ( 1 2 ) a ( 1 2 ) )".into(), "2:19: a second node `a`; every node needs a name of its own"),
        ("META ( x".into(), "2:1: a section that is never closed; expected `)`"),
        (format!("{nodes}L ( a c ) 0 0 0 0 ( ) )"), "2:39: `c` is no node; expected one that is declared"),
        (format!("{nodes}L ( a b ) 0 0 x 0 ( ) )"), "2:53: `x` where a number is expected"),
        (format!("{nodes}L ( a ) 0 0 0 0 ( ) )"), "2:45: a node is expected here"),
    ] {
        assert_refused("net.txt", &file(&inside), expected);
    }
    let xml = |inside: &str| format!("<network><networkStructure>{inside}</networkStructure></network>");
    let node = "<nodes><node id='a'/></nodes>";
    for (text, expected) in [
        (xml(""), "1:57: no node; expected `NODES ( a ( 1.0 2.0 ) )`, or the same in XML"),
        (xml(&format!("{node}<links><link/></links>")), "1:64: a link without a `source`; expected one"),
        (
            xml("<nodes><node id='a'><coordinates><x>1</x><y/></coordinates></node></nodes>"),
            "1:69: an empty `y`; expected a text in it",
        ),
    ] {
        assert_refused("x.xml", &text, expected);
    }
}

#[test]
fn what_is_surely_of_another_program_is_no_edge_list() {
    for (text, start) in [
        ("Nodes 8\nTiers 3\nPodsize 4\n\nTier 0\nRadix_Down 2\n", "1:1: `Nodes 8` begins a fat tree by its tiers"),
        (
            "# topology.conf\nSwitchName=s0 Nodes=tux[0-1]\n",
            "2:1: `SwitchName=s0 Nodes=tux[0-1]` begins a topology.conf of Slurm",
        ),
        ("MTS2400 SW1\n   P1 -> Cougar H-1 P1\n", "1:1: `MTS2400 SW1` begins a topology of ibdm"),
        (">>graph6<<Elow\n", "1:1: `>>graph6<<Elow` begins a graph in graph6"),
    ] {
        for path in ["x.topo", "x.conf", "x"] {
            let error = wormcast_formats::from_bytes(path, text.as_bytes()).expect_err(text).to_string();
            assert!(error.starts_with(&format!("{path}:{start}, which is not read; expected")), "{error}");
        }
    }
    // Nodes may be called like that.
    assert_eq!(read("x", "Nodes 8\nTiers 3\n").format(), "edge list");
}
