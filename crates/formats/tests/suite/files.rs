//! Networks from files: what each format says, how a format is told, and where flaws are.

mod built_networks;
mod edge_lists;

use proptest::prelude::*;
use wormcast_topology::{ChannelId, ChannelProperties, DescribedNetwork, NodeId, Topology, TopologyError};

fn open(name: &str) -> DescribedNetwork {
    wormcast_formats::open(&format!("tests/data/{name}")).unwrap_or_else(|error| panic!("{error}"))
}

fn read(path: &str, text: &str) -> DescribedNetwork {
    wormcast_formats::from_bytes(path, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(path: &str, text: &str) -> String {
    match wormcast_formats::from_bytes(path, text.as_bytes()) {
        Err(error @ TopologyError::File { .. }) => error.to_string(),
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// The links by name, in the order of the nodes.
fn links(network: &DescribedNetwork) -> Vec<String> {
    let graph = network.graph();
    let ends = graph.channels().map(|channel| (graph.source(channel), graph.target(channel)));
    ends.filter(|(a, b)| a < b).map(|(a, b)| format!("{}-{}", network.node_name(a), network.node_name(b))).collect()
}

/// The channels by name, in their order.
fn channels(network: &DescribedNetwork) -> Vec<String> {
    let network: &dyn Topology = network;
    network.graph().channels().map(|channel| network.channel_name(channel)).collect()
}

fn rounded(position: Option<[f64; 2]>) -> Option<[f64; 2]> {
    position.map(|place| place.map(|coordinate| (coordinate * 100.0).round() / 100.0))
}

fn position(network: &DescribedNetwork, name: &str) -> Option<[f64; 2]> {
    network.position(network.find_node(name).unwrap())
}

#[test]
fn gml_nodes_are_called_by_their_labels() {
    let network = open("board.gml");
    assert_eq!(links(&network), ["north-east", "north-south", "north-west", "east-south", "south-west"]);
    assert_eq!(position(&network, "east"), Some([3.0, 1.0]));
    let text = r#"graph [ stats [ nodes 2 [ x 1 ] ]
        edge [ source 7 target -1 dist 12.5 ]
        node [ id 7 label "A &amp; B&#39;&x;&" Longitude 9.5 Latitude "48.5" ] node [ id -1 label 5 x 1 ] ]"#;
    let network = read("x.gml", text);
    assert_eq!(links(&network), ["A & B'&x;&-5"]);
    assert_eq!(rounded(network.position(NodeId::new(0))), Some([9.5, -55.61]));
    assert_eq!(network.position(NodeId::new(1)), None);
}

/// Hosts send and receive, and forward nothing, in whatever form they are written.
#[test]
fn nodes_may_be_endpoints() {
    let gml =
        "graph [ node [ id 0 label \"r\" ] node [ id 1 label \"h\" kind \"endpoint\" ] edge [ source 0 target 1 ] ]";
    let gexf = "<gexf><graph><attributes class=\"node\"><attribute id=\"0\" title=\"kind\"/></attributes>\
                <nodes><node id=\"r\"/><node id=\"h\"><attvalues><attvalue for=\"0\" value=\"endpoint\"/></attvalues>\
                </node></nodes><edges><edge source=\"r\" target=\"h\"/></edges></graph></gexf>";
    for (name, text) in [("x.gml", gml), ("x.gexf", gexf)] {
        let network = read(name, text);
        let endpoints = network.graph().nodes().filter(|&node| network.graph().is_endpoint(node));
        assert_eq!(endpoints.collect::<Vec<_>>(), [network.find_node("h").unwrap()], "{name}");
    }
}

/// Only a matrix may be copied from a terminal in colour.
#[test]
fn colours_are_no_part_of_names() {
    assert!(wormcast_formats::from_bytes("x.dot", b"graph { \"a\x1b[31m\" -- b }").is_err());
}

#[test]
fn gml_labels_that_are_not_names_give_way_to_ids() {
    let long = "x".repeat(257);
    for [a, b] in [["A", "A"], ["", "B"], ["A", "two\nlines"], ["A", &long]] {
        let nodes = format!("node [ id 3 label \"{a}\" ] node [ id +5 label \"{b}\" ]");
        assert_eq!(links(&read("x.gml", &format!("graph [ {nodes} edge [ source 3 target 5 ] ]"))), ["3-5"]);
    }
    assert_eq!(
        links(&read("x.gml", "graph [ node [ id 3 label \"A\" ] node [ id 5 ] edge [ source 3 target 5 ] ]")),
        ["3-5"]
    );
}

#[test]
fn graphml_nodes_are_called_by_their_ids() {
    let network = open("sites.graphml");
    assert_eq!(links(&network), ["A & B-lab", "lab-mill"]);
    assert_eq!(rounded(position(&network, "A & B")), Some([8.5, -53.75]));
    assert_eq!(position(&network, "lab"), Some([4.0, -5.0]));
    assert_eq!(position(&network, "mill"), None);
}

#[test]
fn anynet_routers_keep_their_nodes_and_latencies() {
    let network = open("chips.anynet");
    assert_eq!(links(&network), ["2-7", "2-10"]);
    let terminals = |name| network.terminals(network.find_node(name).unwrap());
    assert_eq!(terminals("10"), ["0", "3"]);
    assert_eq!((terminals("7"), terminals("2")), (&["1".to_string()][..], &[][..]));
    let latency = |from, to| {
        let [from, to] = [from, to].map(|name| network.find_node(name).unwrap());
        network.channel_properties(network.graph().channel(from, to).unwrap()).latency_cycles
    };
    assert_eq!([latency("10", "2"), latency("2", "10")], [Some(15), Some(4)]);
    assert_eq!([latency("2", "7"), latency("7", "2")], [Some(1), Some(1)]);
    let one_given = read("x.anynet", "router 0 router 1 15");
    let latencies: Vec<_> =
        one_given.graph().channels().map(|channel| one_given.channel_properties(channel).latency_cycles).collect();
    assert_eq!(latencies, [Some(15), Some(1)]);
    assert_eq!(open("board.gml").channel_properties(ChannelId::new(0)), ChannelProperties::default());
    assert!(open("board.gml").terminals(NodeId::new(0)).is_empty());
}

#[test]
fn a_format_is_told_by_name_or_content() {
    let formats = [("a b", "edge list"), ("router 0 node 0 router 1\nrouter 1 node 1 router 0", "BookSim anynet")];
    formats.into_iter().for_each(|(text, format)| assert_eq!(read("net", text).format(), format));
    let gml = "# exported\ngraph\n[ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]";
    let xml = "<graphml><graph><node id='1'/><node id='2'/><edge source='1' target='2'/></graph></graphml>";
    let anynet = "\n router 1 router 2\n";
    let edges = "# 2 nodes\n1 2\n";
    for (name, text) in [("GML", gml), ("graphml", xml), ("anynet", anynet), ("edges", edges)] {
        assert_eq!(links(&read(&format!("x.{name}"), text)), ["1-2"], "{name}");
        assert_eq!(links(&read("net", text)), ["1-2"], "{name} by content");
        assert_eq!(links(&read("net.txt", text)), ["1-2"], "{name} by content");
    }
    assert_eq!(
        refusal("poem.txt", "Shall I compare thee\nto a summer's day?"),
        "poem.txt:1:9: `compare` follows two nodes; only numbers may (it looks like none of the other formats, so \
         it was read as an edge list)"
    );
}

#[test]
fn dot_is_told_from_what_only_resembles_it() {
    for dot in ["strict graph { a -- b }", "digraph G {\n  a -> b;\n}", "graph\n{ a--b }", "GRAPH mine {a -- b}"] {
        assert_eq!(read("net.txt", dot).format(), "DOT", "{dot}");
    }
    for list in ["graph b {'weight': 1}\nb c {}", "graph strict\nstrict a", "a b {'x': '--'}"] {
        assert_eq!(read("net.txt", list).format(), "edge list");
    }
}

#[test]
fn dot_has_chains_subgraphs_ports_directions_and_places() {
    let text = "/* one */ digraph \"my net\" { rankdir=LR; node [shape=box, width=.5];\n a [pos=\"1,2!\"]; \
                subgraph cluster_0 { label=x; a -> b:p:n -> \"c \\\"d\\\"\" }\n# comment\n b -> a [dir=both] // twice\n \
                -1.5 -> a [dir=back]; a -> a }";
    let network = read("x.dot", text);
    assert_eq!(channels(&network), ["a>b", "a>b#1", "a>-1.5", "b>a", "b>c \"d\""]);
    assert_eq!(position(&network, "a"), Some([1.0, -2.0]));
    assert_eq!(network.warnings(), ["1 edge leads from a node to itself, the first in line 5; left out"]);
    assert_eq!(channels(&read("x.gv", "strict graph { a -- b -- a; a -- b }")), ["a>b", "b>a"]);
}

#[test]
fn node_link_json_has_names_of_all_kinds() {
    let text = r#"{"directed": true, "multigraph": true, "nodes": [{"id": [0, 1], "pos": [3, 4]}, {"id": "b"}, {"id": 2.5}],
        "links": [{"source": [0,1], "target": "b", "key": 0}, {"source": [0, 1], "target": "b", "key": 1},
        {"source": 2.5, "target": "b"}]}"#;
    let network = read("x.json", text);
    assert_eq!(network.format(), "node-link JSON");
    assert_eq!(channels(&network), ["0,1>b", "0,1>b#1", "2.5>b"]);
    assert_eq!(position(&network, "0,1"), Some([3.0, -4.0]));
    let missing = r#"{"nodes": [{"id": 1}],
  "links": [{"source": 1, "target": 2}]}"#;
    assert_eq!(refusal("x.json", missing), "x.json:2:13: `2` is no node; expected one that is declared");
}

#[test]
fn our_own_json_has_everything() {
    let text = r#"{"format": "wormcast-network", "version": 1, "nodes": [{"name": "a", "at": [0, 1.5]},
      {"name": "b", "kind": "router"}, {"name": "h", "kind": "endpoint", "attached": ["cpu"]}],
      "channels": [{"from": "a", "to": "b", "number": 0, "delay_ns": 3.25, "flit_ns": 1, "router_ns": 0, "virtual_channels": 2,
      "buffer_flits": 8}, {"from": "a", "to": "b"}, {"from": "b", "to": "h"}]}"#;
    let network = read("x.json", text);
    assert_eq!(network.format(), "wormcast-network JSON");
    assert_eq!(channels(&network), ["a>b", "a>b#1", "b>h"]);
    let first = network.channel_properties(ChannelId::new(0));
    assert_eq!((first.delay_ps, first.flit_ps, first.router_ps), (Some(3250), Some(1000), Some(0)));
    assert_eq!((first.virtual_channels, first.buffer_flits), (Some(2), Some(8)));
    assert_eq!(network.channel_properties(ChannelId::new(1)), ChannelProperties::default());
    let host = network.find_node("h").unwrap();
    assert!(network.graph().is_endpoint(host) && network.terminals(host) == ["cpu"]);
    assert_eq!(network.graph().endpoints().len(), 1);
    let wrong = text.replace("\"number\": 0", "\"number\": 1");
    assert!(refusal("x.json", &wrong).contains("number 1; in the order of the file this channel has number 0"));
    let slow = text.replace("3.25", "3.2501");
    assert!(refusal("x.json", &slow).contains("x.json:3:20: 3.2501 ns; expected a time in ns"));
}

#[test]
fn links_count_once_and_disconnected_networks_load() {
    let network = read(
        "x.gml",
        "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ] edge [ source 2 target 1 ] ]",
    );
    assert_eq!(links(&network), ["1-2"]);
    assert_eq!(network.graph().node_count(), 3);
}

#[test]
fn directed_edges_are_one_way_channels() {
    let text = |edges: &str| format!("graph [ directed 1 node [ id 1 ] node [ id 2 ] {edges} ]");
    let both = read("x.gml", &text("edge [ source 1 target 2 ] edge [ source 2 target 1 ]"));
    assert_eq!(links(&both), ["1-2"]);
    assert!(both.graph().is_symmetric() && both.warnings().is_empty());
    assert_eq!(channels(&read("x.gml", &text("edge [ source 2 target 1 ]"))), ["2>1"]);
}

#[test]
fn repeated_edges_are_told_or_parallel() {
    let gml = |head: &str| {
        let edges = "edge [ source 1 target 2 ]\nedge [ source 2 target 1 ]\nedge [ source 1 target 2 ]";
        read("x.gml", &format!("graph [ {head} node [ id 1 ] node [ id 2 ]\n{edges} ]"))
    };
    let merged = gml("");
    assert_eq!(channels(&merged), ["1>2", "2>1"]);
    let told = "2 repeat a link that was declared before, the first in line 3; each link counts once";
    assert_eq!(merged.warnings(), [told]);
    let parallel = gml("multigraph 1");
    assert_eq!(channels(&parallel), ["1>2", "1>2#1", "1>2#2", "2>1", "2>1#1", "2>1#2"]);
    assert!(parallel.warnings().is_empty() && parallel.graph().is_symmetric());
    let list = read("x.edges", "a b\nb c\nb a\n");
    let told = "1 declaration repeats a link that was declared before, the first in line 3; each link counts once";
    assert_eq!(list.warnings(), [told]);
    assert_eq!(channels(&list), ["a>b", "b>a", "b>c", "c>b"]);
}

#[test]
fn loops_of_drawn_graphs_are_left_out() {
    let network =
        read("x.gml", "graph [ node [ id 1 ] node [ id 2 ]\nedge [ source 1 target 1 ]\nedge [ source 1 target 2 ] ]");
    assert_eq!(channels(&network), ["1>2", "2>1"]);
    assert_eq!(network.warnings(), ["1 edge leads from a node to itself, the first in line 2; left out"]);
}

#[test]
fn graphml_has_defaults() {
    let keys = "<key id='c' for='edge' attr.name='cost'><default>5</default></key>\
                <key id='d' for='node' attr.name='dear'><default>6</default></key>\
                <key id='k' for='node' attr.name='kind'><default>endpoint</default></key>";
    let nodes = "<node id='a'/><node id='b'><data key='k'>router</data></node>";
    let edges = "<edge source='a' target='b'/><edge source='b' target='a'><data key='c'>1</data></edge>";
    let text = format!("<graphml>{keys}<graph edgedefault='directed'>{nodes}{edges}</graph></graphml>");
    let network = read("x.graphml", &text);
    let costs: Vec<_> = network.graph().channels().map(|channel| network.channel_value("cost", channel)).collect();
    assert_eq!((costs, network.channel_keys()), (vec![Some(5.0), Some(1.0)], vec!["cost"]));
    let endpoints: Vec<_> = network.graph().nodes().map(|node| network.graph().is_endpoint(node)).collect();
    assert_eq!(endpoints, [true, false]);
}

#[test]
fn dot_has_usual_attributes_of_what_comes_later() {
    let text = "digraph { node [kind=endpoint]; h1; h2; node [kind=router]; s; r [kind=endpoint]\n\
                edge [delay_ns=5, weight=3]; h1 -> s; s -> h1 [weight=4]\n\
                { edge [weight=7]; s -> h2 } h2 -> s }";
    let network = read("x.dot", text);
    let graph = network.graph();
    let endpoints: Vec<_> =
        graph.nodes().filter(|&node| graph.is_endpoint(node)).map(|node| network.node_name(node)).collect();
    assert_eq!(endpoints, ["h1", "h2", "r"]);
    let weights = graph.channels().map(|channel| network.channel_value("weight", channel).unwrap());
    let told: Vec<_> = channels(&network).into_iter().zip(weights).collect();
    let expected = [("h1>s", 3.0), ("h2>s", 3.0), ("s>h1", 4.0), ("s>h2", 7.0)];
    assert_eq!(told, expected.map(|(name, weight)| (name.to_owned(), weight)));
    assert!(graph.channels().all(|channel| network.channel_properties(channel).delay_ps == Some(5000)));
}

#[test]
fn unknown_names_have_a_nearest_one() {
    let network = read("x.edges", "Zürich Bern\nBern Genève\n");
    let error = network.find_node("Zurich").unwrap_err();
    assert_eq!(
        error.to_string(),
        "file:x.edges has no node `Zurich`; its nodes are `Zürich`, `Bern`, `Genève`; did you mean `Zürich`?"
    );
    assert_eq!(network.find_node("bern").unwrap_err().nearest.as_deref(), Some("Bern"));
    assert_eq!(network.find_node("Copenhagen").unwrap_err().nearest, None);
}

proptest! {
    /// Any simple graph, written in any format, is read back.
    #[test]
    fn what_is_written_is_read(nodes in 2_usize..20, picks in prop::collection::vec((0_usize..20, 0_usize..20), 1..60)) {
        let mut pairs: Vec<_> = picks.iter().map(|&(a, b)| (a % nodes, b % nodes)).filter(|(a, b)| a != b).collect();
        pairs.push((0, 1));
        let mut expected: Vec<_> = pairs.iter().map(|&(a, b)| [a.min(b), a.max(b)]).collect();
        expected.sort();
        expected.dedup();
        let pairs: Vec<_> = expected.iter().map(|&[a, b]| (b, a)).collect();
        let each = |node: &dyn Fn(usize) -> String| (0..nodes).map(node).collect::<String>();
        let every = |link: &dyn Fn(usize, usize) -> String| pairs.iter().map(|&(a, b)| link(a, b)).collect::<String>();
        let gml = format!(
            "graph [ {} {} ]",
            each(&|n| format!("node [ id {n} label \"n{n}\" ]\n")),
            every(&|a, b| format!("edge [ source {a} target {b} ]\n"))
        );
        let xml = format!(
            "<graphml><graph>{}{}</graph></graphml>",
            each(&|n| format!("<node id=\"n{n}\"/>")),
            every(&|a, b| format!("<edge source=\"n{a}\" target=\"n{b}\"/>"))
        );
        let edges = every(&|a, b| format!("n{a} n{b}\n"));
        let anynet = every(&|a, b| format!("router {a} router {b}\n"));
        for (path, text, prefix) in [("x.gml", gml, "n"), ("x.graphml", xml, "n"), ("x.edges", edges, "n"), ("x.anynet", anynet, "")] {
            let network = wormcast_formats::from_bytes(path, text.as_bytes()).unwrap();
            let number = |node| network.node_name(node).strip_prefix(prefix).unwrap().parse::<usize>().unwrap();
            let graph = network.graph();
            let ends = graph.channels().map(|channel| [number(graph.source(channel)), number(graph.target(channel))]);
            let mut found: Vec<_> = ends.filter(|[a, b]| a < b).collect();
            found.sort();
            prop_assert_eq!(&found, &expected, "{}", path);
            prop_assert_eq!(graph.channel_count(), 2 * expected.len());
            for node in graph.nodes() {
                prop_assert_eq!(network.find_node(&network.node_name(node)), Ok(node));
            }
        }
    }
}
